/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placer-internal.h - the state of the placer, and its steps for one
   piece.  */

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
  struct unmatched unmatched;
  struct map_conflicts conflicts;
  struct text_sections texts;
  struct text_pending *pending; /* functions of the current object */
  size_t pending_count;
  size_t pending_capacity;
  struct section_code section_code;
  struct pool pool;   /* for the current object */
  bool placed_by_map; /* the map placed a function of the current object */
  bool absent;        /* the current object is not in the image */
  bool mapped;        /* the map is valid for the current object */
  bool reported_contradiction;
};

/* A piece of the current object.  */
struct piece_cursor
{
  const struct input_object *object;
  const struct input_sframe *sframe;
  const struct sfm_piece *piece;
  const uint32_t *reloc_of; /* one per FDE of the piece */
  uint64_t *digests;
  struct sfm_place *places;
  struct symbol_finder *finder; /* of the object */
  uint32_t number;              /* of the input */
  bool any_live;
};

/* place-piece.c: settle the functions of CURSOR's piece, or make them pending,
   and keep the piece for text_sections_settle.  */
sfm_status place_piece (struct placer *placer, struct piece_cursor *cursor);

/* place-by-map.c: decide whether the map is valid for OBJECT, the current one.
   Statuses: those of input_code_read.  */
sfm_status place_check_map (struct placer *placer,
                            const struct input_object *object);

/* place-by-map.c: look up FDE, number IDX of CURSOR, which starts at TARGET,
   in the map.  Sets *SETTLED to whether the map decides its place.  Statuses:
   NOMEM.  */
sfm_status place_by_map (struct placer *placer, struct piece_cursor *cursor,
                         uint32_t idx, const struct input_reloc *target,
                         const struct sfm_fde *fde, bool *settled);

#endif /* BFDGLUE_PLACER_INTERNAL_H */
