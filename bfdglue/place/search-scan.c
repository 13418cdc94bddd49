/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   search-scan.c - walk the image's code in search of sections.

   Theory of operation.  The rarest four consecutive bytes of a section outside
   its relocation masks are its search key (search-key.c).  Keys are in buckets
   by these bytes.  The image's code is walked once; at each occurrence of a
   key the search looks at the section [search_scan].  What looks may cost
   together is limited [search_may_look].  */

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

bool
search_may_look (struct search *s, struct search_key *key)
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

/* Put KEY, the last one, into its bucket if it has a word.  */
static void
add_key (struct search *s, struct search_key *key)
{
  key->found = search_key_choose (s, key);
  if (!key->found)
    return;
  uint32_t *first = &s->first[search_key_bucket (key->word)];
  key->next = *first;
  *first = (uint32_t) s->key_count;
}

bool
search_begin (struct search *s)
{
  struct placer *p = s->p;
  size_t wanted = 0;

  for (size_t i = 0; i < p->text_count; i++)
    if (s->wanted (&p->texts[i]))
      {
        wanted++;
        s->cost_left += look_cost (&p->texts[i]) * LIMIT_COST;
      }
  if (wanted == 0)
    return true;
  s->counts = calloc (SEARCH_KEY_BUCKETS, sizeof *s->counts);
  s->first = calloc (SEARCH_KEY_BUCKETS, sizeof *s->first);
  s->keys = calloc (wanted, sizeof *s->keys);
  if (s->counts == NULL || s->first == NULL || s->keys == NULL)
    return false;
  search_key_count (s);
  for (size_t i = 0; i < p->text_count && s->key_count < wanted; i++)
    if (s->wanted (&p->texts[i]))
      {
        struct search_key *key = &s->keys[s->key_count++];
        key->text = &p->texts[i];
        add_key (s, key);
      }
  return true;
}

/* Handle WORD at ADDR, of KEY's bucket.  */
static void
try_word (struct search *s, struct search_key *key, uint32_t word,
          uint64_t addr)
{
  if (key->word == word && addr >= key->offset)
    s->look_at (s, key, addr - key->offset);
  else if (s->cost_left >= LIMIT_WORD_COST)
    s->cost_left -= LIMIT_WORD_COST;
  else
    key->text->match = MATCH_CROWDED;
}

void
search_scan (struct search *s)
{
  struct search_key_walk walk = { .code = &s->p->from.context->index.code };

  while (s->key_count != 0 && search_key_walk (&walk))
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

void
search_end (struct search *s)
{
  for (size_t i = 0; i < s->key_count; i++)
    free (s->keys[i].places);
  free (s->counts);
  free (s->first);
  free (s->keys);
}
