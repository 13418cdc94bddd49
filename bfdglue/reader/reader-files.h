/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reader-files.h - the files that reader processes share.  */

#ifndef BFDGLUE_READER_FILES_H
#define BFDGLUE_READER_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "file-bytes.h"

/* The files that all reader processes share: process K of N reads READER_FILES
   of them, from number K * READER_FILES on, then those N times as many
   later.  */
struct reader_files
{
  char *const *paths;
  size_t count;
  const struct file_source *only; /* not NULL: the only file */
  bool code;                      /* objects with their code */
  bool terse;                     /* without messages of DIAG_DETAIL */
};

/* The path of file number IDX.  */
const char *reader_path (const struct reader_files *files, size_t idx);

/* The number of the process of COUNT that reads file number IDX.  */
size_t reader_of_file (size_t idx, size_t count);

#endif /* BFDGLUE_READER_FILES_H */
