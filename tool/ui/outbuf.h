/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outbuf.h - fast text to standard output.

   A dump of a million functions has seven million lines; printf takes three
   quarters of its time to read the same format again.  Here a line is put
   together byte by byte in a buffer with room for it.  */

#ifndef TOOL_OUTBUF_H
#define TOOL_OUTBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum
{
  OUTBUF_SIZE = 1 << 16,
  /* What may be appended after outbuf_room without asking again.  The longest
     row: its start and three rules of at most 45 bytes.  */
  OUTBUF_LINE = 512
};

struct outbuf
{
  size_t used;
  bool failed; /* a write failed: what follows is thrown away */
  char text[OUTBUF_SIZE];
};

/* Write out what OUT holds.  */
void outbuf_flush (struct outbuf *out);

/* Append the SIZE bytes at TEXT, whatever the size.  */
void outbuf_write (struct outbuf *out, const char *text, size_t size);

/* Append TEXT, whatever the length.  */
void outbuf_text (struct outbuf *out, const char *text);

/* Append NAME, which comes from a file, made printable.  */
void outbuf_name (struct outbuf *out, const char *name);

/* Where at least OUTBUF_LINE bytes may be put; hand the end of what was put
   to outbuf_done.  */
static inline char *
outbuf_room (struct outbuf *out)
{
  if (OUTBUF_SIZE - out->used < OUTBUF_LINE)
    outbuf_flush (out);
  return out->text + out->used;
}

static inline void
outbuf_done (struct outbuf *out, const char *end)
{
  out->used = (size_t) (end - out->text);
}

/* These put something at P and return the end of it.  */

/* With a literal, the compiler knows the length and stores the bytes.  */
static inline char *
put_text (char *p, const char *text)
{
  size_t size = strlen (text);

  memcpy (p, text, size);
  return p + size;
}

/* The two digits of each number below 100, and of each byte.  */
extern const char outbuf_decimal[200];
extern const char outbuf_hex[512];

/* The last COUNT hexadecimal digits of VALUE, no more than 16.  */
static inline char *
put_digits16 (char *p, uint64_t value, unsigned count)
{
  char *end = p + count;
  char *at = end;

  for (; count >= 2; count -= 2, value >>= 8)
    memcpy (at -= 2, outbuf_hex + 2 * (value & 0xff), 2);
  if (count != 0)
    *--at = outbuf_hex[2 * (value & 0xf) + 1];
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

/* With all 16 digits and no prefix.  */
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
    memcpy (digits + (at -= 2), outbuf_decimal + 2 * (value % 100), 2);
  if (value >= 10)
    memcpy (digits + (at -= 2), outbuf_decimal + 2 * value, 2);
  else
    digits[--at] = (char) ('0' + value);
  memcpy (p, digits + at, sizeof digits - at);
  return p + (sizeof digits - at);
}

/* VALUE without its sign, right for the smallest one too.  */
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

/* With the sign always there: "+8", "-16", "+0".  */
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

#endif /* TOOL_OUTBUF_H */
