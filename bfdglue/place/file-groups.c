/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-groups.c - find the STT_FILE group of an object in the image.

   Theory of operation.  Many files may have the same name, and their groups
   need not be in the order of the inputs.  A group is an object's if it has a
   local symbol at the place of one of the object's sections and no other input
   can be at that place.  */

#include "config.h"

#include "place-limits.h"
#include "text-sections.h"
#include "sorted.h"

/* The only STT_FILE group with a local symbol for SYMBOL of TEXT, which is
   placed, at the address that the placement implies.  0: there is none, or
   there are several, as folded functions keep the names of all.  */
static uint32_t
group_of (const struct text_sections *texts, const struct text_section *text,
          const struct text_symbol *symbol)
{
  const struct function_index *index = texts->from->index;
  uint32_t group = 0;

  if (symbol->global || symbol->count > LIMIT_GROUP_LOOKS)
    return 0;
  for (size_t i = 0; i < symbol->count; i++)
    {
      uint32_t idx = index->by_name[symbol->named + i].idx;
      const struct function *named = &index->symbols.at[idx];
      if (named->addr != text->base + symbol->value
          || texts->files[named->file].name
                 != texts->objects[text->object].source)
        continue;
      if (group != 0)
        return 0;
      group = named->file;
    }
  return group;
}

/* Whether no other section can be at TEXT's base.  */
static bool
is_alone (const struct text_sections *texts, const struct text_section *text)
{
  if (text->candidate_count != 1)
    return false;
  size_t next = 1
                + sorted_from (texts->proposed, texts->proposed_count,
                               sizeof *texts->proposed, 0, text->base);
  return next >= texts->proposed_count || texts->proposed[next] != text->base;
}

void
file_group_of (struct text_sections *texts, const struct text_section *text)
{
  struct text_object *object = &texts->objects[text->object];

  if (object->source == 0 || !is_alone (texts, text))
    return;
  for (size_t i = 0; i < text->symbol_count && i < LIMIT_GROUP_NAMES; i++)
    {
      if (object->file != 0)
        return;
      uint32_t group = group_of (texts, text, &text->symbols[i]);
      if (group == 0 || texts->files[group].taken)
        continue;
      object->file = group;
      texts->files[group].taken = true;
    }
}
