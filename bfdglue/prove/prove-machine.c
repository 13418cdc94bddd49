/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-machine.c - the machines whose code can be proven.

   All differences between their ABIs and system calls are here; what their
   instructions do is in files for each machine.  */

#include "config.h"

#include <elf.h>

#include "prove-machine.h"

#define BIT(reg) (UINT64_C (1) << (reg))

/* X19 to X28.  */
#define AARCH64_KEPT (BIT (AARCH64_LR) - BIT (AARCH64_X19))

/* What does not depend on who compiled the code.  The system calls are
   rt_sigreturn, clone and clone3; there is no vfork.  */
#define AARCH64_FACTS                                                         \
  .machine = EM_AARCH64, .registers = AARCH64_REGS, .dwarf_sp = 31,           \
  .dwarf_fp = 29, .link = AARCH64_LR, .table_min = 8, .syscall = AARCH64_X8,  \
  .odd_calls = { 139, 220, 435, 435 }, .jump_slot = R_AARCH64_JUMP_SLOT,      \
  .glob_dat = R_AARCH64_GLOB_DAT, .relative = R_AARCH64_RELATIVE,             \
  .irelative = R_AARCH64_IRELATIVE, .decode = aarch64_decode

const struct prove_machine prove_machines[PROVE_MACHINES] = {
  [PROVE_AMD64] = {
      .machine = EM_X86_64,
      .registers = AMD64_REGS,
      .dwarf_sp = 7,
      .dwarf_fp = 6,
      .link = REG_NONE,
      .ra_slot = -8,
      .entry_sp = -8,
      .guarded = -8,
      .red_zone = 128,
      .table_min = 32,
      .syscall = AMD64_RAX,
      .numbers = true,
      .kept = BIT (AMD64_RBX) | BIT (REG_FP) | BIT (AMD64_R12)
              | BIT (AMD64_R13) | BIT (AMD64_R14) | BIT (AMD64_R15),
      /* rt_sigreturn, clone, vfork, clone3 */
      .odd_calls = { 15, 56, 58, 435 },
      .jump_slot = R_X86_64_JUMP_SLOT,
      .glob_dat = R_X86_64_GLOB_DAT,
      .relative = R_X86_64_RELATIVE,
      .irelative = R_X86_64_IRELATIVE,
#ifdef HAVE_ZYDIS
      .decode = amd64_decode,
#endif
  },
  [PROVE_AARCH64] = { AARCH64_FACTS, .kept = AARCH64_KEPT | BIT (REG_FP) },
  /* Go saves FP in the 8 bytes below SP.  They are the last ones of the frame
     of each callee, which leaves them alone, and signal handlers have a stack
     of their own.  X28 has the goroutine.  */
  [PROVE_AARCH64_GO] = { AARCH64_FACTS,
                         .guarded = -8,
                         .red_zone = 8,
                         .relinked = AARCH64_X3,
                         .kept = BIT (AARCH64_X28) | BIT (REG_FP) },
};

const struct prove_machine *
prove_machine (uint16_t machine)
{
  for (unsigned i = 0; i < PROVE_MACHINES; i++)
    if (prove_machines[i].machine == machine
        && prove_machines[i].decode != NULL)
      return &prove_machines[i];
  return NULL;
}
