/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-visit.c - pass a file to the reader for its kind, without changing it.

   Linked images are read by our own ELF layer.  Objects and archives, whose
   relocations identify the functions, are read by the reader of inputs.  Files
   compressed by gzip, such as installed kernel modules, are unpacked in
   memory.  */

#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "elf-codec.h"
#include "file-bytes.h"
#include "file-visit.h"
#include "gzip-file.h"

enum file_kind
file_visit_kind (const char *path)
{
  uint8_t head[ELF_EHDR_SIZE];
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0)
    return FILE_IMAGE;
  ssize_t size = read (fd, head, sizeof head);
  close (fd);
  return size < 0 ? FILE_IMAGE : file_kind (head, (size_t) size);
}

/* Report WHY PATH cannot be read.  */
static sfm_status
cannot (const struct diag_sink *sink, const char *path, const char *why)
{
  diag (sink, DIAG_ERROR, path, "%s", why);
  return SFM_ERR_UNSUPP;
}

/* Visit the gzip file PATH, unpacked to the SIZE bytes at BYTES.  */
static sfm_status
visit_unpacked (const char *path, const uint8_t *bytes, size_t size,
                const struct file_visitor *visitor, void *data,
                const struct diag_sink *sink)
{
  switch (file_kind (bytes, size))
    {
    case FILE_OBJECT:
      return visitor->objects (data, path, bytes, size, false);
    case FILE_IMAGE:
      return visitor->image (data, path, bytes, size);
    case FILE_ARCHIVE:
    case FILE_THIN:
      return cannot (sink, path, "a packed archive: unpack it with gunzip");
    case FILE_GZIP:
      return cannot (sink, path, "is compressed twice");
    default:
      return cannot (sink, path, "holds no ELF file");
    }
}

static sfm_status
visit_gzip (const char *path, const struct file_visitor *visitor, void *data,
            const struct diag_sink *sink)
{
  struct file_bytes file;
  uint8_t *plain;
  size_t size;
  sfm_status status = file_bytes_read (path, &file, sink);

  if (status != SFM_OK)
    return status;
  status = gzip_unpack (path, file.bytes, file.size, &plain, &size, sink);
  file_bytes_close (&file);
  if (status != SFM_OK)
    return status;
  status = visit_unpacked (path, plain, size, visitor, data, sink);
  free (plain);
  return status;
}

sfm_status
file_visit (const char *path, const struct file_visitor *visitor, void *data,
            const struct diag_sink *sink)
{
  enum file_kind kind = file_visit_kind (path);
  bool archive = kind == FILE_ARCHIVE || kind == FILE_THIN;

  if (visitor->begin != NULL)
    visitor->begin (data, path, archive);
  switch (kind)
    {
    case FILE_OBJECT:
    case FILE_ARCHIVE:
    case FILE_THIN:
      return visitor->objects (data, path, NULL, 0, archive);
    case FILE_GZIP:
      return visit_gzip (path, visitor, data, sink);
    case FILE_XZ:
      return cannot (sink, path,
                     "compressed by xz, only gzip is read: unpack it with "
                     "unxz");
    case FILE_ZSTD:
      return cannot (sink, path,
                     "compressed by zstd, only gzip is read: unpack it with "
                     "unzstd");
    default:
      return visitor->image (data, path, NULL, 0);
    }
}

sfm_status
file_visit_open (const char *path, const uint8_t *bytes, size_t size,
                 struct image *image, const struct diag_sink *sink)
{
  return bytes == NULL
             ? image_open (path, true, image, sink)
             : image_open_bytes (path, bytes, size, true, image, sink);
}

sfm_status
file_visit_objects (struct inputs *inputs, const char *path,
                    const uint8_t *bytes, size_t size, input_fn *fn,
                    void *data)
{
  return bytes == NULL
             ? inputs_read (inputs, path, fn, data)
             : inputs_read_bytes (inputs, path, bytes, size, fn, data);
}
