/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   commands.c - find the command of a command line and run it.  */

#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cmd-check.h"
#include "cmd-link.h"
#include "cmd-repair.h"
#include "commands.h"
#include "consumers.h"
#include "diff.h"
#include "dump.h"
#include "file-list.h"
#include "options.h"
#include "pool.h"
#include "report.h"
#include "scripts.h"

static const struct command *const commands[] = {
  &link_command,  &repair_command,  &convert_command, &synth_command,
  &strip_command, &crt_command,     &check_command,   &diff_command,
  &dump_command,  &reserve_command, &run_command,
};

enum
{
  COMMAND_COUNT = sizeof commands / sizeof commands[0]
};

static const struct command *
find_command (const char *name)
{
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    if (strcmp (commands[i]->name, name) == 0)
      return commands[i];
  return NULL;
}

static int
print_help (void)
{
  fputs ("Usage: sfmerge COMMAND [ARGUMENT]...\n"
         "Merge, repair, convert, make and check SFrame stack-trace sections "
         "(.sframe)\nof ELF files.\n"
         "\n"
         "Commands:\n",
         stdout);
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    printf ("  %-10s %s\n", commands[i]->name, commands[i]->summary);
  fputs (
      "  help       print the help of a command: sfmerge help COMMAND\n"
      "\n"
      "Options:\n"
      "      --list-consumers  print the names that --for takes\n"
      "      --print-data      print the directory of linker scripts and "
      "examples\n"
      "      --print-plugin    print the path of the linker plugin\n"
      "      --print-wrap      print the directory of linkers that call "
      "sfmerge,\n"
      "                        for COMPILER_PATH or gcc -B\n"
      "  -h, --help            print this help\n"
      "  -V, --version         print the version\n"
      "\n"
      "An argument @FILE stands for the arguments that FILE holds.  A FILE -"
      "\nis standard input, and of -o standard output.\n",
      stdout);
#ifdef PACKAGE_BUGREPORT
  if (PACKAGE_BUGREPORT[0] != '\0')
    printf ("\nReport bugs to: %s\n", PACKAGE_BUGREPORT);
#endif
  return STATUS_DONE;
}

/* Report that NAME is no command.  */
static int
unknown_command (const char *name)
{
  char text[2 * SUGGEST_SIZE];
  struct suggest suggest;

  suggest_begin (&suggest, name, strlen (name));
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    suggest_offer (&suggest, commands[i]->name);
  suggest_offer (&suggest, "help");
  return report_usage ("unknown command '%s'%s", name,
                       suggest_text (&suggest, "", "", text));
}

/* Report that NAME is no option of the program itself.  */
static int
unknown_option (const char *name)
{
  char text[2 * SUGGEST_SIZE];
  struct suggest suggest;

  suggest_begin (&suggest, name, strlen (name));
  for (size_t i = 0; completion_options[i].name != NULL; i++)
    suggest_offer (&suggest, completion_options[i].name);
  return report_usage ("unrecognized option '%s'%s", name,
                       suggest_text (&suggest, "", "", text));
}

static bool
is_option (const char *text, const char *letter, const char *name)
{
  return strcmp (text, letter) == 0 || strcmp (text, name) == 0;
}

/* Print what can follow sfmerge, or its command ARGV[2], for completions.  */
static int
help_complete (int argc, char **argv)
{
  if (argc > 3)
    return report_usage ("help: extra argument '%s'", argv[3]);
  if (argc < 3)
    {
      completion_program (commands, COMMAND_COUNT);
      return STATUS_DONE;
    }
  const struct command *command = find_command (argv[2]);
  if (command == NULL)
    return unknown_command (argv[2]);
  completion_command (command);
  return STATUS_DONE;
}

static int
cmd_help (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "--complete") == 0)
    return help_complete (argc, argv);
  if (argc > 2)
    return report_usage ("help: extra argument '%s'", argv[2]);
  if (argc < 2 || is_option (argv[1], "-h", "--help")
      || strcmp (argv[1], "help") == 0)
    return print_help ();
  const struct command *command = find_command (argv[1]);
  if (command == NULL)
    return unknown_command (argv[1]);
  options_help (command);
  return STATUS_DONE;
}

/* Whether the command in ARGV, which does not include the program's name,
   shall print JSON.  */
static bool
json_wanted (int argc, char **argv)
{
  const struct command *command = argc > 0 ? find_command (argv[0]) : NULL;

  return command != NULL && !command->verbatim
         && options_given (command, "json", argc, argv);
}

/* Run the command in ARGV, which does not include the program's name.  */
static int
run (int argc, char **argv)
{
  int status;

  if (argc == 0)
    return report_usage ("no command given");
  if (is_option (argv[0], "-h", "--help"))
    return print_help ();
  if (is_option (argv[0], "-V", "--version"))
    {
      version_print (argc > 1 && is_option (argv[1], "-v", "--verbose"));
      return STATUS_DONE;
    }
  if (strcmp (argv[0], "--list-consumers") == 0)
    {
      consumers_list ();
      return STATUS_DONE;
    }
  if (parts_print (argv[0], &status))
    return status;
  if (strcmp (argv[0], "help") == 0)
    return cmd_help (argc, argv);
  if (argv[0][0] == '-')
    return unknown_option (argv[0]);
  const struct command *command = find_command (argv[0]);
  if (command == NULL)
    return unknown_command (argv[0]);
  /* main runs it, if it is the first argument.  */
  if (command->verbatim)
    return report_usage ("%s: it must not be in a response file", argv[0]);
  report_command (command->name);
  if (json_wanted (argc, argv))
    document_prepare (true);
  return command->run (argc, argv);
}

int
commands_run (int argc, char **argv)
{
  struct pool pool = { 0 };
  struct report report;

  report_command (NULL);
  report_init (&report);
  /* Before all that may fail; an argument of a response file comes later.  */
  document_prepare (json_wanted (argc - 1, argv + 1));
  sfm_status status = response_expand (&argc, &argv, &pool, &report.sink);
  int exit_status = status == SFM_OK ? run (argc - 1, argv + 1)
                                     : report_input_status (status);
  document_end (exit_status);
  document_prepare (false);
  pool_free (&pool);
  return exit_status;
}
