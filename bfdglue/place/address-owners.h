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

#define CLAIM_CERTAIN UINT32_MAX

/* The first function that was put at an address.  */
struct claim
{
  uint64_t digest;    /* equal only for functions of one size */
  uint64_t signature; /* of its COMDAT group (input_section), or 0 */
  uint32_t site;      /* number of its site, or CLAIM_CERTAIN: the map or the
                         image's own piece has put it there */
};

struct claims
{
  const struct code *code;
  const struct own *own; /* or NULL */
  uint64_t *certain;     /* a bit for each of OWN's functions: it is claimed as
                            what it is, by one of no group */
  uint32_t **pages; /* of each 4 KiB of code, what its lines have first, or
                       NULL */
  size_t page_count;
  struct claim_item *items;
  size_t count;
  size_t capacity;
};

/* Make CLAIMS an empty set of addresses of CODE.  OWN, which may be NULL, are
   the functions that are there already, most of which will be claimed.  Both
   must outlive it.  False: no memory; all zero may be freed.  */
bool claims_begin (struct claims *claims, const struct code *code,
                   const struct own *own);

/* Whether there is a claim on ADDR, which *CLAIM becomes then.  */
bool claims_at (const struct claims *claims, uint64_t addr,
                struct claim *claim);

/* Whether there is one.  */
bool claims_any_at (const struct claims *claims, uint64_t addr);

/* Put CLAIM on ADDR if nobody has, and there is code: only a function of size
   0 can be put elsewhere, which nobody else can contend for.  False: no
   memory.  */
bool claims_add (struct claims *claims, uint64_t addr,
                 const struct claim *claim);

/* The same for CLAIM, which is certain, on OWN's function number IDX, whose
   digest it has.  */
bool claims_add_own (struct claims *claims, size_t idx,
                     const struct claim *claim);

void claims_free (struct claims *claims);

#endif /* BFDGLUE_ADDRESS_OWNERS_H */
