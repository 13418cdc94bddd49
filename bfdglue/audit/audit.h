/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit.h - what the file around a .sframe section shows to be wrong with
   it.  */

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

/* An image, and all that is known of it.  All zero but for IMAGE before
   audit_read.  */
struct audit_image
{
  struct image image; /* open */
  struct image debug; /* its debug file; all zero if there is none */
  struct function_index index;
  struct code_ranges code;
  struct existing_sframe existing;
  struct plt_code
      plt; /* what a repair would do; EXISTING's places are as if it
                           had been done */
  struct repairable verdict;
};

/* Read what AUDIT->image and SYMBOLS, its debug file or NULL, tell.  What is
   wrong with the image's pieces is not said: audit_find tells.  Statuses:
   those of debug_file_open, function_index_read, code_ranges_read,
   pieces_read.  */
sfm_status audit_read (struct audit_image *audit, const char *symbols,
                       const struct diag_sink *sink) SFM_CHECKED;

/* Report each finding about AUDIT, which audit_read filled in: those of the
   engine's checker about the bytes of each section, then those of the image
   around it.  Statuses: NOMEM.  */
sfm_status audit_find (const struct audit_image *audit,
                       const struct finding_sink *found,
                       const struct diag_sink *sink) SFM_CHECKED;

/* Release all that AUDIT has, the image too.  */
void audit_free (struct audit_image *audit);

/* Report each finding about the .sframe sections of OBJECT: those of their
   bytes, and those of their relocations.  Statuses: NOMEM.  */
sfm_status audit_object (const struct input_object *object,
                         const struct finding_sink *found,
                         const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_AUDIT_H */
