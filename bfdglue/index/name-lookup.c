/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   name-lookup.c - look up an image's symbols and source files by name, in the
   order made by name-index.c.  */

#include "config.h"

#include <string.h>

#include "function-index.h"
#include "index-limits.h"
#include "sorted.h"

/* A name to look for among the symbols of INDEX.  */
struct sought
{
  const struct function_index *index;
  const char *name;
  uint64_t size; /* of NAME in bytes */
  uint32_t hash;
  bool after; /* the first symbol after all equal ones is sought */
};

/* Below 0 if the indexed_name ELEMENT sorts before the sought name KEY, 0 if
   it has the name.  */
static int
compare_name (const void *element, const void *key)
{
  const struct indexed_name *at = element;
  const struct sought *sought = key;

  if (at->hash != sought->hash)
    return at->hash < sought->hash ? -1 : 1;
  const char *here = sought->index->symbols.at[at->idx].name;
  int order = strncmp (here, sought->name, (size_t) sought->size);
  if (order == 0 && here[sought->size] != '\0')
    return 1;
  return order == 0 && sought->after ? -1 : order;
}

/* Set *FIRST to the first position in [LOW, HIGH) of by_name that has the name
   SOUGHT, and return how many have.  */
static size_t
find_equal (struct sought *sought, size_t low, size_t high, size_t *first)
{
  const struct indexed_name *names = sought->index->by_name;

  *first
      = sorted_within (names, low, high, sizeof *names, sought, compare_name);
  if (*first == high || compare_name (&names[*first], sought) != 0)
    return 0;
  sought->after = true;
  return sorted_within (names, *first, high, sizeof *names, sought,
                        compare_name)
         - *first;
}

/* Find the symbols whose name is the SIZE bytes at NAME; as index_named.  */
static size_t
find_name (const struct function_index *index, const char *name, size_t size,
           size_t *first)
{
  struct sought sought = {
    .index = index, .name = name, .size = size, .hash = name_hash (name, size)
  };

  *first = 0;
  if (index->symbols.count == 0)
    return 0;
  const uint32_t *bucket
      = &index->name_buckets[name_bucket (index, sought.hash)];
  return find_equal (&sought, bucket[0], bucket[1], first);
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
  for (size_t i = *near; i < index->symbols.count && i - *near < LOOK_AHEAD;
       i++)
    if (index->symbols.at[i].alone
        && strcmp (index->symbols.at[i].name, name) == 0)
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
index_file (const struct function_index *index, const char *name)
{
  size_t i = sorted_first (index->files_by_name, index->file_count,
                           sizeof name, &name, compare_strings);

  return i < index->file_count && strcmp (index->files_by_name[i], name) == 0
             ? i
             : SIZE_MAX;
}
