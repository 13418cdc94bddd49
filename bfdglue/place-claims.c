/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-claims.c - addresses of the image that a function of an input was
   put at.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "place-claims.h"

const struct claim *
claims_at (const struct claims *claims, uint64_t addr)
{
  uint32_t number = keys_find (&claims->keys, &addr, sizeof addr);

  return number == KEYS_NONE ? NULL : &claims->items[number];
}

bool
claims_add (struct claims *claims, uint64_t addr, const struct claim *claim)
{
  uint32_t number;

  if (keys_find (&claims->keys, &addr, sizeof addr) != KEYS_NONE)
    return true;
  uint64_t *key = pool_alloc (&claims->pool, sizeof *key);
  if (key == NULL
      || !array_grow (&claims->items, &claims->capacity, claims->keys.count,
                      sizeof *claims->items))
    return false;
  *key = addr;
  if (!keys_add (&claims->keys, key, sizeof *key, &number))
    return false;
  claims->items[number] = *claim;
  return true;
}

void
claims_free (struct claims *claims)
{
  keys_free (&claims->keys);
  free (claims->items);
  pool_free (&claims->pool);
  memset (claims, 0, sizeof *claims);
}
