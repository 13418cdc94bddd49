/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-conflicts.h - functions that the map denies though the image has their
   names.  */

#ifndef BFDGLUE_MAP_CONFLICTS_H
#define BFDGLUE_MAP_CONFLICTS_H

#include "function-index.h"
#include "pieces.h"
#include "address-owners.h"
#include "diag.h"

struct place_counts;
struct placer;

/* A function that has no place by the map.  */
struct doubt
{
  const struct evidence_symbol *symbol; /* of its name, in the image */
  uint64_t field;
  uint32_t input;
};

struct doubts
{
  struct doubt *items;
  size_t count;
  size_t capacity;
};

void doubts_end (struct doubts *doubts);

/* Remember DOUBT.  False: no memory.  */
bool doubts_add (struct doubts *doubts, const struct doubt *doubt);

/* Count and tell the doubts that are justified: OWN describes nothing and
   CLAIMS has nothing at the symbol; PLACER names the inputs.  */
void doubts_settle (const struct doubts *doubts, const struct own *own,
                    const struct claims *claims, const struct placer *placer,
                    struct place_counts *counts, const struct say *sink);

#endif /* BFDGLUE_MAP_CONFLICTS_H */
