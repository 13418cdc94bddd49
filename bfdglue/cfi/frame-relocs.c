/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   frame-relocs.c - apply the relative relocations of call frame information.

   Absolute pointers (DW_EH_PE_absptr) of a PIE or a shared object are relative
   relocations of .eh_frame.  GNU ld and gold write the address into the field
   as well.  lld writes 0: the address is in the addend of DT_RELA alone.
   DT_REL and DT_RELR have no addends, so that the field has the address
   already.

   A relocation that names a symbol is left alone, as another object may define
   that when the image runs.  The FDE then has the start 0 and is not
   believed.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "eh-frame.h"
#include "elf-abi.h"
#include "elf-image.h"

enum
{
  POINTER = 8 /* bytes that a relative relocation fills */
};

static uint32_t
relative (uint16_t machine)
{
  switch (machine)
    {
    case EM_X86_64:
      return R_X86_64_RELATIVE;
    case EM_AARCH64:
      return R_AARCH64_RELATIVE;
    default:
      return machine == EM_S390 ? R_390_RELATIVE : 0;
    }
}

/* Whether the loader of IMAGE may write at ADDR: most images cannot, and their
   relocations need not be read.  */
static bool
may_relocate (const struct image *image, uint64_t addr)
{
  const struct image_segment *load = image_load_of (image, addr);
  uint64_t value;

  return image->type == ET_DYN && load != NULL
         && ((load->flags & PF_W) != 0
             || dynamic_find (image, DT_TEXTREL, &value)
             || (dynamic_find (image, DT_FLAGS, &value)
                 && (value & DF_TEXTREL) != 0));
}

/* The *SIZE bytes of DT_RELA of IMAGE, or NULL.  */
static const uint8_t *
rela_table (const struct image *image, uint64_t *size)
{
  uint64_t addr, entry;

  return dynamic_find (image, DT_RELA, &addr)
                 && dynamic_find (image, DT_RELASZ, size)
                 && dynamic_find (image, DT_RELAENT, &entry)
                 && entry == ELF_RELA_SIZE
             ? image_loaded (image, addr, *size)
             : NULL;
}

sfm_status
frame_relocs_apply (const struct image *image, const uint8_t *bytes,
                    size_t size, uint64_t addr, uint8_t **copy,
                    const struct diag_sink *sink)
{
  const bool big = image->big_endian;
  const uint32_t type = relative (image->machine);
  uint64_t table_size;

  *copy = NULL;
  if (size < POINTER || type == 0 || !may_relocate (image, addr))
    return SFM_OK;
  const uint8_t *table = rela_table (image, &table_size);
  if (table == NULL)
    return SFM_OK;
  for (uint64_t i = 0; i < table_size / ELF_RELA_SIZE; i++)
    {
      const uint8_t *rela = table + i * ELF_RELA_SIZE;
      const uint64_t at = elf_u64 (rela, big) - addr;
      const uint64_t value = elf_u64 (rela + 16, big);
      if ((uint32_t) elf_u64 (rela + 8, big) != type || at > size - POINTER
          || elf_u64 ((*copy != NULL ? *copy : bytes) + at, big) == value)
        continue;
      if (*copy == NULL)
        {
          *copy = malloc (size);
          if (*copy == NULL)
            return diag_nomem (sink, image->path);
          memcpy (*copy, bytes, size);
        }
      elf_put64 (*copy + at, value, big);
    }
  return SFM_OK;
}
