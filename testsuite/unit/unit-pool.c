/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-pool.c - memory that is given back in part, arrays that grow, and
   messages that wait.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf-image.h"
#include "fixture-image.h"
#include "generate.h"
#include "large-pages.h"
#include "pool.h"
#include "say-later.h"

enum
{
  KEPT = 1000,
  LATER = 100000, /* so many of these fill chunks */
  COUNT = 3 * LARGE_PAGES_SIZE / 8
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
  fixture_result (good, "a pool that is rewound");
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
  fixture_result (good && wanted == array && capacity == before,
                  "an array that grows, by steps and as expected");
  free (array);
}

/* Clear parts of a copy of IMAGE, and of MODEL, which has the same SIZE
   bytes.  */
static bool
clears_alike (const struct image *image, uint8_t *model, size_t size)
{
  struct gen gen;
  uint8_t *copy;

  gen_seed (&gen, 3);
  if (image_copy (image, size, &copy, &fixture_sink) != SFM_OK)
    return false;
  bool good = memcmp (copy, model, size) == 0;
  for (unsigned i = 0; i < 60 && good; i++)
    {
      size_t from = gen_below (&gen, (uint32_t) size);
      size_t to = from + gen_below (&gen, (uint32_t) (size - from) / 4 + 1);
      if (gen_once_in (&gen, 3))
        from = from / 4096 * 4096;
      if (gen_once_in (&gen, 3) && to / 4096 * 4096 >= from)
        to = to / 4096 * 4096;
      memset (model + from, 0, to - from);
      good = image_copy_clear (image, copy, from, to)
             && memcmp (copy, model, size) == 0;
    }
  image_copy_free (image, copy, size);
  return good;
}

/* In a copy of a file, with room behind its end, and of bytes.  */
static void
test_clear (void)
{
  enum
  {
    SIZE = 300000,
    WHOLE = SIZE + 50000
  };
  static uint8_t bytes[SIZE], model[WHOLE];
  struct image image = { .path = "image", .bytes = bytes, .size = SIZE };
  FILE *file = tmpfile ();

  for (size_t i = 0; i < SIZE; i++)
    bytes[i] = (uint8_t) (i % 251 + 1);
  memcpy (model, bytes, SIZE);
  image.fd = -1;
  fixture_result (clears_alike (&image, model, WHOLE), "a copy of bytes");

  memset (model, 0, sizeof model);
  memcpy (model, bytes, SIZE);
  bool good = file != NULL && fwrite (bytes, 1, SIZE, file) == SIZE
              && fflush (file) == 0;
  image.fd = good ? fileno (file) : -1;
  good = good && clears_alike (&image, model, WHOLE);
  uint8_t first = 0;
  fixture_result (good && pread (image.fd, &first, 1, 0) == 1 && first == 1,
                  "a copy of a file, which does not change");
  if (file != NULL)
    fclose (file);
}

static void
test_later (void)
{
  struct say_later later;

  fixture_said[0] = '\0';
  say_later_begin (&later);
  say (&later.sink, SAY_WARNING, "one", "first");
  say (&later.sink, SAY_WARNING, NULL, "second %d", 2);
  bool good = fixture_said[0] == '\0';
  good = good && say_later_tell (&later, &fixture_sink) == SFM_OK
         && strstr (fixture_said, "second 2") != NULL && later.count == 0;
  fixture_result (good, "messages that wait");
  later.lost = true;
  fixture_result (say_later_tell (&later, &say_silent) == SFM_ERR_NOMEM
                      && !later.lost,
                  "messages that were lost");
}

int
main (void)
{
  test_rewind ();
  test_arrays ();
  test_clear ();
  test_later ();
  return fixture_exit ();
}
