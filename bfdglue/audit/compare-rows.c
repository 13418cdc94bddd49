/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   compare-rows.c - compare the rows of two functions, or of a function of an
   input and of the parts into which a merge has split it.

   Theory of operation.  Two walks go side by side from one start of a row to
   the next, of either function, and compare the rules that hold there.

   Version 3 counts rows in 16 bits, so a merge splits a function with more
   rows at row boundaries, and its digest is that of none of the parts.  The
   function is then walked once, and along with it each part in turn
   [split_same].  A merge does not rewrite rows when it splits a function, so
   rules can be compared without normalising them.  */

#include "config.h"

#include <stdio.h>

#include "audit.h"

/* A walk over the rules of a function.  */
struct walk
{
  const struct sfm_piece *piece;
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row next; /* if MORE */
  bool more;
  bool any;   /* RULES are those of the last row */
  bool wrong; /* ... which has none that can be read */
  struct sfm_rules rules;
};

static void
read_next (struct walk *w)
{
  struct sfm_diag diag;

  w->more = sfm_rows_next (&w->rows, &w->next, &diag) == SFM_OK;
}

/* Begin a walk over FDE number IDX of PIECE.  False: it cannot be read, and
   has no rows.  */
static bool
begin (struct walk *w, const struct sfm_piece *piece, uint32_t idx)
{
  struct sfm_diag diag;

  *w = (struct walk){ .piece = piece };
  if (sfm_fde_read (piece, idx, &w->fde, &diag) != SFM_OK)
    return false;
  sfm_rows_begin (piece, &w->fde, &w->rows);
  read_next (w);
  return true;
}

/* Go to byte AT.  */
static void
go_to (struct walk *w, uint32_t at)
{
  struct sfm_diag diag;

  for (; w->more && w->next.start <= at; read_next (w))
    {
      w->any = true;
      w->wrong = sfm_row_rules (w->piece, &w->fde, &w->next, &w->rules, &diag)
                 != SFM_OK;
    }
}

static bool
is_same (const struct walk *a, const struct walk *b)
{
  return a->any == b->any && a->wrong == b->wrong
         && (!a->any || a->wrong || sfm_rules_equal (&a->rules, &b->rules));
}

/* Walk A from byte *AT to END of its function, along with B, whose function
   begins at byte BASE of A's, to the first byte at which the rules differ, and
   set *AT to that.  False: they do not differ.  */
static bool
find_difference (struct walk *a, struct walk *b, uint32_t base, uint32_t end,
                 uint32_t *at)
{
  uint64_t next;

  for (uint64_t i = *at; i < end; i = next)
    {
      go_to (a, (uint32_t) i);
      go_to (b, (uint32_t) i - base);
      if (!is_same (a, b))
        {
          *at = (uint32_t) i;
          return true;
        }
      next = a->more ? a->next.start : end;
      if (b->more && (uint64_t) base + b->next.start < next)
        next = (uint64_t) base + b->next.start;
    }
  return false;
}

static void
put_rules (const struct walk *w, char text[RULES_TEXT_SIZE])
{
  if (!w->any || w->wrong)
    snprintf (text, RULES_TEXT_SIZE, w->any ? "unreadable" : "none");
  else
    (void) rules_text (&w->rules, w->piece->abi, text);
}

bool
rows_differ (const struct sfm_piece *a, uint32_t a_fde,
             const struct sfm_piece *b, uint32_t b_fde, uint32_t end,
             struct rows_difference *difference)
{
  struct walk x, y;

  difference->at = 0;
  (void) begin (&x, a, a_fde);
  (void) begin (&y, b, b_fde);
  if (!find_difference (&x, &y, 0, end, &difference->at))
    return false;
  put_rules (&x, difference->rules[0]);
  put_rules (&y, difference->rules[1]);
  return true;
}

bool
split_may_be (const struct sfm_piece *piece, uint32_t fde)
{
  struct sfm_fde f;
  struct sfm_diag diag;

  return piece != NULL && sfm_fde_read (piece, fde, &f, &diag) == SFM_OK
         && f.num_fres > UINT16_MAX && !f.mask;
}

bool
split_same (const struct found_function *f,
            const struct existing_sframe *existing,
            const struct function_list *list)
{
  size_t next = function_list_from (list, f->addr, 0);
  uint32_t base = 0, at = 0;
  struct walk whole, part;

  if (f->piece == NULL || !begin (&whole, f->piece, f->fde) || whole.fde.mask)
    return false;
  for (; base < f->size; at = base += part.fde.size)
    {
      while (next < list->count && list->at[next].addr - f->addr < base)
        next++;
      if (!function_list_starts (list, next, f->addr + base))
        return false;
      const struct function *p = &list->at[next];
      if (!begin (&part, &existing->pieces[p->piece].piece, p->fde)
          || part.fde.mask || part.fde.signal != whole.fde.signal
          || part.fde.pauth_b != whole.fde.pauth_b || part.fde.size == 0
          || part.fde.size > f->size - base
          || find_difference (&whole, &part, base, base + part.fde.size, &at))
        return false;
    }
  return true;
}
