/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-frame.h - the functions that .eh_frame describes.  */

#ifndef BFDGLUE_EH_FRAME_H
#define BFDGLUE_EH_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf-image.h"

/* The range of an FDE.  */
struct eh_function
{
  uint64_t addr;
  uint64_t size;
};

struct eh_functions
{
  struct eh_function *functions; /* from malloc, in the order of the FDEs */
  size_t count;
  bool complete; /* there is an .eh_frame, and all of it was read */
};

/* List the functions that .eh_frame of IMAGE describes, as far as it can be
   read: damage gives a warning.  The caller frees FUNCTIONS->functions; after
   a failure FUNCTIONS is empty.  Statuses: NOMEM.  */
sfm_status eh_frame_read (const struct image *image,
                          struct eh_functions *functions,
                          const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_EH_FRAME_H */
