/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   same.c - whether two pieces, or two functions of pieces, are one, before and
   after it was linked.

   A linker that does not know SFrame copies a piece and writes its start
   fields; some tool may set a flag.  Everything else stays byte for byte, so
   it is compared as bytes, a hundred times faster than rule by rule.  One that
   merges pieces copies the rows of each function.  */

#include "config.h"

#include <string.h>

#include "bytes.h"
#include "fde.h"
#include "rows.h"
#include "sfmerge-tool.h"

/* Whether the bytes of functions mean the same in A and B.  */
static bool
same_kind (const struct sfm_piece *a, const struct sfm_piece *b)
{
  return a->version == b->version && a->abi == b->abi
         && a->fixed_fp == b->fixed_fp && a->fixed_ra == b->fixed_ra;
}

uint64_t
sfm_piece_digest (const struct sfm_piece *piece)
{
  size_t field = sfm_piece_field_size (piece);
  uint64_t hash = (uint64_t) piece->num_fdes << 8 | piece->version;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    hash = hash_bytes (hash, piece->bytes + sfm_piece_field (piece, i) + field,
                       piece->fde_size - field);
  return hash_bytes (hash, piece->bytes + piece->fres, piece->fre_len);
}

bool
sfm_piece_same (const struct sfm_piece *a, const struct sfm_piece *b)
{
  if (!same_kind (a, b) || a->num_fdes != b->num_fdes
      || a->num_fres != b->num_fres || a->fre_len != b->fre_len)
    return false;
  size_t field = sfm_piece_field_size (a);
  for (uint32_t i = 0; i < a->num_fdes; i++)
    if (memcmp (a->bytes + sfm_piece_field (a, i) + field,
                b->bytes + sfm_piece_field (b, i) + field, a->fde_size - field)
        != 0)
      return false;
  return a->fre_len == 0
         || memcmp (a->bytes + a->fres, b->bytes + b->fres, a->fre_len) == 0;
}

/* Set *SIZE to the bytes of FDE's rows.  False: they are not all in the FRE
   sub-section of PIECE.  */
static bool
rows_size (const struct sfm_piece *piece, const struct sfm_fde *fde,
           size_t *size)
{
  const uint8_t *first = piece->bytes + fde->rows, *p = first;
  const uint8_t *end = piece->bytes + piece->fres + piece->fre_len;
  const size_t fixed = row_start_size (fde->fre_type) + 1;

  for (uint32_t left = fde->num_fres; left != 0; left--)
    {
      const size_t room = (size_t) (end - p);
      if (room < fixed)
        return false;
      const uint8_t words = row_words_size (p[fixed - 1]);
      if (words == ROW_BAD || words > room - fixed)
        return false;
      p += fixed + words;
    }
  *size = (size_t) (p - first);
  return true;
}

bool
sfm_fde_same (const struct sfm_piece *a, const struct sfm_fde *fde,
              const struct sfm_piece *b, uint32_t idx)
{
  if (!same_kind (a, b) || idx >= b->num_fdes)
    return false;
  /* After the start field are the size, the place of the rows, and in V1 and
     V2 the attributes, which V3 has before the rows.  */
  const size_t field = sfm_piece_field_size (a);
  const uint8_t *p = a->bytes + fde->field + field;
  const uint8_t *q = b->bytes + sfm_piece_field (b, idx) + field;
  const uint32_t there = get_u32 (q + 4, b->big_endian);
  const size_t attr = a->version == 3 ? FDE_ATTR_SIZE : 0;
  size_t size;

  if (memcmp (p, q, 4) != 0
      || memcmp (p + 8, q + 8, a->fde_size - field - 8) != 0
      || !rows_size (a, fde, &size))
    return false;
  size += attr;
  return there <= b->fre_len && size <= b->fre_len - there
         && memcmp (a->bytes + fde->rows - attr, b->bytes + b->fres + there,
                    size)
                == 0;
}
