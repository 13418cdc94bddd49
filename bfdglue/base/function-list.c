/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   function-list.c - functions at addresses, and the search for one.

   Theory of operation.  The range from the lowest to the highest address is
   divided into equal buckets, a power of two of bytes each and about as many
   as there are functions.  The list keeps the first function of each bucket: 2
   to 4 bytes a function.  Functions are close together, so that a bucket
   usually has one or two of them, whereas a binary search of 200,000 takes
   eighteen branches that no processor predicts.  If a bucket has many, as in a
   file made for that, a binary search goes on within it.  */

#include "config.h"

#include <stdlib.h>

#include "function-list.h"
#include "pool.h"

void
function_list_expect (struct function_list *list, size_t more)
{
  array_expect (&list->at, &list->capacity, list->count + more,
                sizeof *list->at);
}

bool
function_list_add (struct function_list *list, const struct function *function)
{
  return LIST_ADD (list, *function);
}

void
function_list_sort (struct function_list *list, function_compare *compare)
{
  if (list->count != 0)
    keyed_sort (list->at, list->count, sizeof *list->at,
                offsetof (struct function, addr), compare);
}

bool
function_list_index (struct function_list *list)
{
  const size_t count = list->count;

  if (count == 0 || count >= UINT32_MAX)
    return true;
  list->lowest = list->at[0].addr;
  uint64_t range = list->at[count - 1].addr - list->lowest;
  while (range >> list->shift >= count)
    list->shift++;
  list->bucket_count = (size_t) (range >> list->shift) + 1;
  list->buckets = malloc ((list->bucket_count + 1) * sizeof *list->buckets);
  if (list->buckets == NULL)
    return false;
  size_t at = 0;
  for (size_t i = 0; i <= list->bucket_count; i++)
    {
      while (at < count
             && (list->at[at].addr - list->lowest) >> list->shift < i)
        at++;
      list->buckets[i] = (uint32_t) at;
    }
  return true;
}

bool
function_list_ranges (const struct function_list *list,
                      struct address_ranges *ranges)
{
  for (size_t i = 0; i < list->count; i++)
    if (!ranges_add (ranges, list->at[i].addr, list->at[i].size))
      return false;
  return true;
}

void
function_list_free (struct function_list *list)
{
  free (list->at);
  free (list->buckets);
  *list = (struct function_list){ .at = NULL };
}

void
function_list_narrow (const struct function_list *list, uint64_t addr,
                      size_t *low, size_t *high)
{
  *low = 0;
  *high = list->count;
  if (list->buckets == NULL)
    return;
  if (addr < list->lowest)
    *high = 0;
  else if ((addr - list->lowest) >> list->shift >= list->bucket_count)
    *low = *high;
  else
    {
      size_t bucket = (size_t) ((addr - list->lowest) >> list->shift);
      *low = list->buckets[bucket];
      *high = list->buckets[bucket + 1];
    }
}

size_t
function_list_from (const struct function_list *list, uint64_t addr,
                    uint64_t size)
{
  const struct function sought = { .addr = addr, .size = size };

  return function_list_search (list, &sought, compare_u64_pairs);
}

size_t
function_list_over (const struct function_list *list, uint64_t addr)
{
  size_t first = function_list_from (list, addr, 0);

  return first != 0
                 && list->at[first - 1].size > addr - list->at[first - 1].addr
             ? first - 1
             : first;
}
