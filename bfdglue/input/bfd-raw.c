/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-raw.c - read the parts of an ELF object that the public API of BFD does
   not show: types of relocations for machines without a target of their own,
   sizes and types of symbols, the flags of groups.

   The structures are read through the bfd, so that members of archives are no
   special case.  They are kept as in the file and decoded on demand.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "bfd-internal.h"
#include "elf-codec.h"
#include "elf-image.h"

uint16_t
raw_u16 (const struct object *object, const uint8_t *bytes)
{
  return elf_u16 (bytes, object->big_endian);
}

uint32_t
raw_u32 (const struct object *object, const uint8_t *bytes)
{
  return elf_u32 (bytes, object->big_endian);
}

static uint64_t
raw_u64 (const struct object *object, const uint8_t *bytes)
{
  return elf_u64 (bytes, object->big_endian);
}

sfm_status
raw_read (struct object *object, uint64_t offset, uint64_t size,
          const char *what, const uint8_t **bytes)
{
  struct inputs *inputs = object->inputs;

  if (offset > object->size || size > object->size - offset)
    {
      diag (inputs->sink, DIAG_ERROR, object->name,
            "cannot %s: 0x%" PRIx64 " bytes at 0x%" PRIx64
            ", but the file has only 0x%" PRIx64,
            what, size, offset, object->size);
      return SFM_ERR_TRUNC;
    }
  uint8_t *copy = pool_alloc (&inputs->scratch, (size_t) size);
  if (copy == NULL)
    return diag_nomem (inputs->sink, object->name);

  stderr_hold (&inputs->libbfd_stderr);
  bool good = bfd_seek (object->abfd, (file_ptr) offset, SEEK_SET) == 0
              && bfd_read_bytes (copy, size, object->abfd) == size;
  stderr_release (&inputs->libbfd_stderr);
  if (!good)
    return reader_failed (inputs, object->name, what);
  *bytes = copy;
  return SFM_OK;
}

/* The status that raw_try returns for STATUS, of a silent read.  */
static sfm_status
silent_status (struct object *object, sfm_status status)
{
  if (status == SFM_ERR_NOMEM)
    return diag_nomem (object->inputs->sink, object->name);
  return status == SFM_OK ? SFM_OK : SFM_END;
}

sfm_status
raw_try (struct object *object, uint64_t offset, uint64_t size,
         const uint8_t **bytes)
{
  const struct diag_sink *sink = object->inputs->sink;

  object->inputs->sink = &diag_silent;
  sfm_status status = raw_read (object, offset, size, "", bytes);
  object->inputs->sink = sink;
  return silent_status (object, status);
}

void
raw_shdr (const struct object *object, size_t idx, struct raw_shdr *shdr)
{
  const uint8_t *at = object->shdrs + idx * sizeof (Elf64_Shdr);

  shdr->name = raw_u32 (object, at + offsetof (Elf64_Shdr, sh_name));
  shdr->type = raw_u32 (object, at + offsetof (Elf64_Shdr, sh_type));
  shdr->flags = raw_u64 (object, at + offsetof (Elf64_Shdr, sh_flags));
  shdr->offset = raw_u64 (object, at + offsetof (Elf64_Shdr, sh_offset));
  shdr->size = raw_u64 (object, at + offsetof (Elf64_Shdr, sh_size));
  shdr->link = raw_u32 (object, at + offsetof (Elf64_Shdr, sh_link));
  shdr->info = raw_u32 (object, at + offsetof (Elf64_Shdr, sh_info));
  shdr->entsize = raw_u64 (object, at + offsetof (Elf64_Shdr, sh_entsize));
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
}

sfm_status
raw_symtab (struct object *object)
{
  bool found = false;

  for (size_t i = 1; i < object->shdr_count; i++)
    {
      struct raw_shdr shdr;
      raw_shdr (object, i, &shdr);
      object->has_rel = object->has_rel || shdr.type == SHT_REL;
      if (shdr.type != SHT_SYMTAB)
        continue;
      if (found)
        {
          diag (object->inputs->sink, DIAG_ERROR, object->name,
                "has more than one symbol table");
          return SFM_ERR_UNSUPP;
        }
      found = true;
      sfm_status status = raw_read (object, shdr.offset, shdr.size,
                                    "read the symbol table", &object->symtab);
      if (status != SFM_OK)
        return status;
      object->symtab_count = (size_t) (shdr.size / sizeof (Elf64_Sym));
    }
  return SFM_OK;
}

size_t
raw_count_typed (const struct object *object)
{
  size_t count = 0;

  /* Only the type is decoded: this pass is over each member of an archive.  */
  for (size_t i = 1; i < object->shdr_count; i++)
    {
      struct raw_shdr shdr;
      const uint8_t *at = object->shdrs + i * sizeof (Elf64_Shdr);
      if (raw_u32 (object, at + offsetof (Elf64_Shdr, sh_type))
          != SHT_GNU_SFRAME)
        continue;
      raw_shdr (object, i, &shdr);
      count += shdr.size != 0;
    }
  return count;
}

sfm_status
raw_headers (struct object *object, const uint8_t *header)
{
  uint64_t offset = raw_u64 (object, header + offsetof (Elf64_Ehdr, e_shoff));
  uint64_t count = raw_u16 (object, header + offsetof (Elf64_Ehdr, e_shnum));
  uint16_t size
      = raw_u16 (object, header + offsetof (Elf64_Ehdr, e_shentsize));
  const char *what = "read the section headers";

  if (size != sizeof (Elf64_Shdr))
    {
      diag (object->inputs->sink, DIAG_ERROR, object->name,
            "section headers have %u bytes each, not %zu", (unsigned) size,
            sizeof (Elf64_Shdr));
      return SFM_ERR_CORRUPT;
    }
  /* Extended numbering: from 65,280 sections on, the first header has the
     number.  */
  if (count == 0)
    {
      sfm_status status
          = raw_read (object, offset, size, what, &object->shdrs);
      if (status != SFM_OK)
        return status;
      struct raw_shdr first;
      raw_shdr (object, 0, &first);
      count = first.size;
    }
  if (count > object->size / sizeof (Elf64_Shdr))
    {
      diag (object->inputs->sink, DIAG_ERROR, object->name,
            "%" PRIu64 " section headers in a file of %" PRIu64 " bytes",
            count, object->size);
      return SFM_ERR_CORRUPT;
    }
  sfm_status status
      = raw_read (object, offset, count * size, what, &object->shdrs);
  if (status != SFM_OK)
    return status;
  object->shdr_count = (size_t) count;
  return SFM_OK;
}

sfm_status
raw_try_headers (struct object *object, const uint8_t *header)
{
  const struct diag_sink *sink = object->inputs->sink;

  object->inputs->sink = &diag_silent;
  sfm_status status = raw_headers (object, header);
  object->inputs->sink = sink;
  return silent_status (object, status);
}
