/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   insert-pages.h - insert zeros into the file of an image, after the bytes of
   a segment, so that the segment can grow.  */

#ifndef BFDGLUE_INSERT_PAGES_H
#define BFDGLUE_INSERT_PAGES_H

#include "byte-range.h"
#include "elf-image.h"
#include "phdr-plan.h"

/* find-insertion.c: find the segment of IMAGE that has the most free bytes at
   its end once MOST zeros or less are inserted there.  False, with the reason
   in PHDR, if there is none; INSERTION->size is then how many zeros would do,
   if more than MOST, else 0.  */
bool insertion_find (const struct image *image,
                     const struct phdr_options *options, uint64_t most,
                     struct insertion *insertion, struct phdr_plan *phdr);

/* True if zeros at offset AT of IMAGE would divide nothing that its headers
   describe.  */
bool insertion_possible (const struct image *image, uint64_t at);

/* Set *RANGE, bytes of a file, to where INSERTION puts them.  */
void insertion_shift (const struct insertion *insertion,
                      struct byte_range *range);

/* Set *SHIFTED to IMAGE with INSERTION; image_close releases it.  Only e_shoff
   and the offsets in the program headers and section headers change;
   everything after the zeros is INSERTION->size bytes later.  On failure
   *SHIFTED is all zero.  Statuses: NOMEM, LIMIT, and those of
   image_open_bytes.  */
sfm_status insertion_apply (const struct image *image,
                            const struct insertion *insertion,
                            struct image *shifted,
                            const struct diag_sink *sink) SFM_CHECKED;

/* verify-insertion.c: compare SHIFTED with IMAGE, all bytes and all headers.
   Statuses: CORRUPT, NOMEM.  */
sfm_status insertion_verify (const struct image *image,
                             const struct insertion *insertion,
                             const struct image *shifted,
                             const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_INSERT_PAGES_H */
