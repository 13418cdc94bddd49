/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-search.h - the search for sections by their code, in progress.  */

#ifndef BFDGLUE_CODE_SEARCH_H
#define BFDGLUE_CODE_SEARCH_H

#include "search-key.h"

/* A site that is looked for.  */
struct needle
{
  struct site *site;
  uint64_t offset; /* in the section, of WORD */
  uint32_t word;
  uint32_t looks;
  uint64_t *places;
  size_t count;
  size_t capacity;
  bool doubtful; /* it may be where few bytes prove nothing */
};

/* What needles without a word may still cost.  */
struct wordless
{
  unsigned starts_left; /* such needles that are still looked for */
  uint64_t walks_left;  /* bytes that may still be looked at for them */
  bool eh_has_all;      /* .eh_frame has all functions that symbols show */
};

struct search
{
  struct sites *sites;
  struct needle_counts *counts;
  struct needle *needles;
  size_t needle_count;
  struct wordless wordless;
  uint64_t cost_left; /* bytes that looks may still cost */
  uint32_t *first;    /* of each bucket, the first needle ... */
  uint32_t *next;     /* ... and behind it; plus 1 */
  bool no_memory;
};

/* code-look.c: keep BASE as a place of NEEDLE if its section may be there and
   the search may cost another look.  */
void look_at (struct search *s, struct needle *needle, uint64_t base);

/* code-look.c: what a look for SITE costs, in bytes.  */
uint64_t look_cost (const struct site *site);

/* search-short.c: make ready, once a search.  */
void wordless_begin (struct search *s);

/* Look for NEEDLE, which has no word, by all means that are left.  */
void wordless_find (struct search *s, struct needle *needle);

#endif /* BFDGLUE_CODE_SEARCH_H */
