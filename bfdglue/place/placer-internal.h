/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placer-internal.h - the state of the placer, and its passes.  */

#ifndef BFDGLUE_PLACER_INTERNAL_H
#define BFDGLUE_PLACER_INTERNAL_H

#include "unmatched.h"
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

/* A function that the map does not list although the image has its name.  */
struct map_conflict
{
  const struct function *symbol; /* the image's, with its name */
  uint64_t field;
  uint32_t input;
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
  struct map_conflict *conflicts;
  size_t conflict_count;
  size_t conflict_capacity;
  struct text_sections texts;
  struct text_function *pending; /* functions of the current object that are to
                                    become part of text sections */
  size_t pending_count;
  size_t pending_capacity;
  struct section_code section_code;
  struct pool pool; /* for the current object */
  bool mapped;      /* the map is valid for the current object */
  bool reported_contradiction;
};

/* A piece of the current object, the last one of text_sections.pieces.  */
struct piece_cursor
{
  const struct input_object *object;
  const struct input_sframe *sframe;
  const struct sfm_piece *piece;
  const uint32_t *reloc_of; /* one per FDE of the piece */
  uint64_t *digests;
  struct sfm_place *places;
  struct symbol_finder *finder; /* of the object */
};

/* place-report.c: the input of F.  */
const struct placed_input *placer_input_of (const struct placer *placer,
                                            const struct text_function *f);

/* place-report.c: tell the listener, if there is one, that F is at ADDR; not
   EXACT: at ADDR or at the address of an equal function.  False: no
   memory.  */
bool placer_tell (const struct placer *placer, const struct text_function *f,
                  uint64_t addr, bool exact);

/* place-found.c: record that F of OBJECT is certainly at ADDR, and tell the
   listener.  THERE is the index of the existing function with its digest at
   ADDR, or SIZE_MAX if that is not known.  Statuses: NOMEM.  */
sfm_status placer_found (struct placer *placer,
                         const struct input_object *object,
                         const struct text_function *f, uint64_t addr,
                         size_t there) SFM_CHECKED;

/* place-piece.c: whether the image has nothing of OBJECT: none of its global
   functions, though it has some, and no other trace of it.  Its local
   functions are then absent too, even if others of their names are there.  The
   other trace is a file of the map that could be the object, with a map that
   lists all that was kept; without a map it is an STT_FILE group of the source
   of an archive member.  */
bool place_is_absent (struct placer *placer,
                      const struct input_object *object);

/* place-piece.c: settle the functions of CURSOR's piece, or make them pending;
   nothing of OBJECT is in the image if ABSENT.  */
sfm_status place_piece (struct placer *placer, struct piece_cursor *cursor,
                        bool absent) SFM_CHECKED;

/* place-by-map.c: decide whether the map is valid for OBJECT, the current one.
   Statuses: those of input_code_read.  */
sfm_status place_check_map (struct placer *placer,
                            const struct input_object *object) SFM_CHECKED;

/* place-by-map.c: look up F, a function of CURSOR, in the map.  Sets *SETTLED
   to whether the map decides its place.  Statuses: NOMEM.  */
sfm_status place_by_map (struct placer *placer, struct piece_cursor *cursor,
                         const struct text_function *f,
                         bool *settled) SFM_CHECKED;

/* place-by-map.c: count and report the functions that the map does not list,
   and at whose symbols no function is known.  */
void map_conflicts_settle (struct placer *placer);

/* give-places.c: place or leave out the functions of the text sections, by
   their states, and give the pieces to the merger.  Functions that are not
   found are left to unmatched_settle.  Statuses: NOMEM, without a message;
   give_pieces: those of sfm_merger_add.  */
sfm_status give_places (struct placer *placer) SFM_CHECKED;
sfm_status give_pieces (struct placer *placer) SFM_CHECKED;

#endif /* BFDGLUE_PLACER_INTERNAL_H */
