/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-line.h - what a linker's command line says about the output.  */

#ifndef WRAP_WRAP_LINE_H
#define WRAP_WRAP_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "wrap-text.h"

struct wrap_line
{
  struct text_list args; /* all arguments but argv[0], with response files
                            expanded */
  const char *output;
  bool straight;    /* the linker only prints something, or the output is not
                       ELF */
  bool relocatable; /* -r */
  bool placed;      /* the user chooses addresses, or the whole layout */
  bool headerless;  /* -z nosectionheader: what the headers led to is left */
  bool colored;     /* the user says whether messages have colors */
};

/* Parse the ARGC arguments at ARGV into LINE.  Memory is owned by POOL or
   LINE.  Statuses: NOMEM, IO, LIMIT.  */
sfm_status wrap_line_read (int argc, char **argv, struct pool *pool,
                           struct wrap_line *line,
                           const struct diag_sink *sink) SFM_CHECKED;

void wrap_line_free (struct wrap_line *line);

#endif /* WRAP_WRAP_LINE_H */
