/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   piece.c - finding SFrame headers: at an offset, the next of a concatenation,
   or one among unrelated bytes.

   After sfm_piece_open has succeeded, the FDE array and the FRE sub-section
   are inside the section, so their readers compare with these bounds only.
   Sums are made in 64 bits from 32-bit fields and cannot wrap.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "bytes.h"
#include "engine.h"
#include "sfmerge-tool.h"

enum
{
  /* Linkers place each input section of a concatenation at a multiple of the
     section alignment (doc/internals.md, section 9).  */
  PIECE_ALIGN = 8
};

/* Flags that VERSION defines (SFrame V3, 'SFrame Flags').  */
static uint8_t
known_flags (uint8_t version)
{
  switch (version)
    {
    case 1:
      return SFM_F_FDE_SORTED | SFM_F_FRAME_POINTER;
    case 2:
      return SFM_F_FDE_SORTED | SFM_F_FRAME_POINTER
             | SFM_F_FDE_FUNC_START_PCREL;
    default:
      return SFM_F_FDE_SORTED | SFM_F_FDE_FUNC_START_PCREL;
    }
}

static uint8_t
fde_stride (uint8_t version)
{
  return version == 1 ? 17 : version == 2 ? 20 : 16;
}

/* Read the 28 bytes at C, which exist, into PIECE.  */
static void
read_header (struct cursor *c, struct sfm_piece *piece)
{
  cursor_u16 (c); /* sfp_magic */
  piece->version = cursor_u8 (c);
  piece->flags = cursor_u8 (c);
  piece->abi = cursor_u8 (c);
  piece->fixed_fp = (int8_t) sign_extend (cursor_u8 (c), 8);
  piece->fixed_ra = (int8_t) sign_extend (cursor_u8 (c), 8);
  piece->auxhdr_len = cursor_u8 (c);
  piece->num_fdes = cursor_u32 (c);
  piece->num_fres = cursor_u32 (c);
  piece->fre_len = cursor_u32 (c);
  piece->fdeoff = cursor_u32 (c);
  piece->freoff = cursor_u32 (c);
}

static sfm_status
preamble_holds (const struct sfm_piece *piece, struct sfm_diag *diag)
{
  uint64_t at = piece->offset;

  if (piece->version < 1 || piece->version > 3)
    return sfm_fail (diag, SFM_ERR_UNSUPP, at + 2,
                     "sfp_version is %u, known are 1, 2 and 3",
                     piece->version);
  if (piece->flags & ~known_flags (piece->version))
    return sfm_fail (diag, SFM_ERR_UNSUPP, at + 3,
                     "the flags are 0x%x, version %u knows 0x%x", piece->flags,
                     piece->version, known_flags (piece->version));
  if (sfm_abi_name (piece->abi) == NULL
      || (piece->version == 1 && piece->abi == SFM_ABI_S390X_ENDIAN_BIG))
    return sfm_fail (diag, SFM_ERR_UNSUPP, at + 4,
                     "sfh_abi_arch is %u, which version %u does not define",
                     piece->abi, piece->version);
  if (sfm_abi_big_endian (piece->abi) != piece->big_endian)
    return sfm_fail (diag, SFM_ERR_CORRUPT, at + 4,
                     "sfh_abi_arch is %u (%s), but the header is %s-endian",
                     piece->abi, sfm_abi_name (piece->abi),
                     piece->big_endian ? "big" : "little");
  return SFM_OK;
}

/* Check that everything that PIECE's header describes is inside the section
   (S3), and set the offsets.  */
static sfm_status
bounds_hold (struct sfm_piece *piece, struct sfm_diag *diag)
{
  uint64_t at = piece->offset;
  uint64_t header = at + SFM_HEADER_SIZE + piece->auxhdr_len;

  piece->fde_size = fde_stride (piece->version);
  uint64_t fdes = header + piece->fdeoff;
  uint64_t fdes_end = fdes + (uint64_t) piece->num_fdes * piece->fde_size;
  uint64_t fres = header + piece->freoff;
  uint64_t fres_end = fres + piece->fre_len;

  if (header > piece->size)
    return sfm_fail (diag, SFM_ERR_CORRUPT, at + 7,
                     "sfh_auxhdr_len is %u, but %" PRIu64
                     " bytes follow the header",
                     piece->auxhdr_len, piece->size - at - SFM_HEADER_SIZE);
  if (fdes_end > piece->size)
    return sfm_fail (diag, SFM_ERR_CORRUPT, at + 8,
                     "%" PRIu32 " FDEs end at 0x%" PRIx64
                     ", but the section ends at 0x%" PRIx64,
                     piece->num_fdes, fdes_end, piece->size);
  if (fres_end > piece->size)
    return sfm_fail (diag, SFM_ERR_CORRUPT, at + 16,
                     "the FREs end at 0x%" PRIx64
                     ", but the section ends at 0x%" PRIx64,
                     fres_end, piece->size);
  if (piece->num_fdes != 0 && fdes_end > fres && fres_end > fdes)
    return sfm_fail (diag, SFM_ERR_CORRUPT, at + 20,
                     "the FDEs [0x%" PRIx64 ", 0x%" PRIx64
                     ") and the FREs [0x%" PRIx64 ", 0x%" PRIx64 ") overlap",
                     fdes, fdes_end, fres, fres_end);
  piece->fdes = fdes;
  piece->fres = fres;
  piece->end = fdes_end > fres_end ? fdes_end : fres_end;
  return SFM_OK;
}

sfm_status
sfm_piece_open (const void *bytes, size_t size, uint64_t offset,
                struct sfm_piece *piece, struct sfm_diag *diag)
{
  memset (piece, 0, sizeof *piece);
  piece->bytes = bytes;
  piece->size = size;
  piece->offset = offset;
  if (offset > size || size - offset < SFM_HEADER_SIZE)
    return sfm_fail (diag, SFM_ERR_TRUNC, offset,
                     "the header needs %d bytes, but %" PRIu64 " are left",
                     SFM_HEADER_SIZE, offset > size ? 0 : size - offset);

  struct cursor c = { .bytes = bytes, .size = size, .pos = offset };
  if (get_u16 (piece->bytes + offset, true) == SFM_MAGIC)
    c.big = true;
  else if (get_u16 (piece->bytes + offset, false) != SFM_MAGIC)
    return sfm_fail (diag, SFM_ERR_CORRUPT, offset,
                     "the magic number is 0x%04x, not 0x%04x",
                     get_u16 (piece->bytes + offset, false), SFM_MAGIC);
  piece->big_endian = c.big;
  read_header (&c, piece);
  TRY (preamble_holds (piece, diag));
  return bounds_hold (piece, diag);
}

/* At a function's first instruction no ABI has the frame pointer in memory,
   and the return address is where the call put it.  */
sfm_status
sfm_piece_check_fixed (const struct sfm_piece *piece, struct sfm_diag *diag)
{
  int fixed_ra = sfm_abi_fixed_ra (piece->abi);

  if (piece->fixed_fp != 0)
    return sfm_fail (diag, SFM_ERR_CORRUPT, piece->offset + 5,
                     "sfh_cfa_fixed_fp_offset is %d, but %s has 0",
                     piece->fixed_fp, sfm_abi_name (piece->abi));
  if (piece->fixed_ra != fixed_ra)
    return sfm_fail (diag, SFM_ERR_CORRUPT, piece->offset + 6,
                     "sfh_cfa_fixed_ra_offset is %d, but %s has %d",
                     piece->fixed_ra, sfm_abi_name (piece->abi), fixed_ra);
  return SFM_OK;
}

sfm_status
sfm_piece_next (const void *bytes, size_t size, uint64_t from,
                struct sfm_piece *piece, struct sfm_diag *diag)
{
  static const uint8_t zeros[PIECE_ALIGN];
  const uint8_t *p = bytes;

  /* The bytes that rounding up skips must be padding too.  */
  for (; from < size && from % PIECE_ALIGN != 0; from++)
    if (p[from] != 0)
      return sfm_fail (diag, SFM_ERR_CORRUPT, from,
                       "a piece ends here, but the byte after it is 0x%02x",
                       p[from]);
  while (from < size)
    {
      size_t step = size - from < PIECE_ALIGN ? size - from : PIECE_ALIGN;
      if (memcmp (p + from, zeros, step) != 0)
        return sfm_piece_open (bytes, size, from, piece, diag);
      from += step;
    }
  return SFM_END;
}

void
sfm_piece_slice (const struct sfm_piece *piece, uint32_t first, uint32_t count,
                 struct sfm_piece *slice)
{
  *slice = *piece;
  slice->fdes += (uint64_t) first * piece->fde_size;
  slice->num_fdes = count;
}

/* Whether all FDEs of PIECE and their rows can be read.  *COST is the number
   of FDEs and rows that were read.  A piece with more of them than bytes is
   not readable: each takes at least two bytes unless rows are shared.  */
static bool
readable (const struct sfm_piece *piece, uint64_t *cost)
{
  uint64_t most = piece->end - piece->offset;
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row row;

  *cost = 0;
  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      ++*cost;
      if (sfm_fde_read (piece, i, &fde, NULL) != SFM_OK
          || fde.num_fres > most - *cost)
        return false;
      *cost += fde.num_fres;
      sfm_rows_begin (piece, &fde, &rows);
      sfm_status status;
      while ((status = sfm_rows_next (&rows, &row, NULL)) == SFM_OK)
        continue;
      if (status != SFM_END)
        return false;
    }
  return true;
}

sfm_status
sfm_piece_scan (const void *bytes, size_t size, uint64_t from,
                struct sfm_piece *piece, struct sfm_diag *diag)
{
  const uint8_t *p = bytes;
  uint64_t cost, step;

  if (from > UINT64_MAX - PIECE_ALIGN)
    return SFM_END;
  from = (from + PIECE_ALIGN - 1) / PIECE_ALIGN * PIECE_ALIGN;
  for (; from < size && size - from >= SFM_HEADER_SIZE; from += step)
    {
      step = PIECE_ALIGN;
      /* Saying what is wrong with each would take 2 % of a link.  */
      if (get_u16 (p + from, true) != SFM_MAGIC
          && get_u16 (p + from, false) != SFM_MAGIC)
        continue;
      if (sfm_piece_open (bytes, size, from, piece, diag) != SFM_OK
          || piece->num_fdes == 0)
        continue;
      if (readable (piece, &cost))
        return SFM_OK;
      /* Hostile headers could all describe the same FDEs and rows, and a scan
         from header to header would read them again and again.  So the scan
         skips as many bytes as it read FDEs and rows in vain, which makes it
         linear as a whole.  A real piece that is damaged has at least as many
         bytes.  */
      step += cost / PIECE_ALIGN * PIECE_ALIGN;
    }
  return SFM_END;
}
