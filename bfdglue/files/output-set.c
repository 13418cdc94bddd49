/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-set.c - several files that are replaced together, or none.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files-limits.h"
#include "output-file.h"
#include "pool.h"
#include "process.h"

enum output_state
{
  OUTPUT_WAITS,     /* the temporary file has the new content */
  OUTPUT_EXCHANGED, /* the temporary file is the old one */
  OUTPUT_KEPT,      /* the old file has the name of the backup */
  OUTPUT_NEW,       /* renamed; no file had the name */
  OUTPUT_REPLACED   /* renamed; the old file is gone */
};

struct output
{
  struct target target;
  const struct output_options *options;
  const struct diag_sink *sink;
  enum output_state state;
  struct file_id written;       /* of the file that becomes the output */
  bool shares_directory;        /* the descriptor, with the previous output */
  char name[CLEANUP_NAME_SIZE]; /* of the temporary file; "": there is none */
  char *backup; /* the name that the old file is to keep, or NULL */
};

void
output_set_begin (struct output_set *set, const struct diag_sink *sink)
{
  *set = (struct output_set){ .sink = sink, .held = -1 };
  diag_queue_begin (&set->later);
}

static bool
wants_fsync (const struct output *o)
{
  return o->options->fsync || (o->options->in_place && !o->options->fresh);
}

/* Thousands of members of an archive may be in one directory, for which one
   descriptor is enough.  */
static void
share_directory (struct output_set *set, struct output *o)
{
  struct stat here, before;

  if (set->count == 0)
    return;
  const struct output *last = set->outputs[set->count - 1];
  if (fstat (o->target.directory, &here) != 0
      || fstat (last->target.directory, &before) != 0
      || here.st_dev != before.st_dev || here.st_ino != before.st_ino)
    return;
  close (o->target.directory);
  o->target.directory = last->target.directory;
  o->shares_directory = true;
}

/* Finish FD, the temporary file of O, of which STATUS says whether it is
   filled, and close it.  */
static sfm_status
finish (const struct output *o, int fd, sfm_status status)
{
  const struct file_bytes *like = o->options->like;

  if (status == SFM_OK && like != NULL)
    status = attributes_copy (fd, o->target.path, like->fd, o->sink);
  if (status == SFM_OK && wants_fsync (o) && fsync (fd) != 0)
    status = diag_errno (o->sink, o->target.path, "cannot write to the disk");
  /* NFS reports a full disk only here.  */
  if (close (fd) != 0 && status == SFM_OK)
    status = diag_errno (o->sink, o->target.path, "cannot write");
  return status;
}

/* Add an output for TARGET, *ADDED, with an empty temporary file, *FD.  */
static sfm_status
begin_output (struct output_set *set, struct target *target,
              const struct output_options *options, struct output **added,
              int *fd)
{
  struct output *o = *added = calloc (1, sizeof *o);

  if (o == NULL
      || !array_grow (&set->outputs, &set->capacity, set->count,
                      sizeof *set->outputs)
      || (options->backup != NULL
          && asprintf (&o->backup, "%s%s", target->base, options->backup) < 0))
    {
      sfm_status status = diag_nomem (&set->later.sink, target->path);
      target_close (target);
      free (o);
      return status;
    }
  o->target = *target;
  o->options = options;
  o->sink = &set->later.sink;
  share_directory (set, o);
  set->outputs[set->count++] = o;
  /* Without LIKE the umask decides; otherwise nobody else may read the file
     before its owner is set.  */
  *fd = cleanup_create (o->target.directory,
                        options->like == NULL ? 0666 : 0600, o->name);
  if (*fd >= 0)
    return SFM_OK;
  o->name[0] = '\0';
  return diag_errno (o->sink, o->target.path,
                     "cannot make a temporary file beside it");
}

/* Hold on to the file of the last output with data, open as SET->fd, instead
   of that of the one before.  */
static sfm_status
hold_file (struct output_set *set, struct output *o)
{
  const int before = set->held;
  sfm_status status = SFM_OK;
  struct stat st;

  set->held = fcntl (set->fd, F_DUPFD_CLOEXEC, 0);
  if (set->held < 0 || fstat (set->held, &st) != 0)
    status = diag_errno (o->sink, o->target.path,
                         "cannot hold on to its temporary file");
  else
    file_identify (&o->written, &st);
  if (before >= 0 && close (before) != 0 && status == SFM_OK)
    status = diag_errno (o->sink, set->source->target.path, "cannot write");
  if (status != SFM_OK)
    close (set->fd);
  set->source = o;
  return status;
}

sfm_status
output_set_open (struct output_set *set, struct target *target,
                 const struct output_options *options)
{
  struct output *o;

  TRY (begin_output (set, target, options, &o, &set->fd));
  return hold_file (set, o);
}

sfm_status
output_set_fill (struct output_set *set, const uint8_t *data, size_t size)
{
  const struct output *o = set->source;
  struct paged *pages = o->options->pages;
  const sfm_status status
      = (pages != NULL ? output_pages (set->fd, pages)
                       : output_sparse (set->fd, data, size))
            ? SFM_OK
            : diag_errno (o->sink, o->target.path, "cannot write");

  return finish (o, set->fd, status);
}

sfm_status
output_set_add (struct output_set *set, struct target *target,
                const uint8_t *data, size_t size,
                const struct output_options *options)
{
  TRY (output_set_open (set, target, options));
  return output_set_fill (set, data, size);
}

/* NAME in the directory of O.  */
static struct written_name
name_of (const struct output *o, const char *name)
{
  return (struct written_name){ o->target.directory, name, o->target.path };
}

sfm_status
output_set_add_filled (struct output_set *set, struct target *target, int from,
                       const struct output_options *options)
{
  struct output *o;
  int empty;

  TRY (begin_output (set, target, options, &o, &empty));
  if (close (empty) != 0)
    return diag_errno (o->sink, o->target.path, "cannot write");
  const struct written_name name = name_of (o, o->name);
  TRY (written_take (from, &name, &set->fd, o->sink));
  TRY (hold_file (set, o));
  return finish (o, set->fd, SFM_OK);
}

sfm_status
output_set_add_name (struct output_set *set, struct target *target,
                     const struct output_options *options)
{
  struct output *o;
  int fd;

  /* The temporary file only finds a name that is free and that a deadly signal
     removes.  */
  TRY (begin_output (set, target, options, &o, &fd));
  close (fd);
  const struct output *source = set->source;
  o->written = source->written;
  if (unlinkat (o->target.directory, o->name, 0) != 0)
    return diag_errno (o->sink, o->target.path,
                       "cannot remove the temporary file beside it");
  const struct written_name before = name_of (source, source->name);
  const struct written_name name = name_of (o, o->name);
  return written_link (set->held, &o->written, &before, &name, o->sink);
}

/* Refuse an output that is made from a file that has changed since.  */
static sfm_status
check_source (const struct output *o)
{
  const struct file_bytes *like = o->options->like;
  struct stat now;

  if (o->options->pages == NULL || like == NULL)
    return SFM_OK;
  if (fstat (like->fd, &now) != 0)
    return diag_errno (o->sink, o->target.path,
                       "cannot stat the file that it is made of again");
  return file_is_same (&like->id, &now)
             ? SFM_OK
             : diag_fail (o->sink, SFM_ERR_IO, o->target.path,
                          "not written: the file that it is made of was "
                          "changed after it was opened");
}

/* The same of the file that O replaces: somebody's change would be lost.  A
   change between this check and the rename is still lost, as no call does
   both.  */
static sfm_status
check_unchanged (const struct output *o)
{
  struct stat now;

  if (!o->target.replaces_like)
    return check_source (o);
  if (fstatat (o->target.directory, o->target.base, &now, AT_SYMLINK_NOFOLLOW)
      != 0)
    return diag_errno (o->sink, o->target.path, "cannot stat it again");
  return target_check_same (&o->target, o->options->like, &now, false,
                            o->sink);
}

static bool
exchange (const struct output *o)
{
#if defined HAVE_RENAMEAT2 && defined RENAME_EXCHANGE
  return renameat2 (o->target.directory, o->name, o->target.directory,
                    o->target.base, RENAME_EXCHANGE)
         == 0;
#else
  (void) o;
  errno = ENOSYS;
  return false;
#endif
}

/* Rename FROM to TO in O's directory.  */
static bool
renames (const struct output *o, const char *from, const char *to)
{
  return renameat (o->target.directory, from, o->target.directory, to) == 0;
}

/* Rename the temporary file of O.  An old file gets its name: it may be needed
   again, and ext4 writes a file to the disk that is renamed over another.  */
static sfm_status
rename_output (struct output *o)
{
  const bool old = o->target.exists;

  if (old && exchange (o))
    {
      o->state = OUTPUT_EXCHANGED;
      return SFM_OK;
    }
  /* The errors of a file system that cannot exchange names.  */
  if (old && o->backup != NULL && (errno == ENOSYS || errno == EINVAL))
    return diag_fail (o->sink, SFM_ERR_IO, o->target.path,
                      "the old file cannot be kept as %s: its file system "
                      "cannot exchange names",
                      o->backup);
  if ((!old || errno == ENOSYS || errno == EINVAL)
      && renames (o, o->name, o->target.base))
    {
      o->state = o->target.exists ? OUTPUT_REPLACED : OUTPUT_NEW;
      return SFM_OK;
    }
  return diag_errno (o->sink, o->target.path,
                     "cannot rename the temporary file");
}

/* Give the old file of O the name that it is to keep.  */
static sfm_status
keep_old (struct output *o)
{
  if (o->backup == NULL || o->state != OUTPUT_EXCHANGED)
    return SFM_OK;
  if (!renames (o, o->name, o->backup))
    return diag_errno (o->sink, o->target.path, "cannot keep the old file");
  o->state = OUTPUT_KEPT;
  return SFM_OK;
}

/* Give O its name, if the temporary file is what was written, and look again
   at what has the name then: no call renames a descriptor.  */
static sfm_status
give_name (struct output *o)
{
  const struct written_name before = name_of (o, o->name);
  const struct written_name after = name_of (o, o->target.base);

  TRY (written_check (&before, &o->written, o->sink));
  TRY (rename_output (o));
  return written_check (&after, &o->written, o->sink);
}

/* Whether the name of O leads to the file that was written.  */
static bool
is_written (const struct output *o)
{
  struct stat st;

  return fstatat (o->target.directory, o->target.base, &st,
                  AT_SYMLINK_NOFOLLOW)
             == 0
         && file_is_it (&o->written, &st);
}

/* Undo give_name, unless somebody else has replaced the output by now.  */
static void
take_back (struct output *o)
{
  if (o->state != OUTPUT_WAITS && !is_written (o))
    return;
  if (o->state == OUTPUT_KEPT && renames (o, o->backup, o->name))
    o->state = OUTPUT_EXCHANGED;
  if (o->state == OUTPUT_EXCHANGED && !exchange (o))
    {
      diag (o->sink, DIAG_WARNING, o->target.path,
            "is already replaced; its old content is in %s beside it",
            o->name);
      o->state = OUTPUT_REPLACED;
    }
  else if (o->state == OUTPUT_REPLACED)
    diag (o->sink, DIAG_WARNING, o->target.path,
          "is already replaced, and its old content is gone");
  else if (o->state == OUTPUT_EXCHANGED
           || (o->state == OUTPUT_NEW && renames (o, o->target.base, o->name)))
    o->state = OUTPUT_WAITS;
}

/* Sync the directories of the new names.  It is no error if a directory cannot
   be opened for reading or its file system cannot sync it: the files are
   complete.  */
static void
sync_directories (const struct output_set *set)
{
  for (size_t i = 0; i < set->count; i++)
    if (wants_fsync (set->outputs[i]) && !set->outputs[i]->shares_directory)
      (void) fsync (set->outputs[i]->target.directory);
}

sfm_status
output_set_commit (struct output_set *set)
{
  sigset_t previous;
  sfm_status status = SFM_OK;
  size_t done = 0;

  /* A dropped message is an error before anything was replaced, not after.  */
  if (set->later.lost)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < set->count; i++)
    TRY (check_unchanged (set->outputs[i]));
  deadly_signals_hold (&previous);
  for (; done < set->count && status == SFM_OK; done++)
    status = give_name (set->outputs[done]);
  for (size_t i = 0; i < set->count && status == SFM_OK; i++)
    status = keep_old (set->outputs[i]);
  if (status != SFM_OK)
    while (done-- != 0)
      take_back (set->outputs[done]);
  else
    for (size_t i = 0; i < set->count; i++)
      target_keep (&set->outputs[i]->target);
  deadly_signals_release (&previous);
  if (status == SFM_OK)
    sync_directories (set);
  return status;
}

/* Remove the temporary file of O, which may be the old file by now.  */
static void
remove_temporary (const struct output *o)
{
  if (unlinkat (o->target.directory, o->name, 0) != 0 && errno != ENOENT)
    diag (o->sink, DIAG_WARNING, o->target.path,
          "cannot remove the temporary file %s beside it: %s", o->name,
          strerror (errno));
}

sfm_status
output_set_end (struct output_set *set)
{
  /* In reverse order, which suits cleanup_forget and shared descriptors.  */
  for (size_t i = set->count; i-- != 0;)
    {
      struct output *o = set->outputs[i];
      if (o->name[0] != '\0'
          && (o->state == OUTPUT_WAITS || o->state == OUTPUT_EXCHANGED))
        remove_temporary (o);
      if (o->name[0] != '\0')
        cleanup_forget (o->target.directory, o->name);
      if (o->shares_directory)
        o->target.directory = -1;
      target_close (&o->target);
      free (o->backup);
      free (o);
    }
  free (set->outputs);
  if (set->held >= 0)
    close (set->held);
  sfm_status status = diag_queue_flush (&set->later, set->sink);
  *set = (struct output_set){ .sink = set->sink, .held = -1 };
  return status;
}
