/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   same.c - whether two pieces are one, before and after it was linked.

   A linker that does not know SFrame copies a piece and writes its start
   fields; some tool may set a flag.  Everything else stays byte for byte, so
   it is compared as bytes, a hundred times faster than rule by rule.  */

#include "config.h"

#include <string.h>

#include "hash.h"
#include "sfmerge.h"

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
  if (a->version != b->version || a->abi != b->abi
      || a->fixed_fp != b->fixed_fp || a->fixed_ra != b->fixed_ra
      || a->num_fdes != b->num_fdes || a->num_fres != b->num_fres
      || a->fre_len != b->fre_len)
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
