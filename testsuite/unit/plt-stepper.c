/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-stepper.c - run linker-generated code instruction by instruction and
   compare what its rows say with the true stack.  */

#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "plt-stepper.h"

enum
{
  STEPS_MAX = 5000000 /* resolving a name takes some thousand */
};

bool
stepped_make (struct stepped *code, const char *name, uint64_t addr,
              const uint8_t *bytes, size_t size)
{
  const struct sfm_plt_code plt = { .addr = addr,
                                    .bytes = bytes,
                                    .size = size,
                                    .abi = SFM_ABI_AMD64_ENDIAN_LITTLE };
  struct sfm_plt_found found;
  struct sfm_diag diag;

  *code = (struct stepped){ .name = name, .addr = addr, .size = size };
  if (sfm_plt_measure (&plt, &found, &diag) != SFM_OK)
    return false;
  code->bytes = malloc (found.size);
  code->seen = calloc (1, size + 1);
  return code->bytes != NULL && code->seen != NULL
         && sfm_plt_write (&plt, code->bytes, found.size, &diag) == SFM_OK
         && sfm_piece_open (code->bytes, found.size, 0, &code->piece, &diag)
                == SFM_OK;
}

void
stepped_free (struct stepped *code)
{
  free (code->bytes);
  free (code->seen);
}

size_t
stepped_seen (const struct stepped *code)
{
  size_t count = 0;

  for (uint64_t i = 0; i < code->size; i++)
    count += code->seen[i];
  return count;
}

/* The rules of CODE for ADDR; false: it has none.  */
static bool
find_rules (const struct stepped *code, uint64_t addr, struct sfm_rules *rules)
{
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row row, found;
  struct sfm_diag diag;
  bool any = false;

  for (uint32_t i = 0; i < code->piece.num_fdes; i++)
    {
      if (sfm_fde_read (&code->piece, i, &fde, &diag) != SFM_OK)
        return false;
      uint64_t off = addr - sfm_fde_address (&fde, 0, SFM_START_BASE_FIELD);
      if (off >= fde.size)
        continue;
      if (fde.mask)
        off %= fde.rep_size;
      sfm_rows_begin (&code->piece, &fde, &rows);
      while (sfm_rows_next (&rows, &row, &diag) == SFM_OK)
        if (row.start <= off)
          {
            found = row;
            any = true;
          }
      return any
             && sfm_row_rules (&code->piece, &fde, &found, rules, &diag)
                    == SFM_OK;
    }
  return false;
}

/* What must stay as it is while the code runs.  */
struct frame
{
  const struct stepped *code; /* NULL: elsewhere */
  uint64_t cfa;
  uint64_t ra;
};

static uint64_t
peek (pid_t child, uint64_t addr)
{
  return (uint64_t) ptrace (PTRACE_PEEKDATA, child, (void *) addr, NULL);
}

/* Compare the rules where REGS are with FRAME.  */
static const char *
compare (pid_t child, const struct user_regs_struct *regs, uint64_t bias,
         const struct frame *frame)
{
  static char text[160];
  uint64_t addr = regs->rip - bias;
  struct sfm_rules rules;
  const struct stepped *code = frame->code;

  code->seen[addr - code->addr] = 1;
  if (addr - code->addr - code->hole < code->hole_size)
    return find_rules (code, addr, &rules) ? "no one rule is true there"
                                           : NULL;
  if (!find_rules (code, addr, &rules))
    snprintf (text, sizeof text, "%s+%#" PRIx64 " ran and has no rule",
              code->name, addr - code->addr);
  else if (rules.cfa.kind != SFM_RULE_VALUE || rules.cfa.reg != 7
           || regs->rsp + (uint64_t) rules.cfa.offset != frame->cfa)
    snprintf (text, sizeof text,
              "%s+%#" PRIx64 ": the CFA is SP%+" PRId64
              ", the rule says SP%+" PRId64,
              code->name, addr - code->addr,
              (int64_t) (frame->cfa - regs->rsp), rules.cfa.offset);
  else if (rules.ra.kind != SFM_RULE_MEMORY || rules.ra.reg != SFM_REG_CFA
           || peek (child, frame->cfa + (uint64_t) rules.ra.offset)
                  != frame->ra)
    snprintf (text, sizeof text,
              "%s+%#" PRIx64 ": the return address is not where the rule says",
              code->name, addr - code->addr);
  else
    return NULL;
  return text;
}

static const struct stepped *
code_at (const struct stepped *codes, size_t count, uint64_t addr)
{
  for (size_t i = 0; i < count; i++)
    if (addr - codes[i].addr < codes[i].size)
      return &codes[i];
  return NULL;
}

/* Follow FRAME to where REGS are now.  */
static const char *
follow (pid_t child, const struct stepped *codes, size_t count, uint64_t bias,
        const struct user_regs_struct *regs, struct frame *frame)
{
  const struct stepped *code = code_at (codes, count, regs->rip - bias);
  bool inside = frame->code != NULL;

  frame->code = code;
  if (code == NULL)
    return NULL;
  if (!inside)
    {
      frame->cfa = regs->rsp + 8;
      frame->ra = peek (child, regs->rsp);
    }
  return compare (child, regs, bias, frame);
}

const char *
stepper_run (pid_t child, const struct stepped *codes, size_t count,
             uint64_t bias)
{
  struct frame frame = { .code = NULL };
  struct user_regs_struct regs;
  siginfo_t info;
  int status;

  for (unsigned long steps = 0; steps < STEPS_MAX; steps++)
    {
      if (ptrace (PTRACE_SINGLESTEP, child, NULL, NULL) != 0
          || waitpid (child, &status, 0) != child)
        return "it cannot be stepped";
      if (WIFEXITED (status))
        return NULL;
      if (!WIFSTOPPED (status) || WSTOPSIG (status) != SIGTRAP
          || ptrace (PTRACE_GETSIGINFO, child, NULL, &info) != 0
          || ptrace (PTRACE_GETREGS, child, NULL, &regs) != 0)
        return "it stopped for another reason";
      if (info.si_code == SI_KERNEL)
        return NULL;
      const char *problem = follow (child, codes, count, bias, &regs, &frame);
      if (problem != NULL)
        return problem;
    }
  return "it does not come to an end";
}
