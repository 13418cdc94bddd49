/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-map.h - a file of the user's in memory, to be read.  */

#ifndef BFDGLUE_FILE_MAP_H
#define BFDGLUE_FILE_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"
#include "say.h"

struct file_map
{
  const uint8_t *bytes; /* NULL: an empty file, or nothing mapped */
  size_t size;
  int fd; /* -1: nothing is open */
};

#define FILE_MAP_NONE                                                         \
  (struct file_map) { .fd = -1 }

/* Map the regular file PATH, read-only.  Statuses: IO, LIMIT (a file too large
   to be mapped).  */
sfm_status file_map_open (const char *path, struct file_map *map,
                          const struct say *sink) SFM_CHECKED;

/* Release what file_map_open took.  FILE_MAP_NONE is allowed.  */
void file_map_close (struct file_map *map);

#endif /* BFDGLUE_FILE_MAP_H */
