/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   search-key.h - the four bytes of a section to search for.  */

#ifndef BFDGLUE_SEARCH_KEY_H
#define BFDGLUE_SEARCH_KEY_H

#include <string.h>

#include "text-sections.h"

enum
{
  SEARCH_KEY_SIZE = 4,
  SEARCH_KEY_BUCKETS = 1 << 16
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

/* Count the words of CODE in COUNTS, one for each bucket, all zero.  */
void search_key_count (const struct code_ranges *code, uint32_t *counts);

/* Choose the rarest word of the functions of TEXT that no mask covers; *WORD
   is its value and *OFFSET its offset in the section.  False: there is
   none.  */
bool search_key_choose (const struct text_section *text,
                        const uint32_t *counts, uint32_t *word,
                        uint64_t *offset);

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

/* Go to the next part.  False: there is none.  */
bool search_key_walk (struct search_key_walk *walk);

#endif /* BFDGLUE_SEARCH_KEY_H */
