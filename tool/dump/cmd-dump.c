/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-dump.c - sfmerge dump: show .sframe, every piece of it, however
   broken.

   file-visit.c calls the reader for the kind of file.  One walk over each
   section (dump-walk.c) feeds a form of output: our own text, readelf's, or
   JSON.  */

#include "config.h"

#include <string.h>

#include "cmd-dump.h"
#include "dump-file.h"
#include "dump-json.h"
#include "file-visit.h"

enum
{
  OPTION_JSON = OPTION_LONG_OWN,
  OPTION_STYLE
};

static const struct option_spec dump_options[] = {
  { OPTION_STYLE, "style", "STYLE",
    "print as STYLE does: sfmerge (the default) or\nreadelf, exactly what"
    " readelf --sframe prints" },
  ROW_TRUST_INPUTS,
  { OPTION_JSON, "json", NULL, "print JSON; the manual has the schema" },
  ROW_QUIET,
  ROW_VERBOSE ("say more about what is read"),
  ROW_END,
};

const struct command dump_command = {
  .name = "dump",
  .run = cmd_dump,
  .usage = "[OPTION]... FILE...",
  .summary = "show .sframe sections, however broken",
  .about = "Show the .sframe sections of each FILE: an executable, a shared"
           " object, an\nobject file or an archive, also packed by gzip.",
  .options = dump_options,
};

/* Show the name of one of several files.  An archive's members are named
   instead of the archive.  */
static void
begin_file (void *data, const char *path, bool archive)
{
  struct dump *dump = data;

  if (dump->several && !archive)
    dump->form->file (dump, path);
}

static const struct file_visitor visitor
    = { .begin = begin_file, .image = dump_image, .objects = dump_objects };

/* Dump the COUNT files at FILES; returns the exit status.  */
static int
dump_files (struct dump *dump, bool json, char **files, int count)
{
  int exit_status = STATUS_DONE;

  dump->several = count > 1;
  if (json && json_begin (dump) != SFM_OK)
    return STATUS_FAILED;
  for (int i = 0; i < count && !dump->out.failed; i++)
    {
      if (json)
        json_file (dump, files[i]);
      int status = report_input_status (
          file_visit (files[i], &visitor, dump, dump->sink));
      if (status > exit_status)
        exit_status = status;
      if (json)
        json_file_end (dump);
    }
  if (json)
    json_end (dump);
  outbuf_flush (&dump->out);
  if (exit_status == STATUS_DONE && dump->error_count > 0)
    exit_status = STATUS_FAILED;
  return exit_status;
}

/* Set *FORM to the form of the style NAME.  */
static int
take_style (const char *name, const struct dump_form **form)
{
  static const char *const words[] = { "sfmerge", "readelf", NULL };
  static const struct dump_form *const forms[]
      = { &dump_text_form, &dump_readelf_form };
  unsigned number = 0;
  const int status = options_word ("dump", "style", name, words, &number);

  *form = forms[number];
  return status;
}

int
cmd_dump (int argc, char **argv)
{
  /* Too large for the stack: it contains the output buffer.  */
  static struct dump dump;
  struct report report;
  struct option_walk walk;
  bool json = false;
  int key, status;

  dump = (struct dump){ .form = &dump_text_form };
  report_init (&report);
  options_begin (&walk, &dump_command);
  while ((key = options_next (&walk, argc, argv)) != OPTIONS_END)
    switch (key)
      {
      case OPTION_JSON:
        json = true;
        break;
      case OPTION_TRUST_INPUTS:
        dump.trust_inputs = true;
        break;
      case OPTION_STYLE:
        if ((status = take_style (optarg, &dump.form)) != OPTIONS_GO_ON)
          return status;
        break;
      default:
        if ((status = options_take (key, &report)) != OPTIONS_GO_ON)
          return status;
        break;
      }
  if (optind == argc)
    return report_usage ("dump: no FILE given");
  if (json && dump.form->literal)
    return report_usage ("dump: --json and --style exclude each other");
  dump.sink = &report.sink;
  return dump_files (&dump, json, argv + optind, argc - optind);
}
