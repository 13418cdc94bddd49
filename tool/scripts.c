/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   scripts.c - commands whose work a shell script does, which is installed
   beside the linker wrapper.

   Options are parsed here, so that help, completions and messages come from
   one table, as for all commands.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "image-edit.h"
#include "installed.h"
#include "process.h"
#include "report.h"

/* What a script gets is a command line that is already checked: the path of
   this program, the argument of --color, each option as --NAME or
   --NAME=ARGUMENT, "--", and the operands.  */
struct script
{
  struct report report;
  struct common_options options;
  struct text_list words; /* of its command line, from its own path on */
  struct pool pool;       /* which has them */
};

enum
{
  WORD_COLOR = 2 /* its number in the command line of a script */
};

static int cmd_crt (int argc, char **argv, const struct command *command);

/* Leave what an option says to the script.  */
static int
pass_on (const struct option_use *use)
{
  (void) use;
  return OPTIONS_GO_ON;
}

static const struct option_spec crt_options[] = {
  { 'o', "output", "DIR", "write the files to DIR, which is made",
    .take = pass_on },
  ROW_TO ("convert them to v2, v2-pcrel or v3"),
  ROW_FOR,
  ROW_LIST_CONSUMERS,
  { 0, "synth", NULL, "describe what has no .sframe by .eh_frame",
    .take = pass_on },
  { 0, "strip", NULL, "remove .sframe instead", .take = pass_on },
  { 0, "cc", "COMPILER",
    "ask COMPILER where the files are; the default is $CC\n"
    "or cc",
    .take = pass_on },
  ROW_PARTIAL ("go on where functions are lost already"),
  ROW_NO_VERIFY,
  ROW_FSYNC,
  ROW_QUIET,
  ROW_VERBOSE ("say what becomes of each file"),
  ROW_END,
};

const struct command crt_command = {
  .name = "crt",
  .run = cmd_crt,
  .usage = "-o DIR (--to=VERSION | --for=CONSUMER | --synth | --strip) "
           "[OPTION]... [SOURCE]...",
  .summary = "make start files and libraries of one version",
  .about = "Make DIR of the start files and static libraries in the "
           "directories SOURCE, or\nof those of a compiler: with SFrame of "
           "one version, or none.  Print the\nargument for gcc or clang that "
           "links with them.",
  .options = crt_options,
};

static void
add_paths (const struct command *command, struct script *script)
{
  char *self = installed_self ();
  char *path = installed_beside (self, &installed_program, &installed_command);

  text_list_add (&script->words, path == NULL
                                     ? NULL
                                     : text_format (&script->pool, "%s%s",
                                                    path, command->name));
  text_list_add (
      &script->words,
      text_format (&script->pool, "%s", self == NULL ? "sfmerge" : self));
  free (path);
  free (self);
}

/* Parse the command line of COMMAND into SCRIPT, which script_free frees.
   Returns OPTIONS_GO_ON, with optind at the operands and a NULL after the
   words, or the status to exit with.  */
static int
script_parse (int argc, char **argv, const struct command *command,
              struct script *script)
{
  static char always[] = "always";
  struct text_list *words = &script->words;
  struct option_walk walk;
  int status;

  *words = (struct text_list){ 0 };
  script->pool = (struct pool){ 0 };
  report_init (&script->report);
  common_options_init (&script->options);
  add_paths (command, script);
  text_list_add (words, "never");
  /* Wrong arguments are found here, once instead of for each file.  */
  options_begin (&walk, argc, argv, command, &script->options,
                 &script->report);
  while ((status = options_next (&walk)) == OPTIONS_GO_ON
         && walk.use.spec != NULL)
    text_list_add (words,
                   text_format (&script->pool,
                                walk.use.arg == NULL ? "--%s" : "--%s=%s",
                                walk.use.spec->name, walk.use.arg));
  if (status != OPTIONS_GO_ON)
    return status;
  text_list_add (words, "--");
  for (int i = optind; i < argc; i++)
    text_list_add (words, argv[i]);
  if (text_list_end (words) == NULL)
    return report_input_status (diag_nomem (&script->report.sink, NULL));
  if (color_begin (COLOR_ERROR, true)[0] != '\0')
    words->at[WORD_COLOR] = always;
  return OPTIONS_GO_ON;
}

static void
script_free (struct script *script)
{
  text_list_free (&script->words);
  pool_free (&script->pool);
}

static int
cmd_crt (int argc, char **argv, const struct command *command)
{
  struct script script;

  int status = script_parse (argc, argv, command, &script);
  if (status == OPTIONS_GO_ON)
    {
      (void) child_become (script.words.at[0], script.words.at,
                           &script.report.sink);
      status = STATUS_FAILED;
    }
  script_free (&script);
  return status;
}

/* sfmerge run: a command, such as make, whose links go through the linker
   wrapper.

   A script says what is added to the environment.  The command is run here, in
   a way that no shell can: it gets the signals, and variables whose names
   shells do not allow, and its exit status is that of this process.

   Compilers with a linker of their own, and links with the whole path of one,
   bypass the wrapper, so the links that reach it are counted: each appends a
   byte to a file.  */

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
  ROW_REQUIRE (struct common_options,
               "let a link fail if its output gets no .sframe,\n"
               "and COMMAND if no link comes to the wrapper"),
  { 0, "fatal-warnings", NULL, "let a link fail if there is any warning",
    .take = take_fatal_warnings },
  ROW_NO_VERIFY,
  ROW_VERBOSE ("say what the environment gets, and more in each link"),
  ROW_END,
};

static int cmd_run (int argc, char **argv, const struct command *command);

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
   environment, and an option to insert into *ARGV, if the operands there need
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
  if (child_run (script->words.at[0], script->words.at, &answers, &end, sink)
          != SFM_OK
      || end.status != 0)
    return STATUS_FAILED;
  if (end.signal != 0)
    return child_end_as (&end);
  if (!take_answers (answers.bytes, answers.size, &argv, &more))
    return report_input_status (diag_nomem (sink, NULL));
  const char *path = getenv (LINK_COUNT);
  const int status = run_counted (argv, path == outer ? NULL : path, outer,
                                  script->options.require, sink);
  text_list_free (&more);
  return status;
}

static int
cmd_run (int argc, char **argv, const struct command *command)
{
  struct script script;

  report_command (command->name);
  int status = script_parse (argc, argv, command, &script);
  script.options.in_place = true;
  if (status == OPTIONS_GO_ON)
    status = common_options_check (command->name, &script.options);
  if (status == OPTIONS_GO_ON && optind == argc)
    status = report_usage ("run: no COMMAND given");
  if (status == OPTIONS_GO_ON)
    status = run (&script, argv + optind);
  script_free (&script);
  return status;
}

int
script_say (int argc, char **argv)
{
  static const char *const kinds[] = {
    [DIAG_ERROR] = "error",
    [DIAG_WARNING] = "warning",
    [DIAG_NOTE] = "note",
    [DIAG_DETAIL] = "detail",
  };
  struct report report;

  if (argc != 4)
    return report_usage ("--say is for the scripts of sfmerge");
  color_decide (strcmp (argv[0], "always") == 0 ? COLOR_ALWAYS : COLOR_NEVER);
  if (strcmp (argv[1], "usage") == 0)
    {
      report_command (argv[2]);
      return report_usage ("%s: %s", argv[2], argv[3]);
    }
  if (strcmp (argv[1], "answer") == 0)
    {
      puts (argv[3]);
      return STATUS_DONE;
    }
  report_init (&report);
  report.verbose = true;
  report.sink.terse = false;
  for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (strcmp (argv[1], kinds[i]) == 0)
      diag (&report.sink, (enum diag_severity) i,
            argv[2][0] == '\0' ? NULL : argv[2], "%s", argv[3]);
  return STATUS_DONE;
}
