/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-join.c - mergers that several threads fill and one joins.

   Arguments: the number of rounds and the first seed.  A round that fails
   prints its seed.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined HAVE_THREADS_H && !defined __STDC_NO_THREADS__
#include <threads.h>
#define USE_THREADS 1
#endif

#include "growth.h"
#include "placed-pieces.h"
#include "result.h"

enum
{
  ROUNDS = 6000,
  SHARES = 4
};

#define SECTION_ADDR UINT64_C (0x500000)

enum property
{
  JOINED,
  MOVED,
  RETURNED,
  UNCHANGED,
  PROPERTIES
};

static const char *const property_names[PROPERTIES] = {
  "joined mergers are what one is",
  "and their pieces move like its own",
  "each merger gives back its own memory",
  "without memory both mergers are as they were",
};

static bool failed[PROPERTIES];

static void
expect (bool holds, enum property property, uint64_t seed, const char *what)
{
  if (holds)
    return;
  if (!failed[property])
    printf ("seed %" PRIu64 ": %s: %s\n", seed, property_names[property],
            what);
  failed[property] = true;
}

/* An allocator that counts, and fails when LEFT is 0.  */
struct meter
{
  size_t left;
  size_t live;
};

static void *
meter_alloc (void *data, size_t size)
{
  struct meter *m = data;
  void *pointer = m->left == 0 ? NULL : malloc (size);

  if (pointer != NULL)
    {
      m->left--;
      m->live++;
    }
  return pointer;
}

static void
meter_release (void *data, void *pointer)
{
  struct meter *m = data;

  m->live--;
  free (pointer);
}

/* The pieces of one thread, and its merger.  */
struct share
{
  const struct placed *placed;
  const struct placing *places;
  size_t first;
  size_t end;
  struct meter meter;
  struct sfm_merger *merger;
  sfm_status status;
};

static struct sfm_merger *
new_merger (const struct sfm_options *options, struct meter *meter)
{
  struct sfm_options own = *options;
  struct sfm_merger *merger;
  struct sfm_diag diag;

  own.alloc = meter_alloc;
  own.release = meter_release;
  own.alloc_data = meter;
  *meter = (struct meter){ .left = SIZE_MAX };
  if (sfm_merger_new (&own, &merger, &diag) != SFM_OK)
    exit (1);
  return merger;
}

/* Add the pieces of the share DATA, and sometimes plan them.  */
static int
fill (void *data)
{
  struct share *s = data;
  struct sfm_diag diag;

  s->status
      = placed_add (s->placed, s->places, s->first, s->end, s->merger, &diag);
  if (s->status == SFM_OK && s->end - s->first == 2)
    s->status = sfm_merger_plan (s->merger, SECTION_ADDR, UINT64_MAX, &diag);
  return 0;
}

/* Fill the COUNT shares at S, in a thread each.  */
static void
fill_all (struct share *s, size_t count)
{
#ifdef USE_THREADS
  thrd_t threads[SHARES];

  for (size_t i = 0; i < count; i++)
    if (thrd_create (&threads[i], fill, &s[i]) != thrd_success)
      exit (1);
  for (size_t i = 0; i < count; i++)
    thrd_join (threads[i], NULL);
#else
  for (size_t i = 0; i < count; i++)
    fill (&s[i]);
#endif
}

/* Join FROM to INTO, with too little memory at first.  */
static void
join (struct share *into, struct share *from, uint64_t seed)
{
  const uint64_t bounds[]
      = { sfm_merger_bound (into->merger), sfm_merger_bound (from->merger) };
  const size_t sizes[]
      = { sfm_merger_size (into->merger), sfm_merger_size (from->merger) };
  struct sfm_diag diag;
  sfm_status status = SFM_ERR_NOMEM;

  for (size_t allowed = 0; status == SFM_ERR_NOMEM; allowed++)
    {
      into->meter.left = allowed;
      status = sfm_merger_join (into->merger, from->merger, &diag);
      if (status == SFM_ERR_NOMEM)
        expect (diag.status == status
                    && sfm_merger_bound (into->merger) == bounds[0]
                    && sfm_merger_bound (from->merger) == bounds[1]
                    && sfm_merger_size (into->merger) == sizes[0]
                    && sfm_merger_size (from->merger) == sizes[1],
                UNCHANGED, seed, "bounds or sizes");
    }
  into->meter.left = SIZE_MAX;
  expect (status == SFM_OK && sfm_merger_bound (from->merger) == 0, JOINED,
          seed, "status");
}

/* Compare JOINED with ONE, at the places they have and at others.  */
static void
compare (struct gen *g, const struct placed *p, struct sfm_merger *joined,
         struct sfm_merger *one, uint64_t seed)
{
  struct outcome a, b;
  struct placing next;
  struct sfm_diag diag;

  outcome_of (joined, SECTION_ADDR, UINT64_MAX, &a);
  outcome_of (one, SECTION_ADDR, UINT64_MAX, &b);
  expect (outcome_equal (&a, &b)
              && sfm_merger_bound (joined) == sfm_merger_bound (one),
          JOINED, seed, "outcome");
  outcome_free (&a);
  outcome_free (&b);

  placed_find (g, p, false, &next);
  for (uint32_t i = 0; i < p->count; i++)
    {
      struct sfm_diag other;
      const sfm_status status
          = sfm_merger_move (joined, i, next.places[i], &diag);
      expect (status == sfm_merger_move (one, i, next.places[i], &other)
                  && (status == SFM_OK || strcmp (diag.text, other.text) == 0),
              MOVED, seed, "status");
    }
  outcome_of (joined, SECTION_ADDR, UINT64_MAX, &a);
  outcome_of (one, SECTION_ADDR, UINT64_MAX, &b);
  expect (outcome_equal (&a, &b), MOVED, seed, "outcome");
  outcome_free (&a);
  outcome_free (&b);
}

static void
test_round (uint64_t seed)
{
  struct gen g;
  struct placed p;
  struct placing places;
  struct sfm_options options;
  struct share shares[SHARES], one;
  size_t first = 0;
  bool valid = true;

  gen_seed (&g, seed);
  placed_make (&g, &p);
  placed_options (&g, &options);
  placed_find (&g, &p, gen_once_in (&g, 2), &places);
  placed_kill (&g, &p, &places);
  for (size_t i = 0; i < SHARES; i++)
    {
      struct share *s = &shares[i];
      size_t left = p.count - first;
      *s = (struct share){ .placed = &p, .places = &places, .first = first };
      first += i + 1 == SHARES ? left : gen_below (&g, (uint32_t) left + 1);
      s->end = first;
      s->merger = new_merger (&options, &s->meter);
    }
  one = (struct share){ .placed = &p, .places = &places, .end = p.count };
  one.merger = new_merger (&options, &one.meter);
  fill (&one);
  fill_all (shares, SHARES);
  for (size_t i = 0; i < SHARES; i++)
    valid &= shares[i].status == SFM_OK;
  expect (valid == (one.status == SFM_OK), JOINED, seed, "valid pieces");
  for (size_t i = 1; i < SHARES && valid; i++)
    {
      join (&shares[0], &shares[i], seed);
      if (gen_once_in (&g, 2))
        {
          sfm_merger_free (shares[i].merger);
          shares[i].merger = NULL;
          expect (shares[i].meter.live == 0, RETURNED, seed, "before");
        }
    }
  if (valid)
    compare (&g, &p, shares[0].merger, one.merger, seed);
  sfm_merger_free (one.merger);
  for (size_t i = 0; i < SHARES; i++)
    {
      sfm_merger_free (shares[i].merger);
      expect (shares[i].meter.live == 0, RETURNED, seed, "at the end");
    }
  placed_free (&p);
}

enum
{
  GROWTH_PIECE = 50 /* functions */
};

/* Join SIZE mergers of a piece each, move each piece and ask for the bound:
   all of it is linear.  */
static void
join_many (size_t size)
{
  struct gen_world world
      = { .abi = SFM_ABI_AMD64_ENDIAN_LITTLE, .fixed_ra = -8 };
  struct gen_func funcs[GROWTH_PIECE];
  const struct gen_func *chosen[GROWTH_PIECE];
  struct gen_section section
      = { .funcs = chosen, .count = GROWTH_PIECE, .version = 3 };
  struct sfm_place places[GROWTH_PIECE] = { { .live = false } };
  struct sfm_merger *into, *from;
  struct sfm_piece piece;
  struct sfm_diag diag;
  struct gen g;
  size_t bytes_size;

  gen_seed (&g, 1);
  for (size_t i = 0; i < GROWTH_PIECE; i++)
    {
      gen_func_long (&g, &world, i, 2, 2, &funcs[i]);
      chosen[i] = &funcs[i];
      places[i].live = true;
    }
  uint8_t *bytes = gen_encode (&g, &world, &section, &bytes_size);
  if (sfm_piece_open (bytes, bytes_size, 0, &piece, &diag) != SFM_OK
      || sfm_merger_new (NULL, &into, &diag) != SFM_OK
      || sfm_merger_new (NULL, &from, &diag) != SFM_OK)
    exit (1);
  for (size_t i = 0; i < size; i++)
    if (sfm_merger_add (from, &piece, places, 0, &diag) != SFM_OK
        || sfm_merger_join (into, from, &diag) != SFM_OK)
      exit (1);
  for (uint32_t i = 0; i < size; i++)
    {
      for (size_t j = 0; j < GROWTH_PIECE; j++)
        places[j].addr = 0x1000 + 16 * (i * (uint64_t) GROWTH_PIECE + j);
      if (sfm_merger_move (into, i, places, &diag) != SFM_OK)
        exit (1);
    }
  if (sfm_merger_plan (into, 0x100, UINT64_MAX, &diag) != SFM_OK
      || sfm_merger_size (into) != sfm_merger_bound (into))
    exit (1);
  sfm_merger_free (into);
  sfm_merger_free (from);
  free (bytes);
  for (size_t i = 0; i < GROWTH_PIECE; i++)
    gen_func_free (&funcs[i]);
}

int
main (int argc, char **argv)
{
  static const struct growth cases[]
      = { { "join: many mergers, whose pieces move", 200, join_many } };

  if (growth_only (argc, argv, cases, 1))
    return 0;
  unsigned long rounds = argc > 1 ? strtoul (argv[1], NULL, 0) : ROUNDS;
  uint64_t first = argc > 2 ? strtoull (argv[2], NULL, 0) : 1;

  for (unsigned long i = 0; i < rounds; i++)
    test_round (first + i);
  for (unsigned i = 0; i < PROPERTIES; i++)
    unit_result_of (!failed[i], "join: %s", property_names[i]);
  return unit_exit ();
}
