/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-traces.h - taking the names of temporary files out of what a linker
   wrote.  */

#ifndef TOOL_WRAP_TRACES_H
#define TOOL_WRAP_TRACES_H

#include <stdio.h>

#include "say.h"

/* A name and what stands for it; in a list of dependencies, NULL: nothing.  */
struct trace
{
  const char *from;
  const char *to;
  const char *depends;
};

/* Replace them all, COUNT, in the map or message PATH.  Statuses: IO,
   NOMEM.  */
sfm_status traces_of_text (const char *path, const struct trace *traces,
                           size_t count, const struct say *sink) SFM_CHECKED;

/* The same in the makefile PATH, out of which names go with the blanks before
   them.  */
sfm_status traces_of_makefile (const char *path, const struct trace *traces,
                               size_t count,
                               const struct say *sink) SFM_CHECKED;

/* The same, and write the file at PATH to standard output.  */
sfm_status traces_print (const char *path, const struct trace *traces,
                         size_t count, const struct say *sink) SFM_CHECKED;

#endif /* TOOL_WRAP_TRACES_H */
