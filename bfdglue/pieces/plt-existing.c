/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-existing.c - compare an image's existing functions of PLT code with that
   code.

   Theory of operation.  Each existing function that overlaps recognised code
   is judged [list_old].  It is right if its rules are those of the code
   at every recognised byte [same_rules] and no recognised entry crosses its
   ends [is_right].  Then it stays, and the new functions for its bytes are
   dropped.  Otherwise it goes, as wrong or unfit.  GNU ld describes .plt.got
   with CFA = SP+16 instead of SP+8, and GNU ld 2.40 describes IBT entries with
   the rows of other entries.

   The functions are judged by address.  One that begins inside of one that
   stays goes too, unless it has the same address and size; the merger
   recognises duplicates.  Hostile pieces may describe the same bytes over and
   over: a budget bounds the bytes and rows compared, and once it is used up
   all others go.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "plt-code.h"
#include "sorted.h"
#include "pieces-limits.h"

struct judge
{
  struct existing_sframe *existing;
  struct plt_code *plt;
  const struct diag_sink *sink;
  struct function_list made; /* by address; they do not overlap */
  struct function_list old;  /* existing ones that overlap those, by address */
  uint64_t budget;
};

/* The rules of a function in COUNT rows, each from START on, in blocks of
   REP_SIZE bytes unless that is 0.  */
struct table
{
  struct table_row
  {
    uint64_t start;
    struct sfm_rules rules;
  } * rows;
  size_t count;
  uint32_t rep_size;
};

static uint64_t
end_of (const struct function *f)
{
  return f->addr + f->size;
}

static struct sfm_place *
made_place (const struct judge *j, const struct function *made)
{
  return &j->plt->areas[made->piece].places[made->fde];
}

static sfm_status
list_made (struct judge *j)
{
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (size_t i = 0; i < j->plt->area_count; i++)
    {
      const struct plt_area *area = &j->plt->areas[i];
      for (uint32_t f = 0; f < area->piece.num_fdes; f++)
        {
          if (!area->places[f].live
              || sfm_fde_read (&area->piece, f, &fde, &diag) != SFM_OK)
            continue;
          const struct function made = { .addr = area->places[f].addr,
                                         .size = fde.size,
                                         .piece = (uint32_t) i,
                                         .fde = f };
          if (!function_list_add (&j->made, &made))
            return diag_nomem (j->sink, j->plt->index->image->path);
        }
    }
  return SFM_OK;
}

/* Whether a new function overlaps [ADDR, ADDR + SIZE).  */
static bool
any_made (const struct judge *j, uint64_t addr, uint64_t size)
{
  size_t i = function_list_over (&j->made, addr);

  return i < j->made.count
         && (j->made.at[i].addr < addr || j->made.at[i].addr - addr < size);
}

/* By address, the largest first, then by position.  */
static int
compare_old (const void *a, const void *b)
{
  const struct function *x = a, *y = b;

  ORDER_BY (x->addr, y->addr);
  ORDER_BY (y->size, x->size);
  ORDER_BY (x->piece, y->piece);
  return x->fde < y->fde ? -1 : x->fde > y->fde;
}

static sfm_status
list_old (struct judge *j)
{
  for (size_t i = 0; i < j->existing->piece_count; i++)
    {
      const struct image_piece *p = &j->existing->pieces[i];
      j->budget += p->usable ? (p->piece.end - p->piece.offset) : 0;
      for (uint32_t f = 0; p->usable && f < p->piece.num_fdes; f++)
        {
          const struct sfm_place *place = &p->places[f];
          if (!place->live)
            continue;
          const struct function old = { .addr = place->addr,
                                        .size = p->sizes[f],
                                        .piece = (uint32_t) i,
                                        .fde = f };
          if (!any_made (j, old.addr, old.size))
            j->plt->unrecognised_code += place->optional;
          else if (!function_list_add (&j->old, &old))
            return diag_nomem (j->sink, j->plt->index->image->path);
        }
    }
  function_list_sort (&j->old, compare_old);
  return SFM_OK;
}

/* Take COST from the budget; false if less is left.  */
static bool
afford (struct judge *j, uint64_t cost)
{
  if (cost > j->budget)
    return false;
  j->budget -= cost;
  return true;
}

/* Read the rules of F of PIECE, which is at PLACE, into TABLE, whose rows the
   caller frees.  SFM_END: some have no meaning, or there are none.  */
static sfm_status
read_table (struct judge *j, const struct sfm_piece *piece,
            const struct function *f, const struct sfm_place *place,
            struct table *table)
{
  struct sfm_fde fde;
  struct sfm_rows walk;
  struct sfm_row row;
  struct sfm_diag diag;
  sfm_status status = sfm_fde_read (piece, f->fde, &fde, &diag);

  *table = (struct table){ .rows = NULL };
  if (status != SFM_OK || fde.num_fres == 0 || fde.signal
      || !afford (j, fde.num_fres))
    return SFM_END;
  if (fde.mask)
    {
      table->rep_size = piece->version == 1 ? place->rep_size : fde.rep_size;
      if (table->rep_size == 0 || fde.size % table->rep_size != 0)
        return SFM_END;
    }
  table->rows = calloc (fde.num_fres, sizeof *table->rows);
  if (table->rows == NULL)
    return diag_nomem (j->sink, j->plt->index->image->path);
  sfm_rows_begin (piece, &fde, &walk);
  while (table->count < fde.num_fres
         && sfm_rows_next (&walk, &row, &diag) == SFM_OK)
    {
      struct table_row *next = &table->rows[table->count++];
      next->start = row.start;
      if (sfm_row_rules (piece, &fde, &row, &next->rules, &diag) != SFM_OK)
        return SFM_END;
    }
  return table->count == fde.num_fres && table->rows[0].start == 0 ? SFM_OK
                                                                   : SFM_END;
}

/* The rules at byte OFF of TABLE's function: those of the last row that starts
   at or before it.  */
static const struct sfm_rules *
rules_at (const struct table *table, uint64_t off)
{
  if (table->rep_size != 0)
    off %= table->rep_size;
  /* The first row starts at 0.  */
  size_t after
      = sorted_after (table->rows + 1, table->count - 1, sizeof *table->rows,
                      offsetof (struct table_row, start), off);
  return &table->rows[after].rules;
}

/* Whether OLD, with the rules of MINE, and the new function MADE agree where
   they overlap.  SFM_END: they do not.  */
static sfm_status
same_rules (struct judge *j, const struct function *old,
            const struct table *mine, const struct function *made)
{
  uint64_t from = made->addr > old->addr ? made->addr : old->addr;
  uint64_t to = end_of (made) < end_of (old) ? end_of (made) : end_of (old);
  struct table theirs;
  sfm_status status = read_table (j, &j->plt->areas[made->piece].piece, made,
                                  made_place (j, made), &theirs);

  /* If both repeat, so does the comparison.  */
  if (status == SFM_OK && mine->rep_size != 0 && theirs.rep_size != 0
      && to - from > (uint64_t) mine->rep_size * theirs.rep_size)
    to = from + (uint64_t) mine->rep_size * theirs.rep_size;
  for (; status == SFM_OK && from < to; from++)
    if (!afford (j, 1)
        || !sfm_rules_equal (rules_at (mine, from - old->addr),
                             rules_at (&theirs, from - made->addr)))
      status = SFM_END;
  free (theirs.rows);
  return status;
}

/* Whether all new functions that overlap OLD are wholly in it and have its
   rules.  SFM_END: no, and *WHY is the reason.  */
static sfm_status
is_right (struct judge *j, const struct function *old,
          enum piece_replaced *why)
{
  const struct image_piece *p = &j->existing->pieces[old->piece];
  bool fits = true;
  struct table mine;
  sfm_status status
      = read_table (j, &p->piece, old, &p->places[old->fde], &mine);

  for (size_t i = function_list_over (&j->made, old->addr);
       i < j->made.count && j->made.at[i].addr < end_of (old)
       && status == SFM_OK;
       i++)
    {
      const struct function *made = &j->made.at[i];
      fits &= made->addr >= old->addr && end_of (made) <= end_of (old);
      status = same_rules (j, old, &mine, made);
    }
  free (mine.rows);
  *why = status == SFM_END ? PIECE_WRONG : PIECE_UNFIT;
  return status == SFM_OK && !fits ? SFM_END : status;
}

/* Let OLD stay, and drop the new functions for its bytes.  */
static void
keep (struct judge *j, const struct function *old)
{
  j->existing->pieces[old->piece].places[old->fde].optional = true;
  j->plt->kept++;
  for (size_t i = function_list_over (&j->made, old->addr);
       i < j->made.count && j->made.at[i].addr - old->addr < old->size; i++)
    made_place (j, &j->made.at[i])->live = false;
}

static void
replace (struct judge *j, const struct function *old, enum piece_replaced why)
{
  struct image_piece *p = &j->existing->pieces[old->piece];

  p->places[old->fde].live = false;
  p->replaced[old->fde] = (uint8_t) why;
  p->live--;
  j->plt->replaced++;
  diag_at (j->sink, DIAG_DETAIL, j->plt->index->image->path, p->section,
           sfm_piece_field (&p->piece, old->fde),
           why == PIECE_WRONG
               ? "function at 0x%" PRIx64 ": replaced, as the code that the "
                 "linker made there needs other rules"
               : "function at 0x%" PRIx64 ": replaced, as it ends or begins "
                 "inside of code that the linker made",
           old->addr);
}

static sfm_status
judge_functions (struct judge *j)
{
  const struct function *last = NULL; /* the last one that stays */

  for (size_t i = 0; i < j->old.count; i++)
    {
      const struct function *old = &j->old.at[i];
      bool inside = last != NULL && old->addr - last->addr < last->size;
      bool duplicate
          = inside && old->addr == last->addr && old->size == last->size;
      enum piece_replaced why = PIECE_UNFIT;
      sfm_status status
          = inside && !duplicate ? SFM_END : is_right (j, old, &why);
      if (status == SFM_OK)
        keep (j, last = old);
      else if (status == SFM_END)
        replace (j, old, why);
      else
        return status;
    }
  return SFM_OK;
}

sfm_status
plt_code_existing (struct existing_sframe *existing, struct plt_code *plt,
                   const struct diag_sink *sink)
{
  struct judge j = {
    .existing = existing, .plt = plt, .sink = sink, .budget = plt->covered
  };
  sfm_status status = list_made (&j);

  if (status == SFM_OK)
    status = list_old (&j);
  j.budget *= BUDGET_FACTOR;
  if (status == SFM_OK)
    status = judge_functions (&j);
  function_list_free (&j.made);
  function_list_free (&j.old);
  return status;
}
