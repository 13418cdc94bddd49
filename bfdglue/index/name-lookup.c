/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   name-lookup.c - asking for an image's symbols and source files by name,
   which name-index.c has put in order.  */

#include "config.h"

#include <string.h>

#include "name-hash.h"

/* What is looked for.  */
struct sought
{
  const char *name;
  size_t size; /* its bytes */
  uint32_t hash;
};

/* SOUGHT beside the symbol at POSITION of by_name: below 0 if that comes
   before it, 0 if it has the name.  */
static int
compare_at (const struct function_index *index, size_t position,
            const struct sought *sought)
{
  const struct indexed_name *at = &index->by_name[position];

  if (at->hash != sought->hash)
    return at->hash < sought->hash ? -1 : 1;
  const char *here = index->symbols[at->idx].name;
  int order = strncmp (here, sought->name, sought->size);
  return order == 0 && here[sought->size] != '\0' ? 1 : order;
}

/* The first position in [LOW, HIGH) of by_name that does not come before
   SOUGHT, or, if BEHIND, comes behind it.  */
static size_t
find_sought (const struct function_index *index, size_t low, size_t high,
             const struct sought *sought, bool behind)
{
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      int order = compare_at (index, middle, sought);
      if (order < 0 || (behind && order == 0))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The symbols that are called the SIZE bytes of NAME: as index_named.  */
static size_t
find_name (const struct function_index *index, const char *name, size_t size,
           size_t *first)
{
  const struct sought sought = { name, size, name_hash (name, size) };

  *first = 0;
  if (index->symbol_count == 0)
    return 0;
  const uint32_t *bucket
      = &index->name_buckets[name_bucket (index, sought.hash)];
  *first = find_sought (index, bucket[0], bucket[1], &sought, false);
  if (*first == bucket[1] || compare_at (index, *first, &sought) != 0)
    return 0;
  return find_sought (index, *first, bucket[1], &sought, true) - *first;
}

/* The first position in [LOW, HIGH) of by_name, which all have one name, whose
   size is not below SIZE, or, if BEHIND, is above it.  */
static size_t
find_size (const struct function_index *index, size_t low, size_t high,
           uint64_t size, bool behind)
{
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      uint64_t here = index->symbols[index->by_name[middle].idx].size;
      if (here < size || (behind && here == size))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

size_t
index_named (const struct function_index *index, const char *name,
             size_t *first)
{
  size_t count = find_name (index, name, strlen (name), first);
  const char *version = count == 0 ? strchr (name, '@') : NULL;

  /* Objects have "f@V1" and "f@@V2" from .symver, and so has .symtab by GNU
     ld; other linkers write "f" for each of them.  */
  return version != NULL && version != name
             ? find_name (index, name, (size_t) (version - name), first)
             : count;
}

size_t
index_named_near (const struct function_index *index, const char *name,
                  size_t *near, size_t *first)
{
  enum
  {
    LOOK = 4 /* labels may lie between two functions */
  };

  for (size_t i = *near; i < index->symbol_count && i - *near < LOOK; i++)
    if (index->symbols[i].alone && strcmp (index->symbols[i].name, name) == 0)
      {
        *near = i + 1;
        *first = index->position[i];
        return 1;
      }
  size_t count = index_named (index, name, first);
  if (count != 0)
    *near = (size_t) index->by_name[*first].idx + 1;
  return count;
}

size_t
index_named_size (const struct function_index *index, const char *name,
                  uint64_t size, size_t *first)
{
  size_t low, count = index_named (index, name, &low);
  size_t high = low + count;

  *first = find_size (index, low, high, size, false);
  return find_size (index, *first, high, size, true) - *first;
}

size_t
index_file (const struct function_index *index, const char *name)
{
  size_t low = 0, high = index->file_count;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (strcmp (index->files_by_name[middle], name) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low < index->file_count
                 && strcmp (index->files_by_name[low], name) == 0
             ? low
             : SIZE_MAX;
}

bool
index_has_file (const struct function_index *index, const char *name)
{
  return index_file (index, name) != SIZE_MAX;
}
