/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   input-watch.c - messages about files that were read before, the same whoever
   finds that out.  */

#include "config.h"

#include "input-watch.h"

void
input_tell_archive (const struct diag_sink *sink, const char *path)
{
  diag (sink, DIAG_DETAIL, path, "was read before");
}

void
input_tell_members (const struct diag_sink *sink, const char *path,
                    size_t count)
{
  if (count != 0)
    diag (sink, DIAG_NOTE, path, "%zu of its members were read before", count);
}
