/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-visit.c - pass a file to the reader for its kind, without changing it.

   Linked images are read by our own ELF layer.  Objects and archives, whose
   relocations identify the functions, are read by the reader of inputs.
   Compressed files, such as installed kernel modules, are unpacked in
   memory.  */

#include "config.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <unistd.h>

#include "archive.h"
#include "elf-abi.h"
#include "file-list.h"
#include "paged.h"
#include "sframe-section.h"

/* What --exclude leaves out of directories.

   A pattern of a path is matched from the given directory on, so that
   usr/lib/debug means the one at the top of a tree and no other.  */

int
excludes_take (const struct option_use *use)
{
  struct excludes *excludes = option_member (use);
  char *pattern = use->arg;
  size_t size = strlen (pattern);

  while (size > 1 && pattern[size - 1] == '/')
    pattern[--size] = '\0';
  if (size == 0 || strcmp (pattern, "/") == 0)
    return report_usage ("%s: --exclude='%s' matches nothing", use->command,
                         pattern);
  return LIST_ADD (excludes, pattern)
             ? OPTIONS_GO_ON
             : report_input_status (diag_nomem (&use->report->sink, NULL));
}

bool
excludes_match (const struct excludes *excludes, const char *path)
{
  for (size_t i = 0; i < excludes->count; i++)
    {
      const char *pattern = excludes->at[i];
      const bool whole = strchr (pattern, '/') != NULL;
      if (fnmatch (pattern + (*pattern == '/'),
                   whole ? path : path + path_base_offset (path), FNM_PATHNAME)
          == 0)
        return true;
    }
  return false;
}

bool
foreign_open (const struct file_source *source, struct image *image)
{
  if ((source->bytes != NULL
       && file_foreign (paged_bytes (source->pages, source->bytes,
                                     smaller (source->size, FILE_KIND_BYTES)),
                        source->size)
              == NULL)
      || image_open_source (source, ALLOW_ANY, image, &diag_silent) != SFM_OK)
    return false;
  if (image->foreign && image_has_sframe (image))
    return true;
  image_close (image);
  return false;
}

/* Call FN for MEMBER of ARCHIVE if it is such a file.  */
static sfm_status
visit_member (struct archive *archive, const struct archive_member *member,
              foreign_fn *fn, void *data, const struct diag_sink *sink)
{
  struct image image;
  const char *name
      = archive_member_name (&archive->pool, archive->path, member->name);

  if (name == NULL)
    return diag_nomem (sink, archive->path);
  const struct file_source source = { .path = name,
                                      .fd = -1,
                                      .bytes = archive->bytes + member->data,
                                      .size = (size_t) member->size,
                                      .pages = archive->pages };
  if (!foreign_open (&source, &image))
    return SFM_OK;
  const sfm_status status = fn (data, &image);
  image_close (&image);
  return status;
}

static sfm_status
visit_members (const char *path, const struct file_bytes *file, foreign_fn *fn,
               void *data, const struct diag_sink *sink)
{
  struct archive archive;
  sfm_status status = SFM_OK;

  /* The reader of inputs says why it cannot be read.  */
  if (file_bytes_kind (file) != FILE_ARCHIVE
      || archive_open (path, file, &archive, &diag_silent) != SFM_OK)
    return SFM_OK;
  for (size_t i = 0; i < archive.count && status == SFM_OK; i++)
    if (archive.members[i].role == ARCHIVE_MEMBER)
      status = visit_member (&archive, &archive.members[i], fn, data, sink);
  archive_close (&archive);
  return status;
}

sfm_status
foreign_members (const struct file_source *from, foreign_fn *fn, void *data,
                 const struct diag_sink *sink)
{
  struct file_bytes file = {
    .bytes = from->bytes, .size = from->size, .fd = -1, .pages = from->pages
  };

  if (from->bytes != NULL)
    return visit_members (from->path, &file, fn, data, sink);
  if (file_bytes_open (from, &file, &diag_silent) != SFM_OK)
    return SFM_OK;
  const sfm_status status = file_bytes_settle (
      &file, from->path, visit_members (from->path, &file, fn, data, sink),
      sink);
  file_bytes_close (&file);
  return status;
}

/* Set *KIND to the kind of the file open as FD, by its first bytes.  If they
   cannot be read, no kind is assumed: the next attempt to read may succeed,
   and an object read as an image lacks its relocations.  */
static sfm_status
kind_of (const char *path, int fd, enum file_kind *kind,
         const struct diag_sink *sink)
{
  uint8_t head[ELF_EHDR_SIZE];
  struct stat st;

  /* The reader of images reports what is not a regular file.  */
  ssize_t size = fstat (fd, &st);
  if (size == 0 && S_ISREG (st.st_mode))
    size = read_at (fd, head, sizeof head, 0);
  if (size < 0)
    return diag_errno (sink, path, "cannot read");
  if (S_ISREG (st.st_mode))
    *kind = file_kind (head, (size_t) size);
  return !S_ISREG (st.st_mode) || (*kind != FILE_OTHER && *kind != FILE_LLVM)
             ? SFM_OK
             : diag_fail (sink, SFM_ERR_UNSUPP, path, "is %s",
                          file_not_object (head, (size_t) size));
}

static sfm_status
visit_packed (const struct file_source *source, enum file_kind kind,
              const struct file_visitor *visitor, void *data,
              const struct diag_sink *sink)
{
  struct file_source plain = *source;
  struct file_bytes file;
  uint8_t *bytes;
  sfm_status status;

  TRY (file_bytes_read_source (source, &file, sink));
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
file_not_directory (const char *path, const struct diag_sink *sink)
{
  struct stat st;

  return stat (path, &st) != 0 || !S_ISDIR (st.st_mode)
             ? SFM_OK
             : diag_fail (sink, SFM_ERR_IO, path,
                          "is a directory (-r takes the files in it)");
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
  source.fd = fd;
  if (status == SFM_OK)
    status = visit_open (&source, kind, visitor, data, sink);
  if (fd >= 0)
    close (fd);
  return status;
}
