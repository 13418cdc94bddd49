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

#include "elf-abi.h"
#include "file-bytes.h"
#include "file-list.h"
#include "paged.h"

/* Set *KIND to the kind of the file open as FD, by its first bytes.  There is
   none to assume if they cannot be read: the next attempt may succeed, and an
   object read as an image lacks its relocations.  */
static sfm_status
kind_of (const char *path, int fd, enum file_kind *kind,
         const struct diag_sink *sink)
{
  uint8_t head[ELF_EHDR_SIZE];
  struct stat st;

  /* The reader of images says what else it is.  */
  ssize_t size = fstat (fd, &st);
  if (size == 0 && S_ISREG (st.st_mode))
    size = read_at (fd, head, sizeof head, 0);
  if (size < 0)
    return diag_errno (sink, path, "cannot read");
  *kind = size > 0 ? file_kind (head, (size_t) size) : FILE_OTHER;
  return SFM_OK;
}

static sfm_status
visit_packed (const struct file_source *source, enum file_kind kind,
              const struct file_visitor *visitor, void *data,
              const struct diag_sink *sink)
{
  struct file_source plain = *source;
  struct file_bytes file;
  uint8_t *bytes;
  sfm_status status = file_bytes_read_source (source, &file, sink);

  if (status != SFM_OK)
    return status;
  status = file_unpack (kind, source->path, file.bytes, file.size, false,
                        &bytes, &plain.size, sink);
  file_bytes_close (&file);
  if (status != SFM_OK)
    return status;
  plain.bytes = bytes;
  status = file_kind (bytes, plain.size) == FILE_OBJECT
               ? visitor->objects (data, &plain, false)
               : visitor->image (data, &plain);
  free (bytes);
  return status;
}

/* Visit SOURCE, which is open, by its KIND.  */
static sfm_status
visit_open (const struct file_source *source, enum file_kind kind,
            const struct file_visitor *visitor, void *data,
            const struct diag_sink *sink)
{
  switch (kind)
    {
    case FILE_OBJECT:
      return visitor->objects (data, source, false);
    case FILE_ARCHIVE:
    case FILE_THIN:
      return visitor->objects (data, source, true);
    case FILE_GZIP:
    case FILE_XZ:
    case FILE_ZSTD:
      return visit_packed (source, kind, visitor, data, sink);
    default:
      return visitor->image (data, source);
    }
}

sfm_status
file_visit (const struct file_source *from, const struct file_visitor *visitor,
            void *data, const struct diag_sink *sink)
{
  const char *path = from->path;
  struct file_source source = *from;
  enum file_kind kind = FILE_OTHER;
  int fd;
  sfm_status status = file_open_any (from, path, &fd, sink);

  if (status == SFM_OK)
    status = kind_of (path, fd, &kind, sink);
  if (visitor->begin != NULL)
    visitor->begin (data, path, kind == FILE_ARCHIVE || kind == FILE_THIN);
  source.fd = fd;
  if (status == SFM_OK)
    status = visit_open (&source, kind, visitor, data, sink);
  if (fd >= 0)
    close (fd);
  return status;
}
