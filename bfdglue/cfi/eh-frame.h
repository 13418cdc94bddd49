/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-frame.h - the functions that .eh_frame describes.  */

#ifndef BFDGLUE_EH_FRAME_H
#define BFDGLUE_EH_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf-image.h"

/* What an FDE describes.  */
struct eh_function
{
  uint64_t addr;
  uint64_t size;
};

struct eh_functions
{
  struct eh_function *functions; /* from malloc, in the order of the FDEs */
  size_t count;
  bool complete; /* .eh_frame is there, and was read to its end */
};

/* List the functions of IMAGE, as far as .eh_frame can be read: damage is a
   warning.  On failure FUNCTIONS is empty.  Statuses: NOMEM.  */
sfm_status eh_frame_read (const struct image *image,
                          struct eh_functions *functions,
                          const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_EH_FRAME_H */
