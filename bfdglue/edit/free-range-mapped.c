/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-range-mapped.c - limit the free bytes after a section by the headers,
   segments and other sections that follow.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "elf-codec.h"
#include "free-range.h"

/* True if SEGMENT may cover RANGE: it either ignores its bytes or treats them
   as a whole, without regard to their content.  */
static bool
segment_may_cover (const struct image_segment *segment,
                   const struct free_range *range)
{
  bool whole = (segment->offset <= range->offset
                && segment->offset + segment->filesz >= range->used_end);
  switch (segment->type)
    {
    case PT_GNU_SFRAME:
    case PT_GNU_STACK:
    case PT_NULL:
      return true;
    case PT_LOAD:
    case PT_GNU_RELRO:
      return whole;
    case PT_DYNAMIC:
    case PT_INTERP:
    case PT_NOTE:
    case PT_PHDR:
    case PT_TLS:
    case PT_GNU_EH_FRAME:
    case PT_GNU_PROPERTY:
      return false;
    default:
      return whole && range->used_end != range->offset;
    }
}

/* Report that WHAT overlaps the used bytes of RANGE.  */
static sfm_status
diag_overlap (const struct image *image, const struct free_range *range,
              const struct diag_sink *sink, const char *what, uint64_t start,
              uint64_t stop)
{
  return diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                    "%s at [0x%" PRIx64 ", 0x%" PRIx64
                    ") lies in .sframe at [0x%" PRIx64 ", 0x%" PRIx64 ")",
                    what, start, stop, range->offset, range->used_end);
}

static sfm_status
exclude_sections (struct free_range *range, const struct image *image,
                  uint32_t idx, const struct diag_sink *sink)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      size_t size;
      if (i == idx)
        continue;
      /* SHT_NOBITS occupies memory but no part of the file.  Its addresses may
         be inside a segment's file range, though: GNU ld fills such bytes with
         zeros and keeps the type.  .tbss has no memory either.  */
      if (image_section_bytes (image, section, &size) != NULL
          && !range_exclude (range, section->offset, section->offset + size))
        return diag_overlap (image, range, sink, section->name,
                             section->offset, section->offset + size);
      bool tbss
          = (section->type == SHT_NOBITS && (section->flags & SHF_TLS) != 0);
      if ((section->flags & SHF_ALLOC) == 0 || tbss
          || section->size > UINT64_MAX - section->addr)
        continue;
      if (!range_exclude_addr (range, section->addr,
                               section->addr + section->size))
        return diag_overlap (image, range, sink, section->name, section->addr,
                             section->addr + section->size);
    }
  return SFM_OK;
}

sfm_status
range_exclude_occupied (struct free_range *range, const struct image *image,
                        uint32_t idx, uint32_t load,
                        const struct diag_sink *sink)
{
  uint64_t tables[][2] = {
    { 0, ELF_EHDR_SIZE },
    { image->phoff,
      image->phoff + (uint64_t) image->segment_count * ELF_PHDR_SIZE },
    { image->shoff,
      image->shoff + (uint64_t) image->section_count * ELF_SHDR_SIZE },
  };
  static const char *const names[]
      = { "the ELF header", "the program header table",
          "the section header table" };

  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
    if (!range_exclude (range, tables[i][0], tables[i][1]))
      return diag_overlap (image, range, sink, names[i], tables[i][0],
                           tables[i][1]);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      uint64_t stop = segment->offset + segment->filesz;
      if (i == load || segment_may_cover (segment, range))
        continue;
      if (!range_exclude (range, segment->offset, stop))
        return diag_overlap (image, range, sink, "a segment", segment->offset,
                             stop);
    }
  return exclude_sections (range, image, idx, sink);
}
