/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-job.h - one linked image and the merged section that it gets: what
   sfmerge link, repair and convert have in common.

   Open the image and read what it tells by itself (image_edit_read), give its
   own functions and others to the merger (image_edit_add_existing), then plan,
   write and check the changed copy (image_edit_build).  Nothing reaches the
   disk here.  */

#ifndef TOOL_IMAGE_JOB_H
#define TOOL_IMAGE_JOB_H

#include <jansson.h>

#include "byte-changes.h"
#include "common-options.h"
#include "code-ranges.h"
#include "elf-image.h"
#include "free-space.h"
#include "function-index.h"
#include "plt-code.h"
#include "pieces.h"
#include "rewrite-image.h"

/* One image.  All zero but for the first two, and IMAGE, before
   image_edit_read.  */
struct image_edit
{
  const struct common_options *options;
  const struct diag_sink *sink;
  bool keep; /* leave a section that is right already, whatever the order of
                its rows */
  struct image image;
  struct image debug; /* its debug file; all zero if there is none */
  struct function_index index;
  struct code_ranges code;
  struct existing_sframe existing;
  struct plt_code plt;
  bool existing_mixed; /* pieces of the image do not go together */
  struct sfm_merger *merger;
  struct free_space space;
  uint8_t *content; /* the merged section, SIZE bytes */
  size_t size;
  struct phdr_plan phdr;
  uint8_t *copy; /* of the image, changed; NULL: there is none yet, or it is
                    right as it is */
  size_t copy_size;
  struct image grown; /* the copy, once there is a place for the section */
  struct byte_changes changes;
  struct rewrite_result result;
};

/* Read what EDIT->image, which is open, and its debug file tell.  Statuses:
   those of debug_file_open, function_index_read, code_ranges_read and
   pieces_read.  */
sfm_status image_edit_read (struct image_edit *edit) SFM_CHECKED;

/* Give the image's own functions to MERGER.  A piece that it refuses is said
   and not used; OWN_MIXED is set if it does not go with the others.  Statuses:
   NOMEM.  */
sfm_status image_edit_add_existing (struct image_edit *edit,
                                    struct sfm_merger *merger) SFM_CHECKED;

/* Plan EDIT->merger for the best place, and make and check the changed copy,
   unless the image's section already is what is planned.  Statuses: those of
   choose_location, sfm_merger_write, rewrite_image and verify-image.h.  */
sfm_status image_edit_build (struct image_edit *edit) SFM_CHECKED;

/* Say what was lost, a line a reason, and what was done.  */
void image_edit_tell (const struct image_edit *edit);

/* The numbers of the merged section as JSON; NULL: no memory.  */
json_t *image_edit_json (const struct image_edit *edit);

/* Release all that EDIT has.  */
void image_edit_free (struct image_edit *edit);

#endif /* TOOL_IMAGE_JOB_H */
