/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-main.c - the program that replaces a linker: runs the linker, then
   sfmerge link on its output.

   Compiler drivers find it by its name, ld or ld.NAME, in the directory that
   -B gives.  It parses the command line [wrap-line.c], finds the inputs
   [wrap-inputs.c], starts an sfmerge that reads them, makes an object that
   reserves space for their .sframe, and waits [wrap-steps.c], runs the linker
   with that object [wrap-args.c], removes the names of temporary files from
   the linker's output [wrap-traces.c], and lets sfmerge put the merged section
   into the space.  Section headers that the user does not want go last
   [wrap-headers.c].  If there is nothing to do, it becomes the linker by
   exec.  */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"
#include "wrap-state.h"

/* Parse the command line; true if there is something to do.  Errors in it are
   left to the linker.  */
static bool
read_line (struct wrap_state *state)
{
  const struct diag_sink *sink = &state->report->sink;

  if (wrap_line_read (state->argc, state->argv, &state->pool, &state->line,
                      sink)
      != SFM_OK)
    return false;
  return !state->line.straight && state->line.word_count != 0;
}

/* Choose a temporary file for a link map, if symbols will be missing.  */
static sfm_status
name_map (struct wrap_state *state)
{
  if (!state->line.strips || state->line.map != NULL
      || state->line.map_unreadable)
    return SFM_OK;
  state->map = text_format (&state->pool, "%s/map", state->directory);
  return state->map == NULL ? diag_nomem (&state->report->sink, NULL) : SFM_OK;
}

/* Choose temporary files for linker output that must be edited before anyone
   sees it: messages may name any copy, and GNU ld calls it an error that it
   does not merge some .sframe.  */
static sfm_status
name_files (struct wrap_state *state)
{
  struct pool *pool = &state->pool;
  struct wrap_streams *streams = &state->streams;
  bool errors = state->copies.count != 0 || state->kind.family == FAMILY_GNU;
  bool out = state->copies.count != 0 || state->line.names_files
             || (errors && wrap_one_stream ());

  if (out)
    streams->out = text_format (pool, "%s/stdout", state->directory);
  if (errors)
    streams->errors = wrap_one_stream ()
                          ? streams->out
                          : text_format (pool, "%s/stderr", state->directory);
  bool failed
      = (out && streams->out == NULL) || (errors && streams->errors == NULL);
  return failed ? diag_nomem (&state->report->sink, NULL) : SFM_OK;
}

/* Find sfmerge.  If it is missing, see whether it is needed at all, and set
   *NEEDED.  Only then is it worth reading all inputs here: sfmerge reserve
   answers the same question.  */
static sfm_status
find_sfmerge (struct wrap_state *state, bool *needed)
{
  state->sfmerge = wrap_find_sfmerge (&state->pool, &diag_silent);
  *needed = state->sfmerge != NULL || state->fill
            || wrap_has_sframe (&state->inputs)
            || wrap_has_lto (&state->inputs);
  if (state->sfmerge != NULL || !*needed)
    return SFM_OK;
  /* What was short at the first attempt may be there at this one.  */
  state->sfmerge = wrap_find_sfmerge (&state->pool, &state->report->sink);
  return state->sfmerge != NULL ? SFM_OK : SFM_ERR_IO;
}

/* Which inputs the linker gets without their .sframe, because it would fail
   with it.  */
static enum copies_rule
rule_of (const struct wrap_state *state)
{
  const struct wrap_linker *kind = &state->kind;
  const bool fatal = state->line.fatal_warnings;

  if (kind->family == FAMILY_GOLD)
    return COPIES_COMDAT;
  if (kind->family != FAMILY_GNU || kind->major != 2 || kind->minor < 40)
    return COPIES_NONE;
  if (kind->minor > 45)
    return fatal ? COPIES_BUT_V3 : COPIES_NONE;
  if (kind->minor == 40)
    return fatal ? COPIES_BUT_V1 : COPIES_NONE;
  if (!fatal)
    return COPIES_VERSION_1;
  return kind->minor == 45 ? COPIES_BUT_V2_PCREL : COPIES_BUT_V2;
}

/* Make the files that the linker gets in addition to its own arguments.
   *NEEDED: there is something to merge.  */
static sfm_status
prepare (struct wrap_state *state, bool *needed)
{
  const struct diag_sink *sink = &state->report->sink;
  sfm_status status = find_sfmerge (state, needed);
  if (status != SFM_OK || !*needed)
    return status;
  state->directory = wrap_directory_make (&state->pool, sink);
  if (state->directory == NULL)
    return SFM_ERR_IO;
  status = wrap_steps_list (state);
  if (status == SFM_OK)
    status = name_map (state);
  if (status == SFM_OK)
    status = wrap_steps_begin (state);
  if (status == SFM_OK)
    status = wrap_steps_ask (state);
  if (status == SFM_OK)
    status = wrap_steps_reserve (state, needed);
  if (status != SFM_OK || !*needed)
    return status;
  status = wrap_steps_answer (state);
  if (status != SFM_OK)
    return status;
  status = copies_make (&state->inputs, rule_of (state), state->directory,
                        &state->pool, &state->copies, sink);
  return status == SFM_OK ? name_files (state) : status;
}

/* Whether PATH is a regular file; PATH may be NULL.  */
static bool
is_file (const char *path)
{
  struct stat st;

  return path != NULL && stat (path, &st) == 0 && S_ISREG (st.st_mode);
}

/* Remove the names of temporary files from the linker's output; if it MADE
   one, hold back what sfmerge is about to make untrue.  */
static sfm_status
clean (struct wrap_state *state, bool made)
{
  const struct traces traces = { .directory = state->directory,
                                 .copies = &state->copies,
                                 .inputs = &state->inputs,
                                 .held = made ? &state->held : NULL,
                                 .pool = &state->pool };
  const struct wrap_streams *streams = &state->streams;
  const struct diag_sink *sink = &state->report->sink;
  const char *map = state->map != NULL && state->copies.count != 0
                        ? state->map
                        : state->line.map;
  sfm_status status = SFM_OK;

  if (streams->out != NULL)
    status = traces_print (streams->out, stdout, &traces, sink);
  if (status == SFM_OK && streams->errors != NULL
      && streams->errors != streams->out)
    status = traces_print (streams->errors, stderr, &traces, sink);
  if (status == SFM_OK && is_file (map))
    status = traces_of_text (map, &traces, sink);
  if (status == SFM_OK && is_file (state->line.dependencies))
    status = traces_of_makefile (state->line.dependencies, &traces, sink);
  return status;
}

/* *IS_NEW: the output is a regular file and differs from BEFORE, its status
   before the link, or zeros.  */
static sfm_status
see_output (const struct wrap_state *state, const struct stat *before,
            bool *is_new)
{
  struct stat st;

  *is_new = false;
  if (stat (state->line.output, &st) != 0)
    return errno == ENOENT ? SFM_OK
                           : diag_errno (&state->report->sink,
                                         state->line.output, "cannot stat");
  *is_new = S_ISREG (st.st_mode)
            && (before->st_ino != st.st_ino || before->st_dev != st.st_dev
                || before->st_size != st.st_size
                || before->st_mtim.tv_sec != st.st_mtim.tv_sec
                || before->st_mtim.tv_nsec != st.st_mtim.tv_nsec);
  return SFM_OK;
}

/* Run the linker and the steps after it; *END is how this program is to end.
   *RAN: the linker ran; *MADE: it made an output.  */
static sfm_status
link_all (struct wrap_state *state, struct wrap_end *end, bool *ran,
          bool *made)
{
  struct text_list args = { 0 };
  struct stat before;
  sfm_status status = wrap_args_make (state, &args);

  if (stat (state->line.output, &before) != 0)
    memset (&before, 0, sizeof before);
  if (status == SFM_OK)
    status = wrap_run (state->linker, args.items, state->streams, end,
                       &state->report->sink);
  text_list_free (&args);
  *ran = status == SFM_OK;
  if (!*ran)
    return status;
  if (end->status == 0 && end->signal == 0)
    status = see_output (state, &before, made);
  if (status == SFM_OK)
    status = clean (state, *made);
  if (status == SFM_OK && *made)
    status = wrap_steps_link (state);
  if (*made && wrap_headerless (state))
    {
      sfm_status removed = wrap_headers_remove (state, status == SFM_OK);
      if (status == SFM_OK)
        status = removed;
    }
  for (size_t i = 0; status != SFM_OK && i < state->held.count; i++)
    fputs (state->held.items[i], stderr);
  return status;
}

/* Remove the output of the linker: if it wrote through a symbolic link, the
   file and not the link.  */
static void
remove_output (const struct wrap_state *state)
{
  char *path = realpath (state->line.output, NULL);

  if (path != NULL)
    unlink (path);
  free (path);
}

/* Run the whole link; *END is how this program is to end.  False: it is to
   become the linker.  */
static bool
run_job (struct wrap_state *state, struct wrap_end *end)
{
  bool needed = false, ran = false, made = false;

  const char *name = state->linker + path_base_offset (state->linker);

  *end = (struct wrap_end){ .status = 0 };
  sfm_status status
      = wrap_inputs_find (&state->line, strstr (name, "gold") != NULL,
                          &state->pool, &state->inputs, &state->report->sink);
  if (status == SFM_OK && state->inputs.count == 0)
    return false;
  /* Also after a failure: they say whether it is fatal.  */
  sfm_status options = wrap_steps_options (state);
  if (status == SFM_OK)
    status = options;
  if (status == SFM_OK)
    status = prepare (state, &needed);
  if (status == SFM_OK && !needed)
    return false;
  if (status == SFM_OK)
    status = link_all (state, end, &ran, &made);
  if (!ran && !state->fatal)
    return false;
  if (status == SFM_OK || end->status != 0 || end->signal != 0)
    return true;
  if (!state->fatal)
    diag (&state->report->sink, DIAG_WARNING, state->line.output,
          "it is as the linker made it, without a merged .sframe");
  else
    end->status = STATUS_FAILED;
  if (state->fatal && made)
    remove_output (state);
  return true;
}

int
main (int argc, char **argv)
{
  struct report report;
  struct wrap_state state = { .argc = argc, .argv = argv, .report = &report };
  struct wrap_end end = { .status = 0 };
  bool inner;

  report_init (&report);
  const char *name = argc > 0 ? strrchr (argv[0], '/') : NULL;
  name = name != NULL ? name + 1 : argc > 0 ? argv[0] : "ld";
  state.linker = wrap_find_linker (name, &state.pool, &inner, &report.sink);
  if (state.linker == NULL)
    return 127;
  bool busy = !inner && read_line (&state);
  if (busy)
    {
      wrap_signals ();
      busy = run_job (&state, &end);
    }
  wrap_drop (&state.asked);
  wrap_drop (&state.beside);
  wrap_directory_remove (state.directory, &report.sink);
  copies_free (&state.copies);
  wrap_inputs_free (&state.inputs);
  text_list_free (&state.held);
  wrap_line_free (&state.line);
  int status;
  /* Also for a signal that came before the linker ran.  */
  if (wrap_signal () != 0)
    {
      busy = true;
      end.signal = wrap_signal ();
    }
  if (busy)
    status = report_stdout (wrap_end_as (&end));
  else
    {
      argv[0] = state.linker;
      status = wrap_become (state.linker, argv, &report.sink);
    }
  pool_free (&state.pool);
  return status;
}
