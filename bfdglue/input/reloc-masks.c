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

#include <stddef.h>

#include "input.h"

bool
reloc_mask (uint16_t machine, const struct code_reloc *reloc,
            const uint8_t *bytes, uint64_t size, struct reloc_mask_bytes *mask)
{
  static const struct mask_machine *const machines[]
      = { &mask_amd64, &mask_aarch64, &mask_s390x };
  const size_t machine_count = sizeof machines / sizeof machines[0];
  const uint64_t offset = reloc->offset;
  const struct mask_place spot
      = { bytes, size, offset < size ? offset : size };
  size_t m = 0, i = 0;

  *mask = (struct reloc_mask_bytes){ spot.offset, spot.offset };
  while (m < machine_count && machines[m]->machine != machine)
    m++;
  if (m == machine_count)
    return false;
  const struct mask_rule *rules = machines[m]->rules;
  while (i < machines[m]->rule_count
         && (reloc->type < rules[i].first || reloc->type > rules[i].last))
    i++;
  if (i == machines[m]->rule_count)
    return false;
  struct mask_rule rule = rules[i];
  if (machines[m]->look != NULL)
    machines[m]->look (reloc, &spot, &rule);
  if (offset >= size)
    return true;
  mask->from = offset < rule.before ? 0 : offset - rule.before;
  mask->to = size - offset < rule.after ? size : offset + rule.after;
  return true;
}
