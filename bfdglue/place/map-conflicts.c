/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-conflicts.c - functions that the map does not list although the image
   has their names.

   Theory of operation.  A map of another link, or of objects that have been
   recompiled since, can lack a section that the image has; the section then
   looks discarded.  The name of a strong global function tells the difference:
   if the image has it, a function at its address must be described in the end,
   even if it is another one that identical code folding kept
   [conflicts_settle].  That is known only after all inputs are placed.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "map-conflicts.h"
#include "placer.h"

void
conflicts_end (struct map_conflicts *conflicts)
{
  free (conflicts->items);
}

bool
conflicts_add (struct map_conflicts *conflicts,
               const struct map_conflict *conflict)
{
  if (!array_grow (&conflicts->items, &conflicts->capacity, conflicts->count,
                   sizeof *conflicts->items))
    return false;
  conflicts->items[conflicts->count++] = *conflict;
  return true;
}

void
conflicts_settle (const struct map_conflicts *conflicts,
                  const struct existing_sframe *existing,
                  const struct address_owners *owners,
                  const struct placer *placer, struct place_counts *counts,
                  const struct diag_sink *sink)
{
  enum diag_severity kind
      = counts->contradicted == 0 ? DIAG_ERROR : DIAG_DETAIL;

  for (size_t i = 0; i < conflicts->count; i++)
    {
      const struct map_conflict *d = &conflicts->items[i];
      const char *section;
      if (pieces_any_at (existing, d->symbol->addr)
          || owners_any_at (owners, d->symbol->addr))
        continue;
      const char *name = placer_input_name (placer, d->input, &section);
      diag_at (sink, kind, name, section, d->field,
               "the map has no place for this function, but the image has %s "
               "at 0x%" PRIx64,
               d->symbol->name, d->symbol->addr);
      kind = DIAG_DETAIL;
      counts->discarded--;
      counts->contradicted++;
    }
}
