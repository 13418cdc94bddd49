/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-run.c - run the linker, which may fail because of .sframe.

   Theory of operation.  The linker runs as it is.  Only if it fails, and its
   messages are about .sframe, it runs again without that, as nothing needs it:
   sfmerge describes the output by what else is in it.  GNU ld 2.41 to 2.45
   fail on version 1, with --fatal-warnings all do on what they do not merge,
   and lld fails on references to discarded functions and on mixed versions:
   these get a script that discards .sframe.  It is an installed file, so that
   lists of dependencies name nothing that is gone afterwards.  gold, which has
   nothing like that, gets copies of the files that its messages name.

   So messages are kept until the linker has ended.  mold takes all .sframe,
   and shows its messages itself.

   GNU ld calls it an error that it does not merge some .sframe, although the
   link goes on and ends with status 0.  Once sfmerge has described the output,
   that is neither an error nor true.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "installed.h"
#include "text.h"
#include "wrap-link.h"

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

/* Run the linker with ARGS, which is freed.  CAUGHT: keep its messages.  */
static sfm_status
run (struct wrap_link *link, struct text_list *args, bool caught,
     struct child_end *end)
{
  const struct diag_sink *sink = &link->report->sink;
  char **argv = text_list_end (args);

  link->errors.size = 0;
  const sfm_status status
      = argv == NULL ? diag_nomem (sink, NULL)
                     : child_run (link->linker, argv,
                                  caught ? &link->errors : NULL, end, sink);
  text_list_free (args);
  return status;
}

/* Set ARGS to the linker's name and arguments, as they came.  */
static void
as_they_came (const struct wrap_link *link, struct text_list *args)
{
  text_list_add (args, link->linker);
  for (int i = 1; i < link->argc; i++)
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
  return strstr (text, "(.sframe") != NULL || strstr (text, "SFrame") != NULL
         || strstr (text, "for .sframe") != NULL;
}

/* Run the linker, which has failed, without .sframe.  */
static sfm_status
run_without (struct wrap_link *link, struct child_end *end)
{
  struct text_list args = { 0 };
  bool new = true;

  if (!is_golds (link->errors.bytes))
    {
      as_they_came (link, &args);
      text_list_add (&args, "-T");
      text_list_add (&args, discard_script (link));
      return run (link, &args, true, end);
    }
  for (unsigned runs = 0; runs < RUNS_MAX && new; runs++)
    {
      TRY (wrap_copies (link, link->errors.bytes, &args, &new));
      if (new)
        TRY (run (link, &args, true, end));
      text_list_free (&args);
      new = new && end->status != 0 && is_golds (link->errors.bytes);
    }
  return SFM_OK;
}

sfm_status
wrap_run (struct wrap_link *link, struct child_end *end)
{
  const char *name = linker_name (link);
  const bool shown
      = strstr (name, "mold") != NULL || strstr (name, "wild") != NULL;
  struct text_list args = { 0 };

  as_they_came (link, &args);
  /* It cannot see the terminal behind the pipe.  */
  if (strstr (name, "lld") != NULL && !link->line.colored
      && isatty (STDERR_FILENO))
    text_list_add (&args, "--color-diagnostics=always");
  TRY (run (link, &args, !shown, end));
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

void
wrap_show (const struct wrap_link *link, bool untrue)
{
  const char *at = link->errors.bytes, *end = at + link->errors.size;

  while (at != end)
    {
      const char *next = memchr (at, '\n', (size_t) (end - at));
      next = next == NULL ? end : next + 1;
      if (is_untrue (at, (size_t) (next - at)) == untrue)
        fwrite (at, 1, (size_t) (next - at), stderr);
      at = next;
    }
}
