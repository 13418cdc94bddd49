/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   follow.c - a frame that is followed, instruction by instruction, until it
   returns.

   The row at which the thread is stopped predicts the CFA, the return address
   and the caller's FP.  Then calls, returns and handlers of signals are
   counted, so that the return of this very frame is found without the row: a
   wrong CFA that happens to be another frame's would be believed otherwise.
   Each row of the same frame on the way must predict the same.  Only FP may
   differ, in a helper that does not keep it: if the rows of its callers find
   the CFA by SP, until one has its own caller's FP in memory.  */

#include "config.h"

#include <signal.h>
#include <sys/syscall.h>

#include "breaks.h"
#include "follow.h"
#include "tracees.h"

/* What counts of an instruction.  */
enum kind
{
  KIND_OTHER,
  KIND_CALL,
  KIND_RETURN,
  KIND_SYSTEM_CALL
};

enum
{
  RETURN_ADDRESS = 8,   /* bytes */
  INSTRUCTION_MAX = 15, /* bytes */
  PAGE = 4096,
  HELPERS = 4 /* that call each other */
};

/* What a row says of the caller.  */
struct prediction
{
  uint64_t cfa;
  uint64_t ra;
  uint64_t fp;
  bool fp_known;
};

struct watch
{
  struct process *process;
  pid_t tid;
  FILE *file;
  struct library *library;
  uint64_t start; /* where it was sampled */
  struct prediction said;
  unsigned depth; /* frames above it: of calls, of handlers, and of what the
                     kernel lets these return to */
  bool wrong;
};

/* Set *SAID to what RULES predict in FRAME.  */
static bool
predict (struct process *p, const struct frame *frame,
         const struct sfm_rules *rules, struct prediction *said)
{
  if (!frame_apply (frame, &rules->cfa, 0, FRAME_SP, process_read, p,
                    &said->cfa)
      || !frame_apply (frame, &rules->ra, said->cfa, FRAME_RA, process_read, p,
                       &said->ra))
    return false;
  said->fp_known = frame_apply (frame, &rules->fp, said->cfa, FRAME_FP,
                                process_read, p, &said->fp);
  return true;
}

/* Tell that in W, at ADDR, where WHAT happens, SAID is, and not what was
   predicted.  */
static void
tell_wrong (struct watch *w, const char *what, uint64_t addr,
            const struct prediction *said)
{
  const struct library *library = library_at (addr);

  w->wrong = true;
  fprintf (w->file, "wrong: %s+0x%" PRIx64 ": %s", w->library->name,
           w->start - w->library->bias, what);
  if (library != NULL)
    fprintf (w->file, " %s+0x%" PRIx64, library->name, addr - library->bias);
  fprintf (w->file,
           ": CFA 0x%" PRIx64 ", RA 0x%" PRIx64 ", FP 0x%" PRIx64
           "; predicted: CFA 0x%" PRIx64 ", RA 0x%" PRIx64 ", FP ",
           said->cfa, said->ra, said->fp, w->said.cfa, w->said.ra);
  if (w->said.fp_known)
    fprintf (w->file, "0x%" PRIx64 "\n", w->said.fp);
  else
    fprintf (w->file, "unknown\n");
}

static bool
same (const struct prediction *a, const struct prediction *b)
{
  return a->cfa == b->cfa && a->ra == b->ra
         && (!a->fp_known || !b->fp_known || a->fp == b->fp);
}

/* Whether the rows of W's callers do without the FP that its frame gives
   them.  */
static bool
is_helper (struct watch *w)
{
  struct frame frame = { .pc = w->said.ra };
  struct prediction said = w->said;
  struct sfm_found found;
  struct sfm_rules rules;

  for (unsigned i = 0; i < HELPERS; i++)
    {
      const struct library *library = library_at (said.ra);
      frame.pc = said.ra;
      frame.registers[FRAME_SP] = said.cfa;
      if (library == NULL
          || !library_judged (library, frame.pc, &found, &rules)
          || rules.cfa.kind != SFM_RULE_VALUE || rules.cfa.reg != FRAME_SP)
        return false;
      if (rules.fp.kind == SFM_RULE_MEMORY)
        return true;
      if (rules.fp.kind != SFM_RULE_SAME
          || !predict (w->process, &frame, &rules, &said))
        return false;
    }
  return false;
}

/* Whether SAID is what was predicted in W.  */
static bool
agrees (struct watch *w, const struct prediction *said)
{
  if (same (&w->said, said))
    return true;
  if (said->cfa != w->said.cfa || said->ra != w->said.ra || !is_helper (w))
    return false;
  w->said.fp_known = false;
  return true;
}

/* Compare the row at FRAME, which is W's frame, if that is judged.  */
static bool
compare_row (struct watch *w, const struct frame *frame)
{
  struct library *library
      = frame->pc >= w->library->from && frame->pc < w->library->to
            ? w->library
            : library_at (frame->pc);
  struct sfm_found found;
  struct sfm_rules rules;
  struct prediction said;

  if (library == NULL || !library_judged (library, frame->pc, &found, &rules))
    return true;
  library_see (library, frame->pc);
  if (predict (w->process, frame, &rules, &said) && agrees (w, &said))
    return true;
  tell_wrong (w, "the row at", frame->pc, &said);
  return false;
}

/* Read the instruction at ADDR, which may be the last one of what is mapped.
   Returns the number of bytes that are there.  */
static size_t
read_instruction (struct process *p, uint64_t addr, uint8_t *bytes)
{
  const size_t part = (size_t) (PAGE - addr % PAGE);

  if (process_read (p, addr, bytes, INSTRUCTION_MAX))
    return INSTRUCTION_MAX;
  return part < INSTRUCTION_MAX && process_read (p, addr, bytes, part) ? part
                                                                       : 0;
}

/* What kind of instruction the SIZE bytes at CODE are.  */
static enum kind
kind_of (const uint8_t *code, size_t size)
{
  static const uint8_t prefixes[]
      = { 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf2, 0xf3 };
  size_t i = 0;

  while (i < size
         && (memchr (prefixes, code[i], sizeof prefixes) != NULL
             || (code[i] & 0xf0) == 0x40))
    i++;
  if (i == size)
    return KIND_OTHER;
  if (code[i] == 0xc2 || code[i] == 0xc3)
    return KIND_RETURN;
  if (code[i] == 0xe8)
    return KIND_CALL;
  if (i + 1 == size)
    return KIND_OTHER;
  /* The field "reg" of the second byte is part of the operation.  */
  if (code[i] == 0xff && (code[i + 1] >> 3 & 7) == 2)
    return KIND_CALL;
  return code[i] == 0x0f && code[i + 1] == 0x05 ? KIND_SYSTEM_CALL
                                                : KIND_OTHER;
}

/* W's frame has returned to FRAME, its caller's.  */
static void
judge_return (struct watch *w, const struct frame *frame)
{
  const struct prediction found = {
    .cfa = frame->registers[FRAME_SP],
    .ra = frame->pc,
    .fp = frame->registers[FRAME_FP],
    .fp_known = true,
  };

  if (!agrees (w, &found))
    tell_wrong (w, "it returns to", frame->pc, &found);
}

/* An instruction of KIND was done in W, that was at BEFORE and is at NOW.
   Whether its frame is still there.  */
static bool
note_step (struct watch *w, enum kind kind, const struct frame *before,
           const struct frame *now)
{
  const uint64_t sp = now->registers[FRAME_SP];

  switch (kind)
    {
    case KIND_CALL:
      w->depth++;
      return true;
    case KIND_RETURN:
      if (w->depth-- != 0)
        return true;
      judge_return (w, now);
      return false;
    case KIND_SYSTEM_CALL:
      if (before->registers[0] == SYS_rt_sigreturn && w->depth != 0)
        w->depth--;
      break;
    case KIND_OTHER:
      break;
    }
  if (w->depth != 0 || sp <= w->said.cfa - RETURN_ADDRESS)
    return true;
  tell_wrong (w, "it drops its return address at", before->pc,
              &(struct prediction){ .cfa = sp, .ra = now->pc });
  return false;
}

/* Do one step of W, in FRAME.  Whether there is another one to do.  *LOST: the
   thread has ended.  */
static bool
step (struct watch *w, struct frame *frame, bool *lost)
{
  const struct frame before = *frame;
  uint8_t bytes[INSTRUCTION_MAX];

  /* A row of a frame above deserves a sample of its own.  */
  const bool lifted = breaks_lift (w->tid, before.pc);
  const enum kind kind
      = kind_of (bytes, read_instruction (w->process, before.pc, bytes));
  const enum tracees_step done = tracees_step (w->tid);
  *lost = done == STEP_ENDED || !process_frame (w->tid, frame);
  if (*lost)
    return false;
  if (lifted && w->depth != 0)
    breaks_drop (w->tid, before.pc);
  if (done == STEP_HANDLER)
    {
      /* Its return leads to code that the kernel has chosen, and that ends
         with a system call.  */
      w->depth += 2;
      return true;
    }
  return note_step (w, kind, &before, frame)
         && (w->depth != 0 || compare_row (w, frame));
}

bool
follow_frame (struct process *p, pid_t tid, enum follow_why why,
              const struct follow_options *options, FILE *file)
{
  struct watch w = { .process = p, .tid = tid, .file = file };
  struct sfm_found found;
  struct sfm_rules rules;
  struct frame frame;
  bool lost = false, more = true;

  if (!process_frame (tid, &frame))
    return false;
  w.library = library_at (frame.pc);
  w.start = frame.pc;
  if (w.library == NULL
      || !library_judged (w.library, frame.pc, &found, &rules)
      || rules.ra.kind == SFM_RULE_UNDEFINED
      || w.library->sampled[found.idx] >= options->most)
    return false;
  struct library_counts *counts = &w.library->counts;
  w.library->sampled[found.idx]++;
  ++*(why == FOLLOW_TIMER ? &counts->timer : &counts->breaks);
  library_see (w.library, frame.pc);
  if (!predict (p, &frame, &rules, &w.said))
    {
      tell_wrong (&w, "nothing can be read at", frame.pc, &w.said);
      more = false;
    }
  for (unsigned i = 0; more && i < options->steps; i++)
    more = step (&w, &frame, &lost);
  if (w.wrong)
    counts->wrong++;
  else if (more || lost)
    counts->lost++;
  else
    counts->right++;
  return true;
}
