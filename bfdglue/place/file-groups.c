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
  FILE_GROUP_NAMES = 32,
  FILE_GROUP_LOOKS = 1024
};

/* The one STT_FILE group that can have left SYMBOL of TEXT, which is placed:
   that of the local symbol which is where it must be.  0: there are several,
   as folded functions have the names of all, or none.  */
static uint32_t
group_of (const struct text_sections *texts, const struct text_section *text,
          const struct text_symbol *symbol)
{
  const struct function_index *index = texts->from->index;
  uint32_t group = 0;

  if (symbol->global || symbol->count > FILE_GROUP_LOOKS)
    return 0;
  for (size_t i = 0; i < symbol->count; i++)
    {
      uint32_t idx = index->by_name[symbol->named + i].idx;
      const struct indexed_symbol *named = &index->symbols[idx];
      if (named->addr != text->base + symbol->value
          || texts->file_names[named->file]
                 != texts->objects[text->object].source)
        continue;
      if (group != 0)
        return 0;
      group = named->file;
    }
  return group;
}

/* Whether no other site can be where TEXT is.  */
static bool
is_alone (const struct text_sections *texts, const struct text_section *text)
{
  size_t low = 0, high = texts->proposed_count;

  if (text->candidate_count != 1)
    return false;
  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      if (texts->proposed[mid] < text->base)
        low = mid + 1;
      else
        high = mid;
    }
  return low + 1 >= texts->proposed_count
         || texts->proposed[low + 1] != text->base;
}

void
file_group_of (struct text_sections *texts, const struct text_section *text)
{
  struct text_object *object = &texts->objects[text->object];

  if (object->source == 0 || !is_alone (texts, text))
    return;
  for (size_t i = 0; i < text->symbol_count && i < FILE_GROUP_NAMES; i++)
    {
      if (object->file != 0)
        return;
      uint32_t group = group_of (texts, text, &text->symbols[i]);
      if (group == 0 || texts->owner_of_file[group] != 0)
        continue;
      object->file = group;
      texts->owner_of_file[group] = text->object + 1;
    }
}
