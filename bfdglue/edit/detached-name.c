/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   detached-name.c - names of detached files in a directory.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "detached-file.h"

bool
detached_is_dir (const char *path)
{
  struct stat st;

  return stat (path, &st) == 0 && S_ISDIR (st.st_mode);
}

sfm_status
detached_name (const struct image *image, const char *dir, char **path,
               const struct diag_sink *sink)
{
  static const char suffix[] = ".sframe";
  const size_t dir_size = strlen (dir);
  struct build_id id;

  if (!build_id_find (image, true, &id))
    return diag_fail (sink, SFM_ERR_UNSUPP, image->path,
                      "it has no build-id, by which its file in %s would be "
                      "named",
                      dir);
  if (id.size > BUILD_ID_SHOWN)
    return diag_fail (sink, SFM_ERR_LIMIT, image->path,
                      "its build-id has %zu bytes; names are made of at most "
                      "%d",
                      id.size, BUILD_ID_SHOWN);
  char *at = *path
      = malloc (dir_size + sizeof "/" + 2 * id.size + sizeof suffix);
  if (at == NULL)
    return diag_nomem (sink, image->path);
  memcpy (at, dir, dir_size);
  at += dir_size;
  *at++ = '/';
  for (size_t i = 0; i < id.size; i++, at += 2)
    snprintf (at, 3, "%02x", id.bytes[i]);
  memcpy (at, suffix, sizeof suffix);
  return SFM_OK;
}
