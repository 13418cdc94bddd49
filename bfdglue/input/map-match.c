/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-match.c - match the sections of an input object with the entries of an
   object of the map.

   Both are sorted by name and walked in parallel [match_sections].  Sections
   and entries of one name and one size are matched as follows [match_size]:

     - As many placed entries as sections and no other entries: the Nth entry
       is the Nth section, if the entries of the name are in the order of the
       sections [in_order], as linkers leave them unless told otherwise.
     - Only discarded entries: discarded.
     - No entry, in a map of lld or mold: discarded, as they list every section
       of the image.  But if the sizes of the name disagree, it is undecided:
       the map is of another build, or the linker relaxed the section and
       offsets in it have changed.
     - No entry, in a map of GNU ld or gold: undecided, as they list discarded
       sections too.  Either gold has folded the section, or the object was
       compiled anew.
     - Anything else: undecided.

   Entries of size 0 say nothing about sections that have bytes (map-read.c has
   the reason).  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "link-map.h"
#include "sorted.h"
#include "text.h"

struct match_run
{
  struct map_entry *keys;
  size_t count;
};

static int
compare_names (const struct map_entry *a, const struct map_entry *b)
{
  int order = memcmp (a->name, b->name,
                      (size_t) smaller (a->name_size, b->name_size));

  return order != 0
             ? order
             : (a->name_size > b->name_size) - (a->name_size < b->name_size);
}

static int
compare_numbers (const struct map_entry *a, const struct map_entry *b)
{
  return (a->number > b->number) - (a->number < b->number);
}

static int
compare_keys (const void *a, const void *b)
{
  int order = compare_names (a, b);
  return order != 0 ? order : compare_numbers (a, b);
}

static int
compare_sizes (const void *a, const void *b)
{
  const struct map_entry *x = a, *y = b;
  ORDER_BY (x->size, y->size);
  return compare_numbers (x, y);
}

/* Remove the keys with the first one's name from the start of RUN and return
   them.  */
static struct match_run
take_name (struct match_run *run)
{
  struct match_run result = { .keys = run->keys, .count = 1 };

  while (result.count < run->count
         && compare_names (run->keys, &run->keys[result.count]) == 0)
    result.count++;
  run->keys += result.count;
  run->count -= result.count;
  return result;
}

/* Like take_name, for the keys of SIZE.  Keys of smaller sizes before them are
   removed too, and set *OTHERS unless their size is 0.  */
static struct match_run
take_size (struct match_run *run, uint64_t size, bool *others)
{
  while (run->count != 0 && run->keys->size < size)
    {
      *others |= run->keys->size != 0;
      run->keys++;
      run->count--;
    }
  struct match_run result = { .keys = run->keys };
  while (run->count != 0 && run->keys->size == size)
    {
      result.count++;
      run->keys++;
      run->count--;
    }
  return result;
}

/* True if the sizes of the placed ENTRIES follow each other in SECTIONS, both
   in their original order.  */
static bool
in_order (struct match_run sections, struct match_run entries)
{
  size_t section = 0;

  for (size_t i = 0; i < entries.count; i++)
    {
      if (entries.keys[i].addr == MAP_NO_ADDR || entries.keys[i].size == 0)
        continue;
      while (section < sections.count
             && sections.keys[section].size != entries.keys[i].size)
        section++;
      if (section == sections.count)
        return false;
      section++;
    }
  return true;
}

/* Match SECTIONS and ENTRIES of one name and one size.  ORDERED is in_order;
   LISTED: the map would list a discarded section.  */
static void
match_size (struct map_section *answers, struct match_run sections,
            struct match_run entries, bool ordered, bool listed)
{
  size_t placed = 0;

  for (size_t i = 0; i < entries.count; i++)
    placed += entries.keys[i].addr != MAP_NO_ADDR;

  bool each = (placed == sections.count && placed == entries.count
               && (ordered || placed == 1));
  for (size_t i = 0; i < sections.count; i++)
    {
      struct map_section *answer = &answers[sections.keys[i].number];
      if (each)
        *answer = (struct map_section){ MAP_PLACED, entries.keys[i].addr };
      else if (placed == 0 && (entries.count != 0 || !listed))
        answer->answer = MAP_DISCARDED;
    }
}

/* Match SECTIONS and ENTRIES of one name.  LISTED: the map lists discarded
   sections.  */
static void
match_name (struct map_section *answers, struct match_run sections,
            struct match_run entries, bool listed)
{
  bool ordered = in_order (sections, entries);
  bool others = false;

  qsort (sections.keys, sections.count, sizeof *sections.keys, compare_sizes);
  sort_if_needed (entries.keys, entries.count, sizeof *entries.keys,
                  compare_sizes);

  /* GNU ld lists a section that it discards after the layout with size 0.  */
  listed = listed && (entries.count == 0 || entries.keys->size != 0);
  struct match_run all = sections, left = entries;
  while (sections.count != 0)
    {
      bool ignored = false;
      struct match_run mine
          = take_size (&sections, sections.keys->size, &ignored);
      struct match_run theirs = take_size (&left, mine.keys->size, &others);
      match_size (answers, mine, theirs, ordered, listed);
    }
  for (size_t i = 0; i < left.count; i++)
    others |= left.keys[i].size != 0;

  /* Some entries have sizes that no section has; they may be those of the
     sections without an entry.  */
  if (!others)
    return;
  left = entries;
  while (all.count != 0)
    {
      bool ignored = false;
      struct match_run mine = take_size (&all, all.keys->size, &ignored);
      if (take_size (&left, mine.keys->size, &ignored).count == 0)
        for (size_t i = 0; i < mine.count; i++)
          answers[mine.keys[i].number].answer = MAP_UNKNOWN;
    }
}

/* Set RUN to the sections of OBJECT, by name.  False: no memory.  */
static bool
section_keys (const struct input_object *object, struct pool *scratch,
              struct match_run *run)
{
  run->count = object->section_count;
  run->keys = pool_alloc (scratch, run->count * sizeof *run->keys);
  if (run->keys == NULL)
    return false;
  for (uint32_t i = 0; i < run->count; i++)
    {
      const struct input_section *section = &object->sections[i];
      run->keys[i]
          = (struct map_entry){ .name = section->name,
                                .name_size = (uint32_t) strlen (section->name),
                                .size = section->size,
                                .number = i };
    }
  qsort (run->keys, run->count, sizeof *run->keys, compare_keys);
  return true;
}

/* Set RUN to the entries of FOUND, by name.  False: no memory.  */
static bool
entry_keys (const struct link_map *map, const struct map_object *found,
            struct pool *scratch, struct match_run *run)
{
  run->count = found->count;
  run->keys = pool_alloc (scratch, run->count * sizeof *run->keys);
  if (run->keys == NULL)
    return false;
  uint32_t next = found->last;
  for (uint32_t i = found->count; i-- != 0;)
    {
      run->keys[i] = map->entries.at[next];
      next = run->keys[i].number;
      run->keys[i].number = i;
    }
  qsort (run->keys, run->count, sizeof *run->keys, compare_keys);
  return true;
}

bool
match_sections (const struct link_map *map, const struct map_object *found,
                const struct input_object *object, struct pool *scratch,
                struct map_section *answers)
{
  struct match_run sections, entries;

  if (!section_keys (object, scratch, &sections)
      || !entry_keys (map, found, scratch, &entries))
    return false;
  while (sections.count != 0)
    {
      struct match_run mine = take_name (&sections), theirs = { .count = 0 };
      while (entries.count != 0 && compare_names (entries.keys, mine.keys) < 0)
        take_name (&entries);
      if (entries.count != 0 && compare_names (entries.keys, mine.keys) == 0)
        theirs = take_name (&entries);
      match_name (answers, mine, theirs, map->form->lists_all);
    }
  return true;
}
