/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-claims.c - who claims an address of code, against a search of all
   claims.  */

#include "config.h"

#include <string.h>

#include "fixture-image.h"
#include "generate.h"
#include "place-claims.h"

enum
{
  CLAIMS = 3000,
  NEAR = 0x1000,
  NEAR_SIZE = 0x1234,
  FAR_SIZE = 0x5001
};

#define FAR UINT64_C (0x7fff00000fff)

static struct code_range segments[]
    = { { .addr = NEAR, .size = NEAR_SIZE },
        { .addr = NEAR + NEAR_SIZE, .size = 0 },
        { .addr = FAR, .size = FAR_SIZE, .before = NEAR_SIZE } };
static const struct code code
    = { .segments = segments,
        .segment_count = sizeof segments / sizeof *segments };

static uint64_t addrs[CLAIMS];

/* The first of COUNT claims that is on ADDR, or COUNT.  */
static size_t
search (uint64_t addr, size_t count)
{
  size_t i = 0;

  while (i < count && addrs[i] != addr)
    i++;
  return i;
}

static void
test_random (void)
{
  struct claims claims;
  struct gen gen;
  bool good = claims_begin (&claims, &code);
  size_t again = 0;

  gen_seed (&gen, 1);
  for (size_t i = 0; i < CLAIMS && good; i++)
    {
      addrs[i] = gen_once_in (&gen, 2) ? NEAR + gen_below (&gen, NEAR_SIZE)
                                       : FAR + gen_below (&gen, FAR_SIZE);
      const struct claim mine = { .digest = i };
      size_t owner = search (addrs[i], i);
      again += owner != i;
      const struct claim *there = claims_at (&claims, addrs[i]);
      good = owner == i ? there == NULL
                        : there != NULL && there->digest == owner;
      good = good && claims_add (&claims, addrs[i], &mine);
      there = claims_at (&claims, addrs[i]);
      good = good && there != NULL && there->digest == owner;
    }
  fixture_result (good && again > 100 && claims.count == CLAIMS - again,
                  "the first claim on each address stays");
  claims_free (&claims);
}

static void
test_edges (void)
{
  const uint64_t inside[]
      = { NEAR, NEAR + NEAR_SIZE - 1, FAR, FAR + FAR_SIZE - 1 };
  const uint64_t outside[]
      = { 0, NEAR - 1, NEAR + NEAR_SIZE, FAR - 1, FAR + FAR_SIZE, UINT64_MAX };
  const struct claim mine = { .digest = 1 };
  struct claims claims;
  bool good = claims_begin (&claims, &code);

  for (size_t i = 0; i < sizeof inside / sizeof *inside && good; i++)
    good = claims_add (&claims, inside[i], &mine)
           && claims_at (&claims, inside[i]) != NULL;
  fixture_result (good && claims.count == 4, "first and last bytes of code");
  for (size_t i = 0; i < sizeof outside / sizeof *outside && good; i++)
    good = claims_add (&claims, outside[i], &mine)
           && claims_at (&claims, outside[i]) == NULL;
  fixture_result (good && claims.count == 4, "none where there is no code");
  claims_free (&claims);
}

static void
test_empty (void)
{
  const struct code nothing = { .segments = NULL };
  struct claims claims;

  fixture_result (claims_begin (&claims, &nothing)
                      && claims_at (&claims, 0) == NULL,
                  "an image without code");
  claims_free (&claims);
}

int
main (void)
{
  test_random ();
  test_edges ();
  test_empty ();
  return fixture_exit ();
}
