/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-internal.h - the work of the prover on an image, which its parts
   share.  */

#ifndef BFDGLUE_PROVE_INTERNAL_H
#define BFDGLUE_PROVE_INTERNAL_H

#include "elf-relocs.h"
#include "go-table.h"
#include "prove-limits.h"
#include "prove-state.h"

/* Whether A and B say the same, at any addresses.  */
static inline bool
proven_row_same (const struct proven_row *a, const struct proven_row *b)
{
  return a->flags == b->flags && a->sp == b->sp && a->fp == b->fp
         && a->slot == b->slot && a->ra == b->ra;
}

/* Whether P's image has a table of Go, and whether that describes ADDR.  */
static inline bool
prover_has_go (const struct prover *p)
{
  return p->index->go != NULL && p->index->go->version != GO_NONE;
}

static inline bool
prover_is_go (const struct prover *p, uint64_t addr)
{
  return prover_has_go (p) && go_table_has (p->index->go, addr);
}

/* Flags of a byte of code.  */
enum
{
  BYTE_SEEN = 1,   /* the flow has been here: an instruction starts */
  BYTE_LEADER = 2, /* something jumps here */
  BYTE_START = 4,  /* an instruction of a function that was proven, or failed,
                      starts here, */
  BYTE_INSIDE = 8, /* or goes on */
  BYTE_ENTRY = 16, /* one of the entries */
  BYTE_FDE = 32,   /* something that a table describes begins here */
  BYTE_GUESS = 64, /* a table without a bound leads here */
  BYTE_CODE = 128  /* it is in code that is followed: not PLT code */
};

enum
{
  INSN_MAX = 16,       /* bytes of one, at most */
  CODE_PAGE = 1 << 12, /* bytes whose instructions are numbered together, */
  INSN_CHUNK = 1 << 6, /* so many of which are allocated together, */
  PAGE_CHUNKS = CODE_PAGE / INSN_CHUNK /* this often at most */
};

/* Code that the flow has to follow for an entry.  */
struct pending
{
  uint64_t addr;
  uint32_t entry;
};

/* The flow of ENTRY enters, at ADDR, code where that of OWNER was before.  */
struct join
{
  uint64_t addr;
  uint32_t entry;
  uint32_t owner;
};

/* Once another entry returns, ENTRY continues at ADDR or, if ADDR is 0,
   returns, too.  */
struct after_return
{
  uint64_t addr; /* 0: ENTRY returns */
  uint32_t entry;
  uint32_t next; /* in the list, from 1 */
};

/* A block of the function that is being proven.  */
struct prove_block
{
  uint64_t start;
  uint64_t end; /* once it was visited */
  unsigned rounds;
  prove_number way; /* the first of V->ways that lead here */
  bool queued;
  bool leaves;         /* an exit that was checked can be reached */
  struct state *state; /* at START, with room for no more slots than it has */
};

/* Block number FROM leads to another block; NEXT is the next way that leads
   there.  */
struct prove_way
{
  uint32_t from;
  prove_number next;
};

/* ENTRY leads to ADDR in the state in which functions begin.  PART: it runs
   into ADDR, which proves something only between parts of one function.  */
struct lead
{
  uint64_t addr;
  uint32_t entry;
  bool part;
};

/* A jump of ENTRY, in the state in which functions begin, by the table VALUE,
   a VALUE_GUESS.  */
struct guess
{
  struct value value;
  uint32_t entry;
};

typedef LIST (uint64_t) address_list;

/* What earlier runs have shown.  */
struct lessons
{
  address_list tables; /* where tables without a bound begin: each ends where
                          the next one begins; sorted, as WRONG is */
  address_list wrong;  /* guesses for which nothing was proven */
  bool late;           /* tables were found after others had been read */
};

/* The state of proving an image.  */
struct proving
{
  struct prover *p;
  const struct diag_sink *sink;
  const struct code_ranges *code;
  const struct prove_machine *machine;
  uint64_t base;   /* the lowest address of the code, */
  uint64_t size;   /* and the bytes from there to its end */
  uint8_t *bytes;  /* BYTE_*, one for each of them, and some more, */
  uint16_t *insns; /* and, where a decoded instruction starts, its number in
                      its page; see prove-insns.c */
  struct insn_kind *kinds; /* of those that have been decoded */
  struct insn **chunks;    /* PAGE_CHUNKS for each page */
  uint16_t *counts;        /* of instructions in each page */
  struct pool pool;        /* of them and their effects */
  bool nomem;
  bool overlaps;    /* instructions do, somewhere */
  address_list got; /* where the loader puts addresses of functions that do not
                       return */
  LIST (struct after_return) after;
  LIST (struct pending) pending;
  LIST (struct join) joins;
  uint64_t steps;            /* instructions that may still be visited */
  address_list taken;        /* addresses of code that code takes */
  LIST (struct lead) leads;  /* ways from an entry to a candidate */
  LIST (struct guess) jumps; /* through tables without a bound */
  size_t guessed;            /* jumps whose targets were taken */
  address_list guesses;      /* the targets taken */
  struct lessons lessons;
  LIST (uint32_t) dirty; /* entries to be proven */
  enum prove_kind finds; /* the kind of functions that calls find */

  /* For the function that is being proven.  */
  struct pool states;
  LIST (struct prove_block) blocks;
  LIST (struct prove_way) ways;
  LIST (uint32_t) work; /* numbers of blocks */
};

/* The machine as the code at ADDR uses it: Go has rules of its own.  */
static inline const struct prove_machine *
proving_machine (const struct proving *v, uint64_t addr)
{
  return v->machine == &prove_machines[PROVE_AARCH64]
                 && prover_is_go (v->p, addr)
             ? &prove_machines[PROVE_AARCH64_GO]
             : v->machine;
}

/* prove-insns.c: allocate what is needed for the code.  Statuses: NOMEM,
   LIMIT.  */
sfm_status insns_begin (struct proving *v) SFM_CHECKED;
void insns_free (struct proving *v);

/* prove-insns.c: clear all of BYTE_* but those in KEEP.  */
void insns_keep (struct proving *v, uint8_t keep);

/* Whether ADDR is in code that is followed: not PLT code.  */
static inline bool
proving_has (const struct proving *v, uint64_t addr)
{
  const uint64_t at = addr - v->base;

  return at < v->size && (v->bytes[at] & BYTE_CODE) != 0;
}

/* prove-insns.c: decode the instruction at ADDR, unless that has failed
   before.  NULL: there is none in code that is followed, or V->nomem is
   set.  */
struct insn *insn_decode (struct proving *v, uint64_t addr);

/* The instruction at ADDR, or NULL, as insn_decode says.  */
static inline struct insn *
insn_at (struct proving *v, uint64_t addr)
{
  const uint64_t at = addr - v->base;

  if (at >= v->size)
    return NULL;
  /* 0 and UINT16_MAX become the two highest numbers.  */
  const uint32_t number = v->insns[at] - 1U;
  if (number >= UINT16_MAX - 1)
    return insn_decode (v, addr);
  struct insn **chunks = &v->chunks[at / CODE_PAGE * PAGE_CHUNKS];
  return &chunks[number / INSN_CHUNK][number % INSN_CHUNK];
}

/* prove-endings.c: call VISIT for each dynamic relocation.  VISIT returns
   false if there is no memory.  Statuses: NOMEM.  */
sfm_status
proving_relocs (struct proving *v,
                bool (*visit) (struct proving *v,
                               const struct elf_reloc *reloc)) SFM_CHECKED;

/* prove-endings.c: find the functions that do not return, by the places where
   the loader puts their addresses.  Statuses: NOMEM.  */
sfm_status prove_endings (struct proving *v) SFM_CHECKED;

/* Whether the loader puts the address of a function that does not return at
   GOT.  */
bool proving_ends (const struct proving *v, uint64_t got);

/* prove-entries.c: add the entries that are certain, or candidates.  Statuses:
   NOMEM.  */
sfm_status prove_hard_entries (struct proving *v) SFM_CHECKED;
sfm_status prove_candidates (struct proving *v) SFM_CHECKED;

/* prove-entries.c: add entries where code takes an address.  Statuses:
   NOMEM.  */
sfm_status prove_taken (struct proving *v) SFM_CHECKED;

/* prove-guesses.c: note that the jump of ENTRY at ADDR, in the state in which
   functions begin, may lead to where VALUE says: functions may begin there.
   False: no memory.  */
bool guesses_note (struct proving *v, uint32_t entry, uint64_t addr,
                   const struct value *value);

/* prove-guesses.c: take the targets of the jumps that were noted since the
   last call.  Statuses: NOMEM.  */
sfm_status guesses_take (struct proving *v) SFM_CHECKED;

/* prove-guesses.c: mark as returning what leads, in the state in which
   functions begin, to a place that is proven to return.  */
void leads_return (struct proving *v);

/* prove-guesses.c: learn from the guesses of a run.  *AGAIN: another run is
   needed, without the wrong ones.  Statuses: NOMEM.  */
sfm_status guesses_learn (struct proving *v, bool *again) SFM_CHECKED;

/* prove-flow.c: add an entry at ADDR, unless there is one or ADDR has no code.
   False: no memory.  */
bool flow_entry (struct proving *v, uint64_t addr, enum prove_kind kind);

/* prove-flow.c: like flow_entry, but not only direct calls lead to the
   entry.  */
bool flow_open_entry (struct proving *v, uint64_t addr, enum prove_kind kind);

/* prove-flow.c: mark the entry at ADDR, if there is one, as open.  */
void flow_open (struct proving *v, uint64_t addr);

/* prove-flow.c: have ENTRY proven, perhaps again.  False: no memory.  */
bool flow_dirty (struct proving *v, uint32_t entry);

/* prove-flow.c: let the flow of ENTRY continue at ADDR.  False: no memory.  */
bool flow_add (struct proving *v, uint64_t addr, uint32_t entry);

/* prove-flow.c: follow what is pending: find what is called, and what may
   return.  Statuses: NOMEM.  */
sfm_status flow_run (struct proving *v) SFM_CHECKED;

/* prove-flow.c: forget where the flow was, but not the entries that it found,
   and let it run from all of them.  Statuses: NOMEM.  */
sfm_status flow_again (struct proving *v) SFM_CHECKED;

/* prove-flow.c: whether NEXT, where a call would return, has nothing but a
   function that begins there or after instructions that do nothing.  Then the
   call does not return: the function would begin at another depth than when it
   is called.  */
bool flow_ends (struct proving *v, uint64_t next);

/* prove-flow.c: the size of the instruction at ADDR if Go's table describes
   it, it does nothing, and nothing leads there; else 0.  Compilers put such
   instructions after a call that does not return, so that its return address
   is in the function.  */
unsigned flow_rest (struct proving *v, uint64_t addr);

/* prove-flow.c: the entry at ADDR, or UINT32_MAX.  */
uint32_t flow_find (struct proving *v, uint64_t addr);

/* prove-flow.c: whether what INSN calls may return.  *CALLEE: its entry, or
   UINT32_MAX.  */
bool flow_returns (struct proving *v, const struct insn *insn,
                   uint32_t *callee);

/* prove-function.c: prove all waiting entries, and those that this finds.
   Statuses: NOMEM.  */
sfm_status prove_waiting (struct proving *v) SFM_CHECKED;

/* prove-units.c: turn functions that do not keep FP into helpers, and prove
   again what leads to them.  Statuses: NOMEM.  */
sfm_status prove_helpers (struct proving *v) SFM_CHECKED;

/* prove-judge.c: the row of RANGE, which has some, that holds at ADDR.  */
const struct proven_row *proven_row_at (const struct prover *p,
                                        const struct proven_range *range,
                                        uint64_t addr);

/* prove-judge.c: let ENTRY fail for REASON at WHERE, unless it fails
   already.  */
void prove_refuse (struct prover *p, uint32_t entry, enum prove_reason reason,
                   uint64_t where);

/* prove-blocks.c: whether call frame information, unless it is hidden,
   describes ADDR.  */
bool prove_described (const struct prover *p, uint64_t addr);

/* prove-blocks.c: drop the rows of those ranges of ENTRY, whose blocks V has,
   that lead to no checked exit, unless a table describes them.  False: no
   memory.  */
bool ways_drop_open (struct proving *v, uint32_t entry);

/* prove-guesses.c: set TARGETS, of PROVE_TARGETS elements, to where a jump to
   VALUE leads.  Returns their number; 0: that is not proven.  */
size_t table_targets (const struct proving *v, const struct value *value,
                      uint64_t *targets);

/* prove-units.c: drop what is not proven, with all that is joined to it, and
   sort the rest.  */
void prove_units (struct proving *v);

/* A visit of a block.  */
struct visit
{
  struct proving *v;
  const struct prove_machine *machine; /* as its code uses it */
  uint32_t entry;
  bool restart; /* a block has to be divided */
  bool nomem;
  bool switches; /* the function goes on with another stack */
  bool rows;     /* rows are taken; states are final */
  bool left;     /* the current block has an exit that was checked */
  size_t now;    /* its number */
};

/* prove-blocks.c: the function fails for REASON at WHERE, unless it fails
   already.  */
void visit_fail (struct visit *t, enum prove_reason reason, uint64_t where);

/* prove-blocks.c: add a block that begins with INSN at ADDR, in STATE.  */
void visit_add_block (struct visit *t, struct insn *insn, uint64_t addr,
                      const struct state *state);

/* prove-blocks.c: continue the function at ADDR, which has code, in STATE.  */
void visit_reach (struct visit *t, uint64_t addr, const struct state *state);

/* prove-blocks.c: do what INSN, number ID, does in a function that switches
   stacks.  *ENDS: nothing is said of what follows.  Returns PROVE_OK, or what
   is wrong.  */
enum prove_reason visit_switch (const struct insn *insn, uint32_t id,
                                struct state *state, bool *ends);

/* Whether STATE is in another stack: then a jump to an unknown address ends
   the function without a check, and so does a return.  */
static inline bool
state_is_away (const struct state *state)
{
  return state->values[REG_SP].kind == VALUE_AWAY;
}

/* prove-blocks.c: whether a jump to TARGET in STATE ends the function without
   a check, as it switches stacks.  */
bool visit_departs (const struct visit *t, uint64_t target,
                    const struct state *state);

#endif /* BFDGLUE_PROVE_INTERNAL_H */
