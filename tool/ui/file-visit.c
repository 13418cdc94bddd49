/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-visit.c - pass a file to the reader for its kind, without changing it.

   Linked images are read by our own ELF layer.  Objects and archives, whose
   relocations identify the functions, are read by the reader of inputs.
   Compressed files, such as installed kernel modules, are unpacked in
   memory.  */

#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf-codec.h"
#include "file-bytes.h"
#include "file-visit.h"
#include "packed-file.h"

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

/* Visit PATH, which had PACKING, unpacked to the SIZE bytes at BYTES.  */
static sfm_status
visit_unpacked (const char *path, const struct packing *packing,
                const uint8_t *bytes, size_t size,
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
      return diag_fail (sink, SFM_ERR_UNSUPP, path,
                        "a compressed archive: decompress it with %s",
                        packing->unpacker);
    case FILE_GZIP:
    case FILE_XZ:
    case FILE_ZSTD:
      return diag_fail (sink, SFM_ERR_UNSUPP, path, "is compressed twice");
    default:
      return diag_fail (sink, SFM_ERR_UNSUPP, path, "holds no ELF file");
    }
}

static sfm_status
visit_packed (const char *path, const struct packing *packing,
              const struct file_visitor *visitor, void *data,
              const struct diag_sink *sink)
{
  struct file_bytes file;
  uint8_t *plain;
  size_t size;
  sfm_status status = file_bytes_read (path, &file, sink);

  if (status != SFM_OK)
    return status;
  status = file_unpack (packing->kind, path, file.bytes, file.size, &plain,
                        &size, sink);
  file_bytes_close (&file);
  if (status != SFM_OK)
    return status;
  status = visit_unpacked (path, packing, plain, size, visitor, data, sink);
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
    case FILE_XZ:
    case FILE_ZSTD:
      return visit_packed (path, packing_of (kind), visitor, data, sink);
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
