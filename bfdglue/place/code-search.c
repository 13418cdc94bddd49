/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-search.c - find text sections by their code alone.

   Theory of operation.  Stripped images have no names, and weak functions that
   another one overrides lose theirs.  One pass over the image's code searches
   for all such sections by their bytes outside the relocation masks
   (search-scan.c); at each occurrence of a key the whole section is compared
   [look_at].

   The sections of .init and .fini are a single call: they have no four
   consecutive bytes outside their masks.  Such a section is compared at each
   function of .eh_frame that has the size of its first function [find_short].
   If that finds none and .eh_frame is incomplete, its first byte outside the
   masks is searched for in all code [look_everywhere].  Both searches are
   limited; past the limit nothing is concluded about the section.

   Measured with the maps of four linkers: 97 % of the functions are in
   sections with exactly one place, and none of these is wrong.  */

#include "config.h"

#include "code-search.h"
#include "place-limits.h"

/* Keep BASE as a place of KEY if its section may be there and the cost limit
   allows another look.  A place that has a name counts only if the name is the
   section's [match_strength].  */
static void
look_at (struct search *s, struct search_key *key, uint64_t base)
{
  const struct placer *p = s->p;
  struct text_section *text = key->text;
  struct address_owner owner;
  bool judged;

  if (!search_may_look (s, key) || (base & (text->align - 1)) != 0
      || !text_fits (p, text, base, &judged))
    return;
  const bool owned
      = owners_at (&p->owners, base + text->functions[0].value, &owner);
  const enum match_strength strength
      = owned ? MATCH_NONE : match_strength (p, text, base);
  if (owned)
    key->equal |= owner.digest == text->functions[0].digest;
  else if (strength != MATCH_STRONG)
    key->doubtful |= strength == MATCH_DOUBTFUL;
  else if (key->count == LIMIT_CODE_PLACES)
    text->match = MATCH_CROWDED;
  else if (array_grow (&key->places, &key->capacity, key->count,
                       sizeof *key->places))
    key->places[key->count++]
        = (struct text_candidate){ .base = base, .judged = judged };
  else
    s->no_memory = true;
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

/* Search all code for the section of KEY, as .eh_frame is
   incomplete.  */
static void
look_everywhere (struct search *s, struct search_key *key)
{
  const uint64_t fixed = fixed_byte (key->text);
  struct search_key_walk walk = { .code = &s->p->from.context->index.code };

  key->doubtful = fixed == UINT64_MAX;
  while (!key->doubtful && search_key_walk (&walk))
    {
      key->doubtful = walk.size > s->walks_left;
      if (key->doubtful)
        break;
      s->walks_left -= walk.size;
      const uint8_t byte = key->text->code.bytes[fixed];
      for (uint64_t i = 0; i < walk.size && key->text->match != MATCH_CROWDED;
           i++)
        if (walk.bytes[i] == byte && walk.addr + i >= fixed)
          look_at (s, key, walk.addr + i - fixed);
    }
}

/* Search for the section of KEY, which has no word, as far as the limits
   allow.  */
static void
find_short (struct search *s, struct search_key *key)
{
  const struct function_index *index = &s->p->from.context->index;
  const struct text_function *f = &key->text->functions[0];

  key->doubtful = s->short_left == 0;
  if (key->doubtful)
    return;
  s->short_left--;
  for (size_t i = 0;
       i < index->eh.functions.count && key->text->match != MATCH_CROWDED; i++)
    {
      const struct function *start = &index->eh.functions.at[i];
      if (start->size == f->size && start->addr >= f->value)
        look_at (s, key, start->addr - f->value);
    }
  if (!s->eh_has_all && key->count == 0)
    look_everywhere (s, key);
}

/* Store the places found for KEY as candidates of its section.  False: no
   memory.  */
static bool
keep_places (struct search *s, struct search_key *key)
{
  struct text_section *text = key->text;
  const bool any = key->count != 0;

  text->proposed_by = PROPOSER_CODE;
  if (text->match == MATCH_CROWDED)
    return true;
  if (!key->doubtful && (key->equal || !any))
    text->match = !key->equal ? MATCH_NOWHERE
                  : any       ? MATCH_SHARED
                              : MATCH_OWNED;
  return !any || text_set_candidates (s->p, text, key->places, key->count);
}

sfm_status
search_find (struct placer *p)
{
  struct search s = { .p = p,
                      .wanted = search_wanted,
                      .look_at = look_at,
                      .short_left = LIMIT_SHORT_SECTIONS,
                      .walks_left = LIMIT_SHORT_BYTES };

  s.no_memory = !search_begin (&s);
  if (!s.no_memory)
    {
      s.eh_has_all = s.key_count != 0 && symbols_have_frames (p);
      for (size_t i = 0; i < s.key_count; i++)
        if (!s.keys[i].found)
          find_short (&s, &s.keys[i]);
      search_scan (&s);
    }
  for (size_t i = 0; i < s.key_count; i++)
    s.no_memory = s.no_memory || !keep_places (&s, &s.keys[i]);
  search_end (&s);
  return s.no_memory ? SFM_ERR_NOMEM : SFM_OK;
}
