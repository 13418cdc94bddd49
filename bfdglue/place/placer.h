/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placer.h - where the functions of the input objects went.  */

#ifndef BFDGLUE_PLACER_H
#define BFDGLUE_PLACER_H

#include "code-ranges.h"
#include "elf-image.h"
#include "function-index.h"
#include "found-function.h"
#include "input.h"
#include "pieces.h"
#include "link-map.h"

/* What became of the functions of the inputs.  */
struct place_counts
{
  size_t functions;     /* all */
  size_t existing;      /* described by the image already, alike */
  size_t map;           /* placed by the map */
  size_t symbols;       /* placed by symbols, and proven by code */
  size_t code;          /* placed by their code alone */
  size_t folded;        /* where another one is placed that is alike */
  size_t empty;         /* of size 0, and not placed */
  size_t dead;          /* no relocation, or against nothing */
  size_t discarded;     /* not in the image, proven */
  size_t not_extracted; /* of archive members that are not in the image */
  size_t superseded;    /* compiled anew at link time */
  size_t changed;       /* the image has other code under their names */
  size_t missing;       /* not found */
  size_t contradicted;  /* the map says one thing, the image another */
};

/* Who is told of each function of an input that is in the image; functions of
   equal content or place are told of more than once.  */
struct place_listener
{
  /* False: no memory.  */
  bool (*fn) (void *data, const struct found_function *found);
  void *data;
  const bool *preferred; /* for each of the own functions: of those alike, the
                            ones to take first */
};

/* Where the placer looks, all borrowed.  MAP and LISTENER may be NULL.  */
struct place_sources
{
  const struct image *image;
  const struct code_ranges *code;
  const struct function_index *index;
  struct existing_sframe *existing; /* pieces' MATCHED_INPUT marks are set */
  const struct link_map *map;
  const struct place_listener *listener;
  bool existing_judged; /* the own pieces are what is judged: that they say
                       something else of a place does not speak against it */
  bool verify_code; /* prove by code what the map and own pieces say, too */
};

struct placer;

/* A placer that adds what it places to MERGER, if that is not NULL.  NULL: no
   memory.  */
struct placer *placer_new (const struct place_sources *sources,
                           struct sfm_merger *merger,
                           const struct diag_sink *sink);

/* Place the functions of OBJECT; PLACER is a struct placer.  An input_fn,
   which releases the bytes of objects that leave nothing to merge.
   Statuses: NOMEM, LIMIT, MIXED, CORRUPT, TRUNC, UNSUPP.  */
sfm_status placer_add (void *placer, const struct input_object *object);

/* After the last object: settle what could not be settled alone, and count.
   Each function that is missing is a detail.  Statuses: NOMEM.  */
sfm_status placer_finish (struct placer *placer,
                          struct place_counts *counts) SFM_CHECKED;

void placer_free (struct placer *placer);

/* place-report.c: the name and *SECTION of the input with NUMBER, as in notes
   of the merger; number 0 is the image.  */
const char *placer_input_name (const struct placer *placer, uint32_t number,
                               const char **section);

/* place-report.c: tell FROM's listener, if there is one, of FOUND.  False: no
   memory.  */
bool place_tell (const struct place_sources *from,
                 const struct found_function *found);

#endif /* BFDGLUE_PLACER_H */
