/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-traces.h - taking the names of temporary files out of what a linker
   wrote.  */

#ifndef WRAP_WRAP_TRACES_H
#define WRAP_WRAP_TRACES_H

#include <stdio.h>

#include "wrap-copies.h"

struct traces
{
  const char *folder; /* where all temporary files are */
  const struct copies *copies;
};

/* Put other names in the place of the temporary ones in the map PATH: a copy
   is called as its original, a file that has none by its name alone.
   Statuses: IO, NOMEM.  */
sfm_status traces_of_text (const char *path, const struct traces *traces,
                           const struct diag_sink *sink) SFM_CHECKED;

/* The same in the makefile PATH, out of which names without an original go
   with the blanks before them.  */
sfm_status traces_of_makefile (const char *path, const struct traces *traces,
                               const struct diag_sink *sink) SFM_CHECKED;

/* Write the messages at PATH to STREAM, with the names that traces_of_text
   puts.  */
sfm_status traces_print (const char *path, FILE *stream,
                         const struct traces *traces,
                         const struct diag_sink *sink) SFM_CHECKED;

#endif /* WRAP_WRAP_TRACES_H */
