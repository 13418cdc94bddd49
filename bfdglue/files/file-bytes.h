/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-bytes.h - the bytes of a user's file, in memory of our own.

   Files are not mapped.  Another process may write to a mapped file, so that a
   count changes after it was checked, or truncate it, which kills the reader
   by SIGBUS.  Bytes that were read stay as they are.  */

#ifndef BFDGLUE_FILE_BYTES_H
#define BFDGLUE_FILE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "diag.h"
#include "file-kind.h"
#include "file-tree.h"
#include "paged.h"
#include "sfmerge.h"

enum
{
  FILE_ID_DEVICE,
  FILE_ID_INODE,
  FILE_ID_SIZE,
  FILE_ID_MODIFIED, /* seconds and nanoseconds */
  FILE_ID_CHANGED = FILE_ID_MODIFIED + 2,
  FILE_ID_PARTS = FILE_ID_CHANGED + 2
};

/* The identity of a file: device and inode; and its state: size, time of
   modification and time of change.  The last cannot be set back.  */
struct file_id
{
  uint64_t parts[FILE_ID_PARTS];
};

/* A file that was opened.  What was read of it must not be believed before
   file_bytes_check has said that it is sound.  */
struct file_bytes
{
  const uint8_t *bytes; /* NULL: an empty file, or nothing was read */
  size_t size;
  int fd;              /* open on the file that was read; -1: closed */
  struct paged *pages; /* of which BYTES those are that were asked for; NULL:
                          all were read */
  struct file_id id;   /* that file and its state when read */
};

/* Where the bytes of a file come from.  */
struct file_source
{
  const char *path;             /* of the file, and in messages */
  const struct file_tree *tree; /* in which PATH is; NULL: anywhere */
  int fd;                       /* open on the file already; -1: it is not */
  int error; /* if it is not: the errno of why it cannot be; 0: it can */
  const uint8_t *bytes; /* the SIZE bytes that it was unpacked to; NULL: those
                           of the file */
  size_t size;
};

#define FILE_SOURCE(name)                                                     \
  (struct file_source) { .path = (name), .fd = -1 }

#define FILE_BYTES_NONE                                                       \
  (struct file_bytes) { .fd = -1 }

/* Set *ID to the identity and state in ST.  */
void file_identify (struct file_id *id, const struct stat *st);

/* Whether ST is of the file ID, in any state.  */
bool file_is_it (const struct file_id *id, const struct stat *st);

/* Whether ST is of the file ID in the same state.  */
bool file_is_same (const struct file_id *id, const struct stat *st);

/* Set *FROM and *TO to the first range of data of FD, SIZE bytes, that ends
   after AT.  A file system that does not know holes calls everything data.
   False: only a hole is left.  */
bool file_next_data (int fd, uint64_t at, uint64_t size, uint64_t *from,
                     uint64_t *to);

/* Open SOURCE, called NAME in messages, for reading: set *FD, for close.  It
   may be a file of any kind.  After a failure *FD is -1.  Statuses: IO.  */
sfm_status file_open_any (const struct file_source *source, const char *name,
                          int *fd, const struct diag_sink *sink) SFM_CHECKED;

/* The same for a regular file; set *ST, whose size fits a size_t.  Statuses:
   IO, LIMIT (a file too large for the memory).  */
sfm_status file_open (const struct file_source *source, const char *name,
                      int *fd, struct stat *st,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Read the SIZE bytes of FD, called NAME in messages, into BUFFER.  Statuses:
   IO, TRUNC (it has become shorter).  */
sfm_status file_fill (int fd, const char *name, uint8_t *buffer, size_t size,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Read the SIZE bytes, not 0, of FD, called NAME in messages, into new memory
   at *BYTES, for sparse_free.  Holes of the file take no memory.  Statuses:
   IO, TRUNC, NOMEM, LIMIT (file_check_holes).  */
sfm_status file_take (int fd, const char *name, size_t size,
                      const uint8_t **bytes,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Check that FD, called NAME in messages and SIZE bytes long when it was
   opened, is still ID in the same state.  Bytes read while a file was being
   changed may be neither its old content nor its new one.  Statuses: IO.  */
sfm_status file_check_same (int fd, const char *name, const struct file_id *id,
                            size_t size,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Read the whole regular file SOURCE, and keep it open.  Statuses: those of
   file_open, file_take and file_check_same.  */
sfm_status file_bytes_read_source (const struct file_source *source,
                                   struct file_bytes *file,
                                   const struct diag_sink *sink) SFM_CHECKED;

/* The same for PATH.  */
sfm_status file_bytes_read (const char *path, struct file_bytes *file,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Open the regular file SOURCE, of which FILE->pages will read what is asked
   for.  One that is mostly holes is read at once, as it is charged for them.
   Statuses: those of file_bytes_read_source.  */
sfm_status file_bytes_open (const struct file_source *source,
                            struct file_bytes *file,
                            const struct diag_sink *sink) SFM_CHECKED;

/* The kind of FILE, by its first bytes.  */
enum file_kind file_bytes_kind (const struct file_bytes *file);

/* Read all bytes of FILE, called PATH in messages, that were not.  Statuses:
   those of file_bytes_check.  */
sfm_status file_bytes_complete (const struct file_bytes *file,
                                const char *path,
                                const struct diag_sink *sink) SFM_CHECKED;

/* Check that what was read of FILE, called PATH in messages, is sound: all
   that was asked for, of one state of the file.  FILE may be none.  Statuses:
   IO.  */
sfm_status file_bytes_check (const struct file_bytes *file, const char *path,
                             const struct diag_sink *sink) SFM_CHECKED;

/* The same after what was done with FILE has ended with STATUS: a failure is
   returned, and told of only if that of reading may have caused it.  */
sfm_status file_bytes_settle (const struct file_bytes *file, const char *path,
                              sfm_status status,
                              const struct diag_sink *sink) SFM_CHECKED;

/* Release the bytes of FILE and close it; size and identity stay.  */
void file_bytes_drop (struct file_bytes *file);

/* Open PATH again, from which FILE was read and which must not have changed
   since.  Statuses: those of file_open and file_check_same.  */
sfm_status file_bytes_reopen (const char *path, struct file_bytes *file,
                              const struct diag_sink *sink) SFM_CHECKED;

/* Release what file_bytes_read took.  FILE_BYTES_NONE is allowed.  */
void file_bytes_close (struct file_bytes *file);

#endif /* BFDGLUE_FILE_BYTES_H */
