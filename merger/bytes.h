/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   bytes.h - integers of either byte order in unaligned bytes.

   Loads are built from shifts: gcc 12 and clang 14 turn each into one load,
   plus a byte swap for the other order, so neither pointer casts nor alignment
   matter.  No function checks bounds; its caller does.  */

#ifndef MERGER_BYTES_H
#define MERGER_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

#endif /* MERGER_BYTES_H */
