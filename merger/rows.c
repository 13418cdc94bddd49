/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   rows.c - walking the frame row entries of one function.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine.h"
#include "rows.h"
#include "sfmerge.h"

const char *
row_info_problem (const struct sfm_piece *piece, bool flex, uint8_t info)
{
  unsigned count = row_count (info);
  bool aarch64 = abi_is_aarch64 (piece->abi);

  if (row_words_size (info) == ROW_BAD)
    return "size code 3";
  if ((info & ROW_INFO_MANGLED) && !aarch64)
    return "the mangled-RA bit, which only AArch64 has";
  /* FLEX: nothing, the CFA pair, that and a padding word, that and the RA
     pair, that with padding and the FP pair, or three pairs.  */
  if (flex)
    return count == 1 || count > 6 ? "a word count that FLEX does not allow"
                                   : NULL;
  /* DEFAULT: CFA, then RA and FP unless they are at a fixed offset.  */
  unsigned most = 1U + (piece->fixed_ra == 0 ? 1U : 0U)
                  + (piece->fixed_fp == 0 ? 1U : 0U);
  return count > most ? "more words than the ABI has" : NULL;
}

bool
row_info_allowed (const struct sfm_piece *piece, bool flex, uint8_t info)
{
  return row_info_problem (piece, flex, info) == NULL;
}

void
sfm_rows_begin (const struct sfm_piece *piece, const struct sfm_fde *fde,
                struct sfm_rows *rows)
{
  rows->piece = piece;
  rows->next = fde->rows;
  rows->end = piece->fres + piece->fre_len;
  rows->left = fde->num_fres;
  rows->fre_type = fde->fre_type;
}

/* Compiled twice, because a merge reads its output back row by row.  */
static ALWAYS_INLINE sfm_status
read_row (const struct sfm_piece *piece, uint8_t fre_type, const uint8_t *p,
          struct row_place place, struct sfm_row *row, struct sfm_diag *diag)
{
  unsigned start_size = row_start_size (fre_type);
  uint64_t at = place.at, end = place.end;

  if (at > end || end - at < start_size + 1)
    return status_fail (diag, SFM_ERR_CORRUPT, at,
                        "a row begins here with %" PRIu32
                        " still to come, but the FREs end at 0x%" PRIx64,
                        place.left - 1, end);
  memset (row, 0, sizeof *row);
  row->offset = at;
  row->start = row_start (p, fre_type, piece->big_endian);
  row->info = p[start_size];
  unsigned words_size = row_words_size (row->info);
  if (words_size == ROW_BAD)
    return status_fail (diag, SFM_ERR_CORRUPT, at + start_size,
                        "the FRE info is 0x%02x, whose size code 3 is invalid",
                        row->info);
  row->size = start_size + 1 + words_size;
  if (row->size > end - at)
    return status_fail (diag, SFM_ERR_CORRUPT, at,
                        "a row of %" PRIu32
                        " bytes begins here, but the FREs end at 0x%" PRIx64,
                        row->size, end);
  row->count = (uint8_t) row_count (row->info);
  row->word_size = (uint8_t) row_word_size (row->info);
  p += start_size + 1;
  for (unsigned i = 0; i < row->count; i++, p += row->word_size)
    row->words[i] = (int32_t) row_word (p, row->word_size, piece->big_endian);
  return SFM_OK;
}

sfm_status
row_read (const struct sfm_piece *piece, uint8_t fre_type, const uint8_t *p,
          struct row_place place, struct sfm_row *row, struct sfm_diag *diag)
{
  return read_row (piece, fre_type, p, place, row, diag);
}

sfm_status
sfm_rows_next (struct sfm_rows *rows, struct sfm_row *row,
               struct sfm_diag *diag)
{
  const struct row_place place
      = { .at = rows->next, .end = rows->end, .left = rows->left };

  if (rows->left == 0)
    return SFM_END;
  TRY (read_row (rows->piece, rows->fre_type, rows->piece->bytes + rows->next,
                 place, row, diag));
  rows->next += row->size;
  rows->left--;
  return SFM_OK;
}
