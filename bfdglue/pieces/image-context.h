/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-context.h - one linked image and all that is read from it.

   link, repair, convert and check read an image by the same function in the
   same order, before they decide anything.  */

#ifndef BFDGLUE_IMAGE_CONTEXT_H
#define BFDGLUE_IMAGE_CONTEXT_H

#include "code-ranges.h"
#include "elf-image.h"
#include "function-index.h"
#include "pieces.h"
#include "plt-code.h"

/* Before image_context_read, all members but the first three are zero.  */
struct image_context
{
  struct image image; /* open */
  bool keep_rows;     /* keep rows that call frame information contradicts */
  bool named;         /* symbols will be looked up by name */
  struct image debug; /* its debug file; all zero if there is none */
  char *debug_path;   /* ... if it was found by the build-id */
  struct function_index index;
  struct existing_sframe existing;
  struct plt_code plt;
};

/* Fill in CONTEXT from CONTEXT->image and its debug file SYMBOLS, or NULL.  If
   SYMBOLS says where to search for one (debug-file.h), it is no error if there
   is none, or one that does not belong to the image.  PLT_MODE says which PLT
   code has to be described, and which existing functions for it stay.
   Messages about the pieces and PLT code go to PIECES_SINK, all others to
   SINK.  The caller releases CONTEXT with image_context_free in any case.
   Statuses: those of debug_file_open, function_index_read, pieces_read,
   plt_code_read, plt_code_decide.  */
sfm_status
image_context_read (struct image_context *context, const char *symbols,
                    enum plt_mode plt_mode, const struct diag_sink *sink,
                    const struct diag_sink *pieces_sink) SFM_CHECKED;

/* Release all that CONTEXT owns, including the image.  */
void image_context_free (struct image_context *context);

#endif /* BFDGLUE_IMAGE_CONTEXT_H */
