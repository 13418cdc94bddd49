/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rewrite-name.c - rename a section to .sframe without space for a new string.

   There are two ways; the first that works is used.  If the string exists, as
   the name of another section or as the end of ".rela.sframe", sh_name is set
   to it.  Otherwise a NUL replaces the byte after ".sframe" in
   ".sframe_reserve".  That requires that no other name contains that byte,
   except names that should change likewise: ".rela.sframe_reserve", whose tail
   linkers share with it, becomes ".rela.sframe".

   An emptied section must not keep the name: most readers use the first
   section of that name, even if it is empty, and without PT_GNU_SFRAME they
   have no other way.  It is renamed to "sframe", the tail of its name.
   The same holds for .sframe.hot.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "image-change.h"
#include "sframe-section.h"

static const char wanted[] = ".sframe";

static void
point_name (const struct image *image, struct image_change *change,
            uint32_t idx, uint32_t name_off)
{
  patch_u32 (change,
             image_shdr_offset (image, idx) + offsetof (Elf64_Shdr, sh_name),
             name_off);
}

uint32_t
name_find (const struct image *image)
{
  /* The first byte of the table is a NUL.  */
  size_t size;
  const uint8_t *names
      = image_section_bytes (image, &image->sections[image->shstrndx], &size);
  if (size > UINT32_MAX)
    return 0;

  for (size_t at = 0; at + sizeof wanted <= size; at++)
    {
      const uint8_t *dot = memchr (names + at, '.', size - at);
      if (dot == NULL)
        break;
      at = (size_t) (dot - names);
      if (at + sizeof wanted <= size
          && memcmp (dot, wanted, sizeof wanted) == 0)
        return (uint32_t) at;
    }
  return 0;
}

/* True if a NUL at offset CUT of IMAGE's section names changes only the names
   of section IDX and of its relocations.  */
static bool
may_cut (const struct image *image, uint32_t idx, uint64_t cut)
{
  const struct image_section *renamed = &image->sections[idx];
  const char *names = renamed->name - renamed->name_off;
  uint64_t first = cut;

  /* Names that begin in [FIRST, CUT] contain CUT.  FIRST is computed once,
     because many names may share one long string.  */
  while (first != 0 && names[first - 1] != '\0')
    first--;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      /* The table contains other strings too.  */
      if (section->link == image->shstrndx)
        return false;
      if (i == idx || section->name_off > cut || section->name_off < first)
        continue;
      bool follows = (section->name_off == renamed->name_off
                      || (section->type == SHT_RELA && section->info == idx));
      if (!follows)
        return false;
    }
  return true;
}

void
name_set (const struct image *image, struct image_change *change, uint32_t idx,
          struct rewrite_result *result)
{
  const struct image_section *renamed = &image->sections[idx];

  if (image->shstrndx == SHN_UNDEF || strcmp (renamed->name, wanted) == 0)
    return;

  uint32_t string = name_find (image);
  uint64_t cut = renamed->name_off + (sizeof wanted - 1);
  uint64_t at = image->sections[image->shstrndx].offset + cut;
  if (string != 0)
    point_name (image, change, idx, string);
  else if (strncmp (renamed->name, wanted, sizeof wanted - 1) == 0
           && may_cut (image, idx, cut))
    patch_zero (change, at, at + 1);
  else
    result->rename_failed = true;
  result->renamed = !result->rename_failed;
}

void
name_hide (const struct image *image, struct image_change *change,
           uint32_t idx)
{
  const struct image_section *section = &image->sections[idx];

  if (sframe_section (section->name, SHT_PROGBITS, SFRAME_FILE_IMAGE)
      == SECTION_SFRAME)
    point_name (image, change, idx, section->name_off + 1);
}
