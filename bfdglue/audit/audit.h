/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit.h - findings about the .sframe of an image or object, with the file
   around it as evidence.  */

#ifndef BFDGLUE_AUDIT_H
#define BFDGLUE_AUDIT_H

#include "finding.h"
#include "image-context.h"
#include "input.h"

/* Read CONTEXT->image and its debug file SYMBOLS, or NULL, and decide about
   its PLT code, so that the places of its pieces are as after a repair.
   Warnings about pieces do not go to SINK: audit_find reports them.
   image_context_free is due in any case.  Statuses: those of
   image_context_read.  */
sfm_status audit_read (struct image_context *context, const char *symbols,
                       const struct diag_sink *sink) SFM_CHECKED;

/* Report each finding about AUDIT, which audit_read filled in: about the
   headers, the bytes, pieces, functions and relocations of each section, then
   about PLT code.  ROWS: report rows that contradict .eh_frame, too.
   Statuses: NOMEM.  */
sfm_status audit_find (const struct image_context *audit, bool rows,
                       const struct finding_sink *found,
                       const struct diag_sink *sink) SFM_CHECKED;

/* Whether AUDIT, which audit_read filled in, is a detached file of ours: the
   code and the .eh_frame are in another one, so audit_find looks at the bytes
   only.  */
bool audit_is_detached (const struct image_context *audit);

/* Report how many functions of CONTEXT, which audit_read filled in, end in a
   call whose return address they do not cover.  Statuses: NOMEM.  */
sfm_status audit_calls (struct image_context *context,
                        const struct finding_sink *found,
                        const struct diag_sink *sink) SFM_CHECKED;

/* Report each finding about the bytes and the relocations of the .sframe
   sections of OBJECT.  Statuses: NOMEM.  */
sfm_status audit_object (const struct input_object *object,
                         const struct finding_sink *found,
                         const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_AUDIT_H */
