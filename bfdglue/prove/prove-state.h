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
  VALUE_ENTRY,   /* that of register REG in the caller; in the link register,
                    the return address, signed if C is not 0: VALUE_KEY_* */
  VALUE_CFA,     /* the CFA + C */
  VALUE_SYM,     /* what instruction ID put into register REG, + C; if WIDTH is
                    not 0, all but the low WIDTH bits are 0 */
  VALUE_CONST,   /* C */
  VALUE_LINK,    /* what some call left in the link register: unknown, but not
                    the caller's return address */
  VALUE_REL,     /* an entry of the table at C, which has ID entries of WIDTH
                    bits, with a sign or not */
  VALUE_TARGETS, /* the address that such an entry leads to: the entry, shifted
                    left by REG, + BASE; one of 64 bits is the address */
  VALUE_GUESS,   /* as VALUE_TARGETS, but nothing bounds the index */
  VALUE_AWAY     /* of SP: an address in another stack or, with SIGN, in that
                    or the first one */
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
  /* What was compared last, and with what; WIDTH 0: something else.  */
  struct fact compared;
  struct cell compared_at;
  struct cell cell;
  struct table_entry entry;
  uint8_t slot_count;
  uint8_t fact_count;
  uint32_t newest; /* the instructions that have given names are all before
                      it */
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

/* The registers that have their first value in STATE, a bit each.  */
uint64_t state_own (const struct state *state);

/* Whether A and B are the same known value.  They have no padding.  */
static inline bool
value_same (const struct value *a, const struct value *b)
{
  uint64_t first, second;

  memcpy (&first, a, sizeof first);
  memcpy (&second, b, sizeof second);
  return first == second && a->kind != VALUE_NONE && a->c == b->c
         && a->base == b->base;
}

/* Whether VALUE is an address in the stack that slots may be relative to.  */
bool value_is_stack (const struct value *value);

/* Whether VALUE is one that only a prologue saves.  */
bool value_is_saved (const struct value *value);

/* Whether C may be the offset of a row.  */
bool offset_fits (int64_t c);

/* Whether A and B are the same place.  */
bool cell_same (const struct cell *a, const struct cell *b);

/* Copy FROM to TO.  */
void state_copy (struct state *to, const struct state *from);

/* Set STATE to that at the start of a function of MACHINE.  */
void state_enter (struct state *state, const struct prove_machine *machine);

/* Whether STATE suits the start of another function: FP and, with ANY, the
   other registers that functions keep are the caller's, and SP and the return
   address are where a function expects them.  */
bool state_leaves (const struct state *state, bool any);

/* Whether the function may return in STATE: PROVE_OK, or what is wrong.  */
enum prove_reason state_returns (const struct state *state);

/* What STATE says at ADDR, as a row.  */
struct proven_row state_row (const struct state *state, uint64_t addr);

/* Instruction ID is about to give REGS, a bit each, new values.  The values
   that it gave them before lose their names.  */
void state_forget (struct state *state, uint32_t id, uint64_t regs);

/* Instruction ID gives REG a new value of WIDTH bits; 0: all bits.  */
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

/* A + B, which may wrap around.  */
static inline int64_t
plus (int64_t a, int64_t b)
{
  return (int64_t) ((uint64_t) a + (uint64_t) b);
}

/* prove-memory.c: set *CELL to the place that OP reads, without a bound.
   False: its address has no name.  */
bool state_cell (const struct state *state, const struct op *op,
                 struct cell *cell);

/* prove-memory.c: do what OP, an OP_LOAD of instruction ID, does.  */
void state_load (struct state *state, const struct op *op, uint32_t id);

/* prove-memory.c: do what OP, an OP_STORE, does.  Returns PROVE_OK, or
   PROVE_RA.  */
enum prove_reason state_store (struct state *state, const struct op *op);

/* prove-step.c: do what INSN, number ID, does.  Returns PROVE_OK, or what is
   wrong.  */
enum prove_reason state_step (struct state *state, const struct insn *insn,
                              uint32_t id);

/* prove-step.c: whether the system call that STATE makes returns once, to the
   same stack.  GO: it is in code of Go, where nearly all calls are in one
   function, which does not know their numbers; the other functions know
   theirs.  */
bool state_calls_plainly (const struct state *state, bool go);

/* prove-step.c: the call by instruction ID has returned, from a function that
   keeps SP and the registers in KEEPS, a bit each.  */
void state_returned (struct state *state, uint32_t id, uint64_t keeps);

/* prove-step.c: learn from the branch INSN, which is TAKEN or not.  */
void state_branch (struct state *state, const struct insn *insn, bool taken);

/* Reduce INTO, the state at instruction ID, to what is also true of FROM.
   *CHANGED: that changed it.  Returns PROVE_OK, or PROVE_DEPTH.  */
enum prove_reason state_meet (struct state *into, const struct state *from,
                              uint32_t id, bool *changed);

#endif /* BFDGLUE_PROVE_STATE_H */
