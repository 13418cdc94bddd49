/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-bytes.h - the bytes of a user's file, in memory of our own.

   Files are not mapped.  Another process may write to a mapped file, so that
   a count that was checked is another one when it is used, or cut it short,
   which ends the reader by SIGBUS.  Bytes that were read stay as they are.  */

#ifndef BFDGLUE_FILE_BYTES_H
#define BFDGLUE_FILE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "diag.h"
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

/* Which file it is, by device and inode, and in which state, by size, time of
   modification and time of change.  The last cannot be set back.  */
struct file_id
{
  uint64_t parts[FILE_ID_PARTS];
};

struct file_bytes
{
  const uint8_t *bytes; /* NULL: an empty file, or nothing was read */
  size_t size;
  int fd;            /* the file that was read; -1: nothing is open */
  struct file_id id; /* ... and its state then */
};

#define FILE_BYTES_NONE                                                       \
  (struct file_bytes) { .fd = -1 }

/* Set *ID to that of the file that ST is about.  */
void file_identify (struct file_id *id, const struct stat *st);

/* Whether ST is about the file ID, in whichever state.  */
bool file_is_it (const struct file_id *id, const struct stat *st);

/* Whether ST is about the file ID, in the same state.  */
bool file_is_same (const struct file_id *id, const struct stat *st);

/* Open the regular file PATH, called NAME in messages, for reading: *FD, and
   what it is in *ST, whose size fits a size_t.  After a failure *FD is -1.
   Statuses: IO, LIMIT (a file too large for the memory).  */
sfm_status file_open (const char *path, const char *name, int *fd,
                      struct stat *st,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Read the SIZE bytes of FD, called NAME in messages, into BUFFER.  Statuses:
   IO, TRUNC (it has become shorter).  */
sfm_status file_fill (int fd, const char *name, uint8_t *buffer, size_t size,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Read the SIZE bytes, not 0, of FD, called NAME in messages, to new memory at
   *BYTES, for sparse_free.  Holes of the file take no memory.  Statuses: IO,
   TRUNC, NOMEM.  */
sfm_status file_take (int fd, const char *name, size_t size,
                      const uint8_t **bytes,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Check that FD, called NAME in messages, which had SIZE bytes, is ID still.
   What was read of a file in the middle of a change is neither its old nor its
   new content.  Statuses: IO.  */
sfm_status file_check_same (int fd, const char *name, const struct file_id *id,
                            size_t size,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Read the regular file PATH, whole.  Statuses: those of file_open, file_take
   and file_check_same.  */
sfm_status file_bytes_read (const char *path, struct file_bytes *file,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Release the bytes of FILE and close it; what it is stays known.  */
void file_bytes_drop (struct file_bytes *file);

/* Open PATH again, which FILE was read from and which must be the same still.
   Statuses: those of file_open and file_check_same.  */
sfm_status file_bytes_reopen (const char *path, struct file_bytes *file,
                              const struct diag_sink *sink) SFM_CHECKED;

/* Release what file_bytes_read took.  FILE_BYTES_NONE is allowed.  */
void file_bytes_close (struct file_bytes *file);

#endif /* BFDGLUE_FILE_BYTES_H */
