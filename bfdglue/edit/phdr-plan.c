/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-plan.c - decide how an image gets a PT_GNU_SFRAME header or a new
   segment.

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

#include "elf-abi.h"
#include "image-change.h"
#include "text.h"

enum
{
  /* Zeros at the start of a new segment.  llvm-objcopy takes a PT_LOAD for a
     part of any segment that starts with it and comes first in the table, such
     as PT_INTERP, and aligns it as that: the result does not load.  */
  SEGMENT_LEAD = 16
};

void
phdr_nothing (const struct image *image, struct phdr_plan *phdr)
{
  *phdr = (struct phdr_plan){ .sframe_idx = PHDR_NO_SLOT,
                              .load_idx = PHDR_NO_SLOT,
                              .file_size = image->size };
}

bool
phdr_any (const struct phdr_plan *phdr)
{
  return (phdr->sframe_idx != PHDR_NO_SLOT || phdr->load_idx != PHDR_NO_SLOT);
}

void
phdr_give_up (const struct image *image, struct phdr_plan *phdr)
{
  const struct phdr_plan given_up = *phdr;

  phdr_nothing (image, phdr);
  phdr->wanted = given_up.wanted;
  memcpy (phdr->why, given_up.why, sizeof phdr->why);
}

bool
phdr_may_change (const struct image *image, struct phdr_plan *phdr)
{
  unsigned count = elf_u16 (
      image_at (image, offsetof (Elf64_Ehdr, e_phnum), 2), image->big_endian);

  if (image->segment_count == 0)
    return phdr_refuse (phdr, "it has no program headers");
  if (count == PN_XNUM || image->segment_count > PN_XNUM - 3)
    return phdr_refuse (phdr, "it has too many program headers");
  return true;
}

bool
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

/* Put them after the SIZE bytes of the section in SPACE, which then ends
   before them.  */
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

bool
displace_into_tail (const struct image *image, const struct free_space *space,
                    struct phdr_plan *phdr, const struct diag_sink *sink)
{
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      struct free_space tail;
      if (!free_space_find_tail (image, i, phdr->displaced.size, &tail, sink)
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

bool
phdr_move_table (const struct image *image, const struct phdr_options *options,
                 struct phdr_plan *phdr)
{
  if (options->mode != PHDR_MOVE || !segment_allowed (image, options, phdr))
    return false;
  phdr->moved_table = true;
  phdr->displaced = (struct phdr_displaced){ 0 };
  phdr_reuse_choose (image, true, false, phdr);
  if (!segment_place (image, phdr))
    return false;
  phdr->size = (uint64_t) (image->segment_count + phdr->added) * ELF_PHDR_SIZE;
  return true;
}

bool
phdr_choose_in_place (const struct image *image,
                      const struct phdr_options *options,
                      struct phdr_plan *phdr)
{
  phdr_reuse_choose (image, true, true, phdr);
  if (phdr->added != 0 && !displace_find (image, options, phdr->added, phdr))
    return false;
  if (!segment_place (image, phdr))
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
segment_for_block (const struct image *image,
                   const struct phdr_options *options, struct phdr_plan *phdr)
{
  struct phdr_plan other;

  phdr_nothing (image, &other);
  if (!segment_allowed (image, options, &other)
      || !phdr_choose_in_place (image, options, &other))
    return false;
  *phdr = other;
  return true;
}

void
phdr_header (const struct image *image, const struct phdr_options *options,
             uint64_t size, struct free_space *space, struct phdr_plan *phdr,
             const struct diag_sink *sink)
{
  phdr_nothing (image, phdr);
  if (options->mode == PHDR_NONE || !phdr_may_change (image, phdr))
    return;
  phdr_reuse_choose (image, false, true, phdr);
  if (phdr->added == 0)
    return;
  if (displace_find (image, options, phdr->added, phdr))
    {
      if (phdr->displaced.size == 0 || displace_into_space (size, space, phdr)
          || displace_into_tail (image, space, phdr, sink))
        return;
      phdr->wanted = phdr->displaced.size + phdr->displaced.align - 1;
    }
  if (!segment_for_block (image, options, phdr)
      && !phdr_move_table (image, options, phdr))
    {
      phdr_give_up (image, phdr);
      return;
    }
  phdr->file_size = segment_file_end (image, phdr);
}
