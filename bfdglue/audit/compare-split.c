/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   compare-split.c - compare a function of an input with the parts into which
   a merge has split it.

   Theory of operation.  Version 3 counts rows in 16 bits, so a merge splits a
   function with more rows at row boundaries, and its digest is that of none of
   the parts.  The rows of the function and the rows of the parts in turn are
   walked side by side, from one change of the rules to the next [next_change].
   A merge does not rewrite rows when it splits a function, so rules can be
   compared without normalising them.  */

#include "config.h"

#include "compare-split.h"
#include "sorted.h"

/* A walk over the rules of a function, or of parts of one.  */
struct walk
{
  const struct sfm_piece *piece;
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row ahead; /* the next row, if HAVE_AHEAD */
  struct sfm_rules last;
  uint64_t base; /* of the current part, from the function's start */
  bool have_ahead;
  bool have_last;
};

/* The functions of the image among which the parts of WHOLE are looked up.  */
struct parts
{
  const struct existing_sframe *existing;
  const struct compared_function *functions;
  size_t count;
  size_t next;
  const struct comparison_found *whole;
};

bool
comparison_keep_long (struct comparison_found *f,
                      const struct found_function *found, struct pool *pool)
{
  struct sfm_fde fde;
  struct sfm_diag diag;

  if (found->piece == NULL
      || sfm_fde_read (found->piece, found->fde, &fde, &diag) != SFM_OK
      || fde.num_fres <= UINT16_MAX || fde.mask)
    return true;
  struct compared_long *rows = pool_alloc (pool, sizeof *rows);
  if (rows == NULL)
    return false;
  rows->piece = *found->piece;
  rows->fde = fde;
  f->rows = rows;
  return true;
}

static void
read_ahead (struct walk *w)
{
  struct sfm_diag diag;

  w->have_ahead = sfm_rows_next (&w->rows, &w->ahead, &diag) == SFM_OK;
}

/* Walk over FDE of PIECE next; it begins at BASE.  */
static void
begin (struct walk *w, const struct sfm_piece *piece,
       const struct sfm_fde *fde, uint64_t base)
{
  w->piece = piece;
  w->fde = *fde;
  w->base = base;
  sfm_rows_begin (piece, fde, &w->rows);
  read_ahead (w);
}

/* Walk over the next part, which must begin at the end of the current one.
   False: there is none, or its properties are not those of the function.  */
static bool
next_part (struct walk *w, struct parts *parts)
{
  uint64_t base = w->base + w->fde.size;
  struct sfm_fde fde;
  struct sfm_diag diag;

  if (base >= parts->whole->size)
    return false;
  while (parts->next < parts->count
         && parts->functions[parts->next].addr - parts->whole->addr < base)
    parts->next++;
  if (parts->next == parts->count)
    return false;
  const struct compared_function *f = &parts->functions[parts->next];
  const struct sfm_piece *piece = &parts->existing->pieces[f->piece].piece;
  if (f->addr - parts->whole->addr != base
      || sfm_fde_read (piece, f->fde, &fde, &diag) != SFM_OK || fde.mask
      || fde.signal != parts->whole->rows->fde.signal
      || fde.pauth_b != parts->whole->rows->fde.pauth_b)
    return false;
  begin (w, piece, &fde, base);
  return true;
}

/* Set *START to the next offset from the function's start where the rules
   change.  False: there is none.  PARTS is NULL for the whole function.  */
static bool
next_change (struct walk *w, struct parts *parts, uint64_t *start)
{
  struct sfm_rules rules;
  struct sfm_diag diag;

  for (;;)
    {
      while (w->have_ahead)
        {
          struct sfm_row row = w->ahead;
          read_ahead (w);
          if (row.start >= w->fde.size
              || (w->have_ahead && w->ahead.start <= row.start))
            continue;
          if (sfm_row_rules (w->piece, &w->fde, &row, &rules, &diag) != SFM_OK)
            return false;
          if (w->have_last && sfm_rules_equal (&w->last, &rules))
            continue;
          w->last = rules;
          w->have_last = true;
          *start = w->base + row.start;
          return true;
        }
      if (parts == NULL || !next_part (w, parts))
        return false;
    }
}

/* The first of the COUNT FUNCTIONS at ADDR or above.  */
static size_t
first_at (const struct compared_function *functions, size_t count,
          uint64_t addr)
{
  return sorted_from (functions, count, sizeof *functions,
                      offsetof (struct compared_function, addr), addr);
}

bool
split_same (const struct comparison_found *f,
            const struct existing_sframe *existing,
            const struct compared_function *functions, size_t count)
{
  struct parts parts = { .existing = existing,
                         .functions = functions,
                         .count = count,
                         .next = first_at (functions, count, f->addr),
                         .whole = f };
  struct walk whole = { 0 }, described = { 0 };
  uint64_t one = 0, other = 0;
  bool more, equal;

  if (f->rows == NULL || !next_part (&described, &parts))
    return false;
  begin (&whole, &f->rows->piece, &f->rows->fde, 0);
  do
    {
      more = next_change (&whole, NULL, &one);
      equal = next_change (&described, &parts, &other) == more
              && (!more
                  || (one == other
                      && sfm_rules_equal (&whole.last, &described.last)));
    }
  while (more && equal);
  return equal && described.base + described.fde.size == f->size;
}
