/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   address-owners.h - addresses of the image that a function of an input was
   put at.  */

#ifndef BFDGLUE_ADDRESS_OWNERS_H
#define BFDGLUE_ADDRESS_OWNERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code-ranges.h"
#include "pieces.h"

#define OWNER_CERTAIN UINT32_MAX

/* The first function that was put at an address.  */
struct address_owner
{
  uint64_t digest;    /* equal only for functions of one size */
  uint64_t signature; /* of its COMDAT group (input_section), or 0 */
  uint32_t text;      /* number of its site, or OWNER_CERTAIN: the map or the
                         image's own piece has put it there */
};

struct address_owners
{
  const struct code_ranges *code;
  const struct existing_sframe *existing; /* or NULL */
  uint64_t
      *certain;     /* a bit for each of EXISTING's functions: it is claimed as
                            what it is, by one of no group */
  uint32_t **pages; /* of each 4 KiB of code, what its lines have first, or
                       NULL */
  size_t page_count;
  struct owner_item *items;
  size_t count;
  size_t capacity;
};

/* Make OWNERS an empty set of addresses of CODE.  EXISTING, which may be NULL,
   are the functions that are there already, most of which will be claimed.
   Both must outlive it.  False: no memory; all zero may be freed.  */
bool owners_begin (struct address_owners *owners,
                   const struct code_ranges *code,
                   const struct existing_sframe *existing);

/* Whether there is a claim on ADDR, which *OWNER becomes then.  */
bool owners_at (const struct address_owners *owners, uint64_t addr,
                struct address_owner *owner);

/* Whether there is one.  */
bool owners_any_at (const struct address_owners *owners, uint64_t addr);

/* Put OWNER on ADDR if nobody has, and there is code: only a function of size
   0 can be put elsewhere, which nobody else can contend for.  False: no
   memory.  */
bool owners_add (struct address_owners *owners, uint64_t addr,
                 const struct address_owner *owner);

/* The same for OWNER, which is certain, on EXISTING's function number IDX,
   whose digest it has.  */
bool owners_add_existing (struct address_owners *owners, size_t idx,
                          const struct address_owner *owner);

void owners_free (struct address_owners *owners);

#endif /* BFDGLUE_ADDRESS_OWNERS_H */
