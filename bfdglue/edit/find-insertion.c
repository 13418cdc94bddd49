/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   find-insertion.c - find the segment that has the most free bytes at its end
   once zeros are inserted there (insert-pages.c).  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "edit-limits.h"
#include "elf-abi.h"
#include "image-change.h"
#include "phdr-plan.h"
#include "text.h"

/* The largest alignment of the PT_LOADs of IMAGE with bytes at offset AT or
   later; 0 if one is not a power of two.  */
static uint64_t
align_after (const struct image *image, uint64_t at)
{
  uint64_t align = PAGE_SIZE_MIN;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      if (load->type != PT_LOAD || load->offset < at)
        continue;
      if ((load->align & (load->align - 1)) != 0)
        return 0;
      align = larger (align, load->align);
    }
  return align;
}

/* What insertion_find looks for.  */
struct candidate
{
  struct insertion insertion;
  uint64_t tail; /* bytes that are free at the end of the segment then */
};

/* Set CANDIDATE to the zeros after PT_LOAD number IDX of IMAGE.  False if they
   are impossible or no use.  */
static bool
zeros_after (const struct image *image, uint32_t idx,
             struct candidate *candidate)
{
  const struct image_segment *load = &image->segments[idx];
  const uint64_t at = load->offset + load->filesz;
  const uint64_t growth = segment_growth (image, idx);
  struct free_space tail = { .offset = at };

  if (load->type != PT_LOAD || (load->flags & (PF_R | PF_W)) != PF_R
      || growth == 0 || image->phoff >= at || image_described_end (image) <= at
      || !insertion_possible (image, at))
    return false;
  uint64_t align = align_after (image, at);
  if (align == 0 || growth > UINT64_MAX - align)
    return false;
  bool found = free_space_find_tail (image, idx, 0, &tail, &diag_silent);
  if (found && tail.offset + tail.size >= at + growth)
    return false;
  *candidate = (struct candidate){
    .insertion
    = { .segment = idx, .offset = at, .size = align_up (growth, align) },
    .tail = at + growth - smaller (tail.offset, at),
  };
  return true;
}

bool
insertion_find (const struct image *image, const struct phdr_options *options,
                uint64_t most, struct insertion *insertion,
                struct phdr_plan *phdr)
{
  struct candidate best = { .insertion = { .size = 0 } };
  uint64_t least = UINT64_MAX;

  *insertion = best.insertion;
  if (!segment_allowed (image, options, phdr))
    return false;
  if (image->segment_count > SEGMENTS_MAX)
    return phdr_refuse (phdr, "it has %" PRIu32 " program headers",
                        image->segment_count);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      struct candidate candidate;
      if (!zeros_after (image, i, &candidate))
        continue;
      least = smaller (least, candidate.insertion.size);
      if (candidate.insertion.size <= most && candidate.tail > best.tail)
        best = candidate;
    }
  *insertion = best.insertion;
  if (best.tail != 0)
    return true;
  insertion->size = least == UINT64_MAX ? 0 : least;
  if (insertion->size == 0)
    return phdr_refuse (phdr, "no read-only segment can grow");
  return phdr_refuse (
      phdr,
      "the file would grow by 0x%" PRIx64 " bytes, more than 0x%" PRIx64 "%s",
      least, most, least <= HOLE_MAX ? " (--grow=large-pages allows it)" : "");
}
