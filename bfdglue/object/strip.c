/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip.c - remove SFrame from an object or an image.

   Theory of operation.  What goes is found by headers alone [strip_find], so
   that a damaged .sframe can be removed, too.  Everything that could refer to
   it is examined [strip_users].  The new file [strip_write] is read again and
   compared with the old one.  Sections are compared in pairs by what their
   headers say in each file: where the plan put them does not count.  So are
   the segments.  Last come the bytes that belong to no section.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "relobj-internal.h"

static sfm_status
wrong (const struct strip *s, const char *what, uint64_t number,
       const char *why)
{
  return diag_fail (s->sink, SFM_ERR_CORRUPT, s->image->path,
                    "the output would be wrong: %s %" PRIu64 " %s", what,
                    number, why);
}

/* Whether NEW, in NOW, is what should be left of section IDX, which goes: a
   header of zeros or, in an image, an empty section or one of zeros.  */
static bool
retired_right (const struct strip *s, uint32_t idx, const struct image *now,
               const struct image_section *new)
{
  const struct image_section *old = &s->image->sections[idx];
  const bool zeros = s->used && strip_is_sframe (s->image, old);
  const uint64_t at = image_shdr_offset (now, idx);
  const uint64_t end = at + now->layout->shdr;
  size_t size;
  const uint8_t *bytes = image_section_bytes (now, new, &size);

  if (now->type == ET_REL)
    return zeros_end (s->out, at, end) == end;
  return new->addr == old->addr &&new->flags == old->flags &&new->align
             == old->align &&new->size == (zeros ? old->size : 0)
         && (size == 0 || zeros_end (bytes, 0, size) == size);
}

/* Whether NEW is what should be left of OLD, the symbol table in section
   IDX.  */
static bool
symbols_right (const struct strip *s, uint32_t idx, const uint8_t *old,
               const uint8_t *new)
{
  static const uint8_t zeros[ELF_SYM_SIZE]; /* as long as the longer form */
  const struct elf_layout *l = s->image->layout;
  const uint64_t count = strip_symbol_count (s->image, idx);
  const size_t shndx = l->st_shndx, rest = shndx + 2;

  for (uint64_t i = 0; i < count; i++, old += l->sym, new += l->sym)
    if (!strip_symbol_goes (s, idx, i)
            ? memcmp (old, new, l->sym) != 0
            : elf_u16 (new + shndx, s->image->big_endian) != SHN_ABS
                  || memcmp (new, zeros, shndx) != 0
                  || memcmp (new + rest, zeros, l->sym - rest) != 0)
      return false;
  return true;
}

/* Whether the group NEW is OLD without the members that go.  */
static bool
group_right (const struct strip *s, const uint8_t *old, size_t old_size,
             const uint8_t *new, size_t new_size)
{
  size_t next = 0;

  for (size_t at = 0; at < old_size; at += GROUP_WORD)
    {
      if (at != 0 && s->gone[elf_u32 (old + at, s->image->big_endian)])
        continue;
      if (next >= new_size || memcmp (new + next, old + at, GROUP_WORD) != 0)
        return false;
      next += GROUP_WORD;
    }
  return next == new_size;
}

/* Whether section IDX of NOW has the contents that section IDX of the old file
   should have now.  */
static bool
contents_right (const struct strip *s, uint32_t idx, const struct image *now)
{
  const struct image_section *old = &s->image->sections[idx];
  const bool object = now->type == ET_REL && s->result->sections != 0;
  size_t old_size, new_size;
  const uint8_t *was = image_section_bytes (s->image, old, &old_size);
  const uint8_t *is
      = image_section_bytes (now, &now->sections[idx], &new_size);

  if (object && old->type == SHT_GROUP)
    return group_right (s, was, old_size, is, new_size);
  if (object && strip_symbol_count (s->image, idx) != 0)
    return old_size == new_size && symbols_right (s, idx, was, is);
  if (object && old->type == SHT_SYMTAB_SHNDX)
    return old_size == new_size; /* section indices of absolute symbols are
                                    zero */
  return old->size == now->sections[idx].size && old_size == new_size
         && (old_size == 0 || memcmp (was, is, old_size) == 0);
}

static sfm_status
verify_headers (const struct strip *s, const struct image *now)
{
  const struct image *image = s->image;

  if (now->segment_count != image->segment_count || now->phoff != image->phoff)
    return wrong (s, "segment", now->segment_count, "should be the last");
  for (uint32_t i = 0; i < now->segment_count; i++)
    {
      const uint32_t type = image->segments[i].type;
      if (now->segments[i].type != (type == PT_GNU_SFRAME ? PT_NULL : type))
        return wrong (s, "segment", i, "has another header");
    }
  if (now->section_count != image->section_count
      || now->shstrndx != image->shstrndx)
    return wrong (s, "section", now->section_count, "should be the last");
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *new = &now->sections[i];
      if (strip_is_sframe (now, new))
        return wrong (s, "section", i, "is SFrame");
      if (s->gone[i] ? !retired_right (s, i, now, new)
                     : !header_kept (&image->sections[i], new, CHANGE_PLACE))
        return wrong (s, "section", i, "has another header");
      if (!s->gone[i] && !contents_right (s, i, now))
        return wrong (s, "section", i, "has other contents");
    }
  return SFM_OK;
}

/* Compare the bytes of all blocks that were not written.  */
static sfm_status
verify_bytes (struct strip *s)
{
  const struct image *image = s->image;
  for (size_t i = s->moves ? s->hole_count : 0; i < s->range_count; i++)
    {
      const uint64_t start = strip_moved (s, s->ranges[i].start);
      const uint64_t end = start + (s->ranges[i].end - s->ranges[i].start);
      if (zeros_end (s->out, start, end) != end)
        return wrong (s, "section", 0, "would leave bytes of SFrame");
    }
  byte_changes_sort (&s->changes);
  struct byte_changes next = s->changes;
  for (size_t i = 0; i < s->block_count; i++)
    {
      const struct strip_block *b = &s->blocks[i];
      const uint64_t back = b->start - b->to, end = b->to + b->end - b->start;
      while (next.count != 0 && next.at->end <= b->to)
        next.at++, next.count--;
      if (byte_changes_compare (&next, image->memory + back,
                                image->size - (size_t) back, s->out, b->to,
                                end)
          != UINT64_MAX)
        return wrong (s, "block", i, "of bytes would differ");
    }
  return SFM_OK;
}

/* Read the new file and compare it with the one that had SFrame.  */
static sfm_status
verify (struct strip *s)
{
  struct image now;

  TRY (image_open_bytes (s->image->path, s->out, s->size, ALLOW_ANY, &now,
                         s->sink));
  sfm_status status = verify_headers (s, &now);
  if (status == SFM_OK)
    status = verify_bytes (s);
  image_close (&now);
  return status;
}

static sfm_status
strip (struct strip *s, bool no_verify)
{
  TRY (strip_find (s));
  if (s->result->sections == 0 && s->result->segments == 0)
    return SFM_OK;
  s->result->refused = true;
  TRY (strip_users (s));
  TRY (strip_write (s));
  if (!no_verify)
    TRY (verify (s));
  s->result->refused = false;
  return SFM_OK;
}

sfm_status
strip_elf (const char *name, const uint8_t *bytes, size_t size, bool no_verify,
           uint8_t **out, size_t *out_size, struct strip_result *result,
           const struct diag_sink *sink)
{
  struct image image;
  struct strip s = { .image = &image, .sink = sink, .result = result };

  *out = NULL;
  *out_size = 0;
  *result = (struct strip_result){ 0 };
  TRY (image_open_bytes (name, bytes, size, ALLOW_ANY, &image, sink));
  sfm_status status = strip (&s, no_verify);
  if (status == SFM_OK)
    {
      *out = s.out;
      *out_size = s.size;
    }
  else
    free (s.out);
  byte_changes_free (&s.changes);
  pool_free (&s.pool);
  image_close (&image);
  return status;
}
