/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   convert.c - one row's data words from DEFAULT to FLEX and back.

   Both directions work on words, by the rules of doc/internals.md, section 10.
   A row that the other form cannot express exactly is refused, never
   rounded.  */

#include "config.h"

#include "rows.h"

/* Add the pair of words for WORD, which is s390x's for a saved register: a
   register if odd, else a slot relative to the CFA.  */
static void
put_saved (struct new_row *out, int32_t word)
{
  if (word % 2 != 0)
    {
      new_row_add (out,
                   (int64_t) (word >> 1) * (1 << FLEX_REG_SHIFT) | FLEX_REG_P,
                   true);
      new_row_add (out, 0, false);
    }
  else
    {
      new_row_add (out, FLEX_DEREF_P, true);
      new_row_add (out, word, false);
    }
}

void
sfm_convert_to_flex (const struct sfm_row *row, struct new_row *out)
{
  const struct abi_registers *regs
      = sfm_rules_registers (SFM_ABI_S390X_ENDIAN_BIG);
  unsigned base = row->info & ROW_INFO_SP ? regs->sp : regs->fp;

  *out = (struct new_row){ 0 };
  if (row->count == 0)
    return; /* RA undefined, in both forms */
  new_row_add (out, base << FLEX_REG_SHIFT | FLEX_REG_P, true);
  new_row_add (out, row->words[0], false); /* scaled in both forms */
  if (row->count > 1 && row->words[1] != 0)
    put_saved (out, row->words[1]);
  else if (row->count > 2)
    new_row_add (out, 0, true); /* no RA rule, an FP rule follows */
  if (row->count > 2)
    put_saved (out, row->words[2]);
}

/* A control word and its offset, decoded.  */
struct pair
{
  bool present;
  bool in_register;
  bool deref;
  uint32_t reg;
  int64_t offset;
};

static struct pair
pair_at (const struct sfm_row *row, unsigned idx)
{
  uint32_t control = rules_control (row, idx);

  return (struct pair){ .present = true,
                        .in_register = (control & FLEX_REG_P) != 0,
                        .deref = (control & FLEX_DEREF_P) != 0,
                        .reg = control >> FLEX_REG_SHIFT,
                        .offset = row->words[idx + 1] };
}

/* Decode the pairs of ROW.  False if it has no CFA pair.  */
static bool
pairs_of (const struct sfm_row *row, struct pair *cfa, struct pair *ra,
          struct pair *fp)
{
  unsigned next = 2;

  *ra = *fp = (struct pair){ 0 };
  if (row->count < 2)
    return false;
  *cfa = pair_at (row, 0);
  if (row->count > 2)
    {
      if (rules_control (row, 2) == 0)
        next = 3;
      else if (row->count > 3)
        {
          *ra = pair_at (row, 2);
          next = 4;
        }
    }
  if (row->count > next + 1 && rules_control (row, next) != 0)
    *fp = pair_at (row, next);
  return true;
}

/* Set *WORD to the DEFAULT word for the saved register of PAIR, or 0 if PAIR
   is absent.  False: no word expresses it.  */
static bool
saved_word (uint8_t abi, const struct pair *pair, const struct pair *cfa,
            int64_t cfa_offset, int64_t *word)
{
  bool s390x = abi == SFM_ABI_S390X_ENDIAN_BIG;

  *word = 0;
  if (!pair->present)
    return true;
  if (!pair->deref)
    {
      *word = (int64_t) pair->reg << 1 | 1;
      return s390x && pair->in_register && pair->offset == 0;
    }
  *word = pair->offset;
  if (pair->in_register)
    {
      /* *(R + x) with CFA = R + y is a slot at CFA + (x - y).  */
      if (pair->reg != cfa->reg)
        return false;
      *word -= cfa_offset;
    }
  /* 0 is the padding word if RA is tracked, and a slot at the CFA itself holds
     nothing saved.  */
  return *word != 0 && *word >= INT32_MIN && *word <= INT32_MAX
         && !(s390x && *word % 2 != 0);
}

bool
sfm_convert_from_flex (const struct sfm_piece *piece,
                       const struct sfm_row *row, struct new_row *out)
{
  const struct abi_registers *regs = sfm_rules_registers (piece->abi);
  struct pair cfa, ra, fp;
  int64_t ra_word, fp_word;

  *out = (struct new_row){ 0 };
  if (row->count == 0)
    return true;
  if (!pairs_of (row, &cfa, &ra, &fp))
    return false;
  if (!cfa.in_register || cfa.deref
      || (cfa.reg != regs->sp && cfa.reg != regs->fp))
    return false;
  int64_t offset = sfm_rules_cfa_offset (piece->abi, row->words[1]);
  if (!saved_word (piece->abi, &ra, &cfa, offset, &ra_word)
      || !saved_word (piece->abi, &fp, &cfa, offset, &fp_word))
    return false;

  out->info = (uint8_t) ((cfa.reg == regs->sp ? ROW_INFO_SP : 0)
                         | (row->info & ROW_INFO_MANGLED));
  new_row_add (out, row->words[1], false);
  if (piece->fixed_ra != 0)
    {
      if (ra.present && (!ra.deref || ra_word != piece->fixed_ra))
        return false;
    }
  else if (ra.present)
    new_row_add (out, ra_word, false);
  else if (fp.present)
    {
      /* Only s390x has a word for "RA not saved" before FP's.  */
      if (piece->abi != SFM_ABI_S390X_ENDIAN_BIG)
        return false;
      new_row_add (out, 0, false);
    }
  if (piece->fixed_fp != 0)
    return !fp.present || (fp.deref && fp_word == piece->fixed_fp);
  if (fp.present)
    new_row_add (out, fp_word, false);
  return true;
}

/* The smallest size in bytes that holds each of ROW's words.  */
static unsigned
word_size (const struct new_row *row)
{
  unsigned size = 1;

  for (unsigned i = 0; i < row->count; i++)
    {
      int64_t word = row->words[i];
      /* A control word is zero-extended, so one bit more fits; it is never
         negative.  */
      if (row->controls & 1U << i)
        word >>= 1;
      if (word < INT16_MIN || word > INT16_MAX)
        return 4;
      if (word < INT8_MIN || word > INT8_MAX)
        size = 2;
    }
  return size;
}

unsigned
sfm_convert_encode (const struct new_row *row, bool big, uint8_t *out)
{
  const unsigned size = word_size (row), code = size >> 1;
  uint8_t *p = out;

  /* RA undefined: the whole byte is 0 (rule F11).  */
  *p++ = row->count == 0
             ? 0
             : (uint8_t) (row->info
                          | (unsigned) row->count << ROW_INFO_COUNT_SHIFT
                          | code << ROW_INFO_SIZE_SHIFT);
  for (unsigned i = 0; i < row->count; i++, p += size)
    {
      const uint32_t word = (uint32_t) row->words[i];
      if (size == 1)
        *p = (uint8_t) word;
      else if (size == 2)
        put_u16 (p, (uint16_t) word, big);
      else
        put_u32 (p, word, big);
    }
  return (unsigned) (p - out);
}
