/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-context.c - read a linked image.

   Each step uses the ones before it: the symbols of the debug file say where
   functions start, starts and code ranges confirm the addresses of the
   existing pieces, and the bytes of PLT code decide which functions of the
   pieces stay for it.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "debug-file.h"
#include "image-context.h"
#include "process.h"

/* Open the debug file that SYMBOLS means as CONTEXT->debug, if there is
   one.  */
static sfm_status
open_debug (struct image_context *context, const char *symbols,
            const struct diag_sink *sink)
{
  const struct image *image = &context->image;

  if (symbols == NULL)
    return SFM_OK;
  if (!debug_file_searched (symbols))
    return debug_file_open (symbols, image, &context->debug, sink);
  context->debug_path = debug_file_find (symbols, image);
  if (context->debug_path == NULL)
    return SFM_OK;
  const sfm_status status = debug_file_open (context->debug_path, image,
                                             &context->debug, &diag_silent);
  if (status == SFM_ERR_NOMEM)
    return diag_nomem (sink, image->path);
  if (status == SFM_OK)
    diag (sink, DIAG_DETAIL, image->path, "its debug file is %s",
          context->debug_path);
  else
    diag (sink, DIAG_DETAIL, image->path,
          "%s is no debug file of it that can be used", context->debug_path);
  return SFM_OK;
}

/* Read the index of CONTEXT.  Nothing else needs bytes of the debug file.  */
static sfm_status
read_index (struct image_context *context, const struct diag_sink *sink)
{
  const struct image *debug
      = context->debug.path != NULL ? &context->debug : NULL;

  return image_settle (
      &context->debug,
      function_index_read (&context->image, debug, &context->index, sink),
      sink);
}

/* The task that orders the names of INDEX while the pieces are read, which
   needs none.  */
struct names_task
{
  struct function_index *index;
  bool good;
};

static void
order_names (void *data)
{
  struct names_task *task = data;

  task->good = index_order_names (task->index);
}

/* Read the pieces and the PLT code of CONTEXT, whose index is read.  */
static sfm_status
read_pieces (struct image_context *context, enum plt_mode plt_mode,
             const struct diag_sink *sink)
{
  TRY (pieces_read (&context->index, context->keep_rows, &context->existing,
                    sink));
  TRY (plt_code_read (&context->index, plt_mode, &context->plt, sink));
  return plt_code_decide (&context->existing, plt_mode, &context->plt, sink);
}

sfm_status
image_context_read (struct image_context *context, const char *symbols,
                    enum plt_mode plt_mode, const struct diag_sink *sink,
                    const struct diag_sink *pieces_sink)
{
  const struct image *image = &context->image;
  struct names_task names = { .index = &context->index, .good = true };
  struct threads_task thread;

  TRY (open_debug (context, symbols, sink));
  TRY (read_index (context, sink));
  if (!context->named)
    return read_pieces (context, plt_mode, pieces_sink);
  threads_begin (&thread, image->size >= THREADS_WORTH_BYTES, order_names,
                 &names);
  const sfm_status status = read_pieces (context, plt_mode, pieces_sink);
  threads_end (&thread);
  return names.good ? status : diag_nomem (sink, image->path);
}

void
image_context_free (struct image_context *context)
{
  plt_code_free (&context->plt);
  pieces_free (&context->existing);
  function_index_free (&context->index);
  image_close (&context->debug);
  free (context->debug_path);
  image_close (&context->image);
  memset (context, 0, sizeof *context);
}
