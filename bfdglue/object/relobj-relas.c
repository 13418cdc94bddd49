/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-relas.c - read relocations of an object, and what they refer to.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "elf-abi.h"
#include "elf-symbols.h"
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

/* Begin with the relocations in section RELA_IDX, which are of section
   IDX.  */
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

/* Check relocation number IDX of S, which is against SYMTAB, and set RELOC to
   what it leads to.  */
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

sfm_status
relobj_relas_read (struct relobj *r, struct relobj_section *s)
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
