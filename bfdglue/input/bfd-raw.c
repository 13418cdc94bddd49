/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-raw.c - read the parts of an ELF object that the public API of BFD does
   not show: types of relocations for machines without a target of their own,
   sizes and types of symbols, the flags of groups.

   The structures are decoded on demand from the bytes that the bfd reads.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "bfd-internal.h"
#include "elf-codec.h"
#include "elf-image.h"

uint16_t
raw_u16 (const struct object *object, const uint8_t *bytes)
{
  return elf_u16 (bytes, object->out.big_endian);
}

uint32_t
raw_u32 (const struct object *object, const uint8_t *bytes)
{
  return elf_u32 (bytes, object->out.big_endian);
}

static uint64_t
raw_u64 (const struct object *object, const uint8_t *bytes)
{
  return elf_u64 (bytes, object->out.big_endian);
}

const uint8_t *
raw_bytes (const struct object *object, uint64_t offset, uint64_t size)
{
  return offset <= object->size && size <= object->size - offset
             ? object->bytes + offset
             : NULL;
}

sfm_status
raw_read (const struct object *object, uint64_t offset, uint64_t size,
          const char *what, const uint8_t **bytes)
{
  *bytes = raw_bytes (object, offset, size);
  return *bytes != NULL
             ? SFM_OK
             : diag_fail (object->sink, SFM_ERR_TRUNC, object->name,
                          "cannot %s: 0x%" PRIx64 " bytes at 0x%" PRIx64
                          ", but the file has only 0x%" PRIx64,
                          what, size, offset, object->size);
}

void
raw_shdr (const struct object *object, size_t number, struct raw_shdr *shdr)
{
  const uint8_t *at = object->shdrs + number * sizeof (Elf64_Shdr);

  shdr->number = number;
  shdr->name = raw_u32 (object, at + offsetof (Elf64_Shdr, sh_name));
  shdr->type = raw_u32 (object, at + offsetof (Elf64_Shdr, sh_type));
  shdr->flags = raw_u64 (object, at + offsetof (Elf64_Shdr, sh_flags));
  shdr->offset = raw_u64 (object, at + offsetof (Elf64_Shdr, sh_offset));
  shdr->size = raw_u64 (object, at + offsetof (Elf64_Shdr, sh_size));
  shdr->link = raw_u32 (object, at + offsetof (Elf64_Shdr, sh_link));
  shdr->info = raw_u32 (object, at + offsetof (Elf64_Shdr, sh_info));
  shdr->entsize = raw_u64 (object, at + offsetof (Elf64_Shdr, sh_entsize));
}

bool
raw_next (const struct object *object, struct raw_shdr *shdr)
{
  if (shdr->number + 1 >= object->shdr_count)
    return false;
  raw_shdr (object, shdr->number + 1, shdr);
  return true;
}

void
raw_symbol (const struct object *object, size_t idx, struct raw_symbol *symbol)
{
  const uint8_t *at = object->symtab + idx * sizeof (Elf64_Sym);

  symbol->info = at[offsetof (Elf64_Sym, st_info)];
  symbol->section = raw_u16 (object, at + offsetof (Elf64_Sym, st_shndx));
  symbol->size = raw_u64 (object, at + offsetof (Elf64_Sym, st_size));
}

void
raw_rela (const struct object *object, const uint8_t *entry,
          struct raw_rela *rela)
{
  uint64_t info = raw_u64 (object, entry + offsetof (Elf64_Rela, r_info));

  rela->offset = raw_u64 (object, entry + offsetof (Elf64_Rela, r_offset));
  rela->type = (uint32_t) info;
  rela->symbol = (uint32_t) (info >> 32);
  rela->addend = raw_u64 (object, entry + offsetof (Elf64_Rela, r_addend));
}

sfm_status
raw_headers (struct object *object)
{
  const uint8_t *header = object->bytes;
  uint64_t offset = raw_u64 (object, header + offsetof (Elf64_Ehdr, e_shoff));
  uint64_t count = raw_u16 (object, header + offsetof (Elf64_Ehdr, e_shnum));
  uint16_t size
      = raw_u16 (object, header + offsetof (Elf64_Ehdr, e_shentsize));
  const char *what = "read the section headers";

  if (size != sizeof (Elf64_Shdr))
    return diag_fail (object->sink, SFM_ERR_CORRUPT, object->name,
                      "section headers have %u bytes each, not %zu",
                      (unsigned) size, sizeof (Elf64_Shdr));
  /* Extended numbering: from 65,280 sections on, the first header has the
     number.  */
  if (count == 0)
    {
      struct raw_shdr first;
      TRY (raw_read (object, offset, size, what, &object->shdrs));
      raw_shdr (object, 0, &first);
      count = first.size;
    }
  if (count > object->size / sizeof (Elf64_Shdr))
    return diag_fail (object->sink, SFM_ERR_CORRUPT, object->name,
                      "%" PRIu64 " section headers in a file of %" PRIu64
                      " bytes",
                      count, object->size);
  TRY (raw_read (object, offset, count * size, what, &object->shdrs));
  object->shdr_count = (size_t) count;
  return SFM_OK;
}
