/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-claims.c - who claims an address of code, against a search of all
   claims.  */

#include "config.h"

#include <string.h>

#include "generate.h"
#include "address-owners.h"
#include "result.h"

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

/* Two functions at one address, and a third.  */
static struct own_function functions[] = { { .addr = NEAR, .digest = 7 },
                                           { .addr = NEAR, .digest = 9 },
                                           { .addr = FAR + 2, .digest = 8 } };
static const struct own own
    = { .functions = functions,
        .function_count = sizeof functions / sizeof *functions };

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
  bool good = claims_begin (&claims, &code, NULL);
  size_t again = 0;

  gen_seed (&gen, 1);
  for (size_t i = 0; i < CLAIMS && good; i++)
    {
      addrs[i] = gen_once_in (&gen, 2) ? NEAR + gen_below (&gen, NEAR_SIZE)
                                       : FAR + gen_below (&gen, FAR_SIZE);
      const struct claim mine = { .digest = i };
      size_t owner = search (addrs[i], i);
      again += owner != i;
      struct claim there;
      good = claims_at (&claims, addrs[i], &there)
                 ? owner != i && there.digest == owner
                 : owner == i;
      good = good && claims_add (&claims, addrs[i], &mine)
             && claims_at (&claims, addrs[i], &there) && there.digest == owner;
    }
  unit_result (good && again > 100 && claims.count == CLAIMS - again,
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
  bool good = claims_begin (&claims, &code, NULL);

  for (size_t i = 0; i < sizeof inside / sizeof *inside && good; i++)
    good = claims_add (&claims, inside[i], &mine)
           && claims_any_at (&claims, inside[i]);
  unit_result (good && claims.count == 4, "first and last bytes of code");
  for (size_t i = 0; i < sizeof outside / sizeof *outside && good; i++)
    good = claims_add (&claims, outside[i], &mine)
           && !claims_any_at (&claims, outside[i]);
  unit_result (good && claims.count == 4, "none where there is no code");
  claims_free (&claims);
}

/* Whether the claim on ADDR is that of a function with DIGEST.  */
static bool
is_claimed (const struct claims *claims, uint64_t addr, uint64_t digest)
{
  struct claim claim;

  return claims_at (claims, addr, &claim) && claim.digest == digest;
}

/* Claims on what the image describes.  */
static void
test_own (void)
{
  const struct claim first = { .digest = 7, .site = CLAIM_CERTAIN };
  const struct claim second = { .digest = 9, .site = CLAIM_CERTAIN };
  const struct claim group
      = { .digest = 8, .signature = 1, .site = CLAIM_CERTAIN };
  struct claims claims;
  struct claim there;

  bool good = claims_begin (&claims, &code, &own)
              && !claims_any_at (&claims, NEAR)
              && claims_add (&claims, NEAR, &first)
              && claims_add (&claims, NEAR, &second);
  unit_result (good && is_claimed (&claims, NEAR, 7) && claims.count == 0
                   && !claims_any_at (&claims, NEAR + 1),
               "a function that the image describes");
  good = claims_add (&claims, FAR + 2, &group)
         && claims_at (&claims, FAR + 2, &there) && there.signature == 1;
  unit_result (good && claims.count == 1, "one of a group");
  claims_free (&claims);

  good = claims_begin (&claims, &code, &own)
         && claims_add (&claims, NEAR, &second)
         && claims_add (&claims, NEAR, &first);
  unit_result (good && is_claimed (&claims, NEAR, 9),
               "the second of an address, before the first");
  good = claims_add_own (&claims, 0, &first)
         && claims_add_own (&claims, 2, &group);
  unit_result (good && is_claimed (&claims, NEAR, 9)
                   && claims_at (&claims, FAR + 2, &there)
                   && there.signature == 1,
               "by number, where others are before");
  claims_free (&claims);

  good = claims_begin (&claims, &code, &own)
         && claims_add_own (&claims, 1, &second)
         && claims_add_own (&claims, 0, &first);
  unit_result (good && is_claimed (&claims, NEAR, 9),
               "the second of an address, by number");
  claims_free (&claims);

  good = claims_begin (&claims, &code, &own)
         && claims_add_own (&claims, 0, &first)
         && claims_add_own (&claims, 1, &second);
  unit_result (good && is_claimed (&claims, NEAR, 7) && claims.count == 0,
               "the first of an address, by number");
  claims_free (&claims);
}

static void
test_empty (void)
{
  const struct code nothing = { .segments = NULL };
  struct claims claims;

  unit_result (claims_begin (&claims, &nothing, &own)
                   && !claims_any_at (&claims, 0),
               "an image without code");
  claims_free (&claims);
}

int
main (void)
{
  test_random ();
  test_edges ();
  test_own ();
  test_empty ();
  return unit_exit ();
}
