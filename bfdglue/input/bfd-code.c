/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-code.c - read the bytes of a code section, and the masks of those that
   may differ in the image.

   BFD finds the relocation table, but the relocations are decoded here.  BFD's
   own reading needs a target for the machine and a symbol in BFD's form for
   each entry, which costs more than everything else and is of no use here.  If
   the table is not the one that the linker uses, a mask is missing or
   misplaced, and a function of the object is not found in the image; there is
   no other effect.

   Memory is bounded by the file: no two sections of a sound object share
   bytes, so what is read of it adds up to less than its size.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>

#include "bfd-internal.h"
#include "reloc-masks.h"
#include "sorted.h"

/* Sort the COUNT MASKS and join those that touch; return how many are
   left.  */
static size_t
join_masks (struct reloc_mask_bytes *masks, size_t count)
{
  bool sorted = true;
  size_t kept = 0;

  for (size_t i = 1; i < count; i++)
    sorted = sorted && masks[i - 1].from <= masks[i].from;
  if (!sorted)
    qsort (masks, count, sizeof *masks, compare_u64);
  for (size_t i = 0; i < count; i++)
    {
      if (kept == 0 || masks[i].from > masks[kept - 1].to)
        masks[kept++] = masks[i];
      else if (masks[i].to > masks[kept - 1].to)
        masks[kept - 1].to = masks[i].to;
    }
  return kept;
}

/* Subtract SIZE bytes at OFFSET, which are WHAT of SECTION, from those that
   may still be read of OBJECT's code.  */
static sfm_status
charge_code (struct object *object, const asection *section, const char *what,
             uint64_t offset, uint64_t size)
{
  const struct diag_sink *sink = object->inputs->sink;

  if (offset > object->size || size > object->size - offset)
    {
      diag (sink, DIAG_ERROR, object->name,
            "%s: 0x%" PRIx64 " bytes of %s at 0x%" PRIx64
            ", but the file has only 0x%" PRIx64,
            bfd_section_name (section), size, what, offset, object->size);
      return SFM_ERR_TRUNC;
    }
  if (size > object->code_left)
    {
      diag (sink, DIAG_ERROR, object->name,
            "%s: 0x%" PRIx64 " bytes of %s, but of the file only 0x%" PRIx64
            " are in no other section",
            bfd_section_name (section), size, what, object->code_left);
      return SFM_ERR_CORRUPT;
    }
  object->code_left -= size;
  return SFM_OK;
}

/* Fill in RELOC from the table entry at BYTES.  */
static void
take_reloc (const struct object *object, const uint8_t *bytes,
            struct code_reloc *reloc)
{
  struct raw_rela raw;

  raw_rela (object, bytes, &raw);
  *reloc = (struct code_reloc){ .offset = raw.offset, .type = raw.type };
  if (raw.symbol != 0 && raw.symbol < object->symtab_count)
    {
      struct raw_symbol symbol;
      raw_symbol (object, raw.symbol, &symbol);
      reloc->undefined_weak = symbol.section == SHN_UNDEF
                              && ELF64_ST_BIND (symbol.info) == STB_WEAK;
    }
}

/* Set *MASKS to the masks of the *COUNT relocations at RAW, in the scratch
   pool and in table order, and *COUNT to the number that are not empty.  A
   relocation of an unknown type masks the whole section.  */
static sfm_status
find_masks (struct object *object, const uint8_t *raw, size_t *count,
            const struct input_code *code, struct reloc_mask_bytes **masks)
{
  struct reloc_mask_bytes *all
      = pool_alloc (&object->inputs->scratch, *count * sizeof *all);
  if (all == NULL)
    return diag_nomem (object->inputs->sink, object->name);

  size_t kept = 0;
  for (size_t i = 0; i < *count; i++)
    {
      struct code_reloc reloc;
      struct reloc_mask_bytes mask;
      take_reloc (object, raw + i * sizeof (Elf64_Rela), &reloc);
      if (!reloc_mask (object->out.machine, &reloc, code->bytes, code->size,
                       &mask))
        mask = (struct reloc_mask_bytes){ 0, code->size };
      if (mask.from < mask.to)
        all[kept++] = mask;
    }
  *count = kept;
  *masks = all;
  return SFM_OK;
}

/* Fill in the masks of CODE, the bytes of SECTION.  */
static sfm_status
read_masks (struct object *object, const asection *section, struct pool *pool,
            struct input_code *code)
{
  size_t count = section->reloc_count;
  struct reloc_mask_bytes whole = { 0, code->size }, *found = &whole;

  if ((bfd_section_flags (section) & SEC_RELOC) == 0 || count == 0
      || code->size == 0)
    return SFM_OK;
  if (!object->has_rel)
    {
      const uint8_t *raw = NULL;
      uint64_t offset = (uint64_t) section->rel_filepos;
      uint64_t size = (uint64_t) count * sizeof (Elf64_Rela);
      sfm_status status
          = charge_code (object, section, "relocations", offset, size);
      if (status == SFM_OK)
        status = raw_read (object, offset, size,
                           "read the relocations of a section", &raw);
      if (status == SFM_OK)
        status = find_masks (object, raw, &count, code, &found);
      if (status != SFM_OK)
        return status;
    }
  else
    /* Mask the whole section: no ABI with SFrame has SHT_REL, so no linker
       defines its meaning.  BFD does not tell which section has one; its
       use_rela_p is what the machine's objects should have.  */
    count = 1;

  count = join_masks (found, count);
  struct reloc_mask_bytes *kept = pool_alloc (pool, count * sizeof *kept);
  if (kept == NULL)
    return diag_nomem (object->inputs->sink, object->name);
  for (size_t i = 0; i < count; i++)
    kept[i] = found[i];
  code->masks = kept;
  code->mask_count = count;
  return SFM_OK;
}

sfm_status
input_code_read (const struct input_object *input, uint32_t number,
                 struct pool *pool, struct input_code *code)
{
  struct object *object = input->reader;
  struct inputs *inputs = object->inputs;

  *code = (struct input_code){ 0 };
  if (number >= input->section_count || object->sections[number] == NULL)
    return SFM_OK;
  asection *section = object->sections[number];
  code->size = bfd_section_size (section);
  if ((bfd_section_flags (section) & SEC_HAS_CONTENTS) == 0)
    return SFM_OK;

  sfm_status status = charge_code (object, section, "code",
                                   (uint64_t) section->filepos, code->size);
  if (status != SFM_OK)
    return status;
  uint8_t *bytes = pool_alloc (pool, (size_t) code->size);
  if (bytes == NULL)
    return diag_nomem (inputs->sink, object->name);
  stderr_hold (&inputs->libbfd_stderr);
  bool good
      = bfd_get_section_contents (object->abfd, section, bytes, 0, code->size);
  stderr_release (&inputs->libbfd_stderr);
  if (!good)
    return reader_failed (inputs, object->name, "read a section");
  code->bytes = bytes;
  return read_masks (object, section, pool, code);
}
