/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   hash.h - a hash of bytes, the same on every machine.

   The hash has no secret key, so that the same input gives the same output.
   Inputs can therefore be made to collide, and users must stay linear when
   they do.  */

#ifndef MERGER_HASH_H
#define MERGER_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "bytes.h"
#include "inline.h"

static inline uint64_t
hash_mix (uint64_t hash, uint64_t value)
{
  hash = (hash ^ value) * UINT64_C (0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

/* Mix the SIZE bytes at P into HASH, eight at a time.  Of the rest the last
   eight bytes are mixed, some of them a second time.  */
static ALWAYS_INLINE uint64_t
hash_bytes (uint64_t hash, const uint8_t *p, size_t size)
{
  if (size >= 8)
    {
      const uint8_t *last = p + (size - 8);
      for (; p < last; p += 8)
        hash = hash_mix (hash, get_u64 (p, false));
      return hash_mix (hash, get_u64 (last, false));
    }
  for (const uint8_t *end = p + size; p != end; p++)
    hash = hash_mix (hash, *p);
  return hash;
}

#endif /* MERGER_HASH_H */
