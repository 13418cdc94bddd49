/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-plan.c - decide how an image gets a PT_GNU_SFRAME header, and a new
   segment or the free end of an old one for the merged section.

   Theory of operation.  A program header needs an entry in the program header
   table, and the next bytes of the image directly follow that table.  The
   entry is the first of these that is possible: one that the image can do
   without [phdr_reuse_choose]; a new one, for which the table grows over what
   follows and may move away, such as .interp [displace_find]; with PHDR_MOVE,
   one in a table that moves to a new segment.

   A new segment holds the section, the moved table or the bytes displaced by
   the table; phdr-new-load.c chooses its address.

   Measured on programs linked by GNU ld, lld and mold: strip, eu-strip,
   objcopy and patchelf still work after each of these but the last.  With a
   moved table, GNU strip and eu-strip make the segments overlap.  Extending
   the file's last segment over its .bss was rejected because the section would
   then be writable.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "edit-internal.h"

const char *
phdr_mode_name (const struct phdr_plan *phdr)
{
  if (!phdr_any (phdr))
    return "none";
  if (phdr->moved_table)
    return "moved-phdrs";
  if (phdr->load_idx != PHDR_NO_SLOT)
    return "segment";
  return phdr->in_tail ? "tail" : "slot";
}

/* What a program header of TYPE that phdr-new-load.c found needless was.  */
static const char *
spare_name (uint32_t type)
{
  switch (type)
    {
    case PT_NULL:
      return "of PT_NULL";
    case PT_PHDR:
      return "of PT_PHDR, which a shared object does not need";
    default:
      return "of a PT_NOTE that PT_GNU_PROPERTY repeats";
    }
}

void
phdr_tell (const struct phdr_plan *phdr, const struct diag_sink *sink)
{
  const struct image *image = phdr->image;
  const struct edit_section *what = &edit_sections[phdr->options.kind];

  if (!phdr_any (phdr))
    return;
  if (phdr->moved_table)
    diag (sink, DIAG_NOTE, image->path,
          "its program headers moved to offset 0x%" PRIx64
          "; strip would damage it: run strip before",
          phdr->offset);
  if (phdr->load_idx != PHDR_NO_SLOT)
    diag (sink, DIAG_DETAIL, image->path,
          "new segment: 0x%" PRIx64 " bytes at 0x%" PRIx64
          ", program header %" PRIu32,
          phdr->size, phdr->addr, phdr->load_idx);
  if (phdr->in_tail)
    diag (sink, DIAG_DETAIL, image->path,
          "the section goes to the free end of a segment");
  if (phdr->header_idx >= image->segment_count)
    diag (sink, DIAG_DETAIL, image->path,
          "%s is program header %" PRIu32 ", which is new", what->segment_name,
          phdr->header_idx);
  else if (image->segments[phdr->header_idx].type == what->segment_type)
    diag (sink, DIAG_DETAIL, image->path,
          "%s is program header %" PRIu32 ", as before", what->segment_name,
          phdr->header_idx);
  else
    diag (sink, DIAG_DETAIL, image->path,
          "%s is program header %" PRIu32 ", in the place %s",
          what->segment_name, phdr->header_idx,
          spare_name (image->segments[phdr->header_idx].type));
  if (phdr->displaced.size != 0)
    diag (sink, DIAG_DETAIL, image->path,
          "0x%" PRIx64 " bytes after the program headers moved from 0x%" PRIx64
          " to 0x%" PRIx64,
          phdr->displaced.size, phdr->displaced.addr, phdr->displaced.to_addr);
}

enum
{
  /* Zeros at the start of a new segment.  llvm-objcopy takes a PT_LOAD for a
     part of any segment that starts at the same offset and comes first in the
     table, such as PT_INTERP, and gives it that segment's alignment: the
     result does not load.  */
  SEGMENT_LEAD = 16
};

void
phdr_nothing (const struct image *image, struct phdr_plan *phdr)
{
  *phdr = (struct phdr_plan){ .image = image,
                              .header_idx = PHDR_NO_SLOT,
                              .load_idx = PHDR_NO_SLOT,
                              .file_size = image->size };
}

bool
phdr_any (const struct phdr_plan *phdr)
{
  /* A new segment comes with the header.  */
  return phdr->header_idx != PHDR_NO_SLOT;
}

/* Undo all decisions in PHDR, but keep WHY and WANTED.  */
static void
phdr_give_up (struct phdr_plan *phdr)
{
  const struct phdr_plan given_up = *phdr;

  phdr_nothing (given_up.image, phdr);
  phdr->wanted = given_up.wanted;
  memcpy (phdr->why, given_up.why, sizeof phdr->why);
}

/* Begin PHDR.  False, and PHDR changes nothing, if OPTIONS or the program
   headers of IMAGE rule out any change; the reason is in PHDR unless it is
   OPTIONS.  */
static bool
phdr_begin (const struct image *image, const struct phdr_options *options,
            struct phdr_plan *phdr)
{
  unsigned count = elf_u16 (
      image_at (image, offsetof (Elf64_Ehdr, e_phnum), 2), image->big_endian);

  phdr_nothing (image, phdr);
  phdr->options = *options;
  if (options->mode == PHDR_NONE)
    return false;
  if (image->segment_count == 0)
    return phdr_refuse (phdr, "it has no program headers");
  if (count == PN_XNUM || image->segment_count > PN_XNUM - 3)
    return phdr_refuse (phdr, "it has too many program headers");
  return true;
}

/* Put PHDR's displaced bytes into SPACE after its first USED bytes, aligned.
   False if they do not fit.  */
static bool
displace_into (const struct free_space *space, uint64_t used,
               struct phdr_plan *phdr)
{
  struct phdr_displaced *b = &phdr->displaced;
  uint64_t skip = (b->addr - (space->addr + used)) & (b->align - 1);

  if (used > space->size || skip > space->size - used
      || b->size > space->size - used - skip)
    return false;
  b->to_offset = space->offset + used + skip;
  b->to_addr = space->addr + used + skip;
  b->to_segment = space->segment;
  return true;
}

/* Put PHDR's displaced bytes after the SIZE bytes of the section in SPACE,
   which then ends before them.  */
static bool
displace_into_space (uint64_t size, struct free_space *space,
                     struct phdr_plan *phdr)
{
  if (!displace_into (space, size, phdr))
    return false;
  phdr->old = *space;
  space->size = phdr->displaced.to_offset - space->offset;
  space->owned = smaller (space->owned, space->size);
  space->used = smaller (space->used, space->size);
  return true;
}

/* Put PHDR's displaced bytes into the free end of some segment, outside SPACE.
   False, with the reason in PHDR, if they fit nowhere.  */
static bool
displace_into_tail (const struct free_space *space, struct phdr_plan *phdr,
                    const struct diag_sink *sink)
{
  const struct image *image = phdr->image;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      struct free_space tail;
      if (!free_space_find_tail (phdr->options.kind, image, i,
                                 phdr->displaced.size, &tail, sink)
          || (tail.offset < space->offset + space->size
              && space->offset < tail.offset + tail.size))
        continue;
      if (displace_into (&tail, 0, phdr))
        return true;
    }
  return phdr_refuse (phdr,
                      "no %" PRIu64
                      " bytes are free for what follows the program "
                      "headers",
                      phdr->displaced.size);
}

/* Plan a new segment that starts with the table, if that is allowed.  */
static bool
phdr_move_table (struct phdr_plan *phdr)
{
  if (phdr->options.mode != PHDR_MOVE || !segment_allowed (phdr))
    return false;
  phdr->moved_table = true;
  phdr->displaced = (struct phdr_displaced){ 0 };
  phdr_reuse_choose (phdr, true, false);
  if (!segment_place (phdr))
    return false;
  phdr->size
      = (uint64_t) (phdr->image->segment_count + phdr->added) * ELF_PHDR_SIZE;
  return true;
}

/* Plan a new segment that leaves the program header table where it is.  False,
   with the reason in PHDR, if that is impossible.  */
static bool
phdr_choose_in_place (struct phdr_plan *phdr)
{
  phdr_reuse_choose (phdr, true, true);
  if (phdr->added != 0 && !displace_find (phdr))
    return false;
  if (!segment_place (phdr))
    return false;
  const struct phdr_displaced *b = &phdr->displaced;
  phdr->size = SEGMENT_LEAD;
  if (b->size == 0)
    return true;
  const struct free_space load = { .segment = phdr->load_idx,
                                   .offset = phdr->offset,
                                   .addr = phdr->addr,
                                   .size = UINT64_MAX };
  bool fits = displace_into (&load, phdr->size, phdr);
  phdr->size = b->to_offset + b->size - phdr->offset;
  return fits;
}

/* Plan a new segment that holds only the displaced bytes, so that the table
   can grow in place.  On failure PHDR keeps its reason.  */
static bool
segment_for_block (struct phdr_plan *phdr)
{
  struct phdr_plan other;

  phdr_nothing (phdr->image, &other);
  other.options = phdr->options;
  if (!segment_allowed (&other) || !phdr_choose_in_place (&other))
    return false;
  *phdr = other;
  return true;
}

void
phdr_header (const struct image *image, const struct phdr_options *options,
             uint64_t size, struct free_space *space, struct phdr_plan *phdr,
             const struct diag_sink *sink)
{
  if (!phdr_begin (image, options, phdr))
    return;
  phdr_reuse_choose (phdr, false, true);
  if (phdr->added == 0)
    return;
  if (displace_find (phdr))
    {
      if (phdr->displaced.size == 0 || displace_into_space (size, space, phdr)
          || displace_into_tail (space, phdr, sink))
        return;
      phdr->wanted = phdr->displaced.size + phdr->displaced.align - 1;
    }
  if (!segment_for_block (phdr) && !phdr_move_table (phdr))
    {
      phdr_give_up (phdr);
      return;
    }
  phdr->file_size = segment_file_end (phdr);
}

/* Set PHDR->section to the section that the new segment is to hold.  */
static bool
choose_section (struct phdr_plan *phdr, const struct free_space *old)
{
  const struct image *image = phdr->image;

  if (old != NULL)
    {
      phdr->section = old->section;
      phdr->old = *old;
      /* Code that refers to the section by a symbol would look at the old
         address.  */
      return displace_symbols_follow (phdr, old->addr,
                                      old->addr + larger (old->used, 1));
    }
  if (image->section_count == 0)
    return true;
  /* PT_GNU_SFRAME alone is believed only where there are no headers.  */
  if (image->shstrndx == SHN_UNDEF)
    return phdr_refuse (phdr, "its sections have no names");
  const struct image_section *names = &image->sections[image->shstrndx];
  const size_t size = strlen (edit_sections[phdr->options.kind].name) + 1;
  if (image->section_count == UINT32_MAX || (names->flags & SHF_ALLOC) != 0
      || names->type != SHT_STRTAB || names->size == 0
      || names->size > UINT32_MAX - size)
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
  if (!phdr_begin (image, options, phdr))
    return;
  if (!segment_allowed (phdr) || !choose_section (phdr, old)
      || (!phdr_choose_in_place (phdr) && !phdr_move_table (phdr)))
    {
      phdr_give_up (phdr);
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
place_headers (struct phdr_plan *phdr, uint64_t end)
{
  const struct image *image = phdr->image;

  phdr->file_size = end;
  if (!phdr->new_section)
    return;
  const char *name = edit_sections[phdr->options.kind].name;
  phdr->name_off = name_find (image, name);
  if (phdr->name_off == 0)
    {
      phdr->names_off = phdr->file_size;
      phdr->name_off = image->sections[image->shstrndx].size;
      phdr->file_size += phdr->name_off + strlen (name) + 1;
    }
  phdr->shdrs_off = align_up (phdr->file_size, SFRAME_ALIGN);
  phdr->file_size = phdr->shdrs_off
                    + (uint64_t) (image->section_count + 1) * ELF_SHDR_SIZE;
}

/* Put PHDR's displaced bytes after the section of SIZE bytes in TAIL, or into
   the free end of another segment.  */
static bool
displace_beside (uint64_t size, const struct free_space *tail,
                 struct phdr_plan *phdr, const struct diag_sink *sink)
{
  const struct free_space section
      = { .offset = tail->offset, .addr = tail->addr, .size = size };

  return phdr->displaced.size == 0 || displace_into (tail, size, phdr)
         || displace_into_tail (&section, phdr, sink);
}

void
phdr_tail (const struct image *image, const struct phdr_options *options,
           const struct free_space *old, uint64_t size,
           struct free_space *tail, struct phdr_plan *phdr,
           const struct diag_sink *sink)
{
  if (!phdr_begin (image, options, phdr))
    return;
  bool possible = segment_allowed (phdr) && choose_section (phdr, old);
  phdr_reuse_choose (phdr, false, true);
  if (!possible || (phdr->added != 0 && !displace_find (phdr))
      || !displace_beside (size, tail, phdr, sink))
    {
      phdr_give_up (phdr);
      return;
    }
  phdr->in_tail = true;
  place_headers (phdr, image->size);
  tail->section = phdr->section;
  tail->used = tail->owned = tail->size = size;
}

bool
phdr_finish (struct phdr_plan *phdr, uint64_t size, struct free_space *space)
{
  if (size > SIZE_MAX / 4 || phdr->offset > SIZE_MAX / 4
      || phdr->addr > UINT64_MAX / 2)
    return phdr_refuse (phdr, "the file would be too large");
  space->used = space->owned = space->size = size;
  phdr->size += size;
  place_headers (phdr, segment_file_end (phdr));
  return true;
}
