/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-bytes.c - the bytes of a user's file, in memory of our own.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "file-bytes.h"
#include "file-holes.h"
#include "files-limits.h"
#include "memory-file.h"
#include "sparse.h"

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

ssize_t
file_head (int fd, uint8_t *bytes, size_t size)
{
  size_t done = 0;

  while (done < size)
    {
      ssize_t got = read (fd, bytes + done, size - done);
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return -1;
      if (got == 0)
        break;
      done += (size_t) got;
    }
  return (ssize_t) done;
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
                        S_ISDIR (st->st_mode) ? "a directory, not a file"
                                              : "not a regular file");
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
  while (from < to)
    {
      ssize_t got = pread (fd, buffer + from, to - from, (off_t) from);
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return diag_errno (sink, name, "cannot read");
      if (got == 0)
        return diag_fail (sink, SFM_ERR_TRUNC, name,
                          "ends after %zu bytes, had %zu when it was opened",
                          from, size);
      from += (size_t) got;
    }
  return SFM_OK;
}

sfm_status
file_fill (int fd, const char *name, uint8_t *buffer, size_t size,
           const struct diag_sink *sink)
{
  return fill_range (fd, name, buffer, 0, size, size, sink);
}

/* Read FD into BUFFER, SIZE zeros, except for its holes, and add what is read
   to *STORED.  A file system that does not know them calls everything data. */
static sfm_status
fill_data (int fd, const char *name, uint8_t *buffer, size_t size,
           size_t *stored, const struct diag_sink *sink)
{
  for (size_t at = 0; at < size;)
    {
      off_t data = lseek (fd, (off_t) at, SEEK_DATA);
      /* ENXIO: only a hole is left.  */
      if (data < 0 && errno == ENXIO)
        break;
      off_t hole = data < 0 ? -1 : lseek (fd, data, SEEK_HOLE);
      size_t from = data < 0 ? at : (size_t) data;
      size_t to = hole < 0 || (uintmax_t) hole > size ? size : (size_t) hole;
      TRY (fill_range (fd, name, buffer, from, to, size, sink));
      *stored += to - from;
      at = to;
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

/* Whether copies of the file that ST is of should share pages.  Holes that are
   read take memory then.  */
static bool
is_worth_it (const struct stat *st)
{
  const uintmax_t size = (uintmax_t) st->st_size;

  return size >= MEMORY_FILE_MIN
         && (uintmax_t) st->st_blocks * BLOCK_SIZE >= size - size / 4;
}

/* Read the SIZE bytes of FD into the memory file MEMORY.  False: something
   failed, which reading them in the usual way will tell.  */
static bool
fill_memory_file (int fd, int memory, size_t size)
{
  static uint8_t buffer[COPY_SIZE];

  for (size_t at = 0; at < size;)
    {
      ssize_t got = pread (fd, buffer, sizeof buffer, (off_t) at);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0 || (size_t) got > size - at
          || !memory_file_put (memory, buffer, (size_t) got, at))
        return false;
      at += (size_t) got;
    }
  return true;
}

/* Read FILE into a memory file, if possible.  */
static void
take_memory_file (struct file_bytes *file)
{
  file->memory = memory_file_new (file->size);
  if (file->memory == 0)
    return;
  if (fill_memory_file (file->fd, file->memory, file->size))
    file->bytes = memory_file_copy (file->memory, file->size);
  if (file->bytes != NULL)
    return;
  memory_file_close (file->memory);
  file->memory = 0;
}

/* Read the file SOURCE; COPIES: it will be copied.  */
static sfm_status
read_source (const struct file_source *source, bool copies,
             struct file_bytes *file, const struct diag_sink *sink)
{
  const char *path = source->path;
  struct stat st;
  sfm_status status = SFM_OK;

  *file = FILE_BYTES_NONE;
  TRY (file_open (source, path, &file->fd, &st, sink));
  file_identify (&file->id, &st);
  file->size = (size_t) st.st_size;
  if (copies && is_worth_it (&st))
    take_memory_file (file);
  if (file->size != 0 && file->bytes == NULL)
    status = file_take (file->fd, path, file->size, &file->bytes, sink);
  if (status == SFM_OK)
    status = file_check_same (file->fd, path, &file->id, file->size, sink);
  if (status != SFM_OK)
    file_bytes_close (file);
  return status;
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
file_bytes_read_to_copy (const struct file_source *source,
                         struct file_bytes *file, const struct diag_sink *sink)
{
  return read_source (source, true, file, sink);
}

void
file_bytes_drop (struct file_bytes *file)
{
  sparse_free (file->bytes, file->size);
  file->bytes = NULL;
  if (file->fd >= 0)
    close (file->fd);
  file->fd = -1;
  memory_file_close (file->memory);
  file->memory = 0;
}

sfm_status
file_bytes_reopen (const char *path, struct file_bytes *file,
                   const struct diag_sink *sink)
{
  struct stat st;

  TRY (file_open (&FILE_SOURCE (path), path, &file->fd, &st, sink));
  return file_check_same (file->fd, path, &file->id, file->size, sink);
}

void
file_bytes_close (struct file_bytes *file)
{
  file_bytes_drop (file);
  *file = FILE_BYTES_NONE;
}
