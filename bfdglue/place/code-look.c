/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-look.c - one step of the code search: test a section at one base.

   If the section fits there (text_fits) and nothing is known of the place, the
   base is kept as one of its places.  A place that has a name counts only if
   the name is the section's (match_strength).  */

#include "config.h"

#include "code-search.h"
#include "place-limits.h"

uint64_t
look_cost (const struct text_section *text)
{
  return LIMIT_LOOK_COST + text->code.size;
}

/* Charge for a look with SEARCH_KEY.  After too many looks its section becomes
   crowded.  False: do not look.  */
static bool
may_look (struct search *s, struct search_key *search_key)
{
  uint64_t cost = look_cost (search_key->text);

  if (search_key->looks == LIMIT_CODE_LOOKS || cost > s->cost_left)
    search_key->text->match = MATCH_CROWDED;
  if (search_key->text->match == MATCH_CROWDED)
    return false;
  search_key->looks++;
  s->cost_left -= cost;
  return true;
}

void
look_at (struct search *s, struct search_key *search_key, uint64_t base)
{
  const struct text_sections *texts = s->texts;
  struct text_section *text = search_key->text;

  if (!may_look (s, search_key) || (base & (text->align - 1)) != 0
      || !text_fits (texts, text, base))
    return;
  struct address_owner owner;
  const bool owned
      = owners_at (&texts->owners, base + text->functions[0].value, &owner);
  const enum match_strength strength
      = owned ? MATCH_NONE : match_strength (texts, text, base);
  if (owned)
    search_key->equal |= owner.digest == text->functions[0].digest;
  else if (strength != MATCH_STRONG)
    search_key->doubtful |= strength == MATCH_DOUBTFUL;
  else if (search_key->count == LIMIT_CODE_PLACES)
    text->match = MATCH_CROWDED;
  else if (array_grow (&search_key->places, &search_key->capacity,
                       search_key->count, sizeof *search_key->places))
    search_key->places[search_key->count++] = base;
  else
    s->no_memory = true;
}
