/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-consumer.h - what the consumer of --for takes of a merged section of
   an image.  */

#ifndef TOOL_IMAGE_CONSUMER_H
#define TOOL_IMAGE_CONSUMER_H

#include "image-edit.h"

/* The engine options for a merge to TARGET in EDIT's image.  */
struct sfm_options image_consumer_options (const struct image_edit *edit,
                                           enum sfm_target target);

/* Warn if CONSUMER, which may be NULL, reads nothing on the machine of the
   file PATH, which has the e_machine and byte order given.  */
void image_consumer_tell_machine (const struct consumer *consumer,
                                  uint16_t machine, bool big_endian,
                                  const char *path,
                                  const struct diag_sink *sink);

/* Check that the consumer finds EDIT's merged section, which is planned.
   UNSUPP: it does not find it, which is reported.  */
sfm_status image_consumer_check (const struct image_edit *edit) SFM_CHECKED;

/* Set EDIT->verdict to the judge's verdict on what EDIT has made, which is
   read back as check reads it; without a judge it is "usable".  Statuses:
   those of image_open_bytes, detached_attach and consumer_judge_image.  */
sfm_status image_consumer_judge (struct image_edit *edit) SFM_CHECKED;

/* Refuse to leave EDIT's image as it is if it has SFrame that the judge cannot
   use.  Statuses: UNSUPP, and those above.  */
sfm_status image_consumer_leave (struct image_edit *edit) SFM_CHECKED;

#endif /* TOOL_IMAGE_CONSUMER_H */
