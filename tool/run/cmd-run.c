/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-run.c - sfmerge run: a command, such as make, whose links go through the
   linker wrapper.

   The command replaces this process, so that its signals and its exit status
   are those of a command that was called without sfmerge.  */

#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd-run.h"
#include "common-options.h"
#include "parts.h"
#include "run-environment.h"

enum
{
  /* Exit statuses as those of shells, env and nohup.  */
  RUN_NOT_EXECUTABLE = 126,
  RUN_NOT_FOUND = 127
};

/* The options of sfmerge link that make sense for every link of a build.  */
static const struct option_spec run_options[] = {
  ROW_TO ("write v2, v2-pcrel or v3 (the default)"),
  ROW_FOR,
  ROW_LIST_CONSUMERS,
  ROW_SHARE_ROWS,
  ROW_COVER_NORETURN,
  ROW_GROW,
  ROW_PLT,
  ROW_FILL,
  ROW_PARTIAL ("leave out functions whose place stays unknown\n"
               "instead of refusing"),
  ROW_REQUIRE ("let a link fail if it has .sframe that\n"
               "cannot be merged"),
  { OPTION_FATAL_WARNINGS, "fatal-warnings", NULL,
    "the same, and if there is any warning" },
  ROW_NO_VERIFY,
  ROW_VERBOSE ("say what the environment gets, and more in each link"),
  ROW_END,
};

const struct command run_command = {
  .name = "run",
  .run = cmd_run,
  .usage = "[OPTION]... [--] COMMAND [ARGUMENT]...",
  .summary = "run a command whose links are to be merged, such as make",
  .about
  = "Run COMMAND so that all links by GCC, Clang and ld in it go through the\n"
    "linker wrapper, which merges .sframe as sfmerge link does.  The OPTIONs\n"
    "are for sfmerge link.",
  .options = run_options,
  .verbatim = true,
};

/* The long name of the option KEY.  */
static const char *
name_of (int key)
{
  const struct option_spec *spec = run_options;

  while (spec->key != key)
    spec++;
  return spec->name;
}

/* Parse the options, and put them into the environment.  Returns
   OPTIONS_GO_ON, or the status to exit with.  */
static int
parse (int argc, char **argv, struct pool *pool, struct report *report)
{
  struct common_options options;
  struct option_walk walk;
  int key, status;

  common_options_init (&options);
  options.in_place = true;
  options_begin (&walk, &run_command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    {
      const char *arg = optarg;
      /* It also finds wrong arguments, once instead of at each link.  */
      status = common_options_take ("run", key, &options, report);
      if (status != OPTIONS_GO_ON)
        return status;
      if (run_environment_option (name_of (key), arg, pool, &report->sink)
          != SFM_OK)
        return STATUS_FAILED;
    }
  status = common_options_check ("run", &options);
  if (status == OPTIONS_GO_ON && optind == argc)
    status = report_usage ("run: no COMMAND given");
  return status;
}

/* Become the command ARGV.  Returns only if that fails: the exit status.  */
static int
become (char **argv, const struct report *report)
{
  execvp (argv[0], argv);
  const int error = errno;
  if (error == ENOENT && strchr (argv[0], '/') == NULL)
    diag (&report->sink, DIAG_ERROR, argv[0], "there is no such command");
  else
    diag_errno (&report->sink, argv[0], "cannot run");
  return error == ENOENT ? RUN_NOT_FOUND : RUN_NOT_EXECUTABLE;
}

int
cmd_run (int argc, char **argv)
{
  struct pool pool = { 0 };
  struct report report;

  report_command (run_command.name);
  report_init (&report);
  int status = parse (argc, argv, &pool, &report);
  char *wrap = NULL;
  if (status == OPTIONS_GO_ON)
    {
      wrap = parts_wrapper (&report.sink);
      if (wrap == NULL
          || run_environment_paths (wrap, &pool, &report.sink) != SFM_OK)
        status = STATUS_FAILED;
      else
        run_environment_tell (&report.sink);
    }
  free (wrap);
  pool_free (&pool);
  return status == OPTIONS_GO_ON ? become (argv + optind, &report) : status;
}
