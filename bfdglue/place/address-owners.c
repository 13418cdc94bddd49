/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   address-owners.c - addresses of the image that a function of an input was
   put at.

   Theory of operation.  The bytes of code, counted through all executable
   segments, are divided into lines of 64, and each line has a list of the
   claims in it: no more than 64, whatever the files say, and mostly one.  The
   heads of 64 lines are a page, which is made for its first claim.  Nothing is
   hashed, so that nobody can make addresses that collide, and functions that
   lie close to each other have heads that do.  A tree of the addresses
   (string-set.c) took a sixth of a link's time, waiting for memory at each
   fork.

   What linkers that merge have left is claimed as it is, and then one bit for
   the own function says all there is to say [is_certain]: a million lists
   would take 38 MB.  Only the first of several own functions at one address
   has that, which makes it one look.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "address-owners.h"
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
claims_begin (struct claims *claims, const struct code *code,
              const struct own *own)
{
  *claims = (struct claims){ .code = code, .own = own };
  claims->page_count = (size_t) (code_total (code) / PAGE_BYTES) + 1;
  claims->pages
      = (uint32_t **) calloc (claims->page_count, sizeof *claims->pages);
  if (own != NULL)
    claims->certain
        = calloc (own->function_count / 64 + 1, sizeof *claims->certain);
  return claims->pages != NULL && (own == NULL || claims->certain != NULL);
}

/* Whether own function number IDX is claimed as it is.  */
static bool
is_certain (const struct claims *claims, size_t idx)
{
  return (claims->certain[idx / 64] >> idx % 64 & 1) != 0;
}

/* The first of OWN's functions that begins at ADDR, or SIZE_MAX.  */
static size_t
own_at (const struct claims *claims, uint64_t addr)
{
  return claims->own == NULL ? SIZE_MAX : own_first_at (claims->own, addr);
}

/* The claim in the lists on the byte AT of the code, or NULL.  */
static const struct claim *
listed_at (const struct claims *claims, uint64_t at)
{
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
claims_at (const struct claims *claims, uint64_t addr, struct claim *claim)
{
  const size_t own = own_at (claims, addr);

  if (own != SIZE_MAX && is_certain (claims, own))
    {
      *claim = (struct claim){ .digest = claims->own->functions[own].digest,
                               .site = CLAIM_CERTAIN };
      return true;
    }
  const struct claim *listed
      = listed_at (claims, code_position (claims->code, addr));
  if (listed != NULL)
    *claim = *listed;
  return listed != NULL;
}

bool
claims_any_at (const struct claims *claims, uint64_t addr)
{
  struct claim claim;

  return claims_at (claims, addr, &claim);
}

/* Put CLAIM, the first there, on the byte AT of the code.  */
static bool
list (struct claims *claims, uint64_t at, const struct claim *claim)
{
  uint32_t **page = &claims->pages[at / PAGE_BYTES];

  if (*page == NULL)
    *page = calloc (PAGE_LINES, sizeof **page);
  if (*page == NULL || claims->count == UINT32_MAX
      || !array_grow (&claims->items, &claims->capacity, claims->count,
                      sizeof *claims->items))
    return false;
  uint32_t *head = &(*page)[at % PAGE_BYTES >> LINE_BITS];
  claims->items[claims->count++] = (struct claim_item){
    .claim = *claim, .next = *head, .low = (uint8_t) (at % (1U << LINE_BITS))
  };
  *head = (uint32_t) claims->count;
  return true;
}

bool
claims_add (struct claims *claims, uint64_t addr, const struct claim *claim)
{
  const uint64_t at = code_position (claims->code, addr);
  const size_t own = own_at (claims, addr);

  if (at / PAGE_BYTES >= claims->page_count || listed_at (claims, at) != NULL
      || (own != SIZE_MAX && is_certain (claims, own)))
    return true;
  if (own == SIZE_MAX || claim->site != CLAIM_CERTAIN || claim->signature != 0
      || claims->own->functions[own].digest != claim->digest)
    return list (claims, at, claim);
  claims->certain[own / 64] |= UINT64_C (1) << own % 64;
  return true;
}

bool
claims_add_own (struct claims *claims, size_t idx, const struct claim *claim)
{
  const struct own_function *f = &claims->own->functions[idx];

  /* Lists and the bits of others at the address are in the way of few.  */
  if ((idx != 0 && f[-1].addr == f->addr) || claim->signature != 0
      || claims->count != 0)
    return claims_add (claims, f->addr, claim);
  claims->certain[idx / 64] |= UINT64_C (1) << idx % 64;
  return true;
}

void
claims_free (struct claims *claims)
{
  for (size_t i = 0; i < claims->page_count && claims->pages != NULL; i++)
    free (claims->pages[i]);
  free ((void *) claims->pages);
  free (claims->items);
  free (claims->certain);
  memset (claims, 0, sizeof *claims);
}
