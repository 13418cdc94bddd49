/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   frame.h - from a stack frame to its caller's, by SFrame: for walk.c and
   remote.c, and to be copied.

   A frame is its registers, by DWARF number.  A profiler or debugger knows all
   of the first frame; of its callers SFrame tells the PC, the stack pointer
   and the frame pointer.  */

#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "sfmerge.h"

#if defined __x86_64__
enum
{
  FRAME_ABI = SFM_ABI_AMD64_ENDIAN_LITTLE,
  FRAME_SP = 7,
  FRAME_FP = 6,
  FRAME_RA = 16,
  FRAME_CFA_BIAS = 0
};
#elif defined __aarch64__
enum
{
#if defined __AARCH64EB__
  FRAME_ABI = SFM_ABI_AARCH64_ENDIAN_BIG,
#else
  FRAME_ABI = SFM_ABI_AARCH64_ENDIAN_LITTLE,
#endif
  FRAME_SP = 31,
  FRAME_FP = 29,
  FRAME_RA = 30,
  FRAME_CFA_BIAS = 0
};
#elif defined __s390x__
enum
{
  FRAME_ABI = SFM_ABI_S390X_ENDIAN_BIG,
  FRAME_SP = 15,
  FRAME_FP = 11,
  FRAME_RA = 14,
  FRAME_CFA_BIAS = 160 /* the CFA is past the area where a callee saves */
};
#else
#error "SFrame does not know this machine"
#endif

enum
{
  FRAME_REGISTERS = 32
};

struct frame
{
  uint64_t pc;
  uint64_t registers[FRAME_REGISTERS];
  uint32_t known; /* bit N: registers[N] */
  bool exact;     /* the instruction at PC comes next; else PC is a return
                     address, and the call before it counts */
};

enum frame_end
{
  FRAME_CALLER,        /* there is a caller */
  FRAME_OUTERMOST,     /* there is none */
  FRAME_NOT_DESCRIBED, /* no function of the section covers the PC */
  FRAME_BROKEN         /* the section, the registers or the stack */
};

static inline void
frame_set (struct frame *frame, unsigned number, uint64_t value)
{
  frame->registers[number] = value;
  frame->known |= UINT32_C (1) << number;
}

static inline bool
frame_get (const struct frame *frame, uint32_t number, uint64_t *value)
{
  if (number >= FRAME_REGISTERS || !(frame->known >> number & 1))
    return false;
  *value = frame->registers[number];
  return true;
}

/* The address to look up for FRAME.  The call may be the last instruction of
   its function, so that a return address may be in the next one.  */
static inline uint64_t
frame_lookup (const struct frame *frame)
{
  return frame->exact ? frame->pc : frame->pc - 1;
}

/* Compute the value that RULE gives a register whose number is OLD.  READ
   reads the stack with DATA.  */
static inline bool
frame_apply (const struct frame *frame, const struct sfm_rule *rule,
             uint64_t cfa, uint32_t old, sfm_read_fn *read, void *data,
             uint64_t *value)
{
  if (rule->kind == SFM_RULE_SAME)
    return frame_get (frame, old, value);
  if (rule->kind == SFM_RULE_UNDEFINED)
    return false;
  if (rule->reg == SFM_REG_CFA)
    *value = cfa;
  else if (!frame_get (frame, rule->reg, value))
    return false;
  *value += (uint64_t) rule->offset;
  return rule->kind == SFM_RULE_VALUE
         || read (data, *value, value, sizeof *value);
}

/* A return address without its signature.  */
static inline uint64_t
frame_strip (uint64_t ra)
{
#if defined __aarch64__
  /* XPACLRI, which older processors take for a NOP.  */
  register uint64_t x30 __asm__("x30") = ra;
  __asm__("hint #7" : "+r"(x30));
  return x30;
#else
  return ra;
#endif
}

/* Make FRAME its caller's, by SECTION; READ reads the stack with DATA.  Safe
   in a signal handler if READ is.  After a failure FRAME is what it was.  */
static inline enum frame_end
frame_step (const struct sfm_section *section, struct frame *frame,
            sfm_read_fn *read, void *data)
{
  struct frame caller = { .known = 0 };
  struct sfm_found found;
  struct sfm_rules rules;
  struct sfm_diag diag;
  uint64_t cfa, fp, sp;

  const sfm_status status
      = sfm_find_rules (section, frame_lookup (frame), &found, &rules, &diag);
  if (status != SFM_OK)
    return status == SFM_END ? FRAME_NOT_DESCRIBED : FRAME_BROKEN;
  if (rules.ra.kind == SFM_RULE_UNDEFINED)
    return FRAME_OUTERMOST;
  if (!frame_apply (frame, &rules.cfa, 0, FRAME_SP, read, data, &cfa)
      || !frame_apply (frame, &rules.ra, cfa, FRAME_RA, read, data,
                       &caller.pc))
    return FRAME_BROKEN;
  frame_set (&caller, FRAME_SP, cfa - FRAME_CFA_BIAS);
  if (frame_apply (frame, &rules.fp, cfa, FRAME_FP, read, data, &fp))
    frame_set (&caller, FRAME_FP, fp);
  if (rules.mangled_ra)
    caller.pc = frame_strip (caller.pc);
  caller.exact = found.fde.signal;
  /* A stack that does not unwind would be walked for ever.  Only the first
     frame may have nothing on it; a signal may have come on another stack.  */
  sp = frame->registers[FRAME_SP];
  if (!found.fde.signal && caller.registers[FRAME_SP] <= sp
      && !(frame->exact && caller.registers[FRAME_SP] == sp))
    return FRAME_BROKEN;
  *frame = caller;
  return FRAME_CALLER;
}

static inline const char *
frame_end_text (enum frame_end end)
{
  switch (end)
    {
    case FRAME_OUTERMOST:
      return "the outermost frame";
    case FRAME_NOT_DESCRIBED:
      return "no SFrame describes the last address";
    case FRAME_BROKEN:
      return "the last frame cannot be unwound";
    default:
      return "there are more frames";
    }
}

#endif /* FRAME_H */
