/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-linker.c - what linkers do: sizes before addresses, and places that
   change.

   Arguments: the number of rounds and the first seed.  A round that fails
   prints its seed.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "placed-pieces.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  ROUNDS = 10000,
  MOVES = 3
};

#define SECTION_ADDR UINT64_C (0x500000)

enum property
{
  BOUND,
  TIGHT,
  COMPACT,
  MOVED,
  REFUSED,
  PROPERTIES
};

static const char *const property_names[PROPERTIES] = {
  "no plan at any addresses exceeds the bound",
  "a plan that loses nothing takes just the bound",
  "nor does a compact plan exceed it",
  "a moved merger is what a new one is",
  "a move that is refused changes nothing",
};

static bool failed[PROPERTIES];
static unsigned long times[PROPERTIES];

static void
expect (bool holds, enum property property, uint64_t seed, const char *what)
{
  times[property]++;
  if (holds)
    return;
  if (!failed[property])
    printf ("seed %" PRIu64 ": %s: %s\n", seed, property_names[property],
            what);
  failed[property] = true;
}

/* One byte more for some functions.  */
static uint8_t
longer (void *data, uint64_t addr, uint32_t size, uint64_t next)
{
  (void) data;
  (void) size;
  (void) next;
  return addr % 3 == 0;
}

struct round
{
  uint64_t seed;
  struct gen gen;
  struct placed placed;
  struct sfm_options options;
  bool extend;
};

/* Make a merger of R's pieces at PLACES.  NULL: the pieces are not valid.  */
static struct sfm_merger *
make_merger (const struct round *r, const struct placing *places)
{
  struct sfm_merger *merger;
  struct sfm_diag diag;

  if (sfm_merger_new (&r->options, &merger, &diag) != SFM_OK)
    exit (1);
  if (r->extend)
    sfm_merger_set_extend (merger, longer, NULL);
  if (placed_add (&r->placed, places, 0, r->placed.count, merger, &diag)
      == SFM_OK)
    return merger;
  sfm_merger_free (merger);
  return NULL;
}

/* Compare the bound of MERGER with its plan O.  */
static void
test_bound (const struct round *r, const struct sfm_merger *merger,
            const struct outcome *o)
{
  const uint64_t bound = sfm_merger_bound (merger);
  const bool compact = r->options.share == SFM_SHARE_ALWAYS;

  if (o->status != SFM_OK)
    return;
  expect (o->size <= bound, compact ? COMPACT : BOUND, r->seed, "larger");
  if (!compact && outcome_whole (o))
    expect (o->size == bound, TIGHT, r->seed, "less");
}

/* Move pieces of MERGER to PLACES, in any order, and let PLACES be where the
   others are, NOW.  */
static void
move_some (struct round *r, struct sfm_merger *merger,
           const struct placing *now, struct placing *places)
{
  const size_t count = r->placed.count, first = gen_below (&r->gen, 100);
  struct sfm_diag diag;

  for (size_t i = 0; i < count; i++)
    {
      const size_t piece = (first + i) % count;
      if (gen_once_in (&r->gen, 3))
        {
          memcpy (places->places[piece], now->places[piece],
                  sizeof now->places[piece]);
          continue;
        }
      expect (sfm_merger_move (merger, (uint32_t) piece, places->places[piece],
                               &diag)
                  == SFM_OK,
              MOVED, r->seed, "refused");
    }
}

/* Ask for a move of MERGER that no merger can make, and expect the outcome O
   as before.  BORN are the places at which the pieces were added.  */
static void
test_refused (struct round *r, struct sfm_merger *merger,
              const struct placing *born, const struct outcome *o)
{
  const uint32_t piece = gen_below (&r->gen, (uint32_t) r->placed.count);
  const struct placed_piece *p = &r->placed.pieces[piece];
  struct placing wrong;
  struct sfm_diag diag;
  bool possible = true;

  placed_find (&r->gen, &r->placed, false, &wrong);
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      possible &= born->places[piece][i].live;
      if (p->piece.version == 1 && p->rep_sizes[i] != 0)
        {
          wrong.places[piece][i].rep_size++;
          possible = false;
        }
    }
  if (possible)
    return;
  const sfm_status status
      = sfm_merger_move (merger, piece, wrong.places[piece], &diag);
  expect (status == SFM_ERR_USAGE && diag.input == piece
              && sfm_merger_size (merger) == o->size,
          REFUSED, r->seed, "status");
  struct outcome again;
  outcome_of (merger, SECTION_ADDR, UINT64_MAX, &again);
  expect (outcome_equal (o, &again), REFUSED, r->seed, "outcome");
  outcome_free (&again);
}

/* Let no function of NEXT live that was dead in BORN.  */
static void
bury (const struct placed *p, const struct placing *born, struct placing *next)
{
  for (size_t i = 0; i < p->count; i++)
    for (uint32_t j = 0; j < p->pieces[i].piece.num_fdes; j++)
      next->places[i][j].live &= born->places[i][j].live;
}

static void
test_round (uint64_t seed)
{
  struct round r = { .seed = seed };
  struct placing born, now, next;
  struct outcome moved, fresh;

  gen_seed (&r.gen, seed);
  placed_make (&r.gen, &r.placed);
  placed_options (&r.gen, &r.options);
  r.extend = gen_once_in (&r.gen, 4);
  placed_find (&r.gen, &r.placed, gen_once_in (&r.gen, 2), &born);
  placed_kill (&r.gen, &r.placed, &born);
  now = born;
  struct sfm_merger *merger = make_merger (&r, &born);
  for (unsigned i = 0; i < MOVES && merger != NULL; i++)
    {
      const uint64_t room
          = gen_once_in (&r.gen, 3) ? gen_below (&r.gen, 400) : UINT64_MAX;
      placed_find (&r.gen, &r.placed, gen_once_in (&r.gen, 2), &next);
      bury (&r.placed, &born, &next);
      if (gen_once_in (&r.gen, 2))
        placed_kill (&r.gen, &r.placed, &next);
      move_some (&r, merger, &now, &next);
      now = next;
      outcome_of (merger, SECTION_ADDR, room, &moved);
      test_bound (&r, merger, &moved);
      struct sfm_merger *new = make_merger (&r, &next);
      if (new == NULL)
        exit (1);
      outcome_of (new, SECTION_ADDR, room, &fresh);
      test_bound (&r, new, &fresh);
      expect (outcome_equal (&moved, &fresh), MOVED, seed, "outcome");
      expect (sfm_merger_bound (merger) == sfm_merger_bound (new), MOVED, seed,
              "bound");
      if (room == UINT64_MAX)
        test_refused (&r, merger, &born, &moved);
      outcome_free (&moved);
      outcome_free (&fresh);
      sfm_merger_free (new);
    }
  sfm_merger_free (merger);
  placed_free (&r.placed);
}

/* A function of ROWS rows, which is split if version 3 cannot count them.  */
static bool
test_split (uint32_t rows, unsigned options)
{
  struct gen g;
  struct gen_world world;
  struct gen_func func;
  const struct gen_func *chosen = &func;
  struct gen_section section = { .funcs = &chosen,
                                 .count = 1,
                                 .version = 2,
                                 .options = options,
                                 .addr = 0x600000 };
  struct sfm_place place = { .live = true };
  struct sfm_piece piece;
  struct sfm_merger *merger;
  struct sfm_diag diag;
  size_t size;

  gen_seed (&g, rows);
  gen_world (&g, &world);
  gen_func_long (&g, &world, 0x401000, rows, 1, &func);
  uint8_t *bytes = gen_encode (&g, &world, &section, &size);
  if (sfm_piece_open (bytes, size, 0, &piece, &diag) != SFM_OK
      || sfm_merger_new (NULL, &merger, &diag) != SFM_OK
      || sfm_merger_add (merger, &piece, &place, 0, &diag) != SFM_OK)
    exit (1);
  const uint64_t bound = sfm_merger_bound (merger);
  place.addr = 0x401000;
  const bool passed
      = sfm_merger_move (merger, 0, &place, &diag) == SFM_OK
        && sfm_merger_plan (merger, 0x500000, UINT64_MAX, &diag) == SFM_OK
        && sfm_merger_size (merger) == bound
        && sfm_merger_bound (merger) == bound;
  sfm_merger_free (merger);
  free (bytes);
  gen_func_free (&func);
  return passed;
}

/* Uses of the library that no merger allows.  */
static void
test_usage (void)
{
  struct placed p;
  struct placing places;
  struct gen g;
  struct sfm_merger *merger;
  struct sfm_diag diag;

  if (sfm_merger_new (NULL, &merger, &diag) != SFM_OK)
    exit (1);
  unit_result (sfm_merger_bound (merger) == 0, "linker: the bound of nothing");
  unit_result (sfm_merger_move (merger, 0, NULL, &diag) == SFM_ERR_USAGE
                   && strcmp (diag.text, "no piece 0: 0 were added") == 0,
               "linker: a piece that was not added");
  gen_seed (&g, 3);
  placed_make (&g, &p);
  placed_find (&g, &p, true, &places);
  for (size_t i = 0; i < p.count; i++)
    for (size_t j = 0; j < PLACED_FUNCS; j++)
      places.places[i][j].live = false;
  unit_result (placed_add (&p, &places, 0, p.count, merger, &diag) == SFM_OK
                   && sfm_merger_bound (merger) == SFM_HEADER_SIZE,
               "linker: the bound of dead functions");
  placed_free (&p);
  sfm_merger_free (merger);
}

int
main (int argc, char **argv)
{
  unsigned long rounds = argc > 1 ? strtoul (argv[1], NULL, 0) : ROUNDS;
  uint64_t first = argc > 2 ? strtoull (argv[2], NULL, 0) : 1;
  static const uint32_t counts[] = { 65535, 65536, 131071, 200001 };

  for (unsigned long i = 0; i < rounds; i++)
    test_round (first + i);
  for (unsigned i = 0; i < PROPERTIES; i++)
    {
      /* A property that nothing has tested does not hold.  */
      printf ("%s: %lu times\n", property_names[i], times[i]);
      unit_result_of (!failed[i] && times[i] >= rounds / 20, "linker: %s",
                      property_names[i]);
    }
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    for (unsigned noise = 0; noise < 2; noise++)
      unit_result_of (test_split (counts[i], noise ? GEN_NOISE : 0),
                      "linker: the bound of %" PRIu32 " rows%s", counts[i],
                      noise ? " and some that cover nothing" : "");
  test_usage ();
  return unit_exit ();
}
