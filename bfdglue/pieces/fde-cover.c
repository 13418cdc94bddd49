/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fde-cover.c - several functions of a piece that together match one FDE of
   .eh_frame, and one function that matches several FDEs.

   Theory of operation.  .eh_frame contradicts each of several functions that
   share one of its FDEs.  They are accepted if together they cover that FDE
   from start to end without a gap.  Two cases are known.  GNU ld makes one FDE
   for a procedure linkage table, but one SFrame function for its first entry
   and another for the rest; without section headers the table is not
   recognised as one.  And a function can have too many rows for one FDE of
   version 3.  Damaged FDEs have not been seen to fit together like this.

   The contradicted functions are sorted by address and numbered by runs
   without a gap [find_parts].  A function of the same run must end where the
   FDE at the run's start ends [match_run].  That end is found by bisection: in
   a damaged file every FDE can be as long as the run.

   Conversely, a repair describes .plt.got and .plt.sec as one function of
   repeated blocks if no section header separates them, while .eh_frame has an
   FDE for each.  The function is accepted if it covers whole FDEs from start
   to end without a gap [covers_whole].  */

#include "config.h"

#include <stdlib.h>

#include "pieces-limits.h"
#include "pieces-internal.h"
#include "sorted.h"

/* A function of the piece that .eh_frame contradicts.  */
struct part
{
  struct function function;
  size_t run;   /* number of its run */
  bool repeats; /* a repeated block, which only PLT code has */
};

static int
compare_parts (const void *a, const void *b)
{
  const struct function *x = a, *y = b;

  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  return x->fde < y->fde ? -1 : x->fde > y->fde;
}

static uint64_t
end_of (const struct part *part)
{
  return part->function.addr + part->function.size;
}

/* Put the functions of P that .eh_frame contradicts into PARTS, by address;
   PARTS has room for P->contradicted of them.  Returns their number.  */
static size_t
find_parts (const struct piece_reader *r, const struct image_piece *p,
            struct part *parts)
{
  struct piece_facts facts;
  struct sfm_diag diag;
  struct sfm_fde fde;
  size_t count = 0;

  for (uint32_t i = 0; i < p->piece.num_fdes && count < p->contradicted; i++)
    {
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      piece_facts (r->index, &fde, p->places[i].addr, &facts);
      if (piece_contradicted (p, &fde, &facts))
        parts[count++] = (struct part){
          .function = { .addr = facts.addr, .size = fde.size, .fde = i },
          .repeats = fde.mask
        };
    }
  qsort (parts, count, sizeof *parts, compare_parts);
  /* The parts are inside the image, so their sums do not wrap around.  */
  for (size_t i = 1; i < count; i++)
    parts[i].run = parts[i - 1].run
                   + (parts[i].function.addr != end_of (&parts[i - 1]));
  return count;
}

/* The number of the COUNT PARTS that cover the .eh_frame FDE at the first
   one's start, or 0 if they do not cover it.  */
static size_t
match_run (const struct function_index *index, const struct part *parts,
           size_t count)
{
  const uint64_t addr = parts[0].function.addr;
  uint64_t end = addr + index_fde_size (index, addr);
  size_t before = sorted_from (parts, count, sizeof *parts, 0, end);

  return before != 0 && parts[before - 1].run == parts[0].run
                 && end_of (&parts[before - 1]) == end
             ? before
             : 0;
}

/* Whether PART is a repeated block and covers whole FDEs of .eh_frame.  */
static bool
covers_whole (const struct function_index *index, const struct part *part)
{
  const struct function *f = &part->function;
  uint64_t covered = 0;

  for (unsigned i = 0; i < LIMIT_COVERED_FDES && covered < f->size; i++)
    {
      uint64_t size = index_fde_size (index, f->addr + covered);
      if (size == 0 || size > f->size - covered)
        return false;
      covered += size;
    }
  return part->repeats && covered == f->size;
}

/* Make the COUNT functions PARTS of P live; they are PLT code if one of them
   is a repeated block, unless R's section headers say where that is.  */
static void
keep_run (const struct piece_reader *r, struct image_piece *p,
          const struct part *parts, size_t count)
{
  bool plt = false;

  for (size_t i = 0; i < count; i++)
    plt |= parts[i].repeats && !r->index->code.by_sections;
  for (size_t i = 0; i < count; i++)
    {
      p->places[parts[i].function.fde].live = true;
      p->places[parts[i].function.fde].optional = plt;
    }
  p->contradicted -= count;
}

sfm_status
pieces_accept_cover (const struct piece_reader *r, struct image_piece *p)
{
  if (p->contradicted == 0)
    return SFM_OK;
  struct part *parts = calloc (p->contradicted, sizeof *parts);
  if (parts == NULL)
    return diag_nomem (r->sink, r->index->image->path);
  size_t count = find_parts (r, p, parts);

  size_t step;
  for (size_t at = 0; at < count; at += step)
    {
      size_t joined = match_run (r->index, &parts[at], count - at);
      if (joined == 0)
        joined = covers_whole (r->index, &parts[at]);
      keep_run (r, p, &parts[at], joined);
      step = joined != 0 ? joined : 1;
    }
  free (parts);
  return SFM_OK;
}
