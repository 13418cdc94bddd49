/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   run.c - sfmerge run: a command, such as make, whose links go through the
   linker wrapper.

   A script says what the environment gets.  The command is run here, as no
   shell can: it gets the signals, and variables whose names shells do not
   know, and its exit status is that of this process.

   Compilers that bring a linker of their own, and links with the whole path of
   one, pass by the wrapper, so the links that come to it are counted: each
   appends a byte to a file.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"
#include "scripts.h"

/* The options of sfmerge repair that make sense for every link of a build.
   None takes an argument that would need quotes in SFMERGE_OPTIONS.  */
static const struct option_spec run_options[] = {
  ROW_TO ("write v2, v2-pcrel or v3 (the default)"),
  ROW_FOR,
  ROW_LIST_CONSUMERS,
  ROW_SHARE_ROWS,
  ROW_COVER_NORETURN,
  ROW_GROW,
  ROW_PLT,
  ROW_FILL,
  ROW_PARTIAL ("go on where functions of a linker's .sframe are lost"),
  ROW_REQUIRE ("let a link fail if its output gets no .sframe,\n"
               "and COMMAND if no link comes to the wrapper"),
  { OPTION_FATAL_WARNINGS, "fatal-warnings", NULL,
    "let a link fail if there is any warning" },
  ROW_NO_VERIFY,
  ROW_VERBOSE ("say what the environment gets, and more in each link"),
  ROW_END,
};

const struct command run_command = {
  .name = "run",
  .run = cmd_run,
  .usage = "[OPTION]... [--] COMMAND [ARGUMENT]...",
  .summary = "run a command whose links are to get .sframe, such as make",
  .about
  = "Run COMMAND so that all links by GCC, Clang and ld in it go through the\n"
    "linker wrapper, which describes each output as sfmerge synth does.  The\n"
    "OPTIONs are for that.",
  .options = run_options,
  .verbatim = true,
};

/* Say that no link came to the wrapper, and what the reason may be.  */
static int
tell_none (bool required, const struct diag_sink *sink)
{
  diag (sink, required ? DIAG_ERROR : DIAG_WARNING, NULL,
        "no link of the command came to the linker wrapper: nothing was "
        "linked, or by a linker that does not come from PATH or a compiler's "
        "directories, as with -fuse-ld=PATH, -B, or rustc's own rust-lld");
  return required ? STATUS_FAILED : STATUS_DONE;
}

/* Run the command ARGV; links are counted in the file PATH, if it is not
   NULL, and in OUTER.  Returns its exit status.  */
static int
run_counted (char **argv, const char *path, const char *outer, bool required,
             const struct diag_sink *sink)
{
  struct child_end end;
  struct stat st;

  const sfm_status status = child_run (argv[0], argv, NULL, &end, sink);
  const bool counted = path != NULL && stat (path, &st) == 0;
  const bool none = counted && st.st_size == 0;
  if (counted)
    link_count_add (outer, (uint64_t) st.st_size);
  if (path != NULL)
    unlink (path);
  if (status != SFM_OK)
    return STATUS_FAILED;
  if (end.signal == 0 && end.status == 0 && none)
    return tell_none (required, sink);
  if (counted && !none)
    diag (sink, DIAG_DETAIL, NULL, "links through the wrapper: %jd",
          (intmax_t) st.st_size);
  return child_end_as (&end);
}

/* Take what the script says, SIZE bytes at TEXT, which stay: variables for the
   environment, and an option to be put into *ARGV, if the operands there need
   it; a NUL ends each.  False: no memory.  */
static bool
take_answers (char *text, size_t size, char ***argv, struct text_list *more)
{
  for (char *at = text; at < text + size; at += strlen (at) + 1)
    if (at[0] != '-')
      {
        if (putenv (at) != 0)
          return false;
      }
    else
      {
        text_list_add (more, (*argv)[0]);
        text_list_add (more, at);
        while (*++*argv != NULL)
          text_list_add (more, **argv);
        *argv = text_list_end (more);
        if (*argv == NULL)
          return false;
      }
  return true;
}

/* Run the operands ARGV as SCRIPT says; returns the exit status.  */
static int
run (struct script *script, char **argv)
{
  const struct diag_sink *sink = &script->report.sink;
  const char *outer = getenv (LINK_COUNT);
  /* They become part of the environment.  */
  static struct child_errors answers = { .output = true };
  struct text_list more = { 0 };
  struct child_end end;

  child_signals ();
  if (child_run (script->words.items[0], script->words.items, &answers, &end,
                 sink)
          != SFM_OK
      || end.status != 0)
    return STATUS_FAILED;
  if (end.signal != 0)
    return child_end_as (&end);
  if (!take_answers (answers.bytes, answers.size, &argv, &more))
    {
      diag_nomem (sink, NULL);
      return STATUS_FAILED;
    }
  const char *path = getenv (LINK_COUNT);
  const int status = run_counted (argv, path == outer ? NULL : path, outer,
                                  script->options.require, sink);
  text_list_free (&more);
  return status;
}

int
cmd_run (int argc, char **argv)
{
  struct script script;

  report_command (run_command.name);
  int status = script_parse (argc, argv, &run_command, &script);
  script.options.in_place = true;
  if (status == OPTIONS_GO_ON)
    status = common_options_check (run_command.name, &script.options);
  if (status == OPTIONS_GO_ON && optind == argc)
    status = report_usage ("run: no COMMAND given");
  if (status == OPTIONS_GO_ON)
    status = run (&script, argv + optind);
  script_free (&script);
  return status;
}
