/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-lto.c - whether link-time optimisation will make objects that no
   command line names.

   They have .sframe where their inputs have none yet, and the linker keeps it:
   then there is something to merge although sfmerge reserve finds nothing.  */

#include "config.h"

#include <string.h>

#include "archive.h"
#include "content-kind.h"
#include "elf-image.h"
#include "wrap-job.h"

/* Whether the SIZE bytes at BYTES are an object for GCC's optimiser.  */
static bool
is_lto_object (const uint8_t *bytes, size_t size)
{
  struct image image;
  bool found = false;

  if (content_kind (bytes, size) != CONTENT_OBJECT
      || image_open_bytes ("", bytes, size, true, &image, &say_silent)
             != SFM_OK)
    return false;
  for (uint32_t i = 1; i < image.section_count && !found; i++)
    found = strncmp (image.sections[i].name, ".gnu.lto_", 9) == 0;
  image_close (&image);
  return found;
}

/* Whether the archive of MAP, called PATH and not thin, has such a
   member.  */
static bool
has_lto_member (const char *path, const struct file_map *map)
{
  struct archive archive;
  bool found = false;

  if (archive_open (path, map->bytes, map->size, &archive, &say_silent)
      != SFM_OK)
    return false;
  for (size_t i = 0; i < archive.count && !archive.thin && !found; i++)
    {
      const struct archive_member *m = &archive.members[i];
      found = m->role == ARCHIVE_MEMBER
              && is_lto_object (archive.bytes + m->data, (size_t) m->size);
    }
  archive_close (&archive);
  return found;
}

bool
wrap_has_lto (const struct wrap_inputs *inputs)
{
  bool found = false;

  for (size_t i = 0; i < inputs->count && !found; i++)
    {
      const struct wrap_input *input = &inputs->items[i];
      struct file_map map;
      if (file_map_open (input->path, &map, &say_silent) != SFM_OK)
        continue;
      found = input->archive ? has_lto_member (input->path, &map)
                             : is_lto_object (map.bytes, map.size);
      file_map_close (&map);
    }
  return found;
}
