/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-args.c - what a wrapped linker is called with.

   Every linker gets the reserve object: GNU ld too keeps the size that its own
   section has, which version 3 may exceed.  It stands behind the first object
   and not before, as lld takes the ABI of the output from the first, and not
   last, where an open --start-lib or -b could be in force.  lld also gets a
   script that discards .sframe: it refuses sections that refer to discarded
   functions, and versions of two section types.  Without INSERT the script
   would replace lld's layout, and the reserve is the one section that is sure
   to be there to insert behind.  */

#include "config.h"

#include "wrap-job.h"

static const char discard_script[]
    = "SECTIONS { /DISCARD/ : { *(.sframe) } }\n"
      "INSERT AFTER .sframe_reserve;\n";

/* The number of the argument, of line.args, behind which the reserve goes, or
   SIZE_MAX.  COPIED: all arguments are given, else those of argv.  */
static size_t
place_of_reserve (const struct wrap_state *state, bool copied)
{
  for (size_t i = 0; i < state->inputs.count; i++)
    {
      const struct wrap_input *input = &state->inputs.items[i];
      if (input->word == WRAP_NO_WORD || input->archive || input->lazy)
        continue;
      size_t arg = state->line.words[input->word].arg;
      if (copied || state->line.origin[arg] != 0)
        return arg;
    }
  return SIZE_MAX;
}

/* Write the discard script.  */
static sfm_status
add_script (struct wrap_state *state, struct text_list *args)
{
  const char *path
      = text_format (&state->pool, "%s/discard.ld", state->folder);

  if (path == NULL)
    return diag_nomem (&state->report->sink, NULL);
  FILE *file = fopen (path, "we");
  if (file != NULL)
    fputs (discard_script, file);
  sfm_status status = text_file_end (file, path, &state->report->sink);
  if (status != SFM_OK)
    return status;
  text_list_add (args, "-T");
  text_list_add (args, path);
  return SFM_OK;
}

/* The copy that stands for argument number ARG, or NULL.  *APART: it stands
   for the argument before, too.  *NEXT, the first copy that can, is 0 for the
   first argument: copies are in the order of their arguments.  */
static const char *
copy_of (const struct wrap_state *state, size_t arg, size_t *next, bool *apart)
{
  if (*next == state->copies.count)
    return NULL;
  const struct copied *copied = &state->copies.items[*next];
  const struct wrap_word *word = &state->line.words[copied->word];
  if (word->arg != arg)
    return NULL;
  ++*next;
  *apart = word->apart;
  return copied->copy;
}

/* Add the arguments with copies in the place of inputs, through a response
   file, as response files have become long lists here.  */
static sfm_status
add_copied (struct wrap_state *state, struct text_list *args)
{
  struct text_list all = { 0 };
  size_t place = place_of_reserve (state, true), next = 0;
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < state->line.args.count; i++)
    {
      bool apart = false;
      const char *copy = copy_of (state, i, &next, &apart);
      if (apart && all.count > 0)
        all.count--;
      text_list_add (&all, copy != NULL ? copy : state->line.args.items[i]);
      if (i == place)
        text_list_add (&all, state->reserve);
    }
  if (place == SIZE_MAX)
    text_list_add (&all, state->reserve);
  const char *path = text_format (&state->pool, "%s/args", state->folder);
  if (all.failed || path == NULL)
    status = diag_nomem (&state->report->sink, NULL);
  else
    status = text_list_write (&all, path, &state->report->sink);
  text_list_free (&all);
  if (status == SFM_OK)
    text_list_add (args, text_format (&state->pool, "@%s", path));
  return status;
}

/* Add the arguments as they are, and the reserve.  */
static void
add_plain (const struct wrap_state *state, struct text_list *args)
{
  size_t place = place_of_reserve (state, false);
  size_t origin = place == SIZE_MAX ? 0 : state->line.origin[place];

  for (int i = 1; i < state->argc; i++)
    {
      text_list_add (args, state->argv[i]);
      if (state->reserve != NULL && origin != 0 && (size_t) i == origin)
        text_list_add (args, state->reserve);
    }
  if (state->reserve != NULL && origin == 0)
    text_list_add (args, state->reserve);
}

sfm_status
wrap_args_make (struct wrap_state *state, struct text_list *args)
{
  sfm_status status = SFM_OK;

  text_list_add (args, state->linker);
  if (state->copies.count != 0)
    status = add_copied (state, args);
  else
    add_plain (state, args);
  if (status == SFM_OK && state->kind.family == FAMILY_LLD
      && state->reserve != NULL)
    status = add_script (state, args);
  if (status == SFM_OK && state->map != NULL)
    text_list_add (args, text_format (&state->pool, "-Map=%s", state->map));
  if (status == SFM_OK && text_list_end (args) == NULL)
    status = diag_nomem (&state->report->sink, NULL);
  return status;
}
