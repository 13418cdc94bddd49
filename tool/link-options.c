/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-options.c - the command line of sfmerge link.  */

#include "config.h"

#include <string.h>

#include "cmd-link.h"
#include "consumers.h"
#include "output-file.h"

enum
{
  OPTION_TO = OPTION_LONG_ONLY,
  OPTION_FOR,
  OPTION_FROM_MAP,
  OPTION_SYMBOLS,
  OPTION_VERIFY_CODE,
  OPTION_SHARE_ROWS,
  OPTION_GROW,
  OPTION_PARTIAL,
  OPTION_REQUIRE,
  OPTION_FATAL_WARNINGS,
  OPTION_NO_VERIFY,
  OPTION_FORCE,
  OPTION_FSYNC,
  OPTION_JSON,
  OPTION_LIST_CONSUMERS
};

static const struct option_spec link_specs[] = {
  { 'o', "output", "FILE", "write the changed image to FILE" },
  { 'i', "in-place", NULL, "replace IMAGE itself" },
  { OPTION_TO, "to", "VERSION", "write v2, v2-pcrel or v3 (the default)" },
  { OPTION_FOR, "for", "CONSUMER", "write the version that CONSUMER reads" },
  { OPTION_LIST_CONSUMERS, "list-consumers", NULL,
    "print the names that --for takes" },
  { OPTION_FROM_MAP, "from-map", "FILE",
    "take the places of functions from the link map FILE" },
  { OPTION_SYMBOLS, "symbols", "FILE",
    "use the symbols of FILE, IMAGE's separate debug file,\n"
    "beside those of IMAGE" },
  { OPTION_VERIFY_CODE, "verify-code", NULL,
    "prove every placed function by its code bytes" },
  { OPTION_SHARE_ROWS, "share-rows", "[WHEN]",
    "let functions with equal rows share one copy: always,\n"
    "never, or auto (the default), if it fits only so" },
  { OPTION_GROW, "grow", "HOW",
    "what may change to make room: none, slot (the\n"
    "default) or move-phdrs" },
  { OPTION_PARTIAL, "partial", NULL,
    "leave out functions whose place stays unknown\n"
    "instead of refusing" },
  { OPTION_REQUIRE, "require", NULL, "fail if there is nothing to merge" },
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

const struct command link_command = {
  .name = "link",
  .run = cmd_link,
  .usage = "(-o FILE | -i) [OPTION]... IMAGE INPUT...",
  .summary = "merge the .sframe of objects into the image linked of them",
  .about
  = "Take the .sframe sections of each INPUT, an object or an archive, find"
    " where\nIMAGE has their functions, and write one merged, sorted section"
    " into it.",
  .options = link_specs,
};

/* Read TEXT, the argument of --to or --for, into OPTIONS.  */
static int
parse_target (int key, const char *text, struct link_options *options)
{
  if (key == OPTION_TO)
    {
      options->consumer = NULL;
      if (!target_find (text, &options->target))
        return report_usage ("link: unknown version '%s', known are v2, "
                             "v2-pcrel and v3",
                             text);
      return LINK_PARSED;
    }
  const struct consumer *consumer = consumer_find (text);
  if (consumer == NULL)
    return report_usage ("link: unknown consumer '%s', --list-consumers "
                         "prints them",
                         text);
  options->target = consumer->target;
  options->consumer = consumer;
  return LINK_PARSED;
}

/* Read TEXT, the argument of --share-rows or NULL, into *SHARE.  */
static int
parse_share (const char *text, enum sfm_share *share)
{
  if (text == NULL || strcmp (text, "always") == 0)
    *share = SFM_SHARE_ALWAYS;
  else if (strcmp (text, "auto") == 0)
    *share = SFM_SHARE_AUTO;
  else if (strcmp (text, "never") == 0)
    *share = SFM_SHARE_NEVER;
  else
    return report_usage ("link: --share-rows takes always, auto or never, "
                         "not '%s'",
                         text);
  return LINK_PARSED;
}

/* Read TEXT, the argument of --grow, into *MODE.  */
static int
parse_grow (const char *text, enum grow_mode *mode)
{
  static const char *const names[] = { [GROW_NONE] = "none",
                                       [GROW_SLOT] = "slot",
                                       [GROW_MOVE_PHDRS] = "move-phdrs" };

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp (text, names[i]) == 0)
      {
        *mode = (enum grow_mode) i;
        return LINK_PARSED;
      }
  return report_usage ("link: --grow takes none, slot or move-phdrs, not '%s'",
                       text);
}

/* Take option KEY, whose argument is in optarg.  */
static int
parse_option (int key, struct link_options *options, struct report *report)
{
  switch (key)
    {
    case 'o':
      options->output = optarg;
      break;
    case 'i':
      options->in_place = true;
      break;
    case OPTION_TO:
    case OPTION_FOR:
      return parse_target (key, optarg, options);
    case OPTION_SHARE_ROWS:
      return parse_share (optarg, &options->share);
    case OPTION_FROM_MAP:
      options->map = optarg;
      break;
    case OPTION_SYMBOLS:
      options->symbols = optarg;
      break;
    case OPTION_VERIFY_CODE:
      options->verify_code = true;
      break;
    case OPTION_GROW:
      return parse_grow (optarg, &options->grow);
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
    case OPTION_LIST_CONSUMERS:
      consumers_list ();
      return STATUS_DONE;
    case OPTIONS_HELP:
      return STATUS_DONE;
    default:
      return STATUS_USAGE;
    }
  return LINK_PARSED;
}

/* Refuse an output that would replace something that is read.  IMAGE itself
   may be it.  */
static int
check_output (const struct link_options *options)
{
  if (options->output == NULL)
    return LINK_PARSED;
  for (int i = 0; i < options->input_count; i++)
    if (output_replaces (options->output, options->inputs[i]))
      return report_usage ("link: the output '%s' is also an INPUT",
                           options->output);
  if (options->map != NULL && output_replaces (options->output, options->map))
    return report_usage ("link: the output '%s' is also the link map",
                         options->output);
  if (options->symbols != NULL
      && output_replaces (options->output, options->symbols))
    return report_usage ("link: the output '%s' is also the symbol file",
                         options->output);
  return LINK_PARSED;
}

int
link_options_parse (int argc, char **argv, struct link_options *options,
                    struct report *report)
{
  struct option_walk walk;
  int key;

  *options = (struct link_options){
    .target = SFM_TO_V3,
    .verify = true,
    .grow = GROW_SLOT,
  };
  options_begin (&walk, &link_command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    {
      int status = parse_option (key, options, report);
      if (status != LINK_PARSED)
        return status;
    }
  if (options->output != NULL && options->in_place)
    return report_usage ("link: -o and -i exclude each other");
  if (options->share == SFM_SHARE_ALWAYS && options->consumer != NULL
      && !options->consumer->shares)
    return report_usage ("link: %s cannot read shared rows, but --share-rows "
                         "asks for them",
                         options->consumer->name);
  if (optind == argc)
    return report_usage ("link: no IMAGE given");
  if (optind + 1 == argc)
    return report_usage ("link: no INPUT given");
  if (options->output == NULL && !options->in_place)
    return report_usage ("link: nothing is written without -o FILE or -i");
  options->image = argv[optind];
  options->inputs = argv + optind + 1;
  options->input_count = argc - optind - 1;
  return check_output (options);
}
