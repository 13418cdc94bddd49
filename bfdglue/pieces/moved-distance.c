/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   moved-distance.c - find how far a section was moved.

   Theory of operation.  Search for the one distance that takes each live
   function to an exact start, that is to a function of its size [fits].  Only
   two kinds of functions need no exact start: discarded ones, whose start
   becomes 0, and functions in PLT sections, for which there is no function
   index.

   The candidates are the distances from one function of the rarest size to all
   starts of that size [best_pivot].  The outermost functions are tried first:
   they reject most candidates, and among equal functions in a row only they
   tell the distances apart.  A distance that only one function supports counts
   only if the place from which the section would have moved is free.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>

#include "pieces-limits.h"
#include "moved-distance.h"
#include "sorted.h"

/* A function start of the image.  */
struct start
{
  uint64_t size;
  uint64_t addr;
};

struct search
{
  const struct code_ranges *code;
  const struct function_index *index;
  struct distance_function *functions;
  size_t count;
  struct start *starts; /* all exact ones, by size */
  size_t start_count;
  size_t effort; /* checks left */
};

bool
distance_exact (const struct function_index *index, uint64_t addr,
                uint64_t size)
{
  return (index_confirms (index, addr, size) & SFM_EVIDENCE_SIZE)
         && !index_contradicts (index, addr, size);
}

/* List the exact starts of the image.  False: no memory.  */
static bool
list_starts (struct search *s)
{
  const struct function_index *e = s->index;

  s->starts = calloc (e->eh_count + e->symbol_count + 1, sizeof *s->starts);
  if (s->starts == NULL)
    return false;
  for (size_t i = 0; i < e->eh_count; i++)
    s->starts[s->start_count++]
        = (struct start){ .addr = e->eh[i].addr, .size = e->eh[i].size };
  for (size_t i = 0; i < e->symbol_count; i++)
    if (e->symbols[i].size != 0)
      s->starts[s->start_count++]
          = (struct start){ .addr = e->symbols[i].addr,
                            .size = e->symbols[i].size };
  qsort (s->starts, s->start_count, sizeof *s->starts, compare_u64_pairs);
  size_t kept = 0;
  for (size_t i = 0; i < s->start_count; i++)
    if (kept == 0
        || compare_u64_pairs (&s->starts[i], &s->starts[kept - 1]) != 0)
      s->starts[kept++] = s->starts[i];
  s->start_count = kept;
  return true;
}

/* The first start of at least SIZE bytes.  */
static size_t
first_of_size (const struct search *s, uint64_t size)
{
  return sorted_from (s->starts, s->start_count, sizeof *s->starts,
                      offsetof (struct start, size), size);
}

static void
swap (struct distance_function *a, struct distance_function *b)
{
  struct distance_function kept = *a;

  *a = *b;
  *b = kept;
}

/* Put the outermost functions first.  Returns a function whose size is the
   rarest among the starts, but occurs.  */
static struct distance_function
best_pivot (struct search *s)
{
  struct distance_function best = s->functions[0];
  size_t fewest = SIZE_MAX;
  size_t low = 0, high = 0;

  for (size_t i = 0; i < s->count; i++)
    {
      const struct distance_function *f = &s->functions[i];
      size_t having = first_of_size (s, (uint64_t) f->size + 1)
                      - first_of_size (s, f->size);
      if (having != 0 && having < fewest)
        {
          fewest = having;
          best = *f;
        }
      if (f->addr < s->functions[low].addr)
        low = i;
      if (f->addr > s->functions[high].addr)
        high = i;
    }
  swap (&s->functions[0], &s->functions[low]);
  if (s->count > 1)
    swap (&s->functions[1], &s->functions[high == 0 ? low : high]);
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
  for (size_t i = 0; i < s->count; i++)
    {
      const struct distance_function *f = &s->functions[i];
      uint64_t addr = f->addr + shift;
      if (s->effort == 0)
        return false;
      s->effort--;
      if ((f->narrow ? addr & UINT32_MAX : addr) == 0
          || code_ranges_plt_section (s->code, addr, f->size) != NULL)
        continue;
      if (!code_ranges_hold (s->code, addr, f->size)
          || !distance_exact (s->index, addr, f->size))
        return false;
      *several |= any && addr != one;
      any = true;
      one = addr;
    }
  return any;
}

/* Whether SECTION can have been at its address plus SHIFT: those bytes are
   loaded and in no section.  */
static bool
was_free (const struct image *image, const struct code_range *section,
          uint64_t shift)
{
  uint64_t from = section->addr + shift, size = section->size;
  bool loaded = false;

  if (image->section_count == 0)
    return false;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if ((s->flags & SHF_ALLOC) && s->type != SHT_NOBITS
          && (from >= s->addr ? from - s->addr < s->size
                              : s->addr - from < size))
        return false;
    }
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *s = &image->segments[i];
      loaded |= s->type == PT_LOAD && from >= s->vaddr
                && from - s->vaddr < s->memsz
                && size <= s->memsz - (from - s->vaddr);
    }
  return loaded;
}

/* Find the distances, at most two.  */
static void
find (struct search *s, const struct image *image,
      const struct code_range *section, struct distances *result)
{
  struct distance_function pivot = best_pivot (s);
  size_t end = first_of_size (s, (uint64_t) pivot.size + 1);
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
      uint64_t shift = s->starts[i].addr - pivot.addr;
      if (!fits (s, shift, &several))
        continue;
      result->shifts[result->found++] = shift;
      sure = several;
    }
  result->given_up = s->effort == 0;
  if (result->found == 1 && !sure
      && !was_free (image, section, result->shifts[0]))
    result->found = 0;
}

bool
distance_find (const struct image *image, const struct code_ranges *code,
               const struct function_index *index,
               const struct code_range *section,
               struct distance_function *functions, size_t count,
               struct distances *distances)
{
  struct search s = {
    .code = code, .index = index, .functions = functions, .count = count
  };

  *distances = (struct distances){ 0 };
  if (count == 0)
    return true;
  if (!list_starts (&s))
    return false;
  s.effort = LIMIT_MOVED_CHECKS * (count + s.start_count);
  find (&s, image, section, distances);
  free (s.starts);
  return true;
}
