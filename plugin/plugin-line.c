/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-line.c - the linker's command line.

   The plugin interface tells neither the name of the link map nor that of the
   list of dependencies.  The kernel has the arguments as the linker was given
   them, so response files are expanded here, which compiler drivers keep until
   the linker has ended.  */

#include "config.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin-line.h"

enum
{
  DEPTH_MAX = 16 /* of response files in response files */
};

struct reader
{
  struct plugin_line *line;
  char **next; /* what the next argument is the value of, or NULL */
  unsigned depth;
};

static void take (struct reader *r, const char *arg);

/* Read the next word of FILE, a response file, into *WORD, whose capacity is
   *SIZE.  False: there is none, or no memory.  */
static bool
read_word (FILE *file, char **word, size_t *size)
{
  size_t used = 0;
  int c = getc (file), quote = 0;

  while (c != EOF && isspace (c))
    c = getc (file);
  if (c == EOF)
    return false;
  for (; c != EOF && (quote != 0 || !isspace (c)); c = getc (file))
    {
      if (c == quote)
        {
          quote = 0;
          continue;
        }
      if (quote == 0 && (c == '"' || c == '\''))
        {
          quote = c;
          continue;
        }
      if (c == '\\' && (c = getc (file)) == EOF)
        break;
      if (used + 1 >= *size)
        {
          size_t larger = 2 * *size + 64;
          char *grown = realloc (*word, larger);
          if (grown == NULL)
            return false;
          *word = grown;
          *size = larger;
        }
      (*word)[used++] = (char) c;
    }
  if (*word == NULL && (*word = malloc (*size = 64)) == NULL)
    return false;
  (*word)[used] = '\0';
  return true;
}

/* Take the arguments in the response file PATH; false: there is no such
   file.  */
static bool
take_file (struct reader *r, const char *path)
{
  FILE *file = r->depth < DEPTH_MAX ? fopen (path, "re") : NULL;
  char *word = NULL;
  size_t size = 0;

  if (file == NULL)
    return false;
  r->depth++;
  while (read_word (file, &word, &size))
    take (r, word);
  r->depth--;
  free (word);
  fclose (file);
  return true;
}

/* If ARG is the option NAME, keep its value in *VALUE, also if that is the
   next argument.  */
static bool
take_option (struct reader *r, const char *arg, const char *name, char **value)
{
  const size_t size = strlen (name);

  if (arg[0] != '-')
    return false;
  arg += arg[1] == '-' ? 2 : 1;
  if (strncmp (arg, name, size) != 0
      || (arg[size] != '=' && arg[size] != '\0'))
    return false;
  free (*value);
  *value = NULL;
  if (arg[size] == '=')
    *value = strdup (arg + size + 1);
  else
    r->next = value;
  return true;
}

static void
take (struct reader *r, const char *arg)
{
  char **value = r->next;

  if (arg[0] == '@' && take_file (r, arg + 1))
    return;
  r->next = NULL;
  if (value != NULL)
    *value = strdup (arg);
  else if (!take_option (r, arg, "dependency-file", &r->line->dependencies))
    take_option (r, arg, "Map", &r->line->map);
}

void
plugin_line_read (struct plugin_line *line)
{
  struct reader r = { .line = line };
  FILE *file = fopen ("/proc/self/cmdline", "re");
  char *arg = NULL;
  size_t size = 0;

  *line = (struct plugin_line){ .map = NULL };
  if (file == NULL)
    return;
  /* The first is the linker's name.  */
  for (bool first = true; getdelim (&arg, &size, '\0', file) > 0;
       first = false)
    if (!first)
      take (&r, arg);
  free (arg);
  fclose (file);
}

void
plugin_line_free (struct plugin_line *line)
{
  free (line->dependencies);
  free (line->map);
}
