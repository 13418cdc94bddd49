/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-groups.c - which STT_FILE group of the image an object has left.

   Theory of operation.  Many files may have one name, and their groups need
   not be in the order of the inputs.  A group is an object's if a local symbol
   of it stands where a section of the object is, and if no other input can be
   there.  */

#include "config.h"

#include "text-sections.h"

enum
{
  /* Names that are asked for the group of an object, and symbols of one
     name.  */
  PIN_NAMES = 32,
  PIN_LOOKS = 1024
};

/* The one STT_FILE group that can have left SYMBOL of SITE, which is placed:
   that of the local symbol which is where it must be.  0: there are several,
   as folded functions have the names of all, or none.  */
static uint32_t
group_of (const struct sites *sites, const struct site *site,
          const struct site_symbol *symbol)
{
  const struct evidence *evidence = sites->from->evidence;
  uint32_t group = 0;

  if (symbol->global || symbol->count > PIN_LOOKS)
    return 0;
  for (size_t i = 0; i < symbol->count; i++)
    {
      uint32_t idx = evidence->by_name[symbol->named + i].idx;
      const struct evidence_symbol *named = &evidence->symbols[idx];
      if (named->addr != site->base + symbol->value
          || sites->file_names[named->file]
                 != sites->objects[site->object].source)
        continue;
      if (group != 0)
        return 0;
      group = named->file;
    }
  return group;
}

/* Whether no other site can be where SITE is.  */
static bool
is_alone (const struct sites *sites, const struct site *site)
{
  size_t low = 0, high = sites->proposed_count;

  if (site->candidate_count != 1)
    return false;
  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      if (sites->proposed[mid] < site->base)
        low = mid + 1;
      else
        high = mid;
    }
  return low + 1 >= sites->proposed_count
         || sites->proposed[low + 1] != site->base;
}

void
pin_object (struct sites *sites, const struct site *site)
{
  struct site_object *object = &sites->objects[site->object];

  if (object->source == 0 || !is_alone (sites, site))
    return;
  for (size_t i = 0; i < site->symbol_count && i < PIN_NAMES; i++)
    {
      if (object->file != 0)
        return;
      uint32_t group = group_of (sites, site, &site->symbols[i]);
      if (group == 0 || sites->owner_of_file[group] != 0)
        continue;
      object->file = group;
      sites->owner_of_file[group] = site->object + 1;
    }
}
