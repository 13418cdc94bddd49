/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   address-owners.c - the addresses at which functions of inputs were placed.

   Theory of operation.  The bytes of code, counted through all executable
   segments, are divided into lines of 64 bytes.  Each line has a list of its
   owned addresses: at most 64, whatever the files contain, and mostly one.
   There is no hash, so no input can produce collisions, and functions close to
   each other have list heads close to each other.  The heads take a sixteenth
   of the code's size, of which only the part with owners is touched.  A tree
   of the addresses (string-set.c) took a sixth of a link's time, waiting for
   memory at each node.

   In the image of a linker that merges, nearly every owner has the digest of
   the existing function at its address.  Then that function stands for it
   [EXISTING_OWNER]; a million lists would take 38 MB.  Only the first of
   several existing functions at one address does, so one look-up finds it.  */

#include "config.h"

#include <stdlib.h>

#include "address-owners.h"
#include "pool.h"

enum
{
  LINE_BYTES = 64
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
  owners->line_count = code_ranges_total (code) / LINE_BYTES + 1;
  owners->heads = calloc ((size_t) owners->line_count, sizeof *owners->heads);
  if (existing != NULL)
    owners->matched
        = calloc (existing->functions.count + 1, sizeof *owners->matched);
  return owners->heads != NULL
         && (existing == NULL || owners->matched != NULL);
}

/* The owner listed for ADDR, or NULL.  */
static const struct address_owner *
listed_at (const struct address_owners *owners, uint64_t addr)
{
  const uint64_t at = code_ranges_position (owners->code, addr);

  if (at / LINE_BYTES >= owners->line_count)
    return NULL;
  uint32_t number = owners->heads[at / LINE_BYTES];
  while (number != 0 && owners->items[number - 1].low != at % LINE_BYTES)
    number = owners->items[number - 1].next;
  return number == 0 ? NULL : &owners->items[number - 1].owner;
}

bool
owners_at (const struct address_owners *owners, uint64_t addr,
           struct address_owner *owner)
{
  struct address_owner certain = { .text = OWNER_CERTAIN };
  const struct address_owner *found
      = owners->count == 0 ? NULL : listed_at (owners, addr);

  if (found == NULL && owners->existing != NULL)
    {
      const size_t first = pieces_first_at (owners->existing, addr);
      if (first != SIZE_MAX && (owners->matched[first] & EXISTING_OWNER) != 0)
        {
          certain.digest = owners->existing->functions.at[first].digest;
          found = &certain;
        }
    }
  if (found != NULL && owner != NULL)
    *owner = *found;
  return found != NULL;
}

/* List OWNER, the first one, for ADDR.  */
static bool
list (struct address_owners *owners, uint64_t addr,
      const struct address_owner *owner)
{
  const uint64_t at = code_ranges_position (owners->code, addr);

  if (at / LINE_BYTES >= owners->line_count)
    return true;
  if (owners->count == UINT32_MAX
      || !array_grow (&owners->items, &owners->capacity, owners->count,
                      sizeof *owners->items))
    return false;
  uint32_t *head = &owners->heads[at / LINE_BYTES];
  owners->items[owners->count++] = (struct owner_item){
    .owner = *owner, .next = *head, .low = (uint8_t) (at % LINE_BYTES)
  };
  *head = (uint32_t) owners->count;
  return true;
}

bool
owners_add (struct address_owners *owners, uint64_t addr, size_t there,
            const struct address_owner *owner)
{
  const bool by_existing
      = there != SIZE_MAX && owner->signature == 0
        && (there == 0
            || owners->existing->functions.at[there - 1].addr != addr);
  /* Few existing functions are not the first at their address, or meet a
     list.  */
  const bool owned
      = !(by_existing && owners->count == 0) && owners_at (owners, addr, NULL);

  if (there != SIZE_MAX)
    owners->matched[there] |= by_existing && !owned
                                  ? EXISTING_MATCHED | EXISTING_OWNER
                                  : EXISTING_MATCHED;
  return owned || by_existing || list (owners, addr, owner);
}

void
owners_free (struct address_owners *owners)
{
  free (owners->heads);
  free (owners->items);
  free (owners->matched);
  *owners = (struct address_owners){ 0 };
}
