/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-verify.c - read the file without SFrame and compare it with the one
   that had it.

   The sections are compared in pairs, in their order, by what their headers
   say in either file: where the plan put them does not count.  So are the
   segments.  Last come the bytes that belong to no section.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "paged.h"
#include "sorted.h"
#include "strip.h"
#include "text.h"

static sfm_status
wrong (const struct strip *s, const char *what, uint64_t number,
       const char *why)
{
  return diag_fail (s->sink, SFM_ERR_CORRUPT, s->image->path,
                    "the output would be wrong: %s %" PRIu64 " %s", what,
                    number, why);
}

/* The new number of section IDX.  */
static uint32_t
expected (const struct strip *s, uint32_t idx)
{
  return idx < s->image->section_count ? s->numbers[idx] : idx;
}

/* Whether the header NEW is that of section IDX, which stays.  */
static bool
header_right (const struct strip *s, uint32_t idx,
              const struct image_section *new)
{
  const struct image_section *old = &s->image->sections[idx];
  const bool group = old->type == SHT_GROUP;

  if (strcmp (new->name, old->name) != 0 || new->name_off != old->name_off
      || new->type != old->type || new->flags != old->flags
      || new->addr != old->addr || new->entsize != old->entsize
      || new->align != old->align || (!group && new->size != old->size)
      || new->link != expected (s, old->link))
    return false;
  return new->info
         == (strip_info_is_number (old) ? expected (s, old->info) : old->info);
}

/* Whether section IDX, which is emptied, is NEW: of zeros, or of nothing.  */
static bool
emptied_right (const struct strip *s, uint32_t idx, const struct image *now,
               const struct image_section *new)
{
  const struct image_section *old = &s->image->sections[idx];
  const bool sframe = strip_is_sframe (s->image, old);
  size_t size;
  const uint8_t *bytes = image_section_bytes (now, new, &size);

  if (new->addr != old->addr || new->flags != old->flags
      || new->align != old->align || new->size != (sframe ? old->size : 0))
    return false;
  return zeros_end (bytes, 0, size) == size;
}

/* Whether section NUMBER of NOW has the contents of section IDX.  */
static bool
contents_right (const struct strip *s, uint32_t idx, const struct image *now,
                uint32_t number)
{
  const struct image_section *old = &s->image->sections[idx];
  const struct image_section *new = &now->sections[number];
  const bool moved = s->new_count != s->image->section_count;
  size_t old_size, new_size;
  const uint8_t *was = image_section_bytes (s->image, old, &old_size);
  const uint8_t *is = image_section_bytes (now, new, &new_size);

  if (moved && strip_symbol_count (s->image, idx) != 0)
    return strip_symbols_right (s, now, idx, number);
  if (moved && old->type == SHT_SYMTAB_SHNDX)
    return true; /* compared with the symbols */
  if (moved && old->type == SHT_GROUP)
    return strip_group_right (s, now, idx, number);
  return old_size == new_size
         && (old_size == 0 || memcmp (was, is, old_size) == 0);
}

static sfm_status
verify_sections (const struct strip *s, const struct image *now)
{
  const struct image *image = s->image;
  uint32_t number = image->section_count == 0 ? 0 : 1;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      if (s->gone[i] && !s->result->emptied)
        continue;
      if (number >= now->section_count)
        break;
      const struct image_section *new = &now->sections[number];
      if (strip_is_sframe (now, new))
        return wrong (s, "section", number, "is SFrame");
      if (s->gone[i] ? !emptied_right (s, i, now, new)
                     : !header_right (s, i, new))
        return wrong (s, "section", number, "has another header");
      if (!s->gone[i] && !contents_right (s, i, now, number))
        return wrong (s, "section", number, "has other contents");
      number++;
    }
  if (number != now->section_count
      || now->shstrndx != expected (s, image->shstrndx))
    return wrong (s, "section", number, "should be the last");
  return SFM_OK;
}

static sfm_status
verify_segments (const struct strip *s, const struct image *now)
{
  const struct image *image = s->image;
  static const uint8_t null[ELF_PHDR_SIZE]; /* the longer one */

  if (now->segment_count != image->segment_count || now->phoff != image->phoff)
    return wrong (s, "segment", now->segment_count, "should be the last");
  for (uint32_t i = 0; i < now->segment_count; i++)
    {
      const uint64_t at = image_phdr_offset (image, i);
      const bool sframe = image->segments[i].type == PT_GNU_SFRAME;
      if (memcmp (s->out + at,
                  sframe ? null : image_at (image, at, image->layout->phdr),
                  image->layout->phdr)
          != 0)
        return wrong (s, "segment", i, "has another header");
    }
  return SFM_OK;
}

/* Compare the bytes of BLOCK that do not change, from change number *NEXT
   on.  */
static bool
block_right (const struct strip *s, const struct strip_block *block,
             size_t *next)
{
  const uint64_t end = block->to + (block->end - block->start);
  const struct byte_range *changes = s->changes.ranges;
  uint64_t at = block->to;

  while (at < end)
    {
      while (*next < s->changes.count && changes[*next].end <= at)
        ++*next;
      const bool any = *next < s->changes.count;
      const uint64_t stop
          = any ? larger (smaller (changes[*next].start, end), at) : end;
      if (memcmp (
              s->out + at,
              image_at (s->image, block->start + (at - block->to), stop - at),
              (size_t) (stop - at))
          != 0)
        return false;
      at = any ? larger (stop, smaller (changes[*next].end, end)) : end;
    }
  return true;
}

/* Whether the bytes that should be zeros are.  */
static bool
zeros_right (const struct strip *s)
{
  for (size_t i = 0; i < s->zero_count; i++)
    {
      const uint64_t start = strip_moved (s, s->zeros[i].start);
      const uint64_t end = start + (s->zeros[i].end - s->zeros[i].start);
      if (zeros_end (s->out, start, end) != end)
        return false;
    }
  return true;
}

static sfm_status
verify_bytes (struct strip *s)
{
  size_t next = 0;

  if (!zeros_right (s))
    return wrong (s, "section", 0, "would leave bytes of SFrame");

  if (s->changes.count != 0)
    qsort (s->changes.ranges, s->changes.count, sizeof *s->changes.ranges,
           compare_u64);
  for (size_t i = 0; i < s->block_count; i++)
    if (!block_right (s, &s->blocks[i], &next))
      return wrong (s, "block", i, "of bytes would differ");
  return SFM_OK;
}

sfm_status
strip_verify (struct strip *s)
{
  struct image now;

  TRY (image_open_any (s->image->path, s->out, s->size, &now, s->sink));
  sfm_status status = verify_segments (s, &now);
  if (status == SFM_OK)
    status = verify_sections (s, &now);
  if (status == SFM_OK)
    status = verify_bytes (s);
  image_close (&now);
  return status;
}
