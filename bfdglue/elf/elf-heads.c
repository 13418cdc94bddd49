/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-heads.c - what the headers of an image tell, or its build-id: nothing
   else of it is read.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "code-ranges.h"
#include "debug-file.h"
#include "elf-abi.h"
#include "elf-image.h"
#include "file-bytes.h"
#include "pool.h"

bool
dynamic_entry (const struct image *image, const struct image_segment *dynamic,
               uint64_t idx, uint64_t *tag, uint64_t *value)
{
  if (dynamic == NULL || idx >= dynamic->filesz / ELF_DYN_SIZE)
    return false;
  const uint8_t *bytes
      = image_at (image, dynamic->offset + idx * ELF_DYN_SIZE, ELF_DYN_SIZE);
  *tag = elf_u64 (bytes, image->big_endian);
  *value = elf_u64 (bytes + 8, image->big_endian);
  return *tag != DT_NULL;
}

bool
dynamic_find (const struct image *image, uint64_t tag, uint64_t *value)
{
  const struct image_segment *dynamic = image_find_segment (image, PT_DYNAMIC);
  uint64_t found, of_found;

  for (uint64_t i = 0; dynamic_entry (image, dynamic, i, &found, &of_found);
       i++)
    if (found == tag)
      {
        *value = of_found;
        return true;
      }
  return false;
}

struct code_segments
code_segments_of (const struct image *image)
{
  struct code_segments found = { 0 };

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *s = &image->segments[i];

      if (!image_segment_is_code (s) || s->memsz == 0)
        continue;
      if (found.count++ == 0)
        {
          found.start = s->vaddr;
          found.end = s->vaddr + s->memsz;
        }
    }
  return found;
}

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
