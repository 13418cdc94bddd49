/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   choose-base.c - placing the sites that have one candidate left.

   Theory of operation.  A candidate has been proven by code, so sites that
   contend for one place have the same bytes; what matters is whose rows stand
   there, and that a site with several places gets its own.

   In each round the candidates of a site are narrowed [narrow] by the STT_FILE
   group of its object, as far as that is known, and by what other sites have
   taken.  Sites with one candidate left are placed together with all that want
   the same base [settle_base]: the best voter first, then link order, as
   linkers choose among definitions.  One that is alike is folded, or a COMDAT
   copy that was not kept; a weak body that a strong one of the same name
   overrides is still somewhere, under no name, and is left to the search.
   A placed object shows which STT_FILE group is its own (file-groups.c), which
   narrows others in the next round.

   What has several candidates in the end is left to equal-sections.c.  */

#include "config.h"

#include <stdlib.h>

#include "text-sections.h"

enum
{
  /* A group found in one round helps in the next; real links need two.  */
  ROUNDS = 4
};

/* A site with one candidate.  */
struct wish
{
  uint64_t base;
  uint32_t site;
  enum site_voter voter;
  bool doubtful; /* site_object.doubtful */
};

/* Put SITE at its base.  */
static bool
put (struct sites *sites, struct site *site, enum site_state state)
{
  struct claim claim = { .signature = site->signature,
                         .site = (uint32_t) (site - sites->sites) };

  site->state = state;
  sites->objects[site->object].placed++;
  for (size_t i = 0; i < site->function_count; i++)
    {
      const struct site_function *f = &site->functions[i];
      claim.digest = f->digest;
      if (!claims_add (&sites->claims, site->base + f->value, &claim))
        return say_nomem (sites->sink, NULL) == SFM_OK;
    }
  return true;
}

/* Whether the claims on the places of all functions of SITE at BASE say the
   same; *CLAIM is one that does not if there is any, else one, if there is one
   at all [*ANY].  */
static bool
claimed_alike (const struct sites *sites, const struct site *site,
               uint64_t base, struct claim *claim, bool *any)
{
  bool alike = true;

  *any = false;
  for (size_t i = 0; i < site->function_count && alike; i++)
    {
      const struct site_function *f = &site->functions[i];
      const bool here = claims_at (&sites->claims, base + f->value, claim);
      alike = here && claim->digest == f->digest;
      *any |= here;
    }
  return alike;
}

/* Whether OWNER is certainly part of the image: archive members may not have
   been extracted, unless there are STT_FILE groups for all inputs of their
   source.  */
static bool
is_linked (const struct sites *sites, const struct site_object *owner)
{
  return !owner->member
         || (owner->source != 0
             && sites->inputs_of[owner->source]
                    <= sites->groups_of[owner->source]);
}

/* Whether OTHER, which is placed, has the global name that brought SITE to
   BASE, and just there.  */
static bool
is_same_name (const struct site *site, uint64_t base, const struct site *other)
{
  const struct site_symbol *voter = NULL;

  if (other == NULL || site->voter == VOTER_CODE || site->voter == VOTER_LOCAL
      || other->voter == VOTER_CODE)
    return false;
  for (size_t i = 0; i < site->symbol_count && voter == NULL; i++)
    if (site->symbols[i].count != 0
        && site->symbols[i].named == site->voter_named)
      voter = &site->symbols[i];
  for (size_t i = 0; i < other->symbol_count && voter != NULL; i++)
    {
      const struct site_symbol *symbol = &other->symbols[i];
      if (symbol->global && symbol->count != 0 && symbol->named == voter->named
          && other->base + symbol->value == base + voter->value)
        return true;
    }
  return false;
}

/* Whether the rows of SITE may be the right ones though OTHER, whose are not
   alike, is at the same place, or that place is certainly another's (NULL).
   Both are given to the engine then, which leaves both out.  */
static bool
is_undecided (const struct sites *sites, const struct site *site,
              const struct site *other, bool same_name)
{
  if (other == NULL || sites->objects[site->object].doubtful
      || site->voter == VOTER_CODE || other->voter == VOTER_CODE)
    return false;
  const bool linked = is_linked (sites, &sites->objects[other->object]);
  /* Two names of one place: the code was folded, and whose rows were kept, the
     linker alone knows.  And a global that is local in the image may as well
     be another's local.  */
  if (!same_name || site->voter == VOTER_STRONG)
    return true;
  /* The first of several weak definitions counts, but members of archives come
     in the order in which they were extracted, and a COMDAT group may have a
     strong one.  */
  if (other->voter == VOTER_WEAK)
    return !linked || sites->objects[site->object].member
           || sites->objects[other->object].member
           || site->voter_weak != other->voter_weak;
  return !linked;
}

bool
choose_contest (struct sites *sites, const struct site *site, uint64_t base)
{
  const struct claim claim = { .site = (uint32_t) (site - sites->sites) };

  for (size_t i = 0; i < site->function_count; i++)
    if (!claims_add (&sites->contested, base + site->functions[i].value,
                     &claim))
      return say_nomem (sites->sink, NULL) == SFM_OK;
  return true;
}

bool
choose_is_contested (const struct sites *sites, const struct site *site,
                     uint64_t base)
{
  for (size_t i = 0; i < site->function_count; i++)
    if (claims_any_at (&sites->contested, base + site->functions[i].value))
      return true;
  return false;
}

bool
choose_claim (struct sites *sites, struct site *site, uint64_t base)
{
  struct claim claim;
  bool any, alike = claimed_alike (sites, site, base, &claim, &any);

  site->base = base;
  if (!any && choose_is_contested (sites, site, base))
    {
      site->crowded = true;
      return true;
    }
  if (!any)
    return put (sites, site, SITE_PLACED);

  const struct site *other
      = claim.site == CLAIM_CERTAIN ? NULL : &sites->sites[claim.site];
  bool same_name = is_same_name (site, base, other);
  if (site->comdat && claim.signature == site->signature)
    site->state = SITE_DISCARDED;
  /* A weak one may be overridden, and be somewhere else.  */
  else if (alike && !same_name && site->voter != VOTER_WEAK)
    site->state = SITE_FOLDED;
  else if (alike)
    site->overridden = true;
  else if (is_undecided (sites, site, other, same_name))
    return put (sites, site, SITE_PLACED);
  else
    site->overridden = true;
  return true;
}

/* Whether a candidate of SITE in STT_FILE group FILE can be its.  */
static bool
of_object (const struct sites *sites, const struct site *site, uint32_t file)
{
  const struct site_object *object = &sites->objects[site->object];

  if (site->voter != VOTER_LOCAL || object->source == 0 || file == 0)
    return true;
  if (object->file != 0)
    return file == object->file;
  return sites->file_names[file] == object->source
         && sites->owner_of_file[file] == 0;
}

size_t
choose_narrow (const struct sites *sites, const struct site *site,
               struct site_candidate *left, size_t limit)
{
  size_t count = 0, free_count = 0;

  for (size_t i = 0; i < site->candidate_count; i++)
    {
      const struct site_candidate *c = &site->candidates[i];
      if (!of_object (sites, site, c->file))
        continue;
      bool taken
          = claims_any_at (&sites->claims, c->base + site->functions[0].value);
      /* As long as none is free, those that are taken count: its code may
         have been folded.  */
      if (taken && free_count != 0)
        continue;
      if (!taken && free_count++ == 0)
        count = 0;
      if (count < limit)
        left[count] = *c;
      count++;
      /* More than LIMIT is all that is asked then, of thousands maybe.  */
      if (free_count > limit)
        break;
    }
  return count;
}

static int
compare_wishes (const void *a, const void *b)
{
  const struct wish *x = a, *y = b;

  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  if (x->doubtful != y->doubtful)
    return x->doubtful ? 1 : -1;
  if (x->voter != y->voter)
    return x->voter < y->voter ? -1 : 1;
  return x->site < y->site ? -1 : x->site > y->site;
}

bool
choose_alike (const struct site *a, const struct site *b)
{
  if (a->function_count != b->function_count)
    return false;
  for (size_t i = 0; i < a->function_count; i++)
    if (a->functions[i].value != b->functions[i].value
        || a->functions[i].digest != b->functions[i].digest)
      return false;
  return true;
}

/* Settle the COUNT WISHES for one base.  */
static bool
settle_base (struct sites *sites, const struct wish *wishes, size_t count)
{
  struct site *first = &sites->sites[wishes[0].site];
  bool contested = false, good = true;

  /* Static functions of one name and code with different rows: which of them
     is there, nobody can tell.  */
  for (size_t i = 1; i < count; i++)
    contested |= wishes[i].voter == first->voter
                 && !choose_alike (first, &sites->sites[wishes[i].site]);
  contested &= first->voter == VOTER_LOCAL || first->voter == VOTER_CODE;
  for (size_t i = 0; i < count && good; i++)
    {
      struct site *site = &sites->sites[wishes[i].site];
      if (contested && site->voter == first->voter)
        {
          site->crowded = true;
          good = choose_contest (sites, site, wishes[i].base);
        }
      else
        good = choose_claim (sites, site, wishes[i].base);
      if (site->state == SITE_PLACED)
        pin_object (sites, site);
    }
  return good;
}

/* One round.  *COUNT is how many sites had one candidate left.  */
static sfm_status
play_round (struct sites *sites, struct wish *wishes, size_t *count)
{
  struct site_candidate left;
  bool good = true;

  *count = 0;
  for (size_t i = 0; i < sites->count; i++)
    {
      struct site *site = &sites->sites[i];
      if (choose_is_open (site) && choose_narrow (sites, site, &left, 1) == 1)
        wishes[(*count)++] = (struct wish){
          .base = left.base,
          .site = (uint32_t) i,
          .voter = site->voter,
          .doubtful = sites->objects[site->object].doubtful,
        };
    }
  if (*count != 0)
    qsort (wishes, *count, sizeof *wishes, compare_wishes);
  for (size_t i = 0, end; i < *count && good; i = end)
    {
      for (end = i + 1; end < *count && wishes[end].base == wishes[i].base;
           end++)
        continue;
      good = settle_base (sites, &wishes[i], end - i);
    }
  return good ? SFM_OK : SFM_ERR_NOMEM;
}

sfm_status
choose_places (struct sites *sites)
{
  struct wish *wishes = calloc (sites->count + 1, sizeof *wishes);
  sfm_status status = SFM_OK;
  size_t count = 1;

  if (wishes == NULL)
    return say_nomem (sites->sink, NULL);
  for (unsigned i = 0; i < ROUNDS && count != 0 && status == SFM_OK; i++)
    status = play_round (sites, wishes, &count);
  free (wishes);
  return status;
}
