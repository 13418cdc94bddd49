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

/* Flags of existing functions.  */
enum
{
  EXISTING_MATCHED = 1, /* it is an input's */
  EXISTING_OWNER = 2 /* and stands for the owner of its address: that has its
                           digest and is in no COMDAT group */
};

struct address_owners
{
  const struct code_ranges *code;
  const struct existing_sframe *existing; /* or NULL */
  uint8_t *matched; /* flags, one per function of EXISTING */
  uint32_t *heads;  /* for each line, index + 1 of its last item, or 0 */
  uint64_t line_count;
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

/* Whether ADDR has an owner; sets *OWNER to it unless OWNER is NULL.  */
bool owners_at (const struct address_owners *owners, uint64_t addr,
                struct address_owner *owner);

/* Make OWNER the owner of ADDR if ADDR has none and is in code.  Only a
   function of size 0 can be placed elsewhere, and it has no competitor.
   THERE is the number of EXISTING's function with OWNER's digest at ADDR,
   which is then an input's, or SIZE_MAX.  OWNER is certain if there is one.
   False: no memory.  */
bool owners_add (struct address_owners *owners, uint64_t addr, size_t there,
                 const struct address_owner *owner);

void owners_free (struct address_owners *owners);

#endif /* BFDGLUE_ADDRESS_OWNERS_H */
