/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   walk-plt.c - calls functions through the procedure linkage table one
   instruction at a time, and at each instruction that .sframe covers unwinds
   with it (walk-self.c): that must lead to the call.

   The processor's trap flag raises SIGTRAP after each instruction.  Those of
   the callee are another object's, which is not covered.  */

#define _GNU_SOURCE 1
#include "walk.h"
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

static volatile uint64_t call_sp, call_pc;
static unsigned steps, wrong;

enum
{
  CALL_SIZE = 64, /* bytes of code after call_pc that end the walk */
  DEPTH = 3
};

/* An instruction was executed.  */
static void
stepped (int number, siginfo_t *info, void *context)
{
  const greg_t *regs = ((ucontext_t *) context)->uc_mcontext.gregs;
  struct walk_frame frame
      = { (uint64_t) regs[REG_RIP], (uint64_t) regs[REG_RSP],
          (uint64_t) regs[REG_RBP] };
  unsigned depth = 0;

  (void) number;
  (void) info;
  if (frame.pc - call_pc < CALL_SIZE || !walk_one (&frame, true))
    return;
  while (frame.pc - call_pc >= CALL_SIZE && ++depth < DEPTH)
    if (!walk_one (&frame, false))
      break;
  /* One frame: by_table.  The table's entries are the second.  */
  steps += depth == 1;
  if (frame.pc - call_pc >= CALL_SIZE || frame.sp != call_sp)
    wrong++;
}

/* Call FN with steps.  */
static void
step_through (int (*fn) (void))
{
  int result;

  __asm__ volatile("mov %%rsp, %%rbx\n\t"
                   "sub $128, %%rsp\n\t"
                   "and $-16, %%rsp\n\t"
                   "mov %%rsp, %[sp]\n\t"
                   "lea 0f(%%rip), %%rax\n\t"
                   "mov %%rax, %[pc]\n\t"
                   "pushfq\n\t"
                   "orq $0x100, (%%rsp)\n\t"
                   "popfq\n"
                   "0:\tcall *%[fn]\n\t"
                   "pushfq\n\t"
                   "andq $~0x100, (%%rsp)\n\t"
                   "popfq\n\t"
                   "mov %%rbx, %%rsp"
                   : "=&a"(result), [sp] "=m"(call_sp), [pc] "=m"(call_pc)
                   : [fn] "r"(fn)
                   : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
                     "r11", "memory", "cc");
  (void) result;
}

/* Two calls: the first one of a function is another path through the table
   where it is bound late.  */
static __attribute__ ((noinline)) int
by_table (void)
{
  return getppid () + getppid ();
}

int
main (void)
{
  struct sigaction action = { .sa_flags = SA_SIGINFO };

  if (!walk_begin ())
    return 1;
  action.sa_sigaction = stepped;
  sigaction (SIGTRAP, &action, NULL);
  step_through (by_table);
  printf ("%u steps, %u wrong\n", steps, wrong);
  return wrong != 0 || steps == 0;
}
