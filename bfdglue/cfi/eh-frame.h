/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-frame.h - the call frame information of an image, and the functions that
   it describes.  */

#ifndef BFDGLUE_EH_FRAME_H
#define BFDGLUE_EH_FRAME_H

#include <stdbool.h>

#include "code-ranges.h"
#include "elf-image.h"
#include "function-list.h"
#include "sfmerge.h"

/* A section that was read.  */
struct eh_section
{
  struct sfm_cfi_section cfi;
  uint8_t *owned;  /* what CFI borrows, of a compressed or relocated section;
                     else NULL */
  uint64_t before; /* bytes of the sections before it */
};

/* What an image has.  All zero: nothing.  */
struct eh_frame
{
  struct eh_section *sections;
  size_t section_count;
  size_t section_capacity;
  struct function_list functions; /* in the order of the FDEs, each with the
                                     place of its FDE and the digest of its
                                     rules */
  uint64_t dead;   /* FDEs of no code, which are not among FUNCTIONS */
  uint64_t unread; /* damaged ones, too */
  bool complete; /* there is call frame information, and all of it was read */
};

/* Read .eh_frame of IMAGE, whose code is CODE, into FRAME, which is all zero,
   or, if there is none, .debug_frame of IMAGE or of DEBUG, its debug file or
   NULL.  What cannot be read gives a warning.  The caller releases FRAME in
   any case, before IMAGE and DEBUG.  Statuses: NOMEM.  */
sfm_status eh_frame_read (const struct image *image, const struct image *debug,
                          const struct code_ranges *code,
                          struct eh_frame *frame,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Read the FDE at AT (function.at) into FDE again.  *SECTION, NULL before the
   first call, and FDE are kept from call to call, as sfm_cfi_next wants.
   False: there is none.  */
bool eh_frame_fde (const struct eh_frame *frame, uint64_t at,
                   const struct sfm_cfi_section **section,
                   struct sfm_cfi_fde *fde);

void eh_frame_free (struct eh_frame *frame);

#endif /* BFDGLUE_EH_FRAME_H */
