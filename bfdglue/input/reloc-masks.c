/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reloc-masks.c - which bytes of code a linker may change for a relocation.

   A linker writes the relocation's field.  For some types it also rewrites the
   instruction of the field, or a sequence that the ABI fixes, if the symbol
   turns out nearer than the compiler had to assume: a load from the GOT
   becomes an address computation, a call of __tls_get_addr an addition.  The
   tables of reloc-masks-*.c follow the psABIs and what GNU ld 2.40 to 2.47,
   gold, lld 14 to 21 and mold 1.10 to 3.0 were seen to write.

   With a mask that is too small a function of the image looks like another one
   and is left out; a mask that is too large only weakens the comparison of
   code.  So if the bytes do not show which of two forms it is, the larger one
   counts.  But a form that the bytes rule out does not count, because only the
   unmasked bytes distinguish a function from its neighbours.  */

#include "config.h"

#include <elf.h>

#include "reloc-masks.h"

static bool
extent_of (uint16_t machine, const struct code_reloc *reloc,
           const struct mask_place *spot, struct mask_extent *extent)
{
  switch (machine)
    {
    case EM_X86_64:
      return mask_extent_amd64 (reloc, spot, extent);
    case EM_AARCH64:
      return mask_extent_aarch64 (reloc, extent);
    case EM_S390:
      return mask_extent_s390x (reloc, spot, extent);
    default:
      return false;
    }
}

bool
reloc_mask (uint16_t machine, const struct code_reloc *reloc,
            const uint8_t *bytes, uint64_t size, struct reloc_mask_bytes *mask)
{
  const uint64_t offset = reloc->offset;
  const struct mask_place spot
      = { bytes, size, offset < size ? offset : size };
  struct mask_extent extent = { 0, 0 };

  bool known = extent_of (machine, reloc, &spot, &extent);
  *mask = (struct reloc_mask_bytes){ spot.offset, spot.offset };
  if (!known || offset >= size)
    return known;
  mask->from = offset < extent.before ? 0 : offset - extent.before;
  mask->to = size - offset < extent.after ? size : offset + extent.after;
  return true;
}
