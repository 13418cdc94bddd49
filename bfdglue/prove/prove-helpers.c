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
   seen to keep: even of one that will be refused the callers must know it.
   Returns how many are others than before.  */
static size_t
choose (struct proving *v)
{
  struct prover *p = v->p;
  size_t count = 0;

  for (size_t i = 0; i < p->entry_count; i++)
    {
      struct prove_entry *e = &p->entries[i];
      if (e->helps ? (e->keeps & ~e->own) == 0 : e->reason != PROVE_FP)
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

/* Prove all helpers, and what leads to them or, where tables do, may do so,
   again.  */
static bool
wake (struct proving *v)
{
  struct prover *p = v->p;
  const struct insn *insn;
  uint32_t helper;
  bool tabled = false;

  for (uint32_t i = 0; i < p->entry_count; i++)
    {
      tabled |= p->entries[i].helps && p->entries[i].tabled;
      if (p->entries[i].helps && !flow_dirty (v, i))
        return false;
    }
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
          if (((tabled && insn->flow == FLOW_JUMP_ANY)
               || leads_to_helper (v, insn, &helper))
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

/* Refuse helpers to which functions lead that are not proven.  Whether there
   were any.  */
static bool
judge_callers (struct proving *v)
{
  struct prover *p = v->p;
  const struct insn *insn;
  bool any = false;
  uint32_t helper;

  for (size_t i = 0; i < p->range_count; i++)
    for (uint64_t at = p->ranges[i].start;
         p->entries[p->ranges[i].entry].reason != PROVE_OK
         && at < p->ranges[i].end;
         at += insn->size)
      {
        insn = insn_at (v, at);
        if (insn == NULL)
          break;
        if (!leads_to_helper (v, insn, &helper)
            || p->entries[helper].reason != PROVE_OK)
          continue;
        prove_refuse (p, helper, PROVE_FP, p->entries[helper].addr);
        any = true;
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
  bool any = judge_callers (v);
  for (uint32_t i = 0; i < p->entry_count; i++)
    if (p->entries[i].helps && p->entries[i].reason == PROVE_OK
        && (!p->entries[i].called || p->entries[i].misused
            || p->entries[i].open || p->entries[i].tabled
            || (any && round > PROVE_HELPERS)))
      {
        prove_refuse (p, i, PROVE_FP, p->entries[i].addr);
        any = true;
      }
  return any;
}
