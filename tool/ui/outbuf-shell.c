/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outbuf-shell.c - names of files as words of a shell's command line.  */

#include "config.h"

#include <string.h>

#include "report.h"

static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "/._-+,:@%";

/* Whether NAME has only bytes that are printed as they are.  */
static bool
is_printable (const char *name)
{
  for (; *name != '\0'; name++)
    if (*name < 0x20 || *name > 0x7e)
      return false;
  return true;
}

/* Append NAME, which is printable, in quotes.  */
static void
put_quoted (struct outbuf *out, const char *name)
{
  outbuf_text (out, "'");
  for (;;)
    {
      const size_t size = strcspn (name, "'");
      outbuf_write (out, name, size);
      if (name[size] == '\0')
        break;
      outbuf_text (out, "'\\''");
      name += size + 1;
    }
  outbuf_text (out, "'");
}

/* Append NAME as a $'...' of POSIX.1-2024, with all but printable ASCII as
   numbers: octal ones, as only those have an end.  */
static void
put_escaped (struct outbuf *out, const char *name)
{
  outbuf_text (out, "$'");
  for (; *name != '\0'; name++)
    {
      const unsigned char c = (unsigned char) *name;
      char *p = outbuf_room (out);
      if (c == '\'' || c == '\\' || c < 0x20 || c > 0x7e)
        {
          *p++ = '\\';
          *p++ = (char) ('0' + (c >> 6));
          *p++ = (char) ('0' + (c >> 3 & 7));
          *p++ = (char) ('0' + (c & 7));
        }
      else
        *p++ = (char) c;
      outbuf_done (out, p);
    }
  outbuf_text (out, "'");
}

void
outbuf_shell (struct outbuf *out, const char *name)
{
  /* It would be taken for an option, standard input or a response file.  */
  if (name[0] == '-' || name[0] == '@')
    outbuf_text (out, "./");
  if (name[0] != '\0' && name[strspn (name, plain)] == '\0')
    outbuf_text (out, name);
  else if (is_printable (name))
    put_quoted (out, name);
  else
    put_escaped (out, name);
}
