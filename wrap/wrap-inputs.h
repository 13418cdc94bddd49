/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-inputs.h - the files that a linker will read for a command line.  */

#ifndef WRAP_WRAP_INPUTS_H
#define WRAP_WRAP_INPUTS_H

#include "wrap-line.h"

#define WRAP_NO_WORD ((size_t) -1)

/* An object of a machine with an SFrame ABI, or an archive.  */
struct wrap_input
{
  const char *path;
  size_t word;  /* index into wrap_line.words, or WRAP_NO_WORD if a linker
                   script names the file */
  bool archive; /* thin or not */
  bool lazy;
  bool bare; /* an object seen to be without functions in section groups */
};

struct wrap_inputs
{
  struct wrap_input *items;
  size_t count;
  size_t capacity;
};

/* List the inputs of LINE, and see which are bare if COMDAT.  Files that do
   not exist, shared objects and files of other kinds are skipped silently.
   The paths are in POOL or in LINE.  Statuses: NOMEM.  */
sfm_status wrap_inputs_find (const struct wrap_line *line, bool comdat,
                             struct pool *pool, struct wrap_inputs *inputs,
                             const struct diag_sink *sink) SFM_CHECKED;

void wrap_inputs_free (struct wrap_inputs *inputs);

#endif /* WRAP_WRAP_INPUTS_H */
