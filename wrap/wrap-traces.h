/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-traces.h - remove the names of temporary files from a linker's
   output.  */

#ifndef WRAP_WRAP_TRACES_H
#define WRAP_WRAP_TRACES_H

#include <stdio.h>

#include "wrap-copies.h"

struct traces
{
  const char *directory; /* the temporary directory */
  const struct copies *copies;
  /* Messages about these inputs that refused_line knows are not printed, but
     added to HELD, with their newlines, in POOL; all three may be NULL.  */
  const struct wrap_inputs *inputs;
  struct text_list *held;
  struct pool *pool;
};

/* Replace temporary names in the link map PATH: a copy by its original,
   another file by its name without the directory.  Statuses: IO, NOMEM.  */
sfm_status traces_of_text (const char *path, const struct traces *traces,
                           const struct diag_sink *sink) SFM_CHECKED;

/* The same in the makefile PATH, but files without an original are removed,
   with the spaces before them.  */
sfm_status traces_of_makefile (const char *path, const struct traces *traces,
                               const struct diag_sink *sink) SFM_CHECKED;

/* Write the messages at PATH to STREAM, with names replaced as by
   traces_of_text.  */
sfm_status traces_print (const char *path, FILE *stream,
                         const struct traces *traces,
                         const struct diag_sink *sink) SFM_CHECKED;

#endif /* WRAP_WRAP_TRACES_H */
