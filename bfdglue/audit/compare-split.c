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

#include "compare-inputs.h"
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
  const struct walk *whole; /* of the function; NULL: it is this one */
  const struct existing_sframe *existing; /* whose pieces have the parts, */
  const struct function_list *list;       /* ... which are among these, */
  size_t next;                            /* ... from here on */
};

bool
comparison_keep_long (struct found_function *f, struct pool *pool)
{
  const struct sfm_piece *piece = f->piece;
  struct sfm_fde fde;
  struct sfm_diag diag;

  f->piece = NULL;
  if (piece == NULL || sfm_fde_read (piece, f->fde, &fde, &diag) != SFM_OK
      || fde.num_fres <= UINT16_MAX || fde.mask)
    return true;
  struct sfm_piece *copy = pool_alloc (pool, sizeof *copy);
  if (copy == NULL)
    return false;
  *copy = *piece;
  f->piece = copy;
  return true;
}

static void
read_ahead (struct walk *w)
{
  struct sfm_diag diag;

  w->have_ahead = sfm_rows_next (&w->rows, &w->ahead, &diag) == SFM_OK;
}

/* Walk over FDE number IDX of PIECE next, which begins at BASE.  False: its
   properties are not those of the function.  */
static bool
begin (struct walk *w, const struct sfm_piece *piece, uint32_t idx,
       uint64_t base)
{
  struct sfm_fde fde;
  struct sfm_diag diag;

  if (sfm_fde_read (piece, idx, &fde, &diag) != SFM_OK || fde.mask
      || (w->whole != NULL
          && (fde.signal != w->whole->fde.signal
              || fde.pauth_b != w->whole->fde.pauth_b)))
    return false;
  w->piece = piece;
  w->fde = fde;
  w->base = base;
  sfm_rows_begin (w->piece, &w->fde, &w->rows);
  read_ahead (w);
  return true;
}

/* Walk over the next part of F, which must begin at the end of the current
   one.  False: there is none.  */
static bool
next_part (struct walk *w, const struct found_function *f)
{
  uint64_t base = w->base + w->fde.size;

  if (base >= f->size)
    return false;
  while (w->next < w->list->count
         && w->list->at[w->next].addr - f->addr < base)
    w->next++;
  if (!function_list_starts (w->list, w->next, f->addr + base))
    return false;
  const struct function *part = &w->list->at[w->next];
  return begin (w, &w->existing->pieces[part->piece].piece, part->fde, base);
}

/* Set *START to the next offset from the start of F where the rules change.
   False: there is none.  */
static bool
next_change (struct walk *w, const struct found_function *f, uint64_t *start)
{
  struct sfm_rules rules;
  struct sfm_diag diag;

  do
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
  while (w->whole != NULL && next_part (w, f));
  return false;
}

bool
split_same (const struct found_function *f,
            const struct existing_sframe *existing,
            const struct function_list *list)
{
  if (f->piece == NULL)
    return false;
  struct walk whole = { 0 };
  struct walk parts = { .whole = &whole,
                        .existing = existing,
                        .list = list,
                        .next = function_list_from (list, f->addr, 0) };
  uint64_t one = 0, other = 0;
  bool more, equal;

  if (!begin (&whole, f->piece, f->fde, 0) || !next_part (&parts, f))
    return false;
  do
    {
      more = next_change (&whole, f, &one);
      equal = next_change (&parts, f, &other) == more
              && (!more
                  || (one == other
                      && sfm_rules_equal (&whole.last, &parts.last)));
    }
  while (more && equal);
  return equal && parts.base + parts.fde.size == f->size;
}
