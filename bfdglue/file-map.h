/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-map.h - a file of the user's in memory, to be read.  */

#ifndef BFDGLUE_FILE_MAP_H
#define BFDGLUE_FILE_MAP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "say.h"
#include "sfmerge.h"

struct file_map
{
  const uint8_t *bytes; /* NULL: an empty file, or nothing mapped */
  size_t size;
  int fd; /* -1: nothing is open */
};

#define FILE_MAP_NONE                                                         \
  (struct file_map) { .fd = -1 }

/* Open the regular file PATH, called NAME in messages, for reading: *FD, and
   what it is in *ST, whose size fits a size_t.  After a failure *FD is -1.
   Statuses: IO, LIMIT (a file too large for the memory).  */
sfm_status file_open (const char *path, const char *name, int *fd,
                      struct stat *st, const struct say *sink) SFM_CHECKED;

/* Map the SIZE bytes, not 0, of the file FD, called NAME in messages,
   read-only to *BYTES.  Statuses: IO, NOMEM.  */
sfm_status file_map_bytes (int fd, const char *name, size_t size,
                           const uint8_t **bytes,
                           const struct say *sink) SFM_CHECKED;

/* Map the regular file PATH, read-only.  Statuses: those of the two above.  */
sfm_status file_map_open (const char *path, struct file_map *map,
                          const struct say *sink) SFM_CHECKED;

/* Release what file_map_open took.  FILE_MAP_NONE is allowed.  */
void file_map_close (struct file_map *map);

#endif /* BFDGLUE_FILE_MAP_H */
