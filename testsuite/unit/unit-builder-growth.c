/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-builder-growth.c - many functions in a builder: memory that runs out at
   any point, and work that grows with their number.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-builder.h"
#include "generate.h"
#include "growth.h"
#include "result.h"

enum
{
  MANY = 3000,
  CHUNK = 256 /* functions that are kept together */
};

/* An allocator of which one call fails.  */
struct meter
{
  size_t calls;
  size_t failing;
  size_t live;
};

static void *
meter_alloc (void *data, size_t size)
{
  struct meter *m = data;

  if (++m->calls == m->failing)
    return NULL;
  m->live++;
  return malloc (size);
}

static void
meter_release (void *data, void *pointer)
{
  struct meter *m = data;

  m->live--;
  free (pointer);
}

/* Add a function at ADDR; again if there was no memory.  */
static bool
insist (struct sfm_builder *b, uint64_t addr, const struct meter *m)
{
  sfm_status status = builder_add (b, addr, 0);

  if (status == SFM_ERR_NOMEM && m->calls >= m->failing)
    status = builder_add (b, addr, 0);
  return status == SFM_OK;
}

/* Functions come and go, with the call number FAILING of the allocator
   failing; *BYTES is the section.  */
static bool
come_and_go (struct meter *m, uint8_t **bytes, size_t *size)
{
  struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b;
  bool good = true;

  o.alloc = meter_alloc;
  o.release = meter_release;
  o.alloc_data = m;
  sfm_status status = sfm_builder_new (&o, &b, &builder_diag);
  if (status == SFM_ERR_NOMEM)
    status = sfm_builder_new (&o, &b, &builder_diag);
  if (status != SFM_OK)
    return false;
  for (uint64_t i = 0; i < MANY && good; i++)
    good = insist (b, BUILDER_TEXT + BUILDER_SIZE * (i * 1237 % MANY), m);
  for (uint64_t i = 0; i < MANY && good; i++)
    if (i % 8 != 0)
      good = sfm_builder_remove (b, BUILDER_TEXT + BUILDER_SIZE * i,
                                 &builder_diag)
             == SFM_OK;
  for (uint64_t i = 0; i < MANY && good; i += 3)
    if (i % 8 != 0)
      good = insist (b, BUILDER_TEXT + BUILDER_SIZE * i, m);
  *bytes = builder_section (b, size);
  sfm_builder_free (b);
  return good;
}

static void
test_memory (void)
{
  struct meter m = { .failing = SIZE_MAX };
  uint8_t *want, *bytes;
  size_t want_size, size, calls;
  bool good = come_and_go (&m, &want, &want_size) && m.live == 0;

  calls = m.calls;
  for (size_t i = 1; i <= calls && good; i++)
    {
      m = (struct meter){ .failing = i };
      good = come_and_go (&m, &bytes, &size) && m.live == 0
             && size == want_size && memcmp (bytes, want, size) == 0;
      free (bytes);
    }
  free (want);
  unit_result (good && calls > 20, "builder: memory that runs out");
}

/* Origins are right before and after functions come and go.  */
static void
test_origins (void)
{
  const struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);
  struct sfm_origin origin;
  size_t size;
  bool good = true;

  for (uint32_t i = 0; i < MANY && good; i++)
    good = builder_add (b, BUILDER_TEXT + 2 * BUILDER_SIZE * (uint64_t) i, i)
           == SFM_OK;
  /* The first time a chunk is split, in either half.  */
  for (unsigned round = 0; round < 4 && good; round++)
    {
      const uint32_t at = round % 2 == 0 ? 1 : 500;
      const uint64_t addr = BUILDER_TEXT + (2 * at - 1) * BUILDER_SIZE;
      free (builder_section (b, &size));
      for (uint32_t i = 0; i < MANY && good; i++)
        good = sfm_builder_origin (b, i, &origin) && origin.input == i;
      good = good && builder_add (b, addr, MANY) == SFM_OK
             && sfm_builder_origin (b, at, &origin) && origin.input == MANY;
      for (uint32_t i = at + 1; i <= MANY && good; i++)
        good = sfm_builder_origin (b, i, &origin) && origin.input == i - 1;
      free (builder_section (b, &size));
      good = good && sfm_builder_remove (b, addr, &builder_diag) == SFM_OK;
      for (uint32_t i = 0; i < MANY && good; i++)
        good = sfm_builder_origin (b, i, &origin) && origin.input == i;
    }
  unit_result (good, "builder: origins");
  sfm_builder_free (b);
}

/* Whether function number AT of B is the one that was added as INPUT.  */
static bool
is_from (struct sfm_builder *b, uint32_t at, uint32_t input)
{
  struct sfm_origin origin;

  return sfm_builder_origin (b, at, &origin) && origin.input == input;
}

/* Origins are right after each of the functions from BEGIN up to END has gone,
   the first first or the last first.  */
static void
test_fewer (uint32_t begin, uint32_t end, bool last_first)
{
  const struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);
  bool good = true;
  size_t size;

  for (uint32_t i = 0; i < MANY; i++)
    good = good
           && builder_add (b, BUILDER_TEXT + BUILDER_SIZE * (uint64_t) i, i)
                  == SFM_OK;
  for (uint32_t gone = 0; gone < end - begin && good; gone++)
    {
      const uint32_t i = last_first ? end - 1 - gone : begin + gone;
      const uint32_t from = last_first ? i : begin;
      /* All numbers are right after a section was written.  */
      if (gone % 16 == 0 || end - begin == CHUNK)
        free (builder_section (b, &size));
      good = is_from (b, MANY - gone - 1, MANY - 1)
             && sfm_builder_remove (b,
                                    BUILDER_TEXT + BUILDER_SIZE * (uint64_t) i,
                                    &builder_diag)
                    == SFM_OK
             && is_from (b, 0, 0) && is_from (b, from - 1, from - 1)
             && is_from (b, from, from + gone + 1)
             && is_from (b, from + 50, from + 50 + gone + 1)
             && is_from (b, MANY - gone - 2, MANY - 1);
    }
  unit_result_of (good, "builder: origins where the %s of %u goes first",
                  last_first ? "last" : "first", end - begin);
  sfm_builder_free (b);
}

/* No function may reach into another, wherever the two are kept.  */
static void
test_neighbours (void)
{
  const struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);
  bool good = true;

  for (uint64_t i = 0; i < MANY; i++)
    good
        = good
          && builder_add (b, BUILDER_TEXT + 3 * BUILDER_SIZE * i, 0) == SFM_OK;
  for (uint64_t i = 0; i < MANY; i++)
    {
      const uint64_t addr = BUILDER_TEXT + 3 * BUILDER_SIZE * i;
      good = good
             && builder_add (b, addr + BUILDER_SIZE - 1, 0) == SFM_ERR_CORRUPT
             && builder_add (b, addr, 0) == SFM_ERR_CORRUPT
             && builder_add (b, addr - BUILDER_SIZE + 1, 0) == SFM_ERR_CORRUPT
             && builder_add (b, addr + BUILDER_SIZE, 0) == SFM_OK
             && sfm_builder_remove (b, addr + BUILDER_SIZE, &builder_diag)
                    == SFM_OK
             && builder_add (b, addr - BUILDER_SIZE, 0) == SFM_OK
             && sfm_builder_remove (b, addr - BUILDER_SIZE, &builder_diag)
                    == SFM_OK;
    }
  unit_result (good && sfm_builder_count (b) == MANY,
               "builder: no function reaches into another");
  sfm_builder_free (b);
}

/* The numbers below SIZE in a random order.  */
static uint32_t *
shuffled (size_t size)
{
  uint32_t *order = calloc (size + 1, sizeof *order);
  struct gen g;

  if (order == NULL)
    exit (1);
  gen_seed (&g, 1);
  for (uint32_t i = 0; i < size; i++)
    {
      const uint32_t k = gen_below (&g, i + 1);
      order[i] = order[k];
      order[k] = i;
    }
  return order;
}

static struct sfm_builder *
grown (size_t size, const uint32_t *order)
{
  const struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);

  for (size_t i = 0; i < size; i++)
    if (builder_add (b, BUILDER_TEXT + BUILDER_SIZE * (uint64_t) order[i], 0)
        != SFM_OK)
      exit (1);
  return b;
}

static void
grow_randomly (size_t size)
{
  uint32_t *order = shuffled (size);
  struct sfm_builder *b = grown (size, order);
  struct sfm_origin origin;
  bool good = sfm_builder_count (b) == size;
  size_t bytes;

  free (builder_section (b, &bytes));
  for (uint32_t i = 0; i < size; i++)
    good = good && sfm_builder_origin (b, i, &origin);
  unit_result (good, "builder: functions in random order");
  sfm_builder_free (b);
  free (order);
}

static void
grow_and_shrink (size_t size)
{
  uint32_t *order = shuffled (size);
  struct sfm_builder *b = grown (size, order);
  bool good = true;

  for (size_t i = 0; i < size; i++)
    good = good
           && sfm_builder_remove (
                  b, BUILDER_TEXT + BUILDER_SIZE * (uint64_t) order[i],
                  &builder_diag)
                  == SFM_OK
           && (i % 2 == 0
               || builder_add (
                      b, BUILDER_TEXT + BUILDER_SIZE * (uint64_t) order[i], 0)
                      == SFM_OK);
  for (size_t i = 1; i < size; i += 2)
    good = good
           && sfm_builder_remove (
                  b, BUILDER_TEXT + BUILDER_SIZE * (uint64_t) order[i],
                  &builder_diag)
                  == SFM_OK;
  unit_result (good && sfm_builder_size (b) == SFM_HEADER_SIZE,
               "builder: functions come and go");
  sfm_builder_free (b);
  free (order);
}

static const struct growth growths[]
    = { { "builder: functions in random order", 20000, grow_randomly },
        { "builder: functions come and go", 20000, grow_and_shrink } };

int
main (int argc, char **argv)
{
  unit_last_said (builder_diag.text);
  if (growth_only (argc, argv, growths, sizeof growths / sizeof *growths))
    return unit_exit ();
  test_memory ();
  test_origins ();
  for (unsigned way = 0; way < 4; way++)
    test_fewer (way < 2 ? 100 : CHUNK, way < 2 ? MANY - 100 : 2 * CHUNK,
                way % 2 == 0);
  test_neighbours ();
  for (size_t i = 0; i < sizeof growths / sizeof *growths; i++)
    growths[i].work (MANY);
  return unit_exit ();
}
