/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-state.h - what registers and the stack have.  */

#ifndef BFDGLUE_PROVE_STATE_H
#define BFDGLUE_PROVE_STATE_H

#include <string.h>

#include "prove-limits.h"
#include "prove-machine.h"
#include "prove.h"

enum value_kind
{
  VALUE_NONE,    /* unknown */
  VALUE_ENTRY,   /* that of register REG in the caller; of the link register
                    the return address, signed if C is not 0: VALUE_KEY_* */
  VALUE_CFA,     /* the CFA + C */
  VALUE_SYM,     /* what the instruction ID put into register REG, + C; of
                    WIDTH bits, which are not 0, the rest is 0 */
  VALUE_CONST,   /* C */
  VALUE_LINK,    /* what some call left in the link register: nobody knows, but
                    it is not the caller's return address */
  VALUE_REL,     /* an entry of the table at C, one of ID with WIDTH bits and
                    a sign or not, */
  VALUE_TARGETS, /* and the address that it leads to: the entry, shifted left
                    by REG, + BASE; or one of 64 bits as it is */
  VALUE_GUESS,   /* the same, but nothing bounds the index */
  VALUE_AWAY     /* of SP: an address in another stack; if REG is not 0, or in
                    the first one, which is not known */
};

/* The keys of signed return addresses.  */
enum
{
  VALUE_KEY_A = 1,
  VALUE_KEY_B = 2
};

struct value
{
  uint8_t kind;
  uint8_t reg;
  uint8_t width;
  bool sign;
  uint32_t id;
  int64_t c;
  int64_t base;
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

/* The VALUE_SYM of ID and REG is an entry of the table at AT, with WIDTH bits
   and a sign or not.  */
struct table_entry
{
  uint32_t id;
  uint8_t reg;
  uint8_t width; /* 0: nothing is known */
  bool sign;
  int64_t at;
};

struct state
{
  const struct prove_machine *machine;
  /* What was compared last, and with what; WIDTH 0: another thing.  */
  struct fact compared;
  struct cell compared_at;
  struct cell cell;
  struct table_entry entry;
  uint8_t slot_count;
  uint8_t fact_count;
  uint32_t newest; /* all instructions that have given names are before it */
  struct fact facts[PROVE_FACTS];
  struct value values[PROVE_VALUES]; /* as many as the machine has */
  struct slot slots[PROVE_SLOTS];
};

/* Whether functions of MACHINE keep REG, which is not SP.  */
static inline bool
reg_is_kept (const struct prove_machine *machine, unsigned reg)
{
  return (machine->kept >> reg & 1) != 0;
}

/* A bit for each register that has its first value in STATE.  */
uint64_t state_own (const struct state *state);

/* Whether A and B are the same value, and known.  They have no padding.  */
static inline bool
value_same (const struct value *a, const struct value *b)
{
  uint64_t first, second;

  memcpy (&first, a, sizeof first);
  memcpy (&second, b, sizeof second);
  return first == second && a->kind != VALUE_NONE && a->c == b->c
         && a->base == b->base;
}

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

/* Set STATE to that at the start of a function of MACHINE.  */
void state_enter (struct state *state, const struct prove_machine *machine);

/* Whether FP, and for a jump ANY of the registers that functions keep, are the
   caller's, SP is as a function begins, and the return address where it
   expects it.  */
bool state_leaves (const struct state *state, bool any);

/* Whether STATE may return: PROVE_OK, or what is wrong.  */
enum prove_reason state_returns (const struct state *state);

/* What can be said at ADDR.  */
struct proven_row state_row (const struct state *state, uint64_t addr);

/* The instruction ID is about to give REGS, a bit each, other values: what it
   gave them before has no name any more.  */
void state_forget (struct state *state, uint32_t id, uint64_t regs);

/* The instruction ID gives REG a new value of WIDTH bits, or 0 for all.  */
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

/* A + B, and around.  */
static inline int64_t
plus (int64_t a, int64_t b)
{
  return (int64_t) ((uint64_t) a + (uint64_t) b);
}

/* prove-memory.c: set *CELL to the place that OP reads, without a bound.
   False: its address cannot be told again.  */
bool state_cell (const struct state *state, const struct op *op,
                 struct cell *cell);

/* prove-memory.c: do what OP, an OP_LOAD of instruction ID, does.  */
void state_load (struct state *state, const struct op *op, uint32_t id);

/* prove-memory.c: the same for an OP_STORE.  Returns PROVE_OK, or
   PROVE_RA.  */
enum prove_reason state_store (struct state *state, const struct op *op);

/* prove-step.c: do what INSN, number ID, does.  Returns PROVE_OK, or what is
   wrong.  */
enum prove_reason state_step (struct state *state, const struct insn *insn,
                              uint32_t id);

/* prove-step.c: whether the system call that STATE makes comes back once, to
   the same stack.  GO: it is in code of Go, where nearly all calls are in one
   function, which does not know their numbers, and others know theirs.  */
bool state_calls_plainly (const struct state *state, bool go);

/* prove-step.c: a call of instruction ID has returned, from a function that
   KEEPS SP and the registers of which this has the bits.  */
void state_returned (struct state *state, uint32_t id, uint64_t keeps);

/* prove-step.c: the branch of INSN is TAKEN or not.  */
void state_branch (struct state *state, const struct insn *insn, bool taken);

/* Let INTO, the state at instruction ID, be what is true of it and of FROM.
   *CHANGED: it is another.  Returns PROVE_OK, or PROVE_DEPTH.  */
enum prove_reason state_meet (struct state *into, const struct state *from,
                              uint32_t id, bool *changed);

#endif /* BFDGLUE_PROVE_STATE_H */
