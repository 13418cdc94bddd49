/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-args.c - the arguments for the wrapped linker.

   Every linker gets the reserve object.  GNU ld needs it too: it keeps the
   size of its own section, which version 3 may exceed.  The object follows the
   first object of the command line.  Not the first position, as lld takes the
   ABI of the output from the first object; not the last, where --start-lib or
   -b may still be in force.

   lld also gets a script that discards .sframe: it refuses sections that refer
   to discarded functions, and versions with different section types.  Without
   INSERT the script would replace lld's layout; .sframe_reserve is the one
   section that is certain to exist as the anchor of INSERT.  */

#include "config.h"

#include "wrap-state.h"

static const char discard_script[]
    = "SECTIONS { /DISCARD/ : { *(.sframe) } }\n"
      "INSERT AFTER .sframe_reserve;\n";

/* The argument after which the reserve goes, as an index into line.args, or
   SIZE_MAX for the end.  COPIED: all arguments are passed through a response
   file; else only an argument of argv itself will do.  */
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

/* Write the discard script and add it to ARGS.  */
static sfm_status
add_script (struct wrap_state *state, struct text_list *args)
{
  const char *path
      = text_format (&state->pool, "%s/discard.ld", state->directory);

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

/* The copy that replaces argument number ARG, or NULL.  *APART: it also
   replaces the argument before, "-l".  *NEXT is the index of the next copy,
   initially 0; copies are in the order of their arguments.  */
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

/* Add the arguments, with copies instead of inputs, through a response file:
   expanded response files may make a long list.  */
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
  const char *path = text_format (&state->pool, "%s/args", state->directory);
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
  if (wrap_headerless (state))
    {
      text_list_add (args, "-z");
      text_list_add (args, "sectionheader");
    }
  if (status == SFM_OK && text_list_end (args) == NULL)
    status = diag_nomem (&state->report->sink, NULL);
  return status;
}
