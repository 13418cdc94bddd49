/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-image.c - what bfdglue reads from an image of any bytes: headers, code,
   call frame information with its pointers resolved, symbols, pieces of
   SFrame, PLT code, the table of Go.

   The input is a script.  File 0 is the image, file 1, if there is one, its
   debug file.  What holds: what was listed is in the code and in order, each
   function leads back to the FDE that it comes from, which has the same
   digest, and a failure was explained.  */

#include "config.h"

#include <string.h>

#include "eh-frame.h"
#include "fuzz.h"
#include "go-table.h"
#include "image-context.h"
#include "sfmerge-tool.h"
#include "workdir.h"

const char fuzz_name[] = "fuzz-image";

static unsigned errors;

static void
receive (void *data, enum diag_severity kind, const char *file,
         const char *place, const char *text)
{
  (void) data;
  (void) file;
  (void) place;
  errors += kind == DIAG_ERROR;
  fuzz_require (text[0] != '\0', "messages say something");
}

static const struct diag_sink sink = { .fn = receive };

/* The functions of .eh_frame or .debug_frame.  */
static void
check_frames (const struct function_index *index)
{
  const struct eh_frame *frame = &index->eh;
  const struct function *last = NULL;
  const struct sfm_cfi_section *section = NULL;
  struct sfm_cfi_fde fde;

  for (size_t i = 0; i < frame->functions.count; i++)
    {
      const struct function *function = &frame->functions.at[i];
      struct sfm_diag diag;
      uint64_t digest;
      fuzz_require (code_ranges_in_segment (&index->code, function->addr,
                                            function->size),
                    "functions are in the code");
      fuzz_require (last == NULL || last->addr <= function->addr,
                    "functions are in order");
      fuzz_require (eh_frame_fde (frame, function->at, &section, &fde),
                    "a function leads to its FDE");
      fuzz_require (fde.start == function->addr && fde.size == function->size,
                    "the FDE is of that function");
      if (sfm_cfi_digest (section, &fde, NULL, &digest, &diag) == SFM_OK)
        fuzz_require (digest == function->rules,
                      "the FDE has the digest of the function");
      fuzz_require (index_has_fde (index, function->addr),
                    "functions are found by their address");
      fuzz_require (index_fde_size (index, function->addr) >= function->size,
                    "functions are found with their size");
      fuzz_require (!index_contradicts (index, function->addr, function->size),
                    "functions do not contradict themselves");
      last = function;
    }
}

static void
check_symbols (const struct function_index *index)
{
  const struct function_list *symbols = &index->symbols;

  for (size_t i = 0; i < symbols->count; i++)
    {
      const struct function *symbol = &symbols->at[i];
      fuzz_require (symbol->name != NULL, "symbols have a name");
      fuzz_require (symbol->file <= index->files.count,
                    "symbols are of a file that there is");
      fuzz_require (i == 0 || symbols->at[i - 1].addr <= symbol->addr,
                    "symbols are in order");
    }
}

/* The pieces of SFrame, and where their functions are.  */
static void
check_pieces (const struct image_context *context)
{
  const struct existing_sframe *existing = &context->existing;

  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *piece = &existing->pieces[i];
      fuzz_require (piece->piece.end <= piece->piece.size,
                    "pieces end in their bytes");
    }
}

/* The functions of a table of Go, and where SP is in them.  */
static void
check_go (const struct code_ranges *code)
{
  struct go_function function;
  struct go_table table;
  struct go_rows rows;
  struct go_row row;

  const sfm_status status = go_table_read (code, &table, &sink);
  fuzz_require (status == SFM_OK || errors != 0, "failures are explained");
  fuzz_require ((table.version == GO_NONE) == (table.count == 0),
                "a table has functions");
  for (size_t i = 0; i < table.count; i++)
    {
      if (!go_table_function (&table, i, &function))
        continue;
      uint64_t last = function.addr;
      fuzz_require (
          code_ranges_hold (code, function.addr, function.end - function.addr),
          "functions of Go are in the code");
      go_rows_begin (&table, &function, &rows);
      while (go_rows_next (&rows, &row))
        {
          fuzz_require (row.start == last && row.end > row.start
                            && row.end <= function.end,
                        "rows follow each other in their function");
          last = row.end;
        }
    }
  go_table_free (&table);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct image_context context = { .keep_rows = true, .named = true };
  struct script script;

  script_read (data, size, &script);
  if (script.file_count == 0)
    return 0;
  script.files[0].flags = 0;
  if (script.file_count > 1)
    script.files[1].flags = 0;
  workdir_enter ();
  workdir_put_script (&script);
  errors = 0;
  sfm_status status
      = image_open_bytes ("f0", script.files[0].bytes, script.files[0].size,
                          ALLOW_IMAGES, &context.image, &sink);
  if (status == SFM_OK)
    {
      status
          = image_context_read (&context, script.file_count > 1 ? "f1" : NULL,
                                PLT_AUTO, &sink, &sink);
      check_frames (&context.index);
      check_symbols (&context.index);
      check_pieces (&context);
      if (status == SFM_OK)
        check_go (&context.index.code);
    }
  fuzz_require (status == SFM_OK || errors != 0, "failures are explained");
  image_context_free (&context);
  fuzz_require (workdir_leave (), "nothing is left");
  return 0;
}
