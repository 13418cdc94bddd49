/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-holes.h - what the holes of a file may cost.  */

#ifndef BFDGLUE_FILE_HOLES_H
#define BFDGLUE_FILE_HOLES_H

#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "sfmerge.h"

/* Check that the file NAME, with SIZE bytes at BYTES of which STORED are not
   in holes, asks for no more work than these are worth.  Statuses: LIMIT.  */
sfm_status file_check_holes (const char *name, const uint8_t *bytes,
                             size_t size, size_t stored,
                             const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_FILE_HOLES_H */
