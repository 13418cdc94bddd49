/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-space-content.c - check whether bytes may be overwritten.

   Zeros may, and pieces that begin with an SFrame header.  Anything else may
   belong to something that a linker script put into a section of that name,
   even if it is a piece that has lost its magic number.  Symbols do not help
   to decide: strings have none.  */

#include "config.h"

#include <inttypes.h>

#include "free-space-content.h"

uint64_t
free_space_find_content (const struct image *image, uint64_t at, uint64_t end,
                         const struct byte_range *pieces, size_t count)
{
  size_t next = 0;

  while (at < end)
    {
      while (next < count && pieces[next].end <= at)
        next++;
      if (next < count && pieces[next].start <= at)
        at = pieces[next].end;
      else if (image->bytes[at] == 0)
        at++;
      else
        return at;
    }
  return end;
}

sfm_status
free_space_check_content (const struct image *image,
                          const struct free_space *space,
                          const struct byte_range *pieces, size_t count,
                          const struct diag_sink *sink)
{
  const uint64_t end = space->offset + space->used;
  uint64_t at
      = free_space_find_content (image, space->offset, end, pieces, count);

  if (at == end)
    return SFM_OK;
  uint64_t stop = end;
  for (size_t i = count; i-- != 0 && pieces[i].start > at;)
    if (pieces[i].start < end)
      stop = pieces[i].start;
  return diag_fail_at (
      sink, SFM_ERR_CORRUPT, image->path, image->sections[space->section].name,
      at - space->offset,
      "the bytes up to 0x%" PRIx64
      " are neither zeros nor SFrame data with a header: they may be "
      "something else's",
      stop - space->offset);
}
