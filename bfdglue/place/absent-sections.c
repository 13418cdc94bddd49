/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   absent-sections.c - what became of the sites that are nowhere.

   Theory of operation.  That a section is not in the image must be
   shown: none of the names of its functions is there, though names of their
   kind were kept [verdict_by_names]; or its name is there, and the code there
   is another input's; or nothing of its archive member is there; or its code
   is nowhere, the linker has rewritten none that has a name, and the names
   show of other sections of its object that they are there, or that they are
   not [is_left_out].

   A name with other code, of which no other input speaks, is a function that
   the linker or somebody else has changed, if the rest of its object is there
   as it was.  Else the object is not the one that was linked, and its
   functions are not found: that must not pass as a loss among others.  */

#include "config.h"

#include "unmatched.h"
#include "text-sections.h"

/* What the image shows under the names of a site's functions.  */
struct names
{
  bool any;     /* there are names */
  bool absent;  /* none of them is in the image, and all would be */
  bool strong;  /* a strong one is */
  bool weak;    /* another global one is */
  bool taken;   /* a global one is at another input's function, or at one that
                  the image describes */
  bool foreign; /* ... and that one is not a copy from the same COMDAT group */
  bool local;   /* all are local ones */
  bool grouped; /* a local one is in the object's STT_FILE group */
};

/* Whether a function that is not of SITE is known at ADDR.  */
static bool
is_taken (const struct sites *sites, const struct site *site, uint64_t addr)
{
  struct claim claim;

  if (claims_at (&sites->claims, addr, &claim))
    return claim.site == CLAIM_CERTAIN || &sites->sites[claim.site] != site;
  return own_any_at (sites->from->own, addr);
}

/* Whether NAMED, which has the name SYMBOL of SITE, is no copy of SITE from
   the same COMDAT group, but another definition: the group of SITE may be
   there as well, without that name.  So it is with constructors, which GCC
   and Clang put into groups of other signatures, and with a strong definition
   beside an inline one.  */
static bool
is_foreign (const struct sites *sites, const struct site *site,
            const struct site_symbol *symbol,
            const struct evidence_symbol *named)
{
  struct claim claim;

  if (named->global && named->weak != symbol->weak)
    return true;
  return claims_at (&sites->claims, named->addr, &claim)
         && claim.signature != site->signature;
}

/* Add what the image has of SYMBOL to NAMES.  */
static void
look_up (const struct sites *sites, const struct site *site,
         const struct site_symbol *symbol, struct names *names)
{
  enum
  {
    LOOK_LIMIT = 64
  };
  const struct evidence *evidence = sites->from->evidence;
  uint32_t file = sites->objects[site->object].file;

  for (size_t i = 0; i < symbol->count && i < LOOK_LIMIT; i++)
    {
      uint32_t idx = evidence->by_name[symbol->named + i].idx;
      const struct evidence_symbol *named = &evidence->symbols[idx];
      if (symbols_in_plt (sites->from->code, named))
        continue;
      if (!symbol->global)
        {
          names->grouped |= file != 0 && named->file == file;
          continue;
        }
      names->strong |= !symbol->weak && !site->comdat;
      names->weak |= symbol->weak || site->comdat;
      names->taken |= is_taken (sites, site, named->addr);
      names->foreign |= is_foreign (sites, site, symbol, named);
    }
}

static struct names
look_up_names (const struct sites *sites, const struct site *site)
{
  const struct site_object *object = &sites->objects[site->object];
  struct names names = { .absent = true, .local = true };

  for (size_t i = 0; i < site->symbol_count; i++)
    {
      const struct site_symbol *symbol = &site->symbols[i];
      if (!symbol->start)
        continue;
      names.any = true;
      names.local &= !symbol->global;
      names.absent
          &= symbol->count == 0
             && (symbol->global ? object->globals_kept : object->locals_kept);
      look_up (sites, site, symbol, &names);
    }
  names.absent &= names.any;
  names.local &= names.any;
  return names;
}

void
verdict_by_names (struct sites *sites)
{
  for (size_t i = 0; i < sites->count; i++)
    {
      struct site *site = &sites->sites[i];
      if (!search_wanted (site))
        continue;
      struct names names = look_up_names (sites, site);
      if (names.absent
          || (site->comdat && (names.strong || names.weak) && !names.foreign))
        {
          site->state = SITE_DISCARDED;
          sites->objects[site->object].discarded++;
        }
    }
}

/* Whether the image has the STT_FILE group of SITE's object, or could have had
   it before names were removed.  */
static bool
may_be_linked (const struct sites *sites, const struct site *site)
{
  const struct site_object *object = &sites->objects[site->object];

  return object->placed != 0 || object->source != 0 || !object->globals_kept;
}

/* The base that a strong name of SITE gives it: false if there is none.  */
static bool
strong_base (const struct sites *sites, const struct site *site,
             uint64_t *base)
{
  const struct evidence *evidence = sites->from->evidence;

  for (size_t i = 0; i < site->symbol_count && !site->comdat; i++)
    {
      const struct site_symbol *symbol = &site->symbols[i];
      if (!symbol->global || symbol->weak || symbol->count != 1)
        continue;
      uint32_t idx = evidence->by_name[symbol->named].idx;
      const struct evidence_symbol *named = &evidence->symbols[idx];
      if (named->addr < symbol->value
          || symbols_in_plt (sites->from->code, named))
        continue;
      *base = named->addr - symbol->value;
      return true;
    }
  return false;
}

/* Whether SITE is where its strong name says, but for some functions; sets its
   base.  */
static bool
is_partly_there (const struct sites *sites, struct site *site)
{
  uint64_t base;

  if (site->code.bytes == NULL || !strong_base (sites, site, &base))
    return false;
  for (size_t i = 0; i < site->function_count; i++)
    {
      const struct site_function *f = &site->functions[i];
      if (site_function_fits (sites, site, f, base)
          && !claims_any_at (&sites->claims, base + f->value))
        {
          site->base = base;
          return true;
        }
    }
  return false;
}

/* The state of SITE, whose names show NAMES, as far as they and its code
   decide.  */
static enum site_state
judge_names (struct sites *sites, struct site *site, const struct names *names,
             struct content *content)
{
  const struct site_object *object = &sites->objects[site->object];
  const bool global = names->strong || names->weak;

  if (site->crowded)
    return SITE_MISSING;
  if (site->comdat
      && ((global && (!names->foreign || site->nowhere))
          || content_has_group (content, site->functions[0].group)))
    return SITE_DISCARDED;
  if (site->twin)
    return names->local && object->locals_kept ? SITE_DISCARDED : SITE_FOLDED;
  if (object->lto)
    return SITE_SUPERSEDED;
  if (names->taken && site->nowhere)
    return SITE_DISCARDED;
  if (global && object->member && !may_be_linked (sites, site))
    return SITE_NOT_EXTRACTED;
  if (is_partly_there (sites, site))
    return SITE_PARTLY;
  if (global || names->grouped)
    return object->placed != 0 ? SITE_CHANGED : SITE_MISSING;
  return SITE_OPEN;
}

/* Whether SITE, of which no name is to be seen and whose code is nowhere, is
   not in the image.  */
static bool
is_left_out (const struct sites *sites, const struct site *site)
{
  const struct site_object *object = &sites->objects[site->object];

  return site->nowhere && sites->from->evidence->has_symtab
         && !sites->any_changed
         && (object->placed != 0 || object->silent || object->discarded != 0);
}

void
verdict_rest (struct sites *sites, struct content *content)
{
  for (size_t i = 0; i < sites->count; i++)
    {
      struct site *site = &sites->sites[i];
      if (site->state != SITE_OPEN)
        continue;
      struct names names = look_up_names (sites, site);
      site->state = judge_names (sites, site, &names, content);
      sites->objects[site->object].discarded += site->state == SITE_DISCARDED;
      site->misnamed = names.strong || names.weak || names.grouped;
      sites->any_changed |= site->state == SITE_PARTLY
                            || (site->state == SITE_CHANGED && names.strong);
    }
  for (size_t i = 0; i < sites->count; i++)
    {
      struct site *site = &sites->sites[i];
      const struct site_object *object = &sites->objects[site->object];
      bool alone = object->member && object->placed == 0;
      if (site->state == SITE_OPEN)
        site->state = alone && (site->nowhere || object->doubtful)
                          ? SITE_NOT_EXTRACTED
                      : is_left_out (sites, site) ? SITE_DISCARDED
                                                  : SITE_MISSING;
      else if (site->state == SITE_DISCARDED && alone)
        site->state = SITE_NOT_EXTRACTED;
    }
}
