/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-image.c - a linked ELF64 file, mapped, and questions about it.  */

#include "config.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf-codec.h"
#include "elf-headers.h"
#include "elf-image.h"
#include "file-map.h"
#include "large-pages.h"

/* Say that DOING something with IMAGE's file failed, by errno.  */
static sfm_status
say_errno (const struct image *image, const struct say *sink,
           const char *doing)
{
  say (sink, SAY_ERROR, image->path, "%s: %s", doing, strerror (errno));
  return SFM_ERR_IO;
}

static sfm_status
map_file (struct image *image, const struct say *sink)
{
  struct file_map map;
  sfm_status status = file_map_open (image->path, &map, sink);

  if (status != SFM_OK)
    return status;
  image->bytes = map.bytes;
  image->size = map.size;
  image->fd = map.fd;
  if (map.size != 0)
    return SFM_OK;
  say (sink, SAY_ERROR, image->path, "not an ELF file: it is empty");
  return SFM_ERR_UNSUPP;
}

/* Open the file that IMAGE, new, names.  */
static sfm_status
open_file (struct image *image, bool allow_rel, const struct say *sink)
{
  sfm_status status = map_file (image, sink);
  if (status == SFM_OK)
    status = headers_decode (image, allow_rel, sink);
  if (status != SFM_OK)
    image_close (image);
  return status;
}

sfm_status
image_open (const char *path, bool allow_rel, struct image *image,
            const struct say *sink)
{
  *image = (struct image){ .path = path, .fd = -1 };
  return open_file (image, allow_rel, sink);
}

sfm_status
image_open_debug (const char *path, struct image *image,
                  const struct say *sink)
{
  *image = (struct image){ .path = path, .debug = true, .fd = -1 };
  return open_file (image, false, sink);
}

sfm_status
image_open_bytes (const char *path, const uint8_t *bytes, size_t size,
                  bool allow_rel, struct image *image, const struct say *sink)
{
  *image
      = (struct image){ .path = path, .bytes = bytes, .size = size, .fd = -1 };
  sfm_status status = headers_decode (image, allow_rel, sink);
  if (status != SFM_OK)
    image_close (image);
  return status;
}

sfm_status
image_open_map (const char *path, const struct file_map *map, bool allow_rel,
                struct image *image, const struct say *sink)
{
  sfm_status status
      = image_open_bytes (path, map->bytes, map->size, allow_rel, image, sink);

  if (status == SFM_OK)
    {
      image->fd = map->fd;
      image->borrowed = true;
    }
  return status;
}

void
image_close (struct image *image)
{
  free (image->sections);
  free (image->segments);
  free (image->loads);
  /* An all-zero image has fd 0, but no bytes.  */
  if (!image->borrowed
      && (image->fd > 0 || (image->fd == 0 && image->bytes != NULL)))
    {
      struct file_map map = { image->bytes, image->size, image->fd };
      file_map_close (&map);
    }
  *image = (struct image){ .fd = -1 };
}

sfm_status
image_copy (const struct image *image, size_t size, uint8_t **copy,
            const struct say *sink)
{
  *copy = NULL;
  if (image->fd < 0)
    {
      *copy = calloc (1, size);
      if (*copy == NULL)
        return say_nomem (sink, image->path);
      memcpy (*copy, image->bytes, image->size);
      return SFM_OK;
    }
  /* The file over the first pages of as many as are wanted: behind its end
     its last page reads as zeros, as the others do.  */
  void *map = mmap (NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED)
    return say_errno (image, sink, "cannot map");
  if (mmap (map, image->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED,
            image->fd, 0)
      == MAP_FAILED)
    {
      sfm_status status = say_errno (image, sink, "cannot map");
      munmap (map, size);
      return status;
    }
  *copy = map;
  return SFM_OK;
}

bool
image_copy_clear (const struct image *image, uint8_t *copy, size_t from,
                  size_t to)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);
  const size_t first = (from + page - 1) / page * page, end = to / page * page;

  /* A page of the file that is written to is copied before; one that is
     replaced is not.  */
  if (image->fd >= 0 && first < end)
    {
      if (mmap (copy + first, end - first, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0)
          == MAP_FAILED)
        return false;
      large_pages_wish (copy + first, end - first);
      memset (copy + from, 0, first - from);
      from = end;
    }
  memset (copy + from, 0, to - from);
  return true;
}

void
image_copy_free (const struct image *image, uint8_t *copy, size_t size)
{
  if (copy == NULL)
    return;
  if (image->fd < 0)
    free (copy);
  else
    munmap (copy, size);
}

uint64_t
image_described_end (const struct image *image)
{
  uint64_t end
      = image->shoff + (uint64_t) image->section_count * ELF_SHDR_SIZE;
  uint64_t table_end
      = image->phoff + (uint64_t) image->segment_count * ELF_PHDR_SIZE;

  if (table_end > end)
    end = table_end;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      size_t size;
      const struct image_section *section = &image->sections[i];
      if (image_section_bytes (image, section, &size) != NULL
          && section->offset + size > end)
        end = section->offset + size;
    }
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      if (segment->filesz != 0 && segment->offset + segment->filesz > end)
        end = segment->offset + segment->filesz;
    }
  return end;
}

uint32_t
image_find_section (const struct image *image, const char *name,
                    uint32_t after)
{
  if (after >= image->section_count)
    return 0;
  for (uint32_t i = after + 1; i < image->section_count; i++)
    if (strcmp (image->sections[i].name, name) == 0)
      return i;
  return 0;
}

const uint8_t *
image_section_bytes (const struct image *image,
                     const struct image_section *section, size_t *size)
{
  if (section->type == SHT_NOBITS || section->type == SHT_NULL)
    {
      *size = 0;
      return NULL;
    }
  *size = (size_t) section->size;
  return image->bytes + section->offset;
}

uint64_t
image_shdr_offset (const struct image *image, uint32_t idx)
{
  return image->shoff + (uint64_t) idx * ELF_SHDR_SIZE;
}

uint64_t
image_phdr_offset (const struct image *image, uint32_t idx)
{
  return image->phoff + (uint64_t) idx * ELF_PHDR_SIZE;
}

const struct image_segment *
image_find_segment (const struct image *image, uint32_t type)
{
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == type)
      return &image->segments[i];
  return NULL;
}
