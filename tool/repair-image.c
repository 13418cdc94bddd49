/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-image.c - sfmerge repair of a linked image.  */

#include "config.h"

#include "elf-image.h"
#include "repair-job.h"

sfm_status
repair_image (struct repair_job *job, const char *name, const uint8_t *bytes,
              size_t size, uint8_t **out, size_t *out_size)
{
  const struct say *sink = &job->report->sink;
  struct image image;

  *out = NULL;
  *out_size = 0;
  sfm_status status
      = image_open_bytes (name, bytes, size, false, &image, sink);
  if (status != SFM_OK)
    return status;
  image_close (&image);
  say (sink, SAY_ERROR, name,
       "SFrame in images is not rewritten by repair yet");
  job->refused = true;
  return SFM_ERR_UNSUPP;
}
