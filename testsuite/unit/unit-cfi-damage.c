/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-cfi-damage.c - call frame information that is cut or makes no
   sense.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cfi-writer.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  AMD64 = SFM_ABI_AMD64_ENDIAN_LITTLE,
  START = 0x12340,
  SIZE = 64
};

/* An FDE of the usual CIE: at byte 1, OP and then SIZE bytes at DATA.  */
static void
write_op (struct cfi_writer *w, uint8_t op, const uint8_t *data, size_t size)
{
  const struct cfi_form form = cfi_usual (w->section.abi);

  cfi_cie (w, &form);
  const size_t at = cfi_open_fde (w, START, SIZE);
  cfi_put (w, CFA_ADVANCE | 1, 1);
  cfi_put (w, op, 1);
  cfi_put_bytes (w, (struct cfi_bytes){ data, size });
  cfi_close (w, at);
}

static bool
reads (struct cfi_writer *w, const char *wanted)
{
  struct sfm_cfi_fde fde;
  struct sfm_diag diag;

  return cfi_read (w, 0, &fde, &diag) == SFM_OK
         && strcmp (cfi_text (&w->section, &fde), wanted) == 0;
}

/* The instructions with operands, and the fewest bytes of these (DWARF 5,
   table 7.29; the Linux Standard Base, for GNU's).  All operands are 0.  */
static const struct
{
  uint8_t op;
  uint8_t size;
} operands[]
    = { { 0x01, 8 }, { 0x02, 1 }, { 0x03, 2 }, { 0x04, 4 }, { 0x05, 2 },
        { 0x06, 1 }, { 0x07, 1 }, { 0x08, 1 }, { 0x09, 2 }, { 0x0c, 2 },
        { 0x0d, 1 }, { 0x0e, 1 }, { 0x0f, 1 }, { 0x10, 2 }, { 0x11, 2 },
        { 0x12, 2 }, { 0x13, 1 }, { 0x14, 2 }, { 0x15, 2 }, { 0x16, 2 },
        { 0x2e, 1 }, { 0x2f, 2 }, { 0x83, 1 }, { 0xbf, 1 } };

static void
test_cut (void)
{
  static const uint8_t zeros[8] = { 0 };
  static const char problem[] = "0: r7+8 [c-8] same; 1: problem opcode";
  struct cfi_writer w = { .bytes = NULL };

  for (size_t i = 0; i < sizeof operands / sizeof *operands; i++)
    {
      bool good = true;

      for (size_t size = 0; size < operands[i].size; size++)
        {
          cfi_begin (&w, AMD64);
          write_op (&w, operands[i].op, zeros, size);
          good &= reads (&w, problem);
        }
      /* Whole, set_loc goes back, and an empty expression is no CFA.  */
      cfi_begin (&w, AMD64);
      write_op (&w, operands[i].op, zeros, operands[i].size);
      if (operands[i].op != CFA_SET_LOC)
        good &= !reads (&w, problem);
      unit_result_of (good, "opcode 0x%02x without all of its operands",
                      operands[i].op);
    }
  cfi_free (&w);
}

/* Opcodes that nobody has given a meaning, or not one for AMD64.  */
static void
test_unknown (void)
{
  struct cfi_writer w = { .bytes = NULL };
  bool good = true;

  for (unsigned op = 0x17; op < 0x40; op++)
    {
      static const uint8_t zeros[2] = { 0 };
      cfi_begin (&w, AMD64);
      write_op (&w, (uint8_t) op, zeros, sizeof zeros);
      const bool known = op == CFA_ARGS_SIZE || op == CFA_NEGATIVE;
      good &= known != reads (&w, "0: r7+8 [c-8] same; 1: problem opcode");
    }
  cfi_free (&w);
  unit_result (good, "unknown opcodes");
}

/* Write the number 16 as an unsigned LEB128 of SIZE bytes.  */
static void
test_padding (size_t size, const char *name, const char *wanted)
{
  struct cfi_writer w = { .bytes = NULL };
  uint8_t number[40];

  memset (number, 0x80, sizeof number);
  number[0] = 0x90;
  number[size - 1] = 0;
  cfi_begin (&w, AMD64);
  write_op (&w, CFA_DEF_OFF, number, size);
  cfi_expect (&w, name, wanted);
  cfi_free (&w);
}

/* Test NAME with the CIE's DATA_ALIGN and an FDE's PROGRAM.  */
static void
test_factor (const char *name, int64_t data_align, struct cfi_bytes program,
             const char *wanted)
{
  struct cfi_writer w = { .bytes = NULL };
  struct cfi_form form = cfi_usual (AMD64);

  cfi_begin (&w, AMD64);
  form.data_align = data_align;
  form.program.size = 3; /* the CFA only */
  cfi_cie (&w, &form);
  cfi_fde (&w, START, SIZE, program);
  cfi_expect (&w, name, wanted);
  cfi_free (&w);
}

static const struct cfi_bytes factor_2
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_OFFSET_SF, 6, 2);
static const struct cfi_bytes offset_largest
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_DEF_OFF, 0xff, 0xff,
                 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x3f);
static const struct cfi_bytes offset_beyond
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_DEF_OFF, 0x80, 0x80,
                 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40);
static const struct cfi_bytes factor_large
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_OFFSET_EXT, 6, 0x80,
                 0x80, 0x80, 0x80, 8);
static const struct cfi_bytes factor_below
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_OFFSET_SF, 6, 0x80,
                 0x80, 0x80, 0x80, 0x78);
static const struct cfi_bytes large_register
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_REGISTER, 6, 0xff,
                 0xff, 0xff, 0xff, 0x0f);
static const struct cfi_bytes large_base
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_DEF, 0xff, 0xff,
                 0xff, 0xff, 0x0f, 8);
static const struct cfi_bytes large_breg
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_DEF_EXPR, 7, 0x92,
                 0xff, 0xff, 0xff, 0xff, 0x0f, 8);
static const struct cfi_bytes after_expression
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_DEF_EXPR, 2, 0x77,
                 16, CFA_ADVANCE | 1, CFA_DEF_REG, 6);
static const struct cfi_bytes after_memory
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_DEF_EXPR, 3, 0x77,
                 16, 0x06, CFA_ADVANCE | 1, CFA_DEF_OFF, 8);
static const struct cfi_bytes after_both = CFI_BYTES (
    CFA_OFFSET | 16, 1, CFA_ADVANCE | 1, CFA_REMEMBER, CFA_DEF_EXPR, 2, 0x77,
    16, CFA_ADVANCE | 1, CFA_RECALL, CFA_DEF_REG, 6);

static void
test_factors (void)
{
  test_factor ("a data alignment of 4", 4, factor_2,
               "0: r7+8 [c+4] same; 1: r7+8 [c+4] [c+8]");
  test_factor ("the largest data alignment", 0x7fffffff, factor_2,
               "0: r7+8 [c+2147483647] same; "
               "1: r7+8 [c+2147483647] [c+4294967294]");
  test_factor ("one more", 0x80000000, factor_2, "0: problem opcode");
  test_factor ("the smallest data alignment", -0x7fffffff, factor_2,
               "0: r7+8 [c-2147483647] same; "
               "1: r7+8 [c-2147483647] [c-4294967294]");
  test_factor ("the smallest number", INT64_MIN, factor_2,
               "0: problem opcode");
  test_factor ("the largest offset", -8, offset_largest,
               "0: r7+8 [c-8] same; 1: r7+4611686018427387903 [c-8] same");
  test_factor ("one beyond that", -8, offset_beyond,
               "0: r7+8 [c-8] same; 1: problem opcode");
  test_factor ("a factor that no frame has", -8, factor_large,
               "0: r7+8 [c-8] same; 1: problem opcode");
  test_factor ("a negative one", -8, factor_below,
               "0: r7+8 [c-8] same; 1: problem opcode");
  /* Which is SFM_REG_CFA here.  */
  test_factor ("register 2^32 - 1", -8, large_register,
               "0: r7+8 [c-8] same; 1: problem opcode");
  test_factor ("a CFA from register 2^32 - 1", -8, large_base,
               "0: r7+8 [c-8] same; 1: problem opcode");
  test_factor ("an expression of register 2^32 - 1", -8, large_breg,
               "0: r7+8 [c-8] same; 1: problem expression");
  /* DWARF 5, 6.4.2.2: only if the rule is a register and an offset.  */
  test_factor ("def_cfa_register after an expression", -8, after_expression,
               "0: r7+8 [c-8] same; 1: r7+16 [c-8] same; 2: problem opcode");
  test_factor ("def_cfa_offset after one", -8, after_memory,
               "0: r7+8 [c-8] same; 1: [r7+16] [c-8] same; "
               "2: problem opcode");
  test_factor ("def_cfa_register after restore_state", -8, after_both,
               "0: r7+8 [c-8] same; 1: r7+16 [c-8] same; 2: r6+8 [c-8] same");
}

static const struct cfi_bytes cie_moves
    = CFI_BYTES (CFA_DEF, 7, 8, CFA_OFFSET | 16, 1, CFA_ADVANCE | 1);
static const struct cfi_bytes cie_offset
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_DEF_OFF, 8, CFA_DEF_REG, 7);
static const struct cfi_bytes cie_register
    = CFI_BYTES (CFA_OFFSET | 16, 1, CFA_DEF_REG, 7);
static const struct cfi_bytes cie_nine
    = CFI_BYTES (CFA_DEF, 7, 9, CFA_OFFSET | 16, 1);
static const struct cfi_bytes cie_eight
    = CFI_BYTES (CFA_DEF, 7, 8, CFA_OFFSET | 16, 1);
static const struct cfi_bytes cie_restores_arm
    = CFI_BYTES (CFA_DEF, 31, 0, CFA_OFFSET | 30, 1, CFA_RESTORE | 30);
static const struct cfi_bytes cie_restores
    = CFI_BYTES (CFA_DEF, 7, 8, CFA_OFFSET | 16, 1, CFA_RESTORE | 16);

static const struct cfi_bytes cie_ends
    = CFI_BYTES (CFA_DEF, 7, 8, CFA_UNDEFINED, 16);

static const struct cfi_bytes cie_ends_3
    = CFI_BYTES (CFA_DEF, 7, 8, CFA_UNDEFINED, 3);

/* The CIE's own program, and its return address.  */
static void
test_cie (void)
{
  static const struct
  {
    const char *name;
    const struct cfi_bytes *program;
    uint64_t ra;
    const char *wanted;
    uint8_t abi; /* 0: AMD64 */
  } cases[] = {
    { "a CIE that changes the location", &cie_moves, 16, "0: problem opcode",
      0 },
    { "one that restores a register", &cie_restores, 16, "0: problem opcode",
      0 },
    { "an offset of a CFA that is not there", &cie_offset, 16,
      "0: problem opcode", 0 },
    { "a register of one", &cie_register, 16, "0: problem opcode", 0 },
    { "a return address in another register", NULL, 3, "0: problem ra-column",
      0 },
    { "the same where the usual one is undefined", &cie_ends, 3,
      "0: problem ra-column", 0 },
    { "the same where it is undefined", &cie_ends_3, 3, "0: problem ra-column",
      0 },
    { "a return address that is undefined", &cie_ends, 16,
      "0: undef undef undef", 0 },
    /* The second is not taken for the first.  */
    { "a CIE", &cie_nine, 16, "0: r7+9 [c-8] same", 0 },
    { "another of the next number", &cie_eight, 16, "0: r7+8 [c-8] same", 0 },
    { "one of AArch64 that does", &cie_restores_arm, 30, "0: problem opcode",
      SFM_ABI_AARCH64_ENDIAN_LITTLE },
  };
  struct cfi_writer w = { .bytes = NULL };

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      const uint8_t abi = cases[i].abi == 0 ? (uint8_t) AMD64 : cases[i].abi;
      struct cfi_form form = cfi_usual (abi);

      cfi_begin (&w, abi);
      if (cases[i].program != NULL)
        form.program = *cases[i].program;
      form.ra = cases[i].ra;
      cfi_cie (&w, &form);
      cfi_fde (&w, START, SIZE, (struct cfi_bytes){ NULL, 0 });
      cfi_expect (&w, cases[i].name, cases[i].wanted);
    }
  cfi_free (&w);
}

static const struct cfi_bytes push
    = CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16);

static const struct cfi_bytes pushes = CFI_BYTES (
    CFA_ADVANCE | 1, CFA_DEF_OFF, 16, CFA_ADVANCE | 1, CFA_DEF_OFF, 24);

/* Nothing moves by a code alignment of 0, and everything by large ones.  */
static void
test_code_align (void)
{
  static const struct
  {
    uint64_t align;
    const char *wanted;
  } cases[] = {
    { 0, "0: r7+24 [c-8] same" },
    { 1, "0: r7+8 [c-8] same; 1: r7+16 [c-8] same; 2: r7+24 [c-8] same" },
    { 31, "0: r7+8 [c-8] same; 31: r7+16 [c-8] same; 62: r7+24 [c-8] same" },
    { 32, "0: r7+8 [c-8] same; 32: r7+16 [c-8] same" },
    { 255, "0: r7+8 [c-8] same" },
    { 256, "0: r7+8 [c-8] same" },
    { UINT64_MAX / 4, "0: r7+8 [c-8] same" },
    { UINT64_MAX, "0: r7+8 [c-8] same" },
  };
  struct cfi_writer w = { .bytes = NULL };

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct cfi_form form = cfi_usual (AMD64);
      char name[64];

      cfi_begin (&w, AMD64);
      form.code_align = cases[i].align;
      cfi_cie (&w, &form);
      cfi_fde (&w, START, SIZE, pushes);
      snprintf (name, sizeof name, "a code alignment of %" PRIu64,
                cases[i].align);
      cfi_expect (&w, name, cases[i].wanted);
    }
  cfi_free (&w);
}

/* Whether the FDE of W has the digest with CACHE that it has
   without.  */
static bool
same_digest (struct cfi_writer *w, struct sfm_digest_cache *cache)
{
  struct sfm_cfi_fde fde;
  struct sfm_diag diag;
  uint64_t with = 0, without = 0;

  return cfi_read (w, 0, &fde, &diag) == SFM_OK
         && sfm_cfi_digest (&w->section, &fde, NULL, &without, &diag)
                == sfm_cfi_digest (&w->section, &fde, cache, &with, &diag)
         && with == without;
}

static const struct cfi_bytes advances
    = CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16, CFA_OFFSET | 6, 2,
                 CFA_OFFSET | 29, 3, CFA_ADVANCE2, 0, 1, CFA_DEF_OFF, 24);

/* No CIE is taken for another that was before it, of the same program.  */
static void
test_known_cie (void)
{
  static const struct
  {
    uint8_t abi;
    uint64_t code_align;
    int64_t data_align;
    uint64_t ra;
    size_t size; /* of the CIE's program; 0: all */
  } all[] = {
    { AMD64, 1, -8, 16, 0 },
    { AMD64, 1, -4, 16, 0 },
    { AMD64, 2, -8, 16, 0 },
    { AMD64, 1, -8, 3, 0 },
    { AMD64, 1, -8, 16, 3 },
    { SFM_ABI_AARCH64_ENDIAN_LITTLE, 1, -8, 30, 0 },
    { SFM_ABI_AARCH64_ENDIAN_BIG, 1, -8, 30, 0 },
    { SFM_ABI_AARCH64_ENDIAN_BIG, 4, -8, 30, 0 },
    { SFM_ABI_AARCH64_ENDIAN_BIG, 4, -8, 16, 0 },
  };
  enum
  {
    COUNT = sizeof all / sizeof *all
  };
  struct cfi_writer w[COUNT] = { { .bytes = NULL } };
  bool good = true;

  for (size_t i = 0; i < COUNT; i++)
    {
      struct cfi_form form = cfi_usual (all[i].abi);

      cfi_begin (&w[i], all[i].abi);
      form.code_align = all[i].code_align;
      form.data_align = all[i].data_align;
      form.ra = all[i].ra;
      form.program = cie_eight;
      if (all[i].size != 0)
        form.program.size = all[i].size;
      cfi_cie (&w[i], &form);
      cfi_fde (&w[i], START, 4096, advances);
    }
  for (size_t i = 0; i < COUNT * COUNT && good; i++)
    {
      struct sfm_digest_cache *cache = sfm_digest_cache_new (1);
      good = cache != NULL && same_digest (&w[i / COUNT], cache)
             && same_digest (&w[i % COUNT], cache)
             && same_digest (&w[i % COUNT], cache);
      if (!good)
        printf ("CIE %zu after %zu\n", i % COUNT, i / COUNT);
      sfm_digest_cache_free (cache);
    }
  unit_result (good, "CIEs of one program are kept apart");
  for (size_t i = 0; i < COUNT; i++)
    cfi_free (&w[i]);
}

/* Programs of rare instructions, and of usual ones that do the same: they have
   one digest.  */
static const struct
{
  const char *name;
  struct cfi_bytes rare, usual;
} twins[] = {
  { "same_value", CFI_BYTES (CFA_OFFSET | 6, 2, CFA_ADVANCE | 1, CFA_SAME, 6),
    CFI_BYTES (CFA_OFFSET | 6, 2, CFA_ADVANCE | 1, CFA_RESTORE | 6) },
  { "offset_extended", CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET_EXT, 6, 2),
    CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET | 6, 2) },
  { "offset_extended_sf", CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET_SF, 6, 2),
    CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET | 6, 2) },
  { "restore_extended",
    CFI_BYTES (CFA_OFFSET | 6, 2, CFA_ADVANCE | 1, CFA_RESTORE_EXT, 6),
    CFI_BYTES (CFA_OFFSET | 6, 2, CFA_ADVANCE | 1, CFA_RESTORE | 6) },
  { "def_cfa_sf", CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_SF, 7, 0x7e),
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF, 7, 16) },
  { "def_cfa_offset_sf", CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF_SF, 0x7e),
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16) },
  { "def_cfa_expression",
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_EXPR, 2, 0x77, 16),
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16) },
  { "advance_loc4", CFI_BYTES (CFA_ADVANCE4, 1, 0, 0, 0, CFA_DEF_OFF, 16),
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16) },
  { "advance_loc2", CFI_BYTES (CFA_ADVANCE2, 1, 0, CFA_DEF_OFF, 16),
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16) },
  { "advance_loc1", CFI_BYTES (CFA_ADVANCE1, 1, CFA_DEF_OFF, 16),
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16) },
  { "undefined", CFI_BYTES (CFA_ADVANCE | 1, CFA_UNDEFINED, 3),
    CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET | 3, 2) },
};

static void
test_twins (void)
{
  struct cfi_writer w = { .bytes = NULL };
  const struct cfi_form form = cfi_usual (AMD64);

  for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
    {
      struct sfm_cfi_fde fde;
      struct sfm_diag diag;
      struct sfm_digest_cache *cache = sfm_digest_cache_new (1);
      uint64_t digests[2] = { 1, 2 };
      bool good = cache != NULL;

      for (unsigned k = 0; k < 2; k++)
        {
          cfi_begin (&w, AMD64);
          cfi_cie (&w, &form);
          cfi_fde (&w, START, SIZE, k == 0 ? twins[i].rare : twins[i].usual);
          good
              = good && cfi_read (&w, 0, &fde, &diag) == SFM_OK
                && sfm_cfi_digest (&w.section, &fde, cache, &digests[k], &diag)
                       == SFM_OK;
        }
      sfm_digest_cache_free (cache);
      unit_result_of (good && digests[0] == digests[1],
                      "%s, and what is usual", twins[i].name);
    }
  cfi_free (&w);
}

/* A function without bytes has no rows.  */
static void
test_empty (void)
{
  struct cfi_writer w = { .bytes = NULL };
  const struct cfi_form form = cfi_usual (AMD64);

  cfi_begin (&w, AMD64);
  cfi_cie (&w, &form);
  cfi_fde (&w, START, 0, push);
  cfi_expect (&w, "a function without bytes", "");
  cfi_free (&w);
}

int
main (void)
{
  test_empty ();
  test_cut ();
  test_unknown ();
  test_padding (32, "a padded number",
                "0: r7+8 [c-8] same; "
                "1: r7+16 [c-8] same");
  test_padding (33, "a number that is padded too far",
                "0: r7+8 [c-8] same; 1: problem opcode");
  test_factors ();
  test_cie ();
  test_code_align ();
  test_known_cie ();
  test_twins ();
  return unit_exit ();
}
