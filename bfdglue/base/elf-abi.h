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

#endif /* BFDGLUE_ELF_ABI_H */
