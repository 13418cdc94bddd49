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
#include <sys/stat.h>
#include <unistd.h>

#include "elf-codec.h"
#include "file-bytes.h"
#include "file-visit.h"
#include "gzip-file.h"

/* Set *KIND to the kind of PATH, by its first bytes.  There is none to assume
   if they cannot be read: the next attempt may succeed, and an object read as
   an image lacks its relocations.  */
static sfm_status
kind_of (const char *path, enum file_kind *kind, const struct diag_sink *sink)
{
  uint8_t head[ELF_EHDR_SIZE];
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0)
    return diag_errno (sink, path, "cannot open");
  /* The reader of images says what else it is.  */
  ssize_t size = fstat (fd, &st);
  if (size == 0 && S_ISREG (st.st_mode))
    size = file_head (fd, head, sizeof head);
  sfm_status status
      = size < 0 ? diag_errno (sink, path, "cannot read") : SFM_OK;
  *kind = size > 0 ? file_kind (head, (size_t) size) : FILE_OTHER;
  close (fd);
  return status;
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
  enum file_kind kind = FILE_OTHER;
  sfm_status status = kind_of (path, &kind, sink);
  bool archive = kind == FILE_ARCHIVE || kind == FILE_THIN;

  if (visitor->begin != NULL)
    visitor->begin (data, path, archive);
  if (status != SFM_OK)
    return status;
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
