/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   evidence-names.c - an image's symbols and source files by name.

   Sorted by strcmp, of which the first eight bytes are made one number: they
   tell most names of C apart, of C++ few.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "evidence.h"
#include "keyed-sort.h"

struct named
{
  uint64_t head; /* the first bytes of the name, the first one highest */
  const char *name;
  uint64_t size;
  uint32_t idx;
};

static int
compare_named (const void *a, const void *b)
{
  const struct named *x = a, *y = b;
  if (x->head != y->head)
    return x->head < y->head ? -1 : 1;
  int order = strcmp (x->name, y->name);
  if (order != 0)
    return order;
  if (x->size != y->size)
    return x->size < y->size ? -1 : 1;
  return (x->idx > y->idx) - (x->idx < y->idx);
}

/* The number for NAME by which strcmp orders, as far as it goes.  */
static uint64_t
head_of (const char *name)
{
  uint64_t head = 0;
  unsigned shift = 64;

  while (shift != 0 && *name != '\0')
    {
      shift -= 8;
      head |= (uint64_t) (unsigned char) *name++ << shift;
    }
  return head;
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Fill in by_name and position from NAMED, which are in order.  */
static void
take_order (struct evidence *evidence, const struct named *named)
{
  const size_t count = evidence->symbol_count;
  bool same = false;

  for (size_t i = 0; i < count; i++)
    {
      const bool next = i + 1 < count && named[i + 1].head == named[i].head
                        && strcmp (named[i + 1].name, named[i].name) == 0;
      evidence->by_name[i] = named[i].idx;
      evidence->position[named[i].idx] = (uint32_t) i;
      evidence->symbols[named[i].idx].alone = !same && !next;
      same = next;
    }
}

/* Fill in by_name and position.  */
static bool
order_symbols (struct evidence *evidence)
{
  size_t count = evidence->symbol_count;

  if (count == 0)
    return true;
  if (count > SIZE_MAX / sizeof (struct named))
    return false;
  evidence->by_name = malloc (count * sizeof *evidence->by_name);
  evidence->position = malloc (count * sizeof *evidence->position);
  struct named *named = malloc (count * sizeof *named);
  if (evidence->by_name == NULL || evidence->position == NULL || named == NULL)
    {
      free (named);
      return false;
    }
  for (size_t i = 0; i < count; i++)
    named[i] = (struct named){ .head = head_of (evidence->symbols[i].name),
                               .name = evidence->symbols[i].name,
                               .size = evidence->symbols[i].size,
                               .idx = (uint32_t) i };
  keyed_sort (named, count, sizeof *named, offsetof (struct named, head),
              compare_named);
  take_order (evidence, named);
  free (named);
  return true;
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

/* The first position in by_name whose name is not before NAME, or, if BEHIND,
   is behind it.  */
static size_t
find_name (const struct evidence *evidence, const char *name, bool behind)
{
  size_t low = 0, high = evidence->symbol_count;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      uint32_t idx = evidence->by_name[middle];
      int order = strcmp (evidence->symbols[idx].name, name);
      if (order < 0 || (behind && order == 0))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
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
      uint64_t here = evidence->symbols[evidence->by_name[middle]].size;
      if (here < size || (behind && here == size))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The first position in by_name whose name is not before the SIZE bytes of
   NAME, or, if BEHIND, is behind them.  */
static size_t
find_part (const struct evidence *evidence, const char *name, size_t size,
           bool behind)
{
  size_t low = 0, high = evidence->symbol_count;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const char *here = evidence->symbols[evidence->by_name[middle]].name;
      int order = strncmp (here, name, size);
      if (order == 0 && here[size] != '\0')
        order = 1;
      if (order < 0 || (behind && order == 0))
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
  *first = find_name (evidence, name, false);
  size_t count = find_name (evidence, name, true) - *first;
  const char *version = strchr (name, '@');

  /* Objects have "f@V1" and "f@@V2" from .symver, and so has .symtab by GNU
     ld; other linkers write "f" for each of them.  */
  if (count == 0 && version != NULL && version != name)
    {
      size_t size = (size_t) (version - name);
      *first = find_part (evidence, name, size, false);
      count = find_part (evidence, name, size, true) - *first;
    }
  return count;
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
    *near = (size_t) evidence->by_name[*first] + 1;
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
