/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-search.h - the search for sections by their code, in progress.  */

#ifndef BFDGLUE_CODE_SEARCH_H
#define BFDGLUE_CODE_SEARCH_H

#include "search-key.h"

/* A site that is looked for.  */
struct search_key
{
  struct text_section *text;
  uint64_t offset; /* in the section, of WORD */
  uint32_t word;
  uint32_t looks;
  uint64_t *places;
  size_t count;
  size_t capacity;
  bool doubtful; /* it may be where few bytes prove nothing */
};

/* What needles without a word may still cost.  */
struct short_search
{
  unsigned starts_left; /* such needles that are still looked for */
  uint64_t walks_left;  /* bytes that may still be looked at for them */
  bool eh_has_all;      /* .eh_frame has all functions that symbols show */
};

struct search
{
  struct text_sections *texts;
  struct search_key_counts *counts;
  struct search_key *search_keys;
  size_t search_key_count;
  struct short_search short_search;
  uint64_t cost_left; /* bytes that looks may still cost */
  uint32_t *first;    /* of each bucket, the first needle ... */
  uint32_t *next;     /* ... and behind it; plus 1 */
  bool no_memory;
};

/* code-look.c: keep BASE as a place of NEEDLE if its section may be there and
   the search may cost another look.  */
void look_at (struct search *s, struct search_key *search_key, uint64_t base);

/* code-look.c: what a look for TEXT costs, in bytes.  */
uint64_t look_cost (const struct text_section *text);

/* search-short.c: make ready, once a search.  */
void short_search_begin (struct search *s);

/* Look for NEEDLE, which has no word, by all means that are left.  */
void short_search_find (struct search *s, struct search_key *search_key);

#endif /* BFDGLUE_CODE_SEARCH_H */
