/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   survey.c - which of the passes after the sort have work.

   In most inputs no two functions share an address or a byte.  One walk over
   the sorted functions sees that and saves three.  */

#include "config.h"

#include "merger.h"

void
sfm_survey_functions (struct sfm_merger *m)
{
  struct survey s = { false, false };
  const struct func *funcs = m->funcs;
  const uint64_t *keys = m->keys;
  const size_t count = m->key_count;
  uint64_t last = 0, reach = 0;

  for (size_t i = 0; i < count; i++)
    {
      prefetch_func (m, i);
      const struct func *f = &funcs[(uint32_t) keys[i]];
      /* No function is empty, so those with one address overlap.  */
      if (f->addr < reach)
        {
          s.overlap = true;
          s.meet |= f->addr == last;
        }
      last = f->addr;
      if (last + f->size > reach)
        reach = last + f->size;
    }
  m->survey = s;
}
