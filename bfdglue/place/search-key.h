/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   search-key.h - four bytes of a section by which its place is found.  */

#ifndef BFDGLUE_SEARCH_KEY_H
#define BFDGLUE_SEARCH_KEY_H

#include <string.h>

#include "text-sections.h"

enum
{
  SEARCH_KEY_SIZE = 4,
  SEARCH_KEY_BUCKETS = 1 << 16
};

/* How many words of a bucket all the code of an image has.  */
struct search_key_counts
{
  uint32_t of[SEARCH_KEY_BUCKETS];
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

/* Count the words of CODE.  COUNTS is all zero.  */
void search_key_count (const struct code_ranges *code,
                       struct search_key_counts *counts);

/* Choose the rarest WORD of the functions of TEXT that has no holes; *OFFSET
   is where it is in the section.  False: there is none.  */
bool search_key_choose (const struct text_section *text,
                        const struct search_key_counts *counts, uint32_t *word,
                        uint64_t *offset);

/* A walk over the code of an image.  All zero but for CODE is before the
   first part.  */
struct search_key_walk
{
  const struct code_ranges *code;
  size_t next;          /* range */
  uint64_t end;         /* of what was walked */
  const uint8_t *bytes; /* the part at hand */
  uint64_t addr;
  uint64_t size;
};

/* Go on to the next part.  False: there is none.  */
bool search_key_walk (struct search_key_walk *walk);

#endif /* BFDGLUE_SEARCH_KEY_H */
