/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outbuf-json.c - members of JSON objects, written as they come.  */

#include "config.h"

#include <string.h>

#include "report.h"
#include "text.h"

void
outbuf_json (struct outbuf *out, const char *key, const char *text)
{
  outbuf_text (out, key);
  outbuf_text (out, text);
}

void
outbuf_json_number (struct outbuf *out, const char *key, int64_t value)
{
  char *p = put_text (outbuf_room (out), key);

  outbuf_done (out, put_signed (p, value));
}

void
outbuf_json_bool (struct outbuf *out, const char *key, bool value)
{
  outbuf_json (out, key, value ? "true" : "false");
}

void
outbuf_json_addr (struct outbuf *out, const char *key, uint64_t value)
{
  char *p = put_text (outbuf_room (out), key);

  *p++ = '"';
  p = put_hex (p, value);
  *p++ = '"';
  outbuf_done (out, p);
}

void
outbuf_json_name (struct outbuf *out, const char *key, const char *name)
{
  char safe[4 * 4096 + 1];

  if (name == NULL)
    {
      outbuf_json (out, key, "null");
      return;
    }
  const char *from = printable (name, safe, sizeof safe);
  outbuf_json (out, key, "\"");
  for (;;)
    {
      size_t size = strcspn (from, "\"\\");
      outbuf_write (out, from, size);
      from += size;
      if (*from == '\0')
        break;
      outbuf_write (out, "\\", 1);
      outbuf_write (out, from++, 1);
    }
  outbuf_write (out, "\"", 1);
}
