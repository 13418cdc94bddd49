/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-write.c - write the file without SFrame.

   The bytes of an object are divided into blocks that stay together and what
   is between them, which is left out [divide].  The blocks are copied, each as
   far to the front as the alignment of what begins in it allows.  Bytes that
   belong to nothing (padding, old versions of sections) stay in their block.
   An image is one block, in which bytes become zeros.  Then the headers and
   tables are patched.  What is not known stays as it is, so only headers have
   to be known.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "object-limits.h"
#include "relobj-internal.h"
#include "sorted.h"
#include "text.h"

enum
{
  TABLES = 3 /* of headers */
};

/* Bytes of the file that stay.  */
struct kept
{
  uint64_t start;
  uint64_t end;
  uint64_t align;
  uint32_t idx; /* of the section; 0 for headers */
};

/* Set *KEPT to the next of what stays: the header tables, then the sections;
   only those with bytes.  *I is 0 before the first.  False: there are no
   more.  */
static bool
next_kept (const struct strip *s, uint32_t *i, struct kept *kept)
{
  const struct image *image = s->image;
  const struct kept tables[TABLES] = {
    { 0, image->layout->ehdr, 1, 0 },
    { image->phoff, image_phdr_offset (image, image->segment_count), 1, 0 },
    { image->shoff, image_shdr_offset (image, image->section_count), 8, 0 },
  };

  for (*kept = (struct kept){ 0 };
       kept->start == kept->end && *i < image->section_count + TABLES; ++*i)
    {
      const uint32_t idx = *i - TABLES;
      if (*i < TABLES)
        *kept = tables[*i];
      else if (!s->gone[idx])
        {
          const struct image_section *section = &image->sections[idx];
          const uint64_t size = image_section_size (section);
          *kept = (struct kept){ section->offset, section->offset + size,
                                 larger (section->align, 1), idx };
        }
    }
  return kept->start < kept->end;
}

/* List the bytes that go.  */
static void
list_holes (struct strip *s)
{
  const struct image *image = s->image;
  struct byte_range *r = s->ranges;
  size_t count = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const uint64_t start = image->sections[i].offset;
      const uint64_t size = image_section_size (&image->sections[i]);
      if (s->gone[i] && size != 0)
        r[count++] = (struct byte_range){ start, start + size };
    }
  sort_if_needed (r, count, sizeof *r, compare_u64);
  for (size_t i = 0; i < count; i++)
    if (s->hole_count != 0 && r[s->hole_count - 1].end >= r[i].start)
      r[s->hole_count - 1].end = larger (r[s->hole_count - 1].end, r[i].end);
    else
      r[s->hole_count++] = r[i];
  s->range_count = s->hole_count;
}

/* The first hole with bytes in [START, END), or NULL.  */
static const struct byte_range *
find_hole (const struct strip *s, uint64_t start, uint64_t end)
{
  size_t i
      = sorted_after (s->ranges, s->hole_count, sizeof *s->ranges, 0, start);

  if (i > 0 && s->ranges[i - 1].end > start)
    i--;
  return start < end && i < s->hole_count && s->ranges[i].start < end
             ? &s->ranges[i]
             : NULL;
}

/* The block with the byte at OFFSET, or the one before it.  The first block
   begins at 0.  */
static struct strip_block *
find_block (const struct strip *s, uint64_t offset)
{
  const size_t next
      = sorted_after (s->blocks, s->block_count, sizeof *s->blocks, 0, offset);

  return &s->blocks[next == 0 ? 0 : next - 1];
}

/* Divide the file at the holes.  With segments nothing moves.  */
static void
divide (struct strip *s)
{
  const struct image *image = s->image;
  uint64_t start = 0;

  s->moves = image->type == ET_REL && image->segment_count == 0;
  for (size_t i = 0; s->moves && i < s->hole_count; i++)
    {
      const uint64_t end = s->ranges[i].start;
      if (start < end)
        s->blocks[s->block_count++]
            = (struct strip_block){ .start = start, .end = end, .align = 1 };
      start = s->ranges[i].end;
    }
  if (start < image->size)
    s->blocks[s->block_count++] = (struct strip_block){ .start = start,
                                                        .end = image->size,
                                                        .align = 1 };
}

/* Refuse bytes that go but are also something else's.  Move each block to the
   first offset after the last one that suits the alignment of all that is in
   it.  */
static sfm_status
place (struct strip *s)
{
  const struct image *image = s->image;
  struct kept kept;

  for (uint32_t i = 0; next_kept (s, &i, &kept);)
    {
      const struct byte_range *hole = find_hole (s, kept.start, kept.end);
      if (hole != NULL)
        return diag_fail (s->sink, SFM_ERR_CORRUPT, image->path,
                          "%s %" PRIu32 " (at 0x%" PRIx64
                          ") shares bytes of the file with SFrame data (at "
                          "0x%" PRIx64 ")",
                          kept.idx == 0 ? "headers, section" : "section",
                          kept.idx, kept.start, hole->start);
      struct strip_block *block = find_block (s, kept.start);
      block->align = larger (block->align, kept.align);
    }
  for (size_t i = 0; i < s->block_count; i++)
    {
      struct strip_block *b = &s->blocks[i];
      b->to = b->start - (b->start - s->size) / b->align * b->align;
      s->size = (size_t) (b->to + (b->end - b->start));
    }
  return SFM_OK;
}

/* The number of bytes of SEGMENT up to the end of its last piece, or 0 if it
   does not begin with one.  GNU ld 2.44 leaves other bytes between pieces
   where it has merged some and copied others.  */
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

/* Let the SFrame data in each PT_GNU_SFRAME become zeros, even if it is in no
   section.  If a section in it goes, so does what linkers have left after that
   section.  A segment with bytes of anything that stays is left alone: in a
   separate debug file the program headers mean nothing.  */
static void
clear_segments (struct strip *s)
{
  const struct image *image = s->image;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      const uint64_t start = segment->offset;
      if (segment->type != PT_GNU_SFRAME)
        continue;
      uint64_t end = start + segment->filesz;
      if (find_hole (s, start, end) == NULL)
        end = start + pieces_size (image, segment);
      struct kept kept;
      bool stays = false;
      for (uint32_t k = 0; !stays && next_kept (s, &k, &kept);)
        stays = kept.start < end && kept.end > start;
      if (stays)
        {
          diag (s->sink, DIAG_NOTE, image->path,
                "segment %" PRIu32 " (PT_GNU_SFRAME at 0x%" PRIx64
                ") has bytes of section %" PRIu32 ", which stay",
                i, start, kept.idx);
          continue;
        }
      s->ranges[s->range_count++] = (struct byte_range){ start, end };
      if (s->result->sections == 0)
        s->result->bytes += end - start;
    }
}

/* Plan which bytes go, which become zeros, and where the others go.  */
static sfm_status
plan (struct strip *s)
{
  const size_t most
      = (size_t) s->image->section_count + s->image->segment_count + 1;

  if (s->result->segments > STRIP_SEGMENTS_MAX)
    return diag_fail (s->sink, SFM_ERR_LIMIT, s->image->path,
                      "has %" PRIu32 " PT_GNU_SFRAME, more than %d",
                      s->result->segments, (int) STRIP_SEGMENTS_MAX);
  s->ranges = pool_alloc (&s->pool, most * sizeof *s->ranges);
  s->blocks = pool_alloc (&s->pool, most * sizeof *s->blocks);
  if (s->ranges == NULL || s->blocks == NULL)
    return diag_nomem (s->sink, s->image->path);
  list_holes (s);
  divide (s);
  TRY (place (s));
  clear_segments (s);
  return SFM_OK;
}

uint64_t
strip_moved (const struct strip *s, uint64_t offset)
{
  const struct strip_block *block = find_block (s, offset);

  return block->to + (smaller (offset, block->end) - block->start);
}

/* Where the bytes at OFFSET of the file are in the output; SIZE of them are
   listed as written.  */
static uint8_t *
writes (struct strip *s, uint64_t offset, uint64_t size)
{
  const uint64_t at = strip_moved (s, offset);

  byte_changes_add (&s->changes, at, at + size);
  return s->out + at;
}

/* Make the symbols of sections that go local and absolute, without name and
   with value 0: the kernel would look up an undefined one when it loads a
   module.  */
static void
retire_symbols (struct strip *s, uint32_t table)
{
  const struct image *image = s->image;
  const struct elf_layout *l = image->layout;
  const uint64_t count = strip_symbol_count (image, table);
  const uint32_t shndx = s->shndx_of[table];

  for (uint64_t i = 1; i < count; i++)
    {
      if (!strip_symbol_goes (s, table, i))
        continue;
      uint8_t *symbol
          = writes (s, image->sections[table].offset + i * l->sym, l->sym);
      memset (symbol, 0, l->sym);
      elf_put16 (symbol + l->st_shndx, SHN_ABS, image->big_endian);
      if (shndx != 0)
        memset (writes (s, image->sections[shndx].offset + i * SHNDX_WORD,
                        SHNDX_WORD),
                0, SHNDX_WORD);
    }
}

/* Make HEADER, that of section IDX, which goes, all zero or, in an image, that
   of an empty section or one of zeros.  In an image, the index, the address
   and the offset stay: eu-strip and dwz damage an image with SHT_NULL among
   its sections.  */
static void
retire_header (const struct strip *s, uint32_t idx, uint8_t *header)
{
  const struct image_section *section = &s->image->sections[idx];
  const struct elf_layout *l = s->image->layout;
  const bool big = s->image->big_endian;

  if (s->image->type == ET_REL)
    {
      memset (header, 0, l->shdr);
      return;
    }
  const bool sframe = strip_is_sframe (s->image, section);
  if (!sframe || !s->used)
    layout_put_word (l, header + l->sh_size, 0, big);
  if (sframe && section->type != SHT_NOBITS)
    elf_put32 (header + offsetof (Elf64_Shdr, sh_type), SHT_PROGBITS, big);
  /* Without its dot, the name alone does not make the section one of
     SFrame.  */
  if (sframe && strncmp (section->name, ".sframe", 7) == 0)
    elf_put32 (header + offsetof (Elf64_Shdr, sh_name), section->name_off + 1,
               big);
}

/* Write the header of section IDX, and what its type asks for.  */
static void
put_section (struct strip *s, uint32_t idx)
{
  const struct image_section *section = &s->image->sections[idx];
  const struct elf_layout *l = s->image->layout;
  const bool big = s->image->big_endian, object = s->image->type == ET_REL;
  size_t size;

  if (!s->gone[idx] && (!object || section->type == SHT_NULL))
    return;
  uint8_t *header = writes (s, image_shdr_offset (s->image, idx), l->shdr);
  if (s->gone[idx])
    {
      retire_header (s, idx, header);
      return;
    }
  layout_put_word (l, header + l->sh_offset, strip_moved (s, section->offset),
                   big);
  if (s->result->symbols != 0)
    retire_symbols (s, idx);
  if (section->type != SHT_GROUP || s->result->sections == 0)
    return;
  const uint8_t *bytes = image_section_bytes (s->image, section, &size);
  uint8_t *to = writes (s, section->offset, size);
  const uint64_t kept = strip_group_kept (s, bytes, size, to);
  memset (to + kept, 0, (size_t) (size - kept));
  layout_put_word (l, header + l->sh_size, kept, big);
}

sfm_status
strip_write (struct strip *s)
{
  const struct image *image = s->image;
  const struct elf_layout *l = image->layout;

  TRY (plan (s));
  s->out = calloc (s->size, 1);
  if (s->out == NULL)
    return diag_nomem (s->sink, image->path);
  for (size_t i = 0; i < s->block_count; i++)
    {
      const struct strip_block *block = &s->blocks[i];
      const uint64_t size = block->end - block->start;
      memcpy (s->out + block->to, image_at (image, block->start, size),
              (size_t) size);
    }
  for (size_t i = s->moves ? s->hole_count : 0; i < s->range_count; i++)
    {
      const uint64_t size = s->ranges[i].end - s->ranges[i].start;
      memset (writes (s, s->ranges[i].start, size), 0, (size_t) size);
    }
  /* The entry stays: PT_PHDR and what follows the table need not change, and a
     later run of sfmerge can use it.  */
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_GNU_SFRAME)
      memset (writes (s, image_phdr_offset (image, i), l->phdr), 0, l->phdr);
  for (uint32_t i = 1; i < image->section_count; i++)
    put_section (s, i);
  if (image->section_count != 0)
    layout_put_word (l, writes (s, l->e_shoff, l->word),
                     strip_moved (s, image->shoff), image->big_endian);
  return s->changes.failed ? diag_nomem (s->sink, image->path) : SFM_OK;
}
