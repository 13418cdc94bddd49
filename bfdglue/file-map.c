/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-map.c - a file of the user's in memory, to be read.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "file-map.h"

/* Say that DOING something with PATH failed, by errno.  */
static sfm_status
say_errno (const char *path, const struct say *sink, const char *doing)
{
  say (sink, SAY_ERROR, path, "%s: %s", doing, strerror (errno));
  return SFM_ERR_IO;
}

sfm_status
file_open (const char *path, const char *name, int *fd, struct stat *st,
           const struct say *sink)
{
  sfm_status status = SFM_OK;

  /* O_NONBLOCK: a named pipe must not make us wait for its writer.  */
  *fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (*fd < 0)
    return say_errno (name, sink, "cannot open");
  if (fstat (*fd, st) != 0)
    status = say_errno (name, sink, "cannot stat");
  else if (!S_ISREG (st->st_mode))
    {
      say (sink, SAY_ERROR, name, "not a regular file");
      status = SFM_ERR_IO;
    }
  else if ((uintmax_t) st->st_size > SIZE_MAX)
    {
      say (sink, SAY_ERROR, name, "too large for this machine: %jd bytes",
           (intmax_t) st->st_size);
      status = SFM_ERR_LIMIT;
    }
  if (status != SFM_OK)
    {
      close (*fd);
      *fd = -1;
    }
  return status;
}

sfm_status
file_map_bytes (int fd, const char *name, size_t size, const uint8_t **bytes,
                const struct say *sink)
{
  void *map = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);

  if (map == MAP_FAILED)
    {
      bool nomem = errno == ENOMEM;
      sfm_status status = say_errno (name, sink, "cannot map");
      return nomem ? SFM_ERR_NOMEM : status;
    }
  *bytes = map;
  return SFM_OK;
}

sfm_status
file_map_open (const char *path, struct file_map *map, const struct say *sink)
{
  struct stat st;

  *map = FILE_MAP_NONE;
  sfm_status status = file_open (path, path, &map->fd, &st, sink);
  if (status == SFM_OK && st.st_size != 0)
    {
      map->size = (size_t) st.st_size;
      status = file_map_bytes (map->fd, path, map->size, &map->bytes, sink);
    }
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
