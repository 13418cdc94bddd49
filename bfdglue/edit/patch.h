/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   patch.h - change the copy of an image and list what changes.  */

#ifndef BFDGLUE_PATCH_H
#define BFDGLUE_PATCH_H

#include "image-change.h"

/* Write VALUE at OFFSET.  */
void patch_u16 (struct image_change *change, uint64_t offset, uint16_t value);
void patch_u32 (struct image_change *change, uint64_t offset, uint32_t value);
void patch_u64 (struct image_change *change, uint64_t offset, uint64_t value);

/* Add DELTA to the 64-bit number at OFFSET.  */
void patch_add (struct image_change *change, uint64_t offset, uint64_t delta);

/* Write the SIZE bytes at BYTES to OFFSET.  */
void patch_bytes (struct image_change *change, uint64_t offset,
                  const void *bytes, uint64_t size);

/* Write zeros to [START, END), which may be empty.  */
void patch_zero (struct image_change *change, uint64_t start, uint64_t end);

/* In SPACE, zero the owned bytes and those of the existing pieces.  */
void patch_clear (struct image_change *change, const struct free_space *space);

/* Write the header of SECTION to OFFSET.  Only the words that differ from what
   is there count as changed.  */
void patch_section (struct image_change *change, uint64_t offset,
                    const struct image_section *section);

/* Write the read-only SEGMENT, which occupies its memory only with its bytes
   of the file, to the program header at OFFSET.  */
void patch_segment (struct image_change *change, uint64_t offset,
                    const struct image_segment *segment, uint64_t paddr);

/* Set the size of the segment whose program header is at OFFSET.  */
void patch_segment_size (struct image_change *change, uint64_t offset,
                         uint64_t size);

/* phdr-apply.c: apply CHANGE->phdr to the copy.  */
void phdr_apply (struct image_change *change);

/* section-order.c: put the section headers of IMAGE, the copy of CHANGE, in
   order of address if those of CHANGE's image are.  CHANGE->numbers then says
   how, and its space has the new number; IMAGE must be opened again.
   Statuses: NOMEM.  */
sfm_status section_order_restore (struct image_change *change,
                                  const struct image *image) SFM_CHECKED;

/* section-order.c: true if the headers of loaded sections of IMAGE are in
   order of address, before all others.  */
bool sections_in_order (const struct image *image);

/* rewrite-name.c: offset of the string ".sframe" in the section names of
   IMAGE, or 0 if it is not there.  IMAGE must have section names.  */
uint32_t name_find (const struct image *image);

/* Rename section IDX of IMAGE to .sframe by CHANGE, unless it has that name,
   and set RESULT->renamed or RESULT->rename_failed.  */
void name_set (const struct image *image, struct image_change *change,
               uint32_t idx, struct rewrite_result *result);

/* Rename section IDX of IMAGE, which is emptied, by CHANGE if its name alone
   makes it SFrame data.  */
void name_hide (const struct image *image, struct image_change *change,
                uint32_t idx);

/* verify-layout.c: the part of verify_image that compares sections and
   segments.  COPY is CHANGE's copy, opened.  */
sfm_status verify_layout (const struct image_change *change,
                          const struct image *copy,
                          const struct diag_sink *sink) SFM_CHECKED;

/* verify-symbols.c: the part that compares the symbol tables in which
   something changed.  COPY is CHANGE's copy, opened.  */
sfm_status verify_symbols (const struct image_change *change,
                           const struct image *copy,
                           const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_PATCH_H */
