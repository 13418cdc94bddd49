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
  MANY = 3000
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
  for (size_t i = 0; i < sizeof growths / sizeof *growths; i++)
    growths[i].work (MANY);
  return unit_exit ();
}
