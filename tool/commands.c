/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   commands.c - find the command of a command line and run it.  */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "consumers.h"
#include "installed.h"
#include "report.h"

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

/* Options of the program itself.  No path is printed for a part of sfmerge
   that is missing: gcc silently ignores a -B directory that does not
   exist.  */
static const struct program_option
{
  const char *name;
  char letter; /* or 0 */
  const char *text;
  const char *more;                  /* of TEXT in the help, or NULL */
  const struct installed *installed; /* whose path is printed, or NULL, */
  int access;                        /* ... its mode for access () */
  bool directory;                    /* ... or that of its directory */
} program_options[] = {
  { .name = "--list-consumers", .text = "print the names that --for takes" },
  { "--print-data", 0, "print the directory of linker scripts and examples",
    NULL, &installed_script, R_OK, true },
  { "--print-plugin", 0, "print the path of the linker plugin", NULL,
    &installed_plugin, R_OK, false },
  { "--print-wrap", 0, "print the directory of linkers that call sfmerge",
    ",\n                        for COMPILER_PATH or gcc -B",
    &installed_wrapper, X_OK, true },
  { .name = "--help", .letter = OPTION_HELP, .text = "print this help" },
  { .name = "--version",
    .letter = OPTION_VERSION,
    .text = "print the version" },
};

enum
{
  PROGRAM_OPTIONS = sizeof program_options / sizeof *program_options
};

/* Print the path of OPTION's part; returns the exit status.  */
static int
print_part (const struct program_option *option)
{
  struct report report;

  report_init (&report);
  if (!HAVE_PLUGIN && option->installed == &installed_plugin)
    {
      diag (&report.sink, DIAG_ERROR, NULL,
            "it was built without the linker plugin");
      return STATUS_FAILED;
    }
  char *self = installed_self ();
  char *path = installed_beside (self, &installed_program, option->installed);
  const bool there = path != NULL && access (path, option->access) == 0;
  if (path == NULL)
    diag_nomem (&report.sink, NULL);
  else if (!there)
    diag (&report.sink, DIAG_ERROR, path, "%s has no answer: %s", option->name,
          strerror (errno));
  else
    {
      if (option->directory)
        *strrchr (path, '/') = '\0';
      puts (path);
    }
  free (self);
  free (path);
  return there ? STATUS_DONE : STATUS_FAILED;
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
  puts ("  help       print the help of a command: sfmerge help COMMAND\n"
        "\n"
        "Options:");
  for (size_t i = 0; i < PROGRAM_OPTIONS; i++)
    {
      const struct program_option *option = &program_options[i];
      if (option->letter != 0)
        printf ("  -%c, ", option->letter);
      printf ("%*s%-16s  %s%s\n", option->letter != 0 ? 0 : 6, "",
              option->name, option->text,
              option->more != NULL ? option->more : "");
    }
  puts ("\nAn argument @FILE stands for the arguments that FILE holds.  A FILE"
        " -\nis standard input, and of -o standard output.");
#ifdef PACKAGE_BUGREPORT
  if (PACKAGE_BUGREPORT[0] != '\0')
    printf ("\nReport bugs to: %s\n", PACKAGE_BUGREPORT);
#endif
  return STATUS_DONE;
}

/* Report that NAME is not a command or, if OPTION, not an option of the
   program itself.  */
static int
unknown (const char *name, bool option)
{
  char text[2 * SUGGEST_SIZE];
  struct suggest suggest;

  suggest_begin (&suggest, name, strlen (name));
  for (size_t i = 0; i < COMMAND_COUNT && !option; i++)
    suggest_offer (&suggest, commands[i]->name);
  for (size_t i = 0; i < PROGRAM_OPTIONS && option; i++)
    suggest_offer (&suggest, program_options[i].name);
  if (option)
    return report_usage ("unrecognized option '%s'%s", name,
                         suggest_text (&suggest, "", "", text));
  suggest_offer (&suggest, "help");
  return report_usage ("unknown command '%s'%s", name,
                       suggest_text (&suggest, "", "", text));
}

static bool
is_option (const char *text, const char *letter, const char *name)
{
  return strcmp (text, letter) == 0 || strcmp (text, name) == 0;
}

static int
help_complete (int argc, char **argv)
{
  if (argc > 3)
    return report_usage ("help: extra argument '%s'", argv[3]);
  if (argc < 3)
    {
      for (size_t i = 0; i < COMMAND_COUNT; i++)
        printf ("%s\t-\t-\t%s\n", commands[i]->name, commands[i]->summary);
      puts ("help\t-\t-\tprint the help of a command");
      for (size_t i = 0; i < PROGRAM_OPTIONS; i++)
        printf ("%s\t-\t-\t%s\n", program_options[i].name,
                program_options[i].text);
      return STATUS_DONE;
    }
  const struct command *command = find_command (argv[2]);
  if (command == NULL)
    return unknown (argv[2], false);
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
    return unknown (argv[1], false);
  options_help (command);
  return STATUS_DONE;
}

bool
commands_given (const char *name, int argc, char **argv)
{
  const struct command *command = argc > 0 ? find_command (argv[0]) : NULL;

  return command != NULL && !command->verbatim
         && options_given (command, name, argc, argv);
}

/* Run the command in ARGV, which does not include the program's name.  */
static int
run (int argc, char **argv)
{
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
  for (size_t i = 0; i < PROGRAM_OPTIONS; i++)
    if (program_options[i].installed != NULL
        && strcmp (argv[0], program_options[i].name) == 0)
      return print_part (&program_options[i]);
  if (strcmp (argv[0], "help") == 0)
    return cmd_help (argc, argv);
  if (argv[0][0] == '-')
    return unknown (argv[0], true);
  const struct command *command = find_command (argv[0]);
  if (command == NULL)
    return unknown (argv[0], false);
  /* main runs it, if it is the first argument.  */
  if (command->verbatim)
    return report_usage ("%s: it must not be in a response file", argv[0]);
  report_command (command->name);
  if (commands_given ("json", argc, argv))
    document_prepare (true);
  return command->run (argc, argv, command);
}

int
commands_run (int argc, char **argv)
{
  struct pool pool = { 0 };
  struct report report;

  report_command (NULL);
  report_init (&report);
  /* Before anything that may fail; arguments in response files come later.  */
  document_prepare (commands_given ("json", argc - 1, argv + 1));
  sfm_status status = response_expand (&argc, &argv, &pool, &report.sink);
  int exit_status = status == SFM_OK ? run (argc - 1, argv + 1)
                                     : report_input_status (status);
  document_end (exit_status);
  document_prepare (false);
  pool_free (&pool);
  return exit_status;
}
