/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-layout.h - the parts of verify-layout.c.  */

#ifndef BFDGLUE_VERIFY_LAYOUT_H
#define BFDGLUE_VERIFY_LAYOUT_H

#include "image-change.h"

/* An image and its output, opened.  */
struct layout
{
  const struct image *was;
  const struct image *now;
  const struct image_change *change;
  const struct diag_sink *sink;
};

/* layout-compare.c: report that program header IDX, or section number IDX of
   the image, is wrong in the output, which WHAT says, and return CORRUPT.  */
sfm_status layout_wrong_segment (const struct layout *l, uint32_t idx,
                                 const char *what);
sfm_status layout_wrong_section (const struct layout *l, uint32_t idx,
                                 const char *what);

/* True if a PT_LOAD of IMAGE maps the SIZE bytes at OFFSET to ADDR.  */
bool layout_is_loaded (const struct image *image, uint64_t offset,
                       uint64_t addr, uint64_t size);

/* The section of the output that was number IDX.  */
const struct image_section *layout_now_section (const struct layout *l,
                                                uint32_t idx);

/* True if NOW refers to the section that WAS number IDX.  */
bool layout_same_number (const struct layout *l, uint32_t was, uint32_t now);

/* True if the SIZE bytes at OLD_OFF of the image and at NEW_OFF of the output
   are equal.  */
bool layout_same_bytes (const struct layout *l, uint64_t old_off,
                        uint64_t new_off, uint64_t size);

/* verify-segments.c: compare the program headers.  Statuses: CORRUPT.  */
sfm_status verify_segments (const struct layout *l) SFM_CHECKED;

/* verify-sections.c: compare the section headers, and the sections that moved
   or changed.  Statuses: CORRUPT.  */
sfm_status verify_sections (const struct layout *l) SFM_CHECKED;

#endif /* BFDGLUE_VERIFY_LAYOUT_H */
