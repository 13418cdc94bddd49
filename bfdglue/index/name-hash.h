/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   name-hash.h - the hash of a symbol's name and its bucket, for name-index.c,
   which sorts the names, and name-lookup.c.  */

#ifndef BFDGLUE_NAME_HASH_H
#define BFDGLUE_NAME_HASH_H

#include <string.h>

#include "function-index.h"

static inline uint64_t
name_hash_mix (uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * UINT64_C (0x9e3779b97f4a7c15);
  return (hash ^ hash >> 32) * UINT64_C (0xd6e8feb86659fd93);
}

/* The hash of the SIZE bytes of NAME.  */
static inline uint32_t
name_hash (const char *name, size_t size)
{
  uint64_t hash = size, word = 0;

  for (; size > sizeof word; name += sizeof word, size -= sizeof word)
    {
      memcpy (&word, name, sizeof word);
      hash = name_hash_mix (hash, word);
    }
  word = 0;
  memcpy (&word, name, size);
  return (uint32_t) (name_hash_mix (hash, word) >> 32);
}

/* The bucket of HASH.  */
static inline size_t
name_bucket (const struct function_index *index, uint32_t hash)
{
  return (size_t) ((uint64_t) hash >> index->name_shift);
}

#endif /* BFDGLUE_NAME_HASH_H */
