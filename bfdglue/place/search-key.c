/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   search-key.c - the four bytes of a section to search for.

   Theory of operation.  All words of the image are counted in buckets.  The
   search key of a section is its word in the bucket with the lowest count.
   Other words of that bucket cost time, which the search bounds.  */

#include "config.h"

#include "code-search.h"

bool
search_key_walk (struct search_key_walk *walk)
{
  const struct code_ranges *code = walk->code;
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
search_key_count (struct search *s)
{
  struct search_key_walk walk = { .code = &s->p->from.context->index.code };

  while (search_key_walk (&walk))
    for (uint64_t i = 0; i + SEARCH_KEY_SIZE <= walk.size; i++)
      {
        uint32_t word = search_key_word (walk.bytes + i);
        uint32_t *count = &s->counts[search_key_bucket (word)];
        *count += *count != UINT32_MAX;
      }
}

/* Choose among the words in [FROM, TO) of KEY's section, which no mask covers,
   one that is in fewer places than *BEST, and set *BEST to their number.  */
static void
choose_in_run (const struct search *s, struct search_key *key, uint64_t from,
               uint64_t to, uint32_t *best)
{
  for (uint64_t i = from; i + SEARCH_KEY_SIZE <= to; i++)
    {
      uint32_t word = search_key_word (key->text->code.bytes + i);
      uint32_t count = s->counts[search_key_bucket (word)];
      if (count < *best)
        {
          *best = count;
          key->word = word;
          key->offset = i;
        }
    }
}

bool
search_key_choose (const struct search *s, struct search_key *key)
{
  const struct text_section *text = key->text;
  const struct input_code *code = &text->code;
  uint32_t best = UINT32_MAX;
  size_t mask = 0;

  for (size_t i = 0; i < text->function_count; i++)
    {
      uint64_t at = text->functions[i].value;
      if (at > code->size || text->functions[i].size > code->size - at)
        return false;
      uint64_t end = at + text->functions[i].size;
      while (mask < code->mask_count && code->masks[mask].to <= at)
        mask++;
      for (size_t h = mask; h < code->mask_count && code->masks[h].from < end;
           h++)
        {
          choose_in_run (s, key, at, code->masks[h].from, &best);
          at = code->masks[h].to;
        }
      choose_in_run (s, key, at, end, &best);
    }
  return best != UINT32_MAX;
}
