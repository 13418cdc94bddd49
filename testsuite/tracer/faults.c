/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   faults.c - what goes wrong at a system call.  */

#include "config.h"

#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/user.h>
#include <unistd.h>

#include "calls.h"
#include "faults.h"

/* The offset in struct user of the register with argument INDEX of a call.  */
static size_t
argument_register (int index)
{
  static const size_t offsets[]
      = { offsetof (struct user, regs.rdi), offsetof (struct user, regs.rsi),
          offsetof (struct user, regs.rdx), offsetof (struct user, regs.r10),
          offsetof (struct user, regs.r8) };
  return offsets[index];
}

static bool
set_register (const struct task *t, size_t offset, uint64_t value)
{
  return ptrace (PTRACE_POKEUSER, t->pid, (void *) (uintptr_t) offset, value)
         == 0;
}

/* T is before the call of INFO: let its argument INDEX be VALUE until it is
   done, as the compiler relies on the register.  */
static bool
replace_argument (struct task *t, const struct __ptrace_syscall_info *info,
                  int index, uint64_t value)
{
  t->saved = info->entry.args[index];
  t->saved_register = argument_register (index);
  return set_register (t, t->saved_register, value);
}

/* T is before the call of INFO: let that move fewer bytes.  */
static bool
make_short (struct task *t, const struct __ptrace_syscall_info *info,
            enum fault_kind kind)
{
  int index = call_size_argument (info->entry.nr);

  if (index < 0 || info->entry.args[index] < 2)
    return true;
  return replace_argument (
      t, info, index, kind == FAULT_HALF ? info->entry.args[index] / 2 : 1);
}

bool
fault_begin (const struct fault *fault, struct task *t,
             const struct __ptrace_syscall_info *info)
{
  char byte = 'w';

  t->spoiled = true;
  switch (fault->kind)
    {
    case FAULT_ERROR:
      /* brk gives the old end and no error.  */
      if (info->entry.nr == SYS_brk)
        return replace_argument (t, info, 0, 0);
      return set_register (t, offsetof (struct user, regs.orig_rax),
                           UINT64_MAX);
    case FAULT_HALF:
    case FAULT_ONE_BYTE:
      return make_short (t, info, fault->kind);
    case FAULT_SIGNAL:
      return kill (task_process (t), fault->number) == 0;
    case FAULT_GROUP_SIGNAL:
      return kill (-fault->group, fault->number) == 0;
    case FAULT_WAIT:
      return write (fault->wait_out, &byte, 1) == 1
             && read (fault->wait_in, &byte, 1) >= 0;
    default:
      return true;
    }
}

bool
fault_end (const struct fault *fault, struct task *t)
{
  t->spoiled = false;
  if (t->saved_register != 0)
    return set_register (t, t->saved_register, t->saved);
  return (fault->kind != FAULT_ERROR && fault->kind != FAULT_LATE_ERROR)
         || set_register (t, offsetof (struct user, regs.rax),
                          (uint64_t) - (int64_t) fault->number);
}
