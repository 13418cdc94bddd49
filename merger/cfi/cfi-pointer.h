/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-pointer.h - numbers and encoded pointers in call frame information.  */

#ifndef MERGER_CFI_POINTER_H
#define MERGER_CFI_POINTER_H

#include "cursor.h"
#include "sfmerge.h"

enum
{
  /* Bytes of a LEB128 number; a longer one is damage.  A number of 64 bits
     takes 10.  Some tools pad to a fixed size, but endless padding would be
     read again for each FDE of a CIE.  */
  LEB_SIZE_MAX = 32
};

/* Read a LEB128 number, sign-extended if SIGNED.  Bits beyond 64 are lost, as
   in all readers.  */
uint64_t cfi_leb (struct cursor *c, bool is_signed);

static inline uint64_t
cfi_uleb (struct cursor *c)
{
  /* Nearly all numbers have one byte.  */
  if (!c->failed && c->pos < c->size && c->bytes[c->pos] < 0x80)
    return c->bytes[c->pos++];
  return cfi_leb (c, false);
}

static inline int64_t
cfi_sleb (struct cursor *c)
{
  return sign_extend (cfi_leb (c, true), 64);
}

/* Read a value in the format of ENCODING, sign-extended if that is signed,
   without adding a base.  */
uint64_t cfi_value (struct cursor *c, uint8_t encoding);

/* Read a pointer of ENCODING of SECTION, whose bytes C reads, into *ADDR.
   False: C failed, or nobody knows what the pointer is relative to.  Unless it
   failed, C is then past the pointer.  */
bool cfi_pointer (struct cursor *c, const struct sfm_cfi_section *section,
                  uint8_t encoding, uint64_t *addr);

/* A cursor on [FROM, END) of SECTION.  */
static inline struct cursor
cfi_cursor (const struct sfm_cfi_section *section, uint64_t from, uint64_t end)
{
  return (struct cursor){ .bytes = section->bytes,
                          .size = end,
                          .pos = from,
                          .big = sfm_abi_big_endian (section->abi) };
}

#endif /* MERGER_CFI_POINTER_H */
