/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-existing.c - compare an image's existing functions of PLT code with that
   code.

   Theory of operation.  Each existing function that overlaps recognised code
   is judged [list_functions].  It is right if its rules are those of the code
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
#include <string.h>

#include "plt-code.h"
#include "sorted.h"
#include "keyed-sort.h"
#include "plt-limits.h"

/* A new function.  */
struct made
{
  const struct plt_area *area;
  uint32_t fde;
  uint64_t addr;
  uint64_t end;
};

/* An existing function.  */
struct existing_function
{
  struct image_piece *piece;
  uint32_t fde;
  uint64_t addr;
  uint64_t size;
  size_t order;
};

struct judge
{
  const struct image *image;
  struct plt_code *plt;
  const struct diag_sink *sink;
  struct made *made; /* by address */
  size_t made_count;
  struct existing_function *functions;
  size_t function_count;
  size_t function_capacity;
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
  uint64_t addr;
  uint32_t rep_size;
};

static sfm_status
list_made (struct judge *j)
{
  const struct plt_code *plt = j->plt;
  struct sfm_fde fde;
  struct sfm_diag diag;
  size_t count = 0;

  for (size_t i = 0; i < plt->area_count; i++)
    count += plt->areas[i].piece.num_fdes;
  j->made = calloc (count + 1, sizeof *j->made);
  if (j->made == NULL)
    return diag_nomem (j->sink, j->image->path);
  for (size_t i = 0; i < plt->area_count; i++)
    for (uint32_t f = 0; f < plt->areas[i].piece.num_fdes; f++)
      if (sfm_fde_read (&plt->areas[i].piece, f, &fde, &diag) == SFM_OK)
        j->made[j->made_count++]
            = (struct made){ &plt->areas[i], f, plt->areas[i].places[f].addr,
                             plt->areas[i].places[f].addr + fde.size };
  return SFM_OK;
}

/* The first new function that ends above ADDR.  */
static size_t
first_made (const struct judge *j, uint64_t addr)
{
  return sorted_after (j->made, j->made_count, sizeof *j->made,
                       offsetof (struct made, end), addr);
}

/* Whether a new function overlaps [ADDR, ADDR + SIZE).  */
static bool
any_made (const struct judge *j, uint64_t addr, uint64_t size)
{
  size_t i = first_made (j, addr);

  return i < j->made_count
         && (j->made[i].addr < addr || j->made[i].addr - addr < size);
}

static int
compare_functions (const void *a, const void *b)
{
  const struct existing_function *x = a, *y = b;

  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

static sfm_status
list_functions (struct judge *j, struct existing_sframe *existing)
{
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (size_t i = 0; i < existing->piece_count; i++)
    {
      struct image_piece *p = &existing->pieces[i];
      j->budget += p->usable ? (p->piece.end - p->piece.offset) : 0;
      for (uint32_t f = 0; p->usable && f < p->piece.num_fdes; f++)
        {
          struct sfm_place *place = &p->places[f];
          if (!place->live
              || sfm_fde_read (&p->piece, f, &fde, &diag) != SFM_OK)
            continue;
          if (!any_made (j, place->addr, fde.size))
            {
              j->plt->unrecognised_code += place->optional;
              continue;
            }
          if (!array_grow (&j->functions, &j->function_capacity,
                           j->function_count, sizeof *j->functions))
            return diag_nomem (j->sink, j->image->path);
          j->functions[j->function_count]
              = (struct existing_function){ p, f, place->addr, fde.size,
                                            j->function_count };
          j->function_count++;
        }
    }
  sort_if_needed (j->functions, j->function_count, sizeof *j->functions,
                  compare_functions);
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

/* Read the rules of FDE number IDX of PIECE, at PLACE, into TABLE, whose rows
   the caller frees.  SFM_END: some have no meaning, or there are none.  */
static sfm_status
read_table (struct judge *j, const struct sfm_piece *piece, uint32_t idx,
            const struct sfm_place *place, struct table *table)
{
  struct sfm_fde fde;
  struct sfm_rows walk;
  struct sfm_row row;
  struct sfm_diag diag;
  sfm_status status = sfm_fde_read (piece, idx, &fde, &diag);

  *table = (struct table){ .addr = place->addr };
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
    return diag_nomem (j->sink, j->image->path);
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

/* The rules at ADDR, inside TABLE's function: those of the last row that
   starts at or before it.  */
static const struct sfm_rules *
rules_at (const struct table *table, uint64_t addr)
{
  uint64_t off = addr - table->addr;

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
same_rules (struct judge *j, const struct existing_function *old,
            const struct table *mine, const struct made *made)
{
  uint64_t end = old->addr + old->size;
  uint64_t from = made->addr > old->addr ? made->addr : old->addr;
  uint64_t to = made->end < end ? made->end : end;
  struct table theirs;
  sfm_status status = read_table (j, &made->area->piece, made->fde,
                                  &made->area->places[made->fde], &theirs);

  /* If both repeat, so does the comparison.  */
  if (status == SFM_OK && mine->rep_size != 0 && theirs.rep_size != 0
      && to - from > (uint64_t) mine->rep_size * theirs.rep_size)
    to = from + (uint64_t) mine->rep_size * theirs.rep_size;
  for (; status == SFM_OK && from < to; from++)
    if (!afford (j, 1)
        || !sfm_rules_equal (rules_at (mine, from), rules_at (&theirs, from)))
      status = SFM_END;
  free (theirs.rows);
  return status;
}

/* Whether all new functions that overlap OLD are wholly in it and have its
   rules.  SFM_END: no, and *WHY is the reason.  */
static sfm_status
is_right (struct judge *j, const struct existing_function *old,
          enum piece_replaced *why)
{
  bool fits = true;
  const struct sfm_place *place = &old->piece->places[old->fde];
  uint64_t end = old->addr + old->size;
  struct table mine;
  sfm_status status
      = read_table (j, &old->piece->piece, old->fde, place, &mine);

  for (size_t i = first_made (j, old->addr);
       i < j->made_count && j->made[i].addr < end && status == SFM_OK; i++)
    {
      const struct made *m = &j->made[i];
      fits &= m->addr >= old->addr && m->end <= end;
      status = same_rules (j, old, &mine, m);
    }
  free (mine.rows);
  *why = status == SFM_END ? PIECE_WRONG : PIECE_UNFIT;
  return status == SFM_OK && !fits ? SFM_END : status;
}

/* Let OLD stay, and drop the new functions for its bytes.  */
static void
keep (struct judge *j, const struct existing_function *old)
{
  old->piece->places[old->fde].optional = true;
  j->plt->kept++;
  for (size_t i = first_made (j, old->addr);
       i < j->made_count && j->made[i].addr - old->addr < old->size; i++)
    j->made[i].area->places[j->made[i].fde].live = false;
}

static void
replace (struct judge *j, const struct existing_function *old,
         enum piece_replaced why)
{
  struct image_piece *p = old->piece;

  p->places[old->fde].live = false;
  p->replaced[old->fde] = (uint8_t) why;
  p->live--;
  j->plt->replaced++;
  diag_at (j->sink, DIAG_DETAIL, j->image->path, p->section,
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
  const struct existing_function *last = NULL; /* the last one that stays */

  for (size_t i = 0; i < j->function_count; i++)
    {
      const struct existing_function *c = &j->functions[i];
      bool inside = last != NULL && c->addr - last->addr < last->size;
      bool duplicate
          = inside && c->addr == last->addr && c->size == last->size;
      enum piece_replaced why = PIECE_UNFIT;
      sfm_status status
          = inside && !duplicate ? SFM_END : is_right (j, c, &why);
      if (status == SFM_OK)
        keep (j, last = c);
      else if (status == SFM_END)
        replace (j, c, why);
      else
        return status;
    }
  return SFM_OK;
}

sfm_status
plt_code_existing (const struct image *image, struct existing_sframe *existing,
                   struct plt_code *plt, const struct diag_sink *sink)
{
  struct judge j
      = { .image = image, .plt = plt, .sink = sink, .budget = plt->covered };
  sfm_status status = list_made (&j);

  if (status == SFM_OK)
    status = list_functions (&j, existing);
  j.budget *= BUDGET_FACTOR;
  if (status == SFM_OK)
    status = judge_functions (&j);
  free (j.made);
  free (j.functions);
  return status;
}
