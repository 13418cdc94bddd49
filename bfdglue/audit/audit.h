/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit.h - findings about the .sframe of an image or object, with the file
   around it as evidence.  */

#ifndef BFDGLUE_AUDIT_H
#define BFDGLUE_AUDIT_H

#include "code-ranges.h"
#include "elf-image.h"
#include "function-index.h"
#include "finding.h"
#include "plt-code.h"
#include "input.h"
#include "repairable.h"
#include "pieces.h"

/* An image and what was read from it.  Before audit_read all but IMAGE is
   zero.  */
struct audit_image
{
  struct image image; /* open */
  struct image debug; /* its debug file; all zero if there is none */
  struct function_index index;
  struct code_ranges code;
  struct existing_sframe existing;
  /* A repair's decisions about PLT code; EXISTING's places are as after that
     repair.  */
  struct plt_code plt;
  struct repairable verdict;
};

/* Fill in AUDIT from AUDIT->image and its debug file SYMBOLS, or NULL.
   Warnings about pieces do not go to SINK: audit_find reports them.
   audit_free is due in any case.  Statuses: those of debug_file_open,
   function_index_read, code_ranges_read, pieces_read, repairable_judge,
   plt_code_read.  */
sfm_status audit_read (struct audit_image *audit, const char *symbols,
                       const struct diag_sink *sink) SFM_CHECKED;

/* Report each finding about AUDIT, which audit_read filled in: about the
   headers, the bytes, pieces, functions and relocations of each section, then
   about the whole image.  Statuses: NOMEM.  */
sfm_status audit_find (const struct audit_image *audit,
                       const struct finding_sink *found,
                       const struct diag_sink *sink) SFM_CHECKED;

/* Release all that AUDIT owns, including the image.  */
void audit_free (struct audit_image *audit);

/* Report each finding about the bytes and the relocations of the .sframe
   sections of OBJECT.  Statuses: NOMEM.  */
sfm_status audit_object (const struct input_object *object,
                         const struct finding_sink *found,
                         const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_AUDIT_H */
