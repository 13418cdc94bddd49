/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   bytes.h - integers of either byte order in unaligned bytes.

   Loads are built from shifts: gcc 12 and clang 14 turn each into one load,
   plus a byte swap for the other order, so neither pointer casts nor alignment
   matter.  No function checks bounds; its caller does.  */

#ifndef MERGER_BYTES_H
#define MERGER_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine.h"

static inline uint16_t
get_u16 (const uint8_t *p, bool big)
{
  return (uint16_t) (big ? p[0] << 8 | p[1] : p[1] << 8 | p[0]);
}

static inline uint32_t
get_u32 (const uint8_t *p, bool big)
{
  return big ? (uint32_t) p[0] << 24 | (uint32_t) p[1] << 16
                   | (uint32_t) p[2] << 8 | p[3]
             : (uint32_t) p[3] << 24 | (uint32_t) p[2] << 16
                   | (uint32_t) p[1] << 8 | p[0];
}

static inline uint64_t
get_u64 (const uint8_t *p, bool big)
{
  uint64_t first = get_u32 (p, big), second = get_u32 (p + 4, big);

  return big ? first << 32 | second : second << 32 | first;
}

/* Whether this machine is big-endian.  A constant to the compiler.  */
static inline bool
host_is_big (void)
{
  const uint16_t one = 1;
  uint8_t first;

  memcpy (&first, &one, 1);
  return first == 0;
}

/* Stores are copies: GCC 12 joins the shifted bytes of one field, but not
   those of several fields in a row.  */
static inline void
put_u16 (uint8_t *p, uint16_t value, bool big)
{
  if (big != host_is_big ())
    value = (uint16_t) (value << 8 | value >> 8);
  memcpy (p, &value, sizeof value);
}

static inline void
put_u32 (uint8_t *p, uint32_t value, bool big)
{
  if (big != host_is_big ())
    value = value << 24 | (value & 0xff00) << 8 | (value >> 8 & 0xff00)
            | value >> 24;
  memcpy (p, &value, sizeof value);
}

static inline void
put_u64 (uint8_t *p, uint64_t value, bool big)
{
  put_u32 (p + (big ? 4 : 0), (uint32_t) value, big);
  put_u32 (p + (big ? 0 : 4), (uint32_t) (value >> 32), big);
}

/* The two's complement meaning of the low BITS bits of VALUE, without the
   implementation-defined conversion.  */
static inline int64_t
sign_extend (uint64_t value, unsigned bits)
{
  uint64_t sign = UINT64_C (1) << (bits - 1);

  value &= sign | (sign - 1);
  return value & sign ? (int64_t) (value - sign) - (int64_t) (sign - 1) - 1
                      : (int64_t) value;
}

/* Reading untrusted bytes in order, remembering failure.

   A read past the end yields 0 and sets FAILED, which stays set: a sequence of
   reads needs one test at its end.  */

struct cursor
{
  const uint8_t *bytes;
  uint64_t size;
  uint64_t pos; /* never above SIZE */
  bool big;
  bool failed;
};

/* Take the SIZE bytes at the cursor, which moves past them.  If there are
   fewer, returns NULL and sets FAILED.  */
static inline const uint8_t *
cursor_take (struct cursor *c, uint64_t size)
{
  if (c->failed || size > c->size - c->pos)
    {
      c->failed = true;
      return NULL;
    }
  const uint8_t *p = c->bytes + c->pos;
  c->pos += size;
  return p;
}

static inline uint8_t
cursor_u8 (struct cursor *c)
{
  const uint8_t *p = cursor_take (c, 1);
  return p == NULL ? 0 : *p;
}

static inline uint16_t
cursor_u16 (struct cursor *c)
{
  const uint8_t *p = cursor_take (c, 2);
  return p == NULL ? 0 : get_u16 (p, c->big);
}

static inline uint32_t
cursor_u32 (struct cursor *c)
{
  const uint8_t *p = cursor_take (c, 4);
  return p == NULL ? 0 : get_u32 (p, c->big);
}

static inline uint64_t
cursor_u64 (struct cursor *c)
{
  const uint8_t *p = cursor_take (c, 8);
  return p == NULL ? 0 : get_u64 (p, c->big);
}

/* A hash of bytes, the same on every machine.

   The hash has no secret key, so that the same input gives the same output.
   Inputs can therefore be made to collide, and users must stay linear when
   they do.  */

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

#endif /* MERGER_BYTES_H */
