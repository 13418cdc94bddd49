/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-cfi-plt.c - the expression of the CFA that linkers write for lazy PLT
   code of AMD64: SP + 8, and another 8 from byte N of each 16 bytes of code
   on.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cfi-writer.h"
#include "result.h"

enum
{
  AMD64 = SFM_ABI_AMD64_ENDIAN_LITTLE,
  ARM = SFM_ABI_AARCH64_ENDIAN_LITTLE
};

/* DW_OP_breg7 8, breg16 0, lit15, and, lit N, ge, lit3, shl, plus.  */
#define PLT(n)                                                                \
  CFA_DEF_EXPR, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, (uint8_t) (0x30 + (n)),     \
      0x2a, 0x33, 0x24, 0x22

struct program
{
  const char *name;
  uint8_t abi;
  uint64_t start, size;
  struct cfi_bytes bytes;
  const char *wanted;
};

static const struct program programs[] = {
  { "a whole .plt", AMD64, 0x1020, 48,
    CFI_BYTES (CFA_DEF_OFF, 16, CFA_ADVANCE | 6, CFA_DEF_OFF, 24,
               CFA_ADVANCE | 10, PLT (11)),
    "0: r7+16 [c-8] same; 6: r7+24 [c-8] same; 16: r7+8 [c-8] same; "
    "27: r7+16 [c-8] same; 32: r7+8 [c-8] same; 43: r7+16 [c-8] same" },
  { "an entry that begins in a block", AMD64, 0x1028, 16, CFI_BYTES (PLT (11)),
    "0: r7+8 [c-8] same; 3: r7+16 [c-8] same; 8: r7+8 [c-8] same" },
  { "one that begins after the push", AMD64, 0x102f, 18, CFI_BYTES (PLT (11)),
    "0: r7+16 [c-8] same; 1: r7+8 [c-8] same; 12: r7+16 [c-8] same; "
    "17: r7+8 [c-8] same" },
  { "one that ends at the push", AMD64, 0x1020, 11, CFI_BYTES (PLT (11)),
    "0: r7+8 [c-8] same" },
  { "instructions after it", AMD64, 0x1020, 40,
    CFI_BYTES (PLT (6), CFA_ADVANCE | 20, CFA_DEF, 7, 8, CFA_ADVANCE | 16,
               PLT (5)),
    "0: r7+8 [c-8] same; 6: r7+16 [c-8] same; 16: r7+8 [c-8] same; "
    "37: r7+16 [c-8] same" },
  { "instructions for other registers", AMD64, 0x1020, 32,
    CFI_BYTES (PLT (6), CFA_ADVANCE | 3, CFA_OFFSET | 3, 2, CFA_ADVANCE | 16,
               CFA_OFFSET | 6, 2),
    "0: r7+8 [c-8] same; 6: r7+16 [c-8] same; 16: r7+8 [c-8] same; "
    "19: r7+8 [c-8] [c-16]; 22: r7+16 [c-8] [c-16]" },
  { "a remembered one", AMD64, 0x1020, 32,
    CFI_BYTES (PLT (6), CFA_REMEMBER, CFA_DEF, 7, 8, CFA_ADVANCE | 16,
               CFA_RECALL),
    "0: r7+8 [c-8] same; 22: r7+16 [c-8] same" },
  { "no part of it can change", AMD64, 0x1020, 32,
    CFI_BYTES (PLT (6), CFA_ADVANCE | 16, CFA_DEF_OFF, 16),
    "0: r7+8 [c-8] same; 6: r7+16 [c-8] same; 16: problem opcode" },
  { "always a word more", AMD64, 0x1020, 0x4000000000000000,
    CFI_BYTES (PLT (0)), "0: r7+16 [c-8] same" },
  { "no rows without end: RA undefined", AMD64, 0x1020, 0x4000000000000000,
    CFI_BYTES (PLT (11), CFA_UNDEFINED, 16), "0: undef undef undef" },
  { "no rows without end: a problem", AMD64, 0x1020, 0x4000000000000000,
    CFI_BYTES (PLT (11), CFA_UNDEFINED, 6), "0: problem fp-undefined" },
  { "no rows without end: SP", AMD64, 0x1020, 0x4000000000000000,
    CFI_BYTES (PLT (11), CFA_VAL_OFFSET, 7, 1), "0: problem sp-rule" },
  { "register 16 is no PC elsewhere", ARM, 0x1020, 32, CFI_BYTES (PLT (11)),
    "0: problem expression" },
  { "another step", AMD64, 0x1020, 32,
    CFI_BYTES (CFA_DEF_EXPR, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a,
               0x34, 0x24, 0x22),
    "0: problem expression" },
  { "another block", AMD64, 0x1020, 32,
    CFI_BYTES (CFA_DEF_EXPR, 11, 0x77, 8, 0x80, 0, 0x3e, 0x1a, 0x3b, 0x2a,
               0x33, 0x24, 0x22),
    "0: problem expression" },
  { "a place in another block", AMD64, 0x1020, 32, CFI_BYTES (PLT (16)),
    "0: problem expression" },
  { "something after it", AMD64, 0x1020, 32,
    CFI_BYTES (CFA_DEF_EXPR, 12, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a,
               0x33, 0x24, 0x22, 0x96),
    "0: problem expression" },
  { "the same for a register", AMD64, 0x1020, 32,
    CFI_BYTES (CFA_VAL_EXPR, 6, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a,
               0x33, 0x24, 0x22),
    "0: problem expression" }
};

static void
write (struct cfi_writer *w, const struct program *p)
{
  const struct cfi_form form = cfi_usual (p->abi);

  cfi_begin (w, p->abi);
  cfi_cie (w, &form);
  cfi_fde (w, p->start, p->size, p->bytes);
}

/* Each place of the push, in a function that begins anywhere in a block.  */
static void
test_boundaries (void)
{
  struct cfi_writer w = { .bytes = NULL };
  bool good = true;

  for (unsigned n = 1; n < 16; n++)
    for (unsigned in = 0; in < 16; in++)
      {
        const uint8_t bytes[] = { PLT (n) };
        const struct program p = { .abi = AMD64,
                                   .start = 0x1020 + in,
                                   .size = 40,
                                   .bytes = { bytes, sizeof bytes } };
        struct sfm_cfi_fde fde;
        struct sfm_cfi_rows rows;
        struct sfm_cfi_row row, now = { .start = 0 };
        struct sfm_diag diag;

        write (&w, &p);
        good &= cfi_read (&w, 0, &fde, &diag) == SFM_OK;
        sfm_cfi_rows_begin (&w.section, &fde, &rows);
        bool more = sfm_cfi_rows_next (&rows, &row);
        for (unsigned at = 0; at < 40; at++)
          {
            if (more && row.start == at)
              {
                now = row;
                more = sfm_cfi_rows_next (&rows, &row);
              }
            good &= now.problem == SFM_CFI_NO_PROBLEM
                    && now.rules.cfa.offset
                           == 8 + ((in + at) % 16 >= n ? 8 : 0);
          }
        good &= !more;
      }
  cfi_free (&w);
  unit_result (good, "a push at any place of a block that begins anywhere");
}

int
main (void)
{
  struct cfi_writer w = { .bytes = NULL };

  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    {
      write (&w, &programs[i]);
      cfi_expect (&w, programs[i].name, programs[i].wanted);
    }
  cfi_free (&w);
  test_boundaries ();
  return unit_exit ();
}
