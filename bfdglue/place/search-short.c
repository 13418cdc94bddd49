/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   search-short.c - find sections without four consecutive bytes outside their
   relocation masks: those of .init and .fini are a single call.

   Theory of operation.  Such a section is compared at each function of
   .eh_frame that has the size of its first function [look_at_starts].  If that
   finds none and .eh_frame is incomplete, its first byte outside the masks is
   searched for in all code [look_everywhere].  Both searches are limited; past
   the limit nothing is concluded about the section.  */

#include "config.h"

#include "code-search.h"
#include "place-limits.h"

/* Whether .eh_frame has all functions that the symbols show: objects may be
   built to describe their functions in .sframe alone.  */
static bool
has_all_frames (const struct text_sections *texts)
{
  const struct function_index *index = texts->from->index;
  bool all = index->eh_complete;

  for (size_t i = 0; i < index->symbols.count && all; i++)
    {
      const struct function *symbol = &index->symbols.at[i];
      all = symbol->size == 0 || symbols_in_plt (texts->from->code, symbol)
            || index_has_fde (index, symbol->addr);
    }
  return all;
}

/* The offset of the first byte of TEXT's first function that no mask covers,
   or UINT64_MAX.  */
static uint64_t
fixed_byte (const struct text_section *text)
{
  const struct input_code *code = &text->code;
  const struct text_function *f = &text->functions[0];
  uint64_t at = f->value;

  for (size_t i = 0; i < code->mask_count && code->masks[i].from <= at; i++)
    if (code->masks[i].to > at)
      at = code->masks[i].to;
  return at < code->size && at - f->value < f->size ? at : UINT64_MAX;
}

/* Search all code for the section of SEARCH_KEY, as .eh_frame is
   incomplete.  */
static void
look_everywhere (struct search *s, struct search_key *search_key)
{
  const uint64_t fixed = fixed_byte (search_key->text);
  struct search_key_walk walk = { .code = s->texts->from->code };

  search_key->doubtful = fixed == UINT64_MAX;
  while (!search_key->doubtful && search_key_walk (&walk))
    {
      search_key->doubtful = walk.size > s->walks_left;
      if (search_key->doubtful)
        break;
      s->walks_left -= walk.size;
      const uint8_t byte = search_key->text->code.bytes[fixed];
      for (uint64_t i = 0;
           i < walk.size && search_key->text->match != MATCH_CROWDED; i++)
        if (walk.bytes[i] == byte && walk.addr + i >= fixed)
          look_at (s, search_key, walk.addr + i - fixed);
    }
}

/* Look for the section of SEARCH_KEY at the functions of .eh_frame that have
   the size of its first one.  */
static void
look_at_starts (struct search *s, struct search_key *search_key)
{
  const struct function_index *index = s->texts->from->index;
  const struct text_function *f = &search_key->text->functions[0];

  for (size_t i = 0;
       i < index->eh.count && search_key->text->match != MATCH_CROWDED; i++)
    {
      const struct function *start = &index->eh.at[i];
      if (start->size == f->size && start->addr >= f->value)
        look_at (s, search_key, start->addr - f->value);
    }
  if (!s->eh_has_all && search_key->count == 0)
    look_everywhere (s, search_key);
}

void
short_search_begin (struct search *s)
{
  s->short_left = LIMIT_SHORT_SECTIONS;
  s->walks_left = LIMIT_SHORT_BYTES;
  s->eh_has_all = has_all_frames (s->texts);
}

void
short_search_find (struct search *s, struct search_key *search_key)
{
  if (s->short_left == 0)
    {
      search_key->doubtful = true;
      return;
    }
  s->short_left--;
  look_at_starts (s, search_key);
}
