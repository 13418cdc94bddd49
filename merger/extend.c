/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   extend.c - functions that are longer in the output than in their input.

   Only the size in the FDE changes.  The rows are those of the input, and its
   size still decides which of them cover anything.  */

#include "config.h"

#include "fde.h"
#include "merger.h"
#include "sfmerge-tool.h"

void
sfm_merger_set_extend (struct sfm_merger *m,
                       uint8_t (*extend) (void *data, uint64_t addr,
                                          uint32_t size, uint64_t next),
                       void *data)
{
  m->extend = extend;
  m->extend_data = data;
  m->movable = false;
}

uint64_t
sfm_merger_extended (const struct sfm_merger *m)
{
  return m->extended_functions;
}

/* The bytes to add to F; the next function begins at NEXT.  Parts of a split
   function get none: the caller knows only the whole function.  */
static uint8_t
extra_bytes (const struct sfm_merger *m, const struct func *f, uint64_t next)
{
  const uint64_t end = f->addr + f->size;

  if ((f->info & FDE_INFO_MASK) != 0 || (f->flags & FUNC_PART) != 0
      || next <= end)
    return 0;
  const uint8_t extra = m->extend (m->extend_data, f->addr, f->size, next);
  return extra <= next - end && extra <= UINT32_MAX - f->size ? extra : 0;
}

void
sfm_extend_functions (struct sfm_merger *m)
{
  m->extended_functions = 0;
  if (m->extend == NULL && !m->extended)
    return;
  m->extended = m->extend != NULL;
  for (size_t i = 0; i < m->key_count; i++)
    {
      prefetch_func (m, i);
      struct func *f = func_at (m, i);
      const uint64_t next
          = i + 1 < m->key_count ? func_at (m, i + 1)->addr : UINT64_MAX;
      f->extra = m->extend == NULL ? 0 : extra_bytes (m, f, next);
      m->extended_functions += f->extra != 0;
    }
}
