/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-look.c - one look for a section: whether it is at one base.

   Where the section fits (site_fits) and nothing is known, the base is kept as
   one of its places.  A place that has a name already counts only if the name
   is the section's own (site_credit).  */

#include "config.h"

#include "code-search.h"

enum
{
  /* Places of one site that are kept; a site with more is crowded.  */
  PLACES = 64,
  /* Places of one site that are looked at: code that is everywhere, or
     hostile.  */
  LOOKS = 1 << 14,
  /* What a look costs beside the comparison, in bytes.  */
  LOOK_COST = 64
};

uint64_t
look_cost (const struct site *site)
{
  return LOOK_COST + site->code.size;
}

/* Charge for a look for NEEDLE.  False, and its site is crowded, if there have
   been too many.  */
static bool
may_look (struct search *s, struct needle *needle)
{
  uint64_t cost = look_cost (needle->site);

  if (needle->looks == LOOKS || cost > s->cost_left)
    needle->site->crowded = true;
  if (needle->site->crowded)
    return false;
  needle->looks++;
  s->cost_left -= cost;
  return true;
}

void
look_at (struct search *s, struct needle *needle, uint64_t base)
{
  const struct sites *sites = s->sites;
  struct site *site = needle->site;

  if (!may_look (s, needle) || (base & (site->align - 1)) != 0
      || !site_fits (sites, site, base))
    return;
  struct claim claim;
  const bool taken
      = claims_at (&sites->claims, base + site->functions[0].value, &claim);
  const enum site_credit given
      = taken ? CREDIT_NONE : site_credit (sites, site, base);
  if (taken)
    site->twin |= claim.digest == site->functions[0].digest;
  else if (given != CREDIT_GIVEN)
    needle->doubtful |= given == CREDIT_DOUBT;
  else if (needle->count == PLACES)
    site->crowded = true;
  else if (array_grow (&needle->places, &needle->capacity, needle->count,
                       sizeof *needle->places))
    needle->places[needle->count++] = base;
  else
    s->no_memory = true;
}
