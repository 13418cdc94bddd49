/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   paged.h - the bytes of a file in memory of our own, of which only those are
   read that somebody asks for, and what is written to them.

   Files are not mapped (file-bytes.h).  Of an image a command needs headers,
   tables and little of the code: of 3.3 GB in a /usr, synth reads half, and of
   a library of 117 MB a sixth.  To read the rest, and to write it again, took
   more than half of its time.  So there is memory for all bytes,
   but a block of them is read when it is asked for, once.  A changed copy is a
   second one over the same file.  It lists what was written, so that the rest
   of the new file is copied by the kernel, from file to file.

   Bytes that were not asked for are zero.  AddressSanitizer is told that they
   must not be touched, in blocks that are smaller.  */

#ifndef BFDGLUE_PAGED_H
#define BFDGLUE_PAGED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "byte-changes.h"

enum
{
  /* Two places at which zeros were inserted divide the file in three.  */
  PAGED_RUNS = 3
};

/* Bytes [FROM, FROM + SIZE) of the file are at AT.  */
struct paged_run
{
  uint64_t at;
  uint64_t from;
  uint64_t size;
};

struct paged_state;

struct paged
{
  uint8_t *bytes; /* SIZE of them; see paged_at */
  size_t size;
  int fd;                            /* the file; -1: SOURCE; borrowed */
  const uint8_t *source;             /* its bytes in memory; borrowed */
  struct paged_run runs[PAGED_RUNS]; /* in order; all other bytes are zero */
  unsigned run_count;
  struct byte_changes written;
  struct paged *origin; /* what it is a copy of; NULL: it is none */
  struct paged_state *state;
};

/* The SIZE bytes, not 0, of FD, or of SOURCE if FD is -1.  NULL: no
   memory.  */
struct paged *paged_new (int fd, const uint8_t *source, size_t size);

/* A copy of FROM, with what was written to it, that has SIZE bytes, not fewer
   than FROM: ZEROS zeros at AT and more at the end.  What was written to FROM
   does not contain AT.  What FROM is a copy of, if it is of a file, must
   outlive it.  NULL: no memory.  */
struct paged *paged_copy (struct paged *from, uint64_t at, uint64_t zeros,
                          size_t size);

/* Release PAGED, which may be NULL.  */
void paged_free (struct paged *paged);

/* The SIZE bytes at AT, all of which PAGED has.  Several threads may call
   this.  */
const uint8_t *paged_at (struct paged *paged, uint64_t at, uint64_t size);

/* The same, all of which the caller writes: whole blocks that nobody has asked
   for are not read, and are zero.  They are listed in PAGED->written, whose
   FAILED says that there was no memory for that.  One thread at a time.  */
uint8_t *paged_write (struct paged *paged, uint64_t at, uint64_t size);

/* Write zeros there.  */
void paged_zero (struct paged *paged, uint64_t at, uint64_t size);

/* Set *RANGE to the next range of bytes of PAGED, after it, that were read or
   written.  False: there is none.  RANGE->end is 0 before the first.  */
bool paged_next (const struct paged *paged, struct byte_range *range);

/* Whether the SIZE bytes at AT, unless they were written, are those at FROM of
   the file.  */
bool paged_maps (const struct paged *paged, uint64_t at, uint64_t from,
                 uint64_t size);

/* Whether all bytes that were asked for of PAGED, of what it is a copy of, and
   of all copies of that could be read.  False with errno set; 0: the file has
   become shorter.  */
bool paged_sound (const struct paged *paged);

#endif /* BFDGLUE_PAGED_H */
