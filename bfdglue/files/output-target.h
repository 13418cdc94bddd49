/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-target.h - the file that an output's path leads to.  */

#ifndef BFDGLUE_OUTPUT_TARGET_H
#define BFDGLUE_OUTPUT_TARGET_H

#include <stdbool.h>

#include "output-file.h"

struct target
{
  const char *path;   /* as given */
  char *file;         /* after all symbolic links; from malloc */
  const char *base;   /* its last component */
  int directory;      /* the directory of FILE, open */
  bool stream;        /* a device or pipe to be written to as it is */
  bool replaces_like; /* it must be OPTIONS->like, unchanged */
  bool exists;        /* there is such a file */
  bool made;          /* it was made here, empty, and is not replaced yet */
};

/* Find the file that PATH leads to, and check that OPTIONS allow it to be
   replaced.  If TREE is not NULL, PATH is a file in it, and nothing else.
   Statuses: those of output_write; TARGET needs target_close in any case.
   PATH is borrowed.  */
sfm_status target_open (const char *path, const struct file_tree *tree,
                        const struct output_options *options,
                        struct target *target,
                        const struct diag_sink *sink) SFM_CHECKED;

/* TARGET has its new content: keep it, even if it was made here.  */
void target_keep (struct target *target);

void target_close (struct target *target);

#endif /* BFDGLUE_OUTPUT_TARGET_H */
