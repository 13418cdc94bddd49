/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-copies.c - copies without .sframe of the inputs that gold fails on.

   gold refuses references to discarded functions in .sframe, as objects with
   COMDAT groups have, and names the object, or the archive and its member.
   Each copy has a directory of its own.  Where the command line has the name,
   the copy takes its place; else it is a library, which -lNAME finds in the
   directory, as that comes first.  */

#include "config.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "paged.h"
#include "text.h"
#include "wrap.h"

#define PLACE "(.sframe+0x"

/* The path of the file that LINE, which has PLACE at AT, names, in POOL: of an
   archive, it is what comes before the member.  NULL: no memory.  */
static char *
named_file (struct pool *pool, const char *line, const char *at)
{
  char *whole = pool_copy (pool, line, (size_t) (at - line));
  struct stat st;

  if (whole == NULL || stat (whole, &st) == 0)
    return whole;
  for (char *open = whole; (open = strchr (open, '(')) != NULL; open++)
    {
      *open = '\0';
      if (stat (whole, &st) == 0)
        break;
      *open = '(';
    }
  return whole;
}

/* The directory of copy number NUMBER.  */
static char *
folder (struct wrap_link *link, size_t number)
{
  return text_format (&link->pool, "%s/%zu", link->directory, number);
}

/* The path of the copy of FILE, which has NUMBER.  */
static char *
copy_of (struct wrap_link *link, const char *file, size_t number)
{
  return text_format (&link->pool, "%s/%zu/%s", link->directory, number,
                      file + path_base_offset (file));
}

/* Make the temporary directory, unless it is there.  */
static sfm_status
make_directory (struct wrap_link *link)
{
  const struct diag_sink *sink = &link->report->sink;

  if (link->directory != NULL)
    return SFM_OK;
  char *directory = temporary_template (&link->pool, "sfmerge");
  if (directory == NULL)
    return diag_nomem (sink, NULL);
  if (mkdtemp (directory) == NULL)
    return diag_errno (sink, directory, "cannot make a temporary directory");
  link->directory = directory;
  return SFM_OK;
}

/* Copy FILE, number NUMBER.  */
static sfm_status
copy_file (struct wrap_link *link, const char *file, size_t number)
{
  struct text_list args = { 0 };

  TRY (make_directory (link));
  const char *directory = folder (link, number);
  if (directory == NULL)
    return diag_nomem (&link->report->sink, NULL);
  if (mkdir (directory, 0700) != 0)
    return diag_errno (&link->report->sink, directory, "cannot make");
  text_list_add (&args, "sfmerge");
  text_list_add (&args, "strip");
  text_list_add (&args, "--quiet");
  text_list_add (&args, "-o");
  text_list_add (&args, copy_of (link, file, number));
  text_list_add (&args, "--");
  text_list_add (&args, file);
  return wrap_sfmerge (link, &args);
}

/* Whether an argument of LINE is FILE.  */
static bool
is_argument (const struct wrap_line *line, const char *file)
{
  for (size_t i = 0; i < line->args.count; i++)
    if (strcmp (line->args.items[i], file) == 0)
      return true;
  return false;
}

/* Set ARGS to the linker's arguments with the copies in them.  */
static sfm_status
list_args (struct wrap_link *link, struct text_list *args)
{
  const struct text_list *line = &link->line.args;

  text_list_add (args, link->linker);
  for (size_t i = 0; i < link->copied.count; i++)
    if (!is_argument (&link->line, link->copied.items[i]))
      text_list_add (args,
                     text_format (&link->pool, "-L%s", folder (link, i)));
  for (size_t i = 0; i < line->count; i++)
    {
      const char *arg = line->items[i];
      for (size_t c = 0; c < link->copied.count; c++)
        if (strcmp (arg, link->copied.items[c]) == 0)
          arg = copy_of (link, link->copied.items[c], c);
      text_list_add (args, arg);
    }
  return args->failed ? diag_nomem (&link->report->sink, NULL) : SFM_OK;
}

/* Whether FILE was copied.  */
static bool
is_copied (const struct wrap_link *link, const char *file)
{
  for (size_t i = 0; i < link->copied.count; i++)
    if (strcmp (link->copied.items[i], file) == 0)
      return true;
  return false;
}

sfm_status
wrap_copies (struct wrap_link *link, const char *text, struct text_list *args,
             bool *new)
{
  *new = false;
  for (const char *at; (at = strstr (text, PLACE)) != NULL; text = at + 1)
    {
      const char *line = at;
      while (line != text && line[-1] != '\n')
        line--;
      char *file = named_file (&link->pool, line, at);
      if (file == NULL)
        return diag_nomem (&link->report->sink, NULL);
      if (is_copied (link, file))
        continue;
      TRY (copy_file (link, file, link->copied.count));
      text_list_add (&link->copied, file);
      *new = true;
    }
  return *new ? list_args (link, args) : SFM_OK;
}

const char *
wrap_copied (struct wrap_link *link, const char *text, size_t *size)
{
  for (size_t i = 0; i < link->copied.count; i++)
    {
      const char *copy = copy_of (link, link->copied.items[i], i);
      if (copy != NULL && text_begins (text, copy))
        {
          *size = strlen (copy);
          return link->copied.items[i];
        }
    }
  return NULL;
}

static int
remove_one (const char *path, const struct stat *st, int type,
            struct FTW *where)
{
  (void) st;
  (void) type;
  (void) where;
  return remove (path);
}

void
wrap_copies_remove (const struct wrap_link *link)
{
  enum
  {
    OPEN_DIRS = 8
  };

  if (link->directory != NULL
      && nftw (link->directory, remove_one, OPEN_DIRS, FTW_DEPTH | FTW_PHYS)
             != 0)
    diag_at (&link->report->sink, DIAG_WARNING, link->directory, NULL, 0,
             "cannot remove: %s", strerror (errno));
}
