/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-heads.c - what the headers of an image tell, or its build-id: nothing
   else of it is read.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "code-ranges.h"
#include "debug-file.h"
#include "elf-image.h"
#include "file-bytes.h"
#include "pool.h"

/* Whether no section and no segment of IMAGE has to do with SFrame.  Without
   section headers, segments may have pieces.  */
static bool
is_bare (const struct image *image)
{
  if (image->section_count == 0)
    return false;
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_GNU_SFRAME)
      return false;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_GNU_SFRAME
        || strstr (image->sections[i].name, "sframe") != NULL)
      return false;
  return true;
}

/* Set *SIZE to the size of IMAGE's code.  False: no memory.  */
static bool
measure_code (const struct image *image, uint64_t *size)
{
  struct code_ranges code;

  if (code_ranges_read (image, &code, &diag_silent) != SFM_OK)
    return false;
  *size = code_ranges_size (&code);
  code_ranges_free (&code);
  return true;
}

bool
image_heads_bare (const struct file_source *source, uint64_t *code)
{
  struct file_bytes file;
  struct image image;

  if (image_open_file (source, ALLOW_IMAGES, &file, &image, &diag_silent)
      != SFM_OK)
    return false;
  const bool bare
      = is_bare (&image) && measure_code (&image, code)
        && file_bytes_check (&file, source->path, &diag_silent) == SFM_OK;
  image_close (&image);
  file_bytes_close (&file);
  return bare;
}

bool
image_heads_build_id (const struct file_source *source, struct pool *pool,
                      struct build_id *id)
{
  struct file_bytes file;
  struct image image;

  if (image_open_file (source, ALLOW_IMAGES, &file, &image, &diag_silent)
      != SFM_OK)
    return false;
  bool found
      = build_id_find (&image, true, id)
        && file_bytes_check (&file, source->path, &diag_silent) == SFM_OK;
  if (found)
    {
      id->bytes = (const uint8_t *) pool_copy (pool, id->bytes, id->size);
      found = id->bytes != NULL;
    }
  image_close (&image);
  file_bytes_close (&file);
  return found;
}
