/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-file.h - write a file whole or not at all.  */

#ifndef BFDGLUE_OUTPUT_FILE_H
#define BFDGLUE_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "file-bytes.h"
#include "paged.h"
#include "process.h"
#include "sfmerge.h"

/* A further name (hard link) of a file.  */
struct output_name
{
  const char *path;
  const struct file_tree *tree; /* in which PATH is */
  const struct output_name *next;
};

struct output_options
{
  const struct file_bytes *like;   /* copy mode, owner and extended attributes
                                    from this file, which must be open; NULL: a
                                    new file by the umask */
  bool in_place;                   /* the output replaces LIKE; implies FSYNC
                                    unless FRESH */
  const struct file_tree *tree;    /* with IN_PLACE, in which the output is;
                                      NULL: anywhere */
  const struct output_name *names; /* with IN_PLACE, further names of LIKE, to
                                      become names of the output */
  struct paged *pages; /* what of these was read or written is written from
                          memory, and the rest is copied from file to file;
                          NULL: all data is in memory */
  const char *backup;  /* what an old file's name gets at its end, instead of
                          being removed; NULL: it is removed */
  bool fsync;          /* get the data to the disk before the rename */
  bool force;          /* replace a file with more names than are known */
  bool fresh;          /* with IN_PLACE: somebody has just made the file, and
                          can again */
};

/* Write the SIZE bytes at DATA to PATH: to a temporary file in the same
   directory, which is then renamed.  Interrupted at any instant, PATH is the
   old file or the new one, and no temporary file stays after an error or a
   deadly signal (process.h).  Symbolic links are followed where the
   kernel follows them, but none in a tree.  An existing target that is not a
   regular file is never renamed over: a character device or a pipe (/dev/null,
   /dev/stdout, >(command)) is written to directly, anything else and a
   terminal are refused.  A target that is the file LIKE, by any name, is
   replaced only if it has not changed since it was read; either all names of
   OPTIONS->names become names of the output or none.  Runs of a mebibyte of
   zeros become holes.  Signal handlers belong to the process: one thread at a
   time.  Statuses: IO, USAGE (refused), NOMEM.  */
sfm_status output_write (const char *path, const uint8_t *data, size_t size,
                         const struct output_options *options,
                         const struct diag_sink *sink) SFM_CHECKED;

/* A new file for what is to be written to PATH, as output_write would, for
   output_write_filled: without a name, on the same file system if that is
   possible.  -1 with errno set: there is none.  */
int output_prepare (const char *path, const struct output_options *options);

/* output_write for the file FROM of SIZE bytes, which is from output_prepare
   and was filled.  */
sfm_status output_write_filled (const char *path, int from, size_t size,
                                const struct output_options *options,
                                const struct diag_sink *sink) SFM_CHECKED;

/* What was written to PAGES, the bytes of a file and more at its end, as a
   patch in FD, of *SIZE bytes.  False with errno set.  */
bool output_patch (int fd, struct paged *pages, uint64_t *size);

/* Write only the bytes that change, into the file itself: PATH, which
   OPTIONS->like was read from, gets the patch of SIZE bytes in FROM.  PATH is
   the old file, the new one or, if that cannot be written, or after a deadly
   signal, none.  Statuses: those of output_write.  */
sfm_status output_overwrite (const char *path, int from, size_t size,
                             const struct output_options *options,
                             const struct diag_sink *sink) SFM_CHECKED;

/* The path that means standard output, whatever that is; it is written to like
   a pipe.  Only this very pointer means it.  */
extern const char output_standard[];

/* True if writing to PATH would replace one of the COUNT files OTHERS, by any
   name.  An element may be NULL.  */
bool output_replaces (const char *path, const char *const *others,
                      size_t count);

/* Check what vouches for the content of the file FD, called PATH in messages,
   or of the SIZE bytes at DATA if that is not NULL: in a changed copy an
   appended signature would be wrong, and fs-verity would be lost.  If there is
   either, refuse (USAGE), or with FORCE warn.  */
sfm_status output_check_sealed (const char *path, int fd, const uint8_t *data,
                                size_t size, bool force,
                                const struct diag_sink *sink) SFM_CHECKED;

/* The file that an output's path leads to.  */

struct target
{
  const char *path;   /* as given */
  char *file;         /* after all symbolic links; from malloc */
  const char *base;   /* its last component */
  int directory;      /* the directory of FILE, open */
  bool stream;        /* a device or pipe to be written to as it is */
  bool replaces_like; /* it must be OPTIONS->like, unchanged */
  bool exists;        /* there is such a file */
  bool made;          /* it was made here, empty, and is not replaced yet */
};

/* Find the file that PATH leads to, and check that OPTIONS allow it to be
   replaced.  If TREE is not NULL, PATH is a file in it, and nothing else.
   Statuses: those of output_write; TARGET needs target_close in any case.
   PATH is borrowed.  */
sfm_status target_open (const char *path, const struct file_tree *tree,
                        const struct output_options *options,
                        struct target *target,
                        const struct diag_sink *sink) SFM_CHECKED;

/* Refuse TARGET, which is NOW, unless it is LIKE and has not changed since
   that was read; if it is RENAMED, its change time may be another.  Statuses:
   USAGE.  */
sfm_status target_check_same (const struct target *target,
                              const struct file_bytes *like,
                              const struct stat *now, bool renamed,
                              const struct diag_sink *sink) SFM_CHECKED;

/* TARGET has its new content: keep it, even if it was made here.  */
void target_keep (struct target *target);

void target_close (struct target *target);

/* Several files that are replaced together, or none.

   Theory of operation.  Each output is written to a temporary file beside its
   target [output_set_add]; at the end all are renamed [output_set_commit].  If
   there are several, each temporary file exchanges names with its target: the
   old files still exist if a later one cannot be replaced, and get their names
   back.  Messages wait until no temporary file is left [output_set_end]: a
   reader of messages that has gone away, or that does not read on, must not
   decide what becomes of the files.  */

struct output;

struct output_set
{
  struct output **outputs;
  size_t count;
  size_t capacity;
  const struct output *source; /* the last output with data */
  int fd;                      /* of its temporary file, until it is filled */
  int held; /* the same descriptor, until the next file or the end, so that
               nobody else gets its inode; -1: there is none */
  struct diag_queue later;
  const struct diag_sink *sink;
};

/* Make SET empty.  It must not be moved and needs output_set_end, which passes
   the messages to SINK.  */
void output_set_begin (struct output_set *set, const struct diag_sink *sink);

/* Add the SIZE bytes at DATA for TARGET, from target_open.  SET takes TARGET,
   whatever the status, but not DATA.  OPTIONS and OPTIONS->like must outlive
   SET; no two targets may be the same file.  Statuses: IO, NOMEM.  */
sfm_status output_set_add (struct output_set *set, struct target *target,
                           const uint8_t *data, size_t size,
                           const struct output_options *options) SFM_CHECKED;

/* output_set_add in two steps: add an output with an empty temporary file, and
   write its DATA.  Another thread may do the latter while nobody else uses
   SET.  */
sfm_status output_set_open (struct output_set *set, struct target *target,
                            const struct output_options *options) SFM_CHECKED;
sfm_status output_set_fill (struct output_set *set, const uint8_t *data,
                            size_t size) SFM_CHECKED;

/* Like output_set_add, for the file open as FROM, which has its content
   already and, if possible, becomes the temporary file.  */
sfm_status
output_set_add_filled (struct output_set *set, struct target *target, int from,
                       const struct output_options *options) SFM_CHECKED;

/* Add TARGET, which is another name of the file that the last output with data
   replaces, and becomes one of that output.  SET takes TARGET, whatever the
   status.  Statuses: IO, NOMEM.  */
sfm_status
output_set_add_name (struct output_set *set, struct target *target,
                     const struct output_options *options) SFM_CHECKED;

/* Give all outputs their names.  Statuses: IO: none was replaced, except those
   that messages name, on a file system that cannot exchange names; USAGE: a
   target has changed, and none was replaced; NOMEM: a message was dropped, and
   none was replaced.  */
sfm_status output_set_commit (struct output_set *set) SFM_CHECKED;

/* Remove the temporary files that are left, report all messages and release
   SET.  NOMEM: some messages were dropped.  */
sfm_status output_set_end (struct output_set *set);

/* An output that is written while it is still verified.

   Its temporary file is filled by another thread, and gets the name of the
   target, or is removed, when the verification is over.  Writing an image
   takes about as long as verifying it.  Instead of a temporary file it may be
   one that the caller has opened, and closes.  */

/* All zero: nothing was begun.  */
struct output_ahead
{
  bool begun;
  const uint8_t *data; /* borrowed */
  size_t size;
  struct output_options options;
  struct output_set set;
  struct threads_task task;
  sfm_status status;   /* of the thread */
  int fd;              /* the caller's file, or -1 */
  struct paged *pages; /* for FD */
  int error;           /* why they are not in FD, or 0 */
};

/* Begin to write the SIZE bytes at DATA, which must not change, for PATH, if a
   thread is worth it and PATH can be replaced.  AHEAD must not be moved.  */
void output_ahead_begin (struct output_ahead *ahead, const char *path,
                         const uint8_t *data, size_t size,
                         const struct output_options *options);

/* The same as output_write, with what AHEAD has begun to write if that is
   DATA for PATH.  Statuses: those of output_write.  */
sfm_status output_ahead_write (struct output_ahead *ahead, const char *path,
                               const uint8_t *data, size_t size,
                               const struct output_options *options,
                               const struct diag_sink *sink) SFM_CHECKED;

/* Begin to fill FD, which is empty, with PAGES, if a thread is worth it.  */
void output_ahead_begin_fd (struct output_ahead *ahead, int fd,
                            struct paged *pages);

/* The same as output_pages, with what AHEAD has begun to write if that is
   PAGES for FD.  */
bool output_ahead_pages (struct output_ahead *ahead, int fd,
                         struct paged *pages);

/* Remove what AHEAD has written.  */
void output_ahead_drop (struct output_ahead *ahead);

/* Owner, mode and extended attributes of an output.  */

/* Give the file FD, which is to become PATH, the owner, mode and extended
   attributes of the file open as LIKE.  LIKE is no path: that may lead to
   another's file by then, whose rights the new content would get.  What cannot
   be kept gives a warning; rights that would then go to somebody else are
   dropped.  Statuses: IO, NOMEM.  */
sfm_status attributes_copy (int fd, const char *path, int like,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Removal of temporary files on a deadly signal.  */

enum
{
  CLEANUP_NAME_SIZE = 40
};

/* Create a new file with permissions MODE in the directory open as DIRECTORY
   and return its descriptor, or -1 with errno set.  Its name is put into NAME,
   CLEANUP_NAME_SIZE bytes.  Until cleanup_forget a deadly signal removes the
   file, by DIRECTORY and NAME, which must stay valid.  */
int cleanup_create (int directory, unsigned mode, char *name);

/* Let a deadly signal remove the file NAME in DIRECTORY.  Both must stay valid
   until cleanup_forget.  False with errno set: no memory.  */
bool cleanup_remember (int directory, const char *name);

/* Forget the file NAME in DIRECTORY, which was removed or is to stay.  NAME is
   the same pointer as before.  When no file is left, the signals get their
   previous actions back.  */
void cleanup_forget (int directory, const char *name);

/* Remove all these files.  For the handler of a signal after which the process
   ends.  */
void cleanup_remove (void);

/* Write bytes to a descriptor.  */

/* Write all SIZE bytes at DATA to FD.  False with errno set.  */
bool output_data (int fd, const uint8_t *data, size_t size);

/* The same for a new regular file; runs of SPARSE_HOLE_SIZE zeros become
   holes.  */
bool output_sparse (int fd, const uint8_t *data, size_t size);

/* The same for the bytes of PAGES: what was not written to them is copied from
   their file.  What is written is read back and compared.  */
bool output_pages (int fd, struct paged *pages);

/* Write the SIZE bytes at DATA to AT of FD, and read them back.  */
bool output_put (int fd, const uint8_t *data, size_t size, uint64_t at);

/* Names of the file that was written.

   Whoever may write to a directory can put another file under a name there at
   any time.  So a name is one of the written file only if it leads to its
   inode, and a further one is made from its descriptor.  The inode is not used
   again while a descriptor is open.  */

/* A name in a directory, and what messages call it.  */
struct written_name
{
  int directory;
  const char *name;
  const char *path;
};

/* Check that NAME is one of the file ID.  Statuses: IO.  */
sfm_status written_check (const struct written_name *name,
                          const struct file_id *id,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Make NAME, which is free, a name of the file ID, which is open as FD and has
   the name BEFORE.  Statuses: IO; NAME may be another file's then.  */
sfm_status written_link (int fd, const struct file_id *id,
                         const struct written_name *before,
                         const struct written_name *name,
                         const struct diag_sink *sink) SFM_CHECKED;

/* Make NAME, which is that of an empty file, a name of FROM or, if that can
   have none there, of a copy of it; set *FD to the file that NAME is.
   Statuses: IO.  */
sfm_status written_take (int from, const struct written_name *name, int *fd,
                         const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_OUTPUT_FILE_H */
