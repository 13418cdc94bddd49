/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   rows.h - the bytes of a frame row entry (SFrame V3, 'SFrame FRE').  */

#ifndef MERGER_ROWS_H
#define MERGER_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "bytes.h"
#include "sfmerge.h"

enum
{
  ROW_INFO_SP = 0x01, /* DEFAULT: the CFA's base is SP, else FP */
  ROW_INFO_COUNT = 0x1e,
  ROW_INFO_COUNT_SHIFT = 1,
  ROW_INFO_SIZE = 0x60,
  ROW_INFO_SIZE_SHIFT = 5,
  ROW_INFO_MANGLED = 0x80,

  /* Bytes of the longest row: 4-byte start, info, 15 words of 4 bytes.  */
  ROW_MAX_SIZE = 4 + 1 + SFM_MAX_WORDS * 4,

  /* In a table of word bytes: the info byte is not allowed.  */
  ROW_BAD = 0xff
};

/* Whether ABI is AArch64 of either byte order, which has pointer
   authentication.  */
static inline bool
abi_is_aarch64 (uint8_t abi)
{
  return abi == SFM_ABI_AARCH64_ENDIAN_BIG
         || abi == SFM_ABI_AARCH64_ENDIAN_LITTLE;
}

/* Bytes of the start field for FRE_TYPE, which must be valid.  */
static inline unsigned
row_start_size (uint8_t fre_type)
{
  return 1U << fre_type;
}

/* The start field at P.  */
static inline uint32_t
row_start (const uint8_t *p, uint8_t fre_type, bool big)
{
  switch (fre_type)
    {
    case SFM_FRE_TYPE_ADDR1:
      return *p;
    case SFM_FRE_TYPE_ADDR2:
      return get_u16 (p, big);
    default:
      return get_u32 (p, big);
    }
}

/* Write START at P as a start field of FRE_TYPE.  */
static inline void
row_put_start (uint8_t *p, uint8_t fre_type, uint32_t start, bool big)
{
  if (fre_type == SFM_FRE_TYPE_ADDR1)
    *p = (uint8_t) start;
  else if (fre_type == SFM_FRE_TYPE_ADDR2)
    put_u16 (p, (uint16_t) start, big);
  else
    put_u32 (p, start, big);
}

/* The smallest FRE type for starts up to MAX.  */
static inline uint8_t
row_type_for (uint32_t max)
{
  return max <= 0xff     ? SFM_FRE_TYPE_ADDR1
         : max <= 0xffff ? SFM_FRE_TYPE_ADDR2
                         : SFM_FRE_TYPE_ADDR4;
}

/* Number of data words of a row with INFO.  */
static inline unsigned
row_count (uint8_t info)
{
  return (unsigned) (info & ROW_INFO_COUNT) >> ROW_INFO_COUNT_SHIFT;
}

/* Bytes of all data words of a row with INFO; ROW_BAD for the invalid size
   code 3.  */
static inline uint8_t
row_words_size (uint8_t info)
{
  unsigned code = (unsigned) (info & ROW_INFO_SIZE) >> ROW_INFO_SIZE_SHIFT;

  if (code == 3)
    return ROW_BAD;
  return (uint8_t) (row_count (info) << code);
}

/* Bytes of one data word of a row with INFO.  */
static inline unsigned
row_word_size (uint8_t info)
{
  return 1U << ((unsigned) (info & ROW_INFO_SIZE) >> ROW_INFO_SIZE_SHIFT);
}

/* The data word of SIZE bytes at P, sign-extended.  */
static inline int64_t
row_word (const uint8_t *p, unsigned size, bool big)
{
  uint32_t raw = size == 1   ? *p
                 : size == 2 ? get_u16 (p, big)
                             : get_u32 (p, big);
  return sign_extend (raw, size * 8);
}

/* Whether rows with INFO are allowed for functions of PIECE's ABI, with
   FLEX or DEFAULT data words (SFrame V3, 'Interpretation of SFrame
   FREs').  */
bool row_info_allowed (const struct sfm_piece *piece, bool flex, uint8_t info);

/* Why row_info_allowed is false, or NULL if it is true.  */
const char *row_info_problem (const struct sfm_piece *piece, bool flex,
                              uint8_t info);

/* Where a row is, in bytes from the start of the section: it begins at AT, and
   the last of LEFT rows ends at END at the latest.  */
struct row_place
{
  uint64_t at;
  uint64_t end;
  uint32_t left;
};

/* Read the row of FRE_TYPE at PLACE, whose bytes are at P, for sfm_rows_next
   and for a reader that does not have all bytes of PIECE, whose BYTES are not
   used.  If the row ends too late, only its start and its info byte are
   read.  */
sfm_status row_read (const struct sfm_piece *piece, uint8_t fre_type,
                     const uint8_t *p, struct row_place place,
                     struct sfm_row *row, struct sfm_diag *diag);

#endif /* MERGER_ROWS_H */
