/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-range-mapped.c - what lies behind a section and so ends its room: the
   tables of the file, the segments, the other sections.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "elf-codec.h"
#include "free-range.h"

/* True if SEGMENT may go on around SPAN's used bytes: it says something of
   them as a whole and not about what they contain.  */
static bool
segment_agrees (const struct image_segment *segment, const struct span *span)
{
  bool whole = (segment->offset <= span->offset
                && segment->offset + segment->filesz >= span->used_end);
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
      return whole && span->used_end != span->offset;
    }
}

/* Say that WHAT lies in the used bytes of SPAN.  */
static sfm_status
say_overlap (const struct image *image, const struct span *span,
             const struct say *sink, const char *what, uint64_t start,
             uint64_t stop)
{
  say (sink, SAY_ERROR, image->path,
       "%s at [0x%" PRIx64 ", 0x%" PRIx64 ") lies in .sframe at [0x%" PRIx64
       ", 0x%" PRIx64 ")",
       what, start, stop, span->offset, span->used_end);
  return SFM_ERR_CORRUPT;
}

static sfm_status
cut_sections (struct span *span, const struct image *image, uint32_t own,
              const struct say *sink)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      size_t size;
      if (i == own)
        continue;
      /* SHT_NOBITS has no place in the file, but it has one in memory, which
         may be inside a segment's file range: GNU ld fills such bytes with
         zeros and keeps the type.  .tbss has none even there.  */
      if (image_section_bytes (image, section, &size) != NULL
          && !span_cut (span, section->offset, section->offset + size))
        return say_overlap (image, span, sink, section->name, section->offset,
                            section->offset + size);
      bool tbss
          = (section->type == SHT_NOBITS && (section->flags & SHF_TLS) != 0);
      if ((section->flags & SHF_ALLOC) == 0 || tbss
          || section->size > UINT64_MAX - section->addr)
        continue;
      if (!span_cut_addr (span, section->addr, section->addr + section->size))
        return say_overlap (image, span, sink, section->name, section->addr,
                            section->addr + section->size);
    }
  return SFM_OK;
}

sfm_status
span_cut_lying (struct span *span, const struct image *image, uint32_t own,
                uint32_t load, const struct say *sink)
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
    if (!span_cut (span, tables[i][0], tables[i][1]))
      return say_overlap (image, span, sink, names[i], tables[i][0],
                          tables[i][1]);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      uint64_t stop = segment->offset + segment->filesz;
      if (i == load || segment_agrees (segment, span))
        continue;
      if (!span_cut (span, segment->offset, stop))
        return say_overlap (image, span, sink, "a segment", segment->offset,
                            stop);
    }
  return cut_sections (span, image, own, sink);
}
