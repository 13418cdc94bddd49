/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-sort.c - sorting by a number first, against qsort, and searches in what
   is sorted, against a scan.  */

#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "result.h"
#include "sorted.h"

enum
{
  MOST = 5000
};

struct element
{
  uint32_t second;
  uint64_t key;
  uint8_t rest[5];
};

static struct element sorted[MOST], wanted[MOST];

static int
compare (const void *a, const void *b)
{
  const struct element *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->second != y->second)
    return x->second < y->second ? -1 : 1;
  return memcmp (x->rest, y->rest, sizeof x->rest);
}

/* COUNT elements with keys from LOWEST on, at most KEYS different ones, STEP
   apart.  */
static void
test_random (size_t count, uint64_t lowest, uint32_t keys, uint64_t step)
{
  struct gen gen;
  char name[80];

  gen_seed (&gen, (uint32_t) count + keys);
  memset (sorted, 0, sizeof sorted);
  for (size_t i = 0; i < count; i++)
    {
      sorted[i].key = lowest + gen_below (&gen, keys) * step;
      sorted[i].second = gen_below (&gen, 4);
      sorted[i].rest[0] = (uint8_t) gen_below (&gen, 256);
    }
  memcpy (wanted, sorted, sizeof wanted);
  qsort (wanted, count, sizeof *wanted, compare);
  keyed_sort (sorted, count, sizeof *sorted, offsetof (struct element, key),
              compare);
  bool good = memcmp (sorted, wanted, sizeof sorted) == 0;
  sort_if_needed (sorted, count, sizeof *sorted, compare);
  good = good && memcmp (sorted, wanted, sizeof sorted) == 0;
  snprintf (name, sizeof name, "%zu elements of %u keys, 0x%llx apart", count,
            keys, (unsigned long long) step);
  unit_result (good, name);
}

/* Sort COUNT elements that are two runs, for each length of the first, and
   then with the last element before all others.  */
static void
test_runs (size_t count)
{
  bool good = true;
  char name[80];

  for (size_t first = 0; first <= count; first++)
    for (unsigned odd = 0; odd < 2; odd++)
      {
        memset (sorted, 0, sizeof sorted);
        for (size_t i = 0; i < count; i++)
          sorted[i].key = i < first ? 10 + i * 3 : 10 + (i - first) * 2;
        if (odd && count != 0)
          sorted[count - 1].key = 0;
        memcpy (wanted, sorted, sizeof wanted);
        qsort (wanted, count, sizeof *wanted, compare);
        sort_if_needed (sorted, count, sizeof *sorted, compare);
        good = good && memcmp (sorted, wanted, sizeof sorted) == 0;
      }
  snprintf (name, sizeof name, "two runs of %zu elements", count);
  unit_result (good, name);
}

/* Whether each search of the first COUNT elements finds what a scan finds for
   KEY.  */
static bool
finds (size_t count, uint64_t key)
{
  const struct element sought = { .key = key, .second = 2 };
  size_t from = 0, after = 0, first = 0;

  while (from < count && sorted[from].key < key)
    from++;
  while (after < count && sorted[after].key <= key)
    after++;
  while (first < count && compare (&sorted[first], &sought) < 0)
    first++;
  return sorted_from (sorted, count, sizeof *sorted,
                      offsetof (struct element, key), key)
             == from
         && sorted_after (sorted, count, sizeof *sorted,
                          offsetof (struct element, key), key)
                == after
         && sorted_first (sorted, count, sizeof *sorted, &sought, compare)
                == first
         && sorted_search (sorted, from, after, sizeof *sorted, 0, &sought,
                           compare)
                == first;
}

/* Search COUNT elements, some equal, the last of the highest key.  */
static void
test_searches (size_t count)
{
  bool good = true;
  char name[80];

  memset (sorted, 0, sizeof sorted);
  for (size_t i = 0; i < count; i++)
    {
      sorted[i].key = i + 1 == count ? UINT64_MAX : 10 + i / 5 * 2;
      sorted[i].second = (uint32_t) (i % 5);
    }
  for (uint64_t key = 8; key < 10 + count; key++)
    good = good && finds (count, key);
  good = good && finds (count, UINT64_MAX - 1) && finds (count, UINT64_MAX);
  snprintf (name, sizeof name, "searches of %zu elements", count);
  unit_result (good, name);
}

int
main (void)
{
  static const size_t counts[] = { 1, 2, 64, 65, 127, 128, 4096, MOST };

  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    {
      test_random (counts[i], 0x401000, 1, 1);
      test_random (counts[i], 0x401000, 40, 16);
      test_random (counts[i], UINT64_C (0xffffffff80000000), 1 << 20, 7);
      test_random (counts[i], 0, 1 << 16, UINT64_C (1) << 30);
      /* No room for places.  */
      test_random (counts[i], 0, 1 << 16, UINT64_C (1) << 47);
      test_random (counts[i], 3, 0xffff, UINT64_C (0x1000100010001));
    }
  for (size_t count = 0; count < 24; count++)
    {
      test_searches (count);
      test_runs (count);
    }
  unit_result (
      sorted_from (NULL, 0, sizeof *sorted, offsetof (struct element, key), 1)
          == 0,
      "a search of no array");
  return unit_exit ();
}
