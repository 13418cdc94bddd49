/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-window.c - find the sections or the segment of an image that hold
   SFrame data.  */

#include "config.h"

#include <elf.h>

#include "audit-internal.h"
#include "sframe-section.h"

bool
audit_is_sframe (const struct image_section *section)
{
  return image_sframe_section (section) == SECTION_SFRAME;
}

/* Find W's pieces: those of section number IDX, or of PT_GNU_SFRAME if IDX is
   0.  pieces_read lists the pieces of a section one after another.  */
static void
find_pieces (const struct image_context *audit, uint32_t idx,
             struct audit_window *w)
{
  const struct existing_sframe *existing = &audit->existing;
  size_t first = 0, end;

  while (first < existing->piece_count
         && existing->pieces[first].section_idx != idx)
    first++;
  for (end = first;
       end < existing->piece_count && existing->pieces[end].section_idx == idx;
       end++)
    {
      w->piece_count += !existing->pieces[end].past_section_end;
      w->past_end_count += existing->pieces[end].past_section_end;
    }
  w->pieces = existing->pieces == NULL ? NULL : existing->pieces + first;
}

/* The window of PT_GNU_SFRAME.  As in pieces_read, it ends with the first
   piece: any data may follow (doc/internals.md, section 9).  */
static bool
segment_window (const struct image_context *audit, struct audit_window *w)
{
  const struct image_segment *segment
      = image_find_segment (&audit->image, PT_GNU_SFRAME);

  if (segment == NULL)
    return false;
  *w = (struct audit_window){ .segment = true,
                              .name = "PT_GNU_SFRAME",
                              .bytes
                              = image_segment_bytes (&audit->image, segment),
                              .index = &audit->index,
                              .addr = segment->vaddr,
                              .size = segment->filesz };
  find_pieces (audit, 0, w);
  if (w->piece_count == 1)
    w->size = w->pieces[0].piece.end;
  return true;
}

bool
audit_next_window (const struct image_context *audit, size_t *at,
                   struct audit_window *w)
{
  const struct image *image = &audit->image;

  if (image->section_count == 0)
    return (*at)++ == 0 && segment_window (audit, w);
  while (++*at < image->section_count)
    {
      const struct image_section *s = &image->sections[*at];
      /* No consumer reads sections that are not loaded, nor does
         pieces_read.  */
      if (!audit_is_sframe (s) || !(s->flags & SHF_ALLOC))
        continue;
      size_t size;
      const uint8_t *bytes = image_section_bytes (image, s, &size);
      if (bytes == NULL)
        continue;
      *w = (struct audit_window){ .section = s,
                                  .name = s->name,
                                  .bytes = bytes,
                                  .index = &audit->index,
                                  .addr = s->addr,
                                  .size = size };
      find_pieces (audit, (uint32_t) *at, w);
      return true;
    }
  return false;
}
