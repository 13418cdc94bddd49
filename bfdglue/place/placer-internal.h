/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placer-internal.h - the placer, and the piece that it is at work on.  */

#ifndef BFDGLUE_PLACER_INTERNAL_H
#define BFDGLUE_PLACER_INTERNAL_H

#include "unmatched.h"
#include "map-conflicts.h"
#include "placer.h"
#include "section-code.h"
#include "text-sections.h"
#include "place-symbols.h"
#include "pool.h"

/* One input of the merger, for messages.  */
struct placed_input
{
  const char *name;
  const char *section;
};

struct placer
{
  struct place_sources from;
  struct sfm_merger *merger;
  const struct diag_sink *sink;
  struct place_counts counts;
  struct placed_input *inputs;
  size_t input_count;
  size_t input_capacity;
  struct unmatched content;
  struct map_conflicts conflicts;
  struct text_sections texts;
  struct text_pending *pending; /* functions of the object at hand */
  size_t pending_count;
  size_t pending_capacity;
  struct section_code section_code;
  struct pool pool; /* of the object at hand */
  bool given;       /* ... a function of it was placed by the map */
  bool gone;        /* ... nothing of it is in the image */
  bool mapped;      /* ... the map can be asked about it */
  bool said_contradiction;
};

/* The object at hand, and one of its pieces.  */
struct piece_cursor
{
  const struct input_object *object;
  const struct input_sframe *sframe;
  const struct sfm_piece *piece;
  const uint32_t *reloc_of; /* of the piece's FDEs */
  uint64_t *digests;
  struct sfm_place *places;
  struct symbol_finder *finder; /* of the object */
  uint32_t number;              /* of the input */
  bool any_live;
};

/* place-piece.c: settle the functions of CURSOR's piece, or make them pending,
   and keep the piece for text_sections_settle.  */
sfm_status place_piece (struct placer *placer, struct piece_cursor *cursor);

/* place-by-map.c: find out whether the map can be asked about OBJECT, which is
   at hand.  Statuses: those of input_code_read.  */
sfm_status place_check_map (struct placer *placer,
                            const struct input_object *object);

/* place-by-map.c: ask the map for FDE, number IDX of CURSOR, whose start is at
   TARGET.  *SETTLED says whether that settles it.  Statuses: NOMEM.  */
sfm_status place_by_map (struct placer *placer, struct piece_cursor *cursor,
                         uint32_t idx, const struct input_reloc *target,
                         const struct sfm_fde *fde, bool *settled);

#endif /* BFDGLUE_PLACER_INTERNAL_H */
