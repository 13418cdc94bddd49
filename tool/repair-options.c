/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-options.c - the command lines of sfmerge repair and sfmerge
   convert: the same options, but for what must be given.  */

#include "config.h"

#include "cmd-repair.h"
#include "consumers.h"

enum
{
  OPTION_TO = OPTION_LONG_ONLY,
  OPTION_FOR,
  OPTION_LIST_CONSUMERS,
  OPTION_FOLLOW_THIN,
  OPTION_PARTIAL,
  OPTION_REQUIRE,
  OPTION_FATAL_WARNINGS,
  OPTION_NO_VERIFY,
  OPTION_FORCE,
  OPTION_FSYNC,
  OPTION_JSON
};

static const struct option_spec specs[] = {
  { 'o', "output", "FILE", "write the changed file to FILE" },
  { 'i', "in-place", NULL, "replace each FILE itself" },
  { OPTION_TO, "to", "VERSION", "write v2, v2-pcrel or v3" },
  { OPTION_FOR, "for", "CONSUMER", "write the version that CONSUMER reads" },
  { OPTION_LIST_CONSUMERS, "list-consumers", NULL,
    "print the names that --for takes" },
  { OPTION_FOLLOW_THIN, "follow-thin", NULL,
    "with -i, change the files that thin archives name" },
  { OPTION_PARTIAL, "partial", NULL,
    "go on where functions are lost already" },
  { OPTION_REQUIRE, "require", NULL, "fail if a FILE has no .sframe" },
  { OPTION_FATAL_WARNINGS, "fatal-warnings", NULL,
    "write nothing if there is any warning" },
  { OPTION_NO_VERIFY, "no-verify", NULL,
    "do not read the result back before writing it" },
  { OPTION_FORCE, "force", NULL,
    "replace a file with several hard links, write a\n"
    "file that carries a signature" },
  { OPTION_FSYNC, "fsync", NULL,
    "wait until the output is on the disk; -i always does" },
  { OPTION_JSON, "json", NULL, "print the result as JSON" },
  { 'q', "quiet", NULL, "no notes" },
  { 'v', "verbose", NULL, "name each function that is changed or left out" },
  { 0, NULL, NULL, NULL },
};

const struct command repair_command = {
  .name = "repair",
  .run = cmd_repair,
  .usage = "(-o FILE | -i) [OPTION]... FILE...",
  .summary = "mend the .sframe that a file has",
  .about = "Make one valid .sframe of what FILE, an object file or an archive,"
           " has: merge\nits pieces, pair its relocations, drop what is dead."
           "  The version stays.",
  .options = specs,
};

const struct command convert_command = {
  .name = "convert",
  .run = cmd_convert,
  .usage
  = "(-o FILE | -i) (--to=VERSION | --for=CONSUMER) [OPTION]... FILE...",
  .summary = "change the version of the .sframe that a file has",
  .about = "Like repair, but write another version, with relocations to fit.",
  .options = specs,
};

/* Read TEXT, the argument of --to or --for, into OPTIONS.  */
static int
parse_target (const char *command, int key, const char *text,
              struct repair_options *options)
{
  options->convert = true;
  if (key == OPTION_TO)
    {
      if (!target_find (text, &options->target))
        return report_usage ("%s: unknown version '%s', known are v2, "
                             "v2-pcrel and v3",
                             command, text);
      return REPAIR_PARSED;
    }
  const struct consumer *consumer = consumer_find (text);
  if (consumer == NULL)
    return report_usage ("%s: unknown consumer '%s', --list-consumers "
                         "prints them",
                         command, text);
  options->target = consumer->target;
  return REPAIR_PARSED;
}

/* Take the switch KEY.  */
static int
parse_switch (int key, struct repair_options *options, struct report *report)
{
  switch (key)
    {
    case 'i':
      options->in_place = true;
      break;
    case OPTION_FOLLOW_THIN:
      options->follow_thin = true;
      break;
    case OPTION_PARTIAL:
      options->partial = true;
      break;
    case OPTION_REQUIRE:
      options->require = true;
      break;
    case OPTION_FATAL_WARNINGS:
      report->fatal_warnings = true;
      break;
    case OPTION_NO_VERIFY:
      options->verify = false;
      break;
    case OPTION_FORCE:
      options->force = true;
      break;
    case OPTION_FSYNC:
      options->fsync = true;
      break;
    case OPTION_JSON:
      options->json = true;
      break;
    case 'q':
      report->quiet = true;
      break;
    case 'v':
      report->verbose = true;
      break;
    default:
      return STATUS_USAGE;
    }
  return REPAIR_PARSED;
}

/* Take option KEY of COMMAND, whose argument is in optarg.  */
static int
parse_option (const char *command, int key, struct repair_options *options,
              struct report *report)
{
  switch (key)
    {
    case 'o':
      options->output = optarg;
      return REPAIR_PARSED;
    case OPTION_TO:
    case OPTION_FOR:
      return parse_target (command, key, optarg, options);
    case OPTION_LIST_CONSUMERS:
      consumers_list ();
      return STATUS_DONE;
    case OPTIONS_HELP:
      return STATUS_DONE;
    default:
      return parse_switch (key, options, report);
    }
}

int
repair_options_parse (int argc, char **argv, const struct command *command,
                      struct repair_options *options, struct report *report)
{
  struct option_walk walk;
  const char *name = command->name;
  int key;

  *options = (struct repair_options){ .target = SFM_TO_V3, .verify = true };
  options_begin (&walk, command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    {
      int status = parse_option (name, key, options, report);
      if (status != REPAIR_PARSED)
        return status;
    }
  options->files = argv + optind;
  options->file_count = argc - optind;
  if (options->output != NULL && options->in_place)
    return report_usage ("%s: -o and -i exclude each other", name);
  if (options->file_count == 0)
    return report_usage ("%s: no FILE given", name);
  if (command == &convert_command && !options->convert)
    return report_usage ("convert: no --to=VERSION or --for=CONSUMER given");
  if (options->output == NULL && !options->in_place)
    return report_usage ("%s: nothing is written without -o FILE or -i", name);
  if (options->output != NULL && options->file_count > 1)
    return report_usage ("%s: -o takes one FILE, not %d", name,
                         options->file_count);
  if (options->follow_thin && !options->in_place)
    return report_usage ("%s: --follow-thin goes with -i", name);
  return REPAIR_PARSED;
}
