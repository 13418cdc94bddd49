/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-space.h - measure how many bytes the merged section may take without
   moving anything.  */

#ifndef BFDGLUE_FREE_SPACE_H
#define BFDGLUE_FREE_SPACE_H

#include "elf-image.h"
#include "sorted.h"

/* A location for the merged section.  */
struct free_space
{
  uint32_t section; /* section index; 0 without section headers */
  uint32_t segment; /* index of the PT_LOAD that holds it */
  uint64_t addr;
  uint64_t offset; /* file offset */
  uint64_t used;   /* sh_size now; without section headers, p_filesz of
                      PT_GNU_SFRAME */
  uint64_t owned;  /* bytes that are SFrame data whatever they hold, at least
                      USED: PT_GNU_SFRAME may cover more than the section */
  uint64_t size;   /* bytes that may be written, at least OWNED */
  bool fixed_size; /* a symbol marks the end of the section: it keeps its USED
                      bytes, padded with zeros */
};

/* Size of the section in SPACE if its content has SIZE bytes.  */
static inline uint64_t
free_space_filled (const struct free_space *space, uint64_t size)
{
  return space->fixed_size ? space->used : size;
}

/* free-space.c: the size of the pages of SEGMENT by its alignment.  */
uint64_t segment_page (const struct image_segment *segment);

/* Measure the free space from the start of section SECTION of IMAGE or, if
   SECTION is 0, in the PT_GNU_SFRAME segment, which never grows.  The COUNT
   ranges at PIECES, the existing pieces in file order, may be overwritten even
   though they are not zero.  With a single range from 0 to UINT64_MAX the
   content is ignored; the result is the area to search for pieces.  CORRUPT:
   the section is not in a PT_LOAD, or something else occupies its bytes, or
   may because they are neither zero nor in PIECES.  */
sfm_status free_space_measure (const struct image *image, uint32_t section,
                               const struct byte_range *pieces, size_t count,
                               struct free_space *space,
                               const struct diag_sink *sink) SFM_CHECKED;

/* CORRUPT if anything but section IDX and the segments that contain all of it
   occupies the section's bytes in the file.  Clearing them would damage
   it.  */
sfm_status free_space_owned (const struct image *image, uint32_t idx,
                             const struct diag_sink *sink) SFM_CHECKED;

/* free-space.c: number of bytes by which segment IDX of IMAGE could grow at
   its end, whatever the file has there: to the end of its page at most.  0
   unless it is a read-only PT_LOAD with nothing but the bytes of the file.  */
uint64_t segment_growth (const struct image *image, uint32_t idx);

/* free-space.c: set *TAIL to the free bytes after the last section of PT_LOAD
   number LOAD of IMAGE; without section headers, after the segment's bytes.
   False if there are none, or less than LEAST, or the segment is writable.  */
bool free_space_find_tail (const struct image *image, uint32_t load,
                           uint64_t least, struct free_space *tail,
                           const struct diag_sink *sink);

/* The free bytes after a section, and what limits them.  */

/* [OFFSET, USED_END) is in use; [USED_END, END) is free as far as is known.
   These are file offsets; ADDR is the address of OFFSET.  */
struct free_range
{
  uint64_t offset;
  uint64_t addr;
  uint64_t used_end;
  uint64_t end;
};

/* End RANGE before the first header, segment or section that follows section
   IDX of IMAGE, except sections of SFrame data, which are emptied.  LOAD is
   the index of the PT_LOAD that holds IDX.  CORRUPT: something overlaps the
   used bytes.  */
sfm_status range_exclude_occupied (struct free_range *range,
                                   const struct image *image, uint32_t idx,
                                   uint32_t load,
                                   const struct diag_sink *sink) SFM_CHECKED;

/* True if the value of dynamic tag TAG is an address.  */
bool tag_has_address (uint64_t tag);

/* End RANGE before the first free byte that a symbol, a dynamic tag or the
   entry point of IMAGE refers to.  If a symbol table cannot be read, end it at
   the used bytes and warn.  */
void range_exclude_referenced (struct free_range *range,
                               const struct image *image,
                               const struct diag_sink *sink);

/* Offset of the first byte of IMAGE in [AT, END) that is neither zero nor in
   one of the COUNT PIECES, or END.  PIECES are in file order.  */
uint64_t free_space_find_content (const struct image *image, uint64_t at,
                                  uint64_t end,
                                  const struct byte_range *pieces,
                                  size_t count);

/* CORRUPT, with a message, if the used bytes of SPACE, a section, contain such
   a byte.  */
sfm_status free_space_check_content (const struct image *image,
                                     const struct free_space *space,
                                     const struct byte_range *pieces,
                                     size_t count,
                                     const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_FREE_SPACE_H */
