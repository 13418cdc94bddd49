/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-search.c - find text sections by their code alone.

   Theory of operation.  Stripped images have no names, and weak functions that
   another one overrides lose theirs.  One pass over the image's code searches
   for all such sections by their bytes outside the relocation masks.  The
   rarest four consecutive bytes of each section are its search key
   (search-key.c).  The image's code is walked once [scan]; at each occurrence
   of a key the whole section is compared [look_at].

   The sections of .init and .fini are a single call: they have no four
   consecutive bytes outside their masks.  Such a section is compared at each
   function of .eh_frame that has the size of its first function [find_short].
   If that finds none and .eh_frame is incomplete, its first byte outside the
   masks is searched for in all code [look_everywhere].  Both searches are
   limited; past the limit nothing is concluded about the section.

   Measured with the maps of four linkers: 97 % of the functions are in
   sections with exactly one place, and none of these is wrong.  */

#include "config.h"

#include <stdlib.h>

#include "code-search.h"
#include "place-limits.h"

/* The cost of a look for TEXT, in bytes.  */
static uint64_t
look_cost (const struct text_section *text)
{
  return LIMIT_LOOK_COST + text->code.size;
}

/* Charge for a look with KEY.  After too many looks its section becomes
   crowded.  False: do not look.  */
static bool
may_look (struct search *s, struct search_key *key)
{
  uint64_t cost = look_cost (key->text);

  if (key->looks == LIMIT_CODE_LOOKS || cost > s->cost_left)
    key->text->match = MATCH_CROWDED;
  if (key->text->match == MATCH_CROWDED)
    return false;
  key->looks++;
  s->cost_left -= cost;
  return true;
}

/* Keep BASE as a place of KEY if its section may be there and the cost limit
   allows another look.  A place that has a name counts only if the name is the
   section's [match_strength].  */
static void
look_at (struct search *s, struct search_key *key, uint64_t base)
{
  const struct placer *p = s->p;
  struct text_section *text = key->text;
  struct address_owner owner;

  if (!may_look (s, key) || (base & (text->align - 1)) != 0
      || !text_fits (p, text, base))
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
    key->places[key->count++] = (struct text_candidate){ .base = base };
  else
    s->no_memory = true;
}

/* Handle WORD at ADDR, of KEY's bucket.  */
static void
try_word (struct search *s, struct search_key *key, uint32_t word,
          uint64_t addr)
{
  if (key->word == word && addr >= key->offset)
    look_at (s, key, addr - key->offset);
  else if (s->cost_left >= LIMIT_WORD_COST)
    s->cost_left -= LIMIT_WORD_COST;
  else
    key->text->match = MATCH_CROWDED;
}

/* Walk the image's code.  */
static void
scan (struct search *s)
{
  struct search_key_walk walk = { .code = &s->p->from.context->index.code };

  while (search_key_walk (&walk))
    for (uint64_t i = 0; i + SEARCH_KEY_SIZE <= walk.size; i++)
      {
        uint32_t word = search_key_word (walk.bytes + i);
        uint32_t *number = &s->first[search_key_bucket (word)];
        while (*number != 0)
          {
            struct search_key *key = &s->keys[*number - 1];
            try_word (s, key, word, walk.addr + i);
            /* Thousands may have the same code.  */
            if (key->text->match == MATCH_CROWDED)
              *number = key->next;
            else
              number = &key->next;
          }
      }
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

/* List the sections to search for.  */
static void
list_keys (struct search *s)
{
  for (size_t i = 0; i < s->p->text_count; i++)
    {
      struct search_key *key = &s->keys[s->key_count];
      if (!search_wanted (&s->p->texts[i]))
        continue;
      s->key_count++;
      key->text = &s->p->texts[i];
      if (!search_key_choose (s, key))
        {
          find_short (s, key);
          continue;
        }
      uint32_t *first = &s->first[search_key_bucket (key->word)];
      key->next = *first;
      *first = (uint32_t) s->key_count;
    }
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
                      .short_left = LIMIT_SHORT_SECTIONS,
                      .walks_left = LIMIT_SHORT_BYTES };
  size_t wanted = 0;

  for (size_t i = 0; i < p->text_count; i++)
    if (search_wanted (&p->texts[i]))
      {
        wanted++;
        s.cost_left += look_cost (&p->texts[i]) * LIMIT_COST;
      }
  if (wanted == 0)
    return SFM_OK;
  s.counts = calloc (SEARCH_KEY_BUCKETS, sizeof *s.counts);
  s.first = calloc (SEARCH_KEY_BUCKETS, sizeof *s.first);
  s.keys = calloc (wanted, sizeof *s.keys);
  s.no_memory = s.counts == NULL || s.first == NULL || s.keys == NULL;
  if (!s.no_memory)
    {
      s.eh_has_all = symbols_have_frames (p);
      search_key_count (&s);
      list_keys (&s);
      scan (&s);
    }
  for (size_t i = 0; i < s.key_count; i++)
    {
      s.no_memory = s.no_memory || !keep_places (&s, &s.keys[i]);
      free (s.keys[i].places);
    }
  free (s.counts);
  free (s.first);
  free (s.keys);
  return s.no_memory ? SFM_ERR_NOMEM : SFM_OK;
}
