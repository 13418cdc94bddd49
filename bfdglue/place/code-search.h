/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-search.h - the state of the code search.  */

#ifndef BFDGLUE_CODE_SEARCH_H
#define BFDGLUE_CODE_SEARCH_H

#include "search-key.h"

/* A section to search for, and the word to find it by.  */
struct search_key
{
  struct text_section *text;
  uint64_t offset; /* of WORD in the section */
  uint32_t word;
  uint32_t looks;
  uint64_t *places;
  size_t count;
  size_t capacity;
  bool equal;    /* an equal section owns a place of its code */
  bool doubtful; /* it may be at a place where too few bytes match to prove
                    it */
};

struct search
{
  struct text_sections *texts;
  uint32_t *counts; /* of the words of the code, by bucket */
  struct search_key *search_keys;
  size_t search_key_count;
  unsigned short_left; /* sections that may still be searched for without a
                           key */
  uint64_t walks_left; /* bytes that may still be walked for them */
  bool eh_has_all;     /* .eh_frame has all functions that symbols show */
  uint64_t cost_left;  /* bytes that looks may still cost */
  uint32_t *first;     /* of each bucket, the index + 1 of its first key, or
                         0 */
  uint32_t *next;      /* of each key, the index + 1 of the next in its bucket,
                         or 0 */
  bool no_memory;
};

/* code-look.c: keep BASE as a place of SEARCH_KEY if its section may be there
   and the cost limit allows another look.  */
void look_at (struct search *s, struct search_key *search_key, uint64_t base);

/* code-look.c: the cost of a look for TEXT, in bytes.  */
uint64_t look_cost (const struct text_section *text);

/* search-short.c: set the limits of S; called once for each search.  */
void short_search_begin (struct search *s);

/* search-short.c: search for the section of SEARCH_KEY, which has no word, as
   far as the limits allow.  */
void short_search_find (struct search *s, struct search_key *search_key);

#endif /* BFDGLUE_CODE_SEARCH_H */
