/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rewrite-image.h - put the merged section into a copy of an image.

   Only these may change: the bytes of the free space and of the ranges to be
   cleared; the section's header (name, type, flags, size, entry size, link and
   info, and an alignment that is less than 8 or more than its address has);
   one NUL in the section names; PT_GNU_SFRAME; p_filesz and p_memsz of the
   PT_LOAD if the content ends after it; other sections of the same names
   (zeroed, size 0, SHT_PROGBITS, no longer named .sframe); and the entries of
   their .rela sections (set to R_*_NONE).  */

#ifndef BFDGLUE_REWRITE_IMAGE_H
#define BFDGLUE_REWRITE_IMAGE_H

#include "byte-changes.h"
#include "elf-image.h"
#include "free-space.h"

struct rewrite_result
{
  bool no_segment;     /* the image has no PT_GNU_SFRAME; run-time consumers
                          will not find the section */
  uint64_t none_count; /* entries of .rela.sframe set to R_*_NONE */
  bool renamed;        /* the section got the name .sframe */
  bool rename_failed;  /* ... or could not */
  bool grown;          /* the PT_LOAD was extended */
  uint32_t retired;    /* other sections for SFrame data, emptied */
};

/* Change COPY, a writable copy of IMAGE's file with the same size.  Put the
   SIZE bytes at CONTENT into SPACE, empty every other section for SFrame
   data, and set the headers.  In SPACE and in the
   free space of those sections, zero the remaining owned bytes and those of
   the COUNT existing pieces at CLEAR, which are in file order.  Add the ranges
   written to CHANGES, which may be NULL.  IMAGE may have been opened from
   COPY.

   Statuses: LIMIT (it does not fit, or there are too many sections to empty),
   USAGE (SPACE is not in IMAGE), CORRUPT (a section to empty or its
   relocations share bytes with something else).  On failure COPY is
   unchanged.  */
sfm_status rewrite_image (const struct image *image, uint8_t *copy,
                          const struct free_space *space,
                          const uint8_t *content, uint64_t size,
                          const struct byte_range *clear, size_t count,
                          struct rewrite_result *result,
                          struct byte_changes *changes,
                          const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_REWRITE_IMAGE_H */
