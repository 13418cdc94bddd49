/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-tell.c - report a program-header plan.  */

#include "config.h"

#include <inttypes.h>

#include "phdr-plan.h"

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

/* What a program header of TYPE was, which phdr-reuse.c found needless.  */
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
phdr_tell (const struct image *image, const struct phdr_plan *phdr,
           const struct diag_sink *sink)
{
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
  if (phdr->sframe_idx >= image->segment_count)
    diag (sink, DIAG_DETAIL, image->path,
          "PT_GNU_SFRAME is program header %" PRIu32 ", which is new",
          phdr->sframe_idx);
  else if (image->segments[phdr->sframe_idx].type == PT_GNU_SFRAME)
    diag (sink, DIAG_DETAIL, image->path,
          "PT_GNU_SFRAME is program header %" PRIu32 ", as before",
          phdr->sframe_idx);
  else
    diag (sink, DIAG_DETAIL, image->path,
          "PT_GNU_SFRAME is program header %" PRIu32 ", in the place %s",
          phdr->sframe_idx,
          spare_name (image->segments[phdr->sframe_idx].type));
  if (phdr->displaced.size != 0)
    diag (sink, DIAG_DETAIL, image->path,
          "0x%" PRIx64 " bytes after the program headers moved from 0x%" PRIx64
          " to 0x%" PRIx64,
          phdr->displaced.size, phdr->displaced.addr, phdr->displaced.to_addr);
}
