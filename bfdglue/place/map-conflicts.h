/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-conflicts.h - functions that the map does not list although the image
   has their names.  */

#ifndef BFDGLUE_MAP_CONFLICTS_H
#define BFDGLUE_MAP_CONFLICTS_H

#include "function-index.h"
#include "pieces.h"
#include "address-owners.h"
#include "diag.h"

struct place_counts;
struct placer;

/* A function that has no place according to the map.  */
struct map_conflict
{
  const struct indexed_symbol *symbol; /* the image's, with its name */
  uint64_t field;
  uint32_t input;
};

struct map_conflicts
{
  struct map_conflict *items;
  size_t count;
  size_t capacity;
};

void conflicts_end (struct map_conflicts *conflicts);

/* Add CONFLICT.  False: no memory.  */
bool conflicts_add (struct map_conflicts *conflicts,
                    const struct map_conflict *conflict);

/* Count and report the conflicts at whose symbol EXISTING describes no
   function and OWNERS has none.  PLACER names the inputs.  */
void conflicts_settle (const struct map_conflicts *conflicts,
                       const struct existing_sframe *existing,
                       const struct address_owners *owners,
                       const struct placer *placer,
                       struct place_counts *counts,
                       const struct diag_sink *sink);

#endif /* BFDGLUE_MAP_CONFLICTS_H */
