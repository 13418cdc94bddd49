/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-order.c - the checker: addresses (rules S8, T1 and T2 of
   doc/internals.md, section 8).

   Raw start fields cannot be compared: those of PCREL functions do not rise
   with the addresses.  While each function starts at or after the end of all
   before it, none overlap and nothing is stored [sfm_check_order_next];
   otherwise all are sorted and swept once [sfm_check_order].  Functions of
   different pieces are compared too, because a merge would.  */

#include "config.h"

#include <inttypes.h>

#include "checker.h"

struct check_item *
sfm_check_items (const struct check *c, size_t count)
{
  if (count > SIZE_MAX / 2)
    return NULL;
  return sfm_memory_array (&c->memory, 2 * count, sizeof (struct check_item));
}

/* An LSD radix sort by bytes: linear for all keys, and stable.  The C
   library's qsort is not stable and may allocate by itself.  Bytes that all
   keys share, which are most of an address, cost no pass.  */
struct check_item *
sfm_check_sort (struct check_item *items, struct check_item *spare,
                size_t count)
{
  for (unsigned shift = 0; shift < 64; shift += 8)
    {
      size_t place[256] = { 0 };

      for (size_t i = 0; i < count; i++)
        place[items[i].key >> shift & 0xff]++;
      if (count == 0 || place[items[0].key >> shift & 0xff] == count)
        continue;
      size_t sum = 0;
      for (size_t i = 0; i < 256; i++)
        {
          size_t here = place[i];
          place[i] = sum;
          sum += here;
        }
      for (size_t i = 0; i < count; i++)
        spare[place[items[i].key >> shift & 0xff]++] = items[i];
      struct check_item *swap = items;
      items = spare;
      spare = swap;
    }
  return items;
}

void
sfm_check_order_next (struct check *c, const struct check_piece *p,
                      const struct check_function *f)
{
  uint64_t end = f->addr + f->size;

  if (f->size != 0 && f->addr + (f->size - 1) < f->addr)
    report_function (c, f, SFM_FIND_FDE_WRAPS, f->field,
                     "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                     " wraps the address space",
                     f->addr, f->size);
  if (f->idx != 0 && f->addr < c->previous && (p->flags & SFM_F_FDE_SORTED))
    report_function (c, f, SFM_FIND_UNSORTED, f->field,
                     "the function at 0x%" PRIx64 " follows one at 0x%" PRIx64
                     ", but the section is said to be sorted",
                     f->addr, c->previous);
  if (f->size == 0)
    return;
  if (f->addr < c->cover_end)
    c->disorder = true;
  if (end < f->addr)
    end = UINT64_MAX;
  if (end > c->cover_end)
    c->cover_end = end;
}

/* The piece that contains FDE number IDX of the section.  */
static const struct check_piece *
piece_of (const struct check *c, uint32_t idx)
{
  size_t low = 0, high = c->piece_count;

  while (high - low > 1)
    {
      size_t middle = low + (high - low) / 2;
      if (c->pieces[middle].first_fde <= idx)
        low = middle;
      else
        high = middle;
    }
  return &c->pieces[low];
}

/* Report that ITEM begins before COVER ends, but not before COVER begins.  */
static void
report_pair (struct check *c, const struct check_item *cover,
             const struct check_item *item)
{
  const struct check_piece *p = piece_of (c, item->idx);
  uint32_t idx = item->idx - (uint32_t) p->first_fde;
  uint64_t offset = p->fdes + (uint64_t) idx * p->fde_size;

  c->piece_idx = (uint32_t) (p - c->pieces);
  if (cover->key == item->key && cover->size == item->size)
    sfm_check_report (c, SFM_FIND_DUPLICATE, idx, SFM_NO_INDEX, offset,
                      "a second function at 0x%" PRIx64 " of size 0x%" PRIx32,
                      item->key, item->size);
  else
    sfm_check_report (c, SFM_FIND_OVERLAP, idx, SFM_NO_INDEX, offset,
                      "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                      " overlaps one at 0x%" PRIx64 " of size 0x%" PRIx32,
                      item->key, item->size, cover->key, cover->size);
}

/* Report overlaps among the COUNT ITEMS, which are sorted by address.  */
static void
sweep (struct check *c, const struct check_item *items, size_t count)
{
  const struct check_item *cover = NULL;
  uint64_t end = 0;

  for (size_t i = 0; i < count; i++)
    {
      const struct check_item *item = &items[i];
      uint64_t last = item->key + (item->size - 1);

      if (last < item->key)
        last = UINT64_MAX;
      if (cover != NULL && item->key <= end)
        report_pair (c, cover, item);
      if (cover == NULL || last > end)
        {
          cover = item;
          end = last;
        }
    }
}

sfm_status
sfm_check_order (struct check *c)
{
  if (!c->disorder)
    return SFM_OK;
  const struct check_piece *last = &c->pieces[c->piece_count - 1];
  uint64_t total = last->first_fde + last->num_fdes;
  /* Indices of items have 32 bits; more FDEs take over 64 GiB.  */
  if (total > UINT32_MAX)
    return SFM_ERR_NOMEM;
  struct check_item *items = sfm_check_items (c, (size_t) total);
  if (items == NULL)
    return SFM_ERR_NOMEM;

  size_t count = 0;
  for (size_t k = 0; k < c->piece_count; k++)
    for (uint32_t i = 0; i < c->pieces[k].num_fdes; i++)
      {
        struct check_function f;
        sfm_check_decode_fde (c, &c->pieces[k], i, &f);
        if (f.size != 0)
          items[count++]
              = (struct check_item){ .key = f.addr,
                                     .size = f.size,
                                     .idx
                                     = (uint32_t) c->pieces[k].first_fde + i };
      }
  sweep (c, sfm_check_sort (items, items + total, count), count);
  sfm_memory_free (&c->memory, items);
  return SFM_OK;
}
