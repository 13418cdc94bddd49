/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-traces.c - remove the name of the reserve from what the linker wrote.

   The reserve is known to the linker as /proc/self/fd/N.  In a list of
   dependencies that is a file which does not exist for Ninja and Make, or is
   another one, so they would link again each time.  The number depends on the
   files that the linker has open.  */

#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "plugin-line.h"
#include "plugin-messages.h"
#include "plugin-traces.h"

/* The same as in the maps of the linker wrapper.  */
static const char lasting[] = "sframe-reserve.o";

/* A file that is being changed: SIZE bytes at BYTES become USED bytes at
   OUT.  */
struct text
{
  char *bytes;
  size_t size;
  char *out;
  size_t used;
};

/* Read the regular file PATH; false: it is none, or not readable.  */
static bool
read_text (const char *path, struct text *text)
{
  struct stat st;
  FILE *file = fopen (path, "re");

  *text = (struct text){ .bytes = NULL };
  if (file == NULL)
    return false;
  if (fstat (fileno (file), &st) == 0 && S_ISREG (st.st_mode) && st.st_size > 0
      && (text->bytes = malloc ((size_t) st.st_size)) != NULL)
    text->size = fread (text->bytes, 1, (size_t) st.st_size, file);
  bool good = !ferror (file);
  fclose (file);
  return good;
}

/* Drop the blanks at the end of the output, with an escaped newline.  */
static void
drop_blanks (struct text *text)
{
  bool more = true;

  while (more && text->used > 0)
    {
      const char *end = text->out + text->used;
      more = false;
      if (end[-1] == ' ')
        {
          text->used--;
          more = true;
        }
      else if (text->used > 1 && end[-1] == '\n' && end[-2] == '\\')
        {
          text->used -= 2;
          more = true;
        }
    }
}

/* Where to go on in a list of dependencies after the name before byte AT:
   after the whole rule and its empty line, if the name was the target.  */
static size_t
drop_name (struct text *text, size_t at)
{
  if (at == text->size || text->bytes[at] != ':')
    {
      drop_blanks (text);
      return at;
    }
  while (at < text->size && text->bytes[at] != '\n')
    at++;
  for (unsigned i = 0; i < 2 && at < text->size && text->bytes[at] == '\n';
       i++)
    at++;
  return at;
}

/* Make the output of TEXT without the name PATH, or with the lasting one if it
   is a MAP.  Returns whether there was one.  */
static bool
change (struct text *text, const char *path, bool map)
{
  const size_t size = strlen (path);
  size_t found = 0;

  for (size_t at = 0; at + size <= text->size; at++)
    found += memcmp (text->bytes + at, path, size) == 0;
  if (found == 0
      || (text->out = malloc (text->size + found * sizeof lasting)) == NULL)
    return false;
  for (size_t at = 0; at < text->size;)
    {
      const bool is_path
          = size <= text->size - at
            && memcmp (text->bytes + at, path, size) == 0
            && (at + size == text->size
                || strchr ("0123456789", text->bytes[at + size]) == NULL);
      if (!is_path)
        text->out[text->used++] = text->bytes[at++];
      else if (map)
        {
          memcpy (text->out + text->used, lasting, sizeof lasting - 1);
          text->used += sizeof lasting - 1;
          at += size;
        }
      else
        at = drop_name (text, at + size);
    }
  return true;
}

/* Change FILE, if the linker wrote it.  */
static void
change_file (const char *file, const char *path, bool map)
{
  struct text text;

  if (file != NULL && read_text (file, &text))
    {
      if (change (&text, path, map))
        {
          FILE *to = fopen (file, "we");
          bool good
              = to != NULL && fwrite (text.out, 1, text.used, to) == text.used;
          if (to == NULL || fclose (to) != 0 || !good)
            plugin_say (LDPL_WARNING, "sfmerge: %s names %s: cannot write: %s",
                        file, path, strerror (errno));
        }
      free (text.out);
      free (text.bytes);
    }
}

void
plugin_traces_remove (const char *path)
{
  struct plugin_line line;

  /* The linker may not have flushed them.  */
  fflush (NULL);
  plugin_line_read (&line);
  change_file (line.dependencies, path, false);
  change_file (line.map, path, true);
  plugin_line_free (&line);
}
