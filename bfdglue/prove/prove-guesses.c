/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-guesses.c - where jumps through tables without a bound may lead.

   In the state in which functions begin, a jump to an unknown address is a
   call at the end, and what it leads to begins in that state.  Assembly
   written by hand has tables of such places, and nothing says how long they
   are.  Whatever is in them is a candidate like any address that code takes,
   and has to return in a way that was checked; the depth at which it begins is
   then proven, as a return at another depth would leave the program.

   What is read beyond the end of a table is no address, and what is decoded
   there overlaps code.  So a run teaches where tables begin, which ends those
   before them, and which guesses were of no use, and is done again without
   these.  */

#include "config.h"

#include <stdlib.h>

#include "prove-internal.h"
#include "sorted.h"

/* Add ADDR to LIST.  False: no memory.  */
static bool
add_address (struct address_list *list, uint64_t addr)
{
  if (!array_grow (&list->at, &list->capacity, list->count, sizeof *list->at))
    return false;
  list->at[list->count++] = addr;
  return true;
}

/* The number of the first address of LIST at or after ADDR.  */
static size_t
find_address (const struct address_list *list, uint64_t addr)
{
  return sorted_from (list->at, list->count, sizeof *list->at, 0, addr);
}

/* Sort LIST, and drop what it has twice.  Returns how many are left.  */
static size_t
order (struct address_list *list)
{
  size_t count = 0;

  if (list->count != 0)
    qsort (list->at, list->count, sizeof *list->at, compare_u64);
  for (size_t i = 0; i < list->count; i++)
    if (i == 0 || list->at[i] != list->at[count - 1])
      list->at[count++] = list->at[i];
  return list->count = count;
}

bool
leads_add (struct proving *v, uint32_t entry, uint64_t addr)
{
  if (!array_grow (&v->leads, &v->lead_capacity, v->lead_count,
                   sizeof *v->leads))
    return false;
  v->leads[v->lead_count++] = (struct pending){ .addr = addr, .entry = entry };
  return true;
}

bool
guesses_take (struct proving *v, uint32_t entry, uint64_t addr,
              const struct value *value)
{
  const struct address_list *tables = &v->lessons.tables;
  const struct address_list *wrong = &v->lessons.wrong;
  uint64_t targets[PROVE_GUESSES];

  /* Compilers that write call frame information write it for all parts.  */
  if (value->kind != VALUE_GUESS || prove_described (v->p, addr))
    return true;
  const size_t after = find_address (tables, (uint64_t) value->c + 1);
  const size_t count = table_guesses (
      v, value, after < tables->count ? tables->at[after] : UINT64_MAX,
      targets);
  if (!add_address (&v->tables, (uint64_t) value->c))
    return false;
  for (size_t i = 0; i < count; i++)
    {
      const size_t at = find_address (wrong, targets[i]);
      uint8_t *byte = &v->bytes[targets[i] - v->base];
      if (at < wrong->count && wrong->at[at] == targets[i])
        continue;
      if (i < PROVE_GUESS_LEADS && !leads_add (v, entry, targets[i]))
        return false;
      if ((*byte & BYTE_GUESS) != 0)
        continue;
      *byte |= BYTE_GUESS;
      if (!array_grow (&v->taken, &v->taken_capacity, v->taken_count,
                       sizeof *v->taken)
          || !add_address (&v->guesses, targets[i]))
        return false;
      v->taken[v->taken_count++] = targets[i];
    }
  return true;
}

/* Whether what begins at ADDR returns, as was checked.  */
static bool
is_good (struct proving *v, uint64_t addr)
{
  const uint32_t entry = flow_find (v, addr);

  return entry != UINT32_MAX && v->p->entries[entry].reason == PROVE_OK
         && v->p->entries[entry].returned;
}

void
leads_return (struct proving *v)
{
  bool any = true;

  /* In turns upwards and downwards, as parts of a function run into the next
     one, or jump back.  */
  for (unsigned i = 0; i < PROVE_LEADS && any; i++)
    {
      any = false;
      for (size_t k = 0; k < v->lead_count; k++)
        {
          const struct pending *lead
              = &v->leads[i % 2 == 0 ? k : v->lead_count - 1 - k];
          struct prove_entry *e = &v->p->entries[lead->entry];
          if (e->returned || !is_good (v, lead->addr))
            continue;
          e->returned = true;
          any = true;
        }
    }
}

sfm_status
guesses_learn (struct proving *v, bool *again)
{
  struct lessons *l = &v->lessons;
  const size_t tables = l->tables.count, wrong = l->wrong.count;

  for (size_t i = 0; i < v->guesses.count; i++)
    if (flow_find (v, v->guesses.at[i]) != UINT32_MAX
        && !is_good (v, v->guesses.at[i])
        && !add_address (&l->wrong, v->guesses.at[i]))
      return diag_nomem (v->sink, v->code->image->path);
  for (size_t i = 0; i < v->tables.count; i++)
    if (!add_address (&l->tables, v->tables.at[i]))
      return diag_nomem (v->sink, v->code->image->path);
  v->tables.count = 0;
  *again = order (&l->tables) != tables;
  /* A guess that failed beyond what is known now to be the end of its table
     says nothing about itself.  */
  if (*again)
    l->wrong.count = 0;
  else
    *again = order (&l->wrong) != wrong;
  return SFM_OK;
}
