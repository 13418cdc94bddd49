/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-search.c - finding sections by their code alone.

   Theory of operation.  Stripped images have no names, and weak functions that
   another one overrides stay without.  A section's code outside its holes is
   looked for in all the code of the image, in one pass for all sections: of
   each the rarest four bytes in a row are chosen (search-key.c), the image's
   code is walked once [scan], and where the four bytes of a section are, it
   is compared whole (code-look.c).

   Measured with the maps of four linkers: 97 % of the functions are in
   sections with exactly one place, none of them wrong.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "code-search.h"

enum
{
  /* What another word of the same bucket costs, in bytes.  */
  PASS_COST = 4,
  /* All looks and words together may cost this many times one look for each
     section.  Without this limit, sections of common words only, or with
     places that differ from them in their last bytes, take LOOKS
     (code-look.c) times their size.  */
  COST_LIMIT = 256
};

/* WORD, of NEEDLE's bucket, is at ADDR.  */
static void
pass (struct search *s, struct needle *needle, uint32_t word, uint64_t addr)
{
  if (needle->word == word && addr >= needle->offset)
    look_at (s, needle, addr - needle->offset);
  else if (s->cost_left >= PASS_COST)
    s->cost_left -= PASS_COST;
  else
    needle->site->crowded = true;
}

/* Walk the image's code.  */
static void
scan (struct search *s)
{
  struct needle_walk walk = { .code = s->sites->from->code };

  while (needle_walk (&walk))
    for (uint64_t i = 0; i + NEEDLE_SIZE <= walk.size; i++)
      {
        uint32_t word = needle_word (walk.bytes + i);
        uint32_t *number = &s->first[needle_bucket (word)];
        while (*number != 0)
          {
            struct needle *needle = &s->needles[*number - 1];
            uint32_t *next = &s->next[*number - 1];
            pass (s, needle, word, walk.addr + i);
            /* Thousands may have the same code.  */
            if (needle->site->crowded)
              *number = *next;
            else
              number = next;
          }
      }
}

/* List the sites that are looked for.  */
static void
list_needles (struct search *s)
{
  for (size_t i = 0; i < s->sites->count; i++)
    {
      struct site *site = &s->sites->sites[i];
      struct needle *needle = &s->needles[s->needle_count];
      if (!search_wanted (site))
        continue;
      s->needle_count++;
      needle->site = site;
      if (!needle_choose (site, s->counts, &needle->word, &needle->offset))
        {
          wordless_find (s, needle);
          continue;
        }
      site->nowhere = true;
      uint32_t bucket = needle_bucket (needle->word);
      s->next[s->needle_count - 1] = s->first[bucket];
      s->first[bucket] = (uint32_t) s->needle_count;
    }
}

/* Of several places of NEEDLE keep those in the image's section of the same
   name, if there are any: linkers put .init into .init, and .text, if they
   move it at all, all of it.  */
static void
keep_at_home (const struct sites *sites, struct needle *needle)
{
  size_t kept = 0;

  for (size_t i = 0; i < needle->count; i++)
    {
      const char *name
          = code_section_name (sites->from->code, needle->places[i]);
      if (name != NULL && strcmp (name, needle->site->name) == 0)
        {
          uint64_t place = needle->places[i];
          needle->places[i] = needle->places[kept];
          needle->places[kept++] = place;
        }
    }
  if (kept != 0)
    needle->count = kept;
}

/* Give the sites what was found.  */
static sfm_status
keep_places (struct search *s)
{
  for (size_t i = 0; i < s->needle_count; i++)
    {
      struct needle *needle = &s->needles[i];
      struct site *site = needle->site;
      site->voter = VOTER_CODE;
      site->overridden = false;
      site->candidate_count = 0;
      site->nowhere
          &= needle->count == 0 && !needle->doubtful && !site->crowded;
      site->twin &= !needle->doubtful;
      if (site->crowded || needle->count == 0)
        continue;
      keep_at_home (s->sites, needle);
      struct site_candidate *places
          = pool_alloc (&s->sites->pool, needle->count * sizeof *places);
      if (places == NULL)
        return say_nomem (s->sites->sink, NULL);
      for (size_t p = 0; p < needle->count; p++)
        places[p] = (struct site_candidate){ .base = needle->places[p] };
      site->candidates = places;
      site->candidate_count = needle->count;
    }
  return SFM_OK;
}

static void
free_search (struct search *s)
{
  for (size_t i = 0; i < s->needle_count; i++)
    free (s->needles[i].places);
  free (s->counts);
  free (s->first);
  free (s->next);
  free (s->needles);
}

sfm_status
search_find (struct sites *sites)
{
  struct search s = { .sites = sites };
  sfm_status status = SFM_OK;
  size_t wanted = 0;

  for (size_t i = 0; i < sites->count; i++)
    if (search_wanted (&sites->sites[i]))
      {
        wanted++;
        s.cost_left += look_cost (&sites->sites[i]) * COST_LIMIT;
      }
  if (wanted == 0)
    return SFM_OK;
  s.counts = calloc (1, sizeof *s.counts);
  s.first = calloc (NEEDLE_BUCKETS, sizeof *s.first);
  s.next = calloc (wanted, sizeof *s.next);
  s.needles = calloc (wanted, sizeof *s.needles);
  s.no_memory = s.counts == NULL || s.first == NULL || s.next == NULL
                || s.needles == NULL;
  if (!s.no_memory)
    {
      wordless_begin (&s);
      needle_count (sites->from->code, s.counts);
      list_needles (&s);
      scan (&s);
    }
  status = s.no_memory ? say_nomem (sites->sink, NULL) : keep_places (&s);
  free_search (&s);
  return status;
}
