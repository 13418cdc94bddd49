/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-units.c - what is joined by jumps is proven together, or not at all;
   and so are helpers and their callers.  */

#include "config.h"

#include "prove-internal.h"
#include "sorted.h"
#include "text.h"

/* Functions that leave FP to their callers.

   Assembly written by hand has parts that are called from several functions of
   the same author, which know what registers the parts use.  Nothing can say
   what FP was before such a part; but a walk does not need it if each caller
   has its own caller's FP in its frame, and is walked by SP.  So a function
   that returns without its FP may be a helper, on two conditions: only direct
   calls and jumps lead to it, and each of them is from a proven function for
   which both holds when the helper returns.  All others are refused.  */

/* Turn functions that fail only because of FP into helpers, and let helpers
   keep only what they were seen to keep: callers must know that even of one
   that will be refused.  Returns how many have changed.  */
static size_t
choose (struct proving *v)
{
  struct prover *p = v->p;
  size_t count = 0;

  for (size_t i = 0; i < p->entries.count; i++)
    {
      struct prove_entry *e = &p->entries.at[i];
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
  return *entry != UINT32_MAX && v->p->entries.at[*entry].helps;
}

/* Have all helpers proven again, and what leads to them or, if tables lead to
   a helper, may lead there.  */
static bool
wake (struct proving *v)
{
  struct prover *p = v->p;
  const struct insn *insn;
  uint32_t helper;
  bool tabled = false;

  for (uint32_t i = 0; i < p->entries.count; i++)
    {
      tabled |= p->entries.at[i].helps && p->entries.at[i].tabled;
      if (p->entries.at[i].helps && !flow_dirty (v, i))
        return false;
    }
  for (size_t i = 0; i < p->ranges.count; i++)
    {
      const struct proven_range *range = &p->ranges.at[i];
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
      if (helper != UINT32_MAX && p->entries.at[helper].helps
          && !flow_dirty (v, range->entry))
        return false;
    }
  return true;
}

sfm_status
prove_helpers (struct proving *v)
{
  /* A caller of a helper may be one, too, and keep less than was thought.  */
  for (unsigned round = 0; round <= PROVE_HELPERS && choose (v) != 0; round++)
    {
      for (size_t i = 0; i < v->p->entries.count && round == PROVE_HELPERS;
           i++)
        v->p->entries.at[i].keeps = 0;
      if (!wake (v))
        return diag_nomem (v->sink, v->code->image->path);
      TRY (prove_waiting (v));
    }
  return SFM_OK;
}

/* Refuse helpers to which a function leads that is not proven.  Returns
   whether there were any.  */
static bool
judge_callers (struct proving *v)
{
  struct prover *p = v->p;
  const struct insn *insn;
  bool any = false;
  uint32_t helper;

  for (size_t i = 0; i < p->ranges.count; i++)
    for (uint64_t at = p->ranges.at[i].start;
         p->entries.at[p->ranges.at[i].entry].reason != PROVE_OK
         && at < p->ranges.at[i].end;
         at += insn->size)
      {
        insn = insn_at (v, at);
        if (insn == NULL)
          break;
        if (!leads_to_helper (v, insn, &helper)
            || p->entries.at[helper].reason != PROVE_OK)
          continue;
        prove_refuse (p, helper, PROVE_FP, p->entries.at[helper].addr);
        any = true;
      }
  return any;
}

/* Refuse helpers that were misused, to which a function leads that is not
   proven, or to which unknown code may lead.  Returns whether there were any.
   ROUND is 0, 1, ...  */
static bool
refuse_helpers (struct proving *v, unsigned round)
{
  struct prover *p = v->p;
  for (size_t i = 0; i < v->taken.count; i++)
    flow_open (v, v->taken.at[i]);
  v->taken.count = 0;
  bool any = judge_callers (v);
  for (uint32_t i = 0; i < p->entries.count; i++)
    if (p->entries.at[i].helps && p->entries.at[i].reason == PROVE_OK
        && (!p->entries.at[i].called || p->entries.at[i].misused
            || p->entries.at[i].open || p->entries.at[i].tabled
            || (any && round > PROVE_HELPERS)))
      {
        prove_refuse (p, i, PROVE_FP, p->entries.at[i].addr);
        any = true;
      }
  return any;
}

/* The entry that represents the unit of ENTRY.  */
static uint32_t
unit_of (struct prover *p, uint32_t entry)
{
  while (p->entries.at[entry].unit != entry)
    {
      const uint32_t up = p->entries.at[entry].unit;
      p->entries.at[entry].unit = p->entries.at[up].unit;
      entry = up;
    }
  return entry;
}

static void
unite (struct prover *p, uint32_t a, uint32_t b)
{
  p->entries.at[unit_of (p, b)].unit = unit_of (p, a);
}

/* Whether X and Y say the same.  Code of a helper may be that of a function
   that keeps FP, too: the rule of FP is the same.  */
static bool
rows_agree (const struct proven_row *x, const struct proven_row *y)
{
  const unsigned either = PROVEN_OWN | PROVEN_FREE;
  struct proven_row same = *y;

  if ((x->flags & either) != 0 && (y->flags & either) != 0)
    same.flags = (uint16_t) ((y->flags & ~either) | (x->flags & either));
  return proven_row_same (x, &same);
}

/* Whether A and B say the same where rows of A begin, from START on, up to
   END.  */
static bool
begin_alike (const struct prover *p, const struct proven_range *a,
             const struct proven_range *b, uint64_t start, uint64_t end)
{
  const struct proven_row *row = proven_row_at (p, a, start);
  const struct proven_row *last = &p->rows.at[a->row] + a->rows;

  while (++row < last && row->addr < end)
    if (!rows_agree (row, proven_row_at (p, b, row->addr)))
      return false;
  return true;
}

/* Whether A and B say the same where they overlap.  */
static bool
ranges_agree (const struct prover *p, const struct proven_range *a,
              const struct proven_range *b)
{
  const uint64_t start = larger (a->start, b->start);
  const uint64_t end = smaller (a->end, b->end);

  if (!rows_agree (proven_row_at (p, a, start), proven_row_at (p, b, start)))
    return false;
  return begin_alike (p, a, b, start, end)
         && begin_alike (p, b, a, start, end);
}

/* Unite the entries whose ranges overlap; refuse those that differ there.  */
static void
unite_ranges (struct prover *p)
{
  size_t reach = 0; /* the range that ends last so far, */
  size_t known = 0; /* and of those with rows */

  for (size_t i = 1; i < p->ranges.count; i++)
    {
      const struct proven_range *a = &p->ranges.at[reach],
                                *b = &p->ranges.at[i];
      const struct proven_range *k = &p->ranges.at[known];
      if (b->start < a->end)
        unite (p, a->entry, b->entry);
      if (b->start < k->end && k->rows != 0 && b->rows != 0
          && !ranges_agree (p, k, b))
        prove_refuse (p, b->entry, PROVE_DIFFERS, b->start);
      if (b->end > a->end)
        reach = i;
      if (b->rows != 0 && (k->rows == 0 || b->end > k->end))
        known = i;
    }
}

/* Refuse entries whose instructions overlap others.  */
static void
refuse_overlaps (struct proving *v)
{
  struct prover *p = v->p;
  const unsigned both = BYTE_START | BYTE_INSIDE;

  for (size_t i = 0; v->overlaps && i < p->ranges.count; i++)
    {
      const struct proven_range *range = &p->ranges.at[i];
      for (uint64_t at = range->start; at < range->end; at++)
        if ((v->bytes[at - v->base] & both) == both)
          {
            prove_refuse (p, range->entry, PROVE_OVERLAP, at);
            break;
          }
    }
}

/* Unite the entries whose flows meet in code that is reached by a proof, even
   if it is not theirs.  Ranges may be inside others, so the one that ends last
   is asked.  */
static void
unite_flows (struct proving *v)
{
  struct prover *p = v->p;
  size_t next = 0, reach = 0;

  sort_if_needed (v->joins.at, v->joins.count, sizeof *v->joins.at,
                  compare_u64);
  for (size_t i = 0; i < v->joins.count; i++)
    {
      const struct join *join = &v->joins.at[i];
      for (; next < p->ranges.count && p->ranges.at[next].start <= join->addr;
           next++)
        if (p->ranges.at[next].end > p->ranges.at[reach].end)
          reach = next;
      if (next == 0 || p->ranges.at[reach].end <= join->addr)
        continue;
      unite (p, join->entry, p->ranges.at[reach].entry);
      unite (p, join->owner, p->ranges.at[reach].entry);
    }
}

/* Let a unit fail as a whole if an entry of it fails.  */
static void
spread (struct prover *p)
{
  for (uint32_t i = 0; i < p->entries.count; i++)
    {
      const uint32_t unit = unit_of (p, i);
      if (p->entries.at[i].reason != PROVE_OK)
        prove_refuse (p, unit, PROVE_JOINED, p->entries.at[i].where);
    }
  for (uint32_t i = 0; i < p->entries.count; i++)
    {
      const uint32_t unit = unit_of (p, i);
      if (p->entries.at[unit].reason != PROVE_OK)
        prove_refuse (p, i, PROVE_JOINED, p->entries.at[unit].where);
    }
}

/* Keep the ranges of proven entries, without what earlier ranges have, and
   count bytes.  */
static void
keep_proven (struct prover *p)
{
  uint64_t reached = 0, decided = 0;
  size_t count = 0;

  for (size_t i = 0; i < p->ranges.count; i++)
    {
      struct proven_range range = p->ranges.at[i];
      const uint64_t from = larger (range.start, reached);
      reached = larger (range.end, from);
      p->reached += reached - from;
      if (p->entries.at[range.entry].reason != PROVE_OK || range.rows == 0)
        continue;
      range.start = larger (range.start, decided);
      if (range.end <= range.start)
        continue;
      p->decided += range.end - range.start;
      decided = range.end;
      p->ranges.at[count++] = range;
    }
  p->ranges.count = count;
}

static void
drop_stale (struct prover *p)
{
  size_t count = 0;

  for (size_t i = 0; i < p->ranges.count; i++)
    if (p->ranges.at[i].entry != UINT32_MAX)
      p->ranges.at[count++] = p->ranges.at[i];
  p->ranges.count = count;
}

void
prove_units (struct proving *v)
{
  struct prover *p = v->p;

  drop_stale (p);
  sort_if_needed (p->ranges.at, p->ranges.count, sizeof *p->ranges.at,
                  compare_u64_pairs);
  leads_return (v);
  for (uint32_t i = 0; i < p->entries.count; i++)
    {
      p->entries.at[i].unit = i;
      if (p->entries.at[i].kind != PROVE_HARD && !p->entries.at[i].returned)
        prove_refuse (p, i, PROVE_UNSURE, p->entries.at[i].addr);
      if (p->entries.at[i].addr == p->index->image->entry)
        prove_refuse (p, i, PROVE_START, p->entries.at[i].addr);
    }
  refuse_overlaps (v);
  unite_ranges (p);
  unite_flows (v);
  for (unsigned round = 0; round == 0 || refuse_helpers (v, round); round++)
    spread (p);
  keep_proven (p);
}
