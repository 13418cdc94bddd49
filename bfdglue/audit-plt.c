/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-plt.c - linker-made code: bytes without a function, and functions with
   rows that are not true.

   Which rows are true image-plt-judge.c has decided.  The bytes are counted
   by a sweep over the functions by address, so that however many claim them
   it takes no longer than to sort those.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "audit-internal.h"
#include "pool.h"

struct span
{
  uint64_t addr;
  uint64_t size;
};

struct spans
{
  struct span *items;
  size_t count;
  size_t capacity;
};

static int
compare_spans (const void *a, const void *b)
{
  const struct span *x = a, *y = b;

  return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/* The first of PLT's areas that ends behind ADDR, or its number.  */
static size_t
first_area (const struct image_plt *plt, uint64_t addr)
{
  size_t low = 0, high = plt->area_count;

  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      const struct image_plt_area *area = &plt->areas[mid];
      if (area->addr <= addr && addr - area->addr >= area->size)
        low = mid + 1;
      else
        high = mid;
    }
  return low;
}

/* Tell that the rows of FDE, number IDX of W's piece number PIECE, are
   wrong.  */
static void
tell_rows (const struct auditor *a, const struct audit_window *w, size_t piece,
           uint32_t idx, const struct sfm_fde *fde)
{
  const struct finding place = audit_place (w, piece, idx, fde->field);
  uint64_t addr = w->pieces[piece].places[idx].addr;
  const char *name = code_section_name (&a->audit->code, addr);

  finding_report (a->found, FIND_PLT_ROWS, &place,
                  "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                  "%s%s has other rows than the code that the linker made "
                  "there needs",
                  addr, fde->size, name != NULL ? " in " : "",
                  name != NULL ? name : "");
}

/* List W's functions of linker-made code, and tell of those that are wrong.
   False: no memory.  */
static bool
list_spans (const struct auditor *a, const struct audit_window *w,
            struct spans *spans)
{
  const struct image_plt *plt = &a->audit->plt;
  struct sfm_diag diag;
  struct sfm_fde fde;

  for (size_t k = 0; k < w->piece_count; k++)
    for (uint32_t i = 0; i < w->pieces[k].piece.num_fdes; i++)
      {
        const struct own_piece *p = &w->pieces[k];
        if (!p->usable || !own_function_stands (p, i)
            || sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
          continue;
        if (p->replaced[i] == OWN_WRONG)
          tell_rows (a, w, k, i, &fde);
        uint64_t addr = p->places[i].addr;
        size_t area = first_area (plt, addr);
        if (area == plt->area_count
            || (plt->areas[area].addr > addr
                && plt->areas[area].addr - addr >= fde.size))
          continue;
        if (!array_grow (&spans->items, &spans->capacity, spans->count,
                         sizeof *spans->items))
          return false;
        spans->items[spans->count++] = (struct span){ addr, fde.size };
      }
  return true;
}

/* Tell how many bytes of AREA none of the SPANS from *AT on has; *AT moves to
   the first that can matter for the area behind it.  */
static void
check_area (const struct auditor *a, const struct image_plt_area *area,
            const struct spans *spans, size_t *at, uint64_t *covered)
{
  uint64_t end = area->addr + area->size;
  uint64_t from = *covered > area->addr ? *covered : area->addr;
  uint64_t first = from < end ? end : from, bare = 0;

  for (; *at < spans->count && spans->items[*at].addr < end; ++*at)
    {
      const struct span *s = &spans->items[*at];
      if (s->addr > from)
        {
          first = first == end ? from : first;
          bare += s->addr - from;
        }
      if (s->addr + s->size > from)
        from = s->addr + s->size;
    }
  if (from < end)
    {
      first = first == end ? from : first;
      bare += end - from;
    }
  *covered = from;
  if (bare == 0)
    return;
  struct finding place
      = audit_whole (&(struct audit_window){ .name = area->name });
  place.offset = first - area->addr;
  place.count = bare;
  finding_report (a->found, FIND_PLT_UNCOVERED, &place,
                  "%" PRIu64 " of the %" PRIu64 " bytes of code that the "
                  "linker made at 0x%" PRIx64 " are of no function",
                  bare, area->size, area->addr);
}

sfm_status
audit_plt (const struct auditor *a)
{
  const struct audit_image *audit = a->audit;
  struct audit_window w;
  struct spans spans = { 0 };
  bool memory = true;
  size_t at = 0, pieces = 0;
  uint64_t covered = 0;

  while (memory && audit_next_window (audit, &at, &w))
    {
      pieces += w.piece_count;
      memory = list_spans (a, &w, &spans);
    }
  if (memory && spans.count != 0)
    qsort (spans.items, spans.count, sizeof *spans.items, compare_spans);
  at = 0;
  /* What has no SFrame data at all lacks more than this.  */
  for (size_t i = 0; memory && pieces != 0 && i < audit->plt.area_count; i++)
    check_area (a, &audit->plt.areas[i], &spans, &at, &covered);
  free (spans.items);
  return memory ? SFM_OK : say_nomem (a->sink, audit->image.path);
}
