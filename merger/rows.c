/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   rows.c - the frame row entries of one function, and what they mean.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine.h"
#include "rows.h"
#include "sfmerge.h"

/* Why sfm_row_info_allowed is false, or NULL if it is true.  */
static const char *
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
sfm_row_info_allowed (const struct sfm_piece *piece, bool flex, uint8_t info)
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
read_row_inline (const struct sfm_piece *piece, uint8_t fre_type,
                 const uint8_t *p, struct row_place place, struct sfm_row *row,
                 struct sfm_diag *diag)
{
  unsigned start_size = row_start_size (fre_type);
  uint64_t at = place.at, end = place.end;

  if (at > end || end - at < start_size + 1)
    return sfm_fail (diag, SFM_ERR_CORRUPT, at,
                     "a row begins here with %" PRIu32
                     " still to come, but the FREs end at 0x%" PRIx64,
                     place.left - 1, end);
  memset (row, 0, sizeof *row);
  row->offset = at;
  row->start = row_start (p, fre_type, piece->big_endian);
  row->info = p[start_size];
  unsigned words_size = row_words_size (row->info);
  if (words_size == ROW_BAD)
    return sfm_fail (diag, SFM_ERR_CORRUPT, at + start_size,
                     "the FRE info is 0x%02x, whose size code 3 is invalid",
                     row->info);
  row->size = start_size + 1 + words_size;
  if (row->size > end - at)
    return sfm_fail (diag, SFM_ERR_CORRUPT, at,
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
sfm_row_read (const struct sfm_piece *piece, uint8_t fre_type,
              const uint8_t *p, struct row_place place, struct sfm_row *row,
              struct sfm_diag *diag)
{
  return read_row_inline (piece, fre_type, p, place, row, diag);
}

sfm_status
sfm_rows_next (struct sfm_rows *rows, struct sfm_row *row,
               struct sfm_diag *diag)
{
  const struct row_place place
      = { .at = rows->next, .end = rows->end, .left = rows->left };

  if (rows->left == 0)
    return SFM_END;
  TRY (read_row_inline (rows->piece, rows->fre_type,
                        rows->piece->bytes + rows->next, place, row, diag));
  rows->next += row->size;
  rows->left--;
  return SFM_OK;
}

/* The meaning of a row's data words (SFrame V3, 'Interpretation of SFrame
   FREs'; for s390x before V3, SFrame V2, 's390x').

   Theory of operation.  The words become three rules (CFA, RA, FP) in one form
   for all ABIs, versions and FDE types [default_rules, flex_rules].  The
   conversion of rows does not use this file: it works on words (convert.c),
   and comparing the rules before and after verifies it.  */

enum
{
  /* Register numbers of control words: DWARF registers of the ABIs, AMD64 APX
     included (rule F12 of doc/internals.md, section 8).  */
  MAX_REGISTER = 31,
  APX_FIRST = 130,
  APX_LAST = 145
};

const struct abi_registers *
sfm_rules_registers (uint8_t abi)
{
  static const struct abi_registers amd64 = { .sp = 7, .fp = 6, .ra = 16 };
  static const struct abi_registers aarch64 = { .sp = 31, .fp = 29, .ra = 30 };
  static const struct abi_registers s390x = { .sp = 15, .fp = 11, .ra = 14 };

  switch (abi)
    {
    case SFM_ABI_AMD64_ENDIAN_LITTLE:
      return &amd64;
    case SFM_ABI_S390X_ENDIAN_BIG:
      return &s390x;
    default:
      return &aarch64;
    }
}

bool
sfm_rules_has_register (uint8_t abi, uint32_t reg)
{
  return reg <= MAX_REGISTER
         || (abi == SFM_ABI_AMD64_ENDIAN_LITTLE && reg >= APX_FIRST
             && reg <= APX_LAST);
}

int64_t
sfm_rules_cfa_offset (uint8_t abi, int32_t word)
{
  return abi == SFM_ABI_S390X_ENDIAN_BIG
             ? (int64_t) word * S390X_SLOT + S390X_BIAS
             : word;
}

static struct sfm_rule
memory_at_cfa (int64_t offset)
{
  return (struct sfm_rule){ .kind = SFM_RULE_MEMORY,
                            .reg = SFM_REG_CFA,
                            .offset = offset };
}

/* The rule of the saved register whose word is WORD: a slot, or, in s390x data
   before V3, an odd number that names a register.  */
static sfm_status
saved_rule (const struct sfm_piece *piece, const struct sfm_row *row,
            int32_t word, struct sfm_rule *rule, struct sfm_diag *diag)
{
  if (piece->abi != SFM_ABI_S390X_ENDIAN_BIG || word % 2 == 0)
    {
      *rule = memory_at_cfa (word);
      return SFM_OK;
    }
  if (piece->version == 3 || (uint32_t) word >> 1 > MAX_REGISTER)
    return sfm_fail (diag, SFM_ERR_CORRUPT, row->offset,
                     "the offset %" PRId32 " is odd%s", word,
                     piece->version == 3
                         ? ", which version 3 allows in FLEX rows only"
                         : " and names no register");
  *rule = (struct sfm_rule){ .kind = SFM_RULE_VALUE,
                             .reg = (uint32_t) word >> 1 };
  return SFM_OK;
}

static sfm_status
default_rules (const struct sfm_piece *piece, const struct sfm_row *row,
               struct sfm_rules *rules, struct sfm_diag *diag)
{
  const struct abi_registers *regs = sfm_rules_registers (piece->abi);
  unsigned next = 1;

  rules->cfa.kind = SFM_RULE_VALUE;
  rules->cfa.reg = row->info & ROW_INFO_SP ? regs->sp : regs->fp;
  rules->cfa.offset = sfm_rules_cfa_offset (piece->abi, row->words[0]);
  rules->mangled_ra = (row->info & ROW_INFO_MANGLED) != 0;

  if (piece->fixed_ra != 0)
    rules->ra = memory_at_cfa (piece->fixed_ra);
  else if (row->count > next)
    {
      int32_t word = row->words[next++];
      /* s390x: 0 means that RA is not saved but FP is.  */
      if (word != 0 || piece->abi != SFM_ABI_S390X_ENDIAN_BIG)
        TRY (saved_rule (piece, row, word, &rules->ra, diag));
    }
  if (piece->fixed_fp != 0)
    rules->fp = memory_at_cfa (piece->fixed_fp);
  else if (row->count > next)
    TRY (saved_rule (piece, row, row->words[next], &rules->fp, diag));
  return SFM_OK;
}

/* The rule of the words IDX and IDX + 1 of a FLEX row.  Both exist: flex_rules
   has checked that.  */
static sfm_status
flex_rule (const struct sfm_piece *piece, const struct sfm_row *row,
           unsigned idx, bool cfa, struct sfm_rule *rule,
           struct sfm_diag *diag)
{
  uint32_t control = rules_control (row, idx);
  uint32_t reg = control >> FLEX_REG_SHIFT;
  bool in_register = (control & FLEX_REG_P) != 0;

  if ((control & FLEX_UNUSED) || (cfa && !in_register)
      || (!in_register && reg != 0)
      || !sfm_rules_has_register (piece->abi, reg))
    return sfm_fail (diag, SFM_ERR_UNSUPP, row->offset,
                     "the control word %u is 0x%" PRIx32
                     ", which names no %s of the ABI",
                     idx, control, cfa ? "register" : "register or slot");
  rule->kind = control & FLEX_DEREF_P ? SFM_RULE_MEMORY : SFM_RULE_VALUE;
  rule->reg = in_register ? reg : SFM_REG_CFA;
  rule->offset = cfa ? sfm_rules_cfa_offset (piece->abi, row->words[idx + 1])
                     : row->words[idx + 1];
  return SFM_OK;
}

static sfm_status
flex_rules (const struct sfm_piece *piece, const struct sfm_row *row,
            struct sfm_rules *rules, struct sfm_diag *diag)
{
  unsigned next = 3;

  TRY (flex_rule (piece, row, 0, true, &rules->cfa, diag));
  rules->mangled_ra = (row->info & ROW_INFO_MANGLED) != 0;
  if (piece->fixed_ra != 0)
    rules->ra = memory_at_cfa (piece->fixed_ra);
  if (piece->fixed_fp != 0)
    rules->fp = memory_at_cfa (piece->fixed_fp);
  if (row->count > 2)
    {
      bool padding = rules_control (row, 2) == 0; /* no RA rule */
      if (padding != (row->count % 2 != 0))
        return sfm_fail (diag, SFM_ERR_CORRUPT, row->offset,
                         "%u data words, the third of which is %s", row->count,
                         padding ? "padding" : "a control word");
      if (!padding)
        {
          TRY (flex_rule (piece, row, 2, false, &rules->ra, diag));
          next = 4;
        }
    }
  if (row->count > next && rules_control (row, next) != 0)
    TRY (flex_rule (piece, row, next, false, &rules->fp, diag));
  return SFM_OK;
}

sfm_status
sfm_row_rules (const struct sfm_piece *piece, const struct sfm_fde *fde,
               const struct sfm_row *row, struct sfm_rules *rules,
               struct sfm_diag *diag)
{
  const char *problem = row_info_problem (piece, fde->flex, row->info);

  memset (rules, 0, sizeof *rules);
  if (problem != NULL)
    return sfm_fail (diag, SFM_ERR_CORRUPT, row->offset,
                     "the FRE info is 0x%02x: %s", row->info, problem);
  if (row->count == 0)
    {
      rules->cfa.kind = SFM_RULE_UNDEFINED;
      rules->ra.kind = SFM_RULE_UNDEFINED;
      rules->fp.kind = SFM_RULE_UNDEFINED;
      return SFM_OK;
    }
  return fde->flex ? flex_rules (piece, row, rules, diag)
                   : default_rules (piece, row, rules, diag);
}

unsigned
sfm_rules_flex_words (const struct sfm_row *row)
{
  if (row->count < 3)
    return row->count;
  unsigned next = rules_control (row, 2) == 0 ? 3 : 4;
  if (row->count > next && rules_control (row, next) != 0)
    return row->count;
  return next == 3 ? 2 : next;
}

static bool
rule_equal (const struct sfm_rule *a, const struct sfm_rule *b)
{
  return a->kind == b->kind && a->reg == b->reg && a->offset == b->offset;
}

bool
sfm_rules_equal (const struct sfm_rules *a, const struct sfm_rules *b)
{
  return rule_equal (&a->cfa, &b->cfa) && rule_equal (&a->ra, &b->ra)
         && rule_equal (&a->fp, &b->fp) && a->mangled_ra == b->mangled_ra;
}
