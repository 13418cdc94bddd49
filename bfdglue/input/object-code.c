/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-code.c - the bytes of a code section, and the masks of those that may
   differ in the image.

   If the relocations are not those that the linker uses, a mask is missing or
   misplaced, and a function of the object is not found in the image; there is
   no other effect.  */

#include "config.h"

#include <inttypes.h>

#include "elf-relocs.h"
#include "input.h"
#include "inputs-internal.h"
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

/* Whether symbol number IDX of OBJECT is weak and not defined in it.  */
static bool
is_undefined_weak (const struct object *object, uint32_t idx)
{
  struct image_symbol symbol;

  return idx != 0 && object_symbol_find (object, idx, &symbol)
         && symbol_section (&symbol) == SHN_UNDEF
         && symbol_bind (&symbol) == STB_WEAK;
}

/* Set *COUNT of MASKS, which has room for all RELOCS, to those of CODE that
   are not empty.  */
static void
find_masks (const struct object *object, struct elf_relocs *relocs,
            const struct input_code *code, struct reloc_mask_bytes *masks,
            size_t *count)
{
  struct elf_reloc raw;

  while (elf_relocs_next (relocs, &raw))
    {
      const struct code_reloc reloc
          = { .offset = raw.offset,
              .type = raw.type,
              .undefined_weak = is_undefined_weak (object, raw.symbol) };
      struct reloc_mask_bytes mask;
      if (!reloc_mask (object->out.machine, &reloc, code->bytes, code->size,
                       &mask))
        mask = (struct reloc_mask_bytes){ 0, code->size };
      if (mask.from < mask.to)
        masks[(*count)++] = mask;
    }
}

sfm_status
input_code_read (const struct input_object *input, uint32_t number,
                 struct pool *pool, struct input_code *code)
{
  const struct object *object = input->reader;
  const struct image *image = &object->image;
  struct elf_relocs relocs = { .count = 0 };
  size_t size, count = 0;

  *code = (struct input_code){ .bytes = NULL };
  if (number >= image->section_count)
    return SFM_OK;
  code->size = image->sections[number].size;
  code->bytes = image_section_bytes (image, &image->sections[number], &size);
  const uint32_t from = object->relocs_of[number];
  if (from == 0 || size == 0)
    return SFM_OK;
  const char *why
      = from == UINT32_MAX
            ? "are in more than one section"
            : elf_relocs_begin (&relocs, image, &image->sections[from]);
  /* Read with a wrong mask, a function is not found.  So all of the section is
     masked where no linker that was measured defines what it does.  */
  struct reloc_mask_bytes *masks
      = pool_alloc (pool, (relocs.count + 1) * sizeof *masks);
  if (masks == NULL)
    return diag_nomem (object->sink, input->name);
  if (why == NULL)
    find_masks (object, &relocs, code, masks, &count);
  if (why != NULL || relocs.left != 0)
    masks[count++] = (struct reloc_mask_bytes){ 0, code->size };
  code->masks = masks;
  code->mask_count = join_masks (masks, count);
  return SFM_OK;
}
