/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-wrap.c - the wrapper's reading of linkers' command lines and response
   files.  Nothing is run.

   The input is a script: the lines are the linker's arguments.  What holds:
   the output is a part of an argument, and failures are explained.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "workdir.h"
#include "wrap.h"

const char fuzz_name[] = "fuzz-wrap";

static unsigned errors;

static void
receive (void *data, enum diag_severity kind, const char *file,
         const char *place, const char *text)
{
  (void) data;
  (void) file;
  (void) place;
  errors += kind == DIAG_ERROR;
  fuzz_require (text[0] != '\0', "messages say something");
}

/* Whether TEXT is a part of one of the arguments of LINE.  */
static bool
is_of_line (const struct wrap_line *line, const char *text)
{
  for (size_t i = 0; i < line->args.count; i++)
    if (strstr (line->args.at[i], text) != NULL)
      return true;
  return false;
}

static int
wrap (int argc, char **argv)
{
  struct report report = { .sink = { .fn = receive } };
  struct wrap_link link = { .argc = argc, .argv = argv, .report = &report };

  errors = 0;
  const sfm_status status
      = wrap_line_read (argc, argv, &link.pool, &link.line, &report.sink);
  fuzz_require (status == SFM_OK || errors != 0, "failures are explained");
  if (status == SFM_OK)
    fuzz_require (strcmp (link.line.out.name, "a.out") == 0
                      || is_of_line (&link.line, link.line.out.name),
                  "the output is named by an argument");
  text_list_free (&link.line.args);
  pool_free (&link.pool);
  return 0;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct script script;
  char text[SCRIPT_LINES_MAX], *argv[SCRIPT_ARGS + 2];
  static char program[] = "ld";
  struct workdir_output output;

  script_read (data, size, &script);
  if (!script_is_harmless (&script))
    return 0;
  int argc = script_arguments (&script, text, argv);
  argv[0] = program;
  workdir_enter ();
  workdir_put_script (&script);
  workdir_run (wrap, argc, argv, 1, &output);
  fuzz_require (output.out_size == 0, "nothing is printed");
  workdir_forget (&output);
  fuzz_require (workdir_leave (), "no temporary file is left");
  return 0;
}
