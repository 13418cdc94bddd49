/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   moved-distance.c - find how far a section was moved.

   Theory of operation.  Search for the one distance that takes each live
   function to an exact start, that is to an FDE of its size [fits].  Symbols
   do not count: a stripped image has few, and one function of the same size
   would move a whole section.  Only two kinds of functions need no exact
   start: discarded ones, whose start becomes 0, and functions in PLT sections,
   for which there is no function index.

   The candidates are the distances from one function of the rarest size to all
   starts of that size [best_pivot].  The outermost functions are tried first:
   they reject most candidates, and among equal functions in a row only they
   tell the distances apart.  A distance that only one function supports counts
   only if the place from which the section would have moved is free, and if
   the function cannot be where it says: where call frame information knows of
   nothing, it may be.  */

#include "config.h"

#include <elf.h>

#include "pieces-limits.h"
#include "moved-distance.h"
#include "keyed-sort.h"
#include "sorted.h"

struct search
{
  const struct piece_reader *reader;
  const struct image_piece *pieces;
  const struct function_list *functions;
  struct function_list starts; /* all exact ones, by size, then address */
  size_t effort;               /* checks left */
};

bool
distance_exact (const struct function_index *index, uint64_t addr,
                uint64_t size)
{
  const size_t at = function_list_from (&index->eh.functions, addr, size);

  return function_list_starts (&index->eh.functions, at, addr)
         && index->eh.functions.at[at].size == size;
}

/* By size, then address.  */
static int
compare_starts (const void *a, const void *b)
{
  const struct function *x = a, *y = b;
  int order = compare_u64 (&x->size, &y->size);

  return order != 0 ? order : compare_u64 (&x->addr, &y->addr);
}

/* List the exact starts of the image.  False: no memory.  */
static bool
list_starts (struct search *s)
{
  const struct function_list *frames = &s->reader->index->eh.functions;
  struct function_list *starts = &s->starts;
  size_t kept = 0;

  for (size_t i = 0; i < frames->count; i++)
    if (frames->at[i].size != 0 && !function_list_add (starts, &frames->at[i]))
      return false;
  sort_if_needed (starts->at, starts->count, sizeof *starts->at,
                  compare_starts);
  for (size_t i = 0; i < starts->count; i++)
    if (kept == 0
        || compare_starts (&starts->at[i], &starts->at[kept - 1]) != 0)
      starts->at[kept++] = starts->at[i];
  starts->count = kept;
  return true;
}

/* The first start of at least SIZE bytes.  */
static size_t
first_of_size (const struct search *s, uint64_t size)
{
  return sorted_from (s->starts.at, s->starts.count, sizeof *s->starts.at,
                      offsetof (struct function, size), size);
}

static void
swap (struct function *a, struct function *b)
{
  struct function kept = *a;

  *a = *b;
  *b = kept;
}

/* Put the outermost functions first.  Returns a function whose size is the
   rarest among the starts, but occurs.  */
static struct function
best_pivot (struct search *s)
{
  struct function *functions = s->functions->at;
  struct function best = functions[0];
  size_t fewest = SIZE_MAX;
  size_t low = 0, high = 0;

  for (size_t i = 0; i < s->functions->count; i++)
    {
      const struct function *f = &functions[i];
      size_t having
          = first_of_size (s, f->size + 1) - first_of_size (s, f->size);
      if (having != 0 && having < fewest)
        {
          fewest = having;
          best = *f;
        }
      if (f->addr < functions[low].addr)
        low = i;
      if (f->addr > functions[high].addr)
        high = i;
    }
  swap (&functions[0], &functions[low]);
  if (s->functions->count > 1)
    swap (&functions[1], &functions[high == 0 ? low : high]);
  return best;
}

/* Whether SHIFT takes all functions to exact starts or, if discarded, to 0.
   Sets *SEVERAL if they reach more than one start.  */
static bool
fits (struct search *s, uint64_t shift, bool *several)
{
  bool any = false;
  uint64_t one = 0;

  *several = false;
  for (size_t i = 0; i < s->functions->count; i++)
    {
      const struct function *f = &s->functions->at[i];
      const struct image_piece *p = &s->pieces[f->piece];
      uint64_t addr = f->addr + shift;
      if (s->effort == 0)
        return false;
      s->effort--;
      if (piece_kept_address (p, addr) == 0
          || code_ranges_plt_section (&s->reader->index->code, addr, f->size)
                 != NULL)
        continue;
      if (!code_ranges_hold (&s->reader->index->code, addr, f->size)
          || !distance_exact (s->reader->index, addr, f->size))
        return false;
      *several |= any && addr != one;
      any = true;
      one = addr;
    }
  return any;
}

/* Whether the section can have been at its address plus SHIFT: those bytes are
   loaded and in no section.  */
static bool
was_free (const struct search *s, uint64_t shift)
{
  const struct image *image = s->reader->index->image;
  uint64_t from = s->pieces->addr + shift, size = s->pieces->piece.size;
  bool loaded = false;

  if (image->section_count == 0)
    return false;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *other = &image->sections[i];
      if ((other->flags & SHF_ALLOC) && other->type != SHT_NOBITS
          && (from >= other->addr ? from - other->addr < other->size
                                  : other->addr - from < size))
        return false;
    }
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      loaded |= segment->type == PT_LOAD && from >= segment->vaddr
                && from - segment->vaddr < segment->memsz
                && size <= segment->memsz - (from - segment->vaddr);
    }
  return loaded;
}

/* Whether a function that SHIFT takes to an exact start cannot be where it
   is.  */
static bool
is_misplaced (const struct search *s, uint64_t shift)
{
  const struct function_index *index = s->reader->index;

  for (size_t i = 0; i < s->functions->count; i++)
    {
      const struct function *f = &s->functions->at[i];
      if (distance_exact (index, f->addr + shift, f->size)
          && (!code_ranges_hold (&index->code, f->addr, f->size)
              || index_contradicts (index, f->addr, f->size)))
        return true;
    }
  return false;
}

/* Find the distances, at most two.  */
static void
find (struct search *s, struct distances *result)
{
  const struct function pivot = best_pivot (s);
  size_t end = first_of_size (s, pivot.size + 1);
  bool several, sure = false;

  /* The pivot itself may be discarded.  */
  if (fits (s, -pivot.addr, &several))
    {
      result->shifts[result->found++] = -pivot.addr;
      sure = several;
    }
  for (size_t i = first_of_size (s, pivot.size); i < end && result->found < 2;
       i++)
    {
      uint64_t shift = s->starts.at[i].addr - pivot.addr;
      if (!fits (s, shift, &several))
        continue;
      result->shifts[result->found++] = shift;
      sure = several;
    }
  result->given_up = s->effort == 0;
  if (result->found == 1 && !sure
      && !(was_free (s, result->shifts[0])
           && is_misplaced (s, result->shifts[0])))
    result->found = 0;
}

bool
distance_find (const struct piece_reader *r, const struct image_piece *p,
               const struct function_list *functions,
               struct distances *distances)
{
  struct search s = { .reader = r, .pieces = p, .functions = functions };
  bool good = list_starts (&s);

  *distances = (struct distances){ 0 };
  s.effort = LIMIT_MOVED_CHECKS * (functions->count + s.starts.count);
  if (good)
    find (&s, distances);
  function_list_free (&s.starts);
  return good;
}
