/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reader-files.c - which reader process reads which file.  */

#include "config.h"

#include "reader-files.h"
#include "reader-limits.h"

const char *
reader_path (const struct reader_files *files, size_t idx)
{
  return files->only != NULL ? files->only->path : files->paths[idx];
}

size_t
reader_of_file (size_t idx, size_t count)
{
  return idx / READER_FILES % count;
}
