/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-builder-parts.c - functions in several FDEs, blocks, and functions that
   call frame information gives.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfi-writer.h"
#include "fixture-builder.h"
#include "result.h"

enum
{
  LONG = 65535 + 10, /* rows */
  MANY = 1000
};

static struct sfm_rules
sp_rules (int64_t offset)
{
  return (struct sfm_rules){
    .cfa = { SFM_RULE_VALUE, 7, offset },
    .ra = { SFM_RULE_MEMORY, SFM_REG_CFA, -8 },
  };
}

/* A function with more rows than version 3 can count.  */
static void
test_split (void)
{
  struct sfm_builder_options o = builder_options ();
  struct sfm_rules_at *rows = calloc (LONG, sizeof *rows);
  const struct sfm_function f = { .addr = BUILDER_TEXT, .size = 2 * LONG };
  struct sfm_origin first, second, third;
  bool good = rows != NULL;

  for (uint32_t i = 0; i < LONG && good; i++)
    rows[i] = (struct sfm_rules_at){ 2 * i, sp_rules (8 + 8 * (i % 3)) };
  struct sfm_builder *b = builder_new (&o);
  good = good && builder_add (b, BUILDER_TEXT - BUILDER_SIZE, 1) == SFM_OK
         && builder_add (b, BUILDER_TEXT + 2 * LONG, 3) == SFM_OK
         && sfm_builder_add (b, &f, rows, LONG, 2, NULL, &builder_diag)
                == SFM_OK
         && sfm_builder_count (b) == 4;
  for (uint32_t at = 131060; at < 2 * LONG && good; at++)
    good = builder_cfa (b, BUILDER_TEXT + at) == 8 + 8 * (at / 2 % 3);
  good = good && sfm_builder_origin (b, 1, &first)
         && sfm_builder_origin (b, 2, &second)
         && sfm_builder_origin (b, 3, &third);
  unit_result (good && first.input == 2 && first.fde == 0 && first.field == 44
                   && second.input == 2 && second.fde == 2 * 65535
                   && second.field_size == 8 && third.input == 3,
               "builder: a function in two FDEs");
  unit_result (
      good
          && sfm_builder_remove (b, BUILDER_TEXT + 131070, &builder_diag)
                 == SFM_ERR_USAGE
          && sfm_builder_remove (b, BUILDER_TEXT, &builder_diag) == SFM_OK
          && sfm_builder_count (b) == 2
          && sfm_builder_size (b) == 28 + 2 * (16 + 5 + 6)
          && builder_cfa (b, BUILDER_TEXT + 5) == -1,
      "builder: both parts are removed");
  sfm_builder_free (b);
  o.target = SFM_TO_V2_PCREL;
  b = builder_new (&o);
  unit_result (
      sfm_builder_add (b, &f, rows, LONG, 2, NULL, &builder_diag) == SFM_OK
          && sfm_builder_count (b) == 1
          && builder_cfa (b, BUILDER_TEXT + 131070) == 8 + 8 * (65535 % 3),
      "builder: version 2 can count them");
  sfm_builder_free (b);
  /* In an object each part has starts for all of its bytes: the first of four
     bytes, the second, of 10 rows, of one.  */
  o = builder_options ();
  o.relocatable = true;
  b = builder_new (&o);
  unit_result (
      sfm_builder_add (b, &f, rows, LONG, 2, NULL, &builder_diag) == SFM_OK
          && sfm_builder_count (b) == 2
          && sfm_builder_size (b) == 28 + 2 * (16 + 5) + 65535 * 6 + 10 * 3,
      "builder: two FDEs of an object");
  sfm_builder_free (b);
  free (rows);
}

/* Blocks, as they are and for a reader that does not know them.  */
static void
test_blocks (void)
{
  struct sfm_builder_options o = builder_options ();
  const struct sfm_function f = { .addr = BUILDER_TEXT,
                                  .size = 3 * BUILDER_SIZE,
                                  .rep_size = BUILDER_SIZE };
  struct sfm_builder *b = builder_new (&o);

  unit_result (sfm_builder_add (b, &f, builder_rows, 2, 0, NULL, &builder_diag)
                       == SFM_OK
                   && sfm_builder_size (b) == 28 + 16 + 5 + 6
                   && builder_cfa (b, BUILDER_TEXT + 2 * BUILDER_SIZE) == 8
                   && builder_cfa (b, BUILDER_TEXT + 2 * BUILDER_SIZE + 1)
                          == 16,
               "builder: a function of blocks");
  sfm_builder_free (b);
  o.reader = SFM_READER_NO_MASK;
  b = builder_new (&o);
  unit_result (sfm_builder_add (b, &f, builder_rows, 2, 0, NULL, &builder_diag)
                       == SFM_OK
                   && sfm_builder_size (b) == 28 + 16 + 5 + 18
                   && builder_cfa (b, BUILDER_TEXT + 2 * BUILDER_SIZE) == 8
                   && builder_cfa (b, BUILDER_TEXT + 2 * BUILDER_SIZE + 1)
                          == 16,
               "builder: blocks one by one");
  sfm_builder_free (b);
  /* 2^32 - 1 blocks of one byte have one row.  */
  const struct sfm_function huge
      = { .addr = BUILDER_TEXT, .size = UINT32_MAX, .rep_size = 1 };
  b = builder_new (&o);
  unit_result (
      sfm_builder_add (b, &huge, builder_rows, 1, 0, NULL, &builder_diag)
              == SFM_OK
          && sfm_builder_size (b) == 28 + 16 + 5 + 3,
      "builder: blocks that need no telling apart");
  sfm_builder_free (b);
  o.max_bytes = 100000;
  const struct sfm_function large
      = { .addr = BUILDER_TEXT, .size = UINT32_MAX - 1, .rep_size = 2 };
  b = builder_new (&o);
  unit_result (
      sfm_builder_add (b, &large, builder_rows, 2, 0, NULL, &builder_diag)
          == SFM_ERR_LIMIT,
      "builder: blocks beyond the limit");
  sfm_builder_free (b);
}

/* A CIE for AMD64 and an FDE of PLT code at START: the CFA is sp+16, after 6
   bytes sp+24, and after 16 bytes sp+8, or sp+16 in the last five bytes of
   each 16.  */
static const uint8_t plt_program[] = { CFA_DEF_OFF,
                                       16,
                                       CFA_ADVANCE | 6,
                                       CFA_DEF_OFF,
                                       24,
                                       CFA_ADVANCE | 10,
                                       CFA_DEF_EXPR,
                                       11,
                                       0x77,
                                       8,
                                       0x80,
                                       0,
                                       0x3f,
                                       0x1a,
                                       0x3b,
                                       0x2a,
                                       0x33,
                                       0x24,
                                       0x22 };

static sfm_status
add_plt (struct sfm_builder *b, uint64_t start, uint64_t size,
         const uint8_t *program, size_t program_size,
         struct sfm_refusal *refusal)
{
  struct cfi_writer w = { .section = { .resolve = NULL } };
  struct sfm_cfi_fde fde;

  cfi_begin (&w, SFM_ABI_AMD64_ENDIAN_LITTLE);
  const struct cfi_form form = cfi_usual (SFM_ABI_AMD64_ENDIAN_LITTLE);
  cfi_cie (&w, &form);
  cfi_fde (&w, start, size, (struct cfi_bytes){ program, program_size });
  sfm_status status = cfi_read (&w, 0, &fde, &builder_diag);
  if (status == SFM_OK)
    status
        = sfm_builder_add_cfi (b, &w.section, &fde, 5, refusal, &builder_diag);
  cfi_free (&w);
  return status;
}

/* Whether PLT code of SIZE bytes at START becomes COUNT FDEs that are right at
   each address.  */
static bool
right_plt (const struct sfm_builder_options *o, uint64_t start, uint64_t size,
           uint32_t count)
{
  struct sfm_builder *b = builder_new (o);
  struct sfm_refusal refusal;
  bool good
      = add_plt (b, start, size, plt_program, sizeof plt_program, &refusal)
            == SFM_OK
        && sfm_builder_count (b) == count
        && builder_cfa (b, start + size) == -1;

  for (uint64_t i = 0; i < size && good; i++)
    {
      const int64_t want = i < 6                    ? 16
                           : i < 16                 ? 24
                           : (start + i) % 16 >= 11 ? 16
                                                    : 8;
      good = builder_cfa (b, start + i) == want;
    }
  good = good && builder_is_clean (b)
         && sfm_builder_remove (b, start, &builder_diag) == SFM_OK
         && sfm_builder_count (b) == 0;
  sfm_builder_free (b);
  return good;
}

static void
test_plt (void)
{
  struct sfm_builder_options o = builder_options ();
  struct sfm_refusal refusal = { .reason = SFM_REFUSED_NOT };

  unit_result (right_plt (&o, BUILDER_TEXT, 80, 2),
               "builder: PLT code, as blocks");
  unit_result (right_plt (&o, BUILDER_TEXT, 32, 1),
               "builder: a single PLT entry");
  unit_result (right_plt (&o, BUILDER_TEXT + 8, 80, 1),
               "builder: PLT code between blocks");
  struct sfm_builder *whole = builder_new (&o);
  unit_result (add_plt (whole, BUILDER_TEXT, 64, plt_program + 6,
                        sizeof plt_program - 6, NULL)
                       == SFM_OK
                   && sfm_builder_count (whole) == 1
                   && builder_cfa (whole, BUILDER_TEXT + 48) == 8
                   && builder_cfa (whole, BUILDER_TEXT + 63) == 16,
               "builder: nothing but PLT entries");
  sfm_builder_free (whole);
  unit_result (right_plt (&o, BUILDER_TEXT, 83, 1),
               "builder: PLT code that ends in a block");
  o.reader = SFM_READER_NO_MASK;
  unit_result (right_plt (&o, BUILDER_TEXT, 80, 1),
               "builder: PLT code without blocks");
  struct sfm_builder *b = builder_new (&o);
  unit_result (add_plt (b, BUILDER_TEXT, (8 << 20) + 16, plt_program,
                        sizeof plt_program, &refusal)
                       == SFM_OK
                   && add_plt (b, BUILDER_TEXT + (32 << 20), (8 << 20) + 32,
                               plt_program, sizeof plt_program, &refusal)
                          == SFM_ERR_UNSUPP
                   && refusal.reason == SFM_REFUSED_BLOCKS,
               "builder: as many rows of PLT code as can be");
  sfm_builder_free (b);
  o.reader = 0;
  b = builder_new (&o);
  unit_result (add_plt (b, BUILDER_TEXT, (16 << 20) + 17, plt_program,
                        sizeof plt_program, &refusal)
                       == SFM_ERR_UNSUPP
                   && refusal.reason == SFM_REFUSED_BLOCKS
                   && sfm_builder_count (b) == 0,
               "builder: PLT code of too many rows");
  sfm_builder_free (b);
  o.relocatable = true;
  b = builder_new (&o);
  unit_result (
      add_plt (b, BUILDER_TEXT, 80, plt_program, sizeof plt_program, &refusal)
              == SFM_ERR_UNSUPP
          && refusal.reason == SFM_REFUSED_PLT
          && refusal.cfi == SFM_CFI_NO_PROBLEM,
      "builder: PLT code in an object");
  sfm_builder_free (b);
}

/* PLT code that begins in the middle of a block, after other code.  */
static void
test_late_plt (void)
{
  const struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);
  uint8_t program[sizeof plt_program];

  memcpy (program, plt_program, sizeof program);
  program[5] = CFA_ADVANCE | 6;
  unit_result (
      add_plt (b, BUILDER_TEXT + 4, 12 + 64, program, sizeof program, NULL)
              == SFM_OK
          && sfm_builder_count (b) == 2
          && builder_cfa (b, BUILDER_TEXT + 15) == 24
          && builder_cfa (b, BUILDER_TEXT + 16 + 10) == 8
          && builder_cfa (b, BUILDER_TEXT + 16 + 11) == 16,
      "builder: PLT code after 12 bytes of other code");
  sfm_builder_free (b);
}

/* PLT code that nothing returns from has no blocks.  */
static void
test_last_plt (void)
{
  const struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);
  uint8_t program[sizeof plt_program - 6 + 2];
  struct sfm_piece piece;
  struct sfm_fde fde;
  size_t size;

  memcpy (program, plt_program + 6, sizeof plt_program - 6);
  program[sizeof program - 2] = CFA_UNDEFINED;
  program[sizeof program - 1] = 16;
  bool good
      = add_plt (b, BUILDER_TEXT, 64, program, sizeof program, NULL) == SFM_OK;
  uint8_t *bytes = builder_section (b, &size);
  unit_result (
      good && sfm_piece_open (bytes, size, 0, &piece, &builder_diag) == SFM_OK
          && sfm_fde_read (&piece, 0, &fde, &builder_diag) == SFM_OK
          && !fde.mask && fde.num_fres == 1 && piece.num_fdes == 1,
      "builder: PLT code that nothing returns from");
  free (bytes);
  sfm_builder_free (b);
}

/* Functions of call frame information that are refused as a whole: SIZE bytes
   of a CIE with AUGMENTATION, of TARGET and ABI.  */
static void
test_refused (const char *augmentation, uint64_t size, enum sfm_target target,
              uint8_t abi, sfm_status status, const char *text)
{
  struct sfm_builder_options o = builder_options ();
  struct cfi_form form = cfi_usual (o.abi);
  struct cfi_writer w = { .bytes = NULL };
  struct sfm_cfi_fde fde;

  o.abi = abi;
  o.target = target;
  struct sfm_builder *b = builder_new (&o);
  cfi_begin (&w, SFM_ABI_AMD64_ENDIAN_LITTLE);
  form.augmentation = augmentation;
  cfi_cie (&w, &form);
  cfi_fde (&w, BUILDER_TEXT, size, (struct cfi_bytes){ NULL, 0 });
  if (cfi_read (&w, 0, &fde, &builder_diag) != SFM_OK)
    exit (1);
  unit_result_of (
      sfm_builder_add_cfi (b, &w.section, &fde, 5, NULL, &builder_diag)
              == status
          && builder_diag.offset == fde.offset && builder_diag.offset != 0
          && strcmp (builder_diag.text, text) == 0,
      "builder: %s", text);
  cfi_free (&w);
  sfm_builder_free (b);
}

static void
test_refusals (void)
{
  const uint8_t amd64 = SFM_ABI_AMD64_ENDIAN_LITTLE;

  test_refused ("zR", 0, SFM_TO_V3, amd64, SFM_ERR_UNSUPP,
                "the function at 0x401000 has a size of 0, or of more than 32 "
                "bits: 0");
  test_refused ("zR", UINT64_C (1) << 32, SFM_TO_V3, amd64, SFM_ERR_UNSUPP,
                "the function at 0x401000 has a size of 0, or of more than 32 "
                "bits: 4294967296");
  test_refused (
      "zSR", 16, SFM_TO_V2, amd64, SFM_ERR_UNSUPP,
      "the function at 0x401000 has the mark of a signal frame, which "
      "needs version 3: 1");
  test_refused ("zBR", 16, SFM_TO_V3, amd64, SFM_ERR_UNSUPP,
                "the function at 0x401000 has a pointer authentication key, "
                "which only AArch64 has: 1");
  test_refused ("zR", 16, SFM_TO_V3, SFM_ABI_AARCH64_ENDIAN_LITTLE,
                SFM_ERR_USAGE,
                "the ABI of the section is 3, of the builder 2");
}

/* An expression that ends before the function does, and many functions of two
   FDEs.  */
static void
test_more_plt (void)
{
  uint8_t program[sizeof plt_program + 4];
  const struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);
  bool good = true;

  memcpy (program, plt_program, sizeof plt_program);
  memcpy (program + sizeof plt_program,
          (const uint8_t[]){ CFA_ADVANCE | 32, CFA_DEF, 7, 48 }, 4);
  unit_result (add_plt (b, BUILDER_TEXT, 80, program, sizeof program, NULL)
                       == SFM_OK
                   && sfm_builder_count (b) == 1
                   && builder_cfa (b, BUILDER_TEXT + 46) == 16
                   && builder_cfa (b, BUILDER_TEXT + 48) == 48
                   && builder_cfa (b, BUILDER_TEXT + 79) == 48,
               "builder: PLT code and then other code");
  sfm_builder_free (b);
  b = builder_new (&o);
  /* One of one FDE, so that parts are in both halves of what is joined.  */
  good = builder_add (b, 0, 0) == SFM_OK;
  for (uint64_t i = 1; i <= MANY && good; i++)
    good = add_plt (b, 64 * i, 64, plt_program, sizeof plt_program, NULL)
           == SFM_OK;
  for (uint64_t i = 1; i <= MANY && good; i++)
    good = sfm_builder_count (b) == 1 + 2 * (MANY - (i - 1))
           && sfm_builder_remove (b, 64 * (1 + i * 7919 % MANY), &builder_diag)
                  == SFM_OK;
  unit_result (good && sfm_builder_count (b) == 1 && builder_cfa (b, 1) == 16,
               "builder: many functions in two FDEs");
  sfm_builder_free (b);
}

/* A function whose FDEs are kept apart, the second one alone.  */
static void
test_apart (void)
{
  enum
  {
    CHUNK = 256, /* functions that are kept together */
    ALL = 4 * CHUNK
  };
  const struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);
  struct sfm_origin origin;
  bool good = true;

  for (uint32_t i = 0; i < ALL && good; i++)
    good = (i == CHUNK - 1 ? add_plt (b, 64 * (uint64_t) i, 64, plt_program,
                                      sizeof plt_program, NULL)
                           : builder_add (b, 64 * (uint64_t) i, i))
           == SFM_OK;
  for (uint64_t i = CHUNK; i < 2 * CHUNK - 1 && good; i++)
    good = sfm_builder_remove (b, 64 * i, &builder_diag) == SFM_OK;
  good = good && sfm_builder_origin (b, CHUNK + 1, &origin)
         && origin.input == 2 * CHUNK - 1
         && sfm_builder_remove (b, 64 * (CHUNK - 1), &builder_diag) == SFM_OK
         && sfm_builder_count (b) == ALL - CHUNK
         && sfm_builder_origin (b, CHUNK - 2, &origin)
         && origin.input == CHUNK - 2
         && sfm_builder_origin (b, CHUNK - 1, &origin)
         && origin.input == 2 * CHUNK - 1
         && sfm_builder_origin (b, ALL - CHUNK - 1, &origin)
         && origin.input == ALL - 1 && builder_cfa (b, 64 * (CHUNK - 1)) == -1;
  unit_result (good, "builder: a function whose FDEs are kept apart");
  sfm_builder_free (b);
}

static void
test_cfi (void)
{
  static const uint8_t bad[] = { CFA_ADVANCE | 4, CFA_DEF_REG, 6, 0x3f };
  struct sfm_builder_options o = builder_options ();
  struct sfm_refusal refusal;
  struct sfm_builder *b = builder_new (&o);

  unit_result (add_plt (b, BUILDER_TEXT, 80, bad, sizeof bad, &refusal)
                       == SFM_ERR_UNSUPP
                   && refusal.reason == SFM_REFUSED_CFI
                   && refusal.cfi == SFM_CFI_OPCODE && refusal.row == 1
                   && refusal.offset == 4 && builder_diag.input == 5
                   && builder_diag.offset != 0,
               "builder: CFI with a problem");
  unit_result (
      add_plt (b, BUILDER_TEXT, UINT64_C (0x100000000), bad, 3, &refusal)
              == SFM_ERR_UNSUPP
          && refusal.reason == SFM_REFUSED_SIZE
          && strstr (builder_diag.text, "4294967296"),
      "builder: CFI of a function that is too large");
  unit_result (add_plt (b, BUILDER_TEXT, 0, bad, 3, &refusal) == SFM_ERR_UNSUPP
                   && refusal.reason == SFM_REFUSED_SIZE,
               "builder: CFI of no code");
  unit_result (add_plt (b, BUILDER_TEXT, UINT32_MAX, bad, 3, NULL) == SFM_OK
                   && builder_cfa (b, BUILDER_TEXT + (uint64_t) UINT32_MAX - 1)
                          == 8
                   && builder_cfa (b, BUILDER_TEXT) == 8,
               "builder: CFI of the largest function");
  sfm_builder_free (b);
  o.abi = SFM_ABI_AARCH64_ENDIAN_LITTLE;
  b = builder_new (&o);
  unit_result (add_plt (b, BUILDER_TEXT, 80, bad, 3, NULL) == SFM_ERR_USAGE,
               "builder: CFI of another machine");
  sfm_builder_free (b);
}

int
main (void)
{
  unit_last_said (builder_diag.text);
  test_split ();
  test_blocks ();
  test_plt ();
  test_late_plt ();
  test_last_plt ();
  test_refusals ();
  test_more_plt ();
  test_apart ();
  test_cfi ();
  return unit_exit ();
}
