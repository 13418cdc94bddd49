/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   function-index-read.c - read the functions of .eh_frame and of the symbol
   tables into the function index, and sort them; function-index.c and
   name-lookup.c search it.

   The two sources are read in parallel if there is a second processor.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "function-index.h"
#include "process.h"
#include "sorted.h"

/* The rank of SYMBOL's table.  Of equal symbols the one of the lowest rank is
   kept; its table has the most of them.  */
static int
table_rank (const struct function *symbol)
{
  return symbol->dynamic ? 2 : symbol->extra ? 1 : 0;
}

/* By address, size and name, and equal symbols by table, the one with the
   STT_FILE groups first, and then by group.  The group keeps apart local
   symbols of one name, which are common where functions were folded.  */
static int
compare_symbols (const void *a, const void *b)
{
  const struct function *x = a, *y = b;
  int order = compare_u64_pairs (a, b);
  if (order == 0)
    order = strcmp (x->name, y->name);
  if (order != 0)
    return order;
  if (table_rank (x) != table_rank (y))
    return table_rank (x) - table_rank (y);
  return (x->file > y->file) - (x->file < y->file);
}

/* Merge symbols of .dynsym, and of the image's .symtab beside a debug file,
   with the equal symbols of the table that has the groups.  A symbol that is
   global in either table is global.  */
static void
merge_tables (struct function_index *index)
{
  struct function *symbols = index->symbols.at;
  size_t kept = 0;

  for (size_t i = 0; i < index->symbols.count; i++)
    {
      struct function *last = kept == 0 ? NULL : &symbols[kept - 1];
      if (last == NULL || table_rank (&symbols[i]) == 0
          || last->addr != symbols[i].addr || last->size != symbols[i].size
          || strcmp (last->name, symbols[i].name) != 0)
        symbols[kept++] = symbols[i];
      else if (!last->global)
        {
          last->global = symbols[i].global;
          last->weak = symbols[i].weak;
        }
    }
  index->symbols.count = kept;
}

/* Read the functions of .eh_frame.  */
static sfm_status
read_frames (const struct image *image, const struct image *debug,
             struct function_index *index, const struct diag_sink *sink)
{
  TRY (code_ranges_read (image, &index->code, sink));
  TRY (eh_frame_read (image, debug, &index->code, &index->eh, sink));
  function_list_sort (&index->eh.functions, compare_u64_pairs);
  return function_list_index (&index->eh.functions)
             ? SFM_OK
             : diag_nomem (sink, image->path);
}

/* The task that reads the symbols while .eh_frame is read.  */
struct symbols_task
{
  const struct image *image;
  const struct image *debug;
  bool named;
  struct function_index *index; /* all members but .eh_frame's */
  struct diag_queue messages;
  sfm_status status;
};

static void
read_symbols (void *data)
{
  struct symbols_task *task = data;
  struct function_index *index = task->index;

  task->status
      = symbols_read (task->image, task->debug, index, &task->messages.sink);
  if (task->status != SFM_OK)
    return;
  function_list_sort (&index->symbols, compare_symbols);
  merge_tables (index);
  if ((task->named && !index_order_names (index))
      || !function_list_index (&index->symbols))
    task->status = diag_nomem (&task->messages.sink, task->image->path);
}

sfm_status
function_index_read (const struct image *image, const struct image *debug,
                     bool named, struct function_index *index,
                     const struct diag_sink *sink)
{
  struct symbols_task task
      = { .image = image, .debug = debug, .named = named, .index = index };
  struct threads_task thread;

  *index = (struct function_index){ .image = image };
  diag_queue_begin (&task.messages);
  threads_begin (&thread, image->size >= THREADS_WORTH_BYTES, read_symbols,
                 &task);
  sfm_status status = read_frames (image, debug, index, sink);
  threads_end (&thread);
  const sfm_status flushed = diag_queue_flush (
      &task.messages, status == SFM_OK ? sink : &diag_silent);
  if (status == SFM_OK)
    status = task.status != SFM_OK ? task.status : flushed;
  if (status != SFM_OK)
    function_index_free (index);
  return status;
}

void
function_index_free (struct function_index *index)
{
  code_ranges_free (&index->code);
  eh_frame_free (&index->eh);
  function_list_free (&index->symbols);
  free ((void *) index->files);
  free ((void *) index->files_by_name);
  free (index->by_name);
  free (index->name_buckets);
  free (index->position);
  *index = (struct function_index){ .files = NULL };
}
