/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-machine.h - the names of machines, for messages.  */

#ifndef BFDGLUE_ELF_MACHINE_H
#define BFDGLUE_ELF_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

enum
{
  ELF_MACHINE_TEXT = 64
};

/* Put what MACHINE, of an e_machine, and its byte order are called into TEXT:
   "x86-64 (EM_X86_64), little-endian", or "machine 5000, little-endian" for
   one without a name here.  Returns TEXT.  */
const char *elf_machine_text (uint16_t machine, bool big_endian,
                              char text[ELF_MACHINE_TEXT]);

#endif /* BFDGLUE_ELF_MACHINE_H */
