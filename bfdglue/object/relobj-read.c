/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-read.c - read the .sframe sections of an object, their relocations
   and the section groups.

   The reader of inputs (bfd-*.c) hides the symbol indices, addends and section
   indices that a rewrite has to keep, and libbfd supports few machines.  So
   objects that are rewritten are read by elf-image.h.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "elf-codec.h"
#include "image-symbol.h"
#include "relobj-internal.h"
#include "sframe-section.h"

#ifndef SHT_CREL
#define SHT_CREL 0x40000014
#endif

static bool
is_sframe (const struct image_section *section)
{
  return object_section_is_sframe (section->name, section->type);
}

/* Report that section IDX is unsupported or broken because of WHY, and return
   STATUS.  */
static sfm_status
bad_section (const struct relobj *r, uint32_t idx, sfm_status status,
             const char *why)
{
  return diag_fail (r->sink, status, r->name, "section %" PRIu32 " (%s): %s",
                    idx, r->image.sections[idx].name, why);
}

/* Check RELA, the section of the relocations of S, and its link.  */
static sfm_status
check_rela (const struct relobj *r, const struct relobj_section *s,
            const struct image_section *rela)
{
  const struct image *image = &r->image;

  if (rela->type != SHT_RELA)
    return bad_section (r, s->rela_idx, SFM_ERR_UNSUPP,
                        "relocations of .sframe that are not SHT_RELA");
  if (rela->size != 0
      && (rela->entsize != ELF_RELA_SIZE || rela->size % ELF_RELA_SIZE != 0))
    return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                      "section %" PRIu32 ": relocations of 0x%" PRIx64
                      " bytes, 0x%" PRIx64 " in all, where entries have %d",
                      s->rela_idx, rela->entsize, rela->size, ELF_RELA_SIZE);
  if (rela->link >= image->section_count
      || image->sections[rela->link].type != SHT_SYMTAB)
    return bad_section (r, s->rela_idx, SFM_ERR_CORRUPT,
                        "its link is no symbol table");
  return SFM_OK;
}

/* Set the section of RELOC, which is against symbol IDX of section SYMTAB, and
   add the symbol's value.  False if the symbol is broken.  */
static bool
resolve_symbol (const struct relobj *r, uint32_t symtab, uint32_t idx,
                struct input_reloc *reloc)
{
  const struct image *image = &r->image;
  struct image_symbol symbol;

  reloc->section = INPUT_NO_SECTION;
  if (idx == 0)
    return true;
  if (!symbol_at (image, &image->sections[symtab], idx, &symbol))
    return false;
  uint32_t shndx = symbol_section (&symbol);
  reloc->value += symbol_value (&symbol);
  if (shndx == SHN_XINDEX)
    {
      size_t size;
      const uint8_t *table = image_section_bytes (
          image, &image->sections[r->shndx_of[symtab]], &size);
      if (idx >= size / 4)
        return false;
      shndx = elf_u32 (table + (size_t) idx * 4, image->big_endian);
    }
  else if (shndx >= SHN_LORESERVE)
    return true; /* absolute or common */
  if (shndx == SHN_UNDEF)
    return true;
  reloc->section = shndx;
  return shndx < image->section_count;
}

/* Add the relocation at ENTRY, number IDX of S and against SYMTAB, to S and
   RELOCS.  */
static sfm_status
add_rela (struct relobj *r, struct relobj_section *s, const uint8_t *entry,
          size_t idx, uint32_t symtab, struct input_reloc *relocs)
{
  bool big = r->image.big_endian;
  uint64_t info = elf_u64 (entry + offsetof (Elf64_Rela, r_info), big);
  uint32_t type = (uint32_t) ELF64_R_TYPE (info);
  struct input_reloc *reloc = &relocs[s->sframe.reloc_count];
  struct relobj_rela *rela = &s->relas[s->sframe.reloc_count];

  if (reloc_type_is_none (r->image.machine, type))
    {
      s->sframe.none_count++;
      return SFM_OK;
    }
  reloc->offset = elf_u64 (entry + offsetof (Elf64_Rela, r_offset), big);
  rela->symbol = (uint32_t) ELF64_R_SYM (info);
  rela->type = type;
  rela->addend = elf_u64 (entry + offsetof (Elf64_Rela, r_addend), big);
  if (!reloc_type_is_start (r->image.machine, type))
    return diag_fail_at (
        r->sink, SFM_ERR_UNSUPP, r->name, s->sframe.name, reloc->offset,
        "relocation number %zu has type %" PRIu32
        ", that of a start field would be %" PRIu32 " or %" PRIu32,
        idx, type, reloc_type_of_start (r->image.machine, 4),
        reloc_type_of_start (r->image.machine, 8));
  reloc->value = rela->addend;
  if (!resolve_symbol (r, symtab, rela->symbol, reloc))
    return diag_fail_at (r->sink, SFM_ERR_CORRUPT, r->name, s->sframe.name,
                         reloc->offset,
                         "relocation number %zu has symbol %" PRIu32
                         ", which is not there or in no section",
                         idx, rela->symbol);
  s->sframe.reloc_count++;
  return SFM_OK;
}

/* Read the relocations of S.  */
static sfm_status
read_relas (struct relobj *r, struct relobj_section *s)
{
  size_t size;

  s->rela_idx = r->rela_of[s->idx];
  if (s->rela_idx == 0)
    return SFM_OK;
  if (s->rela_idx == UINT32_MAX)
    return bad_section (r, s->idx, SFM_ERR_UNSUPP,
                        "has more than one section of relocations");
  const struct image_section *rela = &r->image.sections[s->rela_idx];
  TRY (check_rela (r, s, rela));
  const uint8_t *entries = image_section_bytes (&r->image, rela, &size);
  size_t count = size / ELF_RELA_SIZE;
  struct input_reloc *relocs
      = pool_alloc (&r->pool, (count + 1) * sizeof *relocs);
  s->relas = pool_alloc (&r->pool, (count + 1) * sizeof *s->relas);
  if (relocs == NULL || s->relas == NULL)
    return diag_nomem (r->sink, r->name);
  s->sframe.relocs = relocs;
  for (size_t i = 0; i < count; i++)
    TRY (add_rela (r, s, entries + i * ELF_RELA_SIZE, i, rela->link, relocs));
  return SFM_OK;
}

/* Read section IDX and its relocations, and pair them.  */
static sfm_status
read_section (struct relobj *r, uint32_t idx)
{
  const struct image_section *from = &r->image.sections[idx];
  struct relobj_section *s = &r->sections[r->section_count];
  const struct input_object object = { .name = r->name };

  *s = (struct relobj_section){ .idx = idx };
  s->sframe.name = from->name;
  s->sframe.bytes = image_section_bytes (&r->image, from, &s->sframe.size);
  if (s->sframe.size == 0)
    return SFM_OK; /* no data: ld -r leaves this if there were no functions */
  if (from->flags & SHF_COMPRESSED)
    return bad_section (r, idx, SFM_ERR_UNSUPP,
                        "is compressed, which no section that is loaded may "
                        "be");
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
  if (found == 0)
    return SFM_OK;
  r->sections = pool_alloc (&r->pool, found * sizeof *r->sections);
  r->rela_of = zeros (r, image->section_count);
  r->shndx_of = zeros (r, image->section_count);
  if (r->sections == NULL || r->rela_of == NULL || r->shndx_of == NULL)
    return diag_nomem (r->sink, r->name);
  /* In one pass: an object may have any number of symbol tables.  */
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if ((s->type == SHT_RELA || s->type == SHT_REL || s->type == SHT_CREL)
          && s->info < image->section_count)
        r->rela_of[s->info] = r->rela_of[s->info] == 0 ? i : UINT32_MAX;
      if (s->type == SHT_SYMTAB_SHNDX && s->link < image->section_count)
        r->shndx_of[s->link] = i;
    }
  for (uint32_t i = 1; i < image->section_count; i++)
    if (is_sframe (&image->sections[i]))
      TRY (read_section (r, i));
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

  if (size < GROUP_WORD || size % GROUP_WORD != 0)
    return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                      "section %" PRIu32
                      ": a group of 0x%zx bytes, which is no number of words",
                      idx, size);
  for (size_t at = GROUP_WORD; at < size; at += GROUP_WORD)
    {
      uint32_t member = elf_u32 (bytes + at, image->big_endian);
      if (member == 0 || member >= image->section_count)
        return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                          "section %" PRIu32 ": the group has section %" PRIu32
                          " of %" PRIu32,
                          idx, member, image->section_count);
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
