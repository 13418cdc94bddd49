/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-layout.c - which bytes go, which become zeros, and where the others
   go.

   What segments have stays at its offset, as does all before it.  Bytes that
   belong to nothing stay in their block: padding, and what old versions of
   sections have left.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sorted.h"
#include "strip-limits.h"
#include "strip.h"
#include "text.h"

/* Bytes of the file that the headers describe.  */
struct extent
{
  uint64_t start;
  uint64_t order; /* in which extents at one offset are sorted */
  uint64_t end;
  uint64_t align;
  uint32_t idx; /* of the section; 0 for headers */
  bool goes;
};

static void
extent_add (struct extent *list, size_t *count, struct extent extent)
{
  extent.order = *count;
  if (extent.start < extent.end)
    list[(*count)++] = extent;
}

/* List all extents of S but the table of section headers, which is divided,
   in order of the file.  */
static struct extent *
list_extents (struct strip *s, size_t *count)
{
  const struct image *image = s->image;
  const uint64_t shoff = image->shoff;
  const uint64_t kept = image_shdr_offset (image, s->new_count);
  const uint64_t end = image_shdr_offset (image, image->section_count);
  struct extent *list
      = pool_alloc (&s->pool, (image->section_count + 5) * sizeof *list);

  *count = 0;
  if (list == NULL)
    return NULL;
  extent_add (list, count,
              (struct extent){ 0, 0, image->layout->ehdr, 1, 0, 0 });
  extent_add (list, count,
              (struct extent){ image->phoff, 0,
                               image_phdr_offset (image, image->segment_count),
                               1, 0, false });
  if (image->section_count != 0)
    {
      extent_add (list, count, (struct extent){ shoff, 0, kept, 8, 0, false });
      extent_add (list, count, (struct extent){ kept, 0, end, 1, 0, true });
    }
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      const uint64_t size = image_section_size (section);
      if (section->type != SHT_NOBITS && section->type != SHT_NULL)
        extent_add (
            list, count,
            (struct extent){ section->offset, 0, section->offset + size,
                             larger (section->align, 1), i, s->gone[i] });
    }
  qsort (list, *count, sizeof *list, compare_u64_pairs);
  return list;
}

/* Refuse bytes that go and that something else has, too.  What goes may
   overlap.  */
static sfm_status
check_shared (const struct strip *s, const struct extent *list, size_t count)
{
  const struct extent *last[2] = { NULL, NULL }; /* that reach farthest */

  for (size_t i = 0; i < count; i++)
    {
      const struct extent *e = &list[i], *other = last[!e->goes];
      if (other != NULL && other->end > e->start)
        return diag_fail (s->sink, SFM_ERR_CORRUPT, s->image->path,
                          "section %" PRIu32 " (at 0x%" PRIx64
                          ") shares bytes of the file with %s %" PRIu32
                          " (at 0x%" PRIx64 "), and one of them is SFrame",
                          e->idx, e->start,
                          other->idx == 0 ? "headers, section" : "section",
                          other->idx, other->start);
      if (last[e->goes] == NULL || last[e->goes]->end < e->end)
        last[e->goes] = e;
    }
  return SFM_OK;
}

/* Add a block from START to END of the file, which goes to the offset nearest
   to the last block that suits ALIGN.  */
static void
add_block (struct strip *s, uint64_t start, uint64_t end, uint64_t align)
{
  const uint64_t at = s->size;

  if (start >= end)
    return;
  const uint64_t to = start - (start - at) / align * align;
  s->blocks[s->block_count++] = (struct strip_block){ start, end, to };
  s->size = (size_t) (to + (end - start));
}

/* Divide the file at what goes in LIST.  */
static void
divide (struct strip *s, const struct extent *list, size_t count)
{
  uint64_t start = 0, align = 1;

  for (size_t i = 0; i < count; i++)
    {
      const struct extent *e = &list[i];
      if (!e->goes)
        {
          align = larger (align, e->align);
          continue;
        }
      /* The end of an extent that reached farther is START.  */
      if (s->result->emptied || e->start < s->loaded_end)
        {
          s->zeros[s->zero_count++] = (struct byte_range){ e->start, e->end };
          continue;
        }
      add_block (s, start, e->start, align);
      start = larger (start, e->end);
      align = 1;
    }
  add_block (s, start, s->image->size, align);
}

/* The first extent with bytes in [START, END) that GOES or not, or NULL.  */
static const struct extent *
find_extent (const struct extent *list, size_t count, bool goes,
             uint64_t start, uint64_t end)
{
  for (size_t i = 0; i < count && list[i].start < end; i++)
    if (list[i].goes == goes && list[i].end > start)
      return &list[i];
  return NULL;
}

/* The number of bytes of SEGMENT up to the end of its last piece of SFrame, 0
   if it does not begin with one.  GNU ld 2.44 leaves other bytes between
   pieces where it has merged some and copied others.  */
static uint64_t
pieces_size (const struct image *image, const struct image_segment *segment)
{
  const uint8_t *bytes = image_segment_bytes (image, segment);
  const size_t size = (size_t) segment->filesz;
  struct sfm_piece piece;
  struct sfm_diag diag;
  uint64_t end = 0;
  sfm_status status = sfm_piece_next (bytes, size, end, &piece, &diag);

  while (status == SFM_OK)
    {
      end = piece.end;
      status = sfm_piece_scan (bytes, size, end, &piece, &diag);
    }
  return end;
}

/* Let the SFrame data in each PT_GNU_SFRAME become zeros, which no section may
   have.  If a section in it goes, what linkers have left after that does, too.
   Bytes of anything that stays do not: in a separate debug file the headers of
   segments mean nothing.  */
static void
clear_segments (struct strip *s, const struct extent *list, size_t count)
{
  const struct image *image = s->image;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      const uint64_t start = segment->offset;
      if (segment->type != PT_GNU_SFRAME)
        continue;
      uint64_t end = start + segment->filesz;
      if (find_extent (list, count, true, start, end) == NULL)
        end = start + pieces_size (image, segment);
      const struct extent *kept = find_extent (list, count, false, start, end);
      if (kept != NULL)
        diag (s->sink, DIAG_NOTE, image->path,
              "segment %" PRIu32 " (PT_GNU_SFRAME at 0x%" PRIx64
              ") has bytes of section %" PRIu32 ", which stay",
              i, start, kept->idx);
      else if (start < end)
        s->zeros[s->zero_count++] = (struct byte_range){ start, end };
      if (kept == NULL && s->result->sections == 0)
        s->result->bytes += end - start;
    }
}

sfm_status
strip_layout (struct strip *s)
{
  const size_t most
      = (size_t) s->image->section_count + s->image->segment_count + 5;
  size_t count;

  if (s->result->segments > STRIP_SEGMENTS_MAX)
    return diag_fail (s->sink, SFM_ERR_LIMIT, s->image->path,
                      "has %" PRIu32 " PT_GNU_SFRAME, more than %d",
                      s->result->segments, (int) STRIP_SEGMENTS_MAX);
  struct extent *list = list_extents (s, &count);
  s->zeros = pool_alloc (&s->pool, most * sizeof *s->zeros);
  s->blocks = pool_alloc (&s->pool, most * sizeof *s->blocks);
  if (list == NULL || s->zeros == NULL || s->blocks == NULL)
    return diag_nomem (s->sink, s->image->path);
  TRY (check_shared (s, list, count));
  divide (s, list, count);
  clear_segments (s, list, count);
  return SFM_OK;
}

uint64_t
strip_moved (const struct strip *s, uint64_t offset)
{
  size_t next
      = sorted_after (s->blocks, s->block_count, sizeof *s->blocks, 0, offset);

  /* The first block begins at 0.  */
  const struct strip_block *block = &s->blocks[next == 0 ? 0 : next - 1];
  return block->to + (smaller (offset, block->end) - block->start);
}
