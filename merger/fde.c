/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   fde.c - one function description entry, of any version.

   V1 and V2 keep everything in the FDE array.  V3 keeps a 16-byte index entry
   there and a 5-byte attribute block before the rows (SFrame V3, 'SFrame
   FDE').  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "bytes.h"
#include "engine.h"
#include "fde.h"
#include "rows.h"
#include "sfmerge.h"

unsigned
sfm_piece_field_size (const struct sfm_piece *piece)
{
  return piece->version == 3 ? 8 : 4;
}

uint64_t
sfm_piece_field (const struct sfm_piece *piece, uint32_t idx)
{
  return piece->fdes + (uint64_t) idx * piece->fde_size;
}

/* Fill FDE from the entry at P of a V1 or V2 piece.  */
static ALWAYS_INLINE sfm_status
read_v1_v2 (const struct sfm_piece *piece, const uint8_t *p,
            struct sfm_fde *fde, struct sfm_diag *diag)
{
  bool big = piece->big_endian;

  fde->start = sign_extend (get_u32 (p, big), 32);
  fde->size = get_u32 (p + 4, big);
  fde->fre_off = get_u32 (p + 8, big);
  fde->num_fres = get_u32 (p + 12, big);
  fde->info = p[16];
  fde->rep_size = piece->version == 2 ? p[17] : 0;
  if (fde->fre_off > piece->fre_len)
    return sfm_fail (diag, SFM_ERR_CORRUPT, fde->field + 8,
                     "the rows begin at 0x%" PRIx32
                     " of the FREs, which have 0x%" PRIx32 " bytes",
                     fde->fre_off, piece->fre_len);
  fde->rows = piece->fres + fde->fre_off;
  return SFM_OK;
}

/* Fill FDE from the index entry at P of a V3 piece.  */
static ALWAYS_INLINE sfm_status
read_v3 (const struct sfm_piece *piece, const uint8_t *p, struct sfm_fde *fde,
         struct sfm_diag *diag)
{
  bool big = piece->big_endian;

  fde->start = sign_extend (get_u64 (p, big), 64);
  fde->size = get_u32 (p + 8, big);
  fde->fre_off = get_u32 (p + 12, big);
  if (piece->fre_len < FDE_ATTR_SIZE
      || fde->fre_off > piece->fre_len - FDE_ATTR_SIZE)
    return sfm_fail (diag, SFM_ERR_CORRUPT, fde->field + 12,
                     "the attribute block begins at 0x%" PRIx32
                     " of the FREs, which have 0x%" PRIx32 " bytes",
                     fde->fre_off, piece->fre_len);
  fde->rows = piece->fres + fde->fre_off + FDE_ATTR_SIZE;
  return SFM_OK;
}

/* Decode FDE's info bytes.  */
static ALWAYS_INLINE sfm_status
read_info (const struct sfm_piece *piece, bool v3, struct sfm_fde *fde,
           struct sfm_diag *diag)
{
  uint64_t at = v3 ? piece->fres + fde->fre_off + 2 : fde->field + 16;
  uint8_t unused = v3 ? FDE_INFO_UNUSED_V3 : FDE_INFO_UNUSED_V2;

  fde->fre_type = fde->info & FDE_INFO_FRE_TYPE;
  fde->mask = (fde->info & FDE_INFO_MASK) != 0;
  fde->pauth_b = (fde->info & FDE_INFO_PAUTH_B) != 0;
  fde->signal = v3 && (fde->info & FDE_INFO_SIGNAL) != 0;
  fde->flex = (fde->info2 & FDE_INFO2_TYPE) == FDE_TYPE_FLEX;
  if (fde->fre_type > SFM_FRE_TYPE_ADDR4)
    return sfm_fail (diag, SFM_ERR_UNSUPP, at,
                     "the FRE type is %u, known are 0, 1 and 2",
                     fde->fre_type);
  if (fde->info & unused)
    return sfm_fail (diag, SFM_ERR_UNSUPP, at,
                     "the function info is 0x%02x, version %u leaves 0x%02x "
                     "unused",
                     fde->info, piece->version, unused);
  if (fde->pauth_b && !abi_is_aarch64 (piece->abi))
    return sfm_fail (
        diag, SFM_ERR_CORRUPT, at,
        "the function info is 0x%02x, whose pauth key only AArch64 "
        "has",
        fde->info);
  if (fde->info2 > FDE_TYPE_FLEX)
    return sfm_fail (
        diag, SFM_ERR_UNSUPP, at + 1,
        "the second function info is 0x%02x, known are FDE types 0 "
        "and 1",
        fde->info2);
  return SFM_OK;
}

/* sfm_fde_read_entry, with the place of the entry.  V3: PIECE is of version
   3.  */
static ALWAYS_INLINE sfm_status
read_entry (const struct sfm_piece *piece, bool v3, uint64_t field,
            const uint8_t *p, struct sfm_fde *fde, struct sfm_diag *diag)
{
  memset (fde, 0, sizeof *fde);
  fde->field = field;
  return v3 ? read_v3 (piece, p, fde, diag) : read_v1_v2 (piece, p, fde, diag);
}

/* sfm_fde_read_block.  */
static ALWAYS_INLINE sfm_status
read_block (const struct sfm_piece *piece, bool v3, const uint8_t *p,
            struct sfm_fde *fde, struct sfm_diag *diag)
{
  if (v3)
    {
      fde->num_fres = get_u16 (p, piece->big_endian);
      fde->info = p[2];
      fde->info2 = p[3];
      fde->rep_size = p[4];
    }
  return read_info (piece, v3, fde, diag);
}

/* read_entry and read_block.  Compiled once for V3 and once for older
   versions, because a merge reads back all that it has written.  */
static ALWAYS_INLINE sfm_status
read_both (const struct sfm_piece *piece, bool v3, uint64_t field,
           struct sfm_fde *fde, struct sfm_diag *diag)
{
  TRY (read_entry (piece, v3, field, piece->bytes + field, fde, diag));
  return read_block (piece, v3, piece->bytes + piece->fres + fde->fre_off, fde,
                     diag);
}

sfm_status
sfm_fde_read_entry (const struct sfm_piece *piece, uint32_t idx,
                    const uint8_t *p, struct sfm_fde *fde,
                    struct sfm_diag *diag)
{
  return read_entry (piece, piece->version == 3, sfm_piece_field (piece, idx),
                     p, fde, diag);
}

sfm_status
sfm_fde_read_block (const struct sfm_piece *piece, const uint8_t *p,
                    struct sfm_fde *fde, struct sfm_diag *diag)
{
  return read_block (piece, piece->version == 3, p, fde, diag);
}

sfm_status
sfm_fde_read (const struct sfm_piece *piece, uint32_t idx, struct sfm_fde *fde,
              struct sfm_diag *diag)
{
  if (idx >= piece->num_fdes)
    {
      memset (fde, 0, sizeof *fde);
      return sfm_fail (diag, SFM_ERR_USAGE, piece->offset,
                       "FDE %" PRIu32 " is asked for, there are %" PRIu32, idx,
                       piece->num_fdes);
    }
  const uint64_t field = sfm_piece_field (piece, idx);
  return piece->version == 3 ? read_both (piece, true, field, fde, diag)
                             : read_both (piece, false, field, fde, diag);
}

uint64_t
sfm_fde_address (const struct sfm_fde *fde, uint64_t section_addr,
                 enum sfm_start_base start_base)
{
  uint64_t base = section_addr;

  if (start_base == SFM_START_BASE_FIELD)
    base += fde->field;
  return base + (uint64_t) fde->start;
}
