/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-repair.c - sfmerge repair, sfmerge convert, sfmerge synth and sfmerge
   strip.  */

#include "config.h"

#include "repair-run.h"

static int
run (int argc, char **argv, const struct command *command)
{
  struct repair_options options;
  struct report report;

  report_init (&report);
  int status = repair_options_parse (argc, argv, command, &options, &report);
  if (status == OPTIONS_GO_ON)
    status = repair_files (&options, &report);
  repair_options_free (&options);
  return status;
}

static int
cmd_repair (int argc, char **argv)
{
  return run (argc, argv, &repair_command);
}

static int
cmd_convert (int argc, char **argv)
{
  return run (argc, argv, &convert_command);
}

static int
cmd_synth (int argc, char **argv)
{
  return run (argc, argv, &synth_command);
}

static int
cmd_strip (int argc, char **argv)
{
  return run (argc, argv, &strip_command);
}

const struct command repair_command = {
  .name = "repair",
  .run = cmd_repair,
  .usage = "(-o FILE | -i | -n) [OPTION]... FILE...\n"
           "--detached=FILE [OPTION]... IMAGE",
  .summary = "repair the .sframe that a file has",
  .about
  = "Make one valid .sframe of what FILE, an image, an object file or an"
    " archive,\nhas: merge its pieces, fix its headers and"
    " relocations, drop what is dead.\nThe version stays.",
  .options = repair_option_specs,
};

const struct command convert_command = {
  .name = "convert",
  .run = cmd_convert,
  .usage
  = "(-o FILE | -i | -n) (--to=VERSION | --for=CONSUMER) [OPTION]... FILE...\n"
    "(-o FILE | -i | -n) --split [OPTION]... FILE...\n"
    "--detached=FILE (--to=VERSION | --for=CONSUMER) [OPTION]... IMAGE",
  .summary = "change the version of the .sframe that a file has",
  .about = "Like repair, but write another version, with relocations to fit, "
           "or divide"
           "\nthe .sframe of objects.",
  .options = convert_option_specs,
};

const struct command synth_command = {
  .name = "synth",
  .run = cmd_synth,
  .usage
  = "(-o FILE | -i | -n) [--to=VERSION | --for=CONSUMER] [OPTION]... FILE...\n"
    "--detached=FILE [--to=VERSION | --for=CONSUMER] [OPTION]... IMAGE",
  .summary = "make .sframe of the .eh_frame that a file has",
  .about
  = "Describe the functions of FILE, an image, an object file or an"
    " archive, by its\n.eh_frame.  What .sframe has already is kept if it"
    " agrees.",
  .options = synth_option_specs,
};

const struct command strip_command = {
  .name = "strip",
  .run = cmd_strip,
  .usage = "(-o FILE | -i | -n) [OPTION]... FILE...",
  .summary = "remove the .sframe that a file has",
  .about = "Remove .sframe, its relocations and PT_GNU_SFRAME from FILE, an "
           "image, an\nobject file or an archive.  All else stays.",
  .options = strip_option_specs,
};
