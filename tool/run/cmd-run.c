/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-run.c - sfmerge run: a command, such as make, whose links go through the
   linker wrapper.

   The command gets the signals, and its exit status is that of this process,
   as if it was called without sfmerge.  Compilers that bring a linker of their
   own, and links with the whole path of one, pass by the wrapper, so the links
   that come to it are counted: each appends a byte to a file.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd-run.h"
#include "file-list.h"
#include "image-edit.h"
#include "process.h"
#include "run-environment.h"

/* The options of sfmerge repair that make sense for every link of a build.  */
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
parse (int argc, char **argv, struct common_options *options,
       struct pool *pool, struct report *report)
{
  struct option_walk walk;
  int key, status;

  common_options_init (options);
  options->in_place = true;
  options_begin (&walk, &run_command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    {
      const char *arg = optarg;
      /* It also finds wrong arguments, once instead of at each link.  */
      status = common_options_take ("run", key, options, report);
      if (status != OPTIONS_GO_ON)
        return status;
      if (run_environment_option (name_of (key), arg, pool, &report->sink)
          != SFM_OK)
        return STATUS_FAILED;
    }
  status = common_options_check ("run", options);
  if (status == OPTIONS_GO_ON && optind == argc)
    status = report_usage ("run: no COMMAND given");
  return status;
}

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

/* The command ARGV with the option that it needs for the system's linker, in
   POOL; NULL: no memory.  */
static char **
with_option (char **argv, struct pool *pool)
{
  const char *option = run_rust_option (argv);
  size_t count = 1;

  if (option == NULL)
    return argv;
  while (argv[count] != NULL)
    count++;
  char **all = pool_alloc (pool, (count + 2) * sizeof *all);
  if (all == NULL)
    return NULL;
  all[0] = argv[0];
  all[1] = pool_copy (pool, option, strlen (option));
  memcpy (all + 2, argv + 1, count * sizeof *all);
  return all[1] != NULL ? all : NULL;
}

/* Run the command ARGV; links are counted in the file PATH, if it is not
   NULL, and in OUTER.  Returns its exit status.  */
static int
run_counted (char **argv, const char *path, const char *outer, bool required,
             const struct report *report)
{
  const struct diag_sink *sink = &report->sink;
  struct child_end end;
  struct stat st;

  child_signals ();
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

int
cmd_run (int argc, char **argv)
{
  struct common_options options;
  struct pool pool = { 0 };
  struct report report;
  char *links = NULL;
  const char *outer = NULL;

  report_command (run_command.name);
  report_init (&report);
  int status = parse (argc, argv, &options, &pool, &report);
  char *wrap = NULL;
  if (status == OPTIONS_GO_ON)
    {
      wrap = parts_wrapper (&report.sink);
      if (wrap == NULL
          || run_environment_paths (wrap, &pool, &report.sink) != SFM_OK
          || run_environment_rust (&report.sink) != SFM_OK
          || run_environment_links (&links, &outer, &pool, &report.sink)
                 != SFM_OK)
        status = STATUS_FAILED;
      else
        run_environment_tell (&report.sink);
    }
  free (wrap);
  char **command
      = status == OPTIONS_GO_ON ? with_option (argv + optind, &pool) : NULL;
  if (command != NULL)
    status = run_counted (command, links, outer, options.require, &report);
  else if (status == OPTIONS_GO_ON)
    {
      diag_nomem (&report.sink, NULL);
      status = STATUS_FAILED;
    }
  pool_free (&pool);
  return status;
}
