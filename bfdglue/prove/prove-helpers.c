/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-helpers.c - functions that leave FP to their callers.

   Assembly written by hand has parts that are called from several functions of
   the same author, and use all registers as these know.  Nothing can say what
   FP was before such a part; but a walk does not need it if each caller has
   its own caller's FP in its frame, and is walked by SP.  So a function that
   returns without its FP may be a helper: if only direct calls and jumps lead
   to it, and each of them is from a function that is proven, where both holds
   when the helper returns.  All others are refused.  */

#include "config.h"

#include "prove-internal.h"

/* Open what code takes the address of.  */
static void
open_taken (struct proving *v)
{
  for (size_t i = 0; i < v->taken_count; i++)
    flow_open (v, v->taken[i]);
  v->taken_count = 0;
}

/* Let what fails for want of FP alone help, and what helps keep what it was
   seen to keep.  Returns how many are others than before.  */
static size_t
choose (struct proving *v)
{
  struct prover *p = v->p;
  size_t count = 0;

  open_taken (v);
  for (size_t i = 0; i < p->entry_count; i++)
    {
      struct prove_entry *e = &p->entries[i];
      const bool helps = e->helps || (e->reason == PROVE_FP && !e->open);
      if (!helps || (e->helps && (e->keeps & ~e->own) == 0))
        continue;
      e->keeps = e->helps ? e->keeps & e->own : e->own;
      e->helps = true;
      count++;
    }
  return count;
}

/* Whether INSN leads to a helper; *ENTRY is set to that.  */
static bool
leads_to_helper (struct proving *v, const struct insn *insn, uint32_t *entry)
{
  if (insn->flow != FLOW_CALL && insn->flow != FLOW_JUMP
      && insn->flow != FLOW_BRANCH)
    return false;
  *entry = flow_find (v, insn->target);
  return *entry != UINT32_MAX && v->p->entries[*entry].helps;
}

/* Prove all helpers, and what leads to them, again.  */
static bool
wake (struct proving *v)
{
  struct prover *p = v->p;
  const struct insn *insn;
  uint32_t helper;

  for (uint32_t i = 0; i < p->entry_count; i++)
    if (p->entries[i].helps && !flow_dirty (v, i))
      return false;
  for (size_t i = 0; i < p->range_count; i++)
    {
      const struct proven_range *range = &p->ranges[i];
      if (range->entry == UINT32_MAX)
        continue;
      for (uint64_t at = range->start; at < range->end; at += insn->size)
        {
          insn = insn_at (v, at);
          if (insn == NULL)
            break;
          if (leads_to_helper (v, insn, &helper)
              && !flow_dirty (v, range->entry))
            return false;
        }
      helper = flow_find (v, range->end);
      if (helper != UINT32_MAX && p->entries[helper].helps
          && !flow_dirty (v, range->entry))
        return false;
    }
  return true;
}

sfm_status
prove_helpers (struct proving *v)
{
  /* What calls a helper may be one, too, and keep less than was thought.  */
  for (unsigned round = 0; round <= PROVE_HELPERS && choose (v) != 0; round++)
    {
      for (size_t i = 0; i < v->p->entry_count && round == PROVE_HELPERS; i++)
        v->p->entries[i].keeps = 0;
      if (!wake (v))
        return diag_nomem (v->sink, v->code->image->path);
      TRY (prove_waiting (v));
    }
  return SFM_OK;
}

/* Whether ROW, at which a helper returns, does without FP: its function has
   saved it, or is a helper, too.  */
static bool
is_careful (const struct proven_row *row)
{
  return row != NULL && (row->flags & PROVEN_SP) != 0
         && (row->flags & (PROVEN_SLOT | PROVEN_FREE)) != 0;
}

/* The row at ADDR of the function of range number IDX, where ADDR is, or
   where the next one of that function begins; NULL: there is none.  */
static const struct proven_row *
row_after (const struct prover *p, size_t idx, uint64_t addr)
{
  const uint32_t entry = p->ranges[idx].entry;

  for (; idx < p->range_count && p->ranges[idx].start <= addr; idx++)
    if (p->ranges[idx].entry == entry && p->ranges[idx].end > addr
        && p->ranges[idx].rows != 0)
      return proven_row_at (p, &p->ranges[idx], addr);
  return NULL;
}

/* Look at INSN at ADDR of range number IDX.  Whether it leads to a helper that
   is refused for that.  */
static bool
judge_use (struct proving *v, size_t idx, const struct insn *insn,
           uint64_t addr)
{
  struct prover *p = v->p;
  uint32_t helper;

  if (!leads_to_helper (v, insn, &helper)
      || p->entries[helper].reason != PROVE_OK)
    return false;
  const bool call = insn->flow == FLOW_CALL;
  p->entries[helper].called |= call;
  if (p->entries[p->ranges[idx].entry].reason == PROVE_OK
      && (!call || is_careful (row_after (p, idx, addr + insn->size))))
    return false;
  prove_refuse (p, helper, PROVE_FP, p->entries[helper].addr);
  return true;
}

/* Refuse helpers by what leads to them.  Whether there were any.  */
static bool
judge_uses (struct proving *v)
{
  struct prover *p = v->p;
  const struct insn *insn;
  bool any = false;

  for (size_t i = 0; i < p->range_count; i++)
    for (uint64_t at = p->ranges[i].start; at < p->ranges[i].end;
         at += insn->size)
      {
        insn = insn_at (v, at);
        if (insn == NULL)
          break;
        any |= judge_use (v, i, insn, at);
      }
  return any;
}

bool
helpers_refuse (struct proving *v, unsigned round)
{
  struct prover *p = v->p;
  bool helped = false;

  open_taken (v);
  for (size_t i = 0; i < p->entry_count; i++)
    helped |= p->entries[i].helps && p->entries[i].reason == PROVE_OK;
  if (!helped)
    return false;
  bool any = judge_uses (v);
  for (uint32_t i = 0; i < p->entry_count; i++)
    if (p->entries[i].helps && p->entries[i].reason == PROVE_OK
        && (!p->entries[i].called || p->entries[i].open
            || (any && round > PROVE_HELPERS)))
      {
        prove_refuse (p, i, PROVE_FP, p->entries[i].addr);
        any = true;
      }
  return any;
}
