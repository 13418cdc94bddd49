/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   name-lookup.c - put an image's symbols in the order of their names, and look
   them and source files up by name.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "function-index.h"
#include "index-limits.h"
#include "sorted.h"

/* Sort an image's symbols and source files by name.

   Theory of operation.  Symbols are sorted by the hash of their names, and the
   start of each bucket of hashes is noted, as function-list.c does for
   addresses: a search looks at about four neighbours.  Symbols of one hash are
   sorted by strcmp and found by binary search, so that no choice of names
   makes this slower than a sort.  Sorting by the names alone took 2.6 times
   the instructions for short names; for C++ names, which begin alike, strcmp
   has to read up to the first difference.  */

/* By hash, name, size and address.  */
static int
compare_symbols (const void *a, const void *b, void *data)
{
  const struct function_index *index = data;
  const struct indexed_name *x = a, *y = b;

  ORDER_BY (x->hash, y->hash);
  const struct function *s = &index->symbols.at[x->idx],
                        *t = &index->symbols.at[y->idx];
  int order = strcmp (s->name, t->name);
  if (order != 0)
    return order;
  ORDER_BY (s->size, t->size);
  return (x->idx > y->idx) - (x->idx < y->idx);
}

/* Sort the COUNT NAMES of a bucket.  */
static void
order_bucket (struct function_index *index, struct indexed_name *names,
              size_t count)
{
  if (count > BUCKET_INSERTION_MAX)
    {
      qsort_r (names, count, sizeof *names, compare_symbols, index);
      return;
    }
  for (size_t i = 1; i < count; i++)
    {
      const struct indexed_name name = names[i];
      size_t at = i;
      for (; at != 0 && compare_symbols (&name, &names[at - 1], index) < 0;
           at--)
        names[at] = names[at - 1];
      names[at] = name;
    }
}

/* Fill in by_name, one bucket after the other.  */
static void
fill_buckets (struct function_index *index, size_t buckets,
              struct indexed_name *unordered)
{
  uint32_t *first = index->name_buckets;
  const size_t count = index->symbols.count;

  for (size_t i = 0; i < count; i++)
    {
      const char *name = index->symbols.at[i].name;
      unordered[i] = (struct indexed_name){ name_hash (name, strlen (name)),
                                            (uint32_t) i };
      first[name_bucket (index, unordered[i].hash)]++;
    }
  for (size_t i = 1; i <= buckets; i++)
    first[i] += first[i - 1];
  /* FIRST has the end of each bucket, and is counted down to its start.  */
  for (size_t i = count; i-- != 0;)
    index->by_name[--first[name_bucket (index, unordered[i].hash)]]
        = unordered[i];
  for (size_t i = 0; i < buckets; i++)
    order_bucket (index, index->by_name + first[i], first[i + 1] - first[i]);
}

/* Fill in position.  Symbols are not looked at where hashes differ: that took
   half of the time.  */
static void
note_positions (struct function_index *index)
{
  const struct indexed_name *names = index->by_name;

  for (size_t i = 0; i < index->symbols.count; i++)
    {
      index->position[names[i].idx] = (uint32_t) i;
      if (i != 0 && names[i - 1].hash == names[i].hash
          && strcmp (index->symbols.at[names[i - 1].idx].name,
                     index->symbols.at[names[i].idx].name)
                 == 0)
        index->position[names[i - 1].idx] = index->position[names[i].idx]
            = NAME_SHARED;
    }
}

bool
index_order_names (struct function_index *index)
{
  const size_t count = index->symbols.count;
  unsigned bits = 0;

  while (bits < 30 && count >> (bits + BUCKET_BITS) != 0)
    bits++;
  index->name_shift = 32 - bits;
  const size_t buckets = (size_t) 1 << bits;
  if (count > SIZE_MAX / sizeof (struct indexed_name) - 1)
    return false;
  const size_t size = (count + 1) * sizeof (struct indexed_name);
  index->name_buckets = calloc (buckets + 1, sizeof *index->name_buckets);
  index->by_name = malloc (size);
  index->position = malloc (size / 2);
  struct indexed_name *unordered = malloc (size);
  bool good = index->name_buckets != NULL && index->by_name != NULL
              && index->position != NULL && unordered != NULL;
  if (good)
    {
      fill_buckets (index, buckets, unordered);
      note_positions (index);
    }
  free (unordered);
  return good;
}

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

  ORDER_BY (at->hash, sought->hash);
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

  *first = sorted_search (names, low, high, sizeof *names, 0, sought,
                          compare_name);
  if (*first == high || compare_name (&names[*first], sought) != 0)
    return 0;
  sought->after = true;
  return sorted_search (names, *first, high, sizeof *names, 0, sought,
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
    if (index->position[i] != NAME_SHARED
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

uint32_t
index_file (const struct function_index *index, const char *name)
{
  const uint32_t number = string_set_find (&index->files, name, strlen (name));

  return number != STRING_SET_NONE ? number + 1 : 0;
}
