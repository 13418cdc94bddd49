/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   paged.h - the bytes of a file in memory of our own, read when they are asked
   for, and what is written to them.

   Files are not mapped (file-bytes.h).  Of an image a command needs headers,
   tables and little of the code: of 3.3 GB in a /usr, synth reads half, and of
   a library of 117 MB a sixth.  Reading the rest, and writing it again, took
   more than half of the time.  So there is memory for all bytes, but a block
   is read only once it is asked for.  A changed copy has memory of its own
   over the same file.  It lists what was written; the kernel copies the rest
   of the new file from file to file.

   Bytes that were not asked for are zero.  AddressSanitizer is told that they
   must not be touched; blocks are smaller then.  */

#ifndef BFDGLUE_PAGED_H
#define BFDGLUE_PAGED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "base-limits.h"
#include "pool.h"
#include "sorted.h"

/* The byte ranges that a rewrite changes.

   Code that changes a copy of a file, or knows what may change in it, adds the
   ranges here.  Verification (verify-image.c, relobj-verify.c) then
   requires every other byte to equal the input's.  */

/* A list of ranges; all zero is the empty list.  */
struct byte_changes
{
  struct byte_range *at;
  size_t count;
  size_t capacity;
  bool failed; /* out of memory: a range was not added */
};

/* Add [START, END) to CHANGES, which may be NULL.  An empty range is ignored;
   out of memory sets CHANGES->failed.  */
void byte_changes_add (struct byte_changes *changes, uint64_t start,
                       uint64_t end);

/* Sort CHANGES, which byte_changes_compare and byte_changes_meet need.  */
void byte_changes_sort (struct byte_changes *changes);

/* Compare [START, END) of the bytes at COPY with the SIZE bytes at BYTES that
   they were copied from.  Bytes past SIZE are compared with zero.  Return the
   offset of the first byte that differs and is not in CHANGES, or UINT64_MAX
   if there is none.  */
uint64_t byte_changes_compare (const struct byte_changes *changes,
                               const uint8_t *bytes, size_t size,
                               const uint8_t *copy, uint64_t start,
                               uint64_t end);

/* True if [START, END) overlaps CHANGES.  */
bool byte_changes_meet (const struct byte_changes *changes, uint64_t start,
                        uint64_t end);

void byte_changes_free (struct byte_changes *changes);

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
  struct paged *origin; /* what it is a copy of, or NULL */
  struct paged_state *state;
};

/* The SIZE bytes, not 0, of FD, or of SOURCE if FD is -1.  NULL: no
   memory.  */
struct paged *paged_new (int fd, const uint8_t *source, size_t size);

/* A copy of FROM, with what was written to it, that has SIZE bytes, not fewer
   than FROM: ZEROS zeros at AT and more at the end.  What was written to FROM
   does not contain AT.  If the bytes are those of a file, what FROM is a copy
   of, or FROM itself, must outlive the copy.  NULL: no memory.  */
struct paged *paged_copy (struct paged *from, uint64_t at, uint64_t zeros,
                          size_t size);

/* Keep the memory of this process, which has one thread and processes one file
   after the other, for the next file.  */
void paged_keep_memory (void);

/* Release PAGED, which may be NULL.  */
void paged_free (struct paged *paged);

/* The SIZE bytes at AT, all of which PAGED has.  Several threads may call
   this.  */
const uint8_t *paged_at (struct paged *paged, uint64_t at, uint64_t size);

/* paged_at for the SIZE bytes at BYTES in the memory of PAGED, as a member of
   an archive is known by its place there.  PAGED is NULL if all were read.  */
static inline const uint8_t *
paged_bytes (struct paged *paged, const uint8_t *bytes, uint64_t size)
{
  return paged == NULL
             ? bytes
             : paged_at (paged, (uint64_t) (bytes - paged->bytes), size);
}

/* The SIZE bytes at AT, all of which the caller writes: whole blocks that were
   not asked for are not read, and are zero.  The bytes are listed in
   PAGED->written, whose FAILED says that there was no memory for that.  One
   thread at a time.  */
uint8_t *paged_write (struct paged *paged, uint64_t at, uint64_t size);

/* Write SIZE zeros at AT.  */
void paged_zero (struct paged *paged, uint64_t at, uint64_t size);

/* Set *RANGE to the next range of bytes of PAGED, after *RANGE, that were read
   or written.  False: there is none.  RANGE->end is 0 before the first.  */
bool paged_next (const struct paged *paged, struct byte_range *range);

/* Set *RANGE to bytes that cover range number *NEXT of PAGED->written, which
   is sorted, and the ranges after it that begin in the same block; move *NEXT
   past them.  All these bytes are in memory.  False: there is none.  */
bool paged_next_written (const struct paged *paged, size_t *next,
                         struct byte_range *range);

/* Whether the SIZE bytes at AT, unless they were written, are those at FROM of
   the file.  */
bool paged_maps (const struct paged *paged, uint64_t at, uint64_t from,
                 uint64_t size);

/* Whether all bytes that were asked for could be read: of PAGED, of what it is
   a copy of, and of all other copies of that.  False with errno set; 0: the
   file has become shorter.  */
bool paged_sound (const struct paged *paged);

/* Memory for large arrays, on large pages if possible.  */

/* malloc and free, but large blocks ask for large pages; for sfm_options.  The
   memory may also be given to free.  DATA is ignored.  */
void *large_pages_alloc (void *data, size_t size);
void large_pages_release (void *data, void *pointer);

/* Ask for large pages in the SIZE bytes of whole pages at POINTER.  */
void large_pages_advise (void *pointer, size_t size);

/* Nameless files in memory.  */

/* A descriptor, none of the standard ones, of a new file of SIZE zeros.  0
   with errno set: the system has no such files, or limits files to fewer
   bytes.  */
int memory_file_new (size_t size);

/* Close FD, which may be 0.  */
void memory_file_close (int fd);

/* Buffers for whole files, whose long runs of zeros take no memory and no disk
   space.  */

/* SIZE bytes of zeros, for sparse_free; SIZE is not 0.  Pages that are never
   written to take no memory.  NULL: no memory.  */
uint8_t *sparse_alloc (size_t size);

/* Release the SIZE bytes at BYTES, which may be NULL.  */
void sparse_free (const uint8_t *bytes, size_t size);

/* Whether the SPARSE_HOLE_SIZE bytes at DATA are all zero.  */
bool sparse_is_hole (const uint8_t *data);

/* Runs of zero bytes.  */

/* The offset of the first byte of BYTES from AT on that is not zero, or END.
   A reserve has millions of zeros, so eight are looked at together.  */
static inline uint64_t
zeros_end (const uint8_t *bytes, uint64_t at, uint64_t end)
{
  uint64_t word = 0;

  while (end - at >= sizeof word)
    {
      memcpy (&word, bytes + at, sizeof word);
      if (word != 0)
        break;
      at += sizeof word;
    }
  while (at < end && bytes[at] == 0)
    at++;
  return at;
}

/* Read and write whole ranges of a file, whatever the offset that descriptors
   share.  */

/* Read SIZE bytes of FD from AT on, or as many as there are, to BYTES.
   Returns how many there are, or -1 with errno set.  */
ssize_t read_at (int fd, void *bytes, size_t size, uint64_t at);

/* The same for all SIZE bytes.  False with errno set, to EIO if they are not
   all there.  */
bool read_all_at (int fd, void *bytes, size_t size, uint64_t at);

/* Write the SIZE bytes at BYTES to AT of FD.  False with errno set.  */
bool write_at (int fd, const void *bytes, size_t size, uint64_t at);

/* Close FD and leave errno alone.  */
void close_quietly (int fd);

#endif /* BFDGLUE_PAGED_H */
