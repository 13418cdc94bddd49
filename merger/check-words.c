/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-words.c - the checker: data words of a row (rules F2 and F10 to F13 of
   doc/internals.md, section 8).  Only rows that the look-up in a table does
   not pass come here.  */

#include "config.h"

#include <inttypes.h>

#include "checker.h"

enum
{
  INFO_SP = 0x01,

  CONTROL_REGISTER = 0x1,
  CONTROL_MEMORY = 0x2,
  CONTROL_UNUSED = 0x4,
  CONTROL_SHIFT = 3,

  /* DWARF numbers: 0 to 31 of all ABIs, and AMD64's r16 to r31 (APX).  */
  CHECK_MAX_REGISTER = 31,
  CHECK_APX_FIRST = 130,
  CHECK_APX_LAST = 145,

  CHECK_S390X_SLOT = 8
};

/* The data words of one row.  */
struct words
{
  const uint8_t *bytes;
  uint64_t offset; /* of the first, in the section */
  unsigned count;
  unsigned size;
  bool big;
};

static uint32_t
word_unsigned (const struct words *w, unsigned idx)
{
  const uint8_t *b = w->bytes + (size_t) idx * w->size;

  return w->size == 1   ? *b
         : w->size == 2 ? check_u16 (b, w->big)
                        : check_u32 (b, w->big);
}

static int64_t
word_signed (const struct words *w, unsigned idx)
{
  uint32_t value = word_unsigned (w, idx);
  uint32_t sign = UINT32_C (1) << (8 * w->size - 1);

  return (int64_t) (value & (sign - 1)) - (int64_t) (value & sign);
}

/* Check control word IDX of a FLEX row.  CFA: it is the CFA's, which cannot be
   relative to itself.  */
static void
check_control (struct check *c, const struct check_piece *p,
               const struct check_function *f, uint32_t row,
               const struct words *w, unsigned idx, bool cfa)
{
  uint32_t control = word_unsigned (w, idx);
  uint32_t reg = control >> CONTROL_SHIFT;
  bool named = (control & CONTROL_REGISTER) != 0;
  bool apx = p->abi == SFM_ABI_AMD64_ENDIAN_LITTLE && reg >= CHECK_APX_FIRST
             && reg <= CHECK_APX_LAST;
  const char *wrong = NULL;

  if (control & CONTROL_UNUSED)
    wrong = "bit 2 is set";
  else if (cfa && !named)
    wrong = "the CFA needs a register";
  else if (!named && reg != 0)
    wrong = "a register number, but no register";
  else if (reg > CHECK_MAX_REGISTER && !apx)
    wrong = "the ABI has no such register";
  if (wrong != NULL)
    sfm_check_report (c, SFM_FIND_ROW_FLEX, f->idx, row,
                      w->offset + (uint64_t) idx * w->size,
                      "control word %u is 0x%" PRIx32 ": %s", idx, control,
                      wrong);
}

/* Check F13 for the offset word IDX of a slot relative to the CFA.  */
static void
check_slot (struct check *c, const struct check_function *f, uint32_t row,
            const struct words *w, unsigned idx)
{
  int64_t offset = word_signed (w, idx);

  if (offset % CHECK_S390X_SLOT != 0)
    sfm_check_report (c, SFM_FIND_ROW_S390X, f->idx, row,
                      w->offset + (uint64_t) idx * w->size,
                      "the slot is at CFA%+" PRId64 ", not a multiple of 8",
                      offset);
}

static void
report_count (struct check *c, const struct check_function *f, uint32_t row,
              const struct words *w, const char *expected)
{
  sfm_check_report (c, SFM_FIND_ROW_COUNT, f->idx, row, w->offset - 1,
                    "%u data words where %s", w->count, expected);
}

/* Check the control word at IDX and its offset.  */
static void
check_pair (struct check *c, const struct check_piece *p,
            const struct check_function *f, uint32_t row,
            const struct words *w, unsigned idx)
{
  uint32_t control = word_unsigned (w, idx);

  check_control (c, p, f, row, w, idx, idx == 0);
  if (p->abi == SFM_ABI_S390X_ENDIAN_BIG
      && (control & (CONTROL_REGISTER | CONTROL_MEMORY)) == CONTROL_MEMORY)
    check_slot (c, f, row, w, idx + 1);
}

/* Check the words of a FLEX row: CFA pair, RA pair or padding, FP pair.  The
   padding makes their number odd; pairs that are absent at the end have no
   padding.  */
static void
check_flex (struct check *c, const struct check_piece *p,
            const struct check_function *f, uint32_t row,
            const struct words *w)
{
  if (w->count < 2 || w->count > 6)
    {
      report_count (c, f, row, w, "FLEX has two to six");
      return;
    }
  check_pair (c, p, f, row, w, 0);
  if (w->count == 2)
    return;
  bool padding = word_unsigned (w, 2) == 0;
  if (padding != (w->count % 2 != 0))
    {
      report_count (c, f, row, w,
                    padding ? "padding makes their number odd"
                            : "without padding their number is even");
      return;
    }
  if (!padding)
    check_pair (c, p, f, row, w, 2);
  unsigned fp = padding ? 3 : 4;
  /* A control word of 0, which means the same as no pair, breaks no rule.  */
  if (fp < w->count)
    check_pair (c, p, f, row, w, fp);
}

/* Check the words of a DEFAULT s390x row: RA and FP are slots, or in V2 an odd
   number that names a register.  */
static void
check_s390x (struct check *c, const struct check_piece *p,
             const struct check_function *f, uint32_t row,
             const struct words *w)
{
  for (unsigned i = 1; i < w->count; i++)
    {
      int64_t word = word_signed (w, i);

      if (word % 2 == 0)
        check_slot (c, f, row, w, i);
      else if (p->version == 3 || (uint64_t) word >> 1 > CHECK_MAX_REGISTER)
        sfm_check_report (c, SFM_FIND_ROW_S390X, f->idx, row,
                          w->offset + (uint64_t) i * w->size,
                          "data word %u is %" PRId64 "%s", i, word,
                          p->version == 3
                              ? ", and registers need FLEX in version 3"
                              : ", which names no register");
    }
}

void
sfm_check_words (struct check *c, const struct check_piece *p,
                 const struct check_function *f, uint32_t row,
                 uint64_t words_off)
{
  uint8_t info = c->bytes[words_off - 1];
  struct words w = { .bytes = c->bytes + words_off,
                     .offset = words_off,
                     .count = info >> 1 & 15U,
                     .size = 1U << (info >> 5 & 3),
                     .big = p->big_endian };
  bool aarch64 = check_is_aarch64 (p->abi);
  unsigned most = 1U + (p->fixed_ra == 0) + (p->fixed_fp == 0);

  /* Neither the meaning nor the number of words is known.  */
  if (p->abi == 0)
    return;
  if ((info & CHECK_INFO_MANGLED) && !aarch64)
    sfm_check_report (
        c, SFM_FIND_FDE_ABI_BITS, f->idx, row, words_off - 1,
        "the FRE info 0x%02x marks a signed RA, but the ABI is %u", info,
        p->abi);
  /* V1 does not define a row without words.  Old consumers stop there, as they
     should, so it is treated like V2.  */
  if (w.count == 0)
    {
      if (info != 0)
        sfm_check_report (
            c, SFM_FIND_ROW_UNDEFINED, f->idx, row, words_off - 1,
            "the FRE info of a row without data words is 0x%02x, "
            "not 0",
            info);
      return;
    }
  if (f->flex && (info & INFO_SP))
    sfm_check_report (
        c, SFM_FIND_FLEX_BASE, f->idx, row, words_off - 1,
        "the FRE info 0x%02x names SP as base, which FLEX ignores", info);
  if (f->flex)
    check_flex (c, p, f, row, &w);
  else if (w.count > most)
    report_count (c, f, row, &w, "the ABI tracks fewer values");
  else if (p->abi == SFM_ABI_S390X_ENDIAN_BIG)
    check_s390x (c, p, f, row, &w);
}
