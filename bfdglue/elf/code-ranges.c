/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-ranges.c - the code of an image.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "code-ranges.h"
#include "sorted.h"

/* The one of COUNT RANGES that holds [ADDR, ADDR + SIZE), or NULL.  */
static const struct code_range *
range_holding (const struct code_range *ranges, size_t count, uint64_t addr,
               uint64_t size)
{
  size_t above = sorted_after (ranges, count, sizeof *ranges,
                               offsetof (struct code_range, addr), addr);

  if (above == 0)
    return NULL;
  const struct code_range *range = &ranges[above - 1];
  uint64_t from = addr - range->addr;
  return from < range->size && size <= range->size - from ? range : NULL;
}

/* The segment that holds [ADDR, ADDR + SIZE), or NULL.  */
static const struct code_range *
segment_holding (const struct code_ranges *code, uint64_t addr, uint64_t size)
{
  return range_holding (code->segments, code->segment_count, addr, size);
}

/* List the executable segments of IMAGE.  */
static void
list_segments (const struct image *image, struct code_ranges *code)
{
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *s = &image->segments[i];
      if (image_segment_is_code (s))
        code->segments[code->segment_count++]
            = (struct code_range){ .addr = s->vaddr,
                                   .size = s->filesz,
                                   .loaded = true,
                                   .offset = s->offset };
    }
  qsort (code->segments, code->segment_count, sizeof *code->segments,
         compare_u64);
}

/* Whether sections called NAME have PLT code: the names that linkers give.
   Users have sections called .plt.user.  */
static bool
is_plt_name (const char *name)
{
  static const char *const names[]
      = { ".plt", ".plt.got", ".plt.sec", ".plt.bnd", ".iplt" };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (name, names[i]) == 0)
      return true;
  return false;
}

/* List the executable sections of IMAGE, after the segments.  The bytes are
   the segment's: sh_offset of a damaged image may be anything, and what runs
   is what is loaded.  */
static void
list_sections (const struct image *image, struct code_ranges *code)
{
  for (uint32_t i = 0; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (!image_section_is_code (s) || s->type == SHT_NOBITS)
        continue;
      const struct code_range *segment
          = segment_holding (code, s->addr, s->size);
      code->sections[code->section_count++] = (struct code_range){
        .addr = s->addr,
        .size = s->size,
        .section = s,
        .plt = is_plt_name (s->name),
        .loaded = segment != NULL,
        .offset
        = segment != NULL ? segment->offset + (s->addr - segment->addr) : 0
      };
    }
  qsort (code->sections, code->section_count, sizeof *code->sections,
         compare_u64);
}

sfm_status
code_ranges_read (const struct image *image, struct code_ranges *code,
                  const struct diag_sink *sink)
{
  *code = (struct code_ranges){ .image = image,
                                .by_sections = image->section_count != 0,
                                .machine = image->machine };
  code->segments
      = calloc ((size_t) image->segment_count + 1, sizeof *code->segments);
  code->sections
      = calloc ((size_t) image->section_count + 1, sizeof *code->sections);
  if (code->segments == NULL || code->sections == NULL)
    {
      code_ranges_free (code);
      return diag_nomem (sink, image->path);
    }
  list_segments (image, code);
  list_sections (image, code);
  return SFM_OK;
}

void
code_ranges_free (struct code_ranges *code)
{
  free (code->segments);
  free (code->sections);
  *code = (struct code_ranges){ 0 };
}

uint64_t
code_ranges_size (const struct code_ranges *code)
{
  const struct code_range *ranges
      = code->by_sections ? code->sections : code->segments;
  const size_t count
      = code->by_sections ? code->section_count : code->segment_count;
  uint64_t size = 0, end = 0;

  for (size_t i = 0; i < count; i++)
    {
      const struct code_range *r = &ranges[i];
      const uint64_t from = r->addr > end ? r->addr : end;
      const uint64_t to
          = r->size > UINT64_MAX - r->addr ? UINT64_MAX : r->addr + r->size;
      if (!r->loaded || from >= to)
        continue;
      size += to - from;
      end = to;
    }
  return size;
}

bool
code_ranges_in_segment (const struct code_ranges *code, uint64_t addr,
                        uint64_t size)
{
  return segment_holding (code, addr, size) != NULL;
}

bool
code_ranges_hold (const struct code_ranges *code, uint64_t addr, uint64_t size)
{
  if (!code->by_sections)
    return code_ranges_in_segment (code, addr, size);
  const struct code_range *section
      = range_holding (code->sections, code->section_count, addr, size);
  /* With bytes, all of it is in a segment.  */
  return section != NULL
         && (section->loaded || code_ranges_in_segment (code, addr, size));
}

bool
code_ranges_touch (const struct code_ranges *code, uint64_t addr,
                   uint64_t size)
{
  const struct code_range *ranges
      = code->by_sections ? code->sections : code->segments;
  const size_t count
      = code->by_sections ? code->section_count : code->segment_count;
  const size_t above = sorted_after (ranges, count, sizeof *ranges,
                                     offsetof (struct code_range, addr), addr);

  return (above != 0 && addr - ranges[above - 1].addr < ranges[above - 1].size)
         || (above < count && ranges[above].addr - addr < size);
}

const uint8_t *
code_ranges_bytes (const struct code_ranges *code, uint64_t addr,
                   uint64_t size)
{
  if (!code_ranges_hold (code, addr, size))
    return NULL;
  const struct code_range *range = segment_holding (code, addr, size);
  return image_at (code->image, range->offset + (addr - range->addr), size);
}

const uint8_t *
code_range_bytes (const struct code_ranges *code,
                  const struct code_range *range)
{
  return image_at (code->image, range->offset, range->size);
}

/* The end of the one of COUNT RANGES that holds ADDR, or 0.  */
static uint64_t
range_end (const struct code_range *ranges, size_t count, uint64_t addr)
{
  const struct code_range *range = range_holding (ranges, count, addr, 1);

  if (range == NULL)
    return 0;
  return range->size > UINT64_MAX - range->addr ? UINT64_MAX
                                                : range->addr + range->size;
}

uint64_t
code_ranges_end (const struct code_ranges *code, uint64_t addr)
{
  const uint64_t segment
      = range_end (code->segments, code->segment_count, addr);
  const uint64_t section
      = code->by_sections
            ? range_end (code->sections, code->section_count, addr)
            : segment;

  return section < segment ? section : segment;
}

const char *
code_ranges_section_name (const struct code_ranges *code, uint64_t addr)
{
  const struct code_range *range
      = range_holding (code->sections, code->section_count, addr, 1);

  return range == NULL ? NULL : range->section->name;
}

const struct image_section *
code_ranges_plt_section (const struct code_ranges *code, uint64_t addr,
                         uint64_t size)
{
  const struct code_range *range
      = range_holding (code->sections, code->section_count, addr, size);

  return range != NULL && range->plt ? range->section : NULL;
}
