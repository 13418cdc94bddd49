/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-section.c - check the section headers of an image's SFrame data.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "audit-internal.h"

/* The PT_LOAD that loads all bytes of SECTION to their addresses, or NULL.  */
static const struct image_segment *
load_of (const struct image *image, const struct image_section *section)
{
  const struct image_segment *load = image_load_of (image, section->addr);

  if (load == NULL)
    return NULL;
  uint64_t distance = section->addr - load->vaddr;
  return section->offset == load->offset + distance
                 && section->size <= load->filesz - distance
             ? load
             : NULL;
}

/* Check the flags of SECTION, which is not empty, and that it is loaded.  */
static void
check_flags (const struct auditor *a, const struct image_section *section,
             const struct finding *place)
{
  const struct image *image = &a->audit->image;

  if (!(section->flags & SHF_ALLOC))
    finding_report (a->found, FIND_SECTION_FLAGS, place,
                    "the section's flags are 0x%" PRIx64
                    ", without SHF_ALLOC: it is not in memory when the "
                    "program runs",
                    section->flags);
  else if (section->flags & SHF_COMPRESSED)
    finding_report (a->found, FIND_SECTION_FLAGS, place,
                    "the section's flags are 0x%" PRIx64
                    ": it is compressed, and what is loaded must not be",
                    section->flags);
  else if (load_of (image, section) == NULL)
    finding_report (a->found, FIND_SECTION_FLAGS, place,
                    "the 0x%" PRIx64 " bytes at 0x%" PRIx64
                    " are in no PT_LOAD: they are not in memory when the "
                    "program runs",
                    section->size, section->addr);
  if (section->flags & (SHF_WRITE | SHF_EXECINSTR))
    finding_report (a->found, FIND_SECTION_ACCESS, place,
                    "the section's flags are 0x%" PRIx64
                    ": it is %s, though it is only read",
                    section->flags,
                    !(section->flags & SHF_EXECINSTR) ? "writable"
                    : section->flags & SHF_WRITE ? "writable and executable"
                                                 : "executable");
}

static void
check_section (const struct auditor *a, const struct image_section *section)
{
  struct finding place
      = finding_place (section->name, audit_number (a, section));

  if (section->type == SHT_NOBITS)
    {
      finding_report (a->found, FIND_NOBITS, &place,
                      "its 0x%" PRIx64 " bytes are not in this file, as in "
                      "a separate debug file",
                      section->size);
      return;
    }
  if (section->size == 0)
    return;
  if (section->type != SHT_GNU_SFRAME)
    finding_report (a->found, FIND_SECTION_TYPE, &place,
                    "the section's type is 0x%" PRIx32
                    ", not SHT_GNU_SFRAME (0x%x)",
                    section->type, (unsigned) SHT_GNU_SFRAME);
  check_flags (a, section, &place);
}

/* Report that COUNT sections are not empty; LAST is the last of them.  */
static void
check_several (const struct auditor *a, size_t count,
               const struct image_section *last)
{
  const struct image_segment *segment
      = image_find_segment (&a->audit->image, PT_GNU_SFRAME);
  struct finding place = finding_place (last->name, audit_number (a, last));

  place.count = count;
  finding_report (a->found, FIND_SEVERAL_SECTIONS, &place,
                  "%zu sections hold SFrame data, of which consumers read "
                  "%s",
                  count,
                  segment != NULL ? "the one that PT_GNU_SFRAME names"
                                  : "at most one");
}

void
audit_sections (const struct auditor *a)
{
  const struct image *image = &a->audit->image;
  const struct image_section *last = NULL;
  size_t found = 0, whole = 0;
  const struct finding none = finding_place (NULL, 0);

  if (image->section_count == 0)
    {
      finding_report (a->found, FIND_NO_HEADERS, &none,
                      "there are no section headers: only PT_GNU_SFRAME can "
                      "tell where SFrame data is");
      if (image_find_segment (image, PT_GNU_SFRAME) == NULL)
        finding_report (a->found, FIND_NO_SECTION, &none,
                        "nothing tells of SFrame data");
      return;
    }
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (!audit_is_sframe (s))
        continue;
      found++;
      check_section (a, s);
      if (s->type == SHT_NOBITS || s->size == 0)
        continue;
      whole++;
      last = s;
    }
  if (found == 0)
    finding_report (a->found, FIND_NO_SECTION, &none,
                    "it has no section .sframe");
  if (whole > 1)
    check_several (a, whole, last);
}
