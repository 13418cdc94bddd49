/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-search.h - the state of the code search.  */

#ifndef BFDGLUE_CODE_SEARCH_H
#define BFDGLUE_CODE_SEARCH_H

#include <string.h>

#include "placer-internal.h"

enum
{
  SEARCH_KEY_SIZE = 4,
  SEARCH_KEY_BUCKETS = 1 << 16
};

/* A section to search for, and the word to find it by, if it has one.  */
struct search_key
{
  struct text_section *text;
  uint64_t offset; /* of WORD in the section */
  uint32_t word;
  bool found;    /* it has a word */
  uint32_t next; /* index + 1 of the next key in its bucket, or 0 */
  uint32_t looks;
  struct text_candidate *places; /* may be NULL */
  size_t count;                  /* of places */
  size_t capacity;
  bool equal;    /* an equal section owns a place of its code */
  bool doubtful; /* it may be at a place where too few bytes match to prove
                    it */
};

struct search
{
  struct placer *p;
  /* Whether to search for a section of P.  */
  bool (*wanted) (const struct text_section *text);
  /* Look at BASE, where the word of KEY suits.  */
  void (*look_at) (struct search *s, struct search_key *key, uint64_t base);
  uint32_t *counts; /* of the words of the code, by bucket */
  uint32_t *first;  /* of each bucket, the index + 1 of its first key, or 0 */
  struct search_key *keys;
  size_t key_count;
  unsigned short_left; /* sections that may still be searched for without a
                           key */
  uint64_t walks_left; /* bytes that may still be walked for them */
  bool eh_has_all;     /* .eh_frame has all functions that symbols show */
  uint64_t cost_left;  /* bytes that looks may still cost */
  bool no_memory;
};

static inline uint32_t
search_key_word (const uint8_t *bytes)
{
  uint32_t word;

  memcpy (&word, bytes, sizeof word);
  return word;
}

static inline uint32_t
search_key_bucket (uint32_t word)
{
  return word * UINT32_C (0x9e3779b1) >> 16;
}

/* search-scan.c: make a key for each wanted section of S->p, whose P, WANTED
   and LOOK_AT are set.  False: no memory.  */
bool search_begin (struct search *s);

/* Look at all places of the image's code that have the word of a key, except
   of crowded sections.  */
void search_scan (struct search *s);

/* Charge for a look with KEY.  After too many looks its section becomes
   crowded.  False: do not look.  */
bool search_may_look (struct search *s, struct search_key *key);

/* Release S, also after search_begin has failed.  */
void search_end (struct search *s);

/* search-key.c: count the words of the code.  */
void search_key_count (struct search *s);

/* search-key.c: choose as KEY the rarest word of the functions of its section
   that no mask covers.  False: there is none.  */
bool search_key_choose (const struct search *s, struct search_key *key);

/* A walk over the code of an image.  Before the first part all members except
   CODE are zero.  */
struct search_key_walk
{
  const struct code_ranges *code;
  size_t next;          /* the next range */
  uint64_t end;         /* of the parts walked so far */
  const uint8_t *bytes; /* the current part */
  uint64_t addr;
  uint64_t size;
};

/* search-key.c: go to the next part.  False: there is none.  */
bool search_key_walk (struct search_key_walk *walk);

#endif /* BFDGLUE_CODE_SEARCH_H */
