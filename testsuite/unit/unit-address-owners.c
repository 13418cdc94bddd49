/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-address-owners.c - who claims an address of code, against a search of
   all claims.  */

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
static const struct code_ranges code
    = { .segments = segments,
        .segment_count = sizeof segments / sizeof *segments };

/* Two functions at one address, and a third.  */
static struct function functions[] = { { .addr = NEAR, .digest = 7 },
                                       { .addr = NEAR, .digest = 9 },
                                       { .addr = FAR + 2, .digest = 8 } };
static const struct existing_sframe existing
    = { .functions
        = { .at = functions, .count = sizeof functions / sizeof *functions } };

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
  struct address_owners owners;
  struct gen gen;
  bool good = owners_begin (&owners, &code, NULL);
  size_t again = 0;

  gen_seed (&gen, 1);
  for (size_t i = 0; i < CLAIMS && good; i++)
    {
      addrs[i] = gen_once_in (&gen, 2) ? NEAR + gen_below (&gen, NEAR_SIZE)
                                       : FAR + gen_below (&gen, FAR_SIZE);
      const struct address_owner mine = { .digest = i };
      size_t owner = search (addrs[i], i);
      again += owner != i;
      struct address_owner there;
      good = owners_at (&owners, addrs[i], &there)
                 ? owner != i && there.digest == owner
                 : owner == i;
      good = good && owners_add (&owners, addrs[i], SIZE_MAX, &mine)
             && owners_at (&owners, addrs[i], &there) && there.digest == owner;
    }
  unit_result (good && again > 100 && owners.count == CLAIMS - again,
               "the first claim on each address stays");
  owners_free (&owners);
}

static void
test_edges (void)
{
  const uint64_t inside[]
      = { NEAR, NEAR + NEAR_SIZE - 1, FAR, FAR + FAR_SIZE - 1 };
  const uint64_t outside[]
      = { 0, NEAR - 1, NEAR + NEAR_SIZE, FAR - 1, FAR + FAR_SIZE, UINT64_MAX };
  const struct address_owner mine = { .digest = 1 };
  struct address_owners owners;
  bool good = owners_begin (&owners, &code, NULL);

  for (size_t i = 0; i < sizeof inside / sizeof *inside && good; i++)
    good = owners_add (&owners, inside[i], SIZE_MAX, &mine)
           && owners_at (&owners, inside[i], NULL);
  unit_result (good && owners.count == 4, "first and last bytes of code");
  for (size_t i = 0; i < sizeof outside / sizeof *outside && good; i++)
    good = owners_add (&owners, outside[i], SIZE_MAX, &mine)
           && !owners_at (&owners, outside[i], NULL);
  unit_result (good && owners.count == 4, "none where there is no code");
  owners_free (&owners);
}

/* Whether the claim on ADDR is that of a function with DIGEST.  */
static bool
is_claimed (const struct address_owners *owners, uint64_t addr,
            uint64_t digest)
{
  struct address_owner owner;

  return owners_at (owners, addr, &owner) && owner.digest == digest;
}

/* Claims on what the image describes.  */
static void
test_own (void)
{
  const struct address_owner first = { .digest = 7, .text = OWNER_CERTAIN };
  const struct address_owner second = { .digest = 9, .text = OWNER_CERTAIN };
  const struct address_owner group
      = { .digest = 8, .signature = 1, .text = OWNER_CERTAIN };
  struct address_owners owners;
  struct address_owner there;

  bool good = owners_begin (&owners, &code, &existing)
              && !owners_at (&owners, NEAR, NULL)
              && owners_add (&owners, NEAR, 0, &first)
              && owners_add (&owners, NEAR, 1, &second);
  unit_result (good && is_claimed (&owners, NEAR, 7) && owners.count == 0
                   && !owners_at (&owners, NEAR + 1, NULL),
               "a function that the image describes");
  good = owners_add (&owners, FAR + 2, 2, &group)
         && owners_at (&owners, FAR + 2, &there) && there.signature == 1;
  unit_result (good && owners.count == 1, "one of a group");
  owners_free (&owners);

  good = owners_begin (&owners, &code, &existing)
         && owners_add (&owners, NEAR, 1, &second)
         && owners_add (&owners, NEAR, 0, &first);
  unit_result (good && is_claimed (&owners, NEAR, 9),
               "the second of an address, before the first");
  good = owners_add (&owners, FAR + 2, 2, &group);
  unit_result (good && is_claimed (&owners, NEAR, 9)
                   && owners_at (&owners, FAR + 2, &there)
                   && there.signature == 1,
               "one of a group, where others are before");
  owners_free (&owners);

  good = owners_begin (&owners, &code, &existing)
         && owners_add (&owners, FAR + 2, 2, &group)
         && owners_add (&owners, NEAR, 1, &second)
         && owners_add (&owners, NEAR, 0, &first);
  unit_result (good && is_claimed (&owners, NEAR, 9),
               "the second of an address, after a list");
  owners_free (&owners);

  good = owners_begin (&owners, &code, &existing)
         && owners_add (&owners, FAR + 2, 2, &group)
         && owners_add (&owners, NEAR, 0, &first)
         && owners_add (&owners, NEAR, 1, &second);
  unit_result (good && is_claimed (&owners, NEAR, 7) && owners.count == 1,
               "the first of an address, after a list");
  owners_free (&owners);
}

static void
test_empty (void)
{
  const struct code_ranges nothing = { .segments = NULL };
  struct address_owners owners;

  unit_result (owners_begin (&owners, &nothing, &existing)
                   && !owners_at (&owners, 0, NULL),
               "an image without code");
  owners_free (&owners);
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
