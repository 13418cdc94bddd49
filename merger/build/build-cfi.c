/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-cfi.c - functions given as call frame information.

   Theory of operation.  The instructions are executed once, range by range of
   addresses with one state (cfi-state.h), and each state that has changed
   becomes a row.  The CFA of PLT code that depends on the address (rule
   CFI_RULE_PLT) repeats in blocks of the address space.  Blocks of PC type
   MASK are relative to the function, so they can express this only if the code
   from there on begins and ends with a block; then it gets an FDE of its own
   [put_plt].  Otherwise each change is a row.  */

#include "config.h"

#include <inttypes.h>

#include "builder.h"
#include "cfi-state.h"
#include "engine.h"

/* Rows of call frame information in which nothing is unusual.

   Theory of operation.  Nearly all functions have only rows with a CFA that is
   the stack or frame pointer plus an offset, and registers in slots near it,
   whose words fit in two bytes each.  Such a row has at most seven bytes after
   its start: they are made as one number [pack], which tells whether the row
   repeats the one before and is written at once [put].  Anything else ends the
   walk, and the function is then built in full.  A test compares the results
   of both ways.  */

/* A row on its way to bytes.  Words that it does not have are 0.  */
struct usual_row
{
  int64_t first, second, third;
  unsigned info; /* base and mangled bits, number of words */
};

/* Set *ROW to the info byte and words of NOW on AMD64.  False: it has no
   DEFAULT form.  */
static ALWAYS_INLINE bool
find_words_amd64 (const struct build_form *form,
                  const struct cfi_usual_state *now, struct usual_row *row)
{
  const uint64_t saved = cfi_usual_saved (), fp = now->values.fp;

  if (now->values.ra != saved + (uint64_t) form->fixed_ra || fp == saved)
    return false;
  row->first = now->cfa_offset;
  row->second = fp == 0 ? 0 : (int64_t) (fp - saved);
  row->third = 0;
  row->info = (fp == 0 ? 1U : 2U) << ROW_INFO_COUNT_SHIFT;
  if (now->cfa_reg == form->regs.sp)
    row->info |= ROW_INFO_SP;
  else if (now->cfa_reg != form->regs.fp)
    return false;
  return true;
}

/* find_words_amd64 for the other machines.  */
static ALWAYS_INLINE bool
find_words (const struct build_form *form, const struct cfi_usual_state *now,
            struct usual_row *row)
{
  const uint64_t saved = cfi_usual_saved ();
  const uint64_t ra = now->values.ra, fp = now->values.fp;
  const int64_t ra_word = ra == 0 ? 0 : (int64_t) (ra - saved);
  const int64_t fp_word = fp == 0 ? 0 : (int64_t) (fp - saved);

  row->first = now->cfa_offset;
  row->second = ra_word;
  row->third = fp_word;
  if (form->s390x)
    {
      row->first = (now->cfa_offset - S390X_BIAS) / S390X_SLOT;
      /* The bias is a multiple of that.  */
      if (now->cfa_offset % S390X_SLOT != 0 || ra_word % S390X_SLOT != 0
          || fp_word % S390X_SLOT != 0)
        return false;
    }
  /* Only s390x has a word for "RA not saved" before FP's.  */
  if (ra == saved || fp == saved || (ra == 0 && fp != 0 && !form->s390x))
    return false;
  row->info = (fp != 0   ? 3U
               : ra != 0 ? 2U
                         : 1U)
                  << ROW_INFO_COUNT_SHIFT
              | (now->values.mangled_ra ? (unsigned) ROW_INFO_MANGLED : 0);
  if (now->cfa_reg == form->regs.sp)
    row->info |= ROW_INFO_SP;
  else if (now->cfa_reg != form->regs.fp)
    return false;
  return true;
}

/* Whether the words of ROW are numbers of BITS bits.  */
static ALWAYS_INLINE bool
fits (const struct usual_row *row, const unsigned bits)
{
  const uint64_t half = UINT64_C (1) << (bits - 1);

  return (((uint64_t) row->first + half) | ((uint64_t) row->second + half)
          | ((uint64_t) row->third + half))
             >> bits
         == 0;
}

/* The info byte and the words of ROW, which have a byte each, as bytes from
   the lowest one on.  */
static ALWAYS_INLINE uint64_t
pack_narrow (const struct usual_row *row)
{
  return row->info | (uint64_t) (uint8_t) row->first << 8
         | (uint64_t) (uint8_t) row->second << 16
         | (uint64_t) (uint8_t) row->third << 24;
}

/* WORD in two bytes of the byte order BIG.  */
static ALWAYS_INLINE uint64_t
two_bytes (int64_t word, bool big)
{
  const uint64_t low = (uint64_t) word & 0xff;
  const uint64_t high = (uint64_t) word >> 8 & 0xff;

  return big ? low << 8 | high : high << 8 | low;
}

/* pack_narrow for words of two bytes each.  */
static ALWAYS_INLINE uint64_t
pack_wide (const struct usual_row *row, bool big)
{
  return row->info | 1U << ROW_INFO_SIZE_SHIFT
         | two_bytes (row->first, big) << 8
         | two_bytes (row->second, big) << 24
         | two_bytes (row->third, big) << 40;
}

/* The rows of one function.  */
struct writing
{
  struct build_form form;
  uint8_t *out;
  const uint8_t *limit; /* of OUT, for any row to begin */
  uint64_t last;        /* the bytes of the last row but for its start */
  uint64_t start;
  uint32_t count;
  unsigned start_size;
  uint8_t fre_type;
  bool big;
  bool amd64;
};

/* Append the row of NOW at LOC to DATA, a struct writing, as sfm_build_row
   does.  */
static ALWAYS_INLINE bool
put (void *data, const struct cfi_usual_state *now, uint64_t loc)
{
  struct writing *w = data;
  struct usual_row row;
  uint64_t bytes;

  if (!(w->amd64 ? find_words_amd64 (&w->form, now, &row)
                 : find_words (&w->form, now, &row)))
    return false;
  unsigned size = 1 + row_count ((uint8_t) row.info);
  if (fits (&row, 8))
    bytes = pack_narrow (&row);
  else if (fits (&row, 16))
    {
      bytes = pack_wide (&row, w->big);
      size = 2 * size - 1;
    }
  else
    return false;
  /* No row is 0, as all have words.  */
  if (bytes == w->last)
    return true;
  if (w->out >= w->limit)
    return false;
  /* Little-endian: bytes past a shorter start are overwritten below.  */
  if (!w->big)
    put_u32 (w->out, (uint32_t) loc, false);
  else
    row_put_start (w->out, w->fre_type, (uint32_t) loc, true);
  w->out += w->start_size;
  put_u64 (w->out, bytes, false);
  w->out += size;
  w->last = bytes;
  w->start = loc;
  w->count++;
  return true;
}

/* Append the rows of FDE of SECTION, whose CIE gave USUAL, to A, of FORM.  */
static ALWAYS_INLINE bool
put_all_rows (struct building *a, const struct build_form *form,
              const struct cfi_usual *usual,
              const struct sfm_cfi_section *section,
              const struct sfm_cfi_fde *fde, const bool amd64)
{
  struct sfm_builder *b = a->b;
  const uint64_t left = b->rows_capacity - a->begin;
  const uint64_t room = left < a->room ? left : a->room;
  struct writing w = { .form = *form,
                       .start_size = row_start_size (a->fre_type),
                       .fre_type = a->fre_type,
                       .big = usual->big,
                       .amd64 = amd64 };

  if (room < BUILD_ROW_MAX)
    return false;
  w.out = b->rows + a->begin;
  w.limit = w.out + room - BUILD_ROW_MAX + 1;
  uint64_t reach;
  if (!cfi_usual_walk (usual, section, fde, put, &w, &reach)
      || w.count > FDE_MAX_ROWS_V3)
    return false;
  b->rows_used = (size_t) (w.out - b->rows);
  a->start = (uint32_t) w.start;
  a->count = w.count;
  return true;
}

/* Append the rows of FDE of SECTION.  False: something about
   them is unusual, and A is as before.  */
static bool
build_quick (struct building *a, const struct sfm_cfi_section *section,
             const struct sfm_cfi_fde *fde)
{
  const struct build_form *form = &a->b->form;
  const struct cfi_usual *usual
      = sfm_cfi_usual_of (&a->b->cie, section, &fde->cie);

  if (usual == NULL)
    return false;
  if (section->abi != SFM_ABI_AMD64_ENDIAN_LITTLE)
    return put_all_rows (a, form, usual, section, fde, false);
  const struct cfi_usual amd64 = cfi_usual_amd64 (usual);
  const struct build_form amd64_form
      = { .regs = amd64.regs, .fixed_ra = form->fixed_ra };
  return put_all_rows (a, &amd64_form, &amd64, section, fde, true);
}

/* Append a row for the state of ROWS at byte AT of the function.  */
static sfm_status
put_state (struct building *a, struct sfm_cfi_rows *rows, uint64_t at)
{
  struct sfm_cfi_row row;

  sfm_cfi_state_rules (rows, rows->fde->start + at, &row);
  if (row.problem != SFM_CFI_NO_PROBLEM)
    return sfm_build_refuse_cfi (a, at, row.problem);
  TRY (sfm_build_row (a, (uint32_t) at, &row.rules));
  a->row++;
  return SFM_OK;
}

/* Whether the rules of ROWS' state depend on the address.  */
static bool
is_plt_row (const struct sfm_cfi_rows *rows)
{
  return rows->now.cfa.kind == CFI_RULE_PLT
         && rows->now.ra.kind != SFM_RULE_UNDEFINED
         && rows->problem == SFM_CFI_NO_PROBLEM;
}

/* Append the rows of PLT code from ROWS->at up to ROWS->until.  */
static sfm_status
put_plt (struct building *a, struct sfm_cfi_rows *rows)
{
  const uint64_t from = rows->at, end = rows->until;
  const uint64_t start = rows->fde->start;
  const uint8_t plt_from = rows->now.plt_from;

  if (a->b->relocatable)
    return sfm_build_refuse (a, SFM_REFUSED_PLT, from);
  if (end == rows->fde->size && (start + from) % PLT_BLOCK == 0
      && (end - from) % PLT_BLOCK == 0 && end - from > PLT_BLOCK
      && !a->b->no_mask)
    {
      if (from != 0)
        TRY (sfm_build_part_end (a, (uint32_t) from));
      sfm_build_part_begin (a, (uint32_t) from, PLT_BLOCK);
      TRY (put_state (a, rows, from));
      return put_state (a, rows, from + plt_from);
    }
  if ((end - from) / PLT_BLOCK > FDE_UNROLLED_ROWS_MAX / 2)
    return sfm_build_refuse (a, SFM_REFUSED_BLOCKS, from);
  for (uint64_t at = from; at < end;)
    {
      const uint64_t in_block = (start + at) % PLT_BLOCK;
      TRY (put_state (a, rows, at));
      at += (in_block < plt_from ? plt_from : PLT_BLOCK) - in_block;
    }
  return SFM_OK;
}

/* Write the function of FDE of SECTION.  */
static sfm_status
write_cfi (struct building *a, const struct sfm_cfi_section *section,
           const struct sfm_cfi_fde *fde)
{
  struct sfm_cfi_rows rows;

  sfm_build_part_begin (a, 0, 0);
  sfm_cfi_rows_begin (section, fde, &rows);
  for (; rows.at < fde->size; rows.at = rows.until)
    {
      sfm_cfi_run (&rows);
      if (is_plt_row (&rows))
        TRY (put_plt (a, &rows));
      else if (rows.dirty || rows.problem != SFM_CFI_NO_PROBLEM)
        TRY (put_state (a, &rows, rows.at));
      rows.dirty = false;
    }
  return sfm_build_part_end (a, (uint32_t) fde->size);
}

/* Add the function of A, which is FDE's of SECTION.  */
static sfm_status
add_cfi (struct building *a, const struct sfm_cfi_section *section,
         const struct sfm_cfi_fde *fde)
{
  sfm_build_part_begin (a, 0, 0);
  if (build_quick (a, section, fde))
    {
      TRY (sfm_build_part_end (a, a->function->size));
      return sfm_build_commit (a);
    }
  sfm_status status = write_cfi (a, section, fde);
  if (status != SFM_OK && a->needs_flex)
    {
      sfm_build_again (a, true);
      status = write_cfi (a, section, fde);
    }
  TRY (status);
  return sfm_build_commit (a);
}

sfm_status
sfm_builder_add_cfi (struct sfm_builder *b,
                     const struct sfm_cfi_section *section,
                     const struct sfm_cfi_fde *fde, uint32_t number,
                     struct sfm_refusal *refusal, struct sfm_diag *diag)
{
  const bool fits = fde->size <= UINT32_MAX;
  const struct sfm_function function
      = { .addr = fde->start,
          .size = fits ? (uint32_t) fde->size : 0,
          .signal = fde->cie.signal,
          .pauth_b = fde->cie.pauth_b };
  struct building a;

  if (section->abi != b->form.abi)
    return sfm_fail (diag, SFM_ERR_USAGE, fde->offset,
                     "the ABI of the section is %u, of the builder %u",
                     section->abi, b->form.abi);
  sfm_status status
      = sfm_build_begin (&a, b, &function, number, refusal, diag);
  if (!fits && status == SFM_ERR_UNSUPP)
    status = sfm_build_refuse (&a, SFM_REFUSED_SIZE, fde->size);
  if (status == SFM_OK)
    status = add_cfi (&a, section, fde);
  if (status == SFM_OK)
    return SFM_OK;
  sfm_build_abandon (&a, status);
  if (diag != NULL)
    diag->offset = fde->offset;
  return status;
}
