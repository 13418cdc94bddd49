/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-image.h - the last look before an output replaces anything.  */

#ifndef BFDGLUE_VERIFY_IMAGE_H
#define BFDGLUE_VERIFY_IMAGE_H

#include "elf-image.h"
#include "free-space.h"
#include "phdr-plan.h"

/* Compare the SIZE bytes at CONTENT with what MERGER planned, rule by rule,
   and have the checker, which shares nothing with the merge, find no error in
   them as a section at ADDR.  PATH is for messages.  Statuses: CORRUPT,
   NOMEM.  */
sfm_status verify_section (const struct sfm_merger *merger,
                           const uint8_t *content, size_t size, uint64_t addr,
                           const char *path,
                           const struct diag_sink *sink) SFM_CHECKED;

/* already-merged.c: whether the SIZE bytes at CONTENT, a section at ADDR, need
   no change: the checker warns of nothing in them, and they say what MERGER
   plans, plain or compact as SHARE allows.  MERGER's plan is another one
   afterwards.  Where memory is short the answer is no.  */
bool already_merged (struct sfm_merger *merger, const uint8_t *content,
                     size_t size, uint64_t addr, enum sfm_share share);

/* A changed copy of an image, and what was meant.  */
struct verify_change
{
  const uint8_t *copy;
  size_t size;
  const struct free_space *space; /* by the copy's headers */
  const uint8_t *content;
  size_t content_size;
  const struct phdr_plan *phdr;
  struct byte_changes *changes; /* sorted by this */
};

/* Read CHANGE's copy of IMAGE as any reader of ELF would.  Exactly one piece
   must be found, the one at CONTENT, where SPACE says.  Every byte that is not
   in CHANGES is the image's.  Every section and segment that was there is
   still there with the same bytes, and those that are new, or have grown, lie
   where nothing else does.  Statuses: CORRUPT, NOMEM.  */
sfm_status verify_image (const struct image *image,
                         const struct verify_change *change,
                         const struct diag_sink *sink) SFM_CHECKED;

/* Whether IMAGE has CHANGE's content as its section and segment, and nothing
   that competes with it.  */
bool verify_in_place (const struct image *image,
                      const struct verify_change *change);

/* verify-layout.c: the part of it that is about sections and segments; COPY is
   CHANGE's, opened.  */
sfm_status verify_layout (const struct image *image, const struct image *copy,
                          const struct verify_change *change,
                          const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_VERIFY_IMAGE_H */
