/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove.h - rules of stack walking that follow from the instructions alone.

   The prover takes no rules from any table.  It begins at addresses where
   functions are known to begin, in the state that the ABI has there, follows
   every edge, and keeps what it proves: where SP, FP, the saved FP and the
   return address are, relative to the CFA.  Code that is joined by jumps is
   proven together or not at all.  What remains assumed: functions that are
   called keep SP and FP; a store to an unknown address misses the slots of
   saved registers; code is entered only at functions and by edges that were
   found; a jump to an unknown address in the state of an entry is a tail call;
   and nothing else changes registers.  x86-64 needs Zydis, AArch64
   nothing.  */

#ifndef BFDGLUE_PROVE_H
#define BFDGLUE_PROVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "function-index.h"
#include "pool.h"
#include "sfmerge.h"

/* Why code is not decided.  X (NAME, TEXT).  */
#define PROVE_REASONS(X)                                                      \
  X (PROVE_OK, "proven")                                                      \
  X (PROVE_DECODE, "bytes that are no instruction, or one that is refused")   \
  X (PROVE_LEAVES, "it runs out of the code")                                 \
  X (PROVE_DEPTH, "two ways lead to an instruction at different depths")      \
  X (PROVE_SP, "the stack pointer is lost")                                   \
  X (PROVE_RETURN, "it returns at another depth")                             \
  X (PROVE_FP, "it returns without its FP, which a caller may need")          \
  X (PROVE_TAIL, "it leaves by a jump at another depth, or without its FP")   \
  X (PROVE_TABLE, "a jump to addresses that are not proven")                  \
  X (PROVE_RA, "the return address, or its caller's FP, may be overwritten")  \
  X (PROVE_LIMIT, "it is too large")                                          \
  X (PROVE_OVERLAP, "instructions overlap")                                   \
  X (PROVE_JOINED, "it is joined to code that is not proven")                 \
  X (PROVE_DIFFERS, "two functions reach it with different rules")            \
  X (PROVE_UNSURE, "nothing shows that it is a function")                     \
  X (PROVE_START, "the program begins in it, and has no caller")

enum prove_reason
{
#define PROVE_X(name, text) name,
  PROVE_REASONS (PROVE_X)
#undef PROVE_X
      PROVE_REASON_COUNT
};

/* The text of REASON.  */
const char *prove_text (enum prove_reason reason);

enum
{
  PROVEN_SP = 1,   /* CFA - SP is known, */
  PROVEN_FP = 2,   /* and CFA - FP, in units of bytes */
  PROVEN_OWN = 4,  /* FP has the caller's value, */
  PROVEN_SLOT = 8, /* and so has the slot at CFA + SLOT; */
  PROVEN_RA = 16,  /* the slot at CFA + RA has the return address, */
  PROVEN_RA_SIGNED = 32,
  PROVEN_LINK = 64, /* the link register has the return address, */
  PROVEN_LINK_SIGNED = 128,
  PROVEN_CALLED = 256, /* or that of another call */
  PROVEN_KEY_B = 512,  /* what is signed is signed with key B; */
  PROVEN_TWICE = 1024, /* another slot has the return address, too */
  PROVEN_FREE = 2048,  /* no caller needs its FP */
  PROVEN_AWAY = 4096   /* SP is in another stack, on which nothing called
                          it */
};

/* What holds at the instruction at ADDR.  */
struct proven_row
{
  uint64_t addr;
  int32_t sp;
  int32_t fp;
  int32_t slot;
  int32_t ra;
  uint16_t flags;  /* PROVEN_* */
  uint8_t machine; /* private */
};

/* Contiguous code that one function reaches.  */
struct proven_range
{
  uint64_t start;
  uint64_t end;
  uint32_t entry; /* the function */
  uint32_t row;   /* its first row; one for each instruction at which something
                     else holds than before it, by address */
  uint32_t rows;
};

/* How certain it is that a function begins at an address.  */
enum prove_kind
{
  PROVE_HARD,      /* something calls it, or it has a symbol that others may
                      call */
  PROVE_DESCRIBED, /* its call frame information begins like a function's */
  PROVE_CANDIDATE  /* its address is taken, or a local symbol is there */
};

struct prove_entry
{
  uint64_t addr;
  uint8_t kind;     /* enum prove_kind */
  uint8_t reason;   /* enum prove_reason */
  bool returns;     /* something in it may return */
  bool returned;    /* ... and was seen to return rightly */
  uint8_t ending;   /* enum prove_ending */
  bool waiting;     /* to be proven, or proven again */
  bool open;        /* not only direct calls and jumps lead here */
  bool tabled;      /* a jump through a table with a bound does */
  bool switches;    /* it goes on with another stack */
  bool relinks;     /* it puts its caller's return address back into the link
                       register (prove_machine.relinked) */
  bool helps;       /* a helper: it does not keep FP, as its callers know */
  bool called;      /* something calls it as a helper */
  bool misused;     /* a caller does not have its own caller's FP in the
                       frame */
  uint64_t own;     /* registers that have their first value at all ends seen,
                       a bit each */
  uint64_t keeps;   /* registers that callers of a helper take for kept */
  uint32_t after;   /* what continues when it returns: a list of the
                       flow's, */
  uint32_t todo;    /* and another */
  uint64_t where;   /* the instruction that REASON is about */
  uint64_t resumes; /* another address to which any of its calls may return, or
                       0 */
  size_t range;     /* its ranges, */
  size_t ranges;
  uint32_t unit; /* an entry with which it is proven or not, or itself */
};

/* What is known about whether a function returns.  */
enum prove_ending
{
  PROVE_ASK,     /* its instructions tell */
  PROVE_RETURNS, /* it does, by ways that are not followed */
  PROVE_ENDS     /* it does not, whatever its instructions say */
};

/* A proof of INDEX's code, and its results.  */
struct prover
{
  const struct function_index *index;
  bool hide; /* take no starts from call frame information */
  LIST (struct prove_entry) entries;
  LIST (struct proven_range)
  ranges; /* in the end sorted by address, of proven functions only, and
             without overlaps */
  LIST (struct proven_row) rows;
  uint64_t reached; /* bytes of code that were reached, */
  uint64_t decided; /* and of those that are proven */
};

/* Whether code of MACHINE can be proven in this build.  */
bool prove_can (uint16_t machine);

/* Prove what can be proven of P->index's image.  INDEX and HIDE are set, all
   else is zero.  The caller releases P with prove_free in any case.  Statuses:
   NOMEM, UNSUPP (not on this machine), LIMIT (too much code).  */
sfm_status prove_image (struct prover *p,
                        const struct diag_sink *sink) SFM_CHECKED;
void prove_free (struct prover *p);

/* What holds at ADDR, an instruction, or NULL: it is not proven.  Fast if
   addresses rise: *NEAR is 0 at first, and kept from call to call.  */
const struct proven_row *prove_at (const struct prover *p, uint64_t addr,
                                   size_t *near);

/* The first address after ADDR at which prove_at may say something else;
   UINT64_MAX: there is none.  */
uint64_t prove_next (const struct prover *p, uint64_t addr, size_t *near);

/* ROW as rules, by FP if BY_FP, else by SP, unless only the other one tells
   the CFA.  RULES.cfa.kind is SFM_RULE_UNDEFINED if rules cannot express ROW:
   neither SP nor FP tells the CFA, nothing has the return address, or it is
   signed with key B.  RULES.fp.kind is SFM_RULE_UNDEFINED if FP is lost.  */
struct sfm_rules prove_rules (const struct proven_row *row, bool by_fp);

/* What the code says about rules.  */
enum prove_verdict
{
  PROVE_AGREES,
  PROVE_SILENT, /* it proves nothing about them */
  PROVE_REFUTES
};

/* Judge RULES, which are said to hold where ROW does.  */
enum prove_verdict prove_judge (const struct proven_row *row,
                                const struct sfm_rules *rules);

/* Where and how code refutes rules.  */
struct prove_refutal
{
  uint64_t addr;
  struct sfm_rules said;
  struct proven_row proven;
};

/* Whether P refutes RULES at an instruction in [START, END); R then describes
   the first one.  NEAR is as for prove_at.  */
bool prove_refutes (const struct prover *p, uint64_t start, uint64_t end,
                    const struct sfm_rules *rules, size_t *near,
                    struct prove_refutal *r);

/* Like prove_refutes, for the rows of FDE of SECTION.  */
bool prove_refutes_fde (const struct prover *p,
                        const struct sfm_cfi_section *section,
                        const struct sfm_cfi_fde *fde, size_t *near,
                        struct prove_refutal *r);

#endif /* BFDGLUE_PROVE_H */
