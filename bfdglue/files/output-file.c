/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-file.c - write a file whole or not at all, and refuse to break what
   vouches for its content.

   Whether a package's checksum or a detached signature covers the file cannot
   be seen in it; the manual warns of them.  security.ima is an extended
   attribute (output-attributes.c).  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "output-file.h"
#include "paged.h"

/* Write to a device or a pipe.  */
static sfm_status
write_stream (const struct target *target, const uint8_t *data, size_t size,
              const struct diag_sink *sink)
{
  int fd = target->path == output_standard
               ? fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
               : open (target->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (fd < 0)
    return diag_errno (sink, target->path, "cannot open");
  sfm_status status = SFM_OK;
  if (isatty (fd))
    status = diag_fail (sink, SFM_ERR_USAGE, target->path,
                        "not written: it is a terminal");
  else if (!output_data (fd, data, size))
    status = diag_errno (sink, target->path, "cannot write");
  if (close (fd) != 0 && status == SFM_OK)
    status = diag_errno (sink, target->path, "cannot write");
  return status;
}

/* Add the further names of the file that OPTIONS->like was read from.  */
static sfm_status
add_names (struct output_set *set, const struct output_options *options)
{
  for (const struct output_name *n = options->names; n != NULL; n = n->next)
    {
      struct target target;
      sfm_status status
          = target_open (n->path, n->tree, options, &target, &set->later.sink);
      if (status == SFM_OK)
        status = output_set_add_name (set, &target, options);
      else
        target_close (&target);
      TRY (status);
    }
  return SFM_OK;
}

/* Rename the output in SET, whose temporary file STATUS says is filled.  */
static sfm_status
finish (struct output_set *set, const struct output_options *options,
        sfm_status status)
{
  if (status == SFM_OK)
    status = add_names (set, options);
  if (status == SFM_OK)
    status = output_set_commit (set);
  sfm_status reported = output_set_end (set);
  return status == SFM_OK ? reported : status;
}

sfm_status
output_write (const char *path, const uint8_t *data, size_t size,
              const struct output_options *options,
              const struct diag_sink *sink)
{
  struct target target;
  struct output_set set;
  sfm_status status
      = target_open (path, options->tree, options, &target, sink);

  if (status == SFM_OK && !target.stream)
    {
      output_set_begin (&set, sink);
      return finish (&set, options,
                     output_set_add (&set, &target, data, size, options));
    }
  if (status == SFM_OK && options->pages != NULL)
    {
      (void) paged_at (options->pages, 0, size);
      status = file_bytes_check (options->like, path, sink);
    }
  if (status == SFM_OK)
    status = write_stream (&target, data, size, sink);
  target_close (&target);
  return status;
}

int
output_prepare (const char *path, const struct output_options *options)
{
  struct target target;
  int fd = -1;

  /* output_write_filled reports what is wrong.  */
  const sfm_status status
      = target_open (path, options->tree, options, &target, &diag_silent);
  if (status == SFM_OK && !target.stream)
    fd = openat (target.directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  target_close (&target);
  if (fd >= 0)
    return fd;
  fd = memory_file_new (1);
  if (fd > 0 && ftruncate (fd, 0) == 0)
    return fd;
  memory_file_close (fd);
  return -1;
}

/* Write the SIZE bytes of FROM to a device or a pipe.  */
static sfm_status
stream_filled (const struct target *target, int from, size_t size,
               const struct diag_sink *sink)
{
  const uint8_t *bytes;

  if (size == 0)
    return write_stream (target, NULL, 0, sink);
  TRY (file_take (from, target->path, size, &bytes, sink));
  const sfm_status status = write_stream (target, bytes, size, sink);
  sparse_free (bytes, size);
  return status;
}

sfm_status
output_write_filled (const char *path, int from, size_t size,
                     const struct output_options *options,
                     const struct diag_sink *sink)
{
  struct target target;
  struct output_set set;
  sfm_status status
      = target_open (path, options->tree, options, &target, sink);

  if (status == SFM_OK && !target.stream)
    {
      output_set_begin (&set, sink);
      return finish (&set, options,
                     output_set_add_filled (&set, &target, from, options));
    }
  if (status == SFM_OK)
    status = stream_filled (&target, from, size, sink);
  target_close (&target);
  return status;
}

static void
fill_ahead (void *data)
{
  struct output_ahead *ahead = data;

  if (ahead->fd < 0)
    ahead->status = output_set_fill (&ahead->set, ahead->data, ahead->size);
  else
    ahead->error = output_pages (ahead->fd, ahead->pages) ? 0 : errno;
}

/* Whether a second thread is worth it for SIZE bytes.  */
static bool
is_worth (size_t size)
{
  return size >= THREADS_WORTH_BYTES && threads_processors () != 1;
}

void
output_ahead_begin (struct output_ahead *ahead, const char *path,
                    const uint8_t *data, size_t size,
                    const struct output_options *options)
{
  struct target target;

  *ahead = (struct output_ahead){
    .data = data, .size = size, .options = *options, .fd = -1
  };
  if (!is_worth (size))
    return;
  /* What is wrong here is reported by output_ahead_write.  */
  if (target_open (path, options->tree, &ahead->options, &target, &diag_silent)
          != SFM_OK
      || target.stream)
    {
      target_close (&target);
      return;
    }
  output_set_begin (&ahead->set, &diag_silent);
  if (output_set_open (&ahead->set, &target, &ahead->options) != SFM_OK)
    {
      (void) output_set_end (&ahead->set);
      return;
    }
  ahead->begun = true;
  threads_begin (&ahead->task, true, fill_ahead, ahead);
}

sfm_status
output_ahead_write (struct output_ahead *ahead, const char *path,
                    const uint8_t *data, size_t size,
                    const struct output_options *options,
                    const struct diag_sink *sink)
{
  if (!ahead->begun || ahead->data != data || ahead->size != size)
    {
      output_ahead_drop (ahead);
      return output_write (path, data, size, options, sink);
    }
  threads_end (&ahead->task);
  ahead->begun = false;
  ahead->set.sink = sink;
  return finish (&ahead->set, &ahead->options, ahead->status);
}

void
output_ahead_begin_fd (struct output_ahead *ahead, int fd, struct paged *pages)
{
  *ahead = (struct output_ahead){ .fd = fd, .pages = pages };
  ahead->begun = is_worth (pages->size);
  if (ahead->begun)
    threads_begin (&ahead->task, true, fill_ahead, ahead);
}

bool
output_ahead_pages (struct output_ahead *ahead, int fd, struct paged *pages)
{
  if (!ahead->begun || ahead->fd != fd || ahead->pages != pages)
    {
      output_ahead_drop (ahead);
      return output_pages (fd, pages);
    }
  threads_end (&ahead->task);
  ahead->begun = false;
  errno = ahead->error;
  return ahead->error == 0;
}

void
output_ahead_drop (struct output_ahead *ahead)
{
  if (!ahead->begun)
    return;
  threads_end (&ahead->task);
  ahead->begun = false;
  if (ahead->fd < 0)
    (void) output_set_end (&ahead->set);
  else
    /* Where this fails, so will what is written next.  */
    (void) !ftruncate (ahead->fd, 0);
}

/* Linux's sign-file puts this at the very end of a module or a kernel.  */
static const char signature_mark[] = "~Module signature appended~\n";

static bool
has_verity (int fd)
{
#ifdef STATX_ATTR_VERITY
  struct statx stx;
  return (statx (fd, "", AT_EMPTY_PATH, 0, &stx) == 0
          && (stx.stx_attributes & STATX_ATTR_VERITY) != 0);
#else
  (void) fd;
  return false;
#endif
}

sfm_status
output_check_sealed (const char *path, int fd, const uint8_t *data,
                     size_t size, bool force, const struct diag_sink *sink)
{
  enum
  {
    MARK = sizeof signature_mark - 1
  };
  const char *what = NULL;
  uint8_t end[MARK] = "";
  struct stat st;

  if (data != NULL && size >= MARK)
    memcpy (end, data + size - MARK, MARK);
  else if (data == NULL && fstat (fd, &st) == 0 && st.st_size >= MARK
           && read_at (fd, end, MARK, (uint64_t) st.st_size - MARK) != MARK)
    return diag_errno (sink, path, "cannot read its end");
  if (memcmp (end, signature_mark, MARK) == 0)
    what = "the signature appended to it would be wrong";
  else if (has_verity (fd))
    what = "its fs-verity protection would be lost";
  if (what == NULL)
    return SFM_OK;
  if (!force)
    return diag_fail (sink, SFM_ERR_USAGE, path, "not changed: %s", what);
  diag (sink, DIAG_WARNING, path, "changed although %s", what);
  return SFM_OK;
}
