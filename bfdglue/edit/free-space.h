/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-space.h - how many bytes the merged section may take without moving
   anything.  */

#ifndef BFDGLUE_FREE_SPACE_H
#define BFDGLUE_FREE_SPACE_H

#include "byte-range.h"
#include "elf-image.h"

/* A place for the merged section, and what is there now.  */
struct free_space
{
  uint32_t section; /* its number; 0 without section headers */
  uint32_t segment; /* the PT_LOAD that holds it */
  uint64_t addr;
  uint64_t offset; /* in the file */
  uint64_t used;   /* sh_size now; p_filesz of PT_GNU_SFRAME without section
                      headers */
  uint64_t owned;  /* SFrame's own whatever they hold, from USED to SIZE: with
                      what PT_GNU_SFRAME covers beyond the section */
  uint64_t size;   /* bytes that may be written, at least OWNED */
  bool fixed_size; /* the section has to keep USED bytes, as symbols mark its
                      end; zeros fill it up */
};

/* Bytes that a section in SPACE has if its content takes SIZE.  */
static inline uint64_t
free_space_filled (const struct free_space *space, uint64_t size)
{
  return space->fixed_size ? space->used : size;
}

/* Measure the room from the start of section SECTION of IMAGE, or, if
   SECTION is 0, of the PT_GNU_SFRAME segment, which never grows.  PIECES, the
   bytes of recognised pieces, COUNT ranges in file order, may be overwritten
   though they are not zero.  One run from 0 to UINT64_MAX asks for the room
   whatever lies in it: that is where to look for pieces.  CORRUPT: the section
   is not in a PT_LOAD, or something else lies in its bytes, or may, as they
   are neither zeros nor PIECES.  */
sfm_status free_space_measure (const struct image *image, uint32_t section,
                               const struct byte_range *pieces, size_t count,
                               struct free_space *space,
                               const struct diag_sink *sink) SFM_CHECKED;

/* CORRUPT if anything but section IDX and the segments that hold it whole
   lies in its bytes in the file, so that clearing them would damage it.  */
sfm_status free_space_owned (const struct image *image, uint32_t idx,
                             const struct diag_sink *sink) SFM_CHECKED;

/* Free bytes behind the last section of a segment.  */
struct free_space_tail
{
  uint64_t offset;
  uint64_t addr;
  uint64_t size;
};

/* Find the free bytes behind the last section of PT_LOAD number LOAD of IMAGE,
   which is not writable.  False if there are none.  */
bool free_space_find_tail (const struct image *image, uint32_t load,
                           struct free_space_tail *tail,
                           const struct diag_sink *sink);

#endif /* BFDGLUE_FREE_SPACE_H */
