/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-walk.c - walk over a .sframe section and show it.

   The walk continues after errors: after a bad row with the next function, and
   after a bad header with the next complete piece [walk_pieces].  Pieces past
   the section's end that a linker left in the rest of PT_GNU_SFRAME come last
   [walk_past_end].

   Only two things are kept: the row blocks of the piece that were shown
   [find_block], and the relocation of each FDE (dump-starts.c).  */

#include "config.h"

#include <stdlib.h>

#include "dump.h"
#include "sorted.h"

/* Find row blocks of a piece that were shown already.

   As long as each block begins after those before it, all are new; in most
   sections that holds for all blocks.  When a function breaks this order, the
   blocks of all functions are sorted.  */

/* The row block of a function.  */
struct block
{
  uint64_t rows; /* where it begins, as struct sfm_fde has it */
  uint32_t num_fres;
  uint8_t fre_type;
  uint32_t idx; /* of the function */
};

/* Order blocks, and those that are the same by their functions.  */
static int
compare_blocks (const void *a, const void *b)
{
  const struct block *x = a, *y = b;

  ORDER_BY (x->rows, y->rows);
  ORDER_BY (x->num_fres, y->num_fres);
  ORDER_BY (x->fre_type, y->fre_type);
  ORDER_BY (x->idx, y->idx);
  return 0;
}

enum
{
  PROGRESS_STEP = 4096, /* functions between looks at the clock */
  /* In a hostile piece the row blocks of all functions may overlap.  Rows that
     do not overlap take at least 2 bytes each; at most this many times as many
     are shown of a piece.  */
  OVERLAP_LIMIT = 8,
  /* Searches for the next piece after a bad header.  Each may read all bytes,
     and hostile data can require one at every header.  */
  SCAN_LIMIT = 1000
};

struct walk
{
  struct dump *dump;
  const struct dump_section *section;
  struct dump_starts starts;
  struct block *blocks; /* of the piece, sorted; NULL: in order so far */
  size_t block_count;
  uint64_t last_rows; /* start of the last block, while BLOCKS is NULL */
  uint32_t piece_count;
  uint64_t rows_left; /* rows of the piece that may still be shown */
};

static void
show_error (struct walk *walk, uint64_t offset, const char *text)
{
  walk->dump->error_count++;
  walk->dump->form->error (walk->dump, offset, text);
}

static void
show_no_header (const struct walk *walk)
{
  if (walk->dump->form->no_header != NULL)
    walk->dump->form->no_header (walk->dump, walk->section);
}

/* False if output or memory has failed.  */
static bool
can_go_on (const struct dump *dump)
{
  return !dump->out.failed && !dump->nomem;
}

/* Sort the row blocks of PIECE.  */
static void
sort_blocks (struct walk *walk, const struct sfm_piece *piece)
{
  struct sfm_fde fde;
  struct sfm_diag diag;

  walk->blocks = calloc (piece->num_fdes, sizeof *walk->blocks);
  walk->dump->nomem |= walk->blocks == NULL;
  for (uint32_t i = 0; i < piece->num_fdes && walk->blocks != NULL; i++)
    if (sfm_fde_read (piece, i, &fde, &diag) == SFM_OK && fde.num_fres != 0)
      walk->blocks[walk->block_count++]
          = (struct block){ fde.rows, fde.num_fres, fde.fre_type, i };
  keyed_sort (walk->blocks, walk->block_count, sizeof *walk->blocks,
              offsetof (struct block, rows), compare_blocks);
}

/* The number of the first FDE of PIECE with the row block of FDE, number IDX.
   Must be called for each readable FDE with rows, in the order of their
   numbers.  */
static uint32_t
find_block (struct walk *walk, const struct sfm_piece *piece,
            const struct sfm_fde *fde, uint32_t idx)
{
  const struct block key = { fde->rows, fde->num_fres, fde->fre_type, 0 };

  if (walk->blocks == NULL && fde->rows <= walk->last_rows)
    sort_blocks (walk, piece);
  walk->last_rows = fde->rows;
  if (walk->blocks == NULL)
    return idx;
  const size_t first
      = sorted_first (walk->blocks, walk->block_count, sizeof *walk->blocks,
                      &key, compare_blocks);
  return walk->blocks[first].idx;
}

static void
walk_rows (struct walk *walk, const struct sfm_piece *piece,
           const struct sfm_fde *fde, uint32_t idx)
{
  const struct dump_form *form = walk->dump->form;
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_rules rules;
  struct sfm_diag diag;
  sfm_status status;

  if (fde->num_fres == 0)
    return;
  const uint32_t first = find_block (walk, piece, fde, idx);
  if (first != idx)
    {
      form->same_rows (walk->dump, first);
      return;
    }
  sfm_rows_begin (piece, fde, &rows);
  while ((status = sfm_rows_next (&rows, &row, &diag)) == SFM_OK)
    {
      if (walk->rows_left == 0)
        {
          show_error (walk, row.offset,
                      "the rows overlap those of too many other functions");
          return;
        }
      walk->rows_left--;
      if (sfm_row_rules (piece, fde, &row, &rules, &diag) == SFM_OK)
        form->row (walk->dump, piece, &row, &rules);
      else
        show_error (walk, diag.offset, diag.text);
    }
  if (status != SFM_END)
    show_error (walk, diag.offset, diag.text);
}

static sfm_status
walk_functions (struct walk *walk, const struct sfm_piece *piece)
{
  struct dump *dump = walk->dump;
  struct sfm_fde fde;
  struct sfm_diag diag;

  walk->blocks = NULL;
  walk->block_count = 0;
  walk->last_rows = 0;
  const sfm_status ready = starts_piece (&walk->starts, walk->section, piece,
                                         walk->piece_count == 1, dump->sink);
  walk->rows_left = (uint64_t) piece->fre_len / 2 * OVERLAP_LIMIT;
  for (uint32_t i = 0;
       i < piece->num_fdes && ready == SFM_OK && can_go_on (dump); i++)
    {
      sfm_status status = sfm_fde_read (piece, i, &fde, &diag);
      struct dump_function function
          = { .idx = i, .piece = piece, .fde = &fde };
      starts_find (&walk->starts, walk->section, &function);
      dump->form->function (dump, &function);
      if (status == SFM_OK)
        walk_rows (walk, piece, &fde, i);
      else
        show_error (walk, diag.offset, diag.text);
      dump->form->function_end (dump);
      if (++dump->functions % PROGRESS_STEP == 0)
        progress_show (&dump->progress, dump->functions, walk->section->file,
                       false);
    }
  free (walk->blocks);
  return ready;
}

static sfm_status
walk_piece (struct walk *walk, const struct sfm_piece *piece,
            bool past_section_end)
{
  struct dump *dump = walk->dump;

  dump->form->piece (dump, walk->piece_count++, piece, past_section_end);
  sfm_status status = dump->headers ? SFM_OK : walk_functions (walk, piece);
  dump->form->piece_end (dump);
  return status;
}

/* Show DIAG and the fields of a bad header that sfm_piece_open could read into
   PIECE: none if the magic number is wrong.  */
static void
show_bad_header (struct walk *walk, const struct sfm_piece *piece,
                 const struct sfm_diag *diag)
{
  struct dump *dump = walk->dump;
  bool any = piece->version != 0 || piece->flags != 0 || piece->abi != 0;

  if (any)
    dump->form->piece (dump, walk->piece_count++, piece, false);
  show_error (walk, diag->offset, diag->text);
  if (any)
    dump->form->piece_end (dump);
}

/* Show the pieces inside the section.  */
static sfm_status
walk_pieces (struct walk *walk)
{
  const struct dump_section *section = walk->section;
  size_t size = (size_t) section->size;
  struct sfm_piece piece = { .version = 0 };
  struct sfm_diag diag;
  unsigned scan_count = 0;
  sfm_status status = sfm_piece_next (section->bytes, size, 0, &piece, &diag);

  if (status == SFM_END)
    {
      show_no_header (walk);
      return SFM_OK;
    }
  while (status != SFM_END && can_go_on (walk->dump))
    {
      if (status == SFM_OK)
        {
          TRY (walk_piece (walk, &piece, false));
          uint64_t from = piece.end;
          /* If sfm_piece_next fails before it finds a header, PIECE stays
             empty.  */
          piece = (struct sfm_piece){ .version = 0 };
          status = sfm_piece_next (section->bytes, size, from, &piece, &diag);
          continue;
        }
      show_bad_header (walk, &piece, &diag);
      if (diag.offset >= size || ++scan_count > SCAN_LIMIT)
        break;
      /* This never returns to shown bytes, as the offset of every failure is
         in or after the bad header.  */
      status = sfm_piece_scan (section->bytes, size, diag.offset + 1, &piece,
                               &diag);
    }
  return SFM_OK;
}

/* Show the pieces between the end of the section and the end of its
   segment.  */
static sfm_status
walk_past_end (struct walk *walk)
{
  const struct dump_section *section = walk->section;
  size_t extent = (size_t) section->extent;
  uint64_t from = section->size;
  struct sfm_piece piece;
  struct sfm_diag diag;

  while (from < extent && can_go_on (walk->dump)
         && sfm_piece_scan (section->bytes, extent, from, &piece, &diag)
                == SFM_OK)
    {
      TRY (walk_piece (walk, &piece, true));
      from = piece.end;
    }
  return SFM_OK;
}

sfm_status
dump_walk (struct dump *dump, const struct dump_section *section)
{
  struct walk walk = { .dump = dump, .section = section };
  size_t errors = dump->error_count;
  sfm_status status = SFM_OK;

  const bool starts = !dump->headers;
  if (starts)
    status = starts_begin (&walk.starts, section);
  if (status != SFM_OK)
    {
      pool_free (&walk.starts.pool);
      return diag_nomem (dump->sink, section->file);
    }
  dump->form->section (dump, section);
  if (section->absent)
    show_no_header (&walk);
  else
    {
      status = walk_pieces (&walk);
      if (status == SFM_OK)
        status = walk_past_end (&walk);
    }
  dump->form->section_end (dump);
  /* Messages follow the output that they are about.  */
  outbuf_flush (&dump->out);
  if (status == SFM_OK && dump->nomem)
    status = diag_nomem (dump->sink, section->file);
  /* Errors in the bytes were shown in place; they explain why pairing
     failed.  */
  if (status == SFM_OK && dump->error_count == errors && starts)
    dump->error_count += starts_complain (&walk.starts, section, dump->sink);
  pool_free (&walk.starts.pool);
  return status;
}
