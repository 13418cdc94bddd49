/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   checker.h - what the parts of the structural checker share.

   The checker reads bytes with the functions below only, and the merge has a
   reader of its own.  The duplication is deliberate: a misreading of the
   format in one of them shows as a disagreement, which a shared reader would
   hide.  */

#ifndef MERGER_CHECKER_H
#define MERGER_CHECKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine.h"
#include "sfmerge.h"

/* One header; offsets are from the start of the section.  ABI is 0 if the
   header's is unknown; then the rules that depend on it are not checked.
   FDES, FRES, END and the counts have been checked to be inside the
   section.  */
struct check_piece
{
  uint64_t offset;
  uint64_t fdes;
  uint64_t fres;
  uint64_t end;
  uint64_t first_fde; /* FDEs of the pieces before this one */
  uint32_t num_fdes;
  uint32_t num_fres;
  uint32_t fre_len;
  uint8_t version;
  uint8_t flags;
  uint8_t abi;
  uint8_t fde_size;
  int8_t fixed_fp;
  int8_t fixed_ra;
  bool big_endian;
};

/* One FDE.  Every row must start below LIMIT: the size of the function, or of
   the block that repeats.  */
struct check_function
{
  uint64_t field;
  uint64_t addr;
  uint64_t info_off;
  uint64_t rows;
  uint32_t idx;
  uint32_t size;
  uint32_t fre_off;
  uint32_t num_fres;
  uint32_t limit;
  uint16_t padding;
  uint8_t info;
  uint8_t info2;
  uint8_t rep_size;
  uint8_t fre_type;
  bool mask;
  bool flex;
};

/* The finding for a row of F that starts at START, at its limit or above.
   Assemblers write a row exactly at the end for a directive after the last
   instruction; readers that accept it reject a row further on.  */
static inline enum sfm_finding_id
check_past_end (const struct check_function *f, uint32_t start)
{
  return start > f->limit ? SFM_FIND_ROW_BEYOND : SFM_FIND_ROW_PAST_END;
}

/* An element to sort: KEY, and two numbers that go with it.  */
struct check_item
{
  uint64_t key;
  uint32_t size;
  uint32_t idx;
};

/* A row block that broke no rule.  */
struct check_block
{
  uint32_t off;   /* of the FRE sub-section */
  uint32_t count; /* of its rows; 0: there is none */
  uint32_t last;  /* the start of its last row */
  uint8_t type;   /* of its rows */
};

/* The state of one check.  */
struct check
{
  const uint8_t *bytes;
  uint64_t size;
  const struct sfm_check_options *options;
  struct memory memory;
  bool plain; /* see engine.h */
  void (*found) (void *data, const struct sfm_finding *finding);
  void *data;

  /* All pieces whose FDEs could be read, for the address sweep.  */
  struct check_piece *pieces;
  size_t piece_count;
  size_t piece_capacity;
  uint32_t piece_idx; /* of the piece being checked, for the findings */

  /* Of the piece being checked: the sum of its functions' rows, unless some
     number is unreadable, and the address of the previous function.  */
  uint64_t rows;
  uint64_t previous;
  bool rows_unknown;

  /* Of its FRE sub-section.  While each block begins where the previous one
     ends, exactly the bytes below TILED are in use, and COVERED is NULL.
     After that COVERED, in SCRATCH, has a bit for each byte in use.  */
  uint32_t tiled;
  uint64_t *covered;
  uint64_t covered_size;
  bool walk_failed; /* a block's extent is unknown, so gaps prove nothing */
  void *scratch;
  size_t scratch_size;

  /* A bit for each FDE whose block begins in bytes that another function uses;
     NULL while there is none.  */
  uint64_t *deferred;

  /* Of the functions that share the rows of another, how many there are, and
     the lowest number of one.  BLOCKS has the blocks that a quick look found
     correct, or is NULL.  */
  uint32_t shared;
  uint32_t example;
  struct check_block *blocks;
  unsigned sets_bits; /* log2 of the number of sets of BLOCKS; 0: they were
                         not wanted yet */

  /* Bits of a function's info that need a closer look.  */
  uint8_t odd_info;
  uint64_t tries; /* rows that quick looks may still walk in vain */

  /* Row sizes by info byte, for the header values in TABLE_KEY.  */
  uint8_t plain_rows[256];
  uint8_t flex_rows[256];
  uint32_t table_key;

  /* Images: the highest end of all functions so far, and whether some function
     started below it.  */
  uint64_t cover_end;
  bool disorder;
};

static inline uint16_t
check_u16 (const uint8_t *b, bool big)
{
  return (uint16_t) (big ? (b[0] << 8 | b[1]) : (b[1] << 8 | b[0]));
}

static inline uint32_t
check_u32 (const uint8_t *b, bool big)
{
  uint32_t low = (uint32_t) b[0] | (uint32_t) b[1] << 8 | (uint32_t) b[2] << 16
                 | (uint32_t) b[3] << 24;
  uint32_t high = (uint32_t) b[3] | (uint32_t) b[2] << 8
                  | (uint32_t) b[1] << 16 | (uint32_t) b[0] << 24;
  return big ? high : low;
}

static inline uint64_t
check_u64 (const uint8_t *b, bool big)
{
  uint64_t first = check_u32 (b, big), second = check_u32 (b + 4, big);
  return big ? first << 32 | second : second << 32 | first;
}

/* A start field of 4 bytes, sign-extended.  */
static inline uint64_t
check_i32 (const uint8_t *b, bool big)
{
  uint64_t value = check_u32 (b, big);
  return (value ^ UINT64_C (0x80000000)) - UINT64_C (0x80000000);
}

/* Bit number AT of BITS.  */
static inline bool
check_bit (const uint64_t *bits, uint64_t at)
{
  return (bits[at / 64] >> at % 64 & 1) != 0;
}

/* A function's attributes (SFrame V3, 'The SFrame FDE Info Bytes').  */
enum
{
  CHECK_INFO_FRE_TYPE = 0x0f,
  CHECK_INFO_MASK = 0x10,
  CHECK_INFO_PAUTH = 0x20,
  CHECK_INFO_UNUSED = 0x40,
  CHECK_INFO_SIGNAL = 0x80,
  CHECK_INFO2_TYPE = 0x1f,
  CHECK_TYPE_FLEX = 1,
  CHECK_ATTR_SIZE = 5
};

static inline bool
check_is_aarch64 (uint8_t abi)
{
  return abi == SFM_ABI_AARCH64_ENDIAN_BIG
         || abi == SFM_ABI_AARCH64_ENDIAN_LITTLE;
}

/* In the tables of rows, bits other than those of the size say that the row
   needs a closer look.  */
#define CHECK_ROW_SIZE 0x3fu     /* 15 words of 4 bytes are 60 */
#define CHECK_ROW_BAD_SIZE 0x40u /* size code 3: the row has no known end */

/* The bit of a FRE info byte that marks a signed return address.  */
#define CHECK_INFO_MANGLED 0x80u

/* The start field of a row, of WIDTH bytes.  */
static inline uint32_t
check_start (const uint8_t *b, unsigned width, bool big)
{
  return width == 1   ? *b
         : width == 2 ? check_u16 (b, big)
                      : check_u32 (b, big);
}

#if defined __GNUC__
#define CHECK_PRINTF(a, b) __attribute__ ((format (printf, a, b)))
#else
#define CHECK_PRINTF(a, b)
#endif

/* check-decode.c: report finding ID in the current piece, at section offset
   OFFSET.  FDE and ROW may be SFM_NO_INDEX.  */
void sfm_check_report (struct check *c, enum sfm_finding_id id, uint32_t fde,
                       uint32_t row, uint64_t offset, const char *format, ...)
    CHECK_PRINTF (6, 7);

/* sfm_check_report for a piece, or for the function F, as a whole.  */
#define report_piece(c, id, offset, ...)                                      \
  sfm_check_report ((c), (id), SFM_NO_INDEX, SFM_NO_INDEX, (offset),          \
                    __VA_ARGS__)
#define report_function(c, f, id, offset, ...)                                \
  sfm_check_report ((c), (id), (f)->idx, SFM_NO_INDEX, (offset), __VA_ARGS__)

/* check-order.c: room for twice COUNT items: COUNT to sort, and as many for
   sfm_check_sort to use.  NULL: no memory.  */
struct check_item *sfm_check_items (const struct check *c, size_t count);

/* Sort COUNT ITEMS by key, keeping the order of equal keys.  SPARE has room
   for COUNT more.  Returns the one of the two arrays that holds the
   result.  */
struct check_item *sfm_check_sort (struct check_item *items,
                                   struct check_item *spare, size_t count);

/* check-header.c: read the header at OFFSET.  False: its FDEs and its end are
   unknown.  */
bool sfm_check_header (struct check *c, uint64_t offset,
                       struct check_piece *p);

/* check-decode.c: read FDE number IDX.  False: its attribute block (V3) is not
   in the FRE sub-section; the members from the FDE array are set even so.  */
bool sfm_check_decode_fde (const struct check *c, const struct check_piece *p,
                           uint32_t idx, struct check_function *f);

/* Set *OFF to where the block of FDE number IDX begins in the FREs.  Returns
   what sfm_check_block_exists does, in 40 instructions, not 140.  */
bool sfm_check_decode_block (const struct check *c,
                             const struct check_piece *p, uint32_t idx,
                             uint32_t *off);

/* The address that is added to the start fields of P.  If *PER_FIELD, the
   section offset of the field is added too.  */
uint64_t sfm_check_decode_base (const struct check *c,
                                const struct check_piece *p, bool *per_field);

/* Set *LAST to the highest start of the rows of F.  False: they do not end by
   STOP, or cannot be walked.  The tables must be those of P.  */
bool sfm_check_decode_last (const struct check *c, const struct check_piece *p,
                            const struct check_function *f, uint64_t stop,
                            uint32_t *last);

/* check-fde.c: check all FDEs of P with their rows.  SFM_OK or NOMEM.  */
sfm_status sfm_check_fdes (struct check *c, const struct check_piece *p);

/* check-quick.c: record that BLOCK, which functions may share, breaks no
   rule.  */
void sfm_check_block_keep (const struct check *c,
                           const struct check_block *block);

/* check-quick.c: prepare for P.  */
void sfm_check_quick_begin (struct check *c, const struct check_piece *p);

/* Pass the functions of P from number IDX on while they break no rule.
   Returns the number of the first that may.  */
uint32_t sfm_check_quick (struct check *c, const struct check_piece *p,
                          uint32_t idx);

/* check-rows.c: prepare the tables for P.  */
void sfm_check_rows_tables (struct check *c, const struct check_piece *p);

/* Walk the rows of F, whose block starts at a byte that no function uses yet,
   and mark the bytes that it uses.  */
void sfm_check_rows_walk (struct check *c, const struct check_piece *p,
                          const struct check_function *f);

/* check-words.c: check the FRE info byte before WORDS_OFF and the data words
   that begin there, all of which are inside the section.  */
void sfm_check_words (struct check *c, const struct check_piece *p,
                      const struct check_function *f, uint32_t row,
                      uint64_t words_off);

/* check-blocks.c: begin a piece, with no byte in use.  */
void sfm_check_blocks_begin (struct check *c);

/* Whether F has bytes in the FRE sub-section, and rows that can be walked, or
   none.  */
bool sfm_check_block_exists (const struct check_piece *p,
                             const struct check_function *f);

/* Set *USED to whether the first byte of F's block is in use.  If so, F is
   remembered for sfm_check_blocks; if not, its rows may be walked.  SFM_OK or
   NOMEM.  */
sfm_status sfm_check_block_enter (struct check *c, const struct check_piece *p,
                                  const struct check_function *f, bool *used);

/* Check that the NEED bytes at section offset POS are in the FRE sub-section
   and that no function uses them; *CLEAR is the offset up to which that is
   known, and moves.  False: reported.  */
bool sfm_check_block_room (struct check *c, const struct check_piece *p,
                           const struct check_function *f, uint32_t row,
                           uint64_t pos, uint64_t need, uint64_t *clear);

/* Mark the bytes from section offset BEGIN to END as used.  */
void sfm_check_block_mark (struct check *c, const struct check_piece *p,
                           uint64_t begin, uint64_t end);

/* After all walks: check for blocks that several functions use, and for bytes
   that none uses.  SFM_OK or NOMEM.  */
sfm_status sfm_check_blocks (struct check *c, const struct check_piece *p);

/* check-order.c: check the address of F, which follows a function at
   C->previous unless it is the first of its piece.  */
void sfm_check_order_next (struct check *c, const struct check_piece *p,
                           const struct check_function *f);

/* After all pieces: check for functions that overlap.  SFM_OK or NOMEM.  */
sfm_status sfm_check_order (struct check *c);

#endif /* MERGER_CHECKER_H */
