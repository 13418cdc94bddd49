/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-groups.c - find the STT_FILE group of an object in the image.

   Theory of operation.  Many files may have the same name, and their groups
   need not be in the order of the inputs.  A group is an object's if it has a
   local symbol at the place of one of the object's sections and no other input
   can be at that place.  */

#include "config.h"

#include <stdlib.h>

#include "place-limits.h"
#include "placer-internal.h"
#include "sorted.h"

bool
file_groups_begin (struct placer *p)
{
  const struct function_index *index = &p->from.context->index;

  p->files = calloc (index->file_count + 1, sizeof *p->files);
  for (size_t i = 0; i < index->file_count && p->files != NULL; i++)
    {
      uint32_t name = (uint32_t) index_file (index, index->files[i]) + 1;
      p->files[i + 1].name = name;
      p->files[name].groups++;
    }
  return p->files != NULL;
}

/* The only STT_FILE group with a local symbol for SYMBOL of TEXT, which is
   placed, at the address that the placement implies.  0: there is none, or
   there are several, as folded functions keep the names of all.  */
static uint32_t
group_of (const struct placer *p, const struct text_section *text,
          const struct text_symbol *symbol)
{
  uint32_t group = 0;

  if (symbol->global || symbol->count > LIMIT_GROUP_LOOKS)
    return 0;
  for (size_t i = 0; i < symbol->count; i++)
    {
      const struct function *named = text_named (p, symbol, i);
      if (named->addr != text->base + symbol->value
          || p->files[named->file].name != text->object->source)
        continue;
      if (group != 0)
        return 0;
      group = named->file;
    }
  return group;
}

/* Whether no other section can be at TEXT's base.  */
static bool
is_alone (const struct placer *p, const struct text_section *text)
{
  if (text->candidate_count != 1)
    return false;
  size_t next = 1
                + sorted_from (p->proposed, p->proposed_count,
                               sizeof *p->proposed, 0, text->base);
  return next >= p->proposed_count || p->proposed[next] != text->base;
}

void
file_group_of (struct placer *p, const struct text_section *text)
{
  struct text_object *object = text->object;

  if (object->source == 0 || !is_alone (p, text))
    return;
  for (size_t i = 0;
       i < text->symbol_count && i < LIMIT_GROUP_NAMES && object->file == 0;
       i++)
    {
      uint32_t group = group_of (p, text, &text->symbols[i]);
      if (group == 0 || p->files[group].taken)
        continue;
      object->file = group;
      p->files[group].taken = true;
    }
}
