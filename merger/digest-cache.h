/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   digest-cache.h - what bytes that were met before mean.

   Theory of operation.  Functions from one compiler are alike: of 100
   functions of C and C++ programs, only 40 to 50 are the first with their
   instructions of call frame information (cc1, libLLVM, python, libcrypto),
   and as few are the first with their rows.  Executing instructions or reading
   rows takes five times as long as comparing their bytes.  So their meaning is
   kept in slots, which are found by a hash of the bytes, and a slot has the
   last bytes that hashed there: there is nothing to grow, to collide or to
   fail.  A slot has the bytes themselves, so that it outlives the section that
   they came from.  Longer ones are seldom met again: 42 of 100 bytes of
   instructions in libLLVM are in functions whose instructions were met before,
   and all but a few of these in functions that fit.

   The meaning of bytes depends on the size of the function only if it ends
   before the last of its rows.  So each slot has the start of that row,
   REACH.  */

#ifndef MERGER_DIGEST_CACHE_H
#define MERGER_DIGEST_CACHE_H

#include <string.h>

#include "bytes.h"
#include "engine.h"

enum
{
  /* Bytes of a key: a slot of sfm_digest_cache then has 128.  */
  CACHED_BYTES_MAX = 111,

  /* Slots, of a cache for few functions and for many: powers of two.  To clear
     512 KiB takes longer than to digest the functions of most images.  */
  DIGEST_SLOT_BITS_MIN = 6,
  DIGEST_SLOT_BITS_MAX = 12
};

/* Bytes with a meaning.  */
struct cached_bytes
{
  uint32_t kind; /* what else their meaning depends on */
  uint8_t size;  /* 0: the slot is free */
  uint8_t bytes[CACHED_BYTES_MAX];
};

/* Which of 1 << BITS slots is for the SIZE BYTES of KIND.  */
static ALWAYS_INLINE size_t
cached_bytes_slot (uint32_t kind, const uint8_t *bytes, size_t size,
                   unsigned bits)
{
  return (size_t) (hash_bytes (kind, bytes, size) >> (64 - bits));
}

/* Whether C has the SIZE BYTES of KIND.  */
static ALWAYS_INLINE bool
cached_bytes_are (const struct cached_bytes *c, uint32_t kind,
                  const uint8_t *bytes, size_t size)
{
  return c->size == size && c->kind == kind
         && memcmp (c->bytes, bytes, size) == 0;
}

/* Make C the SIZE BYTES of KIND, at most CACHED_BYTES_MAX.  */
static inline void
cached_bytes_set (struct cached_bytes *c, uint32_t kind, const uint8_t *bytes,
                  size_t size)
{
  c->kind = kind;
  c->size = (uint8_t) size;
  memcpy (c->bytes, bytes, size);
}

/* The digest of rows, without what mix_function adds.  */
struct digest_slot
{
  uint64_t rows;
  uint32_t reach;
  struct cached_bytes key;
};

struct cfi_usual_cie;

struct sfm_digest_cache
{
  struct cfi_usual_cie *cie; /* of the last FDE of call frame information */
  unsigned bits;
  struct digest_slot slots[]; /* 1 << BITS of them */
};

/* The slot of CACHE for the SIZE BYTES of KIND.  NULL if CACHE is NULL, or if
   SIZE is 0 or too large.  */
static ALWAYS_INLINE struct digest_slot *
digest_slot_of (struct sfm_digest_cache *cache, uint32_t kind,
                const uint8_t *bytes, size_t size)
{
  if (cache == NULL || size == 0 || size > CACHED_BYTES_MAX)
    return NULL;
  return &cache->slots[cached_bytes_slot (kind, bytes, size, cache->bits)];
}

#endif /* MERGER_DIGEST_CACHE_H */
