/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-consumer.h - what the consumer of --for takes of a merged section of
   an image.  */

#ifndef TOOL_IMAGE_CONSUMER_H
#define TOOL_IMAGE_CONSUMER_H

#include "image-edit.h"

/* The engine options for a merge to TARGET in EDIT's image.  What the consumer
   refuses and no merge can change is reported.  */
struct sfm_options image_consumer_options (const struct image_edit *edit,
                                           enum sfm_target target);

/* If the table of the file PATH has no functions left, and CONSUMER, which may
   be NULL, refuses such a table, report that.  */
void image_consumer_tell_empty (const struct consumer *consumer,
                                uint64_t functions, const char *path,
                                const struct diag_sink *sink);

/* Check that the consumer finds EDIT's merged section, which is planned, and
   that it has functions.  UNSUPP: it does not find it, which is reported.  */
sfm_status image_consumer_check (const struct image_edit *edit) SFM_CHECKED;

#endif /* TOOL_IMAGE_CONSUMER_H */
