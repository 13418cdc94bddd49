/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-file.h - write a file whole or not at all.  */

#ifndef BFDGLUE_OUTPUT_FILE_H
#define BFDGLUE_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "file-bytes.h"
#include "diag.h"
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
  struct paged *pages; /* of which the data to be written is what was read and
                          written; the rest is copied from file to file; NULL:
                          all data is there */
  bool fsync;          /* get the data to the disk before the rename */
  bool force;          /* replace a file with more names than are known */
};

/* Write the SIZE bytes at DATA to PATH: to a temporary file in the same
   directory, which is then renamed.  Interrupted at any instant, PATH is the
   old file or the new one, and no temporary file stays after an error or a
   deadly signal (deadly-signals.h).  Symbolic links are followed where the
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

/* The path that means standard output, whatever that is, and which is written
   to as a pipe is.  Only this very pointer does.  */
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

#endif /* BFDGLUE_OUTPUT_FILE_H */
