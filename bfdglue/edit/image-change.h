/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-change.h - put the merged section into a copy of an image: choose the
   location, change the copy, verify it.  */

#ifndef BFDGLUE_IMAGE_CHANGE_H
#define BFDGLUE_IMAGE_CHANGE_H

#include "byte-range.h"
#include "elf-image.h"
#include "free-space.h"
#include "insert-pages.h"
#include "phdr-plan.h"

/* The change of an image, from the decision to the changed copy.  Each step
   below sets what the next ones need; the caller sets the rest.  */
struct image_change
{
  const struct image *image;
  const struct byte_range *clear; /* the existing pieces, in file order */
  size_t clear_count;
  const struct diag_sink *sink;

  /* Set by make_room.  With inserted zeros, IMAGE is the last of the images in
     INSERTED from then on, and CLEAR is SHIFTED_CLEAR.  */
  const struct image *source; /* IMAGE as the caller set it */
  struct
  {
    struct insertion insertion;
    struct image image; /* with the zeros */
  } inserted[2];        /* for a segment to grow, for a new segment */
  unsigned inserted_count;
  struct byte_range *shifted_clear;

  /* What the merger was planned for last, if it was since make_room.  */
  bool planned;
  uint64_t planned_addr;
  uint64_t planned_limit;

  /* Set by choose_location.  */
  struct free_space space; /* of the merged section */
  struct phdr_plan phdr;

  const uint8_t *content; /* the merged section */
  size_t content_size;
  struct paged *copy; /* of the image's file, then zeros up to PHDR.file_size;
                         it lists what was written */
  struct image grown; /* COPY, opened after PHDR was applied */
  uint32_t *numbers;  /* the number in COPY of each section of IMAGE and of a
                        new one; NULL: the same, and a new one is the last */
};

/* The number in the copy of CHANGE of section IDX of its image.  */
static inline uint32_t
section_number (const struct image_change *change, uint32_t idx)
{
  return change->numbers != NULL ? change->numbers[idx] : idx;
}

/* What rewrite_image did.  */
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

/* Find what serves the merged section best: a location, PT_GNU_SFRAME, and
   space for all functions of PLT code.  Attempts by choose_location follow
   each other until one serves everything: with the image as it is, with zeros
   inserted into its file (insert-pages.h), each with .dynsym moved, and with
   the table of program headers moved, as far as OPTIONS allow that.  Statuses:
   those of choose_location.  */
sfm_status make_room (struct image_change *change, struct sfm_merger *merger,
                      const struct phdr_options *options) SFM_CHECKED;

/* Plan MERGER for the best location in CHANGE's image and set its space to it.
   Locations are tried in this order: the larger of the SFrame sections
   (without section headers, the range of PT_GNU_SFRAME), then the largest
   .sframe_reserve, then, if OPTIONS allow it, the free end of a read-only
   segment, then a new segment.  A section whose end a symbol marks rules out
   the others.  Functions of PLT code are dropped to save space only if neither
   is possible.  If PT_GNU_SFRAME is missing, OPTIONS may also allow a new
   program header.  CHANGE->phdr receives the changes for a segment or header,
   or why there is none.  Each step is reported as a detail.

   Statuses: LIMIT (it fits nowhere; the message gives both sizes), UNSUPP
   (there is no such section and none can be added), NOMEM, CORRUPT.  */
sfm_status choose_location (struct image_change *change,
                            struct sfm_merger *merger,
                            const struct phdr_options *options) SFM_CHECKED;

/* Make the copy of CHANGE, apply the plan for program headers to it, restore
   the order of its sections, and put the content into it.  Statuses: NOMEM,
   and those of image_open_bytes and rewrite_image.  */
sfm_status image_change_apply (struct image_change *change,
                               struct rewrite_result *result) SFM_CHECKED;

/* Release the copy of CHANGE, which is not needed.  */
void image_change_drop_copy (struct image_change *change);

/* Put the content of CHANGE into its copy, from which IMAGE was opened after
   phdr_apply; CHANGE's own image if that had nothing to do.  Empty every other
   section for SFrame data, and set the headers.  In the space and in the free
   space of those sections, zero the remaining owned bytes and those of the
   existing pieces.

   Only these may change: the bytes of the free space and of the pieces; the
   section's header (name, type, flags, size, entry size, link and info, and an
   alignment that is less than 8 or more than its address has); one NUL in the
   section names; PT_GNU_SFRAME; p_filesz and p_memsz of the PT_LOAD if the
   content ends after it; other sections of the same names (zeroed, size 0,
   SHT_PROGBITS, no longer named .sframe); and the entries of their .rela
   sections (set to R_*_NONE).

   Statuses: LIMIT (it does not fit, or there are too many sections to empty),
   USAGE (the space is not in IMAGE), CORRUPT (a section to empty or its
   relocations share bytes with something else).  On failure the copy is
   unchanged.  */
sfm_status rewrite_image (struct image_change *change,
                          const struct image *image,
                          struct rewrite_result *result) SFM_CHECKED;

/* Release what CHANGE took.  */
void image_change_free (struct image_change *change);

/* Open CHANGE's copy and verify it.  It must contain one piece, the content at
   its space.  Every byte that is not listed as written must equal the image's,
   and those of an image with inserted zeros the source's.  Every
   section and segment of the image must still exist with the same bytes, and
   new or larger ones must not overlap others.  Messages go to SINK.  Statuses:
   CORRUPT, NOMEM.  */
sfm_status verify_image (struct image_change *change,
                         const struct diag_sink *sink) SFM_CHECKED;

/* True if the section and the PT_GNU_SFRAME of IMAGE hold CHANGE's content,
   and all other loaded sections of these names are empty.  PT_GNU_SFRAME may
   be missing unless the plan adds it.  */
bool verify_in_place (const struct image *image,
                      const struct image_change *change);

/* True if the SIZE bytes at CONTENT, a section at ADDR, need no change: the
   checker finds nothing worse than a note, and they describe what MERGER plans
   in plain or compact form, as SHARE allows.  This replaces MERGER's plan.
   False if memory is short.  */
bool already_merged (struct sfm_merger *merger, const uint8_t *content,
                     size_t size, uint64_t addr, enum sfm_share share);

#endif /* BFDGLUE_IMAGE_CHANGE_H */
