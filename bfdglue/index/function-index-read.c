/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   function-index-read.c - read the functions of .eh_frame and of the symbol
   tables into the function index, and sort them; function-index.c and
   name-lookup.c search it.

   The two sources are read in parallel if there is a second processor.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "function-index.h"
#include "keyed-sort.h"
#include "diag-queue.h"
#include "threads.h"
#include "sorted.h"

/* The rank of SYMBOL's table.  Of equal symbols the one of the lowest rank is
   kept; its table has the most of them.  */
static int
table_rank (const struct indexed_symbol *symbol)
{
  return symbol->dynamic ? 2 : symbol->extra ? 1 : 0;
}

/* By address, size and name, and equal symbols by table, the one with the
   STT_FILE groups first, and then by group.  The group keeps apart local
   symbols of one name, which are common where functions were folded.  */
static int
compare_symbols (const void *a, const void *b)
{
  const struct indexed_symbol *x = a, *y = b;
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
  struct indexed_symbol *symbols = index->symbols;
  size_t kept = 0;

  for (size_t i = 0; i < index->symbol_count; i++)
    {
      struct indexed_symbol *last = kept == 0 ? NULL : &symbols[kept - 1];
      if (symbols[i].file != 0 && !symbols[i].global)
        index->has_file_locals = true;
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
  index->symbol_count = kept;
}

/* Read the functions of .eh_frame.  */
static sfm_status
read_frames (const struct image *image, struct function_index *index,
             const struct diag_sink *sink)
{
  struct eh_functions found;
  sfm_status status = eh_frame_read (image, &found, sink);

  if (status != SFM_OK)
    return status;
  index->eh = found.functions;
  index->eh_count = found.count;
  index->eh_complete = found.complete;
  if (index->eh_count != 0)
    keyed_sort (index->eh, index->eh_count, sizeof *index->eh,
                offsetof (struct eh_function, addr), compare_u64_pairs);
  return address_index_make (&index->eh_addresses, index->eh, index->eh_count,
                             sizeof *index->eh,
                             offsetof (struct eh_function, addr))
             ? SFM_OK
             : diag_nomem (sink, image->path);
}

/* The task that reads the symbols while .eh_frame is read.  */
struct symbols_task
{
  const struct image *image;
  const struct image *debug;
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
  if (index->symbol_count != 0)
    keyed_sort (index->symbols, index->symbol_count, sizeof *index->symbols,
                offsetof (struct indexed_symbol, addr), compare_symbols);
  merge_tables (index);
  if (!index_order_names (index)
      || !address_index_make (&index->symbol_addresses, index->symbols,
                              index->symbol_count, sizeof *index->symbols,
                              offsetof (struct indexed_symbol, addr)))
    task->status = diag_nomem (&task->messages.sink, task->image->path);
}

sfm_status
function_index_read (const struct image *image, const struct image *debug,
                     struct function_index *index,
                     const struct diag_sink *sink)
{
  struct symbols_task task
      = { .image = image, .debug = debug, .index = index };
  struct threads_task thread;

  *index = (struct function_index){ .eh = NULL };
  diag_queue_begin (&task.messages);
  threads_begin (&thread, image->size >= THREADS_WORTH_BYTES, read_symbols,
                 &task);
  sfm_status status = read_frames (image, index, sink);
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
  free (index->eh);
  free (index->symbols);
  address_index_free (&index->eh_addresses);
  address_index_free (&index->symbol_addresses);
  free ((void *) index->files);
  free ((void *) index->files_by_name);
  free (index->by_name);
  free (index->name_buckets);
  free (index->position);
  *index = (struct function_index){ .eh = NULL };
}
