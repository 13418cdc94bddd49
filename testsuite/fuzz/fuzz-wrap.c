/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-wrap.c - the wrapper's reading of linkers' command lines, response
   files, linker scripts and inputs, and what it hands on.  Nothing is run.

   The input is a script: the lines are the linker's arguments.  Its flags
   choose the linker.  What holds: each input that is found is a word of the
   line or of a script; without anything to add, the linker gets what the
   wrapper got; a list that is written as a response file is read back as it
   was.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "response-file.h"
#include "workdir.h"
#include "wrap-script.h"
#include "wrap-state.h"

const char fuzz_name[] = "fuzz-wrap";

static unsigned errors;
static char directory[] = "d/w"; /* for what the wrapper makes */

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

/* Check what was found in the line of STATE.  */
static void
check_inputs (const struct wrap_state *state)
{
  const struct wrap_line *line = &state->line;

  for (size_t i = 0; i < line->word_count; i++)
    {
      const struct wrap_word *word = &line->words[i];
      fuzz_require (word->arg < line->args.count, "words are arguments");
      fuzz_require (strstr (line->args.items[word->arg], word->text) != NULL,
                    "a word is what its argument says");
      fuzz_require (!word->apart || word->arg != 0,
                    "an option apart comes before its word");
    }
  for (size_t i = 0; i < line->args.count; i++)
    fuzz_require (line->origin[i] < (size_t) state->argc,
                  "arguments come from the command line");
  for (size_t i = 0; i < state->inputs.count; i++)
    {
      const struct wrap_input *input = &state->inputs.items[i];
      fuzz_require (input->word == WRAP_NO_WORD
                        || input->word < line->word_count,
                    "inputs are words");
      fuzz_require (access (input->path, F_OK) == 0, "inputs exist");
    }
}

/* Write the COUNT strings at TEXTS as a response file and read it.  */
static void
check_response (struct wrap_state *state, char **texts, size_t count)
{
  struct text_list list = { 0 };
  static char program[] = "ld", response[] = "@list";
  char *words[] = { program, response, NULL }, **argv = words;
  int argc = 2;

  for (size_t i = 0; i < count; i++)
    if (texts[i][0] != '@')
      text_list_add (&list, texts[i]);
  fuzz_require (
      !list.failed
          && text_list_write (&list, "list", &state->report->sink) == SFM_OK
          && response_expand (&argc, &argv, &state->pool, &state->report->sink)
                 == SFM_OK,
      "a response file can be read back");
  fuzz_require ((size_t) argc == list.count + 1,
                "a response file has as many arguments");
  for (size_t i = 0; i < list.count && i + 1 < (size_t) argc; i++)
    fuzz_require (strcmp (argv[i + 1], list.items[i]) == 0,
                  "a response file has the arguments that were written");
  text_list_free (&list);
}

/* The linker's arguments: first without anything to add, then with all.  */
static void
check_arguments (struct wrap_state *state)
{
  struct text_list args = { 0 };

  if (wrap_args_make (state, &args) == SFM_OK)
    {
      fuzz_require (args.count == (size_t) state->argc,
                    "the linker gets as many arguments");
      for (int i = 1; i < state->argc; i++)
        fuzz_require (args.items[i] == state->argv[i],
                      "the linker gets the arguments");
    }
  text_list_free (&args);
  args = (struct text_list){ 0 };
  state->reserve = "reserve.o";
  state->map = "map";
  if (copies_make (&state->inputs,
                   state->argc % 2 == 0 ? COPIES_COMDAT : COPIES_VERSION_1,
                   state->directory, &state->pool, &state->copies,
                   &state->report->sink)
          == SFM_OK
      && wrap_args_make (state, &args) == SFM_OK)
    {
      size_t reserves = 0;
      for (size_t i = 0; i < args.count; i++)
        reserves += args.items[i] == state->reserve;
      fuzz_require (reserves == (state->copies.count == 0),
                    "the reserve is there once");
    }
  text_list_free (&args);
}

static int
wrap (int argc, char **argv)
{
  static char linker[] = "/bin/ld";
  struct report report = { .sink = { .fn = receive } };
  struct wrap_state state = { .argc = argc,
                              .argv = argv,
                              .report = &report,
                              .linker = linker,
                              .directory = directory };
  const struct diag_sink *sink = &report.sink;
  static const enum wrap_family families[]
      = { FAMILY_GNU, FAMILY_GOLD, FAMILY_LLD };

  state.kind.family = families[argc % 3];
  errors = 0;
  sfm_status status
      = wrap_line_read (argc, argv, &state.pool, &state.line, sink);
  fuzz_require (status == SFM_OK || errors != 0, "failures are explained");
  if (status == SFM_OK
      && wrap_inputs_find (&state.line, true, &state.pool, &state.inputs, sink)
             == SFM_OK)
    {
      check_inputs (&state);
      wrap_has_sframe (&state.inputs);
      wrap_has_lto (&state.inputs);
      check_response (&state, state.line.args.items, state.line.args.count);
      check_arguments (&state);
    }
  copies_free (&state.copies);
  wrap_inputs_free (&state.inputs);
  wrap_line_free (&state.line);
  pool_free (&state.pool);
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
  fuzz_require (mkdir (directory, 0700) == 0, "a directory can be made");
  workdir_run (wrap, argc, argv, 1, &output);
  fuzz_require (output.out_size == 0, "nothing is printed");
  workdir_forget (&output);
  wrap_directory_remove (directory, &diag_silent);
  fuzz_require (workdir_leave (), "no temporary file is left");
  return 0;
}
