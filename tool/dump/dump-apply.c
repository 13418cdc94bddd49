/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-apply.c - apply the relocations of an object's .sframe section, as
   readelf does.

   S + A - P is stored at r_offset, whatever is there.  With the PCREL flag,
   the start of each function then is its offset in its own section; without
   the flag it means nothing.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "dump.h"
#include "elf-abi.h"

sfm_status
dump_apply (const struct input_object *object,
            const struct input_sframe *sframe, uint8_t **out,
            const struct diag_sink *sink)
{
  struct sfm_piece piece;
  struct sfm_diag diag;
  size_t width = 8;

  *out = malloc (sframe->size + 1);
  if (*out == NULL)
    return diag_nomem (sink, object->name);
  memcpy (*out, sframe->bytes, sframe->size);
  /* Relocations of versions 1 and 2 have 32 bits.  */
  if (sfm_piece_open (sframe->bytes, sframe->size, 0, &piece, &diag) != SFM_OK
      || piece.version < 3)
    width = 4;
  for (size_t i = 0; i < sframe->reloc_count; i++)
    {
      const struct input_reloc *reloc = &sframe->relocs[i];
      uint64_t value = reloc->value - reloc->offset;

      if (reloc->offset > sframe->size || sframe->size - reloc->offset < width)
        continue;
      uint8_t *field = *out + reloc->offset;
      if (width == 8)
        elf_put64 (field, value, object->big_endian);
      else
        elf_put32 (field, (uint32_t) value, object->big_endian);
    }
  return SFM_OK;
}
