/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-steps.c - the runs of sfmerge, and of the linker with --version, for
   one link through the wrapper.

   Inputs are passed to sfmerge in a response file, as there may be more of
   them than a command line can hold.  */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "response-file.h"
#include "wrap-state.h"

/* Run PROGRAM with ARGS, which is freed; standard output goes to the file OUT
   unless it is NULL.  */
static sfm_status
run (struct wrap_state *state, const char *program, struct text_list *args,
     const char *out, struct wrap_end *end)
{
  struct wrap_streams streams = { .out = out };
  char **argv = text_list_end (args);
  sfm_status status = argv == NULL ? diag_nomem (&state->report->sink, NULL)
                                   : wrap_run (program, argv, streams, end,
                                               &state->report->sink);

  text_list_free (args);
  return status;
}

/* The status of a run of sfmerge that STATUS says was possible, and that ended
   as END says.  If it failed it has said why, unless a signal ended it.  */
static sfm_status
sfmerge_ended (const struct wrap_state *state, sfm_status status,
               const struct wrap_end *end)
{
  if (status != SFM_OK || (end->status == 0 && end->signal == 0))
    return status;
  if (end->signal != 0 && wrap_signal () == 0)
    diag (&state->report->sink, DIAG_ERROR, state->sfmerge,
          "was ended by a signal: %s", strsignal (end->signal));
  return SFM_ERR_UNSUPP;
}

/* The argument "@FILE" for the file NAME of the temporary directory.  */
static char *
response (struct wrap_state *state, const char *name)
{
  return text_format (&state->pool, "@%s/%s", state->directory, name);
}

/* Whether WORD, up to an equals sign, is the option NAME, or an abbreviation
   for getopt_long.  */
static bool
is_option (const char *word, const char *name)
{
  size_t size = strcspn (word, "=");

  return size > 2 && strncmp (word, name, size) == 0;
}

sfm_status
wrap_steps_options (struct wrap_state *state)
{
  const char *text = getenv ("SFMERGE_OPTIONS");
  int count;
  sfm_status status
      = response_split (text == NULL ? "" : text, &count, &state->options,
                        &state->pool, &state->report->sink);

  for (int i = 0; status == SFM_OK && i < count; i++)
    {
      const char *word = state->options[i];
      state->fatal |= is_option (word, "--fatal-warnings")
                      || is_option (word, "--require");
      if (is_option (word, "--fill"))
        state->fill = strcmp (word, "--fill=none") != 0;
      state->verbose
          |= strcmp (word, "-v") == 0 || strcmp (word, "--verbose") == 0;
    }
  return status;
}

sfm_status
wrap_steps_list (struct wrap_state *state)
{
  struct text_list list = { 0 };

  for (size_t i = 0; i < state->inputs.count; i++)
    if (!state->inputs.items[i].lazy)
      text_list_add (&list, state->inputs.items[i].path);
  sfm_status status = wrap_lazy_archive (state, &list);
  char *path = text_format (&state->pool, "%s/inputs", state->directory);
  if (status == SFM_OK && (list.failed || path == NULL))
    status = diag_nomem (&state->report->sink, NULL);
  if (status == SFM_OK)
    status = text_list_write (&list, path, &state->report->sink);
  text_list_free (&list);
  return status;
}

/* The path of the reserve object.  */
static char *
reserve_path (struct wrap_state *state)
{
  return text_format (&state->pool, "%s/sframe-reserve.o", state->directory);
}

/* Set state->reserve if there is a reserve object; *MADE: there is.  */
static sfm_status
find_reserve (struct wrap_state *state, bool *made)
{
  const char *path = reserve_path (state);
  struct stat st;

  if (path == NULL)
    return diag_nomem (&state->report->sink, NULL);
  *made = stat (path, &st) == 0;
  if (*made)
    state->reserve = path;
  else if (errno != ENOENT)
    return diag_errno (&state->report->sink, path, "cannot stat");
  return SFM_OK;
}

/* Run sfmerge reserve with OPTION for INPUT; *MADE: it made the object.  */
static sfm_status
reserve (struct wrap_state *state, const char *option, const char *input,
         bool *made)
{
  struct text_list args = { 0 };
  struct wrap_end end;

  text_list_add (&args, "sfmerge");
  text_list_add (&args, "reserve");
  text_list_add (&args, "--quiet");
  text_list_add (&args, option);
  text_list_add (&args, "-o");
  text_list_add (&args, reserve_path (state));
  text_list_add (&args, "--");
  text_list_add (&args, input);
  sfm_status status = run (state, state->sfmerge, &args, NULL, &end);
  TRY (sfmerge_ended (state, status, &end));
  return find_reserve (state, made);
}

sfm_status
wrap_steps_reserve (struct wrap_state *state, bool *needed)
{
  uint8_t answer;
  sfm_status status = wrap_hear (&state->beside, &answer);

  /* It had no chance to read the inputs: its options are wrong, or a signal
     ended it.  That is told after the link, which must find its room.  */
  if (status == SFM_END)
    status
        = reserve (state, "--if-needed", response (state, "inputs"), needed);
  else
    status = answer == 0 ? find_reserve (state, needed) : SFM_ERR_UNSUPP;
  if (status != SFM_OK || *needed)
    return status;
  if (!wrap_has_lto (&state->inputs))
    {
      *needed = state->fill;
      return SFM_OK;
    }
  /* The size of the .sframe of the LTO objects is unknown, but they bring
     space of their own; this is for the rest.  */
  *needed = true;
  const struct wrap_input *first = &state->inputs.items[0];
  bool made;
  return first->archive ? SFM_OK
                        : reserve (state, "--size=2048", first->path, &made);
}

sfm_status
wrap_steps_ask (struct wrap_state *state)
{
  struct text_list args = { 0 };
  /* What is wrong with it will be said of the link too.  */
  const struct wrap_streams streams
      = { .out = text_format (&state->pool, "%s/version", state->directory),
          .errors = "/dev/null" };

  text_list_add (&args, state->linker);
  text_list_add (&args, "--version");
  char **argv = text_list_end (&args);
  sfm_status status = argv == NULL || streams.out == NULL
                          ? diag_nomem (&state->report->sink, NULL)
                          : wrap_begin (state->linker, argv, streams,
                                        &state->asked, &state->report->sink);
  text_list_free (&args);
  return status;
}

sfm_status
wrap_steps_answer (struct wrap_state *state)
{
  struct wrap_end end;
  char text[256] = "";
  const char *out = text_format (&state->pool, "%s/version", state->directory);

  if (out == NULL)
    return diag_nomem (&state->report->sink, NULL);
  TRY (wrap_finish (&state->asked, false, &end, &state->report->sink));
  FILE *file = fopen (out, "re");
  if (file == NULL)
    return diag_errno (&state->report->sink, out, "cannot open");
  if (fgets (text, sizeof text, file) == NULL)
    text[0] = '\0';
  fclose (file);
  wrap_linker_tell (text, &state->kind);
  return SFM_OK;
}

/* The link map of this link, or NULL.  One that is not there may be MADE.  */
static const char *
map_of (const struct wrap_state *state, bool made)
{
  const char *map = state->map != NULL ? state->map : state->line.map;
  struct stat st;

  if (map == NULL)
    return NULL;
  if (stat (map, &st) != 0)
    return made && errno == ENOENT ? map : NULL;
  return S_ISREG (st.st_mode) ? map : NULL;
}

/* Set ARGS to the arguments of sfmerge link with MAP, or without if it is
   NULL; with --wait and --reserve if BESIDE.  */
static void
link_args (struct wrap_state *state, const char *map, bool beside,
           struct text_list *args)
{
  text_list_add (args, "sfmerge");
  text_list_add (args, "link");
  if (!state->verbose)
    text_list_add (args, "--quiet");
  text_list_add (args, "--in-place");
  if (beside)
    {
      text_list_add (args, "--wait");
      text_list_add (args, "--reserve");
      text_list_add (args, reserve_path (state));
    }
  if (map != NULL)
    text_list_add (args, text_format (&state->pool, "--from-map=%s", map));
  for (char **option = state->options; *option != NULL; option++)
    text_list_add (args, *option);
  text_list_add (args, "--");
  text_list_add (args, state->line.output);
  text_list_add (args, response (state, "inputs"));
}

sfm_status
wrap_steps_begin (struct wrap_state *state)
{
  struct text_list args = { 0 };

  state->beside_map = map_of (state, true);
  link_args (state, state->beside_map, true, &args);
  char **argv = text_list_end (&args);
  sfm_status status = argv == NULL
                          ? diag_nomem (&state->report->sink, NULL)
                          : wrap_begin (state->sfmerge, argv,
                                        (struct wrap_streams){ .out = NULL },
                                        &state->beside, &state->report->sink);
  text_list_free (&args);
  return status;
}

sfm_status
wrap_steps_link (struct wrap_state *state)
{
  struct text_list args = { 0 };
  struct wrap_end end;
  const char *map = map_of (state, false);
  sfm_status status = SFM_END;

  if (state->beside.pid != 0 && map == state->beside_map)
    status = wrap_finish (&state->beside, true, &end, &state->report->sink);
  if (status == SFM_END)
    {
      wrap_drop (&state->beside);
      link_args (state, map, false, &args);
      status = run (state, state->sfmerge, &args, NULL, &end);
    }
  return sfmerge_ended (state, status, &end);
}
