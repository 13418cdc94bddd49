/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-search.c - find text sections by their code alone.

   Theory of operation.  Stripped images have no names, and weak functions that
   another one overrides lose theirs.  One pass over the image's code searches
   for all such sections by their bytes outside the relocation masks.  The
   rarest four consecutive bytes of each section are its search key
   (search-key.c).  The image's code is walked once [scan]; at each occurrence
   of a key the whole section is compared (code-look.c).

   Measured with the maps of four linkers: 97 % of the functions are in
   sections with exactly one place, and none of these is wrong.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "code-search.h"
#include "place-limits.h"

/* Handle WORD at ADDR, of SEARCH_KEY's bucket.  */
static void
try_word (struct search *s, struct search_key *search_key, uint32_t word,
          uint64_t addr)
{
  if (search_key->word == word && addr >= search_key->offset)
    look_at (s, search_key, addr - search_key->offset);
  else if (s->cost_left >= LIMIT_WORD_COST)
    s->cost_left -= LIMIT_WORD_COST;
  else
    search_key->text->match = MATCH_CROWDED;
}

/* Walk the image's code.  */
static void
scan (struct search *s)
{
  struct search_key_walk walk = { .code = s->texts->from->code };

  while (search_key_walk (&walk))
    for (uint64_t i = 0; i + SEARCH_KEY_SIZE <= walk.size; i++)
      {
        uint32_t word = search_key_word (walk.bytes + i);
        uint32_t *number = &s->first[search_key_bucket (word)];
        while (*number != 0)
          {
            struct search_key *search_key = &s->search_keys[*number - 1];
            uint32_t *next = &s->next[*number - 1];
            try_word (s, search_key, word, walk.addr + i);
            /* Thousands may have the same code.  */
            if (search_key->text->match == MATCH_CROWDED)
              *number = *next;
            else
              number = next;
          }
      }
}

/* List the sections to search for.  */
static void
list_search_keys (struct search *s)
{
  for (size_t i = 0; i < s->texts->count; i++)
    {
      struct text_section *text = &s->texts->texts[i];
      struct search_key *search_key = &s->search_keys[s->search_key_count];
      if (!search_wanted (text))
        continue;
      s->search_key_count++;
      search_key->text = text;
      if (!search_key_choose (text, s->counts, &search_key->word,
                              &search_key->offset))
        {
          short_search_find (s, search_key);
          continue;
        }
      uint32_t bucket = search_key_bucket (search_key->word);
      s->next[s->search_key_count - 1] = s->first[bucket];
      s->first[bucket] = (uint32_t) s->search_key_count;
    }
}

/* If any of several places of SEARCH_KEY are in the image's section of the
   same name, keep only those: linkers put .init into .init, and .text, if they
   move it at all, as a whole.  */
static void
prefer_same_section (const struct text_sections *texts,
                     struct search_key *search_key)
{
  size_t kept = 0;

  for (size_t i = 0; i < search_key->count; i++)
    {
      const char *name = code_ranges_section_name (texts->from->code,
                                                   search_key->places[i]);
      if (name != NULL && strcmp (name, search_key->text->name) == 0)
        {
          uint64_t place = search_key->places[i];
          search_key->places[i] = search_key->places[kept];
          search_key->places[kept++] = place;
        }
    }
  if (kept != 0)
    search_key->count = kept;
}

/* Store the places found as candidates of the sections.  */
static sfm_status
keep_places (struct search *s)
{
  for (size_t i = 0; i < s->search_key_count; i++)
    {
      struct search_key *search_key = &s->search_keys[i];
      struct text_section *text = search_key->text;
      text->proposed_by = PROPOSER_CODE;
      if (text->match == MATCH_CROWDED)
        continue;
      const bool any = search_key->count != 0;
      if (!search_key->doubtful && (search_key->equal || !any))
        text->match = !search_key->equal ? MATCH_NOWHERE
                      : any              ? MATCH_SHARED
                                         : MATCH_OWNED;
      if (!any)
        continue;
      prefer_same_section (s->texts, search_key);
      struct text_candidate *places
          = pool_alloc (&s->texts->pool, search_key->count * sizeof *places);
      if (places == NULL)
        return SFM_ERR_NOMEM;
      for (size_t p = 0; p < search_key->count; p++)
        places[p] = (struct text_candidate){ .base = search_key->places[p] };
      text->candidates = places;
      text->candidate_count = search_key->count;
    }
  return SFM_OK;
}

static void
free_search (struct search *s)
{
  for (size_t i = 0; i < s->search_key_count; i++)
    free (s->search_keys[i].places);
  free (s->counts);
  free (s->first);
  free (s->next);
  free (s->search_keys);
}

sfm_status
search_find (struct text_sections *texts)
{
  struct search s = { .texts = texts };
  sfm_status status = SFM_OK;
  size_t wanted = 0;

  for (size_t i = 0; i < texts->count; i++)
    if (search_wanted (&texts->texts[i]))
      {
        wanted++;
        s.cost_left += look_cost (&texts->texts[i]) * LIMIT_COST;
      }
  if (wanted == 0)
    return SFM_OK;
  s.counts = calloc (SEARCH_KEY_BUCKETS, sizeof *s.counts);
  s.first = calloc (SEARCH_KEY_BUCKETS, sizeof *s.first);
  s.next = calloc (wanted, sizeof *s.next);
  s.search_keys = calloc (wanted, sizeof *s.search_keys);
  s.no_memory = s.counts == NULL || s.first == NULL || s.next == NULL
                || s.search_keys == NULL;
  if (!s.no_memory)
    {
      short_search_begin (&s);
      search_key_count (texts->from->code, s.counts);
      list_search_keys (&s);
      scan (&s);
    }
  status = s.no_memory ? SFM_ERR_NOMEM : keep_places (&s);
  free_search (&s);
  return status;
}
