/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   text.h - questions about strings and paths.  */

#ifndef BFDGLUE_TEXT_H
#define BFDGLUE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline bool
text_begins (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* The offset of the last component of PATH: the size of its directory, with
   the slash.  */
static inline size_t
path_base_offset (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash == NULL ? 0 : (size_t) (slash - path) + 1;
}

/* Text and numbers written into a buffer that is large enough, many times
   faster than printf.  */

/* The put_ functions write at P and return the end of what they wrote.  */

/* For a literal, the compiler knows the length and stores the bytes.  */
static inline char *
put_text (char *p, const char *text)
{
  size_t size = strlen (text);

  memcpy (p, text, size);
  return p + size;
}

/* The two digits of each number below 100, and of each byte value.  */
extern const char put_decimal_digits[200];
extern const char put_hex_digits[512];

/* The last COUNT hexadecimal digits of VALUE; COUNT is at most 16.  */
static inline char *
put_digits16 (char *p, uint64_t value, unsigned count)
{
  char *end = p + count;
  char *at = end;

  for (; count >= 2; count -= 2, value >>= 8)
    memcpy (at -= 2, put_hex_digits + 2 * (value & 0xff), 2);
  if (count != 0)
    *--at = put_hex_digits[2 * (value & 0xf) + 1];
  return end;
}

static inline char *
put_hex (char *p, uint64_t value)
{
  unsigned count = 1;

  for (uint64_t rest = value >> 4; rest != 0; rest >>= 4)
    count++;
  *p++ = '0';
  *p++ = 'x';
  return put_digits16 (p, value, count);
}

/* All 16 digits, without a prefix.  */
static inline char *
put_hex16 (char *p, uint64_t value)
{
  return put_digits16 (p, value, 16);
}

static inline char *
put_dec (char *p, uint64_t value)
{
  char digits[20];
  size_t at = sizeof digits;

  if (value < 10)
    {
      *p = (char) ('0' + value);
      return p + 1;
    }
  for (; value >= 100; value /= 100)
    memcpy (digits + (at -= 2), put_decimal_digits + 2 * (value % 100), 2);
  if (value >= 10)
    memcpy (digits + (at -= 2), put_decimal_digits + 2 * value, 2);
  else
    digits[--at] = (char) ('0' + value);
  memcpy (p, digits + at, sizeof digits - at);
  return p + (sizeof digits - at);
}

/* The absolute value of VALUE, also for INT64_MIN.  */
static inline uint64_t
magnitude (int64_t value)
{
  return value < 0 ? -(uint64_t) value : (uint64_t) value;
}

static inline char *
put_signed (char *p, int64_t value)
{
  if (value < 0)
    *p++ = '-';
  return put_dec (p, magnitude (value));
}

/* Always with a sign: "+8", "-16", "+0".  */
static inline char *
put_offset (char *p, int64_t value)
{
  *p++ = value < 0 ? '-' : '+';
  return put_dec (p, magnitude (value));
}

static inline char *
put_signed_hex (char *p, int64_t value)
{
  if (value < 0)
    *p++ = '-';
  return put_hex (p, magnitude (value));
}

/* Names of untrusted files, made fit to be shown.  */

/* Copy NAME to TEXT, of SIZE bytes, with what must not reach a terminal, a
   reader of JSON or a browser as \xNN: bytes that are not UTF-8, and
   characters that are not seen, such as controls.  Returns TEXT.  */
const char *printable (const char *name, char *text, size_t size);

/* Small questions about addresses, offsets and sizes.  */

static inline uint64_t
larger (uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

static inline uint64_t
smaller (uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* The first multiple of ALIGN, a power of two, from VALUE on.  The sum must
   not wrap around.  */
static inline uint64_t
align_up (uint64_t value, uint64_t align)
{
  return (value + align - 1) & ~(align - 1);
}

#endif /* BFDGLUE_TEXT_H */
