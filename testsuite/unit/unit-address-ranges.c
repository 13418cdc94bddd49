/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-address-ranges.c - sets of addresses, compared with a count of
   each.  */

#include "config.h"

#include <stdlib.h>

#include "result.h"
#include "sorted.h"

enum
{
  ROUNDS = 2000,
  MOST = 24,    /* ranges of a set */
  SPACE = 64,   /* addresses */
  LONGEST = 20, /* bytes of a range */
  QUESTIONS = 16
};

static uint32_t state = 1;

/* A number below LIMIT, the same ones in each run.  */
static uint64_t
below (uint32_t limit)
{
  state = state * 1664525 + 1013904223;
  return (state >> 8) % limit;
}

/* Fill SET at random; HITS counts how many ranges have each address above
   BASE.  */
static bool
fill (struct address_ranges *set, uint64_t base, unsigned *hits)
{
  uint64_t count = below (MOST);

  for (uint64_t i = 0; i < count; i++)
    {
      uint64_t from = below (SPACE), size = below (LONGEST);
      if (!ranges_add (set, base + from, size))
        return false;
      for (uint64_t at = from; at < from + size && at < SPACE; at++)
        hits[at]++;
    }
  return true;
}

/* How many of the addresses [FROM, TO) are in at least LEAST ranges.  */
static uint64_t
count (const unsigned *hits, unsigned least, uint64_t from, uint64_t to)
{
  uint64_t sum = 0;

  for (; from < to; from++)
    sum += hits[from] >= least;
  return sum;
}

/* Whether SET is in order and apart, and has what HITS says.  */
static bool
is_set (const struct address_ranges *set, const unsigned *hits, unsigned least,
        uint64_t base)
{
  bool good = true;

  for (size_t i = 0; i < set->count; i++)
    good &= set->at[i].from < set->at[i].to
            && (i == 0 || set->at[i - 1].to < set->at[i].from);
  for (unsigned i = 0; i < QUESTIONS; i++)
    {
      uint64_t from = below (SPACE), to = below (SPACE);
      uint64_t expected = count (hits, least, from, to);
      good &= ranges_within (set, base + from, base + to) == expected;
      uint64_t bare = ranges_first_gap (set, base + from) - base;
      while (from < SPACE && hits[from] >= least)
        from++;
      good &= bare >= SPACE ? from == SPACE : bare == from;
    }
  return good
         && ranges_within (set, base, base + SPACE)
                == count (hits, least, 0, SPACE);
}

static bool
try_sets (uint64_t base)
{
  struct address_ranges a = { 0 }, b = { 0 }, twice = { 0 };
  unsigned hits[SPACE] = { 0 }, others[SPACE] = { 0 };
  uint64_t both = 0;
  bool good = fill (&a, base, hits) && fill (&b, base, others)
              && ranges_merge (&a, &twice) && ranges_merge (&b, NULL);

  good = good && is_set (&a, hits, 1, base) && is_set (&twice, hits, 2, base)
         && is_set (&b, others, 1, base);
  for (unsigned i = 0; i < SPACE; i++)
    both += hits[i] != 0 && others[i] != 0;
  /* What lies above SPACE is counted by nobody.  */
  struct address_ranges space = { 0 }, common = { 0 };
  good = good && ranges_add (&space, base, SPACE)
         && ranges_merge (&space, NULL)
         && ranges_common (&space, &a) == count (hits, 1, 0, SPACE);
  for (size_t i = 0; i < a.count && good; i++)
    if (a.at[i].from < base + SPACE)
      {
        uint64_t to = a.at[i].to;
        if (to > base + SPACE)
          to = base + SPACE;
        good = ranges_add (&common, a.at[i].from, to - a.at[i].from);
      }
  good = good && ranges_merge (&common, NULL)
         && ranges_common (&common, &b) == both
         && ranges_size (&common) == count (hits, 1, 0, SPACE);
  ranges_free (&a);
  ranges_free (&b);
  ranges_free (&twice);
  ranges_free (&space);
  ranges_free (&common);
  return good;
}

static void
test_edges (void)
{
  struct address_ranges set = { 0 }, twice = { 0 };

  unit_result (ranges_merge (&set, &twice) && ranges_size (&set) == 0
                   && ranges_within (&set, 0, UINT64_MAX) == 0,
               "no range");
  bool added = ranges_add (&set, UINT64_MAX - 8, 100)
               && ranges_add (&set, UINT64_MAX, 1)
               && ranges_add (&set, 0, UINT64_MAX);
  unit_result (added && ranges_merge (&set, &twice) && set.count == 1
                   && ranges_size (&set) == UINT64_MAX
                   && ranges_size (&twice) == 8
                   && ranges_within (&set, 5, 4) == 0,
               "ranges up to the highest address");
  ranges_free (&set);
  ranges_free (&twice);
}

int
main (void)
{
  bool low = true, high = true;

  for (unsigned i = 0; i < ROUNDS; i++)
    {
      low &= try_sets (0);
      high &= try_sets (UINT64_MAX - SPACE - LONGEST);
    }
  unit_result (low, "sets at random");
  unit_result (high, "sets at random, high up");
  test_edges ();
  return unit_exit ();
}
