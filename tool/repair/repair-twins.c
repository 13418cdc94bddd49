/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-twins.c - images whose detached files would have one name.

   Files are done side by side, but of several images with one build-id it must
   always be the first that gets the file.  So the others are done after all
   that are first, one after the other.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "debug-file.h"
#include "pool.h"
#include "repair-run.h"

/* A set of build-ids, and of each the number of its first entry.  */
struct firsts
{
  struct pool pool;
  struct string_set ids;
  size_t *numbers;
  size_t capacity;
};

/* Set *FIRST to the number of the first entry with the build-id of ENTRY,
   number IDX.  False: no memory.  */
static bool
find_first (struct firsts *firsts, const struct file_entry *entry, size_t idx,
            size_t *first)
{
  const struct file_source source
      = { .path = entry->path, .tree = entry->tree, .fd = -1 };
  const size_t before = firsts->ids.count;
  struct build_id id;
  uint32_t number;

  *first = idx;
  if (!image_heads_build_id (&source, &firsts->pool, &id))
    return true;
  if (!array_grow (&firsts->numbers, &firsts->capacity, before,
                   sizeof *firsts->numbers)
      || !string_set_add (&firsts->ids, id.bytes, id.size, &number))
    return false;
  if (number == before)
    firsts->numbers[number] = idx;
  *first = firsts->numbers[number];
  return true;
}

/* Move the entries of LIST that are not first to its end; FIRST has the number
   of the first of each.  Fill in TWINS.  False: no memory.  */
static bool
part (struct file_list *list, const size_t *first, struct twins *twins)
{
  struct file_entry *later
      = malloc ((list->count - twins->begin + 1) * sizeof *later);
  size_t *places = malloc ((list->count + 1) * sizeof *places);
  size_t kept = 0, moved = 0;

  twins->first = malloc ((list->count - twins->begin + 1) * sizeof *first);
  const bool good = later != NULL && places != NULL && twins->first != NULL;
  for (size_t i = 0; good && i < list->count; i++)
    if (first[i] == i)
      {
        places[i] = kept;
        list->entries[kept++] = list->entries[i];
      }
    else
      {
        twins->first[moved] = places[first[i]];
        later[moved++] = list->entries[i];
      }
  if (good)
    memcpy (list->entries + kept, later, moved * sizeof *later);
  free (later);
  free (places);
  return good;
}

bool
twins_find (struct file_list *list, struct twins *twins)
{
  struct firsts firsts = { .capacity = 0 };
  size_t *first = malloc ((list->count + 1) * sizeof *first);
  bool good = first != NULL;

  *twins = (struct twins){ .begin = 0 };
  for (size_t i = 0; good && i < list->count; i++)
    {
      good = find_first (&firsts, &list->entries[i], i, &first[i]);
      twins->begin += good && first[i] == i;
    }
  good = good && part (list, first, twins);
  free (first);
  free (firsts.numbers);
  string_set_free (&firsts.ids);
  pool_free (&firsts.pool);
  return good;
}

void
twins_free (struct twins *twins)
{
  free (twins->first);
}
