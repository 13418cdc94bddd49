/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-open.c - open an ELF64 file: all of its bytes, those that are asked for,
   or bytes in memory.  */

#include "config.h"

#include "elf-image.h"
#include "file-bytes.h"

/* Check that IMAGE has bytes.  */
static sfm_status
check_any (const struct image *image, const struct diag_sink *sink)
{
  return image->size != 0 ? SFM_OK
                          : diag_fail (sink, SFM_ERR_UNSUPP, image->path,
                                       "not an ELF file: it is empty");
}

static sfm_status
read_file (struct image *image, const struct file_source *source,
           const struct diag_sink *sink)
{
  struct file_bytes file;

  TRY (file_bytes_read_source (source, &file, sink));
  image->memory = file.bytes;
  image->size = file.size;
  image->owned = true;
  file.bytes = NULL;
  file_bytes_close (&file);
  return check_any (image, sink);
}

/* Decode the headers of IMAGE, after reading it from SOURCE unless that is
   NULL.  */
static sfm_status
open_image (struct image *image, const struct file_source *source,
            enum image_allowed allowed, const struct diag_sink *sink)
{
  sfm_status status
      = source != NULL ? read_file (image, source, sink) : SFM_OK;

  if (status == SFM_OK)
    status = headers_decode (image, allowed, sink);
  if (status != SFM_OK)
    image_close (image);
  return status;
}

sfm_status
image_open (const char *path, bool allow_rel, struct image *image,
            const struct diag_sink *sink)
{
  return image_open_source (&FILE_SOURCE (path), allow_rel, image, sink);
}

/* Open SOURCE, from its bytes or by reading it, if it is ALLOWED.  */
static sfm_status
open_source (const struct file_source *source, enum image_allowed allowed,
             struct image *image, const struct diag_sink *sink)
{
  *image = (struct image){ .path = source->path,
                           .memory = source->bytes,
                           .size = source->bytes != NULL ? source->size : 0 };
  return open_image (image, source->bytes == NULL ? source : NULL, allowed,
                     sink);
}

sfm_status
image_open_source (const struct file_source *source, bool allow_rel,
                   struct image *image, const struct diag_sink *sink)
{
  return open_source (source, allow_rel ? ALLOW_OBJECTS : ALLOW_IMAGES, image,
                      sink);
}

sfm_status
image_open_debug (const char *path, struct image *image,
                  const struct diag_sink *sink)
{
  *image = (struct image){ .path = path, .debug = true };
  return open_image (image, &FILE_SOURCE (path), ALLOW_IMAGES, sink);
}

sfm_status
image_open_bytes (const char *path, const uint8_t *bytes, size_t size,
                  bool allow_rel, struct image *image,
                  const struct diag_sink *sink)
{
  *image = (struct image){ .path = path, .memory = bytes, .size = size };
  return open_image (image, NULL, allow_rel ? ALLOW_OBJECTS : ALLOW_IMAGES,
                     sink);
}

sfm_status
image_open_file (const struct file_source *source, enum image_allowed allowed,
                 struct file_bytes *file, struct image *image,
                 const struct diag_sink *sink)
{
  *file = FILE_BYTES_NONE;
  if (source->bytes != NULL)
    return open_source (source, allowed, image, sink);
  TRY (file_bytes_open (source, file, sink));
  *image = (struct image){ .path = source->path,
                           .memory = file->bytes,
                           .size = file->size,
                           .pages = file->pages };
  sfm_status status = check_any (image, sink);
  if (status == SFM_OK)
    status = open_image (image, NULL, allowed, sink);
  if (status == SFM_OK)
    return status;
  status = file_bytes_settle (file, source->path, status, sink);
  file_bytes_close (file);
  return status;
}

sfm_status
image_open_pages (const char *path, struct paged *pages, struct image *image,
                  const struct diag_sink *sink)
{
  *image = (struct image){
    .path = path, .memory = pages->bytes, .size = pages->size, .pages = pages
  };
  return open_image (image, NULL, ALLOW_IMAGES, sink);
}

sfm_status
image_open_any (const char *path, const uint8_t *bytes, size_t size,
                struct image *image, const struct diag_sink *sink)
{
  *image = (struct image){ .path = path, .memory = bytes, .size = size };
  return open_image (image, NULL, ALLOW_ANY, sink);
}

sfm_status
image_open_any_source (const struct file_source *source, struct image *image,
                       const struct diag_sink *sink)
{
  return open_source (source, ALLOW_ANY, image, sink);
}
