/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   address-owners.c - the addresses at which functions of inputs were placed.

   Theory of operation.  The bytes of code, counted through all executable
   segments, are divided into lines of 64 bytes.  Each line has a list of its
   owned addresses: at most 64, whatever the files contain, and mostly one.
   The list heads of 64 lines are a page, allocated with its first owner.
   There is no hash, so no input can produce collisions, and functions close to
   each other have heads close to each other.  A tree of the addresses
   (string-set.c) took a sixth of a link's time, waiting for memory at each
   node.

   In the image of a linker that merges, nearly every owner has the digest of
   the existing function at its address.  Then one bit for that function is
   enough [is_certain]; a million lists would take 38 MB.  Only the first of
   several existing functions at one address has a bit, so one look-up finds
   it.  */

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

struct owner_item
{
  struct address_owner owner;
  uint32_t next; /* index + 1 of the next in its line, or 0 */
  uint8_t low;   /* byte within the line */
};

bool
owners_begin (struct address_owners *owners, const struct code_ranges *code,
              const struct existing_sframe *existing)
{
  *owners = (struct address_owners){ .code = code, .existing = existing };
  owners->page_count = (size_t) (code_ranges_total (code) / PAGE_BYTES) + 1;
  owners->pages
      = (uint32_t **) calloc (owners->page_count, sizeof *owners->pages);
  if (existing != NULL)
    owners->certain
        = calloc (existing->functions.count / 64 + 1, sizeof *owners->certain);
  return owners->pages != NULL
         && (existing == NULL || owners->certain != NULL);
}

/* Whether existing function number IDX has an owner with its digest.  */
static bool
is_certain (const struct address_owners *owners, size_t idx)
{
  return (owners->certain[idx / 64] >> idx % 64 & 1) != 0;
}

/* The index of the first existing function at ADDR, or SIZE_MAX.  */
static size_t
existing_at (const struct address_owners *owners, uint64_t addr)
{
  return owners->existing == NULL ? SIZE_MAX
                                  : pieces_first_at (owners->existing, addr);
}

/* The owner listed for byte AT of the code, or NULL.  */
static const struct address_owner *
listed_at (const struct address_owners *owners, uint64_t at)
{
  const uint64_t page = at / PAGE_BYTES;

  if (page >= owners->page_count || owners->pages[page] == NULL)
    return NULL;
  uint32_t number = owners->pages[page][at % PAGE_BYTES >> LINE_BITS];
  while (number != 0)
    {
      const struct owner_item *item = &owners->items[number - 1];
      if (item->low == at % (1U << LINE_BITS))
        return &item->owner;
      number = item->next;
    }
  return NULL;
}

bool
owners_at (const struct address_owners *owners, uint64_t addr,
           struct address_owner *owner)
{
  const size_t existing = existing_at (owners, addr);

  if (existing != SIZE_MAX && is_certain (owners, existing))
    {
      *owner = (struct address_owner){
        .digest = owners->existing->functions.at[existing].digest,
        .text = OWNER_CERTAIN
      };
      return true;
    }
  const struct address_owner *listed
      = listed_at (owners, code_ranges_position (owners->code, addr));
  if (listed != NULL)
    *owner = *listed;
  return listed != NULL;
}

bool
owners_any_at (const struct address_owners *owners, uint64_t addr)
{
  struct address_owner owner;

  return owners_at (owners, addr, &owner);
}

bool
owners_known_at (const struct address_owners *owners, uint64_t addr)
{
  return existing_at (owners, addr) != SIZE_MAX
         || listed_at (owners, code_ranges_position (owners->code, addr))
                != NULL;
}

/* List OWNER, the first one, for byte AT of the code.  */
static bool
list (struct address_owners *owners, uint64_t at,
      const struct address_owner *owner)
{
  uint32_t **page = &owners->pages[at / PAGE_BYTES];

  if (*page == NULL)
    *page = calloc (PAGE_LINES, sizeof **page);
  if (*page == NULL || owners->count == UINT32_MAX
      || !array_grow (&owners->items, &owners->capacity, owners->count,
                      sizeof *owners->items))
    return false;
  uint32_t *head = &(*page)[at % PAGE_BYTES >> LINE_BITS];
  owners->items[owners->count++] = (struct owner_item){
    .owner = *owner, .next = *head, .low = (uint8_t) (at % (1U << LINE_BITS))
  };
  *head = (uint32_t) owners->count;
  return true;
}

bool
owners_add (struct address_owners *owners, uint64_t addr,
            const struct address_owner *owner)
{
  const uint64_t at = code_ranges_position (owners->code, addr);
  const size_t existing = existing_at (owners, addr);

  if (at / PAGE_BYTES >= owners->page_count || listed_at (owners, at) != NULL
      || (existing != SIZE_MAX && is_certain (owners, existing)))
    return true;
  if (existing == SIZE_MAX || owner->text != OWNER_CERTAIN
      || owner->signature != 0
      || owners->existing->functions.at[existing].digest != owner->digest)
    return list (owners, at, owner);
  owners->certain[existing / 64] |= UINT64_C (1) << existing % 64;
  return true;
}

bool
owners_add_existing (struct address_owners *owners, size_t idx,
                     const struct address_owner *owner)
{
  const struct function *f = &owners->existing->functions.at[idx];

  /* Few functions are not the first at their address, or meet a list.  */
  if ((idx != 0 && f[-1].addr == f->addr) || owner->signature != 0
      || owners->count != 0)
    return owners_add (owners, f->addr, owner);
  owners->certain[idx / 64] |= UINT64_C (1) << idx % 64;
  return true;
}

void
owners_free (struct address_owners *owners)
{
  for (size_t i = 0; i < owners->page_count && owners->pages != NULL; i++)
    free (owners->pages[i]);
  free ((void *) owners->pages);
  free (owners->items);
  free (owners->certain);
  memset (owners, 0, sizeof *owners);
}
