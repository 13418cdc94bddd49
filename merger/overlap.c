/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   overlap.c - functions that begin inside another.

   One walk over the ordered keys, which remembers the function that reaches
   furthest.  When the next begins before that one ends, the one that neither
   symbols nor .eh_frame know goes; if they know both or neither, both stay
   and are told about: a look-up then finds the later one, which is right for
   the code it names.  */

#include "config.h"

#include "merger.h"

/* Of two overlapping functions, the one to leave out, or NULL.  */
static struct func *
unconfirmed (struct func *a, struct func *b)
{
  bool knows_a = (a->evidence & SFM_EVIDENCE_START) != 0;
  bool knows_b = (b->evidence & SFM_EVIDENCE_START) != 0;

  return knows_a == knows_b ? NULL : knows_a ? b : a;
}

void
drop_overlaps (struct sfm_merger *m)
{
  struct func *furthest = NULL;
  size_t out = 0;

  for (size_t i = 0; i < m->key_count; i++)
    {
      struct func *f = &m->funcs[m->keys[i].func];
      if (furthest != NULL && f->addr < furthest->addr + furthest->size)
        {
          struct func *loser = unconfirmed (furthest, f);
          if (loser != NULL)
            func_lose (loser, SFM_LOSS_OVERLAP);
          else
            f->flags |= FUNC_OVERLAPS;
          if (loser == f)
            continue;
          if (loser == furthest)
            furthest = NULL;
        }
      if (furthest == NULL
          || f->addr + f->size > furthest->addr + furthest->size)
        furthest = f;
    }
  for (size_t i = 0; i < m->key_count; i++)
    if (func_kept (&m->funcs[m->keys[i].func]))
      m->keys[out++] = m->keys[i];
  m->key_count = out;
}
