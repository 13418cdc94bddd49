/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-map.c - a file of the user's in memory, to be read.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file-map.h"

/* Say that DOING something with PATH failed, by errno.  */
static sfm_status
say_errno (const char *path, const struct say *sink, const char *doing)
{
  say (sink, SAY_ERROR, path, "%s: %s", doing, strerror (errno));
  return SFM_ERR_IO;
}

/* Map what MAP's descriptor is open on.  */
static sfm_status
map_descriptor (const char *path, struct file_map *map, const struct say *sink)
{
  struct stat st;

  if (fstat (map->fd, &st) != 0)
    return say_errno (path, sink, "cannot stat");
  if (!S_ISREG (st.st_mode))
    {
      say (sink, SAY_ERROR, path, "not a regular file");
      return SFM_ERR_IO;
    }
  if ((uintmax_t) st.st_size > SIZE_MAX)
    {
      say (sink, SAY_ERROR, path, "too large for this machine: %jd bytes",
           (intmax_t) st.st_size);
      return SFM_ERR_LIMIT;
    }
  if (st.st_size == 0)
    return SFM_OK;
  size_t size = (size_t) st.st_size;
  void *bytes = mmap (NULL, size, PROT_READ, MAP_PRIVATE, map->fd, 0);
  if (bytes == MAP_FAILED)
    return say_errno (path, sink, "cannot map");
  map->bytes = bytes;
  map->size = size;
  return SFM_OK;
}

sfm_status
file_map_open (const char *path, struct file_map *map, const struct say *sink)
{
  *map = FILE_MAP_NONE;
  /* O_NONBLOCK: a named pipe must not make us wait for its writer.  */
  map->fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (map->fd < 0)
    return say_errno (path, sink, "cannot open");
  sfm_status status = map_descriptor (path, map, sink);
  if (status != SFM_OK)
    file_map_close (map);
  return status;
}

void
file_map_close (struct file_map *map)
{
  if (map->bytes != NULL)
    munmap ((void *) (uintptr_t) map->bytes, map->size);
  if (map->fd >= 0)
    close (map->fd);
  *map = FILE_MAP_NONE;
}
