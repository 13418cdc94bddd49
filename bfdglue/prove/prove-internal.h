/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-internal.h - what the parts of the prover share: instructions as their
   effects, and the values of registers.  */

#ifndef BFDGLUE_PROVE_INTERNAL_H
#define BFDGLUE_PROVE_INTERNAL_H

#include "elf-relocs.h"
#include "go-table.h"
#include "prove-limits.h"
#include "prove.h"

enum
{
  PROVE_REGS = 16, /* general registers of AMD64, by their numbers */
  REG_SP = 4,
  REG_FP = 5,
  REG_JUMP = 16, /* the address that an indirect jump loads */
  REG_NONE = 17,
  PROVE_VALUES = 17, /* with REG_JUMP */
  PROVE_OPS = 6      /* effects of an instruction */
};

/* What an instruction does to the registers.  */
enum op_kind
{
  OP_SET,     /* DST = A + IMM */
  OP_CONST,   /* DST = IMM; SIGN: it is an address */
  OP_ADD,     /* DST = A + B */
  OP_ZERO,    /* DST = the low WIDTH bits of A */
  OP_SIGN,    /* DST = the low 32 bits of A, with their sign */
  OP_LOSE,    /* DST is new; the upper half is 0 if WIDTH is 32 */
  OP_BOUND,   /* DST is new, and not above IMM */
  OP_LOAD,    /* DST = WIDTH bits at A + B * SCALE + IMM, with SIGN or zeros */
  OP_STORE,   /* WIDTH bits there = DST, or REG_NONE; WIDTH 0: who knows how
                many */
  OP_COMPARE, /* the flags are those of the low WIDTH bits of A against
                 LIMIT, */
  OP_COMPARE_AT /* or of WIDTH bits at A + B * SCALE + IMM */
};

struct op
{
  uint8_t kind;
  uint8_t dst;
  uint8_t a;
  uint8_t b;
  uint8_t scale;
  bool sign;
  uint16_t width;
  int64_t imm;
  uint64_t limit;
};

/* Where it goes on.  */
enum flow
{
  FLOW_NEXT,
  FLOW_JUMP,
  FLOW_BRANCH,
  FLOW_CALL,
  FLOW_CALL_ANY, /* to an unknown address */
  FLOW_JUMP_ANY, /* to REG_JUMP */
  FLOW_RETURN,
  FLOW_STOP, /* a trap */
  FLOW_REFUSED
};

/* When a branch is taken after a comparison, as unsigned numbers.  */
enum condition
{
  COND_OTHER,
  COND_ABOVE,
  COND_NOT_ABOVE,
  COND_BELOW,
  COND_NOT_BELOW
};

/* The number of an entry or a block, + 1; 0: none.  */
typedef uint32_t prove_number;

struct insn
{
  const struct op *ops;
  uint64_t target;    /* of a jump, branch or call; of one to an unknown
                         address the place in memory that has it, or 0 */
  prove_number owner; /* for which the flow was here first */
  prove_number entry; /* that begins here */
  prove_number block; /* that begins here, unless that number is stale */
  uint8_t size;
  uint8_t flow;      /* enum flow */
  uint8_t condition; /* enum condition */
  uint8_t op_count;
  bool syscall;
  bool flags; /* it changes the flags otherwise than by a comparison */
};

/* prove-amd64.c: decode the instruction at ADDR of the SIZE bytes at CODE to
   INSN, with its effects in OPS, of PROVE_OPS; other members are not changed.
   False: there is none.  */
bool prove_decode (const uint8_t *code, size_t size, uint64_t addr,
                   struct insn *insn, struct op *ops);

/* Whether A and B say the same, wherever they are.  */
static inline bool
proven_row_same (const struct proven_row *a, const struct proven_row *b)
{
  return a->flags == b->flags && a->sp == b->sp && a->fp == b->fp
         && a->slot == b->slot;
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

/* ------------------------------------------------------------------ */
/* prove-state.c: what registers and the stack have.                   */

enum value_kind
{
  VALUE_NONE,   /* unknown */
  VALUE_ENTRY,  /* that of register REG in the caller */
  VALUE_CFA,    /* the CFA + C */
  VALUE_SYM,    /* what the instruction ID put into register REG, + C; of
                   WIDTH bits, which are not 0, the rest is 0 */
  VALUE_CONST,  /* C */
  VALUE_REL,    /* an entry of the table at C, one of ID with WIDTH bits and
                   a sign or not, */
  VALUE_TARGETS /* and the address that it leads to */
};

struct value
{
  uint8_t kind;
  uint8_t reg;
  uint8_t width;
  bool sign;
  uint32_t id;
  int64_t c;
};

/* The 8 bytes at BASE + AT of the stack have VALUE; BASE is the CFA or a
   VALUE_SYM without C.  */
struct slot
{
  struct value base;
  struct value value;
  int64_t at;
};

/* The low WIDTH bits of the VALUE_SYM of ID and REG are not above BOUND.  */
struct fact
{
  uint32_t id;
  uint8_t reg;
  uint8_t width;
  uint64_t bound;
};

/* The WIDTH bits at BASE + AT in memory are not above BOUND.  */
struct cell
{
  struct value base;
  int64_t at;
  uint16_t width; /* 0: nothing is known */
  uint64_t bound;
};

struct state
{
  struct value values[PROVE_VALUES];
  /* What was compared last, and with what; WIDTH 0: another thing.  */
  struct fact compared;
  struct cell compared_at;
  struct cell cell;
  uint8_t slot_count;
  uint8_t fact_count;
  struct fact facts[PROVE_FACTS];
  struct slot slots[PROVE_SLOTS];
};

/* Whether functions keep REG, which is not SP.  */
bool reg_is_kept (unsigned reg);

/* Whether A and B are the same value, and known.  */
bool value_same (const struct value *a, const struct value *b);

/* Whether VALUE is an address in the stack that slots may have.  */
bool value_is_stack (const struct value *value);

/* Whether VALUE is one that only a prologue saves.  */
bool value_is_saved (const struct value *value);

/* Whether C may be the offset of a row.  */
bool offset_fits (int64_t c);

/* Whether A and B are one place.  */
bool cell_same (const struct cell *a, const struct cell *b);

/* Set TO to FROM.  */
void state_copy (struct state *to, const struct state *from);

/* Set STATE to that at the start of a function.  */
void state_enter (struct state *state);

/* Whether SP and FP of STATE, and for a jump ANY of the registers that
   functions keep, are the caller's, with the return address on top.  */
bool state_leaves (const struct state *state, bool any);

/* What can be said at ADDR.  */
struct proven_row state_row (const struct state *state, uint64_t addr);

/* The instruction ID gives REG a new value of WIDTH bits, or 0 for all.  What
   it had before has no name any more.  */
void state_lose (struct state *state, uint32_t id, unsigned reg,
                 unsigned width);

/* Add FACT; if there are too many, the oldest goes.  */
void state_add_fact (struct state *state, const struct fact *fact);

/* Set *BOUND to one of the low WIDTH bits of VALUE.  False: none is known.  */
bool state_bound (const struct state *state, const struct value *value,
                  unsigned width, uint64_t *bound);

/* The value of the slot at BASE + AT, or NULL.  */
const struct value *state_slot (const struct state *state,
                                const struct value *base, int64_t at);
void state_drop_slot (struct state *state, unsigned idx);

/* prove-step.c: do what INSN, number ID, does.  Returns PROVE_OK, or what is
   wrong.  */
enum prove_reason state_step (struct state *state, const struct insn *insn,
                              uint32_t id);

/* prove-step.c: whether the system call that STATE makes comes back once, to
   the same stack.  GO: it is in code of Go, where nearly all calls are in one
   function, which does not know their numbers, and others know theirs.  */
bool state_calls_plainly (const struct state *state, bool go);

/* prove-step.c: a call of instruction ID has returned.  */
void state_returned (struct state *state, uint32_t id);

/* prove-step.c: the branch of INSN is TAKEN or not.  */
void state_branch (struct state *state, const struct insn *insn, bool taken);

/* Let INTO, the state at instruction ID, be what is true of it and of FROM.
   *CHANGED: it is another.  Returns PROVE_OK, or PROVE_DEPTH.  */
enum prove_reason state_meet (struct state *into, const struct state *from,
                              uint32_t id, bool *changed);

/* ------------------------------------------------------------------ */

/* Bits of a byte of code.  */
enum
{
  BYTE_SEEN = 1,   /* the flow has been here: an instruction starts */
  BYTE_LEADER = 2, /* something jumps here */
  BYTE_START = 4,  /* an instruction of a function that was proven, or could
                       not be, starts here, */
  BYTE_INSIDE = 8, /* or goes on */
  BYTE_ENTRY = 16, /* one of the entries */
  BYTE_FDE = 32    /* something that a table describes begins here */
};

/* Code that the flow has to follow for an entry.  */
struct pending
{
  uint64_t addr;
  uint32_t entry;
};

/* What goes on at ADDR for ENTRY, or what ENTRY is linked to, once another
   one returns.  */
struct after_return
{
  uint64_t addr; /* 0: nothing but that ENTRY returns, too */
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
  bool leaves;        /* an exit that was checked can be reached */
  struct state state; /* at START */
};

/* Block number FROM leads to another one, of whose list NEXT is the rest.  */
struct prove_way
{
  uint32_t from;
  prove_number next;
};

/* The work on an image.  */
struct proving
{
  struct prover *p;
  const struct diag_sink *sink;
  const struct code_ranges *code;
  uint64_t base;   /* the lowest address of the code, */
  uint64_t size;   /* and the bytes from there to its end */
  uint8_t *bytes;  /* BYTE_*, one for each of them, */
  uint32_t *insns; /* and for those where an instruction starts its number, if
                      it has been decoded; see prove-insns.c */
  struct insn **chunks;
  size_t chunk_count;
  size_t chunk_capacity;
  size_t insn_count;
  struct pool pool; /* of the effects */
  bool nomem;
  uint64_t *got; /* where addresses of functions are that do not return */
  size_t got_count;
  size_t got_capacity;
  struct after_return *after;
  size_t after_count;
  size_t after_capacity;
  struct pending *pending;
  size_t pending_count;
  size_t pending_capacity;
  struct pending *joins; /* where the flow of an entry goes on in the midst of
                            what another one has */
  size_t join_count;
  size_t join_capacity;
  uint64_t steps;  /* instructions that may still be visited */
  uint64_t *taken; /* addresses of code that code takes */
  size_t taken_count;
  size_t taken_capacity;
  uint32_t *dirty; /* entries to be proven */
  size_t dirty_count;
  size_t dirty_capacity;
  enum prove_kind finds; /* how sure a function is that is called */

  /* Of the function that is being proven.  */
  struct prove_block *blocks;
  size_t block_count;
  size_t block_capacity;
  struct prove_way *ways;
  size_t way_count;
  size_t way_capacity;
  uint32_t *work;
  size_t work_count;
  size_t work_capacity;
};

/* prove-insns.c: take the memory that is needed for the code.  Statuses:
   NOMEM, LIMIT.  */
sfm_status insns_begin (struct proving *v) SFM_CHECKED;
void insns_free (struct proving *v);

/* prove-insns.c: whether ADDR is in code that is followed: not PLT code.  */
bool proving_has (const struct proving *v, uint64_t addr);

/* prove-insns.c: the instruction at ADDR; NULL: there is none in such code, or
   V->nomem.  */
struct insn *insn_at (struct proving *v, uint64_t addr);

/* prove-endings.c: call VISIT for each dynamic relocation, which SECTION has;
   it returns false if there is no memory.  Statuses: NOMEM.  */
sfm_status proving_relocs (
    struct proving *v,
    bool (*visit) (struct proving *v, const struct image_section *section,
                   const struct elf_reloc *reloc)) SFM_CHECKED;

/* prove-endings.c: find the functions that do not return, by the places where
   the loader puts their addresses.  Statuses: NOMEM.  */
sfm_status prove_endings (struct proving *v) SFM_CHECKED;

/* Whether the loader puts the address of such a function to GOT.  */
bool proving_ends (const struct proving *v, uint64_t got);

/* prove-entries.c: where functions begin.  Statuses: NOMEM.  */
sfm_status prove_hard_entries (struct proving *v) SFM_CHECKED;
sfm_status prove_candidates (struct proving *v) SFM_CHECKED;

/* prove-flow.c: add an entry at ADDR, unless there is one or it is no code;
   false: no memory.  */
bool flow_entry (struct proving *v, uint64_t addr, enum prove_kind kind);

/* prove-flow.c: ENTRY is to be proven, again.  False: no memory.  */
bool flow_dirty (struct proving *v, uint32_t entry);

/* prove-flow.c: let the flow go on at ADDR for ENTRY.  False: no memory.  */
bool flow_add (struct proving *v, uint64_t addr, uint32_t entry);

/* prove-flow.c: follow what is pending: find what is called, and what may
   return.  Statuses: NOMEM.  */
sfm_status flow_run (struct proving *v) SFM_CHECKED;

/* prove-flow.c: forget where the flow was, but not the entries that it found,
   and let it run from all of them.  Statuses: NOMEM.  */
sfm_status flow_again (struct proving *v) SFM_CHECKED;

/* prove-flow.c: whether nothing but a function that begins, after
   instructions that do nothing, is at NEXT, where a call would return: it does
   not, as it would be at another depth there than its callers.  */
bool flow_ends (struct proving *v, uint64_t next);

/* prove-flow.c: the size of the instruction at ADDR if Go's table describes
   it, it does nothing, and nothing leads there: what compilers put
   after a call that does not return, so that its return address is in the
   function.  */
unsigned flow_rest (struct proving *v, uint64_t addr);

/* prove-flow.c: the entry at ADDR, or UINT32_MAX.  */
uint32_t flow_find (struct proving *v, uint64_t addr);

/* prove-flow.c: whether what INSN calls may return.  */
bool flow_returns (struct proving *v, const struct insn *insn,
                   uint32_t *callee);

/* prove-function.c: prove entry number ENTRY, and add its ranges.  Statuses:
   NOMEM.  */
sfm_status prove_function (struct proving *v, uint32_t entry) SFM_CHECKED;

/* prove-ways.c: put NUMBER on V's list of work.  False: no memory.  */
bool proving_push (struct proving *v, uint32_t number);

/* prove-ways.c: take the rows from the ranges of ENTRY, whose blocks V has,
   that lead to no checked exit, unless a table describes them.  False: no
   memory.  */
bool ways_drop_open (struct proving *v, uint32_t entry);

/* prove-tables.c: set TARGETS, of PROVE_TARGETS, to where VALUE, an address to
   be jumped to, leads.  Returns their number; 0: that is not proven.  */
size_t table_targets (const struct proving *v, const struct value *value,
                      uint64_t *targets);

/* prove-units.c: drop what is not proven, with all that is joined to it, and
   sort the rest.  */
void prove_units (struct proving *v);

#endif /* BFDGLUE_PROVE_INTERNAL_H */
