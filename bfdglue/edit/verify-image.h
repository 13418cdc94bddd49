/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-image.h - verify an output before it replaces anything.  */

#ifndef BFDGLUE_VERIFY_IMAGE_H
#define BFDGLUE_VERIFY_IMAGE_H

#include "elf-image.h"
#include "free-space.h"
#include "phdr-plan.h"

/* already-merged.c: true if the SIZE bytes at CONTENT, a section at ADDR, need
   no change: the checker finds nothing worse than a note, and they describe
   what MERGER plans in plain or compact form, as SHARE allows.  This replaces
   MERGER's plan.  False if memory is short.  */
bool already_merged (struct sfm_merger *merger, const uint8_t *content,
                     size_t size, uint64_t addr, enum sfm_share share);

/* A changed copy of an image and the intended result.  */
struct verify_change
{
  const uint8_t *copy;
  size_t size;
  const struct free_space *space; /* as in the copy's headers */
  const uint8_t *content;
  size_t content_size;
  const struct phdr_plan *phdr;
  struct byte_changes *changes; /* sorted by verify_image */
};

/* Open CHANGE's copy of IMAGE and verify it.  It must contain one piece, the
   CONTENT at SPACE.  Every byte outside CHANGES must equal the image's.  Every
   section and segment of IMAGE must still exist with the same bytes, and new
   or larger ones must not overlap others.  Statuses: CORRUPT, NOMEM.  */
sfm_status verify_image (const struct image *image,
                         const struct verify_change *change,
                         const struct diag_sink *sink) SFM_CHECKED;

/* True if the section and the PT_GNU_SFRAME of IMAGE hold CHANGE's content,
   and all other loaded sections of these names are empty.  PT_GNU_SFRAME may
   be missing unless the plan adds it.  */
bool verify_in_place (const struct image *image,
                      const struct verify_change *change);

/* verify-layout.c: the part of verify_image that compares sections and
   segments.  COPY is CHANGE's copy, opened.  */
sfm_status verify_layout (const struct image *image, const struct image *copy,
                          const struct verify_change *change,
                          const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_VERIFY_IMAGE_H */
