/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-segment.c - check PT_GNU_SFRAME, through which the kernel and the C
   library find an image's SFrame data.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "audit-internal.h"

/* The .sframe sections of an image, which PT_GNU_SFRAME may name.  */
struct candidates
{
  const struct image_section *any;   /* the first one with bytes */
  const struct image_section *named; /* the one that begins with the segment */
  bool debug;                        /* one is SHT_NOBITS */
};

static struct candidates
list_candidates (const struct image *image,
                 const struct image_segment *segment)
{
  struct candidates c = { 0 };

  for (uint32_t i = image->section_count; i-- > 1;)
    {
      const struct image_section *s = &image->sections[i];
      if (!audit_is_sframe (s))
        continue;
      if (s->type == SHT_NOBITS)
        {
          c.debug = true;
          continue;
        }
      c.any = s;
      if (segment != NULL && segment->offset == s->offset
          && segment->vaddr == s->addr)
        c.named = s;
    }
  return c;
}

/* Compare the sizes of SEGMENT and SECTION, which begin at the same place.  */
static void
compare_sizes (const struct auditor *a, const struct image_segment *segment,
               const struct image_section *section)
{
  struct finding place
      = finding_place (section->name, audit_number (a, section));
  uint64_t size
      = segment->memsz < segment->filesz ? segment->memsz : segment->filesz;

  if (size < section->size)
    {
      place.offset = size;
      place.count = section->size - size;
      finding_report (a->found, FIND_SEGMENT_SHORT, &place,
                      "PT_GNU_SFRAME has 0x%" PRIx64
                      " bytes, the section 0x%" PRIx64,
                      size, section->size);
    }
  else if (segment->filesz > section->size)
    {
      place.offset = section->size;
      place.count = segment->filesz - section->size;
      finding_report (a->found, FIND_SEGMENT_LONG, &place,
                      "PT_GNU_SFRAME has 0x%" PRIx64
                      " bytes, the section 0x%" PRIx64 ": %" PRIu64
                      " bytes of other contents follow it",
                      segment->filesz, section->size, place.count);
    }
}

void
audit_segment (const struct auditor *a)
{
  const struct image *image = &a->audit->image;
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);
  const struct candidates c = list_candidates (image, segment);
  const struct finding place = finding_place (
      c.any != NULL ? c.any->name : NULL, audit_number (a, c.any));

  /* The program headers of a separate debug file describe its image.  */
  if (image->section_count == 0 || (c.any == NULL && c.debug))
    return;
  if (segment == NULL)
    {
      if (c.any != NULL)
        finding_report (a->found, FIND_SEGMENT_MISSING, &place,
                        "there is no PT_GNU_SFRAME, by which the kernel and "
                        "the C library find the section");
    }
  else if (c.any == NULL)
    finding_report (a->found, FIND_SEGMENT_STALE, &place,
                    "PT_GNU_SFRAME names 0x%" PRIx64 " bytes at 0x%" PRIx64
                    ", and there is no section .sframe",
                    segment->filesz, segment->vaddr);
  else if (c.named == NULL)
    finding_report (
        a->found, FIND_SEGMENT_STALE, &place,
        "PT_GNU_SFRAME begins at 0x%" PRIx64 " (0x%" PRIx64
        " in the file), the section at 0x%" PRIx64 " (0x%" PRIx64 ")",
        segment->vaddr, segment->offset, c.any->addr, c.any->offset);
  else
    compare_sizes (a, segment, c.named);
}
