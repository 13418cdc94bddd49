/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   name-lookup.c - look up an image's symbols and source files by name, in the
   order made by name-index.c.  */

#include "config.h"

#include <string.h>

#include "name-hash.h"

/* A name to look for.  */
struct sought
{
  const char *name;
  size_t size; /* of NAME, in bytes */
  uint32_t hash;
};

/* Compare the symbol at POSITION of by_name with SOUGHT: below 0 if it sorts
   before SOUGHT, 0 if it has the name.  */
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

/* The first position in [LOW, HIGH) of by_name that does not sort before
   SOUGHT, or, if AFTER, that sorts after it.  */
static size_t
find_sought (const struct function_index *index, size_t low, size_t high,
             const struct sought *sought, bool after)
{
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      int order = compare_at (index, middle, sought);
      if (order < 0 || (after && order == 0))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Find the symbols whose name is the SIZE bytes at NAME; as index_named.  */
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

/* The first position in [LOW, HIGH) of by_name, whose symbols all have one
   name, with a size of at least SIZE, or, if AFTER, above SIZE.  */
static size_t
find_size (const struct function_index *index, size_t low, size_t high,
           uint64_t size, bool after)
{
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      uint64_t here = index->symbols[index->by_name[middle].idx].size;
      if (here < size || (after && here == size))
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

  /* In objects .symver makes the names "f@V1" and "f@@V2".  GNU ld keeps them
     in .symtab; other linkers write "f" for each.  */
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
    LOOK_AHEAD = 4 /* labels may come between two functions */
  };

  for (size_t i = *near; i < index->symbol_count && i - *near < LOOK_AHEAD;
       i++)
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
