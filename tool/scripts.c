/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   scripts.c - commands whose work a shell script does.

   Options are parsed here, so that help, completions and messages come from
   one table, as those of all commands do.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"
#include "report.h"
#include "installed.h"
#include "scripts.h"

enum
{
  OPTION_SYNTH = OPTION_OWN,
  OPTION_STRIP,
  OPTION_CC,
  WORD_COLOR = 2 /* its number in the command line of a script */
};

static int cmd_crt (int argc, char **argv);

static const struct option_spec crt_options[] = {
  { 'o', "output", "DIR", "write the files to DIR, which is made" },
  ROW_TO ("convert them to v2, v2-pcrel or v3"),
  ROW_FOR,
  ROW_LIST_CONSUMERS,
  { OPTION_SYNTH, "synth", NULL, "describe what has no .sframe by .eh_frame" },
  { OPTION_STRIP, "strip", NULL, "remove .sframe instead" },
  { OPTION_CC, "cc", "COMPILER",
    "ask COMPILER where the files are; the default is $CC\n"
    "or cc" },
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

/* Add the path of the script of COMMAND, and that of this program.  */
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

/* The option KEY of COMMAND with ARG, or NULL, as one word in POOL.  */
static const char *
option_word (const struct command *command, int key, const char *arg,
             struct pool *pool)
{
  const struct option_spec *spec = command->options;

  while (spec->key != key)
    spec++;
  return arg == NULL ? text_format (pool, "--%s", spec->name)
                     : text_format (pool, "--%s=%s", spec->name, arg);
}

int
script_parse (int argc, char **argv, const struct command *command,
              struct script *script)
{
  static char always[] = "always";
  struct text_list *words = &script->words;
  struct option_walk walk;
  int key;

  *words = (struct text_list){ 0 };
  script->pool = (struct pool){ 0 };
  report_init (&script->report);
  common_options_init (&script->options);
  add_paths (command, script);
  text_list_add (words, "never");
  options_begin (&walk, command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    {
      const char *arg = optarg;
      /* Wrong arguments are found here, once instead of for each file.  */
      const int status
          = key >= OPTION_OWN
                ? OPTIONS_GO_ON
                : common_options_take (command->name, key, &script->options,
                                       &script->report);
      if (status != OPTIONS_GO_ON)
        return status;
      text_list_add (words, option_word (command, key, arg, &script->pool));
    }
  text_list_add (words, "--");
  for (int i = optind; i < argc; i++)
    text_list_add (words, argv[i]);
  if (text_list_end (words) == NULL)
    {
      diag_nomem (&script->report.sink, NULL);
      return STATUS_FAILED;
    }
  if (color_begin (COLOR_ERROR, true)[0] != '\0')
    words->items[WORD_COLOR] = always;
  return OPTIONS_GO_ON;
}

void
script_free (struct script *script)
{
  text_list_free (&script->words);
  pool_free (&script->pool);
}

static int
cmd_crt (int argc, char **argv)
{
  struct script script;

  int status = script_parse (argc, argv, &crt_command, &script);
  if (status == OPTIONS_GO_ON)
    {
      (void) child_become (script.words.items[0], script.words.items,
                           &script.report.sink);
      status = STATUS_FAILED;
    }
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
