/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   bound.c - the size of the output before addresses are known.

   Theory of operation.  The form of a function in the output, and so the bytes
   of its rows, depend on its rows, on the target and on the reader, never on
   where it is (resolve.c, split.c).  Addresses decide only the order and which
   functions are left out: those lost for where they are, at the address of
   another, inside another, too far for 32 bits, without room.  A plain plan is
   the header and the sum of its functions, so no plan takes more than that sum
   over all functions that can be kept; one that keeps them all takes just
   that.  A compact plan is made in the memory of the plain plan of its
   functions, and no row of it grows (compact.c).  Its own size is not monotone
   in its functions: how far blocks are shared depends on the order in which
   they come, and on how many functions there are.  So the bound is that of the
   plain plan.  */

#include "config.h"

#include "merger.h"
#include "output-format.h"

/* Bytes of F in a plain plan.  */
static uint64_t
func_bytes (const struct sfm_merger *m, const struct func *f)
{
  const uint64_t fixed = output_fde_size (m) + output_attr_size (m);
  uint64_t parts = 1, rows = func_out_size (m, f);
  struct sfm_diag diag;

  if (split_needed (m, f)
      && split_measure (m, f, &parts, &rows, &diag) != SFM_OK)
    {
      /* The bytes have changed since they were added: no plan can be made.  */
      parts = 1;
      rows = func_out_size (m, f);
    }
  return parts * fixed + rows;
}

uint64_t
sfm_merger_bound (const struct sfm_merger *m)
{
  uint64_t size = SFM_HEADER_SIZE;

  if (m->source_count == 0)
    return 0;
  for (size_t i = 0; i < m->whole_count; i++)
    {
      const struct func *f = &m->funcs[i];
      if (!(f->flags & FUNC_DEAD) && order_can_keep (f))
        size += func_bytes (m, f);
    }
  return size;
}
