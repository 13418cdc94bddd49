/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-open.c - reading and decoding of an ELF64 file.  */

#include "config.h"

#include "elf-headers.h"
#include "elf-image.h"
#include "file-bytes.h"

static sfm_status
read_file (struct image *image, const struct diag_sink *sink)
{
  struct file_bytes file;
  sfm_status status = file_bytes_read (image->path, &file, sink);

  if (status != SFM_OK)
    return status;
  if (file.size == 0)
    {
      diag (sink, DIAG_ERROR, image->path, "not an ELF file: it is empty");
      status = SFM_ERR_UNSUPP;
    }
  image->bytes = file.bytes;
  image->size = file.size;
  image->owned = true;
  file.bytes = NULL;
  file_bytes_close (&file);
  return status;
}

/* Read and decode the file IMAGE->path.  */
static sfm_status
open_file (struct image *image, bool allow_rel, const struct diag_sink *sink)
{
  sfm_status status = read_file (image, sink);
  if (status == SFM_OK)
    status = headers_decode (image, allow_rel, sink);
  if (status != SFM_OK)
    image_close (image);
  return status;
}

sfm_status
image_open (const char *path, bool allow_rel, struct image *image,
            const struct diag_sink *sink)
{
  *image = (struct image){ .path = path };
  return open_file (image, allow_rel, sink);
}

sfm_status
image_open_debug (const char *path, struct image *image,
                  const struct diag_sink *sink)
{
  *image = (struct image){ .path = path, .debug = true };
  return open_file (image, false, sink);
}

sfm_status
image_open_bytes (const char *path, const uint8_t *bytes, size_t size,
                  bool allow_rel, struct image *image,
                  const struct diag_sink *sink)
{
  *image = (struct image){ .path = path, .bytes = bytes, .size = size };
  sfm_status status = headers_decode (image, allow_rel, sink);
  if (status != SFM_OK)
    image_close (image);
  return status;
}
