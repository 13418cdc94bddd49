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
#include "elf-symbols.h"
#include "function-index.h"
#include "go-table.h"
#include "index-limits.h"
#include "pool.h"
#include "process.h"
#include "sorted.h"

/* Read the functions and labels of the symbol tables of an image and of its
   debug file.

   Both .symtab and .dynsym are read: mold makes hidden globals local in
   .symtab, and linkers that write versions into the names of .symtab ("f@@V1")
   do not in .dynsym.  A symbol of both counts once.  Of a debug file only
   .symtab is read, as the image has .dynsym.  It takes the place of the
   image's own .symtab, which may have been thinned out and whose symbols count
   as additions.

   An STT_FILE symbol is followed by the locals of its object.  One without a
   name begins the locals that GNU ld made from globals; they are in no group.

   A name that could not be read might be any name.  So after damage the
   absence of a name means nothing (has_symtab), and a damaged debug file,
   which is optional, is refused.  */

struct symbol_reader
{
  const struct image *debug; /* or NULL */
  const struct diag_sink *sink;
  struct function_index *index;

  /* The current table.  */
  struct image_symbol symbol; /* of the image or its debug file */
  uint64_t names_left;        /* bytes of names that may still be read */
  uint32_t file;
  bool dynamic;
  bool extra; /* a debug file's table takes the place of this one */
  bool damaged;
};

/* True if the current table is the debug file's.  */
static bool
is_debug (const struct symbol_reader *r)
{
  return r->symbol.image == r->debug;
}

/* Report, once a table, WHAT is wrong at the current symbol.  */
static void
complain (struct symbol_reader *r, const char *what)
{
  if (!r->damaged)
    diag_at (r->sink, is_debug (r) ? DIAG_ERROR : DIAG_WARNING,
             r->symbol.image->path, r->symbol.table->name,
             symbol_offset (&r->symbol) - r->symbol.table->offset, "%s%s",
             what, is_debug (r) ? "" : "; functions may go unconfirmed");
  r->damaged = true;
}

static sfm_status
add_file (struct symbol_reader *r, const char *name)
{
  uint32_t number;

  r->file = 0;
  if (name[0] == '\0')
    return SFM_OK;
  if (!string_set_add (&r->index->files, name, strlen (name), &number))
    return diag_nomem (r->sink, r->symbol.image->path);
  r->file = number + 1;
  return SFM_OK;
}

static sfm_status
add_symbol (struct symbol_reader *r, const char *name)
{
  const unsigned bind = symbol_bind (&r->symbol);
  const struct function symbol = { .name = name,
                                   .addr = symbol_value (&r->symbol),
                                   .size = symbol_size (&r->symbol),
                                   .file = bind == STB_LOCAL ? r->file : 0,
                                   .global = bind != STB_LOCAL,
                                   .weak = bind == STB_WEAK,
                                   .dynamic = r->dynamic,
                                   .extra = r->extra };

  /* by_name holds 32-bit indices.  */
  if (r->index->symbols.count >= UINT32_MAX)
    return SFM_OK;
  return function_list_add (&r->index->symbols, &symbol)
             ? SFM_OK
             : diag_nomem (r->sink, r->symbol.image->path);
}

/* Read the current symbol.  SFM_END: too many bytes of names were read, and
   the rest of the table is left unread.  */
static sfm_status
read_symbol (struct symbol_reader *r)
{
  const char *name = symbol_name (&r->symbol);
  const bool file
      = symbol_type (&r->symbol) == STT_FILE && !r->dynamic && !r->extra;
  const uint32_t name_offset = symbol_name_offset (&r->symbol);
  uint32_t section;

  if (name_offset >= r->symbol.strings_size && name_offset != 0)
    {
      complain (r, "a name outside the string table");
      return SFM_OK;
    }
  if (!symbol_section_number (&r->symbol, &section))
    {
      complain (r, "a section index that is missing");
      return SFM_OK;
    }
  if (!file && !symbol_names_code (&r->symbol, name, section))
    return SFM_OK;
  const uint64_t size = strlen (name);
  if (size > r->names_left)
    {
      complain (r, "too many names in the same bytes");
      return SFM_END;
    }
  r->names_left -= size;
  return file ? add_file (r, name) : add_symbol (r, name);
}

/* Read the first table of TYPE of IMAGE.  */
static sfm_status
read_table (struct symbol_reader *r, const struct image *image, uint32_t type)
{
  const bool sound = symbol_table (image, type, &r->symbol);
  sfm_status status = SFM_OK;

  if (r->symbol.table == NULL)
    return SFM_OK;
  r->dynamic = type == SHT_DYNSYM;
  r->extra = !r->dynamic && r->debug != NULL && !is_debug (r);
  r->file = 0;
  r->damaged = false;
  const uint64_t count = r->symbol.table->size / ELF_SYM_SIZE;
  r->names_left = (uint64_t) r->symbol.strings_size * NAMES_SHARE_LIMIT
                  + count * NAME_SIZE_MEAN;
  if (!sound)
    complain (r, "not a symbol table with strings");
  else
    {
      function_list_expect (&r->index->symbols, (size_t) count);
      while (status == SFM_OK && symbol_next_here (&r->symbol))
        status = read_symbol (r);
      if (!r->dynamic && !r->extra && count > 1)
        r->index->has_symtab = !r->damaged;
    }
  if (status == SFM_OK || status == SFM_END)
    status = r->damaged && is_debug (r) ? SFM_ERR_CORRUPT : SFM_OK;
  return status;
}

/* Fill in the symbols, unsorted, and the files.  Reports and
   statuses are those of function_index_read.  */
static sfm_status
symbols_read (const struct image *image, const struct image *debug,
              struct function_index *index, const struct diag_sink *sink)
{
  struct symbol_reader reader
      = { .debug = debug, .sink = sink, .index = index };

  TRY (read_table (&reader, image, SHT_SYMTAB));
  TRY (read_table (&reader, image, SHT_DYNSYM));
  return debug == NULL ? SFM_OK : read_table (&reader, debug, SHT_SYMTAB);
}

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

/* Leave out of FRAME, if it is .debug_frame, what TABLE has.  */
static void
leave_go (const struct go_table *table, struct eh_frame *frame)
{
  struct function_list *list = &frame->functions;
  size_t kept = 0;

  if (!eh_frame_is_debug (frame))
    return;
  for (size_t i = 0; i < list->count; i++)
    if (!go_table_has (table, list->at[i].addr))
      list->at[kept++] = list->at[i];
  frame->unsaved = list->count - kept;
  list->count = kept;
}

/* Read the table of Go, and leave out what Go's linker says of the same code
   in .debug_frame: it does not tell where FP is saved, though most functions
   save it, so that it seems to be the caller's.  */
static sfm_status
read_go (struct function_index *index, const struct diag_sink *sink)
{
  struct go_table table;

  const sfm_status status = go_table_read (&index->code, &table, sink);
  if (status == SFM_OK && table.version == GO_NONE && table.why == NULL)
    return SFM_OK;
  index->go = malloc (sizeof *index->go);
  if (index->go == NULL || status != SFM_OK)
    {
      go_table_free (&table);
      free (index->go);
      index->go = NULL;
      return status != SFM_OK ? status : diag_nomem (sink, index->image->path);
    }
  *index->go = table;
  if (table.version == GO_NONE)
    return SFM_OK;
  leave_go (&table, &index->eh);
  leave_go (&table, &index->rest);
  return SFM_OK;
}

/* Read the functions of .eh_frame and .debug_frame.  */
static sfm_status
read_frames (const struct image *image, const struct image *debug,
             struct function_index *index, const struct diag_sink *sink)
{
  TRY (code_ranges_read (image, &index->code, sink));
  TRY (eh_frame_read (image, debug, &index->code, &index->eh, sink));
  TRY (debug_frame_read (image, debug, &index->code, &index->eh, &index->rest,
                         sink));
  TRY (read_go (index, sink));
  function_list_sort (&index->eh.functions, compare_u64_pairs);
  function_list_sort (&index->rest.functions, compare_u64_pairs);
  return function_list_index (&index->eh.functions)
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
  function_list_sort (&index->symbols, compare_symbols);
  merge_tables (index);
  if (!function_list_index (&index->symbols))
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
  if (index->go != NULL)
    go_table_free (index->go);
  free (index->go);
  code_ranges_free (&index->code);
  eh_frame_free (&index->eh);
  eh_frame_free (&index->rest);
  function_list_free (&index->symbols);
  string_set_free (&index->files);
  free (index->by_name);
  free (index->name_buckets);
  free (index->position);
  *index = (struct function_index){ .image = NULL };
}
