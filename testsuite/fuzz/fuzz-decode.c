/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-decode.c - the reader on any bytes: nothing it says may point outside
   of them, and walks end.  */

#include "config.h"

#include <string.h>

#include "fuzz.h"
#include "sfmerge-tool.h"

const char fuzz_name[] = "fuzz-decode";

static void
walk_rows (const struct sfm_piece *piece, const struct sfm_fde *fde)
{
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_rules rules;
  struct sfm_diag diag;
  uint64_t last = fde->rows;
  uint32_t count = 0;
  sfm_status status;

  sfm_rows_begin (piece, fde, &rows);
  while ((status = sfm_rows_next (&rows, &row, &diag)) == SFM_OK)
    {
      fuzz_require (row.offset == last && row.size >= 2, "rows are adjacent");
      fuzz_require (row.offset + row.size <= piece->fres + piece->fre_len,
                    "rows stay in the FREs");
      fuzz_require (row.count <= SFM_MAX_WORDS, "words fit");
      last = row.offset + row.size;
      count++;
      if (sfm_row_rules (piece, fde, &row, &rules, &diag) == SFM_OK)
        fuzz_require (sfm_rules_equal (&rules, &rules), "rules equal");
    }
  if (status == SFM_END)
    fuzz_require (count == fde->num_fres, "all rows are walked");
  else
    fuzz_require (diag.status == status && diag.text[0] != '\0',
                  "failures are explained");
}

static void
walk_piece (const struct sfm_piece *piece)
{
  struct sfm_diag diag;
  struct sfm_fde fde;
  uint64_t digest;

  fuzz_require (piece->end > piece->offset && piece->end <= piece->size,
                "pieces end in the section");
  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      sfm_status status = sfm_fde_read (piece, i, &fde, &diag);
      fuzz_require (fde.field == sfm_piece_field (piece, i),
                    "fields are where they are said to be");
      fuzz_require (fde.field + sfm_piece_field_size (piece) <= piece->size,
                    "fields are in the section");
      if (status != SFM_OK)
        continue;
      fuzz_require (fde.rows <= piece->fres + piece->fre_len,
                    "rows begin in the FREs");
      walk_rows (piece, &fde);
      if (sfm_fde_digest (piece, &fde, 16, NULL, &digest, &diag) != SFM_OK)
        fuzz_require (diag.text[0] != '\0', "failures are explained");
    }
  fuzz_require (sfm_fde_read (piece, piece->num_fdes, &fde, &diag)
                    == SFM_ERR_USAGE,
                "FDEs past the end are refused");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct sfm_piece piece;
  struct sfm_diag diag;
  uint64_t from = 0;
  sfm_status status;

  /* The first byte is fuzz-merge's, so that all targets take all inputs.  */
  if (size == 0)
    return 0;
  data++;
  size--;
  while ((status = sfm_piece_next (data, size, from, &piece, &diag)) == SFM_OK)
    {
      fuzz_require (piece.offset >= from && piece.end > from,
                    "pieces advance");
      walk_piece (&piece);
      from = piece.end;
    }
  if (sfm_piece_scan (data, size, 0, &piece, &diag) == SFM_OK)
    {
      fuzz_require (piece.offset % 8 == 0 && piece.num_fdes != 0,
                    "a scan finds a piece with functions");
      walk_piece (&piece);
    }
  for (uint64_t offset = 0; offset < 16; offset++)
    if (sfm_piece_open (data, size, offset, &piece, &diag) == SFM_OK)
      walk_piece (&piece);
  return 0;
}
