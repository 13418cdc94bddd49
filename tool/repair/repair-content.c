/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-content.c - sfmerge repair of the content of a file, unpacked, by its
   kind.  */

#include "config.h"

#include <stdlib.h>

#include "repair-job.h"

/* Say that the file of JOB cannot be read as it is, because of WHY.  */
static sfm_status
cannot (struct repair_job *job, const char *name, const char *why)
{
  say (&job->report->sink, SAY_ERROR, name, "%s", why);
  return SFM_ERR_UNSUPP;
}

sfm_status
repair_content (struct repair_job *job, const char *name, const uint8_t *bytes,
                size_t size, uint8_t **out, size_t *out_size)
{
  *out = NULL;
  *out_size = 0;
  switch (job->kind)
    {
    case CONTENT_OBJECT:
      return repair_object (job, name, bytes, size, out, out_size);
    case CONTENT_IMAGE:
      return repair_image (job, name, bytes, size, out, out_size);
    case CONTENT_ARCHIVE:
      return repair_archive (job, name, bytes, size, out, out_size);
    case CONTENT_THIN:
      return repair_thin (job, name, bytes, size, out, out_size);
    case CONTENT_XZ:
      return cannot (job, name,
                     "compressed by xz, only gzip is read: unpack it with "
                     "unxz, and pack it again afterwards");
    case CONTENT_ZSTD:
      return cannot (job, name,
                     "compressed by zstd, only gzip is read: unpack it with "
                     "unzstd, and pack it again afterwards");
    default:
      return cannot (job, name, "neither an ELF file nor an archive");
    }
}

void
repair_release (const struct repair_job *job, uint8_t *out)
{
  if (out != job->image.copy)
    free (out);
}
