/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-bytes.c - the bytes of a user's file, in memory of our own.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "file-bytes.h"
#include "files-limits.h"
#include "paged.h"
#include "text.h"

void
file_identify (struct file_id *id, const struct stat *st)
{
  *id = (struct file_id){
    { (uint64_t) st->st_dev, (uint64_t) st->st_ino, (uint64_t) st->st_size,
      (uint64_t) st->st_mtim.tv_sec, (uint64_t) st->st_mtim.tv_nsec,
      (uint64_t) st->st_ctim.tv_sec, (uint64_t) st->st_ctim.tv_nsec }
  };
}

bool
file_is_it (const struct file_id *id, const struct stat *st)
{
  return id->parts[FILE_ID_DEVICE] == (uint64_t) st->st_dev
         && id->parts[FILE_ID_INODE] == (uint64_t) st->st_ino;
}

bool
file_is_same (const struct file_id *id, const struct stat *st)
{
  struct file_id now;

  file_identify (&now, st);
  return memcmp (id, &now, sizeof now) == 0;
}

bool
file_is_unwritten (const struct file_id *id, const struct stat *st)
{
  struct file_id now;

  file_identify (&now, st);
  return memcmp (id, &now, FILE_ID_CHANGED * sizeof *now.parts) == 0;
}

sfm_status
file_open_any (const struct file_source *source, const char *name, int *fd,
               const struct diag_sink *sink)
{
  /* O_NONBLOCK: a named pipe must not make us wait for its writer.  */
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const char *change = NULL;

  if (source->fd >= 0)
    *fd = fcntl (source->fd, F_DUPFD_CLOEXEC, 0);
  else if (source->error != 0)
    {
      *fd = -1;
      errno = source->error;
    }
  else if (source->tree == NULL)
    *fd = open (source->path, flags);
  else
    *fd = tree_open_path (source->tree, source->path, flags);
  if (*fd < 0 && source->fd < 0 && source->tree != NULL)
    change = tree_change (errno);
  if (*fd >= 0)
    return SFM_OK;
  if (change != NULL)
    return diag_fail (sink, SFM_ERR_IO, name, "cannot open: %s", change);
  return diag_errno (sink, name, "cannot open");
}

sfm_status
file_open (const struct file_source *source, const char *name, int *fd,
           struct stat *st, const struct diag_sink *sink)
{
  sfm_status status = SFM_OK;

  TRY (file_open_any (source, name, fd, sink));
  if (fstat (*fd, st) != 0)
    status = diag_errno (sink, name, "cannot stat");
  else if (!S_ISREG (st->st_mode))
    status = diag_fail (sink, SFM_ERR_IO, name,
                        S_ISDIR (st->st_mode) ? "is a directory"
                                              : "is not a regular file");
  else if ((uintmax_t) st->st_size > SIZE_MAX)
    status = diag_fail (sink, SFM_ERR_LIMIT, name,
                        "too large for this machine: %jd bytes",
                        (intmax_t) st->st_size);
  if (status != SFM_OK)
    {
      close (*fd);
      *fd = -1;
    }
  return status;
}

/* Read [FROM, TO) of FD, which had SIZE bytes when it was opened, into the
   same range of BUFFER.  */
static sfm_status
fill_range (int fd, const char *name, uint8_t *buffer, size_t from, size_t to,
            size_t size, const struct diag_sink *sink)
{
  const ssize_t got = read_at (fd, buffer + from, to - from, from);
  if (got < 0)
    return diag_errno (sink, name, "cannot read");
  if ((size_t) got < to - from)
    return diag_fail (sink, SFM_ERR_TRUNC, name,
                      "ends after %zu bytes, had %zu when it was opened",
                      from + (size_t) got, size);
  return SFM_OK;
}

sfm_status
file_fill (int fd, const char *name, uint8_t *buffer, size_t size,
           const struct diag_sink *sink)
{
  return fill_range (fd, name, buffer, 0, size, size, sink);
}

bool
file_next_data (int fd, uint64_t at, uint64_t size, uint64_t *from,
                uint64_t *to)
{
  const off_t data = lseek (fd, (off_t) at, SEEK_DATA);

  if (data < 0 && errno == ENXIO)
    return false;
  const off_t hole = data < 0 ? -1 : lseek (fd, data, SEEK_HOLE);
  *from = data < 0 ? at : (uint64_t) data;
  *to = hole < 0 || (uint64_t) hole > size ? size : (uint64_t) hole;
  return *from < *to;
}

/* Read FD into BUFFER, SIZE zeros, except for its holes, and add what is read
   to *STORED.  */
static sfm_status
fill_data (int fd, const char *name, uint8_t *buffer, size_t size,
           size_t *stored, const struct diag_sink *sink)
{
  uint64_t from, to = 0;

  while (to < size && file_next_data (fd, to, size, &from, &to))
    {
      TRY (fill_range (fd, name, buffer, (size_t) from, (size_t) to, size,
                       sink));
      *stored += (size_t) (to - from);
    }
  return SFM_OK;
}

sfm_status
file_take (int fd, const char *name, size_t size, const uint8_t **bytes,
           const struct diag_sink *sink)
{
  uint8_t *memory = sparse_alloc (size);
  size_t stored = 0;

  if (memory == NULL)
    return diag_fail (sink, SFM_ERR_NOMEM, name, "no memory for its %zu bytes",
                      size);
  sfm_status status = fill_data (fd, name, memory, size, &stored, sink);
  if (status == SFM_OK)
    status = file_check_holes (name, memory, size, stored, sink);
  if (status != SFM_OK)
    sparse_free (memory, size);
  else
    *bytes = memory;
  return status;
}

sfm_status
file_check_same (int fd, const char *name, const struct file_id *id,
                 size_t size, const struct diag_sink *sink)
{
  struct stat st;

  if (fstat (fd, &st) != 0)
    return diag_errno (sink, name, "cannot stat");
  if (file_is_same (id, &st))
    return SFM_OK;
  return diag_fail (
      sink, SFM_ERR_IO, name,
      "was changed or replaced after it was opened: had %zu bytes, has %jd "
      "now",
      size, (intmax_t) st.st_size);
}

/* Whether the holes of FD, SIZE bytes, cost so little that nobody has to look
   at what is in them (file-kind.c).  */
static bool
has_few_holes (int fd, size_t size)
{
  uint64_t stored = 0, from, to = 0;

  while (size > HOLES_READ + (uint64_t) HOLES_FACTOR * stored)
    {
      if (!file_next_data (fd, to, size, &from, &to))
        return false;
      stored += to - from;
    }
  return true;
}

sfm_status
file_bytes_begin (const struct file_source *source, const char *name,
                  struct file_bytes *file, const struct diag_sink *sink)
{
  struct stat st;

  *file = FILE_BYTES_NONE;
  TRY (file_open (source, name, &file->fd, &st, sink));
  file_identify (&file->id, &st);
  file->size = (size_t) st.st_size;
  return SFM_OK;
}

sfm_status
file_bytes_load (struct file_bytes *file, const char *name, bool lazy,
                 const struct diag_sink *sink)
{
  sfm_status status = SFM_OK;

  if (lazy && file->size != 0 && has_few_holes (file->fd, file->size))
    file->pages = paged_new (file->fd, NULL, file->size);
  if (file->pages != NULL)
    file->bytes = file->pages->bytes;
  else if (file->size != 0)
    status = file_take (file->fd, name, file->size, &file->bytes, sink);
  if (status == SFM_OK)
    status = file_check_same (file->fd, name, &file->id, file->size, sink);
  if (status != SFM_OK)
    file_bytes_close (file);
  return status;
}

/* Read the file SOURCE, when its bytes are asked for if LAZY, else now.  */
static sfm_status
read_source (const struct file_source *source, bool lazy,
             struct file_bytes *file, const struct diag_sink *sink)
{
  TRY (file_bytes_begin (source, source->path, file, sink));
  return file_bytes_load (file, source->path, lazy, sink);
}

sfm_status
file_bytes_read_source (const struct file_source *source,
                        struct file_bytes *file, const struct diag_sink *sink)
{
  return read_source (source, false, file, sink);
}

sfm_status
file_bytes_read (const char *path, struct file_bytes *file,
                 const struct diag_sink *sink)
{
  return read_source (&FILE_SOURCE (path), false, file, sink);
}

sfm_status
file_bytes_open (const struct file_source *source, struct file_bytes *file,
                 const struct diag_sink *sink)
{
  return read_source (source, true, file, sink);
}

enum file_kind
file_bytes_kind (const struct file_bytes *file)
{
  (void) paged_bytes (file->pages, file->bytes,
                      smaller (file->size, FILE_KIND_BYTES));
  return file_kind (file->bytes, file->size);
}

sfm_status
file_bytes_check (const struct file_bytes *file, const char *path,
                  const struct diag_sink *sink)
{
  if (file->fd < 0)
    return SFM_OK;
  if (file->pages != NULL && !paged_sound (file->pages) && errno != 0)
    return diag_errno (sink, path, "cannot read");
  return file_check_same (file->fd, path, &file->id, file->size, sink);
}

sfm_status
file_bytes_settle (const struct file_bytes *file, const char *path,
                   sfm_status status, const struct diag_sink *sink)
{
  const bool unsound = file->pages != NULL && !paged_sound (file->pages);
  const sfm_status checked = status == SFM_OK || unsound
                                 ? file_bytes_check (file, path, sink)
                                 : status;

  return checked == SFM_OK ? status : checked;
}

sfm_status
file_bytes_complete (const struct file_bytes *file, const char *path,
                     const struct diag_sink *sink)
{
  if (file->pages != NULL)
    (void) paged_at (file->pages, 0, file->size);
  return file_bytes_check (file, path, sink);
}

void
file_bytes_close (struct file_bytes *file)
{
  if (file->pages != NULL)
    paged_free (file->pages);
  else
    sparse_free (file->bytes, file->size);
  if (file->fd >= 0)
    close (file->fd);
  *file = FILE_BYTES_NONE;
}
