/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-frame.h - the functions that .eh_frame describes.  */

#ifndef BFDGLUE_EH_FRAME_H
#define BFDGLUE_EH_FRAME_H

#include <stdbool.h>

#include "code-ranges.h"
#include "elf-image.h"
#include "function-list.h"

/* List in FUNCTIONS, which is empty, the functions that .eh_frame of IMAGE
   describes, in the order of the FDEs, as far as it can be read: damage gives
   a warning.  CODE is IMAGE's.  Set *COMPLETE if there is an .eh_frame and all
   of it was read.  The caller releases FUNCTIONS in any case.  Statuses:
   NOMEM.  */
sfm_status eh_frame_read (const struct image *image,
                          const struct code_ranges *code,
                          struct function_list *functions, bool *complete,
                          const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_EH_FRAME_H */
