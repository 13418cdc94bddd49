/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-guesses.c - where jumps through tables lead, or may lead if the tables
   have no bound.

   In the state in which functions begin, a jump to an unknown address is a
   tail call, and its target begins in that state.  Assembly written by hand
   has tables of such targets, and nothing says how long they are.  Whatever is
   in them is a candidate, like any address that code takes, and has to return
   in a way that was checked.  The depth at which it begins is then proven, as
   a return at another depth would leave the program.

   What is read beyond the end of a table is no address, or leads to code that
   overlaps other code.  So tables are read when all else is proven, and most
   of them are known: where one begins, the one before it ends.  Guesses for
   which nothing was proven are then taken back: the state before all guesses
   is restored, and the others are made again.  */

#include "config.h"

#include "elf-abi.h"
#include "prove-internal.h"
#include "sorted.h"

/* A table is believed if the index was compared with a bound on every way,
   nobody can write to it, and all of its entries are addresses of code.
   Without a bound its entries are guesses, which say where a function may
   begin, and nothing else.  */

/* Whether the loader or the program may change what is at ADDR.  */
static bool
may_change (const struct image *image, uint64_t addr, unsigned width)
{
  const struct image_segment *load = image_load_of (image, addr);

  return load == NULL || (load->flags & PF_W) != 0
         || (width == 64 && image->type != ET_EXEC);
}

/* Where a jump by ENTRY of the table VALUE leads.  */
static uint64_t
target (const struct image *image, const struct value *value,
        const uint8_t *entry)
{
  uint64_t n;

  switch (value->width)
    {
    case 8:
      n = value->sign ? (uint64_t) (int64_t) (int8_t) *entry : *entry;
      break;
    case 16:
      n = elf_u16 (entry, image->big_endian);
      n = value->sign ? (uint64_t) (int64_t) (int16_t) n : n;
      break;
    case 32:
      n = elf_u32 (entry, image->big_endian);
      n = value->sign ? (uint64_t) (int64_t) (int32_t) n : n;
      break;
    default:
      return elf_u64 (entry, image->big_endian);
    }
  return (uint64_t) value->base + (n << value->reg);
}

size_t
table_targets (const struct proving *v, const struct value *value,
               uint64_t *targets)
{
  const struct image *image = v->code->image;
  const uint64_t table = (uint64_t) value->c;
  const unsigned bytes = value->width / 8;

  if (value->kind == VALUE_CONST)
    {
      targets[0] = table;
      return 1;
    }
  if (value->kind != VALUE_TARGETS || may_change (image, table, value->width))
    return 0;
  const uint8_t *entries = image_loaded (image, table, value->id * bytes);
  if (entries == NULL)
    return 0;
  for (size_t i = 0; i < value->id; i++, entries += bytes)
    {
      targets[i] = target (image, value, entries);
      if (!proving_has (v, targets[i]))
        return 0;
    }
  return value->id;
}

/* Set TARGETS, of PROVE_GUESSES elements, to where a jump to VALUE, a
   VALUE_GUESS, may lead: by the entries before END, up to the first that is no
   address of code.  Returns their number.  */
static size_t
table_guesses (const struct proving *v, const struct value *value,
               uint64_t end, uint64_t *targets)
{
  const struct image *image = v->code->image;
  const uint64_t table = (uint64_t) value->c;
  const unsigned bytes = value->width / 8;
  size_t count = 0;

  if (may_change (image, table, value->width))
    return 0;
  for (; count < PROVE_GUESSES && table + (count + 1) * bytes <= end; count++)
    {
      const uint8_t *entry
          = image_loaded (image, table + count * bytes, bytes);
      if (entry == NULL)
        break;
      targets[count] = target (image, value, entry);
      if (!proving_has (v, targets[count]))
        break;
    }
  return count;
}

/* The number of the first address of LIST at or after ADDR.  */
static size_t
find_address (const address_list *list, uint64_t addr)
{
  return sorted_from (list->at, list->count, sizeof *list->at, 0, addr);
}

/* Sort LIST and drop duplicates.  Returns how many are left.  */
static size_t
order (address_list *list)
{
  size_t last = 0;

  sort_if_needed (list->at, list->count, sizeof *list->at, compare_u64);
  for (size_t i = 1; i < list->count; i++)
    if (list->at[i] != list->at[last])
      list->at[++last] = list->at[i];
  if (list->count != 0)
    list->count = last + 1;
  return list->count;
}

bool
guesses_note (struct proving *v, uint32_t entry, uint64_t addr,
              const struct value *value)
{
  /* Where there is call frame information, it describes all parts of
     functions.  */
  return value->kind != VALUE_GUESS || prove_described (v->p, addr)
         || LIST_ADD (&v->jumps,
                      (struct guess){ .value = *value, .entry = entry });
}

/* Take the addresses to which JUMP may lead.  */
static bool
take (struct proving *v, const struct guess *jump)
{
  const address_list *tables = &v->lessons.tables;
  const address_list *wrong = &v->lessons.wrong;
  uint64_t targets[PROVE_GUESSES];

  const size_t after = find_address (tables, (uint64_t) jump->value.c + 1);
  const size_t count = table_guesses (
      v, &jump->value, after < tables->count ? tables->at[after] : UINT64_MAX,
      targets);
  for (size_t i = 0; i < count; i++)
    {
      const size_t at = find_address (wrong, targets[i]);
      uint8_t *byte = &v->bytes[targets[i] - v->base];
      if (at < wrong->count && wrong->at[at] == targets[i])
        continue;
      if (i < PROVE_GUESS_LEADS
          && !LIST_ADD (&v->leads, (struct lead){ .addr = targets[i],
                                                  .entry = jump->entry }))
        return false;
      if ((*byte & BYTE_GUESS) != 0)
        continue;
      *byte |= BYTE_GUESS;
      if (!LIST_ADD (&v->taken, targets[i])
          || !LIST_ADD (&v->guesses, targets[i]))
        return false;
    }
  return true;
}

sfm_status
guesses_take (struct proving *v)
{
  struct lessons *l = &v->lessons;
  const size_t tables = l->tables.count;
  bool good = true;

  for (size_t i = v->guessed; i < v->jumps.count && good; i++)
    good = LIST_ADD (&l->tables, (uint64_t) v->jumps.at[i].value.c);
  /* Tables that were read before may have been read too far.  */
  if (order (&l->tables) != tables && v->guessed != 0)
    l->late = true;
  while (v->guessed < v->jumps.count && good)
    good = take (v, &v->jumps.at[v->guessed++]);
  return good ? SFM_OK : diag_nomem (v->sink, v->code->image->path);
}

/* Whether what begins at ADDR is known to return, in a way that was
   checked.  */
static bool
is_good (struct proving *v, uint64_t addr)
{
  const uint32_t entry = flow_find (v, addr);

  return entry != UINT32_MAX && v->p->entries.at[entry].reason == PROVE_OK
         && v->p->entries.at[entry].returned;
}

static bool
is_guess (const struct proving *v, uint64_t addr)
{
  return (v->bytes[addr - v->base] & BYTE_GUESS) != 0;
}

/* The entry of LEAD returns if it leads to what does.  */
static void
lead_returns (struct proving *v, const struct lead *lead)
{
  struct prove_entry *e = &v->p->entries.at[lead->entry];

  if (is_good (v, lead->addr)
      && (!lead->part || (is_guess (v, lead->addr) && is_guess (v, e->addr))))
    e->returned = true;
}

void
leads_return (struct proving *v)
{
  /* Go upwards and downwards in turn, as parts of a function run into the next
     one, or jump back.  */
  for (unsigned i = 0; i < PROVE_LEADS; i++)
    {
      for (size_t k = 0; k < v->leads.count; k++)
        lead_returns (v, &v->leads.at[k]);
      for (size_t k = v->leads.count; k-- > 0;)
        lead_returns (v, &v->leads.at[k]);
    }
}

sfm_status
guesses_learn (struct proving *v, bool *again)
{
  struct lessons *l = &v->lessons;
  const size_t wrong = l->wrong.count;

  for (size_t i = 0; i < v->guesses.count; i++)
    if (flow_find (v, v->guesses.at[i]) != UINT32_MAX
        && !is_good (v, v->guesses.at[i])
        && !LIST_ADD (&l->wrong, v->guesses.at[i]))
      return diag_nomem (v->sink, v->code->image->path);
  *again = order (&l->wrong) != wrong;
  /* A guess may have failed because it was past the end of its table, as that
     is known now; nothing is learnt from it.  */
  if (l->late)
    l->wrong.count = 0;
  *again |= l->late;
  l->late = false;
  return SFM_OK;
}
