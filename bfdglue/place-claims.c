/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-claims.c - addresses of the image that a function of an input was
   put at.

   Theory of operation.  The bytes of code, counted through all executable
   segments, are divided into lines of 64, and each line has a list of the
   claims in it: no more than 64, whatever the files say, and mostly one.  The
   heads of 64 lines are a page, which is made for its first claim.  Nothing is
   hashed, so that nobody can make addresses that collide, and functions that
   lie close to each other have heads that do.  A tree of the addresses
   (keys.c) took a sixth of a link's time, waiting for memory at each
   fork.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "place-claims.h"
#include "pool.h"

enum
{
  LINE_BITS = 6,
  PAGE_LINES = 64,
  PAGE_BYTES = PAGE_LINES << LINE_BITS
};

struct claim_item
{
  struct claim claim;
  uint32_t next; /* the number of the next in its line, plus 1, or 0 */
  uint8_t low;   /* which byte of the line it is */
};

bool
claims_begin (struct claims *claims, const struct code *code)
{
  *claims = (struct claims){ .code = code };
  claims->page_count = (size_t) (code_total (code) / PAGE_BYTES) + 1;
  claims->pages
      = (uint32_t **) calloc (claims->page_count, sizeof *claims->pages);
  return claims->pages != NULL;
}

const struct claim *
claims_at (const struct claims *claims, uint64_t addr)
{
  const uint64_t at = code_position (claims->code, addr);
  const uint64_t page = at / PAGE_BYTES;

  if (page >= claims->page_count || claims->pages[page] == NULL)
    return NULL;
  uint32_t number = claims->pages[page][at % PAGE_BYTES >> LINE_BITS];
  while (number != 0)
    {
      const struct claim_item *item = &claims->items[number - 1];
      if (item->low == at % (1U << LINE_BITS))
        return &item->claim;
      number = item->next;
    }
  return NULL;
}

bool
claims_add (struct claims *claims, uint64_t addr, const struct claim *claim)
{
  const uint64_t at = code_position (claims->code, addr);
  const uint64_t page = at / PAGE_BYTES;

  if (page >= claims->page_count || claims_at (claims, addr) != NULL)
    return true;
  if (claims->pages[page] == NULL)
    claims->pages[page] = calloc (PAGE_LINES, sizeof *claims->pages[page]);
  if (claims->pages[page] == NULL || claims->count == UINT32_MAX
      || !array_grow (&claims->items, &claims->capacity, claims->count,
                      sizeof *claims->items))
    return false;
  uint32_t *head = &claims->pages[page][at % PAGE_BYTES >> LINE_BITS];
  claims->items[claims->count++] = (struct claim_item){
    .claim = *claim, .next = *head, .low = (uint8_t) (at % (1U << LINE_BITS))
  };
  *head = (uint32_t) claims->count;
  return true;
}

void
claims_free (struct claims *claims)
{
  for (size_t i = 0; i < claims->page_count && claims->pages != NULL; i++)
    free (claims->pages[i]);
  free ((void *) claims->pages);
  free (claims->items);
  memset (claims, 0, sizeof *claims);
}
