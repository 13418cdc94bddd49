/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-rows.c - find where the rows of two functions begin to differ.  */

#include "config.h"

#include <stdio.h>

#include "diff.h"

/* A walk over the rows of a function.  */
struct cursor
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
read_next (struct cursor *c)
{
  struct sfm_diag diag;

  c->more = sfm_rows_next (&c->rows, &c->next, &diag) == SFM_OK;
}

/* Begin a walk over FUNCTION of UNIT.  */
static void
begin (struct cursor *c, const struct diff_unit *unit,
       const struct diff_function *function)
{
  struct sfm_diag diag;

  *c = (struct cursor){ .piece = &unit->pieces[function->piece] };
  if (sfm_fde_read (c->piece, function->fde, &c->fde, &diag) != SFM_OK)
    return;
  sfm_rows_begin (c->piece, &c->fde, &c->rows);
  read_next (c);
}

/* Go to byte AT.  */
static void
go_to (struct cursor *c, uint32_t at)
{
  struct sfm_diag diag;

  for (; c->more && c->next.start <= at; read_next (c))
    {
      c->any = true;
      c->wrong = sfm_row_rules (c->piece, &c->fde, &c->next, &c->rules, &diag)
                 != SFM_OK;
    }
}

static bool
is_same (const struct cursor *a, const struct cursor *b)
{
  return a->any == b->any && a->wrong == b->wrong
         && (!a->any || a->wrong || sfm_rules_equal (&a->rules, &b->rules));
}

static void
put_rules (const struct cursor *c, char text[RULES_TEXT_SIZE])
{
  if (!c->any || c->wrong)
    snprintf (text, RULES_TEXT_SIZE, c->any ? "unreadable" : "none");
  else
    (void) rules_text (&c->rules, c->piece->abi, text);
}

bool
diff_rows_find (const struct diff_pair *pair, const struct diff_item *item,
                struct diff_rows *rows)
{
  const uint32_t end
      = item->old->size < item->now->size ? item->old->size : item->now->size;
  struct cursor old, now;
  uint32_t at = 0;

  begin (&old, pair->old, item->old);
  begin (&now, pair->now, item->now);
  while (at < end)
    {
      go_to (&old, at);
      go_to (&now, at);
      if (!is_same (&old, &now))
        {
          rows->at = at;
          put_rules (&old, rows->old);
          put_rules (&now, rows->now);
          return true;
        }
      if (!old.more && !now.more)
        return false;
      /* Both are above AT.  */
      at = !now.more || (old.more && old.next.start < now.next.start)
               ? old.next.start
               : now.next.start;
    }
  return false;
}
