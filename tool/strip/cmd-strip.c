/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-strip.c - sfmerge strip: remove SFrame.  */

#include "config.h"

#include "cmd-strip.h"
#include "strip-content.h"

static int cmd_strip (int argc, char **argv);

static const struct option_spec strip_options[] = {
  ROW_OUTPUT ("write the changed file to FILE"),
  ROW_IN_PLACE ("replace each FILE itself"),
  ROW_DRY_RUN ("write nothing, report what would be written"),
  ROW_RECURSIVE ("with -i or -n, do the files in directories, too, and\n"
                 "sum up"),
  ROW_EXCLUDE,
  ROW_IMAGES,
  ROW_FILE_JOBS,
  ROW_FOLLOW_THIN,
  ROW_REQUIRE ("fail if a FILE has no .sframe"),
  ROW_FATAL_WARNINGS,
  ROW_NO_VERIFY,
  ROW_FORCE (""),
  ROW_FSYNC,
  ROW_JSON ("print the result as JSON"),
  ROW_QUIET,
  ROW_VERBOSE ("say what is removed from each file"),
  ROW_END,
};

const struct command strip_command = {
  .name = "strip",
  .run = cmd_strip,
  .usage = "(-o FILE | -i | -n) [OPTION]... FILE...",
  .summary = "remove the .sframe that a file has",
  .about = "Remove .sframe, its relocations and PT_GNU_SFRAME from FILE, an "
           "image, an\nobject file or an archive.  All else stays.",
  .options = strip_options,
};

static int
cmd_strip (int argc, char **argv)
{
  struct repair_options options;
  struct report report;

  report_init (&report);
  int status
      = repair_options_parse (argc, argv, &strip_command, &options, &report);
  options.way = &strip_way;
  if (status == OPTIONS_GO_ON)
    status = repair_files (&options, &report);
  repair_options_free (&options);
  return status;
}
