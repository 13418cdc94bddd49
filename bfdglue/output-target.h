/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-target.h - which file an output's name stands for.  */

#ifndef BFDGLUE_OUTPUT_TARGET_H
#define BFDGLUE_OUTPUT_TARGET_H

#include <stdbool.h>

#include "output-file.h"

struct target
{
  const char *path; /* as given */
  char *file;       /* behind all symbolic links; malloc'ed */
  const char *base; /* its last component */
  int folder;       /* the folder of FILE, open */
  bool stream;      /* a device or pipe to be written to as it is */
};

/* Find out what PATH stands for and whether OPTIONS allow to replace it.
   Statuses as for output_write; target_close is due in any case.  */
sfm_status target_open (const char *path, const struct output_options *options,
                        struct target *target,
                        const struct say *sink) SFM_CHECKED;

void target_close (struct target *target);

#endif /* BFDGLUE_OUTPUT_TARGET_H */
