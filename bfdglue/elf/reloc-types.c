/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reloc-types.c - the types of the relocations of start fields, of pointers in
   call frame information, and of the variables of threads.  */

#include "config.h"

#include <elf.h>
#include <stddef.h>

#include "elf-relocs.h"

/* The ABI has withdrawn a second R_AARCH64_NONE but wants it to be treated
   alike; <elf.h> does not have it.  */
enum
{
  AARCH64_NONE_WITHDRAWN = 256
};

/* S + A - P, and S + A, in 32 and in 64 bits.  */
struct types
{
  uint16_t machine;
  uint32_t narrow;
  uint32_t wide;
  uint32_t absolute;
  uint32_t wide_absolute;
};

static const struct types table[] = {
  { EM_X86_64, R_X86_64_PC32, R_X86_64_PC64, R_X86_64_32, R_X86_64_64 },
  { EM_AARCH64, R_AARCH64_PREL32, R_AARCH64_PREL64, R_AARCH64_ABS32,
    R_AARCH64_ABS64 },
  { EM_S390, R_390_PC32, R_390_PC64, R_390_32, R_390_64 },
};

static const struct types *
types_of (uint16_t machine)
{
  size_t i = 0;

  /* elf-headers.c accepts no other machine.  */
  while (i + 1 < sizeof table / sizeof table[0] && table[i].machine != machine)
    i++;
  return &table[i];
}

uint32_t
reloc_type_of_start (uint16_t machine, unsigned field_size)
{
  const struct types *types = types_of (machine);

  return field_size == 8 ? types->wide : types->narrow;
}

bool
reloc_type_is_none (uint16_t machine, uint32_t type)
{
  return type == 0
         || (machine == EM_AARCH64 && type == AARCH64_NONE_WITHDRAWN);
}

bool
reloc_type_is_tls (uint16_t machine, uint32_t type)
{
  switch (machine)
    {
    case EM_X86_64:
      return (type >= R_X86_64_DTPMOD64 && type <= R_X86_64_TPOFF64)
             || type == R_X86_64_TLSDESC;
    case EM_AARCH64:
      return type >= R_AARCH64_TLS_DTPMOD && type <= R_AARCH64_TLSDESC;
    case EM_S390:
      return type >= R_390_TLS_DTPMOD && type <= R_390_TLS_TPOFF;
    default:
      return false;
    }
}

bool
reloc_type_is_start (uint16_t machine, uint32_t type)
{
  const struct types *types = types_of (machine);

  return type == types->narrow || type == types->wide;
}

bool
reloc_type_is_pointer (uint16_t machine, uint32_t type, unsigned field_size,
                       bool relative)
{
  const struct types *types = types_of (machine);

  if (relative)
    return type == (field_size == 8 ? types->wide : types->narrow);
  return type == (field_size == 8 ? types->wide_absolute : types->absolute);
}

bool
reloc_type_is_wide (uint16_t machine, uint32_t type)
{
  const struct types *types = types_of (machine);

  return type == types->wide || type == types->wide_absolute;
}
