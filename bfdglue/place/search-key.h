/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   search-key.h - four bytes of a section by which its place is found.  */

#ifndef BFDGLUE_SEARCH_KEY_H
#define BFDGLUE_SEARCH_KEY_H

#include <string.h>

#include "text-sections.h"

enum
{
  NEEDLE_SIZE = 4,
  NEEDLE_BUCKETS = 1 << 16
};

/* How many words of a bucket all the code of an image has.  */
struct needle_counts
{
  uint32_t of[NEEDLE_BUCKETS];
};

static inline uint32_t
needle_word (const uint8_t *bytes)
{
  uint32_t word;

  memcpy (&word, bytes, sizeof word);
  return word;
}

static inline uint32_t
needle_bucket (uint32_t word)
{
  return word * UINT32_C (0x9e3779b1) >> 16;
}

/* Count the words of CODE.  COUNTS is all zero.  */
void needle_count (const struct code *code, struct needle_counts *counts);

/* Choose the rarest WORD of the functions of SITE that has no holes; *OFFSET
   is where it is in the section.  False: there is none.  */
bool needle_choose (const struct site *site,
                    const struct needle_counts *counts, uint32_t *word,
                    uint64_t *offset);

/* A walk over the code of an image.  All zero but for CODE is before the
   first part.  */
struct needle_walk
{
  const struct code *code;
  size_t next;          /* range */
  uint64_t end;         /* of what was walked */
  const uint8_t *bytes; /* the part at hand */
  uint64_t addr;
  uint64_t size;
};

/* Go on to the next part.  False: there is none.  */
bool needle_walk (struct needle_walk *walk);

#endif /* BFDGLUE_SEARCH_KEY_H */
