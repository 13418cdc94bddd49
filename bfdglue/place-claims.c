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
  const size_t count = claims->keys.count;
  uint32_t number;

  if (claims->key == NULL)
    claims->key = pool_alloc (&claims->pool, sizeof *claims->key);
  if (claims->key == NULL
      || !array_grow (&claims->items, &claims->capacity, count,
                      sizeof *claims->items))
    return false;
  *claims->key = addr;
  if (!keys_add (&claims->keys, claims->key, sizeof addr, &number))
    return false;
  if (number < count)
    return true;
  claims->key = NULL; /* taken */
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
