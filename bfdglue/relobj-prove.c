/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-prove.c - the last look before a rewritten object replaces anything.

   The new file is read as any object is.  Each section must have one piece
   that the engine reads as it was planned and in which the checker, which
   shares no code with it, finds no error; each function must have, at its own
   field, a relocation of the right width to the place that the old file
   names; and all bytes and header fields that are not to change must be as
   they were.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "elf-codec.h"
#include "relobj-internal.h"

/* Say that the output would be wrong because of WHY, in section S.  */
static sfm_status
wrong (const struct relobj *r, const struct relobj_section *s, const char *why)
{
  say (r->sink, SAY_ERROR, r->name, "%s: the output would be wrong: %s",
       s->sframe.name, why);
  return SFM_ERR_CORRUPT;
}

/* What the checker found.  */
struct verdict
{
  const struct relobj *relobj;
  const char *section;
  size_t errors;
};

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  struct verdict *v = data;

  if (finding->severity == SFM_ERROR && v->errors++ == 0)
    say_at (v->relobj->sink, SAY_ERROR, v->relobj->name, v->section,
            finding->offset, "the output would be wrong (%s): %s",
            sfm_finding_name (finding->id), finding->text);
}

/* The contents of NOW, as read from the output, against the plan of S.  */
static sfm_status
prove_content (const struct relobj *r, const struct relobj_section *s,
               const struct relobj_section *now)
{
  const struct sfm_check_options options
      = { .size = sizeof options, .object = true };
  struct verdict verdict = { .relobj = r, .section = s->sframe.name };
  struct sfm_diag diag;

  sfm_status status = sfm_merger_verify (s->merger, now->sframe.bytes,
                                         s->content_size, &diag);
  if (status == SFM_OK)
    status = sfm_check (now->sframe.bytes, now->sframe.size, &options,
                        take_finding, &verdict, &diag);
  if (status != SFM_OK)
    return say_diag (r->sink, SAY_ERROR, r->name, s->sframe.name, &diag);
  return verdict.errors == 0 ? SFM_OK : SFM_ERR_CORRUPT;
}

/* The relocations of NOW against those of S.  */
static sfm_status
prove_relocs (const struct relobj *r, const struct relobj_section *s,
              const struct relobj_section *now)
{
  const struct pairing *p = &now->pairing;

  if (p->piece_count != 1 || p->by_order || now->sframe.none_count != 0
      || p->fde_count != now->sframe.reloc_count)
    return wrong (r, s, "its relocations are not those of its functions");
  for (uint32_t i = 0; i < p->fde_count; i++)
    {
      struct sfm_origin origin;
      uint32_t idx;
      if (!relobj_origin (s, i, &origin, &idx) || p->reloc_of[i] == PAIR_NONE)
        return wrong (r, s, "a function has no relocation");
      if (now->relas[p->reloc_of[i]].type
          != relobj_reloc_type (r->image.machine, origin.field_size))
        return wrong (r, s, "a relocation is not as wide as its field");
      const struct input_reloc *old = &s->sframe.relocs[idx];
      const struct input_reloc *new = &now->sframe.relocs[p->reloc_of[i]];
      if (old->section != new->section || old->value != new->value
          || new->offset != origin.field)
        {
          say_at (r->sink, SAY_ERROR, r->name, s->sframe.name, new->offset,
                  "the output would have a function at 0x%" PRIx64
                  " of section %" PRIu32 ", it was at 0x%" PRIx64
                  " of section %" PRIu32,
                  new->value, new->section, old->value, old->section);
          return SFM_ERR_CORRUPT;
        }
    }
  return SFM_OK;
}

/* Whether header number IDX of OUT differs from R's in offset, size, type and
   alignment alone.  */
static bool
header_kept (const struct relobj *r, const uint8_t *out, uint32_t idx)
{
  const uint8_t *old = r->image.bytes + image_shdr_offset (&r->image, idx);
  const uint8_t *new = out + image_shdr_offset (&r->image, idx);
  uint8_t header[ELF_SHDR_SIZE];

  memcpy (header, old, sizeof header);
  memcpy (header + offsetof (Elf64_Shdr, sh_type),
          new + offsetof (Elf64_Shdr, sh_type), 4);
  memcpy (header + offsetof (Elf64_Shdr, sh_offset),
          new + offsetof (Elf64_Shdr, sh_offset), 8);
  memcpy (header + offsetof (Elf64_Shdr, sh_size),
          new + offsetof (Elf64_Shdr, sh_size), 8);
  memcpy (header + offsetof (Elf64_Shdr, sh_addralign),
          new + offsetof (Elf64_Shdr, sh_addralign), 8);
  return memcmp (header, new, sizeof header) == 0;
}

/* Whether OUT begins like the old file, but for the headers that may differ.
   OWN says which do.  */
static bool
rest_kept (const struct relobj *r, const uint8_t *out, const bool *own)
{
  const struct image *image = &r->image;
  uint64_t at = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    if (own[i])
      {
        uint64_t header = image_shdr_offset (image, i);
        if (memcmp (out + at, image->bytes + at, (size_t) (header - at)) != 0
            || !header_kept (r, out, i))
          return false;
        at = header + ELF_SHDR_SIZE;
      }
  return memcmp (out + at, image->bytes + at, (size_t) (r->tail - at)) == 0;
}

/* Compare NOW, the output, with R.  */
static sfm_status
prove_sections (struct relobj *r, const struct relobj *now, bool *own)
{
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < r->section_count && status == SFM_OK; i++)
    {
      const struct relobj_section *s = &r->sections[i];
      const struct relobj_section *n = &now->sections[i];
      if (!s->changed)
        continue;
      own[s->idx] = true;
      own[s->rela_idx] = true;
      if (n->idx != s->idx || n->rela_idx != s->rela_idx
          || n->sframe.size != s->content_size
          || now->image.sections[n->idx].type != s->type)
        return wrong (r, s, "the section is not where it should be");
      status = prove_content (r, s, n);
      if (status == SFM_OK)
        status = prove_relocs (r, s, n);
    }
  return status;
}

sfm_status
relobj_prove (struct relobj *r, const uint8_t *out, size_t size)
{
  struct relobj now = { .name = r->name,
                        .sink = r->sink,
                        .options = r->options,
                        .image = { .fd = -1 } };
  bool *own = pool_alloc (&r->pool, r->image.section_count * sizeof *own);

  if (own == NULL)
    return say_nomem (r->sink, r->name);
  memset (own, 0, r->image.section_count * sizeof *own);
  sfm_status status
      = image_open_bytes (r->name, out, size, true, &now.image, r->sink);
  if (status == SFM_OK)
    status = relobj_read (&now);
  if (status == SFM_OK
      && (now.section_count != r->section_count
          || now.image.section_count != r->image.section_count))
    {
      say (r->sink, SAY_ERROR, r->name,
           "the output would have %zu .sframe sections, not %zu",
           now.section_count, r->section_count);
      status = SFM_ERR_CORRUPT;
    }
  if (status == SFM_OK)
    status = prove_sections (r, &now, own);
  if (status == SFM_OK && !rest_kept (r, out, own))
    {
      say (r->sink, SAY_ERROR, r->name,
           "the output would differ outside of its .sframe sections");
      status = SFM_ERR_CORRUPT;
    }
  relobj_free (&now);
  return status;
}
