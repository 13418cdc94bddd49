/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-machine.c - the names of machines, for messages.  */

#include "config.h"

#include <elf.h>
#include <stddef.h>
#include <stdio.h>

#include "elf-abi.h"

#ifndef EM_LOONGARCH
#define EM_LOONGARCH 258 /* not in the elf.h of glibc 2.35 and earlier */
#endif

#define MACHINE(em, text)                                                     \
  {                                                                           \
    em, text " (" #em ")"                                                     \
  }

/* Those that Linux and its tool chains know and a user may mistake for one
   that SFrame has.  */
static const struct
{
  uint16_t machine;
  const char *text;
} names[] = {
  MACHINE (EM_X86_64, "x86-64"),   MACHINE (EM_AARCH64, "AArch64"),
  MACHINE (EM_S390, "s390x"),      MACHINE (EM_386, "i386"),
  MACHINE (EM_ARM, "Arm"),         MACHINE (EM_RISCV, "RISC-V"),
  MACHINE (EM_PPC64, "PowerPC64"), MACHINE (EM_PPC, "PowerPC"),
  MACHINE (EM_MIPS, "MIPS"),       MACHINE (EM_LOONGARCH, "LoongArch"),
  MACHINE (EM_SPARCV9, "SPARC64"), MACHINE (EM_SPARC, "SPARC"),
  MACHINE (EM_IA_64, "IA-64"),     MACHINE (EM_ALPHA, "Alpha"),
  MACHINE (EM_PARISC, "PA-RISC"),  MACHINE (EM_68K, "m68k"),
  MACHINE (EM_SH, "SuperH"),       MACHINE (EM_XTENSA, "Xtensa"),
  MACHINE (EM_AVR, "AVR"),         MACHINE (EM_BPF, "BPF"),
};

const char *
elf_machine_text (uint16_t machine, bool big_endian,
                  char text[ELF_MACHINE_TEXT])
{
  const char *order = big_endian ? "big-endian" : "little-endian";

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (names[i].machine == machine)
      {
        snprintf (text, ELF_MACHINE_TEXT, "%s, %s", names[i].text, order);
        return text;
      }
  snprintf (text, ELF_MACHINE_TEXT, "machine %u, %s", machine, order);
  return text;
}
