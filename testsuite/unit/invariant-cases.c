/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   invariant-cases.c - each invariant of the format, how to break it, and what
   the checker must then find.

   Most changes are to the function in the middle; those of FLEX rows to the
   last one, which has them.  */

#include "config.h"

#include "invariant-cases.h"

/* A change NAME of *B, of its function in the middle F, and of the last one
   L.  */
#define CHANGE(name, ...)                                                     \
  static void name (struct base *b)                                           \
  {                                                                           \
    struct base_func *f = &b->funcs[1];                                       \
    struct base_func *l = &b->funcs[2];                                       \
    (void) f;                                                                 \
    (void) l;                                                                 \
    __VA_ARGS__;                                                              \
  }

/* The info byte of a row with COUNT words instead.  */
#define WITH_COUNT(info, count)                                               \
  (uint8_t) (((info) & ~0x1eU) | (unsigned) (count) << 1)

/* Sections and headers.  */
CHANGE (cut_header, b->keep = SFM_HEADER_SIZE - 1)
CHANGE (cut_all, b->keep = 0)
CHANGE (other_magic, b->magic ^= 1)
CHANGE (version_0, b->said_version = 0)
CHANGE (version_4, b->said_version = 4)
CHANGE (flag_8, b->said_flags |= 0x8)
CHANGE (flag_2, b->said_flags |= SFM_F_FRAME_POINTER)
CHANGE (flag_4, b->said_flags |= SFM_F_FDE_FUNC_START_PCREL)
CHANGE (abi_0, b->said_abi = 0)
CHANGE (abi_5, b->said_abi = 5)
CHANGE (abi_endian, b->said_abi = b->big ? SFM_ABI_AARCH64_ENDIAN_LITTLE
                                         : SFM_ABI_AARCH64_ENDIAN_BIG)
CHANGE (not_pcrel, b->flags = SFM_F_FDE_SORTED)
CHANGE (fixed_fp, b->fixed_fp = -16;
        base_limit_words (b, b->fixed_ra != 0 ? 1 : 2))
CHANGE (fixed_ra, b->fixed_ra = b->fixed_ra != 0 ? 0 : -8;
        base_limit_words (b, 2))
CHANGE (aux_255, b->aux = 255)
CHANGE (many_fdes, b->num_fdes = INT32_MAX)
CHANGE (longer_fres, b->fre_len++)
CHANGE (zeros_at_end, b->fres_more = 100)
CHANGE (fdes_late, b->fdeoff = b->freoff + 1)
CHANGE (fres_early, b->freoff--)
CHANGE (gap_fdes, b->fdes_gap = 4)
CHANGE (gap_fres, b->fres_gap = 4)
CHANGE (aux_4, b->aux_size = 4)
CHANGE (tail, b->tail = 1)
CHANGE (more_rows, b->num_fres++)
CHANGE (same_second, b->second_abi = b->abi)
/* The other ABI of the same byte order.  */
CHANGE (other_second, b->second_abi = (uint8_t) (5 - b->abi))

/* Row blocks.  */
CHANGE (block_outside, f->fre_off = b->fre_len)
CHANGE (row_outside, l->num_fres++; b->num_fres++)
CHANGE (share, f->borrows = true)
CHANGE (share_object, f->borrows = true; b->object = true;
        b->flags &= SFM_F_FDE_FUNC_START_PCREL)
CHANGE (unused, b->fres_more = 4)
/* A row of the first function with start 1, in either byte order of a half,
   and without words is in version 3 an attribute block as well.  */
CHANGE (row_like_block, f->borrows = true; f = &b->funcs[0];
        f->info = SFM_FRE_TYPE_ADDR4; f->size = 0x20000;
        f->rows[1].start = b->big ? 0x10000 : 1; f->rows[1].info = 0;
        f->rows[2].start = 0x10008)
CHANGE (block_in_row, f->fre_off = b->version == 3 ? 11 : 6;
        b->num_fres -= f->num_fres - 1; f->num_fres = 1)

/* Functions.  */
CHANGE (fre_type_3, f->info |= 3)
CHANGE (info_bit_6, f->info |= 0x40)
CHANGE (fde_type_2, f->info2 = 2)
CHANGE (info2_bit_5, f->info2 = 0x20)
CHANGE (padding, f->padding = 1)
CHANGE (pauth, f->info |= 0x20)
CHANGE (signal_frame, f->info |= 0x80)
CHANGE (
    flex, f->info2 = 1; for (size_t r = 0; r < BASE_ROWS; r++) {
      f->rows[r].info = WITH_COUNT (0, 2);
      f->rows[r].words[0] = 31 << 3 | 1;
    })
CHANGE (size_0, f->size = 0; f->row_count = 1)
CHANGE (no_rows, f->row_count = 0)
CHANGE (size_over_type, f->size = 0x101)
CHANGE (mask_no_block, f->info |= 0x10)
CHANGE (mask_remainder, f->info |= 0x10; f->rep_size = 9)
CHANGE (mask_short, f->info |= 0x10; f->rep_size = 8)
CHANGE (mask_shorter, f->info |= 0x10; f->rep_size = 4; f->rows[2].start = 5;
        f->rows[1].start = 3)
CHANGE (block_no_mask, f->rep_size = 16)

/* Rows.  */
CHANGE (mangled, f->rows[0].info |= 0x80)
CHANGE (first_row, f->rows[0].start = 1)
CHANGE (row_back, f->rows[2].start = 3)
CHANGE (row_again, f->rows[2].start = 4)
CHANGE (row_at_end, f->rows[2].start = f->size)
CHANGE (row_behind_end, f->rows[2].start = f->size + 1)
CHANGE (size_code_3, l->rows[2].info |= 0x60)
CHANGE (words_4, f->rows[1].info = WITH_COUNT (f->rows[1].info, 4))
CHANGE (undefined_sp, f->rows[2].info = 1)
CHANGE (flex_1, l->rows[0].info = WITH_COUNT (0, 1))
CHANGE (flex_4_padded, l->rows[1].info = WITH_COUNT (0, 4);
        l->rows[1].words[2] = 0)
CHANGE (flex_7, l->rows[1].info = WITH_COUNT (0, 7))
CHANGE (flex_cfa, l->rows[0].words[0] = 2)
CHANGE (flex_bit_2, l->rows[0].words[0] |= 4)
CHANGE (flex_reg_32, l->rows[0].words[0] = 32 << 3 | 1;
        l->rows[0].info |= 0x20)
CHANGE (flex_sp, l->rows[0].info |= 1)
CHANGE (slot_4, f->rows[1].words[1] = -44)
CHANGE (register_32, f->rows[1].words[1] = 32 << 1 | 1)
CHANGE (register_16, f->rows[1].words[1] = 16 << 1 | 1)
CHANGE (flex_slot_4, l->rows[1].words[3] = -44)

/* Addresses.  */
CHANGE (near_end, uint64_t by = UINT64_MAX - 7 - l->addr;
        b->section_addr += by; b->funcs[0].addr += by; f->addr += by;
        l->addr += by)
CHANGE (swapped, uint64_t addr = f->addr; f->addr = b->funcs[0].addr;
        b->funcs[0].addr = addr)
CHANGE (unflagged, b->flags &= SFM_F_FDE_FUNC_START_PCREL)
CHANGE (object, b->object = true)
CHANGE (inside, f->addr = b->funcs[0].addr + 8)
CHANGE (same, f->addr = b->funcs[0].addr)

#define NO SFM_NO_INDEX
#define ALL (FOR_ALL | FOR_ANY)
#define OLD (FOR_OLD | FOR_ANY)
#define NEW (FOR_NEW | FOR_ANY)
#define V3 (FOR_V3 | FOR_ANY)
#define FLEX (FOR_V3 | FOR_FLEX)

/* clang-format off */
#define HEADER(rule, name, where, id, at, change, diag)                       \
  { rule, name, where, SFM_FIND_##id, AT_HEADER, NO, NO, at, change, diag },
#define FUNC(rule, name, where, id, at, change, diag)                         \
  { rule, name, where, SFM_FIND_##id, at, 1, NO, 0, change, diag },
#define ROW(rule, name, where, id, at, row, change)                           \
  { rule, name, where, SFM_FIND_##id, at, 1, row, 0, change, NULL },
#define FLEX_ROW(rule, name, id, at, row, word, change)                       \
  { rule, name, FLEX, SFM_FIND_##id, at, 2, row, word, change, NULL },

const struct invariant_case invariant_cases[] = {
  HEADER ("S1", "a cut header", ALL, TRUNCATED, 0, NULL, cut_header)
  HEADER ("S1", "no bytes", ALL, EMPTY, 0, NULL, cut_all)
  HEADER ("S2", "the magic", ALL, MAGIC, 0, NULL, other_magic)
  HEADER ("S2", "version 0", ALL, VERSION, 2, NULL, version_0)
  HEADER ("S2", "version 4", ALL, VERSION, 2, NULL, version_4)
  HEADER ("S2", "flag 8", ALL, FLAGS, 3, NULL, flag_8)
  HEADER ("S2", "flag 2", V3, FLAGS, 3, NULL, flag_2)
  HEADER ("S2", "flag 4", FOR_V1 | FOR_ANY, FLAGS, 3, NULL, flag_4)
  HEADER ("S2", "ABI 0", ALL, ABI, 4, NULL, abi_0)
  HEADER ("S2", "ABI 5", ALL, ABI, 4, NULL, abi_5)
  HEADER ("S2", "the byte order", ALL, ABI, 4, NULL, abi_endian)
  HEADER ("S2", "no PCREL", V3, NOT_PCREL, 3, not_pcrel, NULL)
  HEADER ("S2", "a fixed FP", ALL, FIXED, 5, fixed_fp, NULL)
  HEADER ("S2", "the fixed RA", ALL, FIXED, 6, fixed_ra, NULL)
  HEADER ("S3", "auxiliary header outside", ALL, BOUNDS, 7, NULL, aux_255)
  HEADER ("S3", "FDEs outside", ALL, BOUNDS, 8, NULL, many_fdes)
  HEADER ("S3", "FREs outside", ALL, BOUNDS, 16, NULL, longer_fres)
  HEADER ("S3", "FDEs after FREs", ALL, BOUNDS, 20, zeros_at_end, fdes_late)
  HEADER ("S3", "FDEs in FREs", ALL, BOUNDS, 24, NULL, fres_early)
  HEADER ("S4", "a gap before FDEs", ALL, TILING, 20, gap_fdes, NULL)
  HEADER ("S4", "a gap before FREs", ALL, TILING, 24, gap_fres, NULL)
  HEADER ("S4", "an auxiliary header", ALL, AUX, 7, aux_4, NULL)
  { "S5", "a tail", ALL, SFM_FIND_TAIL, AT_END, NO, NO, 0, tail, NULL },
  { "S5", "a second piece", ALL, SFM_FIND_PIECES, AT_SECOND, NO, NO, 0,
    same_second, NULL },
  HEADER ("S6", "the number of rows", ALL, FRE_COUNT, 12, NULL, more_rows)
  FUNC ("S7", "a block outside", ALL, BOUNDS, AT_FRE_OFF, NULL, block_outside)
  { "S7", "a row outside", ALL, SFM_FIND_BOUNDS, AT_END, 2, 3, 0, NULL,
    row_outside },
  FUNC ("S7", "shared rows", ALL, FRE_SHARED, AT_FIELD, share, NULL)
  FUNC ("S7", "rows shared in an object", ALL, SHARED_OBJECT, AT_FIELD,
        share_object, NULL)
  FUNC ("S7", "rows in rows", ALL, FRE_OVERLAP, AT_ROWS, row_like_block,
        block_in_row)
  { "S7", "unused bytes", ALL, SFM_FIND_FRE_UNUSED, AT_FRES_END, NO, NO, 4,
    unused, NULL },
  { "S8", "the end of addresses", ALL, SFM_FIND_FDE_WRAPS, AT_FIELD, 2, NO, 0,
    near_end, NULL },

  FUNC ("F1", "FRE type 3", ALL, FDE_INFO, AT_INFO, fre_type_3, NULL)
  FUNC ("F1", "bit 6", ALL, FDE_INFO, AT_INFO, info_bit_6, NULL)
  FUNC ("F1", "FDE type 2", V3, FDE_INFO, AT_INFO2, fde_type_2, NULL)
  FUNC ("F1", "bit 5", V3, FDE_INFO, AT_INFO2, info2_bit_5, NULL)
  FUNC ("F1", "padding", FOR_V2 | FOR_ANY, FDE_INFO, AT_PADDING, padding, NULL)
  FUNC ("F2", "a key", FOR_ALL | FOR_FLEX, FDE_ABI_BITS, AT_INFO, pauth, NULL)
  FUNC ("F2", "signal", OLD, FDE_ABI_BITS, AT_INFO, signal_frame, NULL)
  ROW ("F2", "a mangled RA", FOR_ALL | FOR_FLEX, FDE_ABI_BITS, AT_ROW_INFO, 0,
       mangled)
  FUNC ("F2", "FLEX", FOR_V3 | FOR_AARCH64, FLEX_ABI, AT_INFO2, flex, NULL)
  FUNC ("F3", "size 0", ALL, FDE_ZERO_SIZE, AT_SIZE, size_0, NULL)
  FUNC ("F4", "no rows", V3, FDE_ROWLESS, AT_FIELD, no_rows, NULL)
  FUNC ("F4", "no rows", OLD, ROWLESS_OLD, AT_FIELD, no_rows, NULL)
  ROW ("F5", "the first start", ALL, FIRST_ROW, AT_ROW, 0, first_row)
  ROW ("F6", "falling starts", ALL, ROW_ORDER, AT_ROW, 2, row_back)
  ROW ("F6", "equal starts", ALL, ROW_EQUAL, AT_ROW, 2, row_again)
  ROW ("F7", "a start at the end", ALL, ROW_PAST_END, AT_ROW, 2, row_at_end)
  ROW ("F7", "a start at the block's end", NEW, ROW_PAST_END, AT_ROW, 2,
       mask_short)
  ROW ("F7", "a start past the end", ALL, ROW_BEYOND, AT_ROW, 2,
       row_behind_end)
  ROW ("F7", "a start past the block's end", NEW, ROW_BEYOND, AT_ROW, 2,
       mask_shorter)
  FUNC ("F8", "a narrow type", ALL, FRE_TYPE, AT_INFO, size_over_type, NULL)
  FUNC ("F9", "block size 0", NEW, REP_SIZE, AT_REP_SIZE, mask_no_block, NULL)
  FUNC ("F9", "a remainder", NEW, REP_SIZE, AT_REP_SIZE, mask_remainder, NULL)
  FUNC ("F9", "a block size", NEW, REP_UNUSED, AT_REP_SIZE, block_no_mask,
        NULL)
  { "F10", "size code 3", ALL, SFM_FIND_ROW_SIZE_CODE, AT_ROW_INFO, 2, 2, 0,
    size_code_3, NULL },
  ROW ("F10", "four words", ALL, ROW_COUNT, AT_ROW_INFO, 1, words_4)
  FLEX_ROW ("F10", "a FLEX word", ROW_COUNT, AT_ROW_INFO, 0, 0, flex_1)
  FLEX_ROW ("F10", "padding", ROW_COUNT, AT_ROW_INFO, 1, 0, flex_4_padded)
  FLEX_ROW ("F10", "seven FLEX words", ROW_COUNT, AT_ROW_INFO, 1, 0, flex_7)
  ROW ("F11", "info of no words", ALL, ROW_UNDEFINED, AT_ROW_INFO, 2,
       undefined_sp)
  FLEX_ROW ("F12", "a CFA of itself", ROW_FLEX, AT_WORD, 0, 0, flex_cfa)
  FLEX_ROW ("F12", "bit 2", ROW_FLEX, AT_WORD, 0, 0, flex_bit_2)
  FLEX_ROW ("F12", "register 32", ROW_FLEX, AT_WORD, 0, 0, flex_reg_32)
  FLEX_ROW ("F12", "a base", FLEX_BASE, AT_ROW_INFO, 0, 0, flex_sp)
  { "F13", "an odd slot", FOR_NEW | FOR_S390X, SFM_FIND_ROW_S390X, AT_WORD, 1,
    1, 1, slot_4, NULL },
  { "F13", "register 32", FOR_V2 | FOR_S390X, SFM_FIND_ROW_S390X, AT_WORD, 1,
    1, 1, register_32, NULL },
  { "F13", "a register", FOR_V3 | FOR_S390X, SFM_FIND_ROW_S390X, AT_WORD, 1, 1,
    1, register_16, NULL },
  { "F13", "an odd FLEX slot", FOR_V3 | FOR_S390X, SFM_FIND_ROW_S390X, AT_WORD,
    2, 1, 3, flex_slot_4, NULL },

  FUNC ("T1", "no order", ALL, UNSORTED, AT_FIELD, swapped, NULL)
  HEADER ("T1", "no flag", ALL, NOT_FLAGGED, 3, unflagged, NULL)
  HEADER ("T1", "the flag in an object", ALL, SORTED_OBJECT, 3, object, NULL)
  FUNC ("T2", "an overlap", ALL, OVERLAP, AT_FIELD, inside, NULL)
  FUNC ("T2", "a double", ALL, DUPLICATE, AT_FIELD, same, NULL)
  /* The two ABIs of a byte order: big-endian ones only from version 2 on.  */
  { "T3", "ABIs", NEW, SFM_FIND_MIXED, AT_SECOND, NO, NO, 4, other_second,
    NULL },
  { "T3", "ABIs", FOR_V1 | FOR_AMD64, SFM_FIND_MIXED, AT_SECOND, NO, NO, 4,
    other_second, NULL },
};
/* clang-format on */

const size_t invariant_case_count
    = sizeof invariant_cases / sizeof *invariant_cases;
