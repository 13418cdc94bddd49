/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-line.c - parse a linker's command line.

   As in the linkers, the state set by -Bstatic, --start-lib and -b applies to
   the inputs after the option, but -L directories apply to all.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "response-file.h"
#include "wrap-line.h"
#include "wrap-options.h"
#include "text.h"

enum
{
  STATE_LIMIT = 64 /* nested --push-state; deeper ones are ignored */
};

/* The state at one argument.  */
struct state
{
  bool archive;
  bool lazy;
  bool foreign;
  bool saved[STATE_LIMIT];
  unsigned depth;
};

/* Put the arguments of ARGV into LINE, with response files expanded.  */
static sfm_status
expand (int argc, char **argv, struct pool *pool, struct wrap_line *line,
        const struct diag_sink *sink)
{
  size_t capacity = 0;

  for (int i = 1; i < argc; i++)
    {
      char *pair[] = { argv[0], argv[i], NULL };
      char **found = pair;
      int count = 2;
      sfm_status status = response_expand (&count, &found, pool, sink);
      if (status != SFM_OK)
        return status;
      bool itself = count == 2 && strcmp (found[1], argv[i]) == 0;
      for (int j = 1; j < count; j++)
        {
          if (!array_grow (&line->origin, &capacity, line->args.count,
                           sizeof *line->origin))
            return diag_nomem (sink, NULL);
          line->origin[line->args.count] = itself ? (size_t) i : 0;
          text_list_add (&line->args, found[j]);
          if (line->args.failed)
            return diag_nomem (sink, NULL);
        }
    }
  return SFM_OK;
}

/* Add an input called TEXT, argument number ARG.  */
static sfm_status
add_word (struct wrap_line *line, const struct state *state,
          enum wrap_word_kind kind, const char *text, size_t arg, bool apart,
          const struct diag_sink *sink)
{
  if (!array_grow (&line->words, &line->word_capacity, line->word_count,
                   sizeof *line->words))
    return diag_nomem (sink, NULL);
  line->words[line->word_count++] = (struct wrap_word){
    .kind = kind,
    .text = text,
    .arg = arg,
    .apart = apart,
    .archive = state->archive,
    .lazy = state->lazy,
    .foreign = state->foreign,
  };
  return SFM_OK;
}

/* Handle -Map.  A map called "-" goes to standard output.  GNU ld makes up a
   name from that of the output if PATH has a percent sign or is a
   directory.  */
static void
take_map (struct wrap_line *line, const char *path)
{
  struct stat st;

  line->map_unreadable = strcmp (path, "-") == 0 || strchr (path, '%') != NULL
                         || (stat (path, &st) == 0 && S_ISDIR (st.st_mode));
  line->map = line->map_unreadable ? NULL : path;
  if (strcmp (path, "-") == 0)
    line->names_files = true;
}

/* Handle OPTION, which says how to read the inputs after it, in STATE; VALUE
   is its argument, if it has one.  */
static void
take_state (struct state *state, enum wrap_option option, const char *value)
{
  switch (option)
    {
    case WRAP_FORMAT:
      state->foreign
          = strcmp (value, "default") != 0 && !text_begins (value, "elf");
      break;
    case WRAP_ARCHIVES:
    case WRAP_SHARED:
      state->archive = option == WRAP_ARCHIVES;
      break;
    case WRAP_PUSH:
      if (state->depth < STATE_LIMIT)
        state->saved[state->depth] = state->archive;
      state->depth++;
      break;
    case WRAP_POP:
      if (state->depth > 0 && --state->depth < STATE_LIMIT)
        state->archive = state->saved[state->depth];
      break;
    case WRAP_START_LIB:
    case WRAP_END_LIB:
      state->lazy = option == WRAP_START_LIB;
      break;
    default:
      break;
    }
}

/* Handle -z KEYWORD.  */
static void
take_keyword (struct wrap_line *line, const char *keyword)
{
  if (strcmp (keyword, "nosectionheader") == 0)
    line->headerless = true;
  else if (strcmp (keyword, "sectionheader") == 0)
    line->headerless = false;
}

/* Handle OPTION, which only changes STATE or LINE; VALUE is its argument, if
   it has one.  */
static void
take_option (struct wrap_line *line, struct state *state,
             enum wrap_option option, const char *value)
{
  switch (option)
    {
    case WRAP_OUTPUT:
      line->output = value;
      break;
    case WRAP_DIRECTORY:
      text_list_add (&line->directories, value);
      break;
    case WRAP_MAP:
      take_map (line, value);
      break;
    case WRAP_PRINT_MAP:
      take_map (line, "-");
      break;
    case WRAP_TRACE:
      line->names_files = true;
      break;
    case WRAP_DEPENDENCIES:
      line->dependencies = value;
      break;
    case WRAP_OFORMAT:
      if (!text_begins (value, "elf"))
        line->straight = true;
      break;
    case WRAP_SYSROOT:
      line->sysroot = value;
      break;
    case WRAP_FATAL:
    case WRAP_NOT_FATAL:
      line->fatal_warnings = option == WRAP_FATAL;
      break;
    case WRAP_KEYWORD:
      take_keyword (line, value);
      break;
    case WRAP_STRIP:
      line->strips = true;
      break;
    case WRAP_STRAIGHT:
      line->straight = true;
      break;
    default:
      take_state (state, option, value);
      break;
    }
}

/* Whether OPTION has an argument, which may be the next word.  */
static bool
has_value (enum wrap_option option)
{
  return option == WRAP_VALUE || option == WRAP_OUTPUT
         || option == WRAP_LIBRARY || option == WRAP_DIRECTORY
         || option == WRAP_MAP || option == WRAP_DEPENDENCIES
         || option == WRAP_FORMAT || option == WRAP_OFORMAT
         || option == WRAP_SYSROOT || option == WRAP_KEYWORD;
}

/* Whether TEXT is a number in C syntax.  */
static bool
is_number (const char *text)
{
  char *end;

  strtoull (text, &end, 0);
  return text[0] >= '0' && text[0] <= '9' && *end == '\0';
}

/* Handle argument number *I of LINE, an option, and the next argument if it
   belongs to the option.  */
static sfm_status
take_dashed (struct wrap_line *line, struct state *state, size_t *i,
             const struct diag_sink *sink)
{
  const char *value;
  enum wrap_option option = wrap_option_find (line->args.items[*i], &value);
  bool apart = has_value (option) && value == NULL;

  if (option == WRAP_NUMBER && value == NULL && *i + 1 < line->args.count)
    *i += is_number (line->args.items[*i + 1]);
  if (apart)
    {
      /* The linker reports that the argument is missing.  */
      if (*i + 1 == line->args.count)
        return SFM_OK;
      value = line->args.items[++*i];
    }
  if (option != WRAP_LIBRARY)
    {
      take_option (line, state, option, value);
      return SFM_OK;
    }
  bool named = value[0] == ':';
  return add_word (line, state, named ? WORD_NAMED : WORD_LIBRARY,
                   value + named, *i, apart, sink);
}

sfm_status
wrap_line_read (int argc, char **argv, struct pool *pool,
                struct wrap_line *line, const struct diag_sink *sink)
{
  struct state state = { .depth = 0 };

  *line = (struct wrap_line){ .output = "a.out", .sysroot = "" };
  sfm_status status = expand (argc, argv, pool, line, sink);
  for (size_t i = 0; i < line->args.count && status == SFM_OK; i++)
    {
      const char *arg = line->args.items[i];
      if (arg[0] == '-' && arg[1] != '\0')
        status = take_dashed (line, &state, &i, sink);
      else
        status = add_word (line, &state, WORD_FILE, arg, i, false, sink);
    }
  if (status == SFM_OK && line->directories.failed)
    status = diag_nomem (sink, NULL);
  return status;
}

void
wrap_line_free (struct wrap_line *line)
{
  text_list_free (&line->args);
  text_list_free (&line->directories);
  free (line->origin);
  free (line->words);
}
