/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-try.h - what a command would do to a file.  */

#ifndef TOOL_REPAIR_TRY_H
#define TOOL_REPAIR_TRY_H

#include "image-edit.h"

/* What came of it.  */
struct repair_tried
{
  bool works;                /* the command succeeds, and finds .sframe */
  bool nothing;              /* it succeeds, and finds nothing to do */
  enum consumer_grade grade; /* of the result; of objects the worst */
  char help[IMAGE_HELP];     /* if it fails, the options with which it would
                                succeed, or empty */
};

/* Do with FILE, which was read from PATH, in memory and without a word what
   sfmerge repair, convert or synth does with OPTIONS, and let JUDGE judge the
   result.  Statuses: NOMEM, without a message.  */
sfm_status repair_try (const struct common_options *options,
                       const struct consumer *judge, const char *path,
                       const struct file_bytes *file,
                       struct repair_tried *tried) SFM_CHECKED;

#endif /* TOOL_REPAIR_TRY_H */
