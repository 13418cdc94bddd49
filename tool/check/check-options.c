/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-options.c - the command line of sfmerge check.  */

#include "config.h"

#include <ctype.h>
#include <stdlib.h>

#include "cmd-check.h"
#include "debug-file.h"
#include "detached-file.h"
#include "image-edit.h"

static int
take_against (const struct option_use *use)
{
  struct check_options *options = use->options;

  return LIST_ADD (&options->against, use->arg)
             ? OPTIONS_GO_ON
             : report_input_status (diag_nomem (&use->report->sink, NULL));
}

static int
take_consumers (const char *text, struct consumer_list *list)
{
  char error[CONSUMER_ERROR];

  return consumers_parse (text, list, error)
             ? OPTIONS_GO_ON
             : report_usage ("check: %s", error);
}

const char *const check_severities[] = {
  [SFM_NOTE] = "note",
  [SFM_WARNING] = "warning",
  [SFM_ERROR] = "error",
  [SFM_ERROR + 1] = NULL,
};

static int
take_consumer (const struct option_use *use)
{
  struct check_options *options = use->options;

  return take_consumers (use->arg, &options->consumers);
}

/* Read TEXT, a number from 0 to 100 with up to three decimals and perhaps "%",
   into PERCENT, which keeps TEXT.  False: it is not such a number.  */
static bool
read_percent (const char *text, struct check_percent *percent)
{
  const char *p = text;
  uint64_t parts = 0;

  if (!isdigit ((unsigned char) *p))
    return false;
  for (; isdigit ((unsigned char) *p) && parts <= 100; p++)
    parts = parts * 10 + (uint64_t) (*p - '0');
  parts *= CHECK_ALL_PARTS / 100;
  if (*p == '.')
    {
      p++;
      for (unsigned digit = CHECK_ALL_PARTS / 1000;
           isdigit ((unsigned char) *p) && digit != 0; p++, digit /= 10)
        parts += digit * (uint64_t) (*p - '0');
    }
  if (*p == '%')
    p++;
  if (*p != '\0' || parts > CHECK_ALL_PARTS)
    return false;
  *percent = (struct check_percent){ .parts = (unsigned) parts, .text = text };
  return true;
}

static int
take_percent (const struct option_use *use)
{
  struct check_options *options = use->options;

  return read_percent (use->arg, &options->min_coverage)
             ? OPTIONS_GO_ON
             : report_usage ("check: '%s' is not a percentage from 0 to 100",
                             use->arg);
}

#define OWN(function, member) TAKEN (function, struct check_options, member)

const struct option_spec check_option_specs[] = {
  { 0, "for", "CONSUMER,...",
    "say whether each CONSUMER can use it; all: every one",
    .take = take_consumer },
  ROW_LIST_CONSUMERS,
  { 0, "against", "INPUT",
    "compare FILE with the object or archive INPUT that it\n"
    "was linked from; give it once for each",
    .take = take_against },
  { 0, "from-map", "MAP",
    "with --against, take the places of functions from\n"
    "the link map MAP",
    OWN (option_text, map) },
  ROW_SYMBOLS (struct check_options, symbols, SYMBOLS_TEXT),
  { 0, "detached", "FILE",
    "check the .sframe of FILE, which sfmerge made for the\n"
    "image, instead of the image's own; in a directory, of\n"
    "its file BUILDID.sframe",
    OWN (option_text, detached) },
  { 0, "fail-on", "SEVERITY",
    "exit with 1 from this on: error (the default),\n"
    "warning or note",
    OWN (option_word, fail_on), .words = check_severities },
  { 0, "min-coverage", "PCT",
    "exit with 1 if less than PCT percent of the functions\n"
    "of an image's .eh_frame, or of its code if that has\n"
    "none, are described",
    .take = take_percent },
  { 0, "rows", NULL,
    "compare rows with .eh_frame at every address (the\n"
    "default)",
    OWN (option_clear, no_rows) },
  { 0, "no-rows", NULL, "do not compare rows with .eh_frame",
    OWN (option_set, no_rows) },
  { 0, "prove", NULL,
    "judge rows, and .eh_frame, by what follows from the\n"
    "instructions alone",
    OWN (option_set, prove) },
  { 0, "eh-frame", NULL, "judge .eh_frame and its table, .eh_frame_hdr, too",
    OWN (option_set, eh_frame) },
  ROW_DEMANGLE (struct check_options),
  ROW_RECURSIVE (struct check_options,
                 "check the files in directories, too; only -v names\n"
                 "those without .sframe, or with nothing wrong"),
  ROW_EXCLUDE (struct check_options),
  ROW_JOBS (struct check_options,
            "check N files at a time; 0, the default with -r: as\n"
            "many as there are processors"),
  ROW_REQUIRE (struct check_options, "fail if a FILE has no .sframe"),
  { 0, "brief", NULL, "print one line for each FILE",
    OWN (option_set, brief) },
  { 0, "html", "DIR",
    "write a report about all FILEs, pages of HTML, to the\n"
    "directory DIR; judges all consumers without --for",
    OWN (option_text, html) },
  ROW_JSON (struct check_options, "print JSON; the manual has the schema"),
  ROW_QUIET_ANSWER,
  ROW_VERBOSE ("show all findings, notes too, and the coverage of\n"
               "each section"),
  ROW_END,
};

static int
check_together (const struct check_options *options)
{
  bool one = options->file_count == 1 && !options->recurse;

  if (options->file_count == 0)
    return report_usage ("check: no FILE given");
  if (options->against.count != 0 && !one)
    return report_usage ("check: --against needs exactly one FILE");
  if (options->symbols != NULL && !one
      && !debug_file_searched (options->symbols))
    return report_usage ("check: --symbols needs exactly one FILE, or takes a "
                         "directory");
  if (options->detached != NULL && !one
      && !detached_is_dir (options->detached))
    return report_usage (
        "check: --detached needs exactly one FILE, or takes a "
        "directory");
  if (options->html != NULL && options->html[0] == '\0')
    return report_usage ("check: --html needs the name of a directory");
  return OPTIONS_GO_ON;
}

static int
take_standard (struct check_options *options)
{
  const char *const why_not = options->recurse ? "a directory (-r)" : NULL;
  const char **const args[]
      = { &options->map, &options->symbols, &options->detached };

  GO_ON (standard_output ("check", &options->html, "a directory"));
  for (size_t i = 0; i < 3; i++)
    GO_ON (standard_input ("check", args[i], NULL));
  GO_ON (standard_inputs ("check", options->against.at, options->against.count,
                          NULL));
  return standard_inputs ("check", options->files, options->file_count,
                          why_not);
}

int
check_options_parse (int argc, char **argv, const struct command *command,
                     struct check_options *options, struct report *report)
{
  *options = (struct check_options){ .fail_on = SFM_ERROR,
                                     .jobs = OPTIONS_JOBS_UNSET };
  GO_ON (options_parse (argc, argv, command, options, report));
  options->argv = argv;
  options->argc = argc;
  options->files = argv + optind;
  options->file_count = (size_t) (argc - optind);
  /* The point of a report is which consumers can use the files.  */
  if (options->html != NULL && options->consumers.count == 0)
    (void) take_consumers ("all", &options->consumers);
  options->eh_frame |= !options->consumers.all
                       && consumers_read_eh_frame (&options->consumers);
  GO_ON (check_together (options));
  return take_standard (options);
}

void
check_options_free (struct check_options *options)
{
  free (options->against.at);
  free (options->excludes.at);
}
