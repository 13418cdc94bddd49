/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-abi.h - the SFrame ABI of an ELF file.  */

#ifndef BFDGLUE_ELF_ABI_H
#define BFDGLUE_ELF_ABI_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

#include "sfmerge.h"

enum
{
  PAGE_SIZE_MIN = 4096 /* the smallest page of the ABIs below */
};

/* The SFrame ABI of e_machine MACHINE in this byte order; 0: there is
   none.  */
static inline uint8_t
elf_abi (uint16_t machine, bool big_endian)
{
  switch (machine)
    {
    case EM_X86_64:
      return big_endian ? 0 : SFM_ABI_AMD64_ENDIAN_LITTLE;
    case EM_AARCH64:
      return big_endian ? SFM_ABI_AARCH64_ENDIAN_BIG
                        : SFM_ABI_AARCH64_ENDIAN_LITTLE;
    case EM_S390:
      return big_endian ? SFM_ABI_S390X_ENDIAN_BIG : 0;
    default:
      return 0;
    }
}

/* Numbers in the bytes of an ELF64 file, either byte order.

   Nothing is checked here: the caller has checked that the whole number is in
   the file.  The shifts need no alignment; gcc 12 -O2 makes one load of each
   (and a bswap for the other order).  */

/* Sizes of on-disk structures of ELF64.  */
enum
{
  ELF_EHDR_SIZE = 64,
  ELF_PHDR_SIZE = 56,
  ELF_SHDR_SIZE = 64,
  ELF_SYM_SIZE = 24,
  ELF_RELA_SIZE = 24,
  ELF_DYN_SIZE = 16
};

static inline uint16_t
elf_u16 (const uint8_t *bytes, bool big_endian)
{
  unsigned low = bytes[big_endian ? 1 : 0];
  unsigned high = bytes[big_endian ? 0 : 1];
  return (uint16_t) (high << 8 | low);
}

static inline uint32_t
elf_u32 (const uint8_t *bytes, bool big_endian)
{
  if (big_endian)
    return ((uint32_t) bytes[0] << 24 | (uint32_t) bytes[1] << 16
            | (uint32_t) bytes[2] << 8 | (uint32_t) bytes[3]);
  return ((uint32_t) bytes[3] << 24 | (uint32_t) bytes[2] << 16
          | (uint32_t) bytes[1] << 8 | (uint32_t) bytes[0]);
}

static inline uint64_t
elf_u64 (const uint8_t *bytes, bool big_endian)
{
  uint64_t first = elf_u32 (bytes, big_endian);
  uint64_t second = elf_u32 (bytes + 4, big_endian);
  return big_endian ? first << 32 | second : second << 32 | first;
}

static inline void
elf_put16 (uint8_t *bytes, uint16_t value, bool big_endian)
{
  bytes[big_endian ? 1 : 0] = (uint8_t) value;
  bytes[big_endian ? 0 : 1] = (uint8_t) (value >> 8);
}

static inline void
elf_put32 (uint8_t *bytes, uint32_t value, bool big_endian)
{
  elf_put16 (bytes + (big_endian ? 2 : 0), (uint16_t) value, big_endian);
  elf_put16 (bytes + (big_endian ? 0 : 2), (uint16_t) (value >> 16),
             big_endian);
}

static inline void
elf_put64 (uint8_t *bytes, uint64_t value, bool big_endian)
{
  elf_put32 (bytes + (big_endian ? 4 : 0), (uint32_t) value, big_endian);
  elf_put32 (bytes + (big_endian ? 0 : 4), (uint32_t) (value >> 32),
             big_endian);
}

#endif /* BFDGLUE_ELF_ABI_H */
