/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-section.c - decide how the merged section gets a location of its own:
   in a new segment, or in the free end of an old one.  */

#include "config.h"

#include <elf.h>

#include "elf-abi.h"
#include "image-change.h"
#include "text.h"

enum
{
  NAME_SIZE = sizeof ".sframe"
};

/* Set PHDR->section to the section that the new segment is to hold.  */
static bool
choose_section (const struct image *image, const struct free_space *old,
                struct phdr_plan *phdr)
{
  if (old != NULL)
    {
      phdr->section = old->section;
      phdr->old = *old;
      /* Code that refers to the section by a symbol would look at the old
         address.  */
      return (old->section == 0
              || displace_symbols_follow (
                  image, old->addr, old->addr + larger (old->used, 1), phdr));
    }
  if (image->section_count == 0)
    return true;
  /* PT_GNU_SFRAME alone is believed only where there are no headers.  */
  if (image->shstrndx == SHN_UNDEF)
    return phdr_refuse (phdr, "its sections have no names");
  const struct image_section *names = &image->sections[image->shstrndx];
  if (image->section_count == UINT32_MAX || (names->flags & SHF_ALLOC) != 0
      || names->type != SHT_STRTAB || names->size == 0
      || names->size > UINT32_MAX - NAME_SIZE)
    return phdr_refuse (phdr, "its section names cannot have another one");
  phdr->section = image->section_count;
  phdr->new_section = true;
  return true;
}

void
phdr_section (const struct image *image, const struct phdr_options *options,
              const struct free_space *old, struct free_space *space,
              struct phdr_plan *phdr)
{
  phdr_nothing (image, phdr);
  if (options->mode == PHDR_NONE || !phdr_may_change (image, phdr))
    return;
  if (!segment_allowed (image, options, phdr)
      || !choose_section (image, old, phdr)
      || (!phdr_choose_in_place (image, options, phdr)
          && !phdr_move_table (image, options, phdr)))
    {
      phdr_give_up (image, phdr);
      return;
    }
  phdr->size = align_up (phdr->size, SFRAME_ALIGN);
  *space = (struct free_space){ .section = phdr->section,
                                .segment = phdr->load_idx,
                                .addr = phdr->addr + phdr->size,
                                .offset = phdr->offset + phdr->size };
}

/* Put the section headers, and their names if needed, after END of the file,
   if there is one more of them.  */
static void
place_headers (const struct image *image, uint64_t end, struct phdr_plan *phdr)
{
  phdr->file_size = end;
  if (!phdr->new_section)
    return;
  phdr->name_off = name_find (image);
  if (phdr->name_off == 0)
    {
      phdr->names_off = phdr->file_size;
      phdr->name_off = image->sections[image->shstrndx].size;
      phdr->file_size += phdr->name_off + NAME_SIZE;
    }
  phdr->shdrs_off = align_up (phdr->file_size, SFRAME_ALIGN);
  phdr->file_size = phdr->shdrs_off
                    + (uint64_t) (image->section_count + 1) * ELF_SHDR_SIZE;
}

/* Put PHDR's displaced bytes after the section of SIZE bytes in TAIL, or into
   the free end of another segment.  */
static bool
displace_beside (const struct image *image, uint64_t size,
                 const struct free_space *tail, struct phdr_plan *phdr,
                 const struct diag_sink *sink)
{
  const struct free_space section
      = { .offset = tail->offset, .addr = tail->addr, .size = size };

  return phdr->displaced.size == 0 || displace_into (tail, size, phdr)
         || displace_into_tail (image, &section, phdr, sink);
}

void
phdr_tail (const struct image *image, const struct phdr_options *options,
           const struct free_space *old, uint64_t size,
           struct free_space *tail, struct phdr_plan *phdr,
           const struct diag_sink *sink)
{
  phdr_nothing (image, phdr);
  if (options->mode == PHDR_NONE || !phdr_may_change (image, phdr))
    return;
  bool possible = segment_allowed (image, options, phdr)
                  && choose_section (image, old, phdr);
  phdr_reuse_choose (image, false, true, phdr);
  if (!possible
      || (phdr->added != 0
          && !displace_find (image, options, phdr->added, phdr))
      || !displace_beside (image, size, tail, phdr, sink))
    {
      phdr_give_up (image, phdr);
      return;
    }
  phdr->in_tail = true;
  place_headers (image, image->size, phdr);
  tail->section = phdr->section;
  tail->used = tail->owned = tail->size = size;
}

bool
phdr_finish (const struct image *image, uint64_t size,
             struct free_space *space, struct phdr_plan *phdr)
{
  if (size > SIZE_MAX / 4 || phdr->offset > SIZE_MAX / 4
      || phdr->addr > UINT64_MAX / 2)
    return phdr_refuse (phdr, "the file would be too large");
  space->used = space->owned = space->size = size;
  phdr->size += size;
  place_headers (image, segment_file_end (image, phdr), phdr);
  return true;
}
