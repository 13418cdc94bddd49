/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-flow.c - where the code goes, regardless of values: which addresses
   are called, where jumps lead, and which functions may return.

   What follows a call is followed only when its callee may return.  So code
   that comes after a call of a function that ends the program is not taken for
   a part of the caller.  A function may return if it can reach a return, a
   jump to an unknown address, or a function that may return.  */

#include "config.h"

#include "prove-internal.h"
#include "text.h"

enum
{
  STUB = 5 /* instructions of PLT code up to the jump, at most */
};

uint32_t
flow_find (struct proving *v, uint64_t addr)
{
  const uint64_t at = addr - v->base;

  if (at >= v->size || (v->bytes[at] & BYTE_ENTRY) == 0)
    return UINT32_MAX;
  return insn_at (v, addr)->entry - 1;
}

bool
flow_add (struct proving *v, uint64_t addr, uint32_t entry)
{
  if (!proving_has (v, addr))
    return true;
  v->bytes[addr - v->base] |= BYTE_LEADER;
  return LIST_ADD (&v->pending,
                   (struct pending){ .addr = addr, .entry = entry });
}

bool
flow_dirty (struct proving *v, uint32_t entry)
{
  struct prove_entry *e = &v->p->entries.at[entry];

  if (e->waiting)
    return true;
  e->waiting = LIST_ADD (&v->dirty, entry);
  return e->waiting;
}

bool
flow_entry (struct proving *v, uint64_t addr, enum prove_kind kind)
{
  struct prover *p = v->p;
  struct insn *insn = insn_at (v, addr);

  if (insn == NULL)
    return !v->nomem;
  /* Those of a surer kind come first.  */
  if (flow_find (v, addr) != UINT32_MAX)
    return true;
  if (!LIST_ADD (&p->entries,
                 (struct prove_entry){ .addr = addr, .kind = (uint8_t) kind }))
    return false;
  const uint32_t idx = (uint32_t) p->entries.count - 1;
  v->bytes[addr - v->base] |= BYTE_ENTRY;
  insn->entry = idx + 1;
  return flow_add (v, addr, idx) && flow_dirty (v, idx);
}

void
flow_open (struct proving *v, uint64_t addr)
{
  const uint32_t entry = flow_find (v, addr);

  if (entry != UINT32_MAX)
    v->p->entries.at[entry].open = true;
}

bool
flow_open_entry (struct proving *v, uint64_t addr, enum prove_kind kind)
{
  if (!flow_entry (v, addr, kind))
    return false;
  flow_open (v, addr);
  return true;
}

/* When CALLEE returns, let the flow of ENTRY continue at ADDR or, if ADDR is
   0, let ENTRY return.  */
static bool
await (struct proving *v, uint32_t callee, uint64_t addr, uint32_t entry)
{
  struct prove_entry *e = &v->p->entries.at[callee];

  if (!LIST_ADD (&v->after, (struct after_return){ .addr = addr,
                                                   .entry = entry,
                                                   .next = e->after }))
    return false;
  e->after = (uint32_t) v->after.count;
  return true;
}

/* ENTRY may return, and so may those that wait for it.  They are kept on a
   list instead of by recursion, as a chain of tail calls may be long.  */
static bool
returns (struct proving *v, uint32_t entry)
{
  struct prover *p = v->p;
  uint32_t todo = entry + 1; /* linked by .todo */

  if (p->entries.at[entry].returns
      || p->entries.at[entry].ending == PROVE_ENDS)
    return true;
  p->entries.at[entry].returns = true;
  p->entries.at[entry].todo = 0;
  while (todo != 0)
    {
      struct prove_entry *e = &p->entries.at[todo - 1];
      todo = e->todo;
      for (uint32_t i = e->after; i != 0; i = v->after.at[i - 1].next)
        {
          const struct after_return *after = &v->after.at[i - 1];
          struct prove_entry *other = &p->entries.at[after->entry];
          /* Its earlier proof ended too early.  */
          if (!flow_dirty (v, after->entry))
            return false;
          if (after->addr != 0)
            {
              if (!flow_add (v, after->addr, after->entry))
                return false;
            }
          else if (!other->returns && other->ending != PROVE_ENDS)
            {
              other->returns = true;
              other->todo = todo;
              todo = after->entry + 1;
            }
        }
    }
  return true;
}

/* Let ENTRY return if FROM does.  */
static bool
link_to (struct proving *v, uint32_t entry, uint32_t from)
{
  if (entry == from)
    return true;
  return v->p->entries.at[from].returns ? returns (v, entry)
                                        : await (v, from, 0, entry);
}

/* Whether a jump or call to the stub at ADDR, in PLT code, ends the program.
   The stub has a few instructions at most before it jumps to what it has
   loaded; its address may be computed from a page and an offset.  */
static bool
stub_ends (const struct proving *v, uint64_t addr)
{
  const struct image_segment *load = image_load_of (v->code->image, addr);
  struct op ops[PROVE_OPS];
  uint64_t page = 0, place = 0;

  for (unsigned i = 0; load != NULL && i < STUB; i++)
    {
      const uint64_t left = load->vaddr + load->filesz - addr;
      const size_t size = (size_t) smaller (left, INSN_MAX);
      const uint8_t *bytes = image_loaded (v->code->image, addr, size);
      struct insn insn = { 0 };
      if (left == 0 || bytes == NULL
          || !v->machine->decode (bytes, size, addr, NULL, &insn, ops))
        return false;
      if (insn.op_count != 0 && ops[0].kind == OP_CONST)
        page = (uint64_t) ops[0].imm;
      else if (insn.op_count != 0 && ops[0].kind == OP_LOAD)
        place = page + (uint64_t) ops[0].imm;
      if (insn.flow == FLOW_JUMP_ANY)
        return proving_ends (v, insn.target != 0 ? insn.target : place);
      if (insn.flow != FLOW_NEXT)
        return false;
      addr += insn.size;
    }
  return false;
}

bool
flow_returns (struct proving *v, const struct insn *insn, uint32_t *callee)
{
  *callee = UINT32_MAX;
  if (insn->flow == FLOW_CALL_ANY)
    return !proving_ends (v, insn->target);
  *callee = flow_find (v, insn->target);
  if (*callee != UINT32_MAX)
    return v->p->entries.at[*callee].returns;
  return !stub_ends (v, insn->target);
}

bool
flow_ends (struct proving *v, uint64_t next)
{
  const struct insn *insn;

  while ((insn = insn_at (v, next)) != NULL)
    {
      if (flow_find (v, next) != UINT32_MAX)
        return true;
      if (insn->flow != FLOW_NEXT || insn->op_count != 0 || insn->flags)
        return false;
      next += insn->size;
    }
  return false;
}

unsigned
flow_rest (struct proving *v, uint64_t addr)
{
  const struct insn *insn = insn_at (v, addr);

  return insn != NULL && insn->flow == FLOW_NEXT && insn->op_count == 0
                 && prover_is_go (v->p, addr)
                 && (v->bytes[addr - v->base]
                     & (BYTE_SEEN | BYTE_LEADER | BYTE_ENTRY | BYTE_FDE))
                        == 0
             ? insn->size
             : 0;
}

/* Follow INSN, a call of ENTRY that would return to NEXT.  *ON: the flow
   continues there now; else perhaps later.  */
static bool
follow_call (struct proving *v, const struct insn *insn, uint64_t next,
             uint32_t entry, bool *on)
{
  uint32_t callee;

  if (insn->flow == FLOW_CALL && !flow_entry (v, insn->target, v->finds))
    return false;
  *on = flow_returns (v, insn, &callee);
  if (flow_ends (v, next))
    {
      *on = false;
      return true;
    }
  return *on || callee == UINT32_MAX || await (v, callee, next, entry);
}

/* Follow a jump of ENTRY to TARGET.  */
static bool
follow_jump (struct proving *v, uint64_t target, uint32_t entry)
{
  const uint32_t other = flow_find (v, target);

  if (other != UINT32_MAX)
    {
      v->bytes[target - v->base] |= BYTE_LEADER;
      return link_to (v, entry, other);
    }
  if (proving_has (v, target))
    return flow_add (v, target, entry);
  return stub_ends (v, target) || returns (v, entry);
}

/* Follow INSN of ENTRY, which ends at NEXT.  *ON: the flow continues at
   NEXT.  */
static bool
follow (struct proving *v, const struct insn *insn, uint64_t next,
        uint32_t entry, bool *on)
{
  *on = false;
  switch (insn->flow)
    {
    case FLOW_NEXT:
      *on = true;
      return true;
    case FLOW_BRANCH:
      *on = true;
      return follow_jump (v, insn->target, entry);
    case FLOW_JUMP:
      return follow_jump (v, insn->target, entry);
    case FLOW_CALL:
    case FLOW_CALL_ANY:
      return follow_call (v, insn, next, entry, on);
    case FLOW_JUMP_ANY:
      return proving_ends (v, insn->target) || returns (v, entry);
    case FLOW_RETURN:
      return returns (v, entry);
    default:
      return true;
    }
}

/* Record that the flow of ENTRY meets another's at INSN, which is at ADDR,
   unless an entry is there.  */
static bool
join (struct proving *v, const struct insn *insn, uint64_t addr,
      uint32_t entry)
{
  if (insn->owner == entry + 1 || flow_find (v, addr) != UINT32_MAX)
    return true;
  return LIST_ADD (
      &v->joins,
      (struct join){ .addr = addr, .entry = entry, .owner = insn->owner - 1 });
}

/* Follow the code from ADDR on for ENTRY, up to code that was followed
   before.  */
static bool
run_from (struct proving *v, uint64_t addr, uint32_t entry)
{
  struct insn *insn;
  bool on = true;

  while (on && (insn = insn_at (v, addr)) != NULL)
    {
      uint8_t *byte = &v->bytes[addr - v->base];
      if ((*byte & BYTE_SEEN) != 0)
        return join (v, insn, addr, entry)
               && link_to (v, entry, insn->owner - 1);
      *byte |= BYTE_SEEN;
      insn->owner = entry + 1;
      addr += insn->size;
      if (!follow (v, insn, addr, entry, &on))
        return false;
    }
  return !v->nomem;
}

sfm_status
flow_run (struct proving *v)
{
  while (v->pending.count != 0)
    {
      const struct pending next = v->pending.at[--v->pending.count];
      if (!run_from (v, next.addr, next.entry))
        return diag_nomem (v->sink, v->code->image->path);
    }
  return SFM_OK;
}

sfm_status
flow_again (struct proving *v)
{
  struct prover *p = v->p;

  insns_keep (v, BYTE_ENTRY | BYTE_FDE | BYTE_CODE);
  v->after.count = 0;
  v->joins.count = 0;
  for (uint32_t i = 0; i < p->entries.count; i++)
    {
      p->entries.at[i].returns = false;
      p->entries.at[i].after = 0;
      if (!flow_add (v, p->entries.at[i].addr, i)
          || (p->entries.at[i].resumes != 0
              && !flow_add (v, p->entries.at[i].resumes, i)))
        return diag_nomem (v->sink, v->code->image->path);
    }
  /* Functions that are known to return do so.  */
  for (uint32_t i = 0; i < p->entries.count; i++)
    if (p->entries.at[i].ending == PROVE_RETURNS && !returns (v, i))
      return diag_nomem (v->sink, v->code->image->path);
  return flow_run (v);
}
