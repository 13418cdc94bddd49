/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   overlap.c - functions that begin inside another.

   Of two functions that overlap, one that neither symbols nor .eh_frame know
   is dropped if they know the other.  Otherwise both stay and are reported: a
   look-up then finds the later one, which is right for the code that it names.

   Theory of operation.  On entry addresses rise strictly.  First, confirmed
   functions alone decide what to drop: a walk forwards finds the unconfirmed
   ones that begin before a confirmed one ends [drop_behind], a walk backwards
   those that end after a confirmed one begins [drop_before].  A single walk
   that remembers only the function that reaches furthest would forget those
   that it covers.  Overlaps in the output are marked at the end, when no more
   functions are dropped [sfm_overlap_mark].  */

#include "config.h"

#include "merger.h"

static bool
confirmed (const struct func *f)
{
  return (f->evidence & SFM_EVIDENCE_START) != 0;
}

static void
drop_behind (struct sfm_merger *m)
{
  uint64_t reach = 0;

  for (size_t i = 0; i < m->key_count; i++)
    {
      struct func *f = func_at (m, i);
      if (confirmed (f) && f->addr + f->size > reach)
        reach = f->addr + f->size;
      else if (!confirmed (f) && f->addr < reach)
        func_lose (f, SFM_LOSS_OVERLAP);
    }
}

static void
drop_before (struct sfm_merger *m)
{
  uint64_t next = UINT64_MAX;

  for (size_t i = m->key_count; i-- > 0;)
    {
      struct func *f = func_at (m, i);
      if (confirmed (f))
        next = f->addr;
      else if (f->addr + f->size > next)
        func_lose (f, SFM_LOSS_OVERLAP);
    }
}

void
sfm_overlap_drop (struct sfm_merger *m)
{
  if (!m->survey.overlap)
    return;
  drop_behind (m);
  drop_before (m);
  sfm_order_drop_lost (m);
}

void
sfm_overlap_mark (struct sfm_merger *m)
{
  uint64_t reach = 0;

  if (!m->survey.overlap)
    return;
  for (size_t i = 0; i < m->key_count; i++)
    {
      struct func *f = func_at (m, i);
      if (f->addr < reach)
        f->flags |= FUNC_OVERLAPS;
      if (f->addr + f->size > reach)
        reach = f->addr + f->size;
    }
}
