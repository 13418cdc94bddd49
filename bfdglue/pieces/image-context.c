/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-context.c - read a linked image.

   Each step uses the ones before it: the symbols of the debug file say where
   functions start, starts and code ranges confirm the addresses of the
   existing pieces, and the bytes of PLT code which of their functions for it
   stay.  */

#include "config.h"

#include <string.h>

#include "debug-file.h"
#include "image-context.h"

sfm_status
image_context_read (struct image_context *context, const char *symbols,
                    enum plt_mode plt_mode, const struct diag_sink *sink,
                    const struct diag_sink *pieces_sink)
{
  const struct image *image = &context->image;
  const struct image *debug = symbols != NULL ? &context->debug : NULL;
  sfm_status status = SFM_OK;

  if (debug != NULL)
    status = debug_file_open (symbols, image, &context->debug, sink);
  if (status == SFM_OK)
    status = function_index_read (image, debug, context->named,
                                  &context->index, sink);
  if (status == SFM_OK)
    status = pieces_read (&context->index, context->keep_rows,
                          &context->existing, pieces_sink);
  if (status == SFM_OK)
    status = plt_code_read (&context->index, plt_mode, &context->plt,
                            pieces_sink);
  if (status == SFM_OK)
    status = plt_code_decide (&context->existing, plt_mode, &context->plt,
                              pieces_sink);
  return status;
}

void
image_context_free (struct image_context *context)
{
  plt_code_free (&context->plt);
  pieces_free (&context->existing);
  function_index_free (&context->index);
  image_close (&context->debug);
  image_close (&context->image);
  memset (context, 0, sizeof *context);
}
