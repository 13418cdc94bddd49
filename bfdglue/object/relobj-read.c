/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-read.c - read the .sframe sections of an object and their
   relocations.

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

/* True if SECTION is a relocation section.  */
static bool
is_reloc (const struct image_section *section)
{
  return section->type == SHT_RELA || section->type == SHT_REL
         || section->type == SHT_CREL;
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

/* Find the relocation section of S.  */
static sfm_status
find_rela (struct relobj *r, struct relobj_section *s)
{
  s->rela_idx = r->tables.rela_of[s->idx];
  if (s->rela_idx == 0)
    return SFM_OK;
  if (s->rela_idx == UINT32_MAX)
    return bad_section (r, s->idx, SFM_ERR_UNSUPP,
                        "has more than one section of relocations");
  const struct image_section *rela = &r->image.sections[s->rela_idx];
  if (rela->type != SHT_RELA)
    return bad_section (r, s->rela_idx, SFM_ERR_UNSUPP,
                        "relocations of .sframe that are not SHT_RELA");
  if (rela->size != 0
      && (rela->entsize != ELF_RELA_SIZE || rela->size % ELF_RELA_SIZE != 0))
    return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                      "section %" PRIu32 ": relocations of 0x%" PRIx64
                      " bytes, 0x%" PRIx64 " in all, where entries have %d",
                      s->rela_idx, rela->entsize, rela->size, ELF_RELA_SIZE);
  return SFM_OK;
}

/* Set R's symbol table to the one that relocation section RELA_IDX links
   to.  */
static sfm_status
set_symtab (struct relobj *r, uint32_t rela_idx)
{
  const struct image *image = &r->image;
  struct relobj_symtab *symtab = &r->symtab;
  uint32_t link = image->sections[rela_idx].link;
  size_t size;

  if (link >= image->section_count || image->sections[link].type != SHT_SYMTAB)
    return bad_section (r, rela_idx, SFM_ERR_CORRUPT,
                        "its link is no symbol table");
  *symtab = (struct relobj_symtab){ .table = &image->sections[link] };
  uint32_t shndx_table = r->tables.shndx_of[link];
  if (shndx_table != 0)
    {
      symtab->shndx_table
          = image_section_bytes (image, &image->sections[shndx_table], &size);
      symtab->shndx_table_count = size / 4;
    }
  return SFM_OK;
}

/* Get the section index of symbol IDX, or INPUT_NO_SECTION for none, and its
   value in the section.  False if the symbol is broken.  */
static bool
resolve_symbol (const struct relobj *r, uint32_t idx, uint32_t *section,
                uint64_t *value)
{
  const struct relobj_symtab *symtab = &r->symtab;
  struct image_symbol symbol;

  *section = INPUT_NO_SECTION;
  *value = 0;
  if (idx == 0)
    return true;
  if (!symbol_at (&r->image, symtab->table, idx, &symbol))
    return false;
  uint32_t shndx = symbol_section (&symbol);
  *value = symbol_value (&symbol);
  if (shndx == SHN_XINDEX)
    {
      if (idx >= symtab->shndx_table_count)
        return false;
      shndx = elf_u32 (symtab->shndx_table + (size_t) idx * 4,
                       r->image.big_endian);
    }
  else if (shndx >= SHN_LORESERVE)
    return true; /* absolute or common */
  if (shndx == SHN_UNDEF)
    return true;
  *section = shndx;
  return shndx < r->image.section_count;
}

/* Add the relocation at ENTRY, number IDX of S, to S and RELOCS.  */
static sfm_status
add_rela (struct relobj *r, struct relobj_section *s, const uint8_t *entry,
          size_t idx, struct input_reloc *relocs)
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
  uint64_t value;
  if (!resolve_symbol (r, rela->symbol, &reloc->section, &value))
    return diag_fail_at (r->sink, SFM_ERR_CORRUPT, r->name, s->sframe.name,
                         reloc->offset,
                         "relocation number %zu has symbol %" PRIu32
                         ", which is not there or in no section",
                         idx, rela->symbol);
  reloc->value = value + rela->addend;
  s->sframe.reloc_count++;
  return SFM_OK;
}

/* Read the relocations of S.  */
static sfm_status
read_relas (struct relobj *r, struct relobj_section *s)
{
  size_t size;

  if (s->rela_idx == 0)
    return SFM_OK;
  const uint8_t *entries = image_section_bytes (
      &r->image, &r->image.sections[s->rela_idx], &size);
  size_t count = size / ELF_RELA_SIZE;
  sfm_status status = set_symtab (r, s->rela_idx);
  if (status != SFM_OK)
    return status;
  struct input_reloc *relocs
      = pool_alloc (&r->pool, (count + 1) * sizeof *relocs);
  s->relas = pool_alloc (&r->pool, (count + 1) * sizeof *s->relas);
  if (relocs == NULL || s->relas == NULL)
    return diag_nomem (r->sink, r->name);
  s->sframe.relocs = relocs;
  for (size_t i = 0; i < count && status == SFM_OK; i++)
    status = add_rela (r, s, entries + i * ELF_RELA_SIZE, i, relocs);
  return status;
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
  sfm_status status = find_rela (r, s);
  if (status == SFM_OK)
    status = read_relas (r, s);
  if (status == SFM_OK)
    status = fde_relocs_pair (&object, &s->sframe, &r->pool, &s->fde_relocs,
                              r->sink);
  if (status == SFM_OK)
    r->section_count++;
  return status;
}

/* List the sections of R that belong to other sections, in one pass: an object
   may have any number of symbol tables.  */
static sfm_status
list_tables (struct relobj *r)
{
  const struct image *image = &r->image;
  const size_t size = image->section_count * sizeof (uint32_t);
  uint32_t *rela_of = pool_alloc (&r->pool, size);
  uint32_t *shndx_of = pool_alloc (&r->pool, size);

  if (rela_of == NULL || shndx_of == NULL)
    return diag_nomem (r->sink, r->name);
  memset (rela_of, 0, size);
  memset (shndx_of, 0, size);
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (is_reloc (section) && section->info < image->section_count)
        rela_of[section->info] = rela_of[section->info] == 0 ? i : UINT32_MAX;
      if (section->type == SHT_SYMTAB_SHNDX
          && section->link < image->section_count)
        shndx_of[section->link] = i;
    }
  r->tables
      = (struct relobj_tables){ .rela_of = rela_of, .shndx_of = shndx_of };
  return SFM_OK;
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
  if (r->sections == NULL)
    return diag_nomem (r->sink, r->name);
  sfm_status status = list_tables (r);
  for (uint32_t i = 1; i < image->section_count && status == SFM_OK; i++)
    if (is_sframe (&image->sections[i]))
      status = read_section (r, i);
  return status;
}

void
relobj_free (struct relobj *r)
{
  for (size_t i = 0; i < r->section_count; i++)
    for (size_t k = 0; k < r->sections[i].part_count; k++)
      sfm_merger_free (r->sections[i].parts[k].merger);
  image_close (&r->image);
  pool_free (&r->pool);
}
