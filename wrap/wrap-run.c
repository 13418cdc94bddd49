/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-run.c - run the linker, which may fail because of .sframe.

   Theory of operation.  The linker runs as it is.  Only if it fails, and its
   messages are about .sframe, it runs again without .sframe, which is not
   needed: sfmerge describes the output from what else is in it.  GNU ld 2.41
   to 2.45 fail on version 1, with --fatal-warnings all do on what they do not
   merge, and lld fails on references to discarded functions and on mixed
   versions: these get a script that discards .sframe.  It is an installed
   file, so that lists of dependencies do not name a file that is gone
   afterwards.  gold, which cannot discard sections so, gets copies of the
   files that its messages name.

   So messages are kept until the linker has ended.  mold takes all .sframe,
   and shows its messages itself.

   GNU ld reports as an error that it does not merge some .sframe, although the
   link continues and ends with status 0.  Once sfmerge has described the
   output, that is neither an error nor true.  */

#include "config.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "installed.h"
#include "paged.h"
#include "text.h"
#include "wrap.h"

/* Copies without .sframe of the inputs that gold fails on.

   gold refuses references to discarded functions in .sframe, as objects with
   COMDAT groups have, and names the object, or the archive and its member.
   Each copy has a directory of its own.  If the command line has the name, the
   copy takes its place; else it is a library, which -lNAME finds in the copy's
   directory, as that comes first.  */

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
    if (strcmp (line->args.at[i], file) == 0)
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
    if (!is_argument (&link->line, link->copied.at[i]))
      text_list_add (args,
                     text_format (&link->pool, "-L%s", folder (link, i)));
  for (size_t i = 0; i < line->count; i++)
    {
      const char *arg = line->at[i];
      for (size_t c = 0; c < link->copied.count; c++)
        if (strcmp (arg, link->copied.at[c]) == 0)
          arg = copy_of (link, link->copied.at[c], c);
      text_list_add (args, arg);
    }
  return args->failed ? diag_nomem (&link->report->sink, NULL) : SFM_OK;
}

/* Whether FILE was copied.  */
static bool
is_copied (const struct wrap_link *link, const char *file)
{
  for (size_t i = 0; i < link->copied.count; i++)
    if (strcmp (link->copied.at[i], file) == 0)
      return true;
  return false;
}

/* Make copies without .sframe of the files that gold's messages
   TEXT name, and set ARGS to arguments with them.  *NEW: some are new since
   the last call.  Statuses: NOMEM, IO, UNSUPP.  */
static sfm_status
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
      if (link->copied.failed)
        return diag_nomem (&link->report->sink, NULL);
      *new = true;
    }
  return *new ? list_args (link, args) : SFM_OK;
}

/* The file whose copy is named at TEXT, a part of a message, or NULL; *SIZE is
   set to the bytes of the copy's name.  */
static const char *
wrap_copied (struct wrap_link *link, const char *text, size_t *size)
{
  for (size_t i = 0; i < link->copied.count; i++)
    {
      const char *copy = copy_of (link, link->copied.at[i], i);
      if (copy != NULL && text_begins (text, copy))
        {
          *size = strlen (copy);
          return link->copied.at[i];
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

enum
{
  /* Runs with copies: each message names one file that gold fails on.  */
  RUNS_MAX = 16
};

/* The name of the linker's file, whatever it was called by; in POOL.  */
static const char *
linker_name (struct wrap_link *link)
{
  char *real = realpath (link->linker, NULL);
  const char *path = real != NULL ? real : link->linker;
  char *name = text_format (&link->pool, "%s", path + path_base_offset (path));

  free (real);
  return name != NULL ? name : "";
}

/* Run the linker with ARGS, which is freed.  Its messages are kept in ERRORS,
   unless that is NULL.  */
static sfm_status
run_linker (struct wrap_link *link, struct text_list *args,
            struct child_errors *errors, struct child_end *end)
{
  const struct diag_sink *sink = &link->report->sink;
  char **argv = text_list_end (args);

  if (errors != NULL)
    errors->size = 0;
  const sfm_status status
      = argv == NULL ? diag_nomem (sink, NULL)
                     : child_run (link->linker, argv, errors, end, sink);
  text_list_free (args);
  return status;
}

/* Add the linker's arguments, as they came, from number FROM on.  */
static void
as_they_came (const struct wrap_link *link, int from, struct text_list *args)
{
  for (int i = from; i < link->argc; i++)
    text_list_add (args, link->argv[i]);
}

/* The path of the script that discards .sframe; NULL: no memory.  */
static char *
discard_script (struct wrap_link *link)
{
  char *self = installed_self ();
  char *keep = installed_beside (self, &installed_wrapper, &installed_script);
  char *path = NULL;

  if (keep != NULL)
    path = text_format (&link->pool, "%.*s%s", (int) path_base_offset (keep),
                        keep, "discard.ld");
  free (self);
  free (keep);
  return path;
}

/* Whether TEXT has gold's message about .sframe.  */
static bool
is_golds (const char *text)
{
  return strstr (text, "(.sframe+0x") != NULL
         && strstr (text, "): error: relocation refers to ") != NULL;
}

/* Whether TEXT says that the linker failed because of .sframe.  */
static bool
is_about_sframe (const char *text)
{
  return strstr (text, "(.sframe") != NULL
         || strstr (text, "input SFrame sections with different ") != NULL
         || strstr (text, "section type mismatch for .sframe") != NULL;
}

/* Run the linker with the script.  The script comes first: GNU ld would insert
   all statements of an earlier script as well, and in lld the first rule that
   matches counts.  */
static sfm_status
run_discarding (struct wrap_link *link, struct child_errors *errors,
                struct child_end *end)
{
  /* Of rust-lld.  */
  const bool flavored
      = link->argc > 2 && strcmp (link->argv[1], "-flavor") == 0;
  struct text_list args = { 0 };

  text_list_add (&args, link->linker);
  for (int i = 1; flavored && i < 3; i++)
    text_list_add (&args, link->argv[i]);
  text_list_add (&args, "-T");
  text_list_add (&args, discard_script (link));
  as_they_came (link, flavored ? 3 : 1, &args);
  return run_linker (link, &args, errors, end);
}

/* Run gold with copies, until its messages, the first of which are in ERRORS,
   name no more files.  */
static sfm_status
run_copied (struct wrap_link *link, struct child_errors *errors,
            struct child_end *end)
{
  bool new = true;

  for (unsigned runs = 0; runs < RUNS_MAX && new; runs++)
    {
      struct text_list args = { 0 };
      sfm_status status = wrap_copies (link, errors->bytes, &args, &new);
      if (status == SFM_OK && new)
        status = run_linker (link, &args, errors, end);
      text_list_free (&args);
      if (status != SFM_OK)
        return status;
      new = new && end->status != 0 && is_golds (errors->bytes);
    }
  return SFM_OK;
}

/* Run the linker, which has failed, without .sframe.  If that fails too, its
   first messages are those about the user's link.  */
static sfm_status
run_without (struct wrap_link *link, struct child_end *end)
{
  struct child_errors errors = { .bytes = NULL };
  sfm_status status;

  if (is_golds (link->errors.bytes))
    {
      errors.bytes = strdup (link->errors.bytes);
      if (errors.bytes == NULL)
        return diag_nomem (&link->report->sink, NULL);
      errors.size = link->errors.size;
      errors.capacity = errors.size + 1;
      status = run_copied (link, &errors, end);
    }
  else
    status = run_discarding (link, &errors, end);
  if (status == SFM_OK && end->status == 0)
    {
      free (link->errors.bytes);
      link->errors = errors;
    }
  else
    free (errors.bytes);
  return status;
}

/* Whether what is written to standard error may have colors.  */
static bool
has_colors (void)
{
  const char *term = getenv ("TERM");

  return isatty (STDERR_FILENO) && term != NULL && strcmp (term, "dumb") != 0;
}

sfm_status
wrap_run (struct wrap_link *link, struct child_end *end)
{
  const char *name = linker_name (link);
  const bool shown
      = strstr (name, "mold") != NULL || strstr (name, "wild") != NULL;
  struct text_list args = { 0 };

  text_list_add (&args, link->linker);
  as_they_came (link, 1, &args);
  /* lld cannot see the terminal.  */
  if (strstr (name, "lld") != NULL && !link->line.out.colored && has_colors ())
    text_list_add (&args, "--color-diagnostics=always");
  TRY (run_linker (link, &args, shown ? NULL : &link->errors, end));
  return !shown && end->status != 0 && is_about_sframe (link->errors.bytes)
             ? run_without (link, end)
             : SFM_OK;
}

/* Whether the SIZE bytes at LINE are what GNU ld says about .sframe that it
   does not merge.  */
static bool
is_untrue (const char *line, size_t size)
{
  return memmem (line, size, ": error in ", 11) != NULL
         && memmem (line, size, "(.sframe); ", 11) != NULL;
}

/* Show the line from AT to END, with the names of files for those of
   copies.  */
static void
show_line (struct wrap_link *link, const char *at, const char *end)
{
  size_t size;

  while (link->directory != NULL)
    {
      const char *name = memmem (at, (size_t) (end - at), link->directory,
                                 strlen (link->directory));
      if (name == NULL)
        break;
      const char *file = wrap_copied (link, name, &size);
      fwrite (at, 1, (size_t) (name - at), stderr);
      at = name;
      if (file == NULL)
        break;
      fputs (file, stderr);
      at += size;
    }
  fwrite (at, 1, (size_t) (end - at), stderr);
}

void
wrap_show (struct wrap_link *link, bool untrue)
{
  /* Without bytes, which are at NULL, there is no end to compute.  */
  if (link->errors.size == 0)
    return;
  const char *at = link->errors.bytes, *end = at + link->errors.size;
  while (at != end)
    {
      const char *next = memchr (at, '\n', (size_t) (end - at));
      next = next == NULL ? end : next + 1;
      if (is_untrue (at, (size_t) (next - at)) == untrue)
        show_line (link, at, next);
      at = next;
    }
}
