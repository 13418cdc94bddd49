/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-plan.c - decide how an image gets a PT_GNU_SFRAME header or a new
   segment.

   Theory of operation.  A program header needs an entry in a table that has
   the next bytes of the image right behind it.  The entry is, in this order:
   one that the image can do without [slots_choose]; one that the table gets by
   growing over .interp and the notes, which move away [block_find]; with
   GROW_MOVE_PHDRS, one in a table that moved to a new segment.

   A new segment holds the section, the moved table, or what gave way to the
   table (phdr-new-load.c says where).

   Measured on programs of GNU ld, lld and mold: after all but the last,
   strip, eu-strip, objcopy and patchelf still work.  With a moved table, GNU
   strip and eu-strip lay the segments over each other.  The file's last
   segment could also be extended over its .bss, but then the section is
   writable.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "elf-codec.h"
#include "phdr-displace.h"
#include "phdr-new-load.h"
#include "phdr-reuse.h"
#include "rewrite-name.h"

enum
{
  NAME_SIZE = sizeof ".sframe"
};

void
grow_nothing (const struct image *image, struct grow *grow)
{
  *grow = (struct grow){ .sframe_idx = GROW_NO_SLOT,
                         .load_idx = GROW_NO_SLOT,
                         .file_size = image->size };
}

bool
grow_any (const struct grow *grow)
{
  return (grow->sframe_idx != GROW_NO_SLOT || grow->load_idx != GROW_NO_SLOT);
}

/* Undo all decisions but keep the reason.  */
static void
give_up (const struct image *image, struct grow *grow)
{
  const struct grow given_up = *grow;

  grow_nothing (image, grow);
  grow->wanted = given_up.wanted;
  memcpy (grow->why, given_up.why, sizeof grow->why);
}

/* True if the headers of IMAGE may be changed at all.  */
static bool
may_change (const struct image *image, struct grow *grow)
{
  unsigned count = elf_u16 (image->bytes + offsetof (Elf64_Ehdr, e_phnum),
                            image->big_endian);

  if (image->segment_count == 0)
    grow_because (grow, "it has no program headers");
  else if (count == PN_XNUM || image->segment_count > PN_XNUM - 3)
    grow_because (grow, "it has too many program headers");
  else
    return true;
  return false;
}

/* Find a place for GROW's block in the free bytes behind the SIZE bytes of the
   section in ROOM, which then ends before it.  */
static bool
block_into_room (uint64_t size, struct room *room, struct grow *grow)
{
  struct grow_block *b = &grow->block;
  uint64_t skip = (b->addr - (room->addr + size)) & (b->align - 1);

  if (size > room->size || skip > room->size - size
      || b->size > room->size - size - skip)
    return false;
  b->to_offset = room->offset + size + skip;
  b->to_addr = room->addr + size + skip;
  b->to_segment = room->segment;
  grow->old = *room;
  room->size = size + skip;
  if (room->owned > room->size)
    room->owned = room->size;
  if (room->used > room->size)
    room->used = room->size;
  return true;
}

/* The same in the free bytes behind some segment's last section.  */
static bool
block_into_tail (const struct image *image, const struct room *room,
                 struct grow *grow, const struct say *sink)
{
  struct grow_block *b = &grow->block;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      struct room_tail tail;
      if (!room_find_tail (image, i, &tail, sink)
          || (tail.offset < room->offset + room->size
              && room->offset < tail.offset + tail.size))
        continue;
      uint64_t skip = (b->addr - tail.addr) & (b->align - 1);
      if (skip > tail.size || b->size > tail.size - skip)
        continue;
      b->to_offset = tail.offset + skip;
      b->to_addr = tail.addr + skip;
      b->to_segment = i;
      return true;
    }
  grow_because (grow,
                "no %" PRIu64 " bytes are free for what follows the program "
                "headers",
                b->size);
  return false;
}

/* Let GROW have the table in a new segment.  */
static bool
move_table (const struct image *image, const struct grow_options *options,
            struct grow *grow)
{
  if (options->mode != GROW_MOVE_PHDRS
      || !segment_allowed (image, options, grow))
    return false;
  grow->moved_table = true;
  grow->block = (struct grow_block){ 0 };
  slots_choose (image, true, false, grow);
  if (!segment_place (image, grow))
    return false;
  grow->size = (uint64_t) (image->segment_count + grow->added) * ELF_PHDR_SIZE;
  return true;
}

/* Decide for a segment with the table of program headers where it is.  */
static bool
choose_in_place (const struct image *image, struct grow *grow)
{
  slots_choose (image, true, true, grow);
  if (grow->added != 0 && !block_find (image, grow->added, grow))
    return false;
  if (!segment_place (image, grow))
    return false;
  struct grow_block *b = &grow->block;
  if (b->size == 0)
    return true;
  uint64_t skip = (b->addr - grow->addr) & (b->align - 1);
  b->to_offset = grow->offset + skip;
  b->to_addr = grow->addr + skip;
  b->to_segment = grow->load_idx;
  grow->size = skip + b->size;
  return true;
}

/* Decide for a segment of nothing but what gives way to the table, whose place
   it has to be.  The reason of an earlier failure stays.  */
static bool
segment_for_block (const struct image *image,
                   const struct grow_options *options, struct grow *grow)
{
  struct grow other;

  grow_nothing (image, &other);
  if (!segment_allowed (image, options, &other)
      || !choose_in_place (image, &other))
    return false;
  *grow = other;
  return true;
}

void
grow_header (const struct image *image, const struct grow_options *options,
             uint64_t size, struct room *room, struct grow *grow,
             const struct say *sink)
{
  grow_nothing (image, grow);
  if (options->mode == GROW_NONE || !may_change (image, grow))
    return;
  slots_choose (image, false, true, grow);
  if (grow->added == 0)
    return;
  if (block_find (image, grow->added, grow))
    {
      if (grow->block.size == 0 || block_into_room (size, room, grow)
          || block_into_tail (image, room, grow, sink))
        return;
      grow->wanted = grow->block.size + grow->block.align - 1;
    }
  if (!segment_for_block (image, options, grow)
      && !move_table (image, options, grow))
    {
      give_up (image, grow);
      return;
    }
  grow->file_size = grow->offset + grow->size;
}

/* The section that the new segment is to hold gets its number in GROW.  */
static bool
choose_section (const struct image *image, const struct room *old,
                struct grow *grow)
{
  if (old != NULL)
    {
      grow->section = old->section;
      grow->old = *old;
      /* Code that has a name for it would look at the old place.  */
      return (old->section == 0
              || block_symbols_follow (image, old->addr,
                                       old->addr + (old->used | 1), grow));
    }
  if (image->section_count == 0 || image->shstrndx == SHN_UNDEF)
    return true;
  const struct image_section *names = &image->sections[image->shstrndx];
  if (image->section_count == UINT32_MAX || (names->flags & SHF_ALLOC) != 0
      || names->type != SHT_STRTAB || names->size == 0
      || names->size > UINT32_MAX - NAME_SIZE)
    {
      grow_because (grow, "its section names cannot have another one");
      return false;
    }
  grow->section = image->section_count;
  grow->new_section = true;
  return true;
}

void
grow_section (const struct image *image, const struct grow_options *options,
              const struct room *old, struct room *room, struct grow *grow)
{
  grow_nothing (image, grow);
  if (options->mode == GROW_NONE || !may_change (image, grow))
    return;
  if (!segment_allowed (image, options, grow)
      || !choose_section (image, old, grow)
      || (!choose_in_place (image, grow)
          && !move_table (image, options, grow)))
    {
      give_up (image, grow);
      return;
    }
  grow->size = segment_round_up (grow->size, SFRAME_ALIGN);
  *room = (struct room){ .section = grow->section,
                         .segment = grow->load_idx,
                         .addr = grow->addr + grow->size,
                         .offset = grow->offset + grow->size };
}

bool
grow_finish (const struct image *image, uint64_t size, struct room *room,
             struct grow *grow)
{
  if (size > SIZE_MAX / 4 || grow->offset > SIZE_MAX / 4
      || grow->addr > UINT64_MAX / 2)
    {
      grow_because (grow, "the file would be too large");
      return false;
    }
  room->used = room->owned = room->size = size;
  grow->size += size;
  grow->file_size = grow->offset + grow->size;
  if (!grow->new_section)
    return true;
  grow->name_off = name_find (image);
  if (grow->name_off == 0)
    {
      grow->names_off = grow->file_size;
      grow->name_off = image->sections[image->shstrndx].size;
      grow->file_size += grow->name_off + NAME_SIZE;
    }
  grow->shdrs_off = segment_round_up (grow->file_size, SFRAME_ALIGN);
  grow->file_size = grow->shdrs_off
                    + (uint64_t) (image->section_count + 1) * ELF_SHDR_SIZE;
  return true;
}

const char *
grow_name (const struct grow *grow)
{
  if (!grow_any (grow))
    return "none";
  if (grow->moved_table)
    return "moved-phdrs";
  return grow->load_idx != GROW_NO_SLOT ? "segment" : "slot";
}

void
grow_tell (const struct image *image, const struct grow *grow,
           const struct say *sink)
{
  if (!grow_any (grow))
    return;
  if (grow->moved_table)
    say (sink, SAY_NOTE, image->path,
         "its program headers moved to offset 0x%" PRIx64
         "; strip would damage it: run strip before",
         grow->offset);
  if (grow->load_idx != GROW_NO_SLOT)
    say (sink, SAY_DETAIL, image->path,
         "new segment: 0x%" PRIx64 " bytes at 0x%" PRIx64
         ", program header %" PRIu32,
         grow->size, grow->addr, grow->load_idx);
  if (grow->sframe_idx < image->segment_count)
    say (sink, SAY_DETAIL, image->path,
         "PT_GNU_SFRAME is program header %" PRIu32
         ", which was of type 0x%" PRIx32,
         grow->sframe_idx, image->segments[grow->sframe_idx].type);
  else
    say (sink, SAY_DETAIL, image->path,
         "PT_GNU_SFRAME is program header %" PRIu32 ", which is new",
         grow->sframe_idx);
  if (grow->block.size != 0)
    say (sink, SAY_DETAIL, image->path,
         "0x%" PRIx64 " bytes behind the program headers moved from 0x%" PRIx64
         " to 0x%" PRIx64,
         grow->block.size, grow->block.addr, grow->block.to_addr);
}
