/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-line.c - a linker's command line, with response files expanded.  */

#include "config.h"

#include "options.h"
#include "wrap.h"

sfm_status
wrap_line_read (int argc, char **argv, struct pool *pool,
                struct wrap_line *line, const struct diag_sink *sink)
{
  *line = (struct wrap_line){ .args = { .count = 0 } };
  TRY (response_expand (&argc, &argv, pool, sink));
  for (int i = 1; i < argc; i++)
    text_list_add (&line->args, argv[i]);
  if (line->args.failed)
    return diag_nomem (sink, NULL);
  for (int i = 1; i < argc; i++)
    i += linker_option_take (&line->out, argv[i],
                             i + 1 < argc ? argv[i + 1] : NULL);
  if (line->out.name == NULL)
    line->out.name = "a.out";
  return SFM_OK;
}

void
wrap_line_free (struct wrap_line *line)
{
  text_list_free (&line->args);
}
