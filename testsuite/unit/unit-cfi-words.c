/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-cfi-words.c - rows and call frame information that say the same in
   other words, PLT code, and what cannot be judged.  By hand.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cfi-writer.h"
#include "generate.h"
#include "growth.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  AMD64 = SFM_ABI_AMD64_ENDIAN_LITTLE,
  S390X = SFM_ABI_S390X_ENDIAN_BIG,
  ROWS_MAX = 3,
  ADDR = 0x1020
};

#define VALUE_OF(r, o)                                                        \
  {                                                                           \
    .kind = SFM_RULE_VALUE, .reg = (r), .offset = (o)                         \
  }
#define MEMORY_AT(r, o)                                                       \
  {                                                                           \
    .kind = SFM_RULE_MEMORY, .reg = (r), .offset = (o)                        \
  }
#define CFA_SLOT(o) MEMORY_AT (SFM_REG_CFA, o)
#define NOTHING                                                               \
  {                                                                           \
    .kind = SFM_RULE_SAME                                                     \
  }

/* One comparison.  The call frame information is for SIZE bytes at ADDR.  */
struct words
{
  const char *name;
  uint8_t abi, version;
  struct gen_row rows[ROWS_MAX];
  struct cfi_bytes program;
  enum sfm_cfi_verdict verdict;
  uint64_t addr;
  bool digest; /* the digests are equal too */
  uint8_t rep_size;
  uint8_t row_count;
  int64_t shift; /* of the rows' function from ADDR */
  uint32_t size;
  uint64_t cfi_size;
};

/* DW_OP_breg7 8, breg16 0, lit15, and, lit N, ge, lit3, shl, plus.  */
#define PLT(n)                                                                \
  CFA_DEF_EXPR, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x30 + (n), 0x2a, 0x33,     \
      0x24, 0x22

/* One row from byte START on.  */
#define ROW_AT(start, cfa, ra, fp)                                            \
  {                                                                           \
    {                                                                         \
      start, { cfa, ra, fp, false }                                           \
    }                                                                         \
  }
/* CFA = SP + 8, and from byte START on SP + 16.  */
#define TWO_ROWS(start)                                                       \
  {                                                                           \
    { 0, { VALUE_OF (7, 8), CFA_SLOT (-8), NOTHING, false } },                \
    {                                                                         \
      start, { VALUE_OF (7, 16), CFA_SLOT (-8), NOTHING, false }              \
    }                                                                         \
  }

/* One row, and 16 bytes on both sides.  */
#define USUAL 0, 1, 0, 16, 16

static const struct words all[] = {
  { "FP at FP's place, where the CFA is FP + 16", AMD64, 3,
    ROW_AT (0, VALUE_OF (6, 16), CFA_SLOT (-8), MEMORY_AT (6, 0)),
    CFI_BYTES (CFA_DEF, 6, 16, CFA_OFFSET | 6, 2), SFM_CFI_AGREES, 0, true,
    USUAL },
  { "the same by an expression", AMD64, 2,
    ROW_AT (0, VALUE_OF (6, 16), CFA_SLOT (-8), CFA_SLOT (-16)),
    CFI_BYTES (CFA_DEF, 6, 16, CFA_EXPR, 6, 2, 0x76, 0), SFM_CFI_AGREES, 0,
    true, USUAL },
  { "RA at SP, where the CFA is SP + 8", AMD64, 2,
    ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), NOTHING),
    CFI_BYTES (CFA_EXPR, 16, 2, 0x77, 0), SFM_CFI_AGREES, 0, true, USUAL },
  { "first in some words, then in others", AMD64, 2,
    ROW_AT (0, VALUE_OF (6, 16), CFA_SLOT (-8), CFA_SLOT (-16)),
    CFI_BYTES (CFA_DEF, 6, 16, CFA_OFFSET | 6, 2, CFA_ADVANCE | 4, CFA_EXPR, 6,
               2, 0x76, 0, CFA_ADVANCE | 4, CFA_OFFSET | 6, 2),
    SFM_CFI_AGREES, 0, true, USUAL },
  { "FP's value relative to the CFA", AMD64, 3,
    ROW_AT (0, VALUE_OF (7, 16), CFA_SLOT (-8), VALUE_OF (7, 0)),
    CFI_BYTES (CFA_DEF, 7, 16, CFA_VAL_OFFSET, 6, 2), SFM_CFI_AGREES, 0, true,
    USUAL },
  { "RA's value relative to the CFA", AMD64, 3,
    ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), NOTHING),
    CFI_BYTES (CFA_VAL_OFFSET, 16, 2), SFM_CFI_UNJUDGED, ADDR, false, USUAL },
  { "another value of FP relative to the CFA", AMD64, 3,
    ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), NOTHING),
    CFI_BYTES (CFA_VAL_OFFSET, 6, 3), SFM_CFI_UNJUDGED, ADDR, false, USUAL },
  { "FP plus 8 kept in FP", AMD64, 3,
    ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), VALUE_OF (6, 8)),
    CFI_BYTES (CFA_NOP), SFM_CFI_CONTRADICTS, ADDR, false, USUAL },
  { "RA kept in another register", S390X, 3,
    ROW_AT (0, VALUE_OF (15, 160), VALUE_OF (16, 0), NOTHING),
    CFI_BYTES (CFA_NOP), SFM_CFI_CONTRADICTS, ADDR, false, USUAL },
  { "FP by the register of a CFA in memory", AMD64, 3,
    ROW_AT (0, MEMORY_AT (6, -8), CFA_SLOT (-8), CFA_SLOT (-16)),
    CFI_BYTES (CFA_DEF_EXPR, 3, 0x76, 0x78, 0x06, CFA_EXPR, 6, 2, 0x76, 0x68),
    SFM_CFI_CONTRADICTS, ADDR, false, USUAL },
  { "FP kept in FP", AMD64, 3,
    ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), VALUE_OF (6, 0)),
    CFI_BYTES (CFA_NOP), SFM_CFI_AGREES, 0, false, USUAL },
  { "RA kept in its register", S390X, 2,
    ROW_AT (0, VALUE_OF (15, 160), VALUE_OF (14, 0), NOTHING),
    CFI_BYTES (CFA_NOP), SFM_CFI_AGREES, 0, false, USUAL },
  { "nearly the same place", AMD64, 3,
    ROW_AT (0, VALUE_OF (6, 16), CFA_SLOT (-8), MEMORY_AT (6, 8)),
    CFI_BYTES (CFA_DEF, 6, 16, CFA_OFFSET | 6, 2), SFM_CFI_CONTRADICTS, ADDR,
    false, USUAL },
  { "a problem", AMD64, 2, ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), NOTHING),
    CFI_BYTES (CFA_ADVANCE | 5, CFA_UNDEFINED, 6), SFM_CFI_UNJUDGED, ADDR + 5,
    false, USUAL },
  { "a problem before an outermost frame", AMD64, 2,
    ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), NOTHING),
    CFI_BYTES (CFA_ADVANCE | 5, CFA_UNDEFINED, 6, CFA_ADVANCE | 5,
               CFA_UNDEFINED, 16),
    SFM_CFI_UNJUDGED, ADDR + 5, false, USUAL },
  { "a problem after an outermost frame", AMD64, 2,
    ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), NOTHING),
    CFI_BYTES (CFA_ADVANCE | 5, CFA_UNDEFINED, 16, CFA_ADVANCE | 5,
               CFA_RESTORE | 16, CFA_UNDEFINED, 6),
    SFM_CFI_UNJUDGED, ADDR + 10, false, USUAL },
  { "another rule after both", AMD64, 2,
    ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), NOTHING),
    CFI_BYTES (CFA_UNDEFINED, 6, CFA_ADVANCE | 5, CFA_UNDEFINED, 16,
               CFA_ADVANCE | 5, CFA_RESTORE | 16, CFA_RESTORE | 6, CFA_DEF_OFF,
               24),
    SFM_CFI_CONTRADICTS, ADDR + 10, false, USUAL },
  { "nothing in common", AMD64, 2,
    ROW_AT (0, VALUE_OF (7, 80), CFA_SLOT (-8), NOTHING), CFI_BYTES (CFA_NOP),
    SFM_CFI_SILENT, 0, false, 0, 1, 16, 16, 16 },
  { "one byte in common", AMD64, 2,
    ROW_AT (0, VALUE_OF (7, 80), CFA_SLOT (-8), NOTHING), CFI_BYTES (CFA_NOP),
    SFM_CFI_CONTRADICTS, ADDR + 15, false, 0, 1, 15, 16, 16 },
  { "before the first row", AMD64, 2,
    ROW_AT (8, VALUE_OF (7, 16), CFA_SLOT (-8), NOTHING),
    CFI_BYTES (CFA_ADVANCE | 8, CFA_DEF_OFF, 16), SFM_CFI_AGREES, 0, false,
    USUAL },
  { "PLT entries", AMD64, 2, TWO_ROWS (11),
    CFI_BYTES (CFA_DEF_OFF, 16, CFA_ADVANCE | 6, CFA_DEF_OFF, 24,
               CFA_ADVANCE | 10, PLT (11)),
    SFM_CFI_AGREES, 0, false, 16, 2, 16, 48, 64 },
  { "PLT entries as rows", AMD64, 2, TWO_ROWS (11), CFI_BYTES (PLT (11)),
    SFM_CFI_AGREES, 0, true, 0, 2, 0, 16, 16 },
  { "PLT entries that push at once", AMD64, 2,
    ROW_AT (0, VALUE_OF (7, 16), CFA_SLOT (-8), NOTHING), CFI_BYTES (PLT (0)),
    SFM_CFI_AGREES, 0, true, USUAL },
  { "PLT entries that push elsewhere", AMD64, 2, TWO_ROWS (6),
    CFI_BYTES (CFA_DEF_OFF, 16, CFA_ADVANCE | 6, CFA_DEF_OFF, 24,
               CFA_ADVANCE | 10, PLT (11)),
    SFM_CFI_CONTRADICTS, ADDR + 16 + 6, false, 16, 2, 16, 48, 64 },
  { "blocks that begin elsewhere", AMD64, 2, TWO_ROWS (11),
    CFI_BYTES (PLT (11)), SFM_CFI_CONTRADICTS, ADDR + 24 + 3, false, 16, 2, 24,
    32, 64 },
  { "blocks whose last is cut", AMD64, 2, TWO_ROWS (11), CFI_BYTES (PLT (11)),
    SFM_CFI_AGREES, 0, false, 16, 2, 0, 64, 40 },
  { "blocks that only the last contradicts", AMD64, 2, TWO_ROWS (11),
    CFI_BYTES (PLT (11), CFA_ADVANCE | 50, CFA_DEF, 7, 8), SFM_CFI_CONTRADICTS,
    ADDR + 48 + 11, false, 16, 2, 0, 64, 64 },
  { "blocks that begin before the other side", AMD64, 2, TWO_ROWS (8),
    CFI_BYTES (CFA_DEF_OFF, 16), SFM_CFI_CONTRADICTS, ADDR + 8, false, 16, 2,
    -8, 64, 64 },
  { "far inside of PLT code", AMD64, 2, TWO_ROWS (11), CFI_BYTES (PLT (11)),
    SFM_CFI_AGREES, 0, false, 16, 2, (int64_t) 1 << 50, 64,
    (uint64_t) 1 << 60 },
  { "the last bytes of an entry far inside", AMD64, 2,
    ROW_AT (0, VALUE_OF (7, 16), CFA_SLOT (-8), NOTHING), CFI_BYTES (PLT (11)),
    SFM_CFI_AGREES, 0, false, 0, 1, ((int64_t) 1 << 50) + 12, 4,
    (uint64_t) 1 << 60 },
  { "the first bytes of one", AMD64, 2,
    ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), NOTHING), CFI_BYTES (PLT (11)),
    SFM_CFI_AGREES, 0, false, 0, 1, ((int64_t) 1 << 50) + 3, 8,
    (uint64_t) 1 << 60 },
  { "another rule there", AMD64, 2, TWO_ROWS (10), CFI_BYTES (PLT (11)),
    SFM_CFI_CONTRADICTS, ADDR + ((uint64_t) 1 << 50) + 10, false, 16, 2,
    (int64_t) 1 << 50, 64, (uint64_t) 1 << 60 },
  { "blocks of the same rules", AMD64, 2,
    ROW_AT (0, VALUE_OF (7, 8), CFA_SLOT (-8), NOTHING),
    CFI_BYTES (CFA_ADVANCE1, 100, CFA_DEF_OFF, 24), SFM_CFI_CONTRADICTS,
    ADDR + 100, false, 16, 1, 0, 128, 128 },
};

/* Compare by W, both moved by MOVE.  */
static bool
compare (const struct words *words, uint64_t move,
         struct sfm_cfi_difference *d, bool *same_digest)
{
  const struct gen_world world
      = { .abi = words->abi, .fixed_ra = words->abi == AMD64 ? -8 : 0 };
  struct gen_row rows[ROWS_MAX];
  struct gen_func func = { .size = words->size,
                           .row_count = words->row_count,
                           .rows = rows,
                           .rep_size = words->rep_size };
  const struct gen_func *funcs[] = { &func };
  const struct gen_section section = { .funcs = funcs,
                                       .count = 1,
                                       .version = words->version,
                                       .pcrel = words->version == 3 };
  const struct cfi_form form = cfi_usual (words->abi);
  struct cfi_writer w = { .bytes = NULL };
  struct sfm_cfi_fde cfi;
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_diag diag;
  struct gen g;
  uint64_t one = 1, two = 2;
  size_t size;

  for (size_t i = 0; i < words->row_count; i++)
    rows[i] = words->rows[i];
  gen_seed (&g, 1);
  uint8_t *bytes = gen_encode (&g, &world, &section, &size);
  cfi_begin (&w, words->abi);
  cfi_cie (&w, &form);
  cfi_fde (&w, ADDR + move, words->cfi_size, words->program);
  const bool good = sfm_piece_open (bytes, size, 0, &piece, &diag) == SFM_OK
                    && sfm_fde_read (&piece, 0, &fde, &diag) == SFM_OK
                    && cfi_read (&w, 0, &cfi, &diag) == SFM_OK
                    && sfm_cfi_compare (&piece, &fde,
                                        ADDR + move + (uint64_t) words->shift,
                                        0, &w.section, &cfi, d, &diag)
                           == SFM_OK;
  *same_digest
      = good && sfm_fde_digest (&piece, &fde, 0, NULL, &one, &diag) == SFM_OK
        && sfm_cfi_digest (&w.section, &cfi, NULL, &two, &diag) == SFM_OK
        && one == two;
  free (bytes);
  cfi_free (&w);
  return good;
}

static void
test_words (void)
{
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
      const struct words w = all[i];
      struct sfm_cfi_difference d = { .addr = 0 };
      bool digest;

      const bool good = compare (&w, 0, &d, &digest) && d.verdict == w.verdict
                        && (d.verdict <= SFM_CFI_SILENT || d.addr == w.addr);

      unit_result (good, w.name);
      if (!good)
        printf ("  verdict %d at 0x%" PRIx64 "\n", d.verdict, d.addr);
      if (w.digest)
        unit_result_of (digest, "%s: one digest", w.name);
    }
}

/* Blocks of one byte at the end of the address space, the last of them cut:
   no sum of an address and the size of a block wraps.  */
static void
test_wrap (void)
{
  struct words w = { .abi = AMD64,
                     .version = 2,
                     .rep_size = 16,
                     .row_count = 2,
                     .size = 40,
                     .rows = TWO_ROWS (11),
                     .cfi_size = 40 };
  struct sfm_cfi_difference d;
  bool digest;

  unit_result (compare (&w, UINT64_MAX - ADDR - 40, &d, &digest)
                   && d.verdict == SFM_CFI_CONTRADICTS
                   && d.addr == UINT64_MAX - 40 + 11,
               "blocks at the end of the address space");
}

/* A function of SIZE blocks of one byte takes no more than one of a few, if
   nothing changes.  */
static void
test_blocks (size_t size)
{
  struct words w = { .abi = AMD64,
                     .version = 2,
                     .rep_size = 1,
                     .row_count = 1,
                     .size = (uint32_t) size * 100000,
                     .rows = TWO_ROWS (11),
                     .cfi_size = (uint64_t) 1 << 40 };
  struct sfm_cfi_difference d;
  bool digest;

  unit_result (compare (&w, 0, &d, &digest) && d.verdict == SFM_CFI_AGREES,
               "many equal blocks take no long time");
}

static const struct growth growths[]
    = { { "many equal blocks take no long time", 10000, test_blocks } };

int
main (int argc, char **argv)
{
  if (growth_only (argc, argv, growths, sizeof growths / sizeof *growths))
    return unit_exit ();
  test_words ();
  test_wrap ();
  return unit_exit ();
}
