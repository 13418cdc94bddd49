/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-builder-calls.c - the calls of a builder: what they refuse, and
   limits.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-builder.h"
#include "result.h"

static void
test_options (void)
{
  struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b;
  bool good;

  o.abi = 0;
  good
      = sfm_builder_new (&o, &b, &builder_diag) == SFM_ERR_UNSUPP && b == NULL;
  o.abi = 5;
  good = good && sfm_builder_new (&o, &b, &builder_diag) == SFM_ERR_UNSUPP;
  o.abi = 3;
  o.reader = UINT64_C (1) << 40;
  good = good && sfm_builder_new (&o, &b, &builder_diag) == SFM_ERR_UNSUPP;
  o.reader = 0;
  o.target = (enum sfm_target) 3;
  good = good && sfm_builder_new (&o, &b, &builder_diag) == SFM_ERR_USAGE;
  o.target = SFM_TO_V3;
  o.release = (void (*) (void *, void *)) (uintptr_t) 1;
  good = good && sfm_builder_new (&o, &b, &builder_diag) == SFM_ERR_USAGE;
  o.release = NULL;
  o.size = 12;
  good = good && sfm_builder_new (&o, &b, &builder_diag) == SFM_ERR_USAGE;
  unit_result (good, "builder: wrong options");
  sfm_builder_free (NULL);
}

static void
test_empty (void)
{
  static const uint8_t header[SFM_HEADER_SIZE]
      = { 0xe2, 0xde, 3, 5, 3, 0, 0xf8 };
  static const uint8_t header_v2[SFM_HEADER_SIZE]
      = { 0xde, 0xe2, 2, 0, 4, 0, 0 };
  struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);
  struct sfm_origin origin;
  uint8_t bytes[SFM_HEADER_SIZE + 1];

  memset (bytes, 0xaa, sizeof bytes);
  unit_result (
      sfm_builder_count (b) == 0 && sfm_builder_size (b) == SFM_HEADER_SIZE
          && sfm_builder_write (b, 0, bytes, sizeof bytes, &builder_diag)
                 == SFM_OK
          && memcmp (bytes, header, sizeof header) == 0
          && bytes[SFM_HEADER_SIZE] == 0xaa
          && !sfm_builder_origin (b, 0, &origin),
      "builder: a section of nothing");
  unit_result (
      sfm_builder_write (b, 0, bytes, SFM_HEADER_SIZE - 1, &builder_diag)
          == SFM_ERR_USAGE,
      "builder: a buffer that is too small");
  sfm_builder_free (b);
  o = (struct sfm_builder_options) SFM_BUILDER_OPTIONS_INIT (
      SFM_ABI_S390X_ENDIAN_BIG);
  o.target = SFM_TO_V2;
  o.relocatable = true;
  b = builder_new (&o);
  unit_result (sfm_builder_write (b, 0, bytes, sizeof bytes, &builder_diag)
                       == SFM_OK
                   && memcmp (bytes, header_v2, sizeof header_v2) == 0,
               "builder: nothing for an object of version 2");
  sfm_builder_free (b);
}

static bool
has_refusal (struct sfm_builder *b, const struct sfm_function *f,
             const struct sfm_rules_at *rows, size_t count,
             enum sfm_refusal_reason reason, uint32_t row)
{
  struct sfm_refusal refusal;
  const sfm_status status
      = sfm_builder_add (b, f, rows, count, 1, &refusal, &builder_diag);
  const bool good = status == SFM_ERR_UNSUPP && refusal.reason == reason
                    && refusal.row == row
                    && (row != UINT32_MAX || refusal.offset == 0)
                    && sfm_builder_count (b) == 0;

  if (!good)
    printf ("status %d, %s, row %" PRIu32 ": %s\n", (int) status,
            status == SFM_ERR_UNSUPP ? sfm_refusal_word (refusal.reason) : "-",
            status == SFM_ERR_UNSUPP ? refusal.row : 0, builder_diag.text);
  return good;
}

/* Whether the last diagnostic ends with the number 1.  */
static bool
says_one (void)
{
  const size_t size = strlen (builder_diag.text);

  return size >= 3 && strcmp (builder_diag.text + size - 3, ": 1") == 0;
}

/* Blocks may begin before their first row, unless they are written one by
   one; what is not repeated always may.  */
static void
test_late_rows (void)
{
  struct sfm_builder_options o = builder_options ();
  struct sfm_function f = builder_function (BUILDER_TEXT);
  struct sfm_builder *b = builder_new (&o);

  f.rep_size = 8;
  unit_result (
      sfm_builder_add (b, &f, builder_rows + 1, 1, 1, NULL, &builder_diag)
              == SFM_OK
          && builder_cfa (b, BUILDER_TEXT) == -1
          && builder_cfa (b, BUILDER_TEXT + 9) == 16,
      "builder: takes blocks with a late first row");
  sfm_builder_free (b);
  o.reader = SFM_READER_NO_MASK;
  b = builder_new (&o);
  f.rep_size = 0;
  unit_result (sfm_builder_add (b, &f, builder_rows, 2, 1, NULL, &builder_diag)
                       == SFM_OK
                   && builder_cfa (b, BUILDER_TEXT) == 8
                   && builder_cfa (b, BUILDER_TEXT + BUILDER_SIZE - 1) == 16,
               "builder: takes what is not repeated");
  f = builder_function (BUILDER_TEXT + BUILDER_SIZE);
  unit_result (
      sfm_builder_add (b, &f, builder_rows + 1, 1, 1, NULL, &builder_diag)
              == SFM_OK
          && builder_cfa (b, f.addr) == -1
          && builder_cfa (b, f.addr + 1) == 16,
      "builder: takes a late first row that is not repeated");
  sfm_builder_free (b);
}

/* Whether AArch64 has a key for F.  */
static void
test_key (const struct sfm_function *f)
{
  static const struct sfm_rules_at row
      = { .rules = { .cfa = { SFM_RULE_VALUE, 31, 0 } } };
  const struct sfm_builder_options o
      = SFM_BUILDER_OPTIONS_INIT (SFM_ABI_AARCH64_ENDIAN_LITTLE);
  struct sfm_builder *b = builder_new (&o);
  struct sfm_piece piece;
  struct sfm_fde fde;
  size_t size;

  bool good
      = sfm_builder_add (b, f, &row, 1, 1, NULL, &builder_diag) == SFM_OK;
  uint8_t *bytes = builder_section (b, &size);
  unit_result (
      good && sfm_piece_open (bytes, size, 0, &piece, &builder_diag) == SFM_OK
          && sfm_fde_read (&piece, 0, &fde, &builder_diag) == SFM_OK
          && fde.pauth_b,
      "builder: a key on AArch64");
  free (bytes);
  sfm_builder_free (b);
}

static void
test_refusals (void)
{
  struct sfm_builder_options o = builder_options ();
  struct sfm_function f = builder_function (BUILDER_TEXT);
  struct sfm_rules_at rows[2] = { builder_rows[0], builder_rows[1] };
  struct sfm_builder *b = builder_new (&o);

  f.size = 0;
  unit_result (
      has_refusal (b, &f, builder_rows, 2, SFM_REFUSED_SIZE, UINT32_MAX),
      "builder: refuses size 0");
  f.size = BUILDER_SIZE;
  f.pauth_b = true;
  unit_result (
      has_refusal (b, &f, builder_rows, 2, SFM_REFUSED_KEY, UINT32_MAX)
          && says_one (),
      "builder: refuses a key on AMD64");
  test_key (&f);
  f.pauth_b = false;
  f.rep_size = 5;
  unit_result (
      has_refusal (b, &f, builder_rows, 2, SFM_REFUSED_BLOCKS, UINT32_MAX),
      "builder: refuses a block too little");
  f.rep_size = 0;
  rows[1].rules.cfa.reg = 500;
  unit_result (has_refusal (b, &f, rows, 2, SFM_REFUSED_REGISTER, 1)
                   && strstr (builder_diag.text, "row 1 at 0x1 ")
                   && strstr (builder_diag.text, "r500+16"),
               "builder: names the row");
  sfm_builder_free (b);

  o.target = SFM_TO_V2_PCREL;
  o.reader = SFM_READER_STRICT | SFM_READER_NO_MASK;
  b = builder_new (&o);
  f.signal = true;
  unit_result (
      has_refusal (b, &f, builder_rows, 2, SFM_REFUSED_SIGNAL, UINT32_MAX)
          && says_one (),
      "builder: refuses a signal frame in version 2");
  f.signal = false;
  unit_result (has_refusal (b, &f, builder_rows + 1, 1, SFM_REFUSED_UNCOVERED,
                            UINT32_MAX),
               "builder: refuses a late first row for a strict reader");
  sfm_builder_free (b);
  o.reader = SFM_READER_NO_MASK;
  b = builder_new (&o);
  f.rep_size = 8;
  unit_result (
      has_refusal (b, &f, builder_rows + 1, 1, SFM_REFUSED_BLOCKS, UINT32_MAX),
      "builder: refuses to unroll a late first row");
  sfm_builder_free (b);
  unit_result (strcmp (sfm_refusal_word (SFM_REFUSED_PLT), "plt") == 0
                   && strcmp (sfm_refusal_word (SFM_REFUSAL_COUNT), "unknown")
                          == 0
                   && sfm_refusal_text (SFM_REFUSAL_COUNT) != NULL,
               "builder: words of refusals");
}

/* Whether adding F with COUNT ROWS to B ends in STATUS.  */
static bool
fails (struct sfm_builder *b, const struct sfm_function *f,
       const struct sfm_rules_at *rows, size_t count, sfm_status status)
{
  const size_t size = sfm_builder_size (b);
  const sfm_status got
      = sfm_builder_add (b, f, rows, count, 9, NULL, &builder_diag);

  return got == status && builder_diag.status == status
         && builder_diag.input == 9 && sfm_builder_size (b) == size;
}

static void
test_usage (void)
{
  const struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);
  struct sfm_function f = builder_function (BUILDER_TEXT);
  struct sfm_rules_at rows[2] = { builder_rows[0], builder_rows[1] };

  unit_result (fails (b, &f, rows, 0, SFM_ERR_USAGE), "builder: no rows");
  rows[1].offset = 0;
  unit_result (fails (b, &f, rows, 2, SFM_ERR_USAGE), "builder: equal rows");
  rows[0].offset = 5;
  rows[1].offset = 3;
  unit_result (fails (b, &f, rows, 2, SFM_ERR_USAGE)
                   && strstr (builder_diag.text, "row 1 of ")
                   && strstr (builder_diag.text, " is at 0x3,")
                   && strstr (builder_diag.text, " before it at 0x5"),
               "builder: rows out of order");
  rows[0].offset = 0;
  rows[1].offset = BUILDER_SIZE;
  unit_result (
      fails (b, &f, rows, 2, SFM_ERR_USAGE)
          && strstr (builder_diag.text, "0x10, the function ends at 0x10"),
      "builder: a row at the end");
  rows[1].offset = 4;
  f.rep_size = 4;
  unit_result (fails (b, &f, rows, 2, SFM_ERR_USAGE),
               "builder: a row at the end of the block");
  f.rep_size = 0;
  rows[1].rules.fp.kind = 4;
  unit_result (fails (b, &f, rows, 2, SFM_ERR_USAGE),
               "builder: an unknown kind of rule");
  f.reserved[8] = 1;
  unit_result (fails (b, &f, builder_rows, 2, SFM_ERR_UNSUPP),
               "builder: a reserved member");
  f = builder_function (UINT64_MAX - 14);
  unit_result (fails (b, &f, builder_rows, 2, SFM_ERR_CORRUPT),
               "builder: past the end of the addresses");
  f = builder_function (UINT64_MAX - 15);
  unit_result (sfm_builder_add (b, &f, builder_rows, 2, 9, NULL, &builder_diag)
                       == SFM_OK
                   && builder_cfa (b, UINT64_MAX) == 16,
               "builder: up to the end of the addresses");
  sfm_builder_free (b);
}

static void
test_overlap (void)
{
  const struct sfm_builder_options o = builder_options ();
  struct sfm_builder *b = builder_new (&o);
  struct sfm_function f = builder_function (BUILDER_TEXT + 1);
  bool good = builder_add (b, BUILDER_TEXT, 0) == SFM_OK
              && builder_add (b, BUILDER_TEXT + 2 * BUILDER_SIZE, 0) == SFM_OK;

  good = good && fails (b, &f, builder_rows, 2, SFM_ERR_CORRUPT)
         && strstr (builder_diag.text, "0x401001 of size 0x10")
         && strstr (builder_diag.text, "0x401000 of size 0x10");
  f.addr = BUILDER_TEXT;
  good = good && fails (b, &f, builder_rows, 2, SFM_ERR_CORRUPT);
  f.addr = BUILDER_TEXT + BUILDER_SIZE + 1;
  good = good && fails (b, &f, builder_rows, 2, SFM_ERR_CORRUPT);
  f.addr = BUILDER_TEXT - BUILDER_SIZE + 1;
  good = good && fails (b, &f, builder_rows, 2, SFM_ERR_CORRUPT);
  f.addr = BUILDER_TEXT + 3 * BUILDER_SIZE - 1;
  good = good && fails (b, &f, builder_rows, 2, SFM_ERR_CORRUPT);
  good = good && builder_add (b, BUILDER_TEXT + BUILDER_SIZE, 0) == SFM_OK
         && builder_add (b, BUILDER_TEXT - BUILDER_SIZE, 0) == SFM_OK
         && builder_add (b, BUILDER_TEXT + 3 * BUILDER_SIZE, 0) == SFM_OK;
  unit_result (good, "builder: overlaps");
  good
      = sfm_builder_remove (b, BUILDER_TEXT + 1, &builder_diag)
            == SFM_ERR_USAGE
        && sfm_builder_remove (b, BUILDER_TEXT - BUILDER_SIZE - 1,
                               &builder_diag)
               == SFM_ERR_USAGE
        && sfm_builder_remove (b, BUILDER_TEXT, &builder_diag) == SFM_OK
        && sfm_builder_remove (b, BUILDER_TEXT, &builder_diag) == SFM_ERR_USAGE
        && sfm_builder_count (b) == 4;
  unit_result (good, "builder: removes by start");
  sfm_builder_free (b);
}

static void
test_limits (void)
{
  struct sfm_builder_options o = builder_options ();

  o.max_functions = 2;
  struct sfm_builder *b = builder_new (&o);
  bool good
      = builder_add (b, BUILDER_TEXT, 0) == SFM_OK
        && builder_add (b, BUILDER_TEXT + BUILDER_SIZE, 0) == SFM_OK
        && builder_add (b, BUILDER_TEXT + 2 * BUILDER_SIZE, 0) == SFM_ERR_LIMIT
        && sfm_builder_remove (b, BUILDER_TEXT, &builder_diag) == SFM_OK
        && builder_add (b, BUILDER_TEXT + 2 * BUILDER_SIZE, 0) == SFM_OK;
  unit_result (good, "builder: the limit on functions");
  sfm_builder_free (b);
  o.max_functions = 0;
  /* 28 bytes, and twice 16, 5 and two rows of 3.  */
  for (o.max_bytes = 1; o.max_bytes < 83; o.max_bytes++)
    {
      b = builder_new (&o);
      good = good && sfm_builder_size (b) == SFM_HEADER_SIZE
             && builder_add (b, BUILDER_TEXT, 0)
                    == (o.max_bytes < 55 ? SFM_ERR_LIMIT : SFM_OK)
             && builder_add (b, BUILDER_TEXT + BUILDER_SIZE, 0)
                    == (o.max_bytes < 82 ? SFM_ERR_LIMIT : SFM_OK);
      sfm_builder_free (b);
    }
  unit_result (good, "builder: the limit on bytes");
}

/* Version 2 has 32 bits for a start.  */
static void
test_far (void)
{
  struct sfm_builder_options o = builder_options ();
  uint8_t bytes[128];
  bool good = true;

  for (o.target = SFM_TO_V2; o.target <= SFM_TO_V2_PCREL;
       o.target = (enum sfm_target) (o.target + 1))
    {
      const uint64_t base
          = BUILDER_SECTION + (o.target == SFM_TO_V2 ? 0 : SFM_HEADER_SIZE);
      struct sfm_builder *b = builder_new (&o);
      good = good && builder_add (b, base + 0x7fffffff, 0) == SFM_OK
             && sfm_builder_write (b, BUILDER_SECTION, bytes, sizeof bytes,
                                   &builder_diag)
                    == SFM_OK
             && sfm_builder_write (b, BUILDER_SECTION - 1, bytes, sizeof bytes,
                                   &builder_diag)
                    == SFM_ERR_LIMIT
             && strstr (builder_diag.text, "0x80")
             && sfm_builder_remove (b, base + 0x7fffffff, &builder_diag)
                    == SFM_OK
             && builder_add (b, base - 0x80000000, 0) == SFM_OK
             && sfm_builder_write (b, BUILDER_SECTION, bytes, sizeof bytes,
                                   &builder_diag)
                    == SFM_OK
             && builder_cfa (b, base - 0x80000000 + 1) == 16
             && sfm_builder_write (b, BUILDER_SECTION + 1, bytes, sizeof bytes,
                                   &builder_diag)
                    == SFM_ERR_LIMIT;
      sfm_builder_free (b);
    }
  unit_result (good, "builder: the range of version 2");
}

/* Rows take the smallest start type, and repeated ones are dropped.  */
static void
test_rows (void)
{
  static const uint32_t starts[][3]
      = { { 255, 256, 0 }, /* start, size, type */
          { 255, 1000, 0 },
          { 256, 1000, 1 },
          { 65535, 1 << 20, 1 },
          { 65536, 1 << 20, 2 } };
  struct sfm_builder_options o = builder_options ();
  struct sfm_rules_at rows[4]
      = { builder_rows[0], builder_rows[0], builder_rows[1], builder_rows[1] };
  bool good = true;

  for (unsigned i = 0; i < 2 * sizeof starts / sizeof *starts; i++)
    {
      const uint32_t *s = starts[i / 2];
      const struct sfm_function f = { .addr = BUILDER_TEXT, .size = s[1] };
      struct sfm_piece piece;
      struct sfm_fde fde;
      size_t size;
      o.relocatable = i % 2 != 0;
      /* As assemblers choose it.  */
      const uint8_t type = o.relocatable ? (s[1] < 256     ? 0
                                            : s[1] < 65536 ? 1
                                                           : 2)
                                         : (uint8_t) s[2];
      struct sfm_builder *b = builder_new (&o);
      rows[1].offset = 5;
      rows[2].offset = s[0];
      rows[3].offset = s[0] + (s[0] + 1 < s[1] ? 1 : 0);
      good = good
             && sfm_builder_add (b, &f, rows, s[0] + 1 < s[1] ? 4 : 3, 5, NULL,
                                 &builder_diag)
                    == SFM_OK;
      uint8_t *bytes = builder_section (b, &size);
      good
          = good
            && sfm_piece_open (bytes, size, 0, &piece, &builder_diag) == SFM_OK
            && sfm_fde_read (&piece, 0, &fde, &builder_diag) == SFM_OK
            && fde.fre_type == type && fde.num_fres == 2
            && size == 28 + 16 + 5 + 2 * (2 + (1U << type))
            && (o.relocatable
                    ? fde.start == 0
                    : builder_cfa (b, BUILDER_TEXT + s[0] - 1) == 8
                          && builder_cfa (b, BUILDER_TEXT + s[0]) == 16);
      free (bytes);
      sfm_builder_free (b);
    }
  unit_result (good, "builder: the smallest types");
}

/* Relocatable output keeps order and overlaps.  */
static void
test_relocatable (void)
{
  struct sfm_builder_options o = builder_options ();
  struct sfm_origin origin;
  bool good = true;

  o.relocatable = true;
  struct sfm_builder *b = builder_new (&o);
  for (uint32_t i = 0; i < 1000 && good; i++)
    good = builder_add (b, (i * 7919U) % 1000, i) == SFM_OK;
  for (uint32_t i = 0; i < 1000 && good; i++)
    good = sfm_builder_origin (b, i, &origin) && origin.input == i
           && origin.fde == 0 && origin.field == 28 + 16 * (uint64_t) i;
  unit_result (good && !sfm_builder_origin (b, 1000, &origin),
               "builder: an object keeps the order");
  unit_result (sfm_builder_remove (b, 0, &builder_diag) == SFM_ERR_USAGE,
               "builder: nothing leaves an object");
  sfm_builder_free (b);
}

int
main (void)
{
  unit_last_said (builder_diag.text);
  test_options ();
  test_empty ();
  test_refusals ();
  test_late_rows ();
  test_usage ();
  test_overlap ();
  test_limits ();
  test_far ();
  test_rows ();
  test_relocatable ();
  return unit_exit ();
}
