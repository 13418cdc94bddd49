/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-sections.c - verify that all sections survive a change.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "elf-abi.h"
#include "image-change.h"
#include "sframe-section.h"

/* True if no other section of the output shares bytes of the file with
   SECTION.  */
static bool
is_alone (const struct layout *l, const struct image_section *section)
{
  for (uint32_t i = 1; i < l->now->section_count; i++)
    {
      const struct image_section *other = &l->now->sections[i];
      const uint64_t size = image_section_size (other);
      if (other != section && size != 0
          && other->offset < section->offset + section->size
          && section->offset < other->offset + size)
        return false;
    }
  return true;
}

static bool
is_sframe (const struct image_section *section)
{
  return image_sframe_section (section) != SECTION_NOT_SFRAME;
}

/* True if bytes of section IDX may differ: symbol values, dynamic tags, which
   check_dynamic compares, a NUL in the section names, relocations of a
   rewritten section.  */
static bool
may_change (const struct layout *l, uint32_t idx)
{
  const struct image_section *section = &l->was->sections[idx];

  if (idx == l->was->shstrndx || section->type == SHT_SYMTAB
      || section->type == SHT_DYNSYM || section->type == SHT_DYNAMIC)
    return true;
  return (section->type == SHT_RELA && section->info < l->was->section_count
          && is_sframe (&l->was->sections[section->info]));
}

/* True if the headers WAS and NOW agree in what never changes.  */
static bool
same_fields (const struct layout *l, const struct image_section *was,
             const struct image_section *now)
{
  const bool number = was->type == SHT_RELA || was->type == SHT_REL
                      || (was->flags & SHF_INFO_LINK) != 0;

  return now->type == was->type && now->flags == was->flags
         && now->entsize == was->entsize && now->align == was->align
         && layout_same_number (l, was->link, now->link)
         && (number ? layout_same_number (l, was->info, now->info)
                    : now->info == was->info);
}

/* Check section number IDX, which is not an SFrame section.  */
static const char *
check_section (const struct layout *l, uint32_t idx)
{
  const struct image_section *was = &l->was->sections[idx];
  const struct image_section *now = layout_now_section (l, idx);
  const uint64_t size = image_section_size (was);
  const bool bytes = was->type != SHT_NOBITS && was->type != SHT_NULL;

  if (!same_fields (l, was, now))
    return "changed";
  if (strcmp (was->name, now->name) != 0
      && strncmp (was->name, ".rela.sframe", 12) != 0)
    return "has another name";
  if (idx == l->was->shstrndx && l->change->phdr.names_off != 0)
    return (now->size > was->size
            && layout_same_bytes (l, was->offset, now->offset, was->size)
            && is_alone (l, now))
               ? NULL
               : "lost its names";
  if (now->size != was->size)
    return "has another size";
  if (now->offset == was->offset && now->addr == was->addr)
    return (!bytes
            || !byte_changes_meet (&l->change->copy->written, was->offset,
                                   was->offset + size)
            || may_change (l, idx)
            || layout_same_bytes (l, was->offset, now->offset, size))
               ? NULL
               : "has other bytes";
  /* verify_symbols compares .dynsym.  */
  const bool symbols = was->type == SHT_DYNSYM && was->entsize == ELF_SYM_SIZE;
  if (!bytes
      || (!symbols && !layout_same_bytes (l, was->offset, now->offset, size))
      || !layout_is_loaded (l->now, now->offset, now->addr, size)
      || (now->align > 1 && now->addr % now->align != 0) || !is_alone (l, now))
    return "lost its content";
  return NULL;
}

/* Check section number IDX, for SFrame data, which may have been emptied.  It
   is after the merged section then, if it was inside.  */
static const char *
check_emptied (const struct layout *l, uint32_t idx)
{
  const struct image_section *was = &l->was->sections[idx];
  const struct image_section *now = layout_now_section (l, idx);
  const struct free_space *space = &l->change->space;
  const uint64_t end
      = space->addr + free_space_filled (space, l->change->content_size);
  struct image_section same = *now;

  same.type = was->type;
  if (now->size == 0 && was->addr > space->addr && was->addr < end
      && now->addr == end && now->align == 1)
    {
      same.addr = was->addr;
      same.offset = was->offset;
      same.align = was->align;
    }
  return same.addr == was->addr && same.offset == was->offset
                 && same_fields (l, was, &same)
                 && (now->size == was->size || now->size == 0)
             ? NULL
             : "changed";
}

sfm_status
verify_sections (const struct layout *l)
{
  const struct free_space *space = &l->change->space;

  for (uint32_t i = 1; i < l->was->section_count; i++)
    {
      if (section_number (l->change, i) == space->section)
        continue;
      const char *what = is_sframe (&l->was->sections[i])
                             ? check_emptied (l, i)
                             : check_section (l, i);
      if (what != NULL)
        return layout_wrong_section (l, i, what);
    }
  if (!layout_is_loaded (l->now, space->offset, space->addr,
                         free_space_filled (space, l->change->content_size))
      || (space->section != 0
          && !is_alone (l, &l->now->sections[space->section])))
    return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                      "the output's section at 0x%" PRIx64
                      " would not be loaded, or not be alone there",
                      space->addr);
  return SFM_OK;
}
