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

static inline char *
put_text (char *p, const char *text)
{
  while (*text != '\0')
    *p++ = *text++;
  return p;
}

static inline char *
put_hex (char *p, uint64_t value)
{
  unsigned shift = 0;

  while (shift < 60 && value >> shift > 0xf)
    shift += 4;
  *p++ = '0';
  *p++ = 'x';
  for (;; shift -= 4)
    {
      *p++ = "0123456789abcdef"[value >> shift & 0xf];
      if (shift == 0)
        return p;
    }
}

/* With all 16 digits and no prefix.  */
static inline char *
put_hex16 (char *p, uint64_t value)
{
  for (int i = 15; i >= 0; i--)
    {
      p[i] = "0123456789abcdef"[value & 0xf];
      value >>= 4;
    }
  return p + 16;
}

static inline char *
put_dec (char *p, uint64_t value)
{
  char digits[20];
  size_t count = 0;

  do
    digits[count++] = (char) ('0' + value % 10);
  while ((value /= 10) != 0);
  while (count > 0)
    *p++ = digits[--count];
  return p;
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
