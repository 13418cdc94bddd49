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

   Memory is bounded by the file: object_charge has refused an object whose
   sections add up to more than BYTES_LIMIT times its size.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "bfd-internal.h"
#include "keyed-sort.h"
#include "reloc-masks.h"
#include "sorted.h"

/* Sort the COUNT MASKS and join those that touch; return how many are
   left.  */
static size_t
join_masks (struct reloc_mask_bytes *masks, size_t count)
{
  size_t kept = 0;

  sort_if_needed (masks, count, sizeof *masks, compare_u64);
  for (size_t i = 0; i < count; i++)
    {
      if (kept == 0 || masks[i].from > masks[kept - 1].to)
        masks[kept++] = masks[i];
      else if (masks[i].to > masks[kept - 1].to)
        masks[kept - 1].to = masks[i].to;
    }
  return kept;
}

/* Check that OBJECT has the SIZE bytes at OFFSET, which are WHAT of
   SECTION.  */
static sfm_status
check_bytes (const struct object *object, const asection *section,
             const char *what, uint64_t offset, uint64_t size)
{
  if (raw_bytes (object, offset, size) != NULL)
    return SFM_OK;
  return diag_fail (object->sink, SFM_ERR_TRUNC, object->name,
                    "%s: 0x%" PRIx64 " bytes of %s at 0x%" PRIx64
                    ", but the file has only 0x%" PRIx64,
                    bfd_section_name (section), size, what, offset,
                    object->size);
}

/* Fill in RELOC from the table entry at BYTES.  */
static void
take_reloc (const struct object *object, const uint8_t *bytes,
            struct code_reloc *reloc)
{
  struct raw_rela raw;

  raw_rela (object, bytes, &raw);
  *reloc = (struct code_reloc){ .offset = raw.offset, .type = raw.type };
  if (raw.symbol != 0 && raw.symbol <= object->symbol_count)
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
    return diag_nomem (object->sink, object->name);

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
  const uint64_t offset = (uint64_t) section->rel_filepos;
  size_t count = section->reloc_count;
  struct reloc_mask_bytes whole = { 0, code->size }, *found = &whole;

  if ((bfd_section_flags (section) & SEC_RELOC) == 0 || count == 0
      || code->size == 0)
    return SFM_OK;
  /* Mask the whole section: no ABI with SFrame has SHT_REL, so no linker
     defines its meaning.  Which section it is for does not matter: no real
     object has one.  */
  if (object->has_rel)
    count = 1;
  else
    {
      TRY (check_bytes (object, section, "relocations", offset,
                        (uint64_t) count * sizeof (Elf64_Rela)));
      TRY (find_masks (object, object->bytes + offset, &count, code, &found));
    }
  count = join_masks (found, count);
  struct reloc_mask_bytes *kept = pool_alloc (pool, count * sizeof *kept);
  if (kept == NULL)
    return diag_nomem (object->sink, object->name);
  memcpy (kept, found, count * sizeof *kept);
  code->masks = kept;
  code->mask_count = count;
  return SFM_OK;
}

/* Fill in CODE from SECTION.  */
static sfm_status
read_code (struct object *object, asection *section, struct pool *pool,
           struct input_code *code)
{
  code->size = bfd_section_size (section);
  if ((bfd_section_flags (section) & SEC_HAS_CONTENTS) == 0)
    return SFM_OK;
  TRY (check_bytes (object, section, "code", (uint64_t) section->filepos,
                    code->size));
  uint8_t *bytes = pool_alloc (pool, (size_t) code->size);
  if (bytes == NULL)
    return diag_nomem (object->sink, object->name);
  if (!bfd_get_section_contents (object->abfd, section, bytes, 0, code->size))
    return reader_failed (object->inputs, object->name, "read a section");
  code->bytes = bytes;
  return read_masks (object, section, pool, code);
}

sfm_status
object_read_code (const struct input_object *input, uint32_t number,
                  struct pool *pool, struct input_code *code)
{
  struct object *object = input->reader;

  *code = (struct input_code){ 0 };
  if (number >= input->section_count || object->sections[number] == NULL)
    return SFM_OK;
  stderr_hold (&object->inputs->libbfd_stderr);
  sfm_status status = read_code (object, object->sections[number], pool, code);
  stderr_release (&object->inputs->libbfd_stderr);
  return status;
}
