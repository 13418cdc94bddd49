/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-options.c - the command line of sfmerge link.  */

#include "config.h"

#include "cmd-link.h"
#include "options.h"
#include "output-file.h"

enum
{
  OPTION_FROM_MAP = OPTION_OWN,
};

const struct option_spec link_option_specs[] = {
  ROW_OUTPUT ("write the changed image to FILE"),
  ROW_IN_PLACE ("replace IMAGE itself"),
  ROW_TO ("write v2, v2-pcrel or v3 (the default)"),
  ROW_FOR,
  ROW_LIST_CONSUMERS,
  { OPTION_FROM_MAP, "from-map", "FILE",
    "take the places of functions from the link map FILE" },
  ROW_SYMBOLS ("use the symbols of FILE, IMAGE's separate debug file,\n"
               "beside those of IMAGE"),
  ROW_SHARE_ROWS,
  ROW_COVER_NORETURN,
  ROW_GROW,
  ROW_PLT,
  ROW_FILL,
  ROW_PARTIAL ("leave out functions whose place stays unknown\n"
               "instead of refusing"),
  ROW_REQUIRE ("fail if there is nothing to merge"),
  ROW_FATAL_WARNINGS,
  ROW_NO_VERIFY,
  ROW_FORCE (""),
  ROW_FSYNC,
  ROW_JSON ("print the result as JSON"),
  ROW_QUIET,
  ROW_VERBOSE ("name each function that is changed or left out"),
  ROW_END,
};

/* Let "-" be standard input.  */
static int
take_standard (struct link_options *options)
{
  int status
      = standard_input ("link", &options->image,
                        options->common.in_place ? "replaced (-i)" : NULL);

  if (status == OPTIONS_GO_ON)
    status = standard_input ("link", &options->map, NULL);
  return status == OPTIONS_GO_ON ? standard_inputs (
             "link", options->inputs, (size_t) options->input_count, NULL)
                                 : status;
}

/* Refuse an output that would replace a file that is read, other than IMAGE
   itself.  */
static int
check_output (const struct link_options *options)
{
  const char *output = options->common.output;

  if (output == NULL)
    return OPTIONS_GO_ON;
  if (output_replaces (output, (const char *const *) options->inputs,
                       (size_t) options->input_count))
    return report_usage ("link: the output '%s' is also an INPUT", output);
  if (output_replaces (output, &options->map, 1))
    return report_usage ("link: the output '%s' is also the link map", output);
  if (output_replaces (output, &options->common.image.symbols, 1))
    return report_usage ("link: the output '%s' is also the symbol file",
                         output);
  return OPTIONS_GO_ON;
}

int
link_options_parse (int argc, char **argv, const struct command *command,
                    struct link_options *options, struct report *report)
{
  struct option_walk walk;
  int key;

  *options = (struct link_options){ 0 };
  common_options_init (&options->common);
  options_begin (&walk, command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    {
      int status = OPTIONS_GO_ON;
      if (key == OPTION_FROM_MAP)
        options->map = optarg;
      else
        status = common_options_take ("link", key, &options->common, report);
      if (status != OPTIONS_GO_ON)
        return status;
    }
  if (optind == argc)
    return report_usage ("link: no IMAGE given");
  if (optind + 1 == argc)
    return report_usage ("link: no INPUT given");
  options->image = argv[optind];
  options->inputs = argv + optind + 1;
  options->input_count = argc - optind - 1;
  int status = common_options_check ("link", &options->common);
  if (status == OPTIONS_GO_ON)
    status = take_standard (options);
  return status == OPTIONS_GO_ON ? check_output (options) : status;
}
