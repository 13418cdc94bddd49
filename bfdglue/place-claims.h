/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-claims.h - addresses of the image that a function of an input was
   put at.  */

#ifndef BFDGLUE_PLACE_CLAIMS_H
#define BFDGLUE_PLACE_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "keys.h"
#include "pool.h"

#define CLAIM_CERTAIN UINT32_MAX

/* The first function that was put at an address.  */
struct claim
{
  uint64_t digest;
  uint64_t signature; /* of its COMDAT group (input_section), or 0 */
  uint32_t size;
  uint32_t
      site; /* number of its site, or CLAIM_CERTAIN: the map or the image's
                    own piece has put it there */
};

/* All zero is an empty set.  */
struct claims
{
  struct keys keys;
  struct claim *items;
  size_t capacity;
  uint64_t *key; /* for the next address, or NULL */
  struct pool pool;
};

/* The claim on ADDR, or NULL.  It stays where it is until the next
   claims_add.  */
const struct claim *claims_at (const struct claims *claims, uint64_t addr);

/* Put CLAIM on ADDR if nobody has.  False: no memory.  */
bool claims_add (struct claims *claims, uint64_t addr,
                 const struct claim *claim);

void claims_free (struct claims *claims);

#endif /* BFDGLUE_PLACE_CLAIMS_H */
