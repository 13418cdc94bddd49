/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-describe.c - let sfmerge describe what the linker wrote.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "wrap.h"

/* Whether WORD, up to an equals sign, is the option NAME, or an abbreviation
   for getopt_long.  */
static bool
is_option (const char *word, const char *name)
{
  const size_t size = strcspn (word, "=");

  return size > 2 && strncmp (word, name, size) == 0;
}

sfm_status
wrap_options (struct wrap_link *link)
{
  const char *text = getenv ("SFMERGE_OPTIONS");
  int count;

  TRY (response_split (text == NULL ? "" : text, &count, &link->options,
                       &link->pool, &link->report->sink));
  for (int i = 0; i < count; i++)
    {
      const char *word = link->options[i];
      link->fatal |= is_option (word, "--fatal-warnings")
                     || is_option (word, "--require");
      link->targeted |= is_option (word, "--to") || is_option (word, "--for");
      link->verbose
          |= strcmp (word, "-v") == 0 || strcmp (word, "--verbose") == 0;
    }
  return SFM_OK;
}

sfm_status
wrap_sfmerge (struct wrap_link *link, struct text_list *args)
{
  const struct diag_sink *sink = &link->report->sink;
  const char *sfmerge = wrap_find_sfmerge (&link->pool, sink);
  char **argv = text_list_end (args);
  struct child_end end = { .status = 0 };
  sfm_status status = sfmerge == NULL ? SFM_ERR_IO
                      : argv == NULL
                          ? diag_nomem (sink, NULL)
                          : child_run (sfmerge, argv, NULL, &end, sink);

  text_list_free (args);
  if (status != SFM_OK || (end.status == 0 && end.signal == 0))
    return status;
  /* If it failed it has said why, unless a signal ended it.  */
  if (end.signal != 0 && child_signal () == 0)
    diag (sink, DIAG_ERROR, sfmerge, "was ended by a signal: %s",
          strsignal (end.signal));
  return SFM_ERR_UNSUPP;
}

sfm_status
wrap_describe (struct wrap_link *link)
{
  const char *output = link->line.out.name;
  const char *words[LINKER_WORDS];
  struct text_list args = { 0 };

  if (output[0] == '-')
    output = text_format (&link->pool, "./%s", output);
  text_list_add (&args, "sfmerge");
  text_list_add (&args, "repair");
  if (!link->verbose)
    text_list_add (&args, "--quiet");
  const size_t count
      = linker_output_words (&link->line.out, link->targeted, words);
  for (size_t i = 0; i < count; i++)
    text_list_add (&args, words[i]);
  for (char **option = link->options; *option != NULL; option++)
    text_list_add (&args, *option);
  /* Not -i, which waits until the file is on the disk.  */
  text_list_add (&args, "-o");
  text_list_add (&args, output);
  text_list_add (&args, "--");
  text_list_add (&args, output);
  return wrap_sfmerge (link, &args);
}
