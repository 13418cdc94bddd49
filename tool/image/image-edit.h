/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-edit.h - one linked image and its merged section: the part that
   sfmerge link, repair and convert share.

   Open the image and read it (image_edit_read), describe it in a merger
   (image_edit_describe), then plan, write and verify the changed copy
   (image_edit_build).  Nothing is written to the
   disk here.  */

#ifndef TOOL_IMAGE_EDIT_H
#define TOOL_IMAGE_EDIT_H

#include <jansson.h>

#include "common-options.h"
#include "consumer-file.h"
#include "detached-file.h"
#include "image-change.h"
#include "image-context.h"
#include "describe.h"
#include "output-ahead.h"

enum
{
  IMAGE_HELP = sizeof "--grow=large-pages --force"
};

/* One image.  Before image_edit_read, all members but OPTIONS, SINK, JUDGE,
   TRIAL, KEEP, and the first three of CONTEXT are zero.  */
struct image_edit
{
  const struct common_options *options;
  const struct diag_sink *sink;
  const struct consumer *judge; /* who is to use the result; NULL: nobody */
  bool trial; /* nobody reads messages: HELP is set for any failure */
  bool keep;  /* leave a section that is right already, whatever the order of
                its rows */
  struct image_context context;
  struct byte_range whole;  /* a section that is replaced even if its bytes are
                              no pieces; empty: there is none */
  struct describe describe; /* what MERGER has, and how the rest is made */
  struct sfm_merger *merger;
  enum cover_mode cover;         /* which calls the plans cover */
  size_t call_at;                /* index of the next of them */
  uint8_t *content;              /* the merged section */
  struct detached_file detached; /* with --detached */
  char *detached_path;           /* its name, if it is made of the build-id */
  struct image_change change; /* its copy is NULL if it is not made yet, or not
                                 needed */
  struct rewrite_result result;
  struct consumer_verdict verdict; /* of JUDGE on the result */
  char help[IMAGE_HELP]; /* the options with which JUDGE could use the result,
                            if that was refused, or empty */
  const char *target;    /* where the copy goes; NULL: nowhere yet */
  struct output_options how; /* with TARGET */
  struct output_ahead ahead; /* of the copy for TARGET */
};

/* Read EDIT->context.image, which is open, and its debug file.  Statuses:
   those of image_context_read.  */
sfm_status image_edit_read (struct image_edit *edit) SFM_CHECKED;

/* Whether rows are made of call frame information, as the options say.
   INPUTS: inputs have SFrame data, even if the image has none.  */
bool image_edit_fills (const struct image_edit *edit, bool inputs);

/* Make EDIT->merger for OPTIONS, and describe the image in it.  PLACE_INPUTS
   gets DATA, as describe.h says.  Statuses: those of sfm_merger_new and
   describe_image.  */
sfm_status image_edit_describe (
    struct image_edit *edit, const struct sfm_options *options,
    sfm_status (*place_inputs) (void *data, struct describe *describe),
    void *data) SFM_CHECKED;

/* cover-calls.c: let the plans of EDIT->merger cover the return addresses of
   last calls as the options say.  It needs the index of EDIT->context, the
   plans do not.  Statuses: NOMEM.  */
sfm_status image_edit_cover (struct image_edit *edit) SFM_CHECKED;

/* image-detached.c: plan EDIT->merger for a detached file, and make and verify
   this file once its content is there.  Statuses: those of detached_begin and
   sfm_merger_plan; of detached_write, verify_section and detached_verify.  */
sfm_status image_detached_plan (struct image_edit *edit) SFM_CHECKED;
sfm_status image_detached_make (struct image_edit *edit) SFM_CHECKED;

/* Check that the detached file that was made may replace one of its name, if
   there is one: *EQUAL if that is the same already; else, unless --force is
   given, it must be of the same code, and not made in this run of the image
   TWIN, which may be NULL.  Statuses: UNSUPP; those of file_bytes_read and
   detached_same_code.  */
sfm_status image_detached_replaces (const struct image_edit *edit,
                                    const char *twin, bool *equal) SFM_CHECKED;

/* image-start-base.c: refuse a copy of version 2 in which nothing would tell
   what its starts are relative to.  Statuses: UNSUPP; those of
   image_open_bytes and image_context_read.  */
sfm_status image_start_base_check (const struct image_edit *edit) SFM_CHECKED;

/* Plan EDIT->merger for the best location, and make and verify the changed
   copy, unless the image's section already has the planned contents; or, with
   --detached, make the file for the section instead.  A result that
   EDIT->judge cannot use is refused; which options would help is then tried.
   Statuses: those of make_room, sfm_merger_write, rewrite_image,
   verify_image and image_consumer_judge.  */
sfm_status image_edit_build (struct image_edit *edit) SFM_CHECKED;

/* Whether a changed copy or a detached file was made.  */
bool image_edit_changed (const struct image_edit *edit);

/* Report the losses, one line per reason, and what was done.  */
void image_edit_tell (const struct image_edit *edit);

/* The figures of the merged section as JSON; NULL: no memory.  */
json_t *image_edit_json (const struct image_edit *edit);

/* Write the SIZE bytes at DATA, the copy or another file, to EDIT's target.
   Statuses: those of output_write.  */
sfm_status image_edit_write (struct image_edit *edit, const uint8_t *data,
                             size_t size) SFM_CHECKED;

/* Release everything that EDIT holds, including IMAGE.  */
void image_edit_free (struct image_edit *edit);

#endif /* TOOL_IMAGE_EDIT_H */
