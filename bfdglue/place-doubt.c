/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-doubt.c - functions that the map denies though the image has their
   names.

   Theory of operation.  A map of another link, or of objects that have been
   compiled anew since, has no entry for a section that the image does have,
   which looks like a discarded one.  The name of a strong global function
   tells the difference: where it stands in the image, something must be
   described in the end, be it the function that identical code folding kept
   in its place [doubts_settle].  That is known only when all inputs are
   placed.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "place-doubt.h"
#include "place-inputs.h"

void
doubts_end (struct doubts *doubts)
{
  free (doubts->items);
  free (doubts->placed);
}

bool
doubts_placed (struct doubts *doubts, uint64_t addr)
{
  if (!array_grow (&doubts->placed, &doubts->placed_capacity,
                   doubts->placed_count, sizeof *doubts->placed))
    return false;
  doubts->placed[doubts->placed_count++] = addr;
  return true;
}

bool
doubts_add (struct doubts *doubts, const struct doubt *doubt)
{
  if (!array_grow (&doubts->items, &doubts->capacity, doubts->count,
                   sizeof *doubts->items))
    return false;
  doubts->items[doubts->count++] = *doubt;
  return true;
}

static int
compare_addrs (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

  return x < y ? -1 : x > y;
}

/* Whether a function is described at ADDR.  */
static bool
covered (const struct doubts *doubts, const struct own *own, uint64_t addr)
{
  return own_any_at (own, addr)
         || (doubts->placed_count != 0
             && bsearch (&addr, doubts->placed, doubts->placed_count,
                         sizeof addr, compare_addrs)
                    != NULL);
}

void
doubts_settle (struct doubts *doubts, const struct own *own,
               const struct placer *placer, struct place_counts *counts,
               const struct say *sink)
{
  enum say_kind kind = counts->contradicted == 0 ? SAY_ERROR : SAY_DETAIL;

  if (doubts->placed_count != 0)
    qsort (doubts->placed, doubts->placed_count, sizeof *doubts->placed,
           compare_addrs);
  for (size_t i = 0; i < doubts->count; i++)
    {
      const struct doubt *d = &doubts->items[i];
      const char *section;
      if (covered (doubts, own, d->symbol->addr))
        continue;
      const char *name = placer_input_name (placer, d->input, &section);
      say_at (sink, kind, name, section, d->field,
              "the map has no place for this function, but the image has %s "
              "at 0x%" PRIx64,
              d->symbol->name, d->symbol->addr);
      kind = SAY_DETAIL;
      counts->discarded--;
      counts->contradicted++;
    }
}
