/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   rows.h - frame row entries (SFrame V3, 'SFrame FRE'): their bytes, their
   meaning, and other forms of them.  */

#ifndef MERGER_ROWS_H
#define MERGER_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "bytes.h"
#include "engine.h"
#include "sfmerge.h"

enum
{
  ROW_INFO_SP = 0x01, /* DEFAULT: the CFA's base is SP, else FP */
  ROW_INFO_COUNT = 0x1e,
  ROW_INFO_COUNT_SHIFT = 1,
  ROW_INFO_SIZE = 0x60,
  ROW_INFO_SIZE_SHIFT = 5,
  ROW_INFO_MANGLED = 0x80,

  /* s390x: slots are 8-aligned, and the CFA is this much above the stack
     pointer at a function's start, where its caller reserved a save area.  */
  S390X_SLOT = 8,
  S390X_BIAS = 160,

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
bool sfm_row_info_allowed (const struct sfm_piece *piece, bool flex,
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
sfm_status sfm_row_read (const struct sfm_piece *piece, uint8_t fre_type,
                         const uint8_t *p, struct row_place place,
                         struct sfm_row *row, struct sfm_diag *diag);

/* Registers of the ABIs and FLEX control words (SFrame V3, 'Interpretation of
   SFrame FREs').  */

enum
{
  FLEX_REG_P = 0x1,   /* based on a register, else on the CFA */
  FLEX_DEREF_P = 0x2, /* the value is in memory */
  FLEX_UNUSED = 0x4,
  FLEX_REG_SHIFT = 3
};

/* DWARF numbers.  */
struct abi_registers
{
  uint8_t sp;
  uint8_t fp;
  uint8_t ra;
};

const struct abi_registers *sfm_rules_registers (uint8_t abi);

/* Whether control words have a number for the DWARF register REG of ABI (rule
   F12 of doc/internals.md, section 8).  */
bool sfm_rules_has_register (uint8_t abi, uint32_t reg);

/* The CFA offset in bytes that WORD encodes: s390x stores it scaled.  */
int64_t sfm_rules_cfa_offset (uint8_t abi, int32_t word);

/* Word IDX of ROW as a control word: zero-extended from its size.  */
static inline uint32_t
rules_control (const struct sfm_row *row, unsigned idx)
{
  return (uint32_t) row->words[idx]
         & (row->word_size == 4 ? UINT32_MAX
                                : (1U << (8 * row->word_size)) - 1);
}

/* Data words of ROW, of type FLEX, without padding at the end.  */
unsigned sfm_rules_flex_words (const struct sfm_row *row);

/* Mixing the meaning of a function into one number.

   A rule is one value [rule_value], a row four: start, CFA, RA, FP.  The
   number of a function depends on its size, its kind and its effective rows,
   whatever they are read from.  */

/* A rule as one value.  */
static inline uint64_t
rule_value (enum sfm_rule_kind kind, uint32_t reg, int64_t offset)
{
  return ((uint64_t) kind << 32 | reg) * UINT64_C (0xd1342543de82ef95)
         + (uint64_t) offset;
}

/* The rules from one address on.  */
struct rule_values
{
  uint64_t cfa;
  uint64_t ra;
  uint64_t fp;
  bool mangled_ra;
};

static ALWAYS_INLINE bool
values_equal (const struct rule_values *a, const struct rule_values *b)
{
  return a->cfa == b->cfa && a->ra == b->ra && a->fp == b->fp
         && a->mangled_ra == b->mangled_ra;
}

/* Callers treat functions with equal digests as equal.  Among ten million the
   chance that two different ones collide is below one in a hundred
   thousand.  */
static ALWAYS_INLINE uint64_t
mix_row (uint64_t hash, uint32_t start, const struct rule_values *v)
{
  const uint64_t odd = UINT64_C (0xaef17502108ef2d9);

  hash = hash_mix (hash,
                   v->cfa * odd + ((uint64_t) start << 1 | v->mangled_ra));
  /* Shifted, so that no difference of RA cancels one of FP in all
     functions.  */
  const uint64_t ra = v->ra * odd;
  return hash_mix (hash, (ra ^ ra >> 32) + v->fp);
}

static inline struct rule_values
rule_values (const struct sfm_rules *r)
{
  return (struct rule_values){
    .cfa = rule_value (r->cfa.kind, r->cfa.reg, r->cfa.offset),
    .ra = rule_value (r->ra.kind, r->ra.reg, r->ra.offset),
    .fp = rule_value (r->fp.kind, r->fp.reg, r->fp.offset),
    .mangled_ra = r->mangled_ra
  };
}

/* The digest of a function of SIZE bytes from ROWS, which mix_row has made of
   all its rows, the first from 0.  */
static inline uint64_t
mix_function (uint64_t rows, uint32_t size, bool mask, bool pauth_b,
              bool is_signal)
{
  return hash_mix (rows, (uint64_t) size << 3 | (uint64_t) mask << 2
                             | (uint64_t) pauth_b << 1 | (uint64_t) is_signal);
}

/* The rules of a function at every address, independent of the encoding of its
   rows.

   Of rows with equal starts the last counts; rows at or past the end of the
   function (of the block, for MASK) cover nothing; and a row that repeats the
   one before it adds nothing (rules F6 and F7 of doc/internals.md, section 8).
   What remains is a normal form: two functions unwind alike if and only if
   their effective rows are the same.  */

struct effective_row
{
  uint32_t start;
  struct sfm_rules rules;
};

/* Bring RULES into normal form.  */
void sfm_effective_normalize (struct sfm_rules *rules);

/* The rules of ROW in normal form, for comparisons.  */
sfm_status sfm_effective_rules (const struct sfm_piece *piece,
                                const struct sfm_fde *fde,
                                const struct sfm_row *row,
                                struct sfm_rules *rules,
                                struct sfm_diag *diag);

/* A walk.  No resources held.  */
struct effective
{
  const struct sfm_piece *piece;
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row ahead; /* the row after the last one returned */
  struct sfm_rules last;
  uint32_t base;
  uint32_t limit;
  uint32_t block;    /* where the current block begins */
  uint32_t rep_size; /* of blocks that are walked one by one; else 0 */
  bool any;          /* some row holds in a block */
  bool have_ahead;
  bool have_last;
};

/* Start a walk over the rows of FDE.  For a part of a split function FDE has
   the rows, num_fres and size of the part, and BASE is where it begins in the
   whole.  REP_SIZE is the block size of a MASK function.  */
sfm_status sfm_effective_begin (struct effective *e,
                                const struct sfm_piece *piece,
                                const struct sfm_fde *fde, uint32_t base,
                                uint8_t rep_size, struct sfm_diag *diag);

/* Start a walk over the rows of FDE, which is MASK with blocks of REP_SIZE, as
   if each block had rows of its own.  */
sfm_status sfm_effective_unroll (struct effective *e,
                                 const struct sfm_piece *piece,
                                 const struct sfm_fde *fde, uint8_t rep_size,
                                 struct sfm_diag *diag);

/* Read the next effective row; starts rise.  SFM_END after the last.  */
sfm_status sfm_effective_next (struct effective *e, struct effective_row *row,
                               struct sfm_diag *diag);

/* Whether two walks over effective rows agree.  */

/* Walk A and B to the end or to the first difference, whose row start goes to
   *START.  */
sfm_status sfm_compare_effective (struct effective *a, struct effective *b,
                                  bool *equal, uint32_t *start,
                                  struct sfm_diag *diag);

/* One row's data words from DEFAULT to FLEX and back.  */

/* A row to be encoded, without a start and widths.  */
struct new_row
{
  uint8_t info;     /* base and mangled bits; count and size 0 */
  uint8_t count;    /* words */
  uint8_t controls; /* bit I: word I is a control word, unsigned */
  int32_t words[6];
};

/* Convert ROW, of s390x before V3, to FLEX (doc/internals.md, section 10).  */
void sfm_convert_to_flex (const struct sfm_row *row, struct new_row *out);

/* Convert the FLEX ROW of PIECE to DEFAULT of version 2.  False: version 2
   cannot express it.  */
bool sfm_convert_from_flex (const struct sfm_piece *piece,
                            const struct sfm_row *row, struct new_row *out);

/* Add WORD to ROW, which has room for it.  CONTROL: it is a control word.  */
static inline void
new_row_add (struct new_row *row, int64_t word, bool control)
{
  if (control)
    row->controls |= (uint8_t) (1U << row->count);
  row->words[row->count++] = (int32_t) word;
}

/* Bytes of the longest encoded row, without its start.  */
enum
{
  NEW_ROW_MAX = 1 + 6 * 4
};

/* Write ROW's info byte and words, of the smallest size that holds them, to
   OUT.  Returns the number of bytes.  */
unsigned sfm_convert_encode (const struct new_row *row, bool big,
                             uint8_t *out);

/* The rows of one function in fewer bytes, with the same meaning.  */

/* Rows in the output's form.  */
struct shrink
{
  const struct sfm_piece *view; /* a piece whose BYTES, from offset 0, hold the
                                   rows */
  const uint8_t *word_bytes;    /* an array of sfm_merger.word_bytes, by
                                   FLEX */
  bool flex;
  uint8_t fre_type;
  uint32_t count;
  uint32_t size; /* bytes */
};

/* Shrink the rows of S at ROWS, which is writable and inside S->view: drop
   each row that has the rules of the one before it, and make all starts of
   FRE_TYPE, which must not be wider than theirs.  Updates S.  False: the bytes
   are not valid rows.  */
bool sfm_shrink_rows (struct shrink *s, uint8_t *rows, uint8_t fre_type);

#endif /* MERGER_ROWS_H */
