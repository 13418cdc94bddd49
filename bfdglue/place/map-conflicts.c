/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-conflicts.c - functions that the map denies though the image has their
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

#include "map-conflicts.h"
#include "placer.h"

void
doubts_end (struct doubts *doubts)
{
  free (doubts->items);
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

void
doubts_settle (const struct doubts *doubts, const struct own *own,
               const struct claims *claims, const struct placer *placer,
               struct place_counts *counts, const struct say *sink)
{
  enum say_kind kind = counts->contradicted == 0 ? SAY_ERROR : SAY_DETAIL;

  for (size_t i = 0; i < doubts->count; i++)
    {
      const struct doubt *d = &doubts->items[i];
      const char *section;
      if (own_any_at (own, d->symbol->addr)
          || claims_any_at (claims, d->symbol->addr))
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
