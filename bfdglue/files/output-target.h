/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-target.h - which file an output's name stands for.  */

#ifndef BFDGLUE_OUTPUT_TARGET_H
#define BFDGLUE_OUTPUT_TARGET_H

#include <stdbool.h>

#include "output-file.h"

struct target
{
  const char *path;   /* as given */
  char *file;         /* after all symbolic links; malloc'ed */
  const char *base;   /* its last component */
  int folder;         /* the directory of FILE, open */
  bool stream;        /* a device or pipe to be written to as it is */
  bool replaces_like; /* it is the file that the options name */
  bool exists;        /* there is such a file */
  bool made;          /* it was made here, empty, and is not replaced yet */
};

/* Find out what PATH stands for and whether OPTIONS allow to replace it.
   Statuses as for output_write; target_close is due in any case.  */
sfm_status target_open (const char *path, const struct output_options *options,
                        struct target *target,
                        const struct diag_sink *sink) SFM_CHECKED;

/* TARGET has its new content: it stays, even if it was made here.  */
void target_keep (struct target *target);

void target_close (struct target *target);

#endif /* BFDGLUE_OUTPUT_TARGET_H */
