/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-cursor.h - reading of the bytes of .eh_frame and .eh_frame_hdr.

   A cursor remembers failure: after the first read past the end all reads give
   0, and one look at FAILED at the end is enough.  */

#ifndef BFDGLUE_EH_CURSOR_H
#define BFDGLUE_EH_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf-codec.h"

struct eh_cursor
{
  const uint8_t *bytes;
  size_t at;
  size_t end;    /* one past the last byte that may be read */
  uint64_t addr; /* of BYTES */
  bool big_endian;
  bool failed;
};

/* Pointer encodings: the low four bits say how the value is stored, the next
   three what it is relative to.  */
enum
{
  EH_PE_ABSPTR = 0x00,
  EH_PE_ULEB128 = 0x01,
  EH_PE_UDATA2 = 0x02,
  EH_PE_UDATA4 = 0x03,
  EH_PE_UDATA8 = 0x04,
  EH_PE_SIGNED = 0x08,
  EH_PE_SLEB128 = 0x09,
  EH_PE_SDATA2 = 0x0a,
  EH_PE_SDATA4 = 0x0b,
  EH_PE_SDATA8 = 0x0c,
  EH_PE_FORMAT = 0x0f,

  EH_PE_PCREL = 0x10,
  EH_PE_TEXTREL = 0x20,
  EH_PE_DATAREL = 0x30,
  EH_PE_FUNCREL = 0x40,
  EH_PE_ALIGNED = 0x50,
  EH_PE_BASE = 0x70,

  EH_PE_INDIRECT = 0x80,
  EH_PE_OMIT = 0xff
};

/* The base of EH_PE_DATAREL: in .eh_frame_hdr that section itself, in
   .eh_frame the GOT (DT_PLTGOT).  */
struct eh_base
{
  bool known;
  uint64_t addr;
};

/* Skip SIZE bytes.  */
static inline void
eh_skip (struct eh_cursor *cursor, uint64_t size)
{
  cursor->failed |= size > cursor->end - cursor->at;
  if (!cursor->failed)
    cursor->at += (size_t) size;
}

/* Read a number of SIZE bytes: 1, 2, 4 or 8.  SIZE is constant in the calls,
   so that gcc 12 -O2 makes one load of it.  */
static inline uint64_t
eh_number (struct eh_cursor *cursor, unsigned size)
{
  eh_skip (cursor, size);
  if (cursor->failed)
    return 0;
  const uint8_t *bytes = cursor->bytes + cursor->at - size;
  return size == 1   ? bytes[0]
         : size == 2 ? elf_u16 (bytes, cursor->big_endian)
         : size == 4 ? elf_u32 (bytes, cursor->big_endian)
                     : elf_u64 (bytes, cursor->big_endian);
}

/* Read a value in the format of ENCODING, sign-extended if that is signed,
   without adding a base.  */
uint64_t eh_value (struct eh_cursor *cursor, uint8_t encoding);

/* Read a pointer of ENCODING into *ADDR; DATA is the base of EH_PE_DATAREL.
   False: CURSOR failed, or the pointer is omitted, indirect or relative to an
   unknown base.  Unless it failed, CURSOR is then past the pointer.  */
bool eh_pointer (struct eh_cursor *cursor, uint8_t encoding,
                 struct eh_base data, uint64_t *addr);

#endif /* BFDGLUE_EH_CURSOR_H */
