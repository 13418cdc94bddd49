/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-ways.c - which blocks of a function lead to an exit that was checked.

   Where no table says where functions begin, only those count.  Else what
   follows a call that does not return might be another function, which nobody
   calls and which does not return either: git has such.  */

#include "config.h"

#include "prove-internal.h"

bool
proving_push (struct proving *v, uint32_t number)
{
  if (!array_grow (&v->work, &v->work_capacity, v->work_count,
                   sizeof *v->work))
    return false;
  v->work[v->work_count++] = number;
  return true;
}

/* Find the blocks that lead to an exit.  False: no memory.  */
static bool
find_leaving (struct proving *v)
{
  v->work_count = 0;
  for (size_t i = 0; i < v->block_count; i++)
    if (v->blocks[i].leaves && !proving_push (v, (uint32_t) i))
      return false;
  while (v->work_count != 0)
    {
      const struct prove_block *block = &v->blocks[v->work[--v->work_count]];
      for (prove_number n = block->way; n != 0; n = v->ways[n - 1].next)
        {
          struct prove_block *from = &v->blocks[v->ways[n - 1].from];
          if (from->leaves)
            continue;
          from->leaves = true;
          if (!proving_push (v, v->ways[n - 1].from))
            return false;
        }
    }
  return true;
}

bool
prove_described (const struct prover *p, uint64_t addr)
{
  const struct function_list *list = &p->index->eh.functions;
  const size_t idx = function_list_over (list, addr);

  return prover_is_go (p, addr)
         || (!p->hide && idx < list->count && list->at[idx].addr <= addr);
}

bool
ways_drop_open (struct proving *v, uint32_t entry)
{
  struct prover *p = v->p;
  size_t range = p->entries[entry].range;

  if (!find_leaving (v))
    return false;
  for (size_t i = 0; i < v->block_count; i++)
    {
      if (v->blocks[i].end == v->blocks[i].start)
        continue;
      if (!v->blocks[i].leaves && !prove_described (p, v->blocks[i].start))
        p->ranges[range].rows = 0;
      range++;
    }
  return true;
}
