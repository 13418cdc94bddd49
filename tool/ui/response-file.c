/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   response-file.c - arguments from response files: @FILE.

   A list of all objects of a link easily exceeds the limit of a command line.
   Build systems write such a list once, for the linker, so the same file must
   mean the same here.  The rules are those of GCC and binutils: white space
   separates arguments, single or double quotes protect it, and a backslash,
   also inside quotes, takes the next character literally.  */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

enum
{
  NESTING_LIMIT = 16,
  /* For all files together; a million paths of a hundred bytes fit.  */
  SIZE_LIMIT = 256 << 20
};

struct expansion
{
  struct pool *pool;
  const struct diag_sink *sink;
  char **at; /* the arguments */
  size_t count;
  size_t capacity;
  size_t size_left;
};

static sfm_status
add (struct expansion *expansion, char *arg)
{
  return expansion->count < INT_MAX - 1 && LIST_ADD (expansion, arg)
             ? SFM_OK
             : diag_nomem (expansion->sink, NULL);
}

/* Read FILE, named PATH, to its end into *TEXT: *SIZE bytes from malloc, plus
   a NUL.  The file size is not used: /dev/stdin and pipes have none.  */
static sfm_status
slurp (struct expansion *expansion, FILE *file, const char *path, char **text,
       size_t *size)
{
  size_t capacity = 0, used = 0;

  *text = NULL;
  do
    {
      if (used + 1 >= capacity)
        {
          capacity = capacity == 0 ? 4096 : 2 * capacity;
          char *larger = realloc (*text, capacity);
          if (larger == NULL)
            return diag_nomem (expansion->sink, path);
          *text = larger;
        }
      used += fread (*text + used, 1, capacity - used - 1, file);
      if (used > expansion->size_left)
        {
          diag (expansion->sink, DIAG_ERROR, path,
                "response files have more than %d bytes together",
                (int) SIZE_LIMIT);
          return SFM_ERR_LIMIT;
        }
    }
  while (!feof (file) && !ferror (file));
  if (ferror (file))
    return diag_errno (expansion->sink, path, "cannot read");
  expansion->size_left -= used;
  (*text)[used] = '\0';
  *size = used;
  return SFM_OK;
}

static bool
is_blank (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Return the next argument of *TEXT, which ends at END, or NULL.  It is
   unquoted in place: that only makes it shorter.  */
static char *
next_arg (char **text, const char *end)
{
  char *from = *text;
  char quote = '\0';

  while (from < end && (is_blank (*from) || *from == '\0'))
    from++;
  if (from == end)
    return NULL;
  char *arg = from, *to = from;
  for (; from < end && *from != '\0'; from++)
    {
      if (*from == '\\')
        {
          if (from + 1 == end)
            continue; /* as GCC does */
          *to++ = *++from;
        }
      else if (quote != '\0' && *from == quote)
        quote = '\0';
      else if (quote != '\0')
        *to++ = *from;
      else if (*from == '\'' || *from == '"')
        quote = *from;
      else if (is_blank (*from))
        break;
      else
        *to++ = *from;
    }
  /* FROM is on a separator, or at END, where slurp put a NUL.  */
  *text = from < end ? from + 1 : from;
  *to = '\0';
  return arg;
}

static sfm_status expand_arg (struct expansion *expansion, char *arg,
                              unsigned depth);

static sfm_status
expand_text (struct expansion *expansion, char *text, size_t size,
             unsigned depth)
{
  const char *end = text + size;
  char *arg;

  while ((arg = next_arg (&text, end)) != NULL)
    TRY (expand_arg (expansion, arg, depth));
  return SFM_OK;
}

/* Add ARG, or the contents of the response file that it names.  DEPTH files
   are open already.  */
static sfm_status
expand_arg (struct expansion *expansion, char *arg, unsigned depth)
{
  const char *path = arg + 1;
  char *text;
  size_t size = 0;

  errno = ENOENT;
  FILE *file = arg[0] == '@' ? fopen (path, "re") : NULL;
  if (file == NULL && errno == ENOMEM)
    return diag_nomem (expansion->sink, NULL);
  /* If there is no such file, the argument stands for itself.  */
  if (file == NULL && (errno == ENOENT || errno == ENOTDIR))
    return add (expansion, arg);
  if (file == NULL)
    return diag_errno (expansion->sink, path, "cannot open");
  if (depth >= NESTING_LIMIT)
    {
      fclose (file);
      diag (expansion->sink, DIAG_ERROR, path,
            "response files are nested more than %d deep",
            (int) NESTING_LIMIT);
      return SFM_ERR_LIMIT;
    }
  sfm_status status = slurp (expansion, file, path, &text, &size);
  fclose (file);
  if (status == SFM_OK)
    {
      char *kept = pool_copy (expansion->pool, text, size);
      status = kept == NULL ? diag_nomem (expansion->sink, path)
                            : expand_text (expansion, kept, size, depth + 1);
    }
  free (text);
  return status;
}

/* Move the arguments of EXPANSION to *ARGV if STATUS is SFM_OK; release
   EXPANSION in any case.  */
static sfm_status
finish (struct expansion *expansion, sfm_status status, int *argc,
        char ***argv)
{
  if (status == SFM_OK)
    status = add (expansion, NULL);
  if (status == SFM_OK)
    {
      size_t size = expansion->count * sizeof (char *);
      char **args = pool_alloc (expansion->pool, size);
      if (args == NULL)
        status = diag_nomem (expansion->sink, NULL);
      else
        {
          memcpy (args, expansion->at, size);
          *argc = (int) expansion->count - 1;
          *argv = args;
        }
    }
  free (expansion->at);
  return status;
}

sfm_status
response_expand (int *argc, char ***argv, struct pool *pool,
                 const struct diag_sink *sink)
{
  struct expansion expansion
      = { .pool = pool, .sink = sink, .size_left = SIZE_LIMIT };
  sfm_status status = SFM_OK;

  for (int i = 0; i < *argc && status == SFM_OK; i++)
    status = i == 0 ? add (&expansion, (*argv)[i])
                    : expand_arg (&expansion, (*argv)[i], 0);
  return finish (&expansion, status, argc, argv);
}

sfm_status
response_split (const char *text, int *count, char ***args, struct pool *pool,
                const struct diag_sink *sink)
{
  struct expansion expansion
      = { .pool = pool, .sink = sink, .size_left = SIZE_LIMIT };
  size_t size = strlen (text);
  char *copy = pool_copy (pool, text, size);
  sfm_status status = copy == NULL ? diag_nomem (sink, NULL)
                                   : expand_text (&expansion, copy, size, 0);

  return finish (&expansion, status, count, args);
}
