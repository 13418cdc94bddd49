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

struct output_options
{
  const struct file_bytes *like; /* take mode, owner and extended attributes
                                    from this file, which is open still, or
                                    NULL: a new file by the umask */
  bool in_place;                 /* the output replaces LIKE; implies FSYNC */
  bool fsync; /* get the data to the disk before the rename */
  bool force; /* replace a file with several hard links */
};

/* Write the SIZE bytes at DATA to PATH: a temporary file in the same folder,
   then rename; interrupted at any instant, PATH is the old file or the new
   one, and no temporary file stays after an error or a deadly signal
   (deadly-signals.h).  Symbolic links are followed where the kernel follows
   them.  A target that exists and is no regular file is never renamed over: a
   character device or a pipe (/dev/null, /dev/stdout, >(command)) is written
   to as it is, anything else is refused.  A target that is the file LIKE, by
   whichever name, is replaced only if it is still what was read.  Runs of a
   mebibyte of zeros become holes.  Signal handlers are the process's: not for
   two threads at once.  Statuses: IO, USAGE (refused), NOMEM.  */
sfm_status output_write (const char *path, const uint8_t *data, size_t size,
                         const struct output_options *options,
                         const struct diag_sink *sink) SFM_CHECKED;

/* True if writing to PATH would replace one of the COUNT files OTHERS, by
   whichever name; NULL is none.  */
bool output_replaces (const char *path, const char *const *others,
                      size_t count);

/* A changed copy of the file FD, called PATH in messages, would not have what
   vouches for its content, the SIZE bytes at DATA: an appended signature would
   be wrong, fs-verity would be lost.  Refuse (USAGE), or with FORCE warn.  */
sfm_status output_check_sealed (const char *path, int fd, const uint8_t *data,
                                size_t size, bool force,
                                const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_OUTPUT_FILE_H */
