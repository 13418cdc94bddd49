/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-facts.h - what is right by the format, but matters to some
   consumers.

   Verdicts have two kinds of grounds, in one range of numbers: the findings of
   finding.h, and after them these facts.  A fact that no rule names means
   nothing to a consumer.  */

#ifndef TOOL_CONSUMER_FACTS_H
#define TOOL_CONSUMER_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "finding.h"
#include "pieces.h"

/* X (ID, NAME).  The first ones are facts of a piece, the others of a file.
   The names are stable.  */
/* clang-format off */
#define CONSUMER_FACTS(X)                                                     \
  X (FACT_EMPTY,         "empty-table")                                       \
  X (FACT_GAPS,          "gaps")                                              \
  X (FACT_FLEX,          "flex")                                              \
  X (FACT_FLEX_PADDING,  "flex-padding")                                      \
  X (FACT_MASK,          "mask")                                              \
  X (FACT_MASK_BELOW,    "mask-below-section")                                \
  X (FACT_MANY_ROWS,     "more-rows-than-bytes")                              \
  X (FACT_NO_WORDS,      "row-without-words")                                 \
  X (FACT_OUTSIDE,       "function-outside-segment")                          \
  X (FACT_CODE_SEGMENTS, "several-code-segments")                             \
  X (FACT_INIT_SFRAME,   "init-sframe")                                       \
  X (FACT_ELSEWHERE,     "not-at-start-sframe")
/* clang-format on */

enum consumer_fact
{
  FACT_BEFORE_FIRST = FIND_COUNT - 1,
#define FACT_X(id, name) id,
  CONSUMER_FACTS (FACT_X)
#undef FACT_X
      CONSUMER_GROUNDS /* numbers of findings and of facts */
};

enum
{
  CONSUMER_FACT_COUNT = CONSUMER_GROUNDS - FIND_COUNT
};

/* Counts of facts, by number less FIND_COUNT.  */
struct consumer_facts
{
  uint64_t counts[CONSUMER_FACT_COUNT];
};

/* The name of GROUND, a finding or a fact.  */
const char *consumer_ground_name (unsigned ground);

/* Count the facts that the bytes of PIECE show.  */
void consumer_facts_of_piece (const struct sfm_piece *piece,
                              struct consumer_facts *facts);

/* Count those that need the addresses of the functions of P, a piece of
   IMAGE.  */
void consumer_facts_of_places (const struct image_piece *p,
                               const struct image *image,
                               struct consumer_facts *facts);

/* Count the facts of IMAGE as a whole.  Returns whether it is a kernel: it has
   the symbol __start_sframe, by which a kernel finds its own table.  */
bool consumer_facts_of_image (const struct image *image,
                              struct consumer_facts *facts);

#endif /* TOOL_CONSUMER_FACTS_H */
