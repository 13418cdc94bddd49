/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-cfi.c - call frame information of the functions of generated
   sections.

   It is what gcc writes for AMD64: each push has an instruction for the
   register that it saves, which no row shows.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "bench-functions.h"

enum
{
  REG_BX = 3,
  REG_FP = 6,

  CFA_ADVANCE = 0x40,
  CFA_ADVANCE1 = 0x02,
  CFA_ADVANCE2 = 0x03,
  CFA_OFFSET = 0x80,
  CFA_RESTORE = 0xc0,
  CFA_DEF_CFA = 0x0c,
  CFA_DEF_CFA_OFFSET = 0x0e,

  FDE_MAX = 40, /* bytes beside the instructions */
  ROW_MAX = 20  /* bytes of a row's instructions */
};

/* The instructions of one function.  */
struct maker
{
  uint8_t *p;
  uint32_t at; /* the row's start */
  struct sfm_rules now;
};

static void
put (struct maker *m, uint64_t byte)
{
  *m->p++ = (uint8_t) byte;
}

static void
put_32 (struct maker *m, uint64_t value)
{
  for (unsigned shift = 0; shift < 32; shift += 8)
    put (m, value >> shift);
}

static void
put_number (struct maker *m, uint64_t number)
{
  for (; number >= 0x80; number >>= 7)
    put (m, number | 0x80);
  put (m, number);
}

static void
put_advance (struct maker *m, uint32_t delta)
{
  if (delta < 64)
    {
      put (m, CFA_ADVANCE | delta);
      return;
    }
  put (m, delta < 256 ? CFA_ADVANCE1 : CFA_ADVANCE2);
  put (m, delta);
  if (delta >= 256)
    put (m, delta >> 8);
}

/* Write the instructions that lead from M's rules to RULES at START.  */
static void
put_row (struct maker *m, uint32_t start, const struct sfm_rules *rules)
{
  const int64_t grown = rules->cfa.offset - m->now.cfa.offset;
  const bool saved = rules->fp.kind == SFM_RULE_MEMORY;

  if (start != m->at)
    put_advance (m, start - m->at);
  m->at = start;
  if (rules->cfa.reg != m->now.cfa.reg)
    {
      put (m, CFA_DEF_CFA);
      put_number (m, rules->cfa.reg);
      put_number (m, (uint64_t) rules->cfa.offset);
    }
  else if (grown != 0)
    {
      put (m, CFA_DEF_CFA_OFFSET);
      put_number (m, (uint64_t) rules->cfa.offset);
    }
  if (saved != (m->now.fp.kind == SFM_RULE_MEMORY))
    {
      put (m, (saved ? CFA_OFFSET : CFA_RESTORE) | REG_FP);
      if (saved)
        put_number (m, (uint64_t) -rules->fp.offset / 8);
    }
  else if (grown == 8)
    {
      put (m, CFA_OFFSET | REG_BX);
      put_number (m, (uint64_t) rules->cfa.offset / 8);
    }
  m->now = *rules;
}

/* Write the length of the record from AT to M's place, after padding.  */
static void
end_record (struct maker *m, uint8_t *at)
{
  while ((m->p - at) % 8 != 0)
    put (m, 0);
  struct maker length = { .p = at };
  put_32 (&length, (uint64_t) (m->p - at) - 4);
}

static void
put_cie (struct maker *m)
{
  static const uint8_t cie[] = { 0, 0, 0,    0,  0, 0,    0,  0, 1, 'z',  'R',
                                 0, 1, 0x78, 16, 1, 0x1b, 12, 7, 8, 0x90, 1 };
  uint8_t *at = m->p;

  memcpy (m->p, cie, sizeof cie);
  m->p += sizeof cie;
  end_record (m, at);
}

/* Write the FDE of ENTRY of PIECE at ADDR; the section begins at BYTES and is
   at SECTION.  */
static bool
put_fde (struct maker *m, const struct sfm_piece *piece,
         const struct sfm_fde *entry, uint64_t addr, const uint8_t *bytes,
         uint64_t section)
{
  uint8_t *at = m->p;
  const uint64_t place = (uint64_t) (at - bytes);
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_rules rules;
  struct sfm_diag diag;

  m->at = 0;
  m->now = (struct sfm_rules){
    .cfa = { .kind = SFM_RULE_VALUE, .reg = 7, .offset = 8 }
  };
  put_32 (m, 0);
  put_32 (m, place + 4);
  put_32 (m, addr - (section + place + 8));
  put_32 (m, entry->size);
  put (m, 0);
  sfm_rows_begin (piece, entry, &rows);
  while (sfm_rows_next (&rows, &row, &diag) == SFM_OK)
    {
      if (sfm_row_rules (piece, entry, &row, &rules, &diag) != SFM_OK)
        return false;
      put_row (m, row.start, &rules);
    }
  end_record (m, at);
  return true;
}

bool
bench_cfi_make (const struct bench_input *input, struct sfm_cfi_section *cfi)
{
  uint8_t *bytes = malloc ((size_t) (FDE_MAX * (input->function_count + 1)
                                     + ROW_MAX * input->row_count));
  struct maker m = { .p = bytes };
  struct sfm_fde entry;
  struct sfm_diag diag;

  if (bytes == NULL)
    return false;
  *cfi = (struct sfm_cfi_section){ .bytes = bytes,
                                   .addr = input->end,
                                   .abi = SFM_ABI_AMD64_ENDIAN_LITTLE };
  put_cie (&m);
  for (size_t i = 0; i < input->piece_count; i++)
    for (uint32_t k = 0; k < input->pieces[i].piece.num_fdes; k++)
      if (sfm_fde_read (&input->pieces[i].piece, k, &entry, &diag) != SFM_OK
          || !put_fde (&m, &input->pieces[i].piece, &entry,
                       input->pieces[i].places[k].addr, bytes, cfi->addr))
        return false;
  cfi->size = (uint64_t) (m.p - bytes);
  return true;
}
