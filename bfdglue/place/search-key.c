/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   search-key.c - four bytes of a section by which its place is found.

   Theory of operation.  All words of the image are counted in buckets, then
   the word of a section whose bucket has the fewest is its needle.  Neighbours
   in a bucket cost time, and whoever searches bounds that.  */

#include "config.h"

#include "search-key.h"

bool
needle_walk (struct needle_walk *walk)
{
  const struct code *code = walk->code;
  const struct code_range *ranges
      = code->by_sections ? code->sections : code->segments;
  size_t count = code->by_sections ? code->section_count : code->segment_count;

  while (walk->next < count)
    {
      const struct code_range *range = &ranges[walk->next++];
      /* Headers may name the same bytes 60,000 times.  */
      uint64_t from = range->addr > walk->end ? range->addr : walk->end;
      uint64_t skipped = from - range->addr;
      if (range->bytes == NULL || skipped >= range->size)
        continue;
      walk->bytes = range->bytes + skipped;
      walk->addr = from;
      walk->size = range->size - skipped;
      walk->end = from + walk->size;
      return true;
    }
  return false;
}

void
needle_count (const struct code *code, struct needle_counts *counts)
{
  struct needle_walk walk = { .code = code };

  while (needle_walk (&walk))
    for (uint64_t i = 0; i + NEEDLE_SIZE <= walk.size; i++)
      {
        uint32_t *count
            = &counts->of[needle_bucket (needle_word (walk.bytes + i))];
        *count += *count != UINT32_MAX;
      }
}

/* The best word so far.  */
struct choice
{
  uint32_t count; /* UINT32_MAX: none */
  uint32_t word;
  uint64_t offset;
};

/* Choose among the words of [FROM, TO) of CODE, which has no holes.  */
static void
choose_in_run (const struct input_code *code,
               const struct needle_counts *counts, uint64_t from, uint64_t to,
               struct choice *best)
{
  for (uint64_t i = from; i + NEEDLE_SIZE <= to; i++)
    {
      uint32_t word = needle_word (code->bytes + i);
      uint32_t count = counts->of[needle_bucket (word)];
      if (count < best->count)
        *best = (struct choice){ count, word, i };
    }
}

bool
needle_choose (const struct site *site, const struct needle_counts *counts,
               uint32_t *word, uint64_t *offset)
{
  const struct input_code *code = &site->code;
  struct choice best = { .count = UINT32_MAX };
  size_t hole = 0;

  for (size_t i = 0; i < site->function_count; i++)
    {
      uint64_t at = site->functions[i].value;
      if (at > code->size || site->functions[i].size > code->size - at)
        return false;
      uint64_t end = at + site->functions[i].size;
      while (hole < code->hole_count && code->holes[hole].to <= at)
        hole++;
      for (size_t h = hole; h < code->hole_count && code->holes[h].from < end;
           h++)
        {
          choose_in_run (code, counts, at, code->holes[h].from, &best);
          at = code->holes[h].to;
        }
      choose_in_run (code, counts, at, end, &best);
    }
  *word = best.word;
  *offset = best.offset;
  return best.count != UINT32_MAX;
}
