/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   evidence-names.c - an image's symbols and source files by name.

   Theory of operation.  Symbols are in the order of hashes of their names, and
   where each of equal parts of the hashes begins is noted, as buckets.c does
   with addresses: a search looks at some four of them, side by side.  Those of
   one hash are ordered by strcmp, and found by binary search: nobody can make
   names that take longer than a sort does.  Sorting by the names themselves
   was twice the time of all else that is done with an image's symbols, and
   ten times that for C++, whose names begin alike.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "evidence.h"
#include "large-pages.h"

enum
{
  BUCKET_BITS = 2, /* a bucket has so many symbols, as a power of two */
  FEW = 16         /* for which insertion is quicker than qsort */
};

static uint64_t
mix (uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * UINT64_C (0x9e3779b97f4a7c15);
  return (hash ^ hash >> 32) * UINT64_C (0xd6e8feb86659fd93);
}

/* The hash of the SIZE bytes of NAME.  */
static uint32_t
hash_of (const char *name, size_t size)
{
  uint64_t hash = size, word = 0;

  for (; size > sizeof word; name += sizeof word, size -= sizeof word)
    {
      memcpy (&word, name, sizeof word);
      hash = mix (hash, word);
    }
  word = 0;
  memcpy (&word, name, size);
  return (uint32_t) (mix (hash, word) >> 32);
}

/* The bucket of HASH.  */
static size_t
bucket_of (const struct evidence *evidence, uint32_t hash)
{
  return (size_t) ((uint64_t) hash >> evidence->name_shift);
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* By hash, name, size and address.  */
static int
compare_symbols (const void *a, const void *b, void *data)
{
  const struct evidence *evidence = data;
  const struct evidence_name *x = a, *y = b;

  if (x->hash != y->hash)
    return x->hash < y->hash ? -1 : 1;
  const struct evidence_symbol *s = &evidence->symbols[x->idx],
                               *t = &evidence->symbols[y->idx];
  int order = strcmp (s->name, t->name);
  if (order != 0)
    return order;
  if (s->size != t->size)
    return s->size < t->size ? -1 : 1;
  return (x->idx > y->idx) - (x->idx < y->idx);
}

/* Put the COUNT NAMES of a bucket in order.  */
static void
order_bucket (struct evidence *evidence, struct evidence_name *names,
              size_t count)
{
  if (count > FEW)
    {
      qsort_r (names, count, sizeof *names, compare_symbols, evidence);
      return;
    }
  for (size_t i = 1; i < count; i++)
    {
      const struct evidence_name name = names[i];
      size_t at = i;
      for (; at != 0 && compare_symbols (&name, &names[at - 1], evidence) < 0;
           at--)
        names[at] = names[at - 1];
      names[at] = name;
    }
}

/* Put all symbols into their buckets, in the order of by_name.  */
static void
fill_buckets (struct evidence *evidence, size_t buckets,
              struct evidence_name *unordered)
{
  uint32_t *first = evidence->name_buckets;
  const size_t count = evidence->symbol_count;

  for (size_t i = 0; i < count; i++)
    {
      const char *name = evidence->symbols[i].name;
      unordered[i] = (struct evidence_name){ hash_of (name, strlen (name)),
                                             (uint32_t) i };
      first[bucket_of (evidence, unordered[i].hash)]++;
    }
  for (size_t i = 1; i <= buckets; i++)
    first[i] += first[i - 1];
  /* Each is the end of its bucket, and counted down to where it begins.  */
  for (size_t i = count; i-- != 0;)
    evidence->by_name[--first[bucket_of (evidence, unordered[i].hash)]]
        = unordered[i];
  for (size_t i = 0; i < buckets; i++)
    order_bucket (evidence, evidence->by_name + first[i],
                  first[i + 1] - first[i]);
}

/* Fill in position, and which symbols are alone.  */
static void
note_positions (struct evidence *evidence)
{
  const struct evidence_name *names = evidence->by_name;
  const size_t count = evidence->symbol_count;
  bool same = false;

  for (size_t i = 0; i < count; i++)
    {
      struct evidence_symbol *symbol = &evidence->symbols[names[i].idx];
      const bool next
          = i + 1 < count && names[i + 1].hash == names[i].hash
            && strcmp (evidence->symbols[names[i + 1].idx].name, symbol->name)
                   == 0;
      evidence->position[names[i].idx] = (uint32_t) i;
      symbol->alone = !same && !next;
      same = next;
    }
}

/* Fill in by_name, name_buckets and position.  */
static bool
order_symbols (struct evidence *evidence)
{
  const size_t count = evidence->symbol_count;
  unsigned bits = 0;

  while (bits < 30 && count >> (bits + BUCKET_BITS) != 0)
    bits++;
  evidence->name_shift = 32 - bits;
  const size_t buckets = (size_t) 1 << bits;
  if (count > SIZE_MAX / sizeof (struct evidence_name) - 1)
    return false;
  const size_t size = (count + 1) * sizeof (struct evidence_name);
  evidence->name_buckets
      = calloc (buckets + 1, sizeof *evidence->name_buckets);
  evidence->by_name = large_pages_alloc (NULL, size);
  evidence->position = large_pages_alloc (NULL, size / 2);
  struct evidence_name *unordered = large_pages_alloc (NULL, size);
  bool good = evidence->name_buckets != NULL && evidence->by_name != NULL
              && evidence->position != NULL && unordered != NULL;
  if (good)
    {
      fill_buckets (evidence, buckets, unordered);
      note_positions (evidence);
    }
  free (unordered);
  return good;
}

/* Fill in files_by_name.  */
static bool
order_files (struct evidence *evidence)
{
  size_t size = evidence->file_count * sizeof *evidence->files;

  if (size == 0)
    return true;
  evidence->files_by_name = malloc (size);
  if (evidence->files_by_name == NULL)
    return false;
  memcpy ((void *) evidence->files_by_name, (const void *) evidence->files,
          size);
  qsort ((void *) evidence->files_by_name, evidence->file_count,
         sizeof *evidence->files_by_name, compare_names);
  return true;
}

bool
evidence_order_names (struct evidence *evidence)
{
  return order_symbols (evidence) && order_files (evidence);
}

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
compare_at (const struct evidence *evidence, size_t position,
            const struct sought *sought)
{
  const struct evidence_name *at = &evidence->by_name[position];

  if (at->hash != sought->hash)
    return at->hash < sought->hash ? -1 : 1;
  const char *here = evidence->symbols[at->idx].name;
  int order = strncmp (here, sought->name, sought->size);
  return order == 0 && here[sought->size] != '\0' ? 1 : order;
}

/* The first position in [LOW, HIGH) of by_name that does not come before
   SOUGHT, or, if BEHIND, comes behind it.  */
static size_t
find_sought (const struct evidence *evidence, size_t low, size_t high,
             const struct sought *sought, bool behind)
{
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      int order = compare_at (evidence, middle, sought);
      if (order < 0 || (behind && order == 0))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The symbols that are called the SIZE bytes of NAME: as evidence_named.  */
static size_t
find_name (const struct evidence *evidence, const char *name, size_t size,
           size_t *first)
{
  const struct sought sought = { name, size, hash_of (name, size) };

  *first = 0;
  if (evidence->symbol_count == 0)
    return 0;
  const uint32_t *bucket
      = &evidence->name_buckets[bucket_of (evidence, sought.hash)];
  *first = find_sought (evidence, bucket[0], bucket[1], &sought, false);
  if (*first == bucket[1] || compare_at (evidence, *first, &sought) != 0)
    return 0;
  return find_sought (evidence, *first, bucket[1], &sought, true) - *first;
}

/* The first position in [LOW, HIGH) of by_name, which all have one name, whose
   size is not below SIZE, or, if BEHIND, is above it.  */
static size_t
find_size (const struct evidence *evidence, size_t low, size_t high,
           uint64_t size, bool behind)
{
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      uint64_t here = evidence->symbols[evidence->by_name[middle].idx].size;
      if (here < size || (behind && here == size))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

size_t
evidence_named (const struct evidence *evidence, const char *name,
                size_t *first)
{
  size_t count = find_name (evidence, name, strlen (name), first);
  const char *version = count == 0 ? strchr (name, '@') : NULL;

  /* Objects have "f@V1" and "f@@V2" from .symver, and so has .symtab by GNU
     ld; other linkers write "f" for each of them.  */
  return version != NULL && version != name
             ? find_name (evidence, name, (size_t) (version - name), first)
             : count;
}

size_t
evidence_named_near (const struct evidence *evidence, const char *name,
                     size_t *near, size_t *first)
{
  enum
  {
    LOOK = 4 /* labels may lie between two functions */
  };

  for (size_t i = *near; i < evidence->symbol_count && i - *near < LOOK; i++)
    if (evidence->symbols[i].alone
        && strcmp (evidence->symbols[i].name, name) == 0)
      {
        *near = i + 1;
        *first = evidence->position[i];
        return 1;
      }
  size_t count = evidence_named (evidence, name, first);
  if (count != 0)
    *near = (size_t) evidence->by_name[*first].idx + 1;
  return count;
}

size_t
evidence_named_size (const struct evidence *evidence, const char *name,
                     uint64_t size, size_t *first)
{
  size_t low, count = evidence_named (evidence, name, &low);
  size_t high = low + count;

  *first = find_size (evidence, low, high, size, false);
  return find_size (evidence, *first, high, size, true) - *first;
}

size_t
evidence_file (const struct evidence *evidence, const char *name)
{
  size_t low = 0, high = evidence->file_count;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (strcmp (evidence->files_by_name[middle], name) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low < evidence->file_count
                 && strcmp (evidence->files_by_name[low], name) == 0
             ? low
             : SIZE_MAX;
}

bool
evidence_has_file (const struct evidence *evidence, const char *name)
{
  return evidence_file (evidence, name) != SIZE_MAX;
}
