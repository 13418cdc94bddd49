/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-write.c - the new file: the old one with the new contents at its
   end.

   Moving anything else would mean to know every reference by file offset,
   and a tool that rewrites all (objcopy) loses what it does not know.  The
   old contents stay behind, unreferenced: zeroing them could hit bytes that
   another section shares.  But where they are the last of the file, as after
   an earlier rewrite, the new ones take their place, so that a file does not
   grow each time [find_tail].  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf-codec.h"
#include "relobj-internal.h"

static uint64_t
align_up (uint64_t offset)
{
  return (offset + RELOBJ_ALIGN - 1) & ~(uint64_t) (RELOBJ_ALIGN - 1);
}

static uint64_t
later (uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

/* Mark in OWN the sections whose contents are replaced; returns how many.  */
static size_t
mark_own (const struct relobj *r, bool *own)
{
  size_t count = 0;

  for (size_t i = 0; i < r->section_count; i++)
    if (r->sections[i].changed)
      {
        own[r->sections[i].idx] = true;
        own[r->sections[i].rela_idx] = r->sections[i].rela_idx != 0;
        count += r->sections[i].rela_idx != 0 ? 2 : 1;
      }
  return count;
}

/* Where the new contents may begin: behind everything that stays.  Bytes that
   are in no section are not ours, but for padding in front of ours.  */
static uint64_t
find_tail (const struct relobj *r, const bool *own, size_t own_count)
{
  const struct image *image = &r->image;
  uint64_t end = ELF_EHDR_SIZE, covered = 0;

  end = later (end, image_phdr_offset (image, image->segment_count));
  end = later (end, image_shdr_offset (image, image->section_count));
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      size_t size;
      if (!own[i]
          && image_section_bytes (image, &image->sections[i], &size) != NULL)
        end = later (end, image->sections[i].offset + size);
    }
  for (uint32_t i = 1; i < image->section_count; i++)
    if (own[i] && image->sections[i].offset >= end)
      covered += image->sections[i].size;
  uint64_t rest = image->size - end;
  if (covered > rest || rest - covered >= (own_count + 1) * RELOBJ_ALIGN)
    return image->size;
  return end;
}

/* Give the contents of S their offsets, from *END on.  */
static void
place (struct relobj_section *s, uint64_t *end)
{
  s->offset = align_up (*end);
  *end = s->offset + s->content_size;
  if (s->rela_idx != 0)
    {
      s->rela_offset = align_up (*end);
      *end = s->rela_offset + s->rela_size;
    }
}

/* Set offset and size in header number IDX of OUT.  */
static uint8_t *
point (const struct relobj *r, uint8_t *out, uint32_t idx, uint64_t offset,
       uint64_t size)
{
  uint8_t *header = out + image_shdr_offset (&r->image, idx);
  bool big = r->image.big_endian;

  elf_put64 (header + offsetof (Elf64_Shdr, sh_offset), offset, big);
  elf_put64 (header + offsetof (Elf64_Shdr, sh_size), size, big);
  return header;
}

/* Put the contents of S into OUT.  */
static void
put (const struct relobj *r, const struct relobj_section *s, uint8_t *out)
{
  bool big = r->image.big_endian;
  uint8_t *header = point (r, out, s->idx, s->offset, s->content_size);

  elf_put32 (header + offsetof (Elf64_Shdr, sh_type), s->type, big);
  if (r->image.sections[s->idx].align < RELOBJ_ALIGN)
    elf_put64 (header + offsetof (Elf64_Shdr, sh_addralign), RELOBJ_ALIGN,
               big);
  memcpy (out + s->offset, s->content, s->content_size);
  if (s->rela_idx == 0)
    return;
  point (r, out, s->rela_idx, s->rela_offset, s->rela_size);
  if (s->rela_size != 0)
    memcpy (out + s->rela_offset, s->rela_bytes, s->rela_size);
}

sfm_status
relobj_write (struct relobj *r, uint8_t **out, size_t *size)
{
  bool *own = calloc (r->image.section_count, sizeof *own);

  if (own == NULL)
    return say_nomem (r->sink, r->name);
  size_t own_count = mark_own (r, own);
  r->tail = find_tail (r, own, own_count);
  free (own);
  uint64_t end = r->tail;
  for (size_t i = 0; i < r->section_count; i++)
    if (r->sections[i].changed)
      place (&r->sections[i], &end);
  *size = (size_t) end;
  *out = calloc (1, *size);
  if (*out == NULL)
    return say_nomem (r->sink, r->name);
  memcpy (*out, r->image.bytes, (size_t) r->tail);
  for (size_t i = 0; i < r->section_count; i++)
    if (r->sections[i].changed)
      put (r, &r->sections[i], *out);
  return SFM_OK;
}
