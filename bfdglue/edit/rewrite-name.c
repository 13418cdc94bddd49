/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rewrite-name.c - making a section's name .sframe without room for a new
   string.

   Two ways, the first that works.  If the string is there, as the name of
   another section or as the tail of ".rela.sframe", sh_name is pointed at it.
   Else a NUL is put behind ".sframe" in ".sframe_reserve".  That is allowed
   only if no other name runs through that byte but those that should follow:
   ".rela.sframe_reserve", whose tail linkers share with it, becomes
   ".rela.sframe", as it should.

   A retired section must not keep the name: most readers take the first of
   the name, empty or not, and without PT_GNU_SFRAME they have nothing else to
   go by.  It is called "sframe", which is the tail of what it was called.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-codec.h"
#include "rewrite-name.h"

static const char wanted[] = ".sframe";

bool
name_is_sframe (const struct image *image, uint32_t idx)
{
  const char *name = image->sections[idx].name;
  return (strcmp (name, wanted) == 0 || strcmp (name, ".sframe_raw") == 0
          || strcmp (name, ".sframe_reserve") == 0);
}

static void
point_name (const struct image *image, uint8_t *copy, uint32_t idx,
            uint32_t name_off)
{
  elf_put32 (copy + image_shdr_offset (image, idx)
                 + offsetof (Elf64_Shdr, sh_name),
             name_off, image->big_endian);
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

/* True if a NUL at CUT bytes into the names of IMAGE harms no name but those
   of section IDX and its relocations.  */
static bool
may_cut (const struct image *image, uint32_t idx, uint64_t cut)
{
  const struct image_section *existing = &image->sections[idx];
  const char *names = existing->name - existing->name_off;
  uint64_t first = cut;

  /* Names that begin from here on go on at CUT.  It is found once, as many
     names may share one long string.  */
  while (first != 0 && names[first - 1] != '\0')
    first--;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      /* The table holds other strings too.  */
      if (section->link == image->shstrndx)
        return false;
      if (i == idx || section->name_off > cut || section->name_off < first)
        continue;
      bool follows = (section->name_off == existing->name_off
                      || (section->type == SHT_RELA && section->info == idx));
      if (!follows)
        return false;
    }
  return true;
}

void
name_set (const struct image *image, uint8_t *copy, uint32_t idx,
          struct rewrite_result *result, struct byte_changes *changes)
{
  const struct image_section *existing = &image->sections[idx];

  if (image->shstrndx == SHN_UNDEF || strcmp (existing->name, wanted) == 0)
    return;

  uint32_t string = name_find (image);
  uint64_t cut = existing->name_off + (sizeof wanted - 1);
  if (string != 0)
    {
      point_name (image, copy, idx, string);
      result->renamed = true;
    }
  else if (may_cut (image, idx, cut))
    {
      uint64_t at = image->sections[image->shstrndx].offset + cut;
      copy[at] = '\0';
      byte_changes_add (changes, at, at + 1);
      result->renamed = true;
    }
  else
    result->rename_failed = true;
}

void
name_hide (const struct image *image, uint8_t *copy, uint32_t idx)
{
  const struct image_section *section = &image->sections[idx];

  if (strcmp (section->name, wanted) == 0)
    point_name (image, copy, idx, section->name_off + 1);
}
