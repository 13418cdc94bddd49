/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-line.h - a linker's command line, with response files expanded.  */

#ifndef WRAP_WRAP_LINE_H
#define WRAP_WRAP_LINE_H

#include "linker-options.h"
#include "text-list.h"

struct wrap_line
{
  struct text_list args; /* all arguments but argv[0], with response files
                            expanded */
  struct linker_output out;
};

/* Parse the ARGC arguments at ARGV into LINE.  Memory is owned by POOL or
   LINE.  Statuses: NOMEM, IO, LIMIT.  */
sfm_status wrap_line_read (int argc, char **argv, struct pool *pool,
                           struct wrap_line *line,
                           const struct diag_sink *sink) SFM_CHECKED;

void wrap_line_free (struct wrap_line *line);

#endif /* WRAP_WRAP_LINE_H */
