/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outbuf.c - fast text to standard output.  */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "report.h"
#include "text.h"

static void
write_out (struct outbuf *out, const char *text, size_t size)
{
  if (out->failed || size == 0)
    return;
  if (fwrite (text, 1, size, stdout) != size)
    {
      report_stdout_lost (errno);
      out->failed = true;
    }
}

void
outbuf_flush (struct outbuf *out)
{
  write_out (out, out->text, out->used);
  out->used = 0;
}

void
outbuf_write (struct outbuf *out, const char *text, size_t size)
{
  if (size > OUTBUF_SIZE - out->used)
    outbuf_flush (out);
  if (size > OUTBUF_SIZE)
    {
      write_out (out, text, size);
      return;
    }
  memcpy (out->text + out->used, text, size);
  out->used += size;
}

void
outbuf_text (struct outbuf *out, const char *text)
{
  outbuf_write (out, text, strlen (text));
}

void
outbuf_name (struct outbuf *out, const char *name)
{
  char safe[4 * 4096 + 1];
  size_t size = 0;

  /* Nearly all names are printable already.  */
  while (size < sizeof safe && name[size] >= 0x20 && name[size] < 0x7f)
    size++;
  if (size < sizeof safe && name[size] == '\0')
    {
      outbuf_write (out, name, size);
      return;
    }
  outbuf_text (out, printable (name, safe, sizeof safe));
}

void
outbuf_color (struct outbuf *out, enum color color, const char *text)
{
  outbuf_text (out, color_begin (color, false));
  outbuf_text (out, text);
  outbuf_text (out, color_end (false));
}
