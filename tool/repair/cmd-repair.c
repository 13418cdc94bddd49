/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-repair.c - sfmerge repair, sfmerge convert, sfmerge synth and sfmerge
   strip, and their command lines.  The first two differ only in --split and in
   what must be given.  */

#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "debug-file.h"
#include "repair-run.h"

#define OWN(function, member) TAKEN (function, struct repair_options, member)

static int
take_eh_frame_hdr (const struct option_use *use)
{
  struct repair_options *options = use->options;

  options->common.eh_frame_hdr = options->images = true;
  return OPTIONS_GO_ON;
}

/* clang-format off */
#define ROWS_OUTPUT(recursive)                                                \
  ROW_OUTPUT ("write the changed file to FILE"),                              \
  ROW_IN_PLACE ("replace each FILE itself"),                                  \
  ROW_BACKUP,                                                                 \
  ROW_DRY_RUN ("write nothing, report what would be written"),                \
  ROW_RECURSIVE (struct repair_options, recursive),                           \
  ROW_EXCLUDE (struct repair_options),                                        \
  { 0, "images", NULL, "with -r, skip objects and archives",                  \
    OWN (option_set, images) },                                               \
  ROW_JOBS (struct repair_options,                                            \
            "do N files at a time; 0, the default with -r: as\n"              \
            "many as there are processors")
#define ROWS_FIRST                                                            \
  ROWS_OUTPUT ("with -i, -n or --detached=DIR, do the files in\n"             \
               "directories, too, and sum up"),                               \
  ROW_DETACHED,                                                               \
  ROW_TO ("write v2, v2-pcrel or v3"),                                        \
  ROW_FOR,                                                                    \
  ROW_LIST_CONSUMERS
#define ROW_SPLIT                                                             \
  { 0, "split", NULL,                                                         \
    "divide the .sframe of objects: one for each section\n"                   \
    "of code, which lld and gold keep and drop with it",                      \
    OWN (option_set, split) }
#define ROWS_LAST(require, verbose)                                           \
  ROW_SYMBOLS (struct common_options, image.symbols, SYMBOLS_TEXT),           \
  ROW_SHARE_ROWS,                                                             \
  ROW_COVER_NORETURN,                                                         \
  ROW_GROW,                                                                   \
  ROW_PLT,                                                                    \
  ROW_PARTIAL ("go on where functions are lost already"),                     \
  ROW_REQUIRE (struct common_options, require),                               \
  ROW_FATAL_WARNINGS,                                                         \
  ROW_NO_VERIFY,                                                              \
  ROW_FORCE (", replace\na detached file of other code"),                     \
  ROW_FSYNC,                                                                  \
  ROW_JSON (struct common_options, "print the result as JSON"),               \
  ROW_QUIET,                                                                  \
  ROW_VERBOSE (verbose),                                                      \
  ROW_END
#define ROWS_REPAIR                                                           \
  ROWS_LAST ("fail if a FILE has no .sframe",                                 \
             "name each function that is changed or left out")
/* clang-format on */

static const struct option_spec repair_option_specs[] = {
  ROWS_FIRST,
  { 0, "eh-frame-hdr", NULL,
    "make or mend .eh_frame_hdr, the table of .eh_frame,\n"
    "of images, and nothing else",
    .take = take_eh_frame_hdr },
  { 0, "overwrite", NULL,
    "with -i, for what was just linked: write only the\n"
    "bytes that change, into FILE itself",
    OWN (option_set, common.fresh) },
  ROW_FILL,
  ROWS_REPAIR,
};

static const struct option_spec convert_option_specs[] = {
  ROWS_FIRST,
  ROW_SPLIT,
  ROWS_REPAIR,
};

static const struct option_spec synth_option_specs[] = {
  ROWS_FIRST,
  ROW_SPLIT,
  { 0, "keep", NULL, "keep rows of .sframe that contradict .eh_frame",
    OWN (option_set, common.keep) },
  ROW_FILL,
  ROWS_LAST ("fail if a FILE gets no .sframe",
             "name each function that is left out, and why"),
};

static const struct option_spec strip_option_specs[] = {
  ROWS_OUTPUT ("with -i or -n, do the files in directories, too, and\n"
               "sum up"),
  ROW_REQUIRE (struct common_options, "fail if a FILE has no .sframe"),
  ROW_FATAL_WARNINGS,
  ROW_NO_VERIFY,
  ROW_FORCE (""),
  ROW_FSYNC,
  ROW_JSON (struct common_options, "print the result as JSON"),
  ROW_QUIET,
  ROW_VERBOSE ("say what is removed from each file"),
  ROW_END,
};

static int
take_standard (const char *name, const struct repair_options *options)
{
  const struct common_options *common = &options->common;
  const char *why_not = common->in_place         ? "replaced (-i)"
                        : options->recurse       ? "a directory (-r)"
                        : common->output == NULL ? "replaced (-n without -o)"
                                                 : NULL;

  return standard_inputs (name, options->files, (size_t) options->file_count,
                          why_not);
}

/* Refuse options that do not go with the number of files.  */
static int
check_files (const char *name, const struct repair_options *options)
{
  const struct common_options *common = &options->common;
  const bool several = options->file_count > 1;
  const bool one_symbols = common->image.symbols != NULL
                           && !debug_file_searched (common->image.symbols);
  const char *output = common->detached ? "--detached" : "-o";

  if (common->output != NULL && several && !common->in_dir)
    return report_usage ("%s: %s takes one FILE, not %d", name, output,
                         options->file_count);
  if (common->output != NULL && options->recurse && !common->in_dir)
    return report_usage ("%s: -r needs -i, -n or --detached=DIR, not %s", name,
                         output);
  if (one_symbols && (several || options->recurse))
    return report_usage ("%s: --symbols needs exactly one FILE, or takes a "
                         "directory",
                         name);
  return OPTIONS_GO_ON;
}

/* Refuse consumers and versions that do not work with --split.  GNU ld merges
   the .sframe sections of objects and assumes one per object: with
   --gc-sections, 2.47 keeps code because another .sframe of the object refers
   to it.  The kernel reads only one per module.  A version 2 piece of one
   function needs the PCREL flag: without it, both bases of its start are
   plausible.  */
static int
check_split (const char *name, const struct repair_options *options)
{
  const struct common_options *common = &options->common;

  if (!options->split || !common->targeted)
    return OPTIONS_GO_ON;
  if (common->consumer != NULL && common->consumer->one_section)
    return report_usage ("%s: --split is not for %s, which wants one "
                         ".sframe in an object; it is for lld, gold and mold",
                         name, common->consumer->name);
  if (common->target == SFM_TO_V2)
    return report_usage ("%s: --split writes v2-pcrel or v3, not v2", name);
  return OPTIONS_GO_ON;
}

/* Refuse options about .sframe together with --eh-frame-hdr.  */
static int
check_hdr (const char *name, const struct repair_options *options)
{
  const struct common_options *common = &options->common;
  const struct image_options *image = &common->image;
  const char *asks = common->detached                 ? "detached"
                     : common->targeted               ? "for or --to"
                     : common->fill >= FILL_ALL       ? "fill"
                     : image->share != SFM_SHARE_AUTO ? "share-rows"
                     : image->cover != COVER_AUTO     ? "cover-noreturn"
                     : image->plt != PLT_AUTO         ? "plt"
                                                      : NULL;

  if (common->eh_frame_hdr && asks != NULL)
    return report_usage ("%s: --eh-frame-hdr writes no .sframe, which --%s "
                         "asks for",
                         name, asks);
  return OPTIONS_GO_ON;
}

/* Parse the command line of COMMAND, which has one of these tables, into
   OPTIONS, and -q, -v and --fatal-warnings into REPORT.  Returns
   OPTIONS_GO_ON, or the status to exit with after help or a usage error, which
   is reported.  The excludes of OPTIONS are to be freed in any case.  */
static int
parse (int argc, char **argv, const struct command *command,
       struct repair_options *options, struct report *report)
{
  struct common_options *common = &options->common;
  const char *name = command->name;

  *options = (struct repair_options){ .jobs = OPTIONS_JOBS_UNSET };
  common_options_init (common);
  if (command->options == synth_option_specs)
    common->fill = FILL_GO;
  options->strip = command->options == strip_option_specs;
  GO_ON (options_parse (argc, argv, command, options, report));
  options->files = argv + optind;
  options->file_count = argc - optind;
  common->overwrite = common->fresh && options->file_count == 1
                      && access (options->files[0], W_OK) == 0;
  if (options->file_count == 0)
    return report_usage ("%s: no FILE given", name);
  if (command->options == convert_option_specs && !common->targeted
      && !options->split)
    return report_usage (
        "convert: no --to=VERSION, --for=CONSUMER or --split given");
  GO_ON (common_options_check (name, common));
  GO_ON (check_split (name, options));
  GO_ON (check_hdr (name, options));
  GO_ON (check_files (name, options));
  return take_standard (name, options);
}

static int
run (int argc, char **argv, const struct command *command)
{
  struct repair_options options;
  struct report report;

  report_init (&report);
  int status = parse (argc, argv, command, &options, &report);
  if (status == OPTIONS_GO_ON)
    status = repair_files (&options, &report);
  free (options.excludes.at);
  return status;
}

const struct command repair_command = {
  .name = "repair",
  .run = run,
  .usage = "(-o FILE | -i | -n) [OPTION]... FILE...\n"
           "--detached=FILE [OPTION]... IMAGE",
  .summary = "repair the .sframe that a file has",
  .about
  = "Make one valid .sframe of what FILE, an image, an object file or an"
    " archive,\nhas: merge its pieces, fix its headers and"
    " relocations, drop what is dead.\nThe version stays.",
  .examples
  = "  sfmerge repair -o libold.new libold.so    # see what comes of it\n"
    "  sfmerge repair -i libold.so               # replace the file",
  .options = repair_option_specs,
};

const struct command convert_command = {
  .name = "convert",
  .run = run,
  .usage
  = "(-o FILE | -i | -n) (--to=VERSION | --for=CONSUMER) [OPTION]... FILE...\n"
    "(-o FILE | -i | -n) --split [OPTION]... FILE...\n"
    "--detached=FILE (--to=VERSION | --for=CONSUMER) [OPTION]... IMAGE",
  .summary = "change the version of the .sframe that a file has",
  .about = "Like repair, but write another version, with relocations to fit, "
           "or divide"
           "\nthe .sframe of objects.",
  .examples
  = "  sfmerge convert --for=glibc-2.42 -i libold.so    # for its reader\n"
    "  sfmerge convert --to=v3 -i old.o libold.a        # for a linker",
  .options = convert_option_specs,
};

const struct command synth_command = {
  .name = "synth",
  .run = run,
  .usage
  = "(-o FILE | -i | -n) [--to=VERSION | --for=CONSUMER] [OPTION]... FILE...\n"
    "--detached=FILE [--to=VERSION | --for=CONSUMER] [OPTION]... IMAGE",
  .summary = "make .sframe of the .eh_frame that a file has",
  .about
  = "Describe the functions of FILE, an image, an object file or an"
    " archive, by its\n.eh_frame.  What .sframe has already is kept if it"
    " agrees.",
  .examples = "  sfmerge synth -o prog.new prog       # one program\n"
              "  sfmerge synth -i -r --images rootfs  # a whole system",
  .options = synth_option_specs,
};

const struct command strip_command = {
  .name = "strip",
  .run = run,
  .usage = "(-o FILE | -i | -n) [OPTION]... FILE...",
  .summary = "remove the .sframe that a file has",
  .about = "Remove .sframe, its relocations and PT_GNU_SFRAME from FILE, an "
           "image, an\nobject file or an archive.  All else stays.",
  .options = strip_option_specs,
};
