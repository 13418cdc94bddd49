/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outbuf.h - fast text to standard output.

   A dump of a million functions has seven million lines, and printf spends
   three quarters of its time parsing the same format again.  Here each line is
   built byte by byte in a buffer large enough for it.  */

#ifndef TOOL_OUTBUF_H
#define TOOL_OUTBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "color.h"
#include "put-text.h"

enum
{
  OUTBUF_SIZE = 1 << 16,
  /* Bytes that may be appended after one call of outbuf_room.  The longest
     row: its start and three rules of at most 45 bytes.  */
  OUTBUF_LINE = 512
};

struct outbuf
{
  size_t used;
  bool failed; /* a write failed; later output is discarded */
  char text[OUTBUF_SIZE];
};

/* Write out the contents of OUT.  */
void outbuf_flush (struct outbuf *out);

/* Append the SIZE bytes at TEXT; SIZE may exceed OUTBUF_SIZE.  */
void outbuf_write (struct outbuf *out, const char *text, size_t size);

/* Append TEXT, of any length.  */
void outbuf_text (struct outbuf *out, const char *text);

/* Append NAME, which comes from a file, made printable.  */
void outbuf_name (struct outbuf *out, const char *name);

/* Append TEXT in COLOR, if standard output is colored.  */
void outbuf_color (struct outbuf *out, enum color color, const char *text);

/* Return a pointer to at least OUTBUF_LINE free bytes.  Pass the end of what
   is written there to outbuf_done.  */
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

#endif /* TOOL_OUTBUF_H */
