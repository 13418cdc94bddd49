/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   address-owners.h - the addresses at which functions of inputs were
   placed.  */

#ifndef BFDGLUE_ADDRESS_OWNERS_H
#define BFDGLUE_ADDRESS_OWNERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code-ranges.h"
#include "pieces.h"

#define OWNER_CERTAIN UINT32_MAX

/* The first function that was placed at an address.  */
struct address_owner
{
  uint64_t digest;    /* equal only for functions of one size */
  uint64_t signature; /* of its COMDAT group (input_section), or 0 */
  uint32_t text;      /* index of its text section, or OWNER_CERTAIN: the map
                         or an existing piece gave the address */
};

struct address_owners
{
  const struct code_ranges *code;
  const struct existing_sframe *existing; /* or NULL */
  uint64_t *certain; /* a bit for each of EXISTING's functions: its owner has
                        its digest and is in no COMDAT group */
  uint32_t **pages;  /* for each 4 KiB of code the list heads of its lines, or
                        NULL */
  size_t page_count;
  struct owner_item *items;
  size_t count;
  size_t capacity;
};

/* Make OWNERS an empty set of addresses of CODE.  EXISTING holds the existing
   functions, most of which will get owners; it may be NULL.  Both must outlive
   OWNERS.  False: no memory; OWNERS can be freed then, and if it is all
   zero.  */
bool owners_begin (struct address_owners *owners,
                   const struct code_ranges *code,
                   const struct existing_sframe *existing);

/* Whether ADDR has an owner; sets *OWNER to it.  */
bool owners_at (const struct address_owners *owners, uint64_t addr,
                struct address_owner *owner);

/* Whether ADDR has an owner, or an existing function is there.  */
bool owners_known_at (const struct address_owners *owners, uint64_t addr);

/* Whether ADDR has an owner.  */
bool owners_any_at (const struct address_owners *owners, uint64_t addr);

/* Make OWNER the owner of ADDR if ADDR has none and is in code.  Only a
   function of size 0 can be placed elsewhere, and it has no competitor.
   False: no memory.  */
bool owners_add (struct address_owners *owners, uint64_t addr,
                 const struct address_owner *owner);

/* The same for OWNER, which is certain, and the address of EXISTING's function
   number IDX, which has the same digest.  */
bool owners_add_existing (struct address_owners *owners, size_t idx,
                          const struct address_owner *owner);

void owners_free (struct address_owners *owners);

#endif /* BFDGLUE_ADDRESS_OWNERS_H */
