/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-read.c - read the .sframe sections of an object, their relocations
   and the section groups.

   The reader of inputs (object.c) hides the symbol indices, addends and
   section indices that a rewrite has to keep, and libbfd supports few
   machines.  So objects that are rewritten are read by elf-image.h.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "elf-symbols.h"
#include "relobj-internal.h"
#include "sframe-section.h"

/* Report that section IDX is unsupported or broken because of WHY, and return
   STATUS.  */
static sfm_status
bad_section (const struct relobj *r, uint32_t idx, sfm_status status,
             const char *why)
{
  return diag_fail (r->sink, status, r->name, "section %" PRIu32 " (%s): %s",
                    idx, r->image.sections[idx].name, why);
}

/* Begin to read section RELA_IDX, the relocations of section IDX.  */
static sfm_status
begin (const struct relobj *r, uint32_t idx, uint32_t rela_idx,
       struct elf_relocs *relocs)
{
  const struct image *image = &r->image;

  if (rela_idx == UINT32_MAX)
    return bad_section (r, idx, SFM_ERR_UNSUPP,
                        "has more than one section of relocations");
  const struct image_section *rela = &image->sections[rela_idx];
  const char *why = elf_relocs_begin (relocs, image, rela);
  if (why != NULL)
    return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                      "%s: its relocations %s", image->sections[idx].name,
                      why);
  if (rela->link >= image->section_count
      || image->sections[rela->link].type != SHT_SYMTAB)
    return bad_section (r, rela_idx, SFM_ERR_CORRUPT,
                        "its link is not a symbol table");
  return SFM_OK;
}

sfm_status
relobj_relas_list (struct relobj *r, uint32_t idx, uint32_t rela_idx,
                   struct elf_reloc **relas, size_t *count, uint64_t *nones)
{
  const struct image *image = &r->image;
  struct elf_relocs relocs;
  size_t size;

  *count = 0;
  TRY (begin (r, idx, rela_idx, &relocs));
  const uint8_t *bytes
      = image_section_bytes (image, &image->sections[idx], &size);
  *relas = pool_alloc (&r->pool, (relocs.count + 1) * sizeof **relas);
  if (*relas == NULL)
    return diag_nomem (r->sink, r->name);
  while (elf_relocs_next (&relocs, &(*relas)[*count]))
    {
      struct elf_reloc *rela = &(*relas)[*count];
      if (relocs.in_field)
        elf_reloc_take_addend (image, bytes, size, rela);
      if (reloc_type_is_none (image->machine, rela->type))
        ++*nones;
      else
        ++*count;
    }
  return relocs.left == 0
             ? SFM_OK
             : diag_fail (r->sink, SFM_ERR_TRUNC, r->name,
                          "%s: its relocations are cut off: %" PRIu64
                          " of %" PRIu64 " are missing",
                          image->sections[idx].name, relocs.left,
                          relocs.count);
}

bool
relobj_resolve (const struct relobj *r, uint32_t symtab, uint32_t idx,
                struct input_reloc *reloc)
{
  const struct image *image = &r->image;
  struct image_symbol symbol;
  uint32_t shndx;
  size_t size;

  reloc->section = INPUT_NO_SECTION;
  if (idx == 0)
    return true;
  if (!symbol_at (image, &image->sections[symtab], idx, &symbol))
    return false;
  symbol.indices = image_section_bytes (
      image, &image->sections[r->shndx_of[symtab]], &size);
  symbol.index_count = size / SHNDX_WORD;
  reloc->value += symbol_value (&symbol);
  if (!symbol_section_number (&symbol, &shndx))
    return false;
  /* Absolute, common and undefined ones are in none.  */
  if (shndx != SHN_UNDEF)
    reloc->section = shndx;
  return shndx < image->section_count;
}

/* Check relocation number IDX of S, whose symbol is in SYMTAB, and set RELOC
   to its target.  */
static sfm_status
take_rela (const struct relobj *r, const struct relobj_section *s, size_t idx,
           uint32_t symtab, struct input_reloc *reloc)
{
  const struct elf_reloc *rela = &s->relas[idx];

  *reloc
      = (struct input_reloc){ .offset = rela->offset, .value = rela->addend };
  if (!reloc_type_is_start (r->image.machine, rela->type))
    return diag_fail_at (
        r->sink, SFM_ERR_UNSUPP, r->name, s->sframe.name, rela->offset,
        "relocation number %zu has type %" PRIu32
        ", that of a start field would be %" PRIu32 " or %" PRIu32,
        idx, rela->type, reloc_type_of_start (r->image.machine, 4),
        reloc_type_of_start (r->image.machine, 8));
  if (!relobj_resolve (r, symtab, rela->symbol, reloc))
    return diag_fail_at (r->sink, SFM_ERR_CORRUPT, r->name, s->sframe.name,
                         rela->offset,
                         "relocation number %zu has symbol %" PRIu32
                         ", which does not exist or is in no section",
                         idx, rela->symbol);
  return SFM_OK;
}

/* Read the relocations of S, whose idx is set.  */
static sfm_status
read_relas (struct relobj *r, struct relobj_section *s)
{
  uint64_t nones = 0;

  s->rela_idx = r->rela_of[s->idx];
  s->made_from = s->sframe.size;
  if (s->rela_idx == 0)
    return SFM_OK;
  TRY (relobj_relas_list (r, s->idx, s->rela_idx, &s->relas,
                          &s->sframe.reloc_count, &nones));
  s->sframe.none_count = (size_t) nones;
  s->rela_header = r->image.sections[s->rela_idx];
  s->rela_header.type = SHT_RELA;
  s->rela_header.entsize = ELF_RELA_SIZE;
  struct input_reloc *relocs
      = pool_alloc (&r->pool, (s->sframe.reloc_count + 1) * sizeof *relocs);
  if (relocs == NULL)
    return diag_nomem (r->sink, r->name);
  s->sframe.relocs = relocs;
  for (size_t i = 0; i < s->sframe.reloc_count; i++)
    TRY (take_rela (r, s, i, s->rela_header.link, &relocs[i]));
  return SFM_OK;
}

static bool
is_sframe (const struct image_section *section)
{
  return object_section_is_sframe (section->name, section->type);
}

/* Leave the object as it is, or refuse it, because S has something that the
   engine does not know: WHAT.  */
static sfm_status
leave_later (struct relobj *r, const struct relobj_section *s,
             const struct sfm_diag *what)
{
  const bool partial = r->options->partial;

  r->later++;
  diag_at (r->sink, partial ? DIAG_WARNING : DIAG_ERROR, r->name,
           s->sframe.name, what->offset, "%s: " LATER_TEXT "; %s", what->text,
           partial ? "the object is left as it is"
                   : "--partial leaves the object as it is");
  r->result->refused |= !partial;
  return partial ? SFM_OK : SFM_ERR_UNSUPP;
}

/* Read section IDX and its relocations, and pair them.  */
static sfm_status
read_section (struct relobj *r, uint32_t idx)
{
  const struct image_section *from = &r->image.sections[idx];
  struct relobj_section *s = &r->sections[r->section_count];
  const struct input_object object = { .name = r->name };
  struct sfm_diag what;

  *s = (struct relobj_section){ .idx = idx, .header = *from };
  s->sframe.name = from->name;
  s->sframe.bytes = image_section_bytes (&r->image, from, &s->sframe.size);
  if (s->sframe.size == 0)
    return SFM_OK; /* no data: ld -r leaves this if there were no functions */
  if (from->flags & SHF_COMPRESSED)
    return diag_fail (r->sink, SFM_ERR_UNSUPP, r->name,
                      "section %" PRIu32
                      " (%s): is compressed, which no section that is loaded "
                      "may be",
                      idx, from->name);
  if (sframe_is_later (&s->sframe, &what))
    return leave_later (r, s, &what);
  TRY (read_relas (r, s));
  TRY (fde_relocs_pair (&object, &s->sframe, &r->pool, &s->fde_relocs,
                        r->sink));
  r->section_count++;
  return SFM_OK;
}

/* COUNT zeros from the pool of R, or NULL.  */
static uint32_t *
zeros (struct relobj *r, size_t count)
{
  uint32_t *array = pool_alloc (&r->pool, count * sizeof *array);

  if (array != NULL)
    memset (array, 0, count * sizeof *array);
  return array;
}

sfm_status
relobj_read (struct relobj *r)
{
  const struct image *image = &r->image;
  size_t found = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    found += is_sframe (&image->sections[i]);
  if (found == 0 && !r->options->synth)
    return SFM_OK;
  /* One more, for an object that gets its first one.  */
  r->sections = pool_alloc (&r->pool, (found + 1) * sizeof *r->sections);
  r->rela_of = zeros (r, image->section_count);
  r->shndx_of = zeros (r, image->section_count);
  if (r->sections == NULL || r->rela_of == NULL || r->shndx_of == NULL)
    return diag_nomem (r->sink, r->name);
  /* In one pass: an object may have any number of symbol tables.  */
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (elf_type_is_relocs (s->type) && s->info < image->section_count)
        r->rela_of[s->info] = r->rela_of[s->info] == 0 ? i : UINT32_MAX;
      if (s->type == SHT_SYMTAB_SHNDX && s->link < image->section_count)
        r->shndx_of[s->link] = i;
    }
  for (uint32_t i = 1; i < image->section_count; i++)
    if (is_sframe (&image->sections[i]))
      TRY (read_section (r, i));
  return SFM_OK;
}

sfm_status
relobj_group_check (const struct image *image, uint32_t idx,
                    const struct diag_sink *sink)
{
  size_t size;
  const uint8_t *bytes
      = image_section_bytes (image, &image->sections[idx], &size);

  if (size < GROUP_WORD || size % GROUP_WORD != 0)
    return diag_fail (
        sink, SFM_ERR_CORRUPT, image->path,
        "section %" PRIu32
        ": a group of 0x%zx bytes, which is not a whole number of words",
        idx, size);
  for (size_t at = GROUP_WORD; at < size; at += GROUP_WORD)
    {
      const uint32_t member = elf_u32 (bytes + at, image->big_endian);
      if (member == 0 || member >= image->section_count)
        return diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                          "section %" PRIu32 ": the group has section %" PRIu32
                          " of %" PRIu32,
                          idx, member, image->section_count);
    }
  return SFM_OK;
}

/* Record the members of group number NUMBER: after a word of flags their
   section indices.  Whether the flags make it a COMDAT group does not matter:
   sections that belong to a member belong to the group in either case.  */
static sfm_status
record_members (struct relobj *r, uint32_t number)
{
  const struct image *image = &r->image;
  uint32_t idx = r->groups[number].idx;
  size_t size;
  const uint8_t *bytes
      = image_section_bytes (image, &image->sections[idx], &size);

  TRY (relobj_group_check (image, idx, r->sink));
  for (size_t at = GROUP_WORD; at < size; at += GROUP_WORD)
    {
      uint32_t member = elf_u32 (bytes + at, image->big_endian);
      if (r->group_of[member] != 0)
        return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                          "section %" PRIu32 " is in the groups %" PRIu32
                          " and %" PRIu32,
                          member, r->groups[r->group_of[member] - 1].idx, idx);
      r->group_of[member] = number + 1;
    }
  return SFM_OK;
}

sfm_status
relobj_groups_read (struct relobj *r)
{
  const struct image *image = &r->image;
  size_t found = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    found += image->sections[i].type == SHT_GROUP;
  r->groups = pool_alloc (&r->pool, (found + 1) * sizeof *r->groups);
  r->group_of = zeros (r, (size_t) image->section_count + 1);
  r->part_of = zeros (r, (size_t) image->section_count + 1);
  if (r->groups == NULL || r->group_of == NULL || r->part_of == NULL)
    return diag_nomem (r->sink, r->name);
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_GROUP)
      {
        r->groups[r->group_count] = (struct relobj_group){ .idx = i };
        TRY (record_members (r, (uint32_t) r->group_count++));
      }
  return SFM_OK;
}

void
relobj_free (struct relobj *r)
{
  for (struct relobj_part *part = r->parts; part != NULL; part = part->next)
    sfm_merger_free (part->merger);
  image_close (&r->image);
  pool_free (&r->pool);
}
