/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-relas.c - read relocations of an object, and what they refer to.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "elf-codec.h"
#include "image-symbol.h"
#include "relobj-internal.h"

/* Report that section IDX is unsupported or broken because of WHY, and return
   STATUS.  */
static sfm_status
bad_section (const struct relobj *r, uint32_t idx, sfm_status status,
             const char *why)
{
  return diag_fail (r->sink, status, r->name, "section %" PRIu32 " (%s): %s",
                    idx, r->image.sections[idx].name, why);
}

sfm_status
relobj_rela_check (const struct relobj *r, uint32_t idx, uint32_t rela_idx)
{
  const struct image *image = &r->image;

  if (rela_idx == UINT32_MAX)
    return bad_section (r, idx, SFM_ERR_UNSUPP,
                        "has more than one section of relocations");
  const struct image_section *rela = &image->sections[rela_idx];
  if (rela->type != SHT_RELA)
    return bad_section (r, rela_idx, SFM_ERR_UNSUPP,
                        "relocations that are not SHT_RELA");
  if (rela->size != 0
      && (rela->entsize != ELF_RELA_SIZE || rela->size % ELF_RELA_SIZE != 0))
    return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                      "section %" PRIu32 ": relocations of 0x%" PRIx64
                      " bytes, 0x%" PRIx64 " in all, where entries have %d",
                      rela_idx, rela->entsize, rela->size, ELF_RELA_SIZE);
  if (rela->link >= image->section_count
      || image->sections[rela->link].type != SHT_SYMTAB)
    return bad_section (r, rela_idx, SFM_ERR_CORRUPT,
                        "its link is not a symbol table");
  return SFM_OK;
}

bool
relobj_resolve (const struct relobj *r, uint32_t symtab, uint32_t idx,
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

struct relobj_rela
relobj_rela_at (const struct relobj *r, const uint8_t *entries,
                uint64_t number)
{
  const uint8_t *entry = entries + number * ELF_RELA_SIZE;
  const bool big = r->image.big_endian;
  const uint64_t info = elf_u64 (entry + offsetof (Elf64_Rela, r_info), big);

  return (struct relobj_rela){
    .offset = elf_u64 (entry + offsetof (Elf64_Rela, r_offset), big),
    .symbol = (uint32_t) ELF64_R_SYM (info),
    .type = (uint32_t) ELF64_R_TYPE (info),
    .addend = elf_u64 (entry + offsetof (Elf64_Rela, r_addend), big),
  };
}

/* Add RELA, relocation number IDX of S, which is against SYMTAB, to S and
   RELOCS.  */
static sfm_status
add_rela (struct relobj *r, struct relobj_section *s,
          const struct relobj_rela *rela, size_t idx, uint32_t symtab,
          struct input_reloc *relocs)
{
  struct input_reloc *reloc = &relocs[s->sframe.reloc_count];

  if (reloc_type_is_none (r->image.machine, rela->type))
    {
      s->sframe.none_count++;
      return SFM_OK;
    }
  s->relas[s->sframe.reloc_count] = *rela;
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
  s->sframe.reloc_count++;
  return SFM_OK;
}

sfm_status
relobj_relas_read (struct relobj *r, struct relobj_section *s)
{
  size_t size;

  s->rela_idx = r->rela_of[s->idx];
  s->made_from = s->sframe.size;
  if (s->rela_idx == 0)
    return SFM_OK;
  TRY (relobj_rela_check (r, s->idx, s->rela_idx));
  const struct image_section *section = &r->image.sections[s->rela_idx];
  s->rela_header = *section;
  const uint8_t *entries = image_section_bytes (&r->image, section, &size);
  size_t count = size / ELF_RELA_SIZE;
  struct input_reloc *relocs
      = pool_alloc (&r->pool, (count + 1) * sizeof *relocs);
  s->relas = pool_alloc (&r->pool, (count + 1) * sizeof *s->relas);
  if (relocs == NULL || s->relas == NULL)
    return diag_nomem (r->sink, r->name);
  s->sframe.relocs = relocs;
  for (size_t i = 0; i < count; i++)
    {
      const struct relobj_rela rela = relobj_rela_at (r, entries, i);
      TRY (add_rela (r, s, &rela, i, section->link, relocs));
    }
  return SFM_OK;
}
