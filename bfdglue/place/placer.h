/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placer.h - find where the functions of the input objects are in the
   image.  */

#ifndef BFDGLUE_PLACER_H
#define BFDGLUE_PLACER_H

#include "image-context.h"
#include "input.h"
#include "link-map.h"
#include "pieces.h"

/* Counts of the functions of the inputs by their fate.  */
struct place_counts
{
  size_t functions;     /* all */
  size_t existing;      /* described by the image already, with the same
                           rows */
  size_t map;           /* placed by the map */
  size_t symbols;       /* placed by names, proven by rows or code */
  size_t empty;         /* of size 0, not placed */
  size_t dead;          /* without a relocation, or relocated against
                           nothing */
  size_t discarded;     /* by the map, or the table that the linker wrote */
  size_t not_extracted; /* of archive members, by the map */
  size_t absent;        /* nothing undescribed has their code */
  size_t unsure;        /* undescribed code may be theirs, or others' */
  size_t superseded;    /* recompiled at link time */
  size_t changed;       /* the image has other code under their names */
  size_t missing;       /* the image has, or may have, their code where nothing
                           describes it */
  size_t unproven;      /* of those: under their names */
  size_t corrected;     /* of those placed: they have the end of the stack and
                           the marks of .eh_frame now */
  size_t unjudged;      /* .eh_frame has rules for their code that SFrame
                           cannot say */
  size_t wrong_rows;    /* .eh_frame has other rules for their code */
  size_t contradicted;  /* the map and the image contradict each other */
};

/* The receiver of each function of an input that is in the image, or would be
   but for its rows.  A function with the content or place of another may be
   reported more than once.  */
struct place_listener
{
  /* False: no memory.  */
  bool (*fn) (void *data, const struct found_function *found);
  void *data;
};

/* The sources of the placer, all borrowed.  MAP and LISTENER may be NULL.  */
struct place_sources
{
  const struct image_context *context;
  struct link_map *map;
  const struct place_listener *listener;
  bool existing_judged; /* the existing pieces are under test: that they
                           describe a place otherwise is no evidence against
                           it */
  bool filled;          /* call frame information describes what nothing else
                           does */
};

struct placer;

/* Make a placer that adds the functions it places to MERGER, which may be
   NULL.  The caller releases it with placer_free.  NULL: no memory.  */
struct placer *placer_new (const struct place_sources *sources,
                           struct sfm_merger *merger,
                           const struct diag_sink *sink);

/* Place the functions of OBJECT; PLACER is a struct placer.  An input_fn.
   Releases the bytes of objects that have nothing left to merge.  Statuses:
   NOMEM, LIMIT, MIXED, CORRUPT, TRUNC, UNSUPP.  */
sfm_status placer_add (void *placer, const struct input_object *object);

/* After the last object: settle the remaining functions and fill in COUNTS.
   Reports each missing function as a detail.  Statuses: NOMEM.  */
sfm_status placer_finish (struct placer *placer,
                          struct place_counts *counts) SFM_CHECKED;

/* Report on SINK the inputs whose SFrame the engine does not know.  If
   functions of the image have no rows because of an input, it gets a message
   of severity KIND that ends with ADVICE; the others share one note.  Returns
   their number; *LOST is set to whether functions have no rows.  */
size_t later_objects_say (const struct placer *placer, enum diag_severity kind,
                          const char *advice, const struct diag_sink *sink,
                          bool *lost);

/* The pieces whose live functions were given to the merger; PLACER owns them.
   NULL: there are none.  */
const struct placed_piece *placer_pieces (const struct placer *placer);

void placer_free (struct placer *placer);

/* The name and *SECTION of input NUMBER, as in notes of the merger; number 0
   is the image.  */
const char *placer_input_name (const struct placer *placer, uint32_t number,
                               const char **section);

#endif /* BFDGLUE_PLACER_H */
