/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fde-cover.c - functions of a piece that together are one of .eh_frame's, or
   one that is several of those.

   Theory of operation.  .eh_frame contradicts each of several functions that
   it has one FDE for; it does not contradict them all if they cover that FDE
   from its start to its end, without a gap.  Two kinds are known: a procedure
   linkage table, of which GNU ld makes one FDE there and a function for its
   first entry and one for the others here, where no section header tells what
   it is; and a function whose rows are too many for one entry of version 3.
   Damaged entries have not been seen to fit together.

   The functions that are contradicted are sorted by address, and runs of them
   without a gap numbered [find_parts]; where the FDE at one's start ends, a
   function of the same run must end [take_run].  That is searched for: in a
   damaged file all FDEs can reach as far as the run.

   The other way round, one function of blocks that repeat is what a repair
   makes for .plt.got and .plt.sec, where no section header parts them;
   .eh_frame has an FDE for each.  It stands if it covers whole FDEs, from its
   start to its end, without a gap [covers_whole].  */

#include "config.h"

#include <stdlib.h>

#include "pieces-internal.h"

enum
{
  /* The sections of linker-made code that can follow each other; a damaged
     file can have any number of FDEs of one byte.  */
  WHOLE_MAX = 8
};

struct part
{
  uint64_t addr;
  uint64_t size;
  uint32_t idx; /* of the function in its piece */
  size_t run;   /* number of its run */
  bool repeats; /* it is a block that repeats, as only PLT code has them */
};

static int
compare_parts (const void *a, const void *b)
{
  const struct part *x = a, *y = b;

  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  return x->idx < y->idx ? -1 : x->idx > y->idx;
}

/* Put the functions of P that .eh_frame contradicts into PARTS, which has
   room for P->wrong of them, by address; returns how many there are.  */
static size_t
find_parts (const struct piece_reader *r, const struct image_piece *p,
            struct part *parts)
{
  struct sfm_diag diag;
  struct sfm_fde fde;
  size_t count = 0;

  for (uint32_t i = 0; i < p->piece.num_fdes && count < p->contradicted; i++)
    if (sfm_fde_read (&p->piece, i, &fde, &diag) == SFM_OK
        && piece_contradicted (r, p, &fde, p->places[i].evidence))
      parts[count++] = (struct part){ .addr = p->places[i].addr,
                                      .size = fde.size,
                                      .idx = i,
                                      .repeats = fde.mask };
  qsort (parts, count, sizeof *parts, compare_parts);
  /* The parts lie in the image, so that no sum of theirs wraps around.  */
  for (size_t i = 1; i < count; i++)
    parts[i].run = parts[i - 1].run
                   + (parts[i].addr != parts[i - 1].addr + parts[i - 1].size);
  return count;
}

/* The number of PARTS, of which there are COUNT, that cover the FDE of
   .eh_frame at the first one's start; 0 if they do not.  */
static size_t
take_run (const struct function_index *index, const struct part *parts,
          size_t count)
{
  uint64_t end = parts[0].addr + index_fde_size (index, parts[0].addr);
  size_t low = 0, high = count;

  /* The parts that begin before END.  */
  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      if (parts[mid].addr < end)
        low = mid + 1;
      else
        high = mid;
    }
  if (low == 0)
    return 0;
  const struct part *last = &parts[low - 1];
  return last->run == parts[0].run && last->addr + last->size == end ? low : 0;
}

/* Whether PART is blocks that repeat, and covers whole FDEs of .eh_frame.  */
static bool
covers_whole (const struct function_index *index, const struct part *part)
{
  uint64_t done = 0;

  for (unsigned i = 0; i < WHOLE_MAX && done < part->size; i++)
    {
      uint64_t size = index_fde_size (index, part->addr + done);
      if (size == 0 || size > part->size - done)
        return false;
      done += size;
    }
  return part->repeats && done == part->size;
}

/* Make the COUNT functions PARTS of P live; they are PLT code if one of them
   repeats.  */
static void
keep_run (struct image_piece *p, const struct part *parts, size_t count)
{
  bool plt = false;

  for (size_t i = 0; i < count; i++)
    plt |= parts[i].repeats;
  for (size_t i = 0; i < count; i++)
    {
      p->places[parts[i].idx].live = true;
      p->places[parts[i].idx].optional = plt;
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
    return diag_nomem (r->sink, r->image->path);
  size_t count = find_parts (r, p, parts);

  size_t step;
  for (size_t at = 0; at < count; at += step)
    {
      size_t matched_input = take_run (r->index, &parts[at], count - at);
      if (matched_input == 0)
        matched_input = covers_whole (r->index, &parts[at]);
      keep_run (p, &parts[at], matched_input);
      step = matched_input != 0 ? matched_input : 1;
    }
  free (parts);
  return SFM_OK;
}
