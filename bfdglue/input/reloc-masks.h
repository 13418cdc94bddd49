/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reloc-masks.h - which bytes of code a linker may change for a
   relocation.  */

#ifndef BFDGLUE_RELOC_MASKS_H
#define BFDGLUE_RELOC_MASKS_H

#include <stdbool.h>
#include <stdint.h>

#include "input.h"

/* A relocation of a code section.  */
struct code_reloc
{
  uint64_t offset;
  uint32_t type;
  bool undefined_weak; /* its symbol is weak and not defined in the object */
};

/* Set *MASK to the bytes that a linker may write for RELOC: its field and, for
   types that linkers relax, what they rewrite around it.  RELOC is of a
   section of e_machine MACHINE whose SIZE bytes are at BYTES.  The mask is
   clipped to the section; it is empty for types that are only markers and for
   offsets outside the section.  False: the type is unknown.  */
bool reloc_mask (uint16_t machine, const struct code_reloc *reloc,
                 const uint8_t *bytes, uint64_t size,
                 struct reloc_mask_bytes *mask);

/* ------------------------------------------------------------------ */
/* reloc-masks-*.c: the types of each machine                          */

/* Relocations of types FIRST to LAST: how many bytes around the offset may be
   written.  */
struct mask_rule
{
  uint16_t first;
  uint16_t last;
  uint8_t before;
  uint8_t after; /* including the byte at the offset */
};

/* Code around a relocation; OFFSET is at most SIZE.  */
struct mask_place
{
  const uint8_t *bytes; /* of the whole section */
  uint64_t size;
  uint64_t offset;
};

struct mask_machine
{
  uint16_t machine;
  uint16_t rule_count;
  const struct mask_rule *rules;
  /* Set .before and .after of RULE, that of RELOC at SPOT, if they depend on
     the code there.  NULL: they never do.  */
  void (*look) (const struct code_reloc *reloc, const struct mask_place *spot,
                struct mask_rule *rule);
};

extern const struct mask_machine mask_amd64, mask_aarch64, mask_s390x;

/* The byte BACK bytes before the offset, or -1 if there is none.  */
static inline int
mask_before (const struct mask_place *spot, uint64_t back)
{
  return spot->offset < back ? -1 : spot->bytes[spot->offset - back];
}

/* The byte AHEAD bytes after the offset, or -1 if there is none.  */
static inline int
mask_after (const struct mask_place *spot, uint64_t ahead)
{
  return ahead < spot->size - spot->offset ? spot->bytes[spot->offset + ahead]
                                           : -1;
}

#endif /* BFDGLUE_RELOC_MASKS_H */
