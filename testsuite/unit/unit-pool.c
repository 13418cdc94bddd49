/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-pool.c - memory that is given back in part, arrays that grow, and
   messages that wait.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "elf-image.h"
#include "fixture-image.h"
#include "paged.h"
#include "pool.h"
#include "result.h"

enum
{
  KEPT = 1000,
  LATER = 100000, /* so many of these fill chunks */
  COUNT = 3 * POOL_CHUNK_SIZE_MAX / 8
};

/* What was there before a mark stays, and what comes later is used again.  */
static void
test_rewind (void)
{
  struct pool pool = { .chunks = NULL };
  struct pool_mark mark = pool_mark (&pool);
  bool good = pool_alloc (&pool, LATER) != NULL;

  pool_rewind (&pool, &mark);
  char *kept = pool_alloc (&pool, KEPT);
  good = good && kept != NULL;
  memset (kept, 'k', KEPT);
  mark = pool_mark (&pool);
  char *first = pool_alloc (&pool, KEPT);
  for (unsigned i = 0; i < 200 && good; i++)
    {
      char *later = pool_alloc (&pool, LATER);
      good = later != NULL;
      memset (later, 'l', LATER);
    }
  pool_rewind (&pool, &mark);
  good = good && pool_alloc (&pool, KEPT) == first;
  for (size_t i = 0; i < KEPT; i++)
    good = good && kept[i] == 'k';
  unit_result (good, "a pool that is rewound");
  pool_free (&pool);
}

static void
test_arrays (void)
{
  uint64_t *array = NULL;
  void *wanted = NULL;
  size_t capacity = 0, count = 0;
  bool good = true;

  for (; count < COUNT && good; count++)
    {
      good = array_grow (&array, &capacity, count, sizeof *array);
      if (good)
        array[count] = count;
      if (count == 5)
        {
          wanted = array;
          array_expect (&wanted, &capacity, 1000, sizeof *array);
          array = wanted;
          good = capacity == 1000;
        }
    }
  for (size_t i = 0; i < count; i++)
    good = good && array[i] == i;
  const size_t before = capacity;
  wanted = array;
  array_expect (&wanted, &capacity, 1, sizeof *array);
  array_expect (&wanted, &capacity, SIZE_MAX, sizeof *array);
  unit_result (good && wanted == array && capacity == before,
               "an array that grows, by steps and as expected");
  free (array);
}

static void
test_later (void)
{
  struct diag_queue later;

  fixture_said[0] = '\0';
  diag_queue_begin (&later);
  diag (&later.sink, DIAG_WARNING, "one", "first");
  diag (&later.sink, DIAG_WARNING, NULL, "second %d", 2);
  bool good = fixture_said[0] == '\0';
  good = good && diag_queue_flush (&later, &fixture_sink) == SFM_OK
         && strstr (fixture_said, "second 2") != NULL && later.count == 0;
  unit_result (good, "messages that wait");
  later.lost = true;
  unit_result (diag_queue_flush (&later, &diag_silent) == SFM_ERR_NOMEM
                   && !later.lost,
               "messages that were lost");
}

int
main (void)
{
  test_rewind ();
  test_arrays ();
  test_later ();
  return unit_exit ();
}
