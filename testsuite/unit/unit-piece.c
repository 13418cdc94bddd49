/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-piece.c - what is no header, no row and no rule, and where the first
   byte is that shows it; and pieces among other bytes.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-builder.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  AMD64 = SFM_ABI_AMD64_ENDIAN_LITTLE,
  ARM = SFM_ABI_AARCH64_ENDIAN_LITTLE,
  S390X = SFM_ABI_S390X_ENDIAN_BIG,
  AMD64_FP = 0x80 | AMD64 /* with a place for FP that no row changes */
};

/* A section of two functions, whose header has one byte changed.  */
static const struct
{
  uint8_t at;
  uint8_t byte;
  sfm_status status;
  uint64_t offset; /* that the diagnostic has */
} headers[] = {
  { 0, 0, SFM_ERR_CORRUPT, 0 }, /* the magic number */
  { 1, 0, SFM_ERR_CORRUPT, 0 },
  { 2, 0, SFM_ERR_UNSUPP, 2 }, /* the version */
  { 2, 4, SFM_ERR_UNSUPP, 2 },
  { 3, 2, SFM_ERR_UNSUPP, 3 },    /* the flags */
  { 4, 5, SFM_ERR_UNSUPP, 4 },    /* the ABI */
  { 4, 1, SFM_ERR_CORRUPT, 4 },   /* of the other byte order */
  { 7, 255, SFM_ERR_CORRUPT, 7 }, /* an auxiliary header */
  { 8, 3, SFM_ERR_CORRUPT, 20 },  /* FDEs that reach the rows */
  { 8, 255, SFM_ERR_CORRUPT, 8 }, /* that leave the section */
  { 8, 1, SFM_OK, 0 },
  { 16, 23, SFM_ERR_CORRUPT, 16 }, /* rows that do */
  { 20, 1, SFM_ERR_CORRUPT, 20 },  /* FDEs after their place */
  { 24, 31, SFM_ERR_CORRUPT, 20 }, /* rows before it */
};

static void
test_headers (uint8_t *bytes, size_t size)
{
  struct sfm_piece piece;

  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    {
      struct sfm_diag diag = { .offset = 0 };
      uint8_t *p = bytes + headers[i].at, old = *p;
      *p = headers[i].byte;
      const sfm_status status = sfm_piece_open (bytes, size, 0, &piece, &diag);
      unit_result_of (status == headers[i].status
                          && diag.offset == headers[i].offset,
                      "header: byte %u is %u", headers[i].at, headers[i].byte);
      *p = old;
    }
  struct sfm_diag diag;
  bytes[8] = 1;
  bytes[24] = 15;
  unit_result (sfm_piece_open (bytes, size, 0, &piece, &diag)
                       == SFM_ERR_CORRUPT
                   && diag.offset == 20,
               "header: rows that begin in the only FDE");
  bytes[8] = 2;
  bytes[24] = 32;
  unit_result (sfm_piece_open (bytes, size, size + 1, &piece, &diag)
                       == SFM_ERR_TRUNC
                   && strstr (diag.text, "but 0 are left") != NULL,
               "header: past the end");
  unit_result (sfm_piece_open (bytes, 27, 0, &piece, &diag) == SFM_ERR_TRUNC
                   && strstr (diag.text, "but 27 are left") != NULL,
               "header: of 27 bytes");
}

/* A row after its start of one byte, and what reading it and its rules gives,
   with the offset that the diagnostic has.  */
static const struct
{
  uint8_t abi;
  uint8_t version;
  bool flex;
  const char *row;
  sfm_status status;
  uint64_t offset;
} rows[] = {
  { AMD64, 3, false, "", SFM_ERR_CORRUPT, 0 },
  { AMD64, 3, false, "00", SFM_ERR_CORRUPT, 0 },
  { AMD64, 3, false, "0003", SFM_ERR_CORRUPT, 0 },
  { AMD64, 3, false, "000308", SFM_OK, 0 },
  { AMD64, 3, false, "000510", SFM_ERR_CORRUPT, 0 },
  { AMD64, 3, false, "000510f0", SFM_OK, 0 },
  { AMD64, 3, false, "0063", SFM_ERR_CORRUPT, 1 },
  { AMD64, 3, false, "008308", SFM_ERR_CORRUPT, 0 },
  { AMD64, 3, false, "000710f8f0", SFM_ERR_CORRUPT, 0 },
  { AMD64_FP, 3, false, "000308", SFM_OK, 0 },
  { AMD64_FP, 3, false, "000510f0", SFM_ERR_CORRUPT, 0 },
  { ARM, 3, false, "008308", SFM_OK, 0 },
  { ARM, 3, false, "000710f8f0", SFM_OK, 0 },
  { ARM, 3, false, "000910f8f0e8", SFM_ERR_CORRUPT, 0 },
  { S390X, 2, false, "0005003f", SFM_OK, 0 },
  { S390X, 2, false, "00050041", SFM_ERR_CORRUPT, 0 },
  { S390X, 2, false, "000500ff", SFM_ERR_CORRUPT, 0 },
  { S390X, 3, false, "0005003f", SFM_ERR_CORRUPT, 0 },
  { S390X, 3, false, "0007000000", SFM_OK, 0 },
  { AMD64, 3, true, "000239", SFM_ERR_CORRUPT, 0 },
  { AMD64, 3, true, "00043908", SFM_OK, 0 },
  { AMD64, 3, true, "0006390800", SFM_OK, 0 },
  { AMD64, 3, true, "0006390802", SFM_ERR_CORRUPT, 0 },
  { AMD64, 3, true, "000839080000", SFM_ERR_CORRUPT, 0 },
  { AMD64, 3, true, "000839080210", SFM_OK, 0 },
  { AMD64, 3, true, "000e39080210021000", SFM_ERR_CORRUPT, 0 },
  { AMD64, 3, true, "00043d08", SFM_ERR_UNSUPP, 0 },
  { AMD64, 3, true, "00040208", SFM_ERR_UNSUPP, 0 },
  { AMD64, 3, true, "000a39080032f0", SFM_ERR_UNSUPP, 0 },
  { AMD64, 3, true, "000a39080033f0", SFM_OK, 0 },
  { AMD64, 3, true, "0004f908", SFM_OK, 0 },
  { AMD64, 3, true, "002401010800", SFM_ERR_UNSUPP, 0 },
  { AMD64, 3, true, "002409040800", SFM_ERR_UNSUPP, 0 },
  { AMD64, 3, true, "002411040800", SFM_OK, 0 },
  { AMD64, 3, true, "002489040800", SFM_OK, 0 },
  { AMD64, 3, true, "002491040800", SFM_ERR_UNSUPP, 0 },
};

/* Rows of these, and what is said of them.  */
static const struct
{
  const char *row;
  const char *text;
} row_texts[] = {
  { "", "a row begins here with 0 still to come, but the FREs end at 0x0" },
  { "0003", "a row of 3 bytes begins here, but the FREs end at 0x2" },
  { "0063", "the FRE info is 0x63, whose size code 3 is invalid" },
  { "008308", "the FRE info is 0x83: the mangled-RA bit, which only AArch64 "
              "has" },
  { "000710f8f0", "the FRE info is 0x07: more words than the ABI has" },
  { "00050041", "the offset 65 is odd and names no register" },
  { "000500ff", "the offset -1 is odd and names no register" },
  { "0005003f", "the offset 63 is odd, which version 3 allows in FLEX rows "
                "only" },
  { "000239", "the FRE info is 0x02: a word count that FLEX does not allow" },
  { "0006390802", "3 data words, the third of which is a control word" },
  { "000839080000", "4 data words, the third of which is padding" },
  { "00040208", "the control word 0 is 0x2, which names no register of the "
                "ABI" },
  { "000a39080032f0",
    "the control word 3 is 0x32, which names no register or slot of "
    "the ABI" },
  { "002491040800",
    "the control word 0 is 0x491, which names no register of the "
    "ABI" },
  { "000e39080210021000",
    "the FRE info is 0x0e: a word count that FLEX does not allow" },
};

/* Whether TEXT is what must be said of ROW, if that is anything.  */
static bool
is_said (const char *row, const char *text)
{
  for (size_t i = 0; i < sizeof row_texts / sizeof *row_texts; i++)
    if (strcmp (row_texts[i].row, row) == 0)
      return strcmp (row_texts[i].text, text) == 0;
  return true;
}

static void
test_rows (void)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      uint8_t bytes[32] = { 0 };
      size_t size = 0;
      for (const char *p = rows[i].row; *p != '\0'; p += 2)
        {
          const char pair[3] = { p[0], p[1], '\0' };
          bytes[size++] = (uint8_t) strtoul (pair, NULL, 16);
        }
      const uint8_t abi = rows[i].abi & 0x7f;
      const struct sfm_piece piece
          = { .bytes = bytes,
              .size = size,
              .end = size,
              .fre_len = (uint32_t) size,
              .version = rows[i].version,
              .abi = abi,
              .big_endian = sfm_abi_big_endian (abi),
              .fixed_fp = rows[i].abi != abi ? -16 : 0,
              .fixed_ra = (int8_t) sfm_abi_fixed_ra (abi) };
      const struct sfm_fde fde = { .num_fres = 1, .flex = rows[i].flex };
      struct sfm_diag diag = { .offset = 0 };
      struct sfm_rows walk;
      struct sfm_row row;
      struct sfm_rules rules;

      sfm_rows_begin (&piece, &fde, &walk);
      sfm_status status = sfm_rows_next (&walk, &row, &diag);
      if (status == SFM_OK)
        status = sfm_row_rules (&piece, &fde, &row, &rules, &diag);
      unit_result_of (
          status == rows[i].status && diag.offset == rows[i].offset
              && (status == SFM_OK || is_said (rows[i].row, diag.text)),
          "row: ABI %u, version %u%s: %s", rows[i].abi, rows[i].version,
          rows[i].flex ? ", FLEX" : "", rows[i].row);
    }
}

/* The info byte of a function of version 3, and what reading it gives.  */
static const struct
{
  uint8_t abi;
  uint8_t info;
  sfm_status status;
  bool signal, pauth_b;
} infos[] = {
  { AMD64, 0x00, SFM_OK, false, false },
  { AMD64, 0x80, SFM_OK, true, false },
  { AMD64, 0x02, SFM_OK, false, false },
  { AMD64, 0x03, SFM_ERR_UNSUPP, false, false },
  { AMD64, 0x20, SFM_ERR_CORRUPT, false, false },
  { AMD64, 0x40, SFM_ERR_UNSUPP, false, false },
  { S390X, 0x00, SFM_OK, false, false },
  { S390X, 0x20, SFM_ERR_CORRUPT, false, false },
  { ARM, 0x20, SFM_OK, false, true },
  { ARM, 0xa0, SFM_OK, true, true },
};

static void
test_infos (uint8_t abi, uint8_t *bytes, size_t size)
{
  enum
  {
    INFO = 2 /* after the number of rows */
  };
  struct sfm_piece piece;
  struct sfm_diag diag;
  struct sfm_fde fde;

  if (sfm_piece_open (bytes, size, 0, &piece, &diag) != SFM_OK
      || sfm_fde_read (&piece, 0, &fde, &diag) != SFM_OK)
    exit (1);
  uint8_t *info = bytes + piece.fres + fde.fre_off + INFO;
  const uint8_t old = *info;
  for (size_t i = 0; i < sizeof infos / sizeof *infos; i++)
    {
      if (infos[i].abi != abi)
        continue;
      *info = infos[i].info;
      const sfm_status status = sfm_fde_read (&piece, 0, &fde, &diag);
      unit_result_of (status == infos[i].status
                          && (status != SFM_OK
                              || (fde.signal == infos[i].signal
                                  && fde.pauth_b == infos[i].pauth_b)),
                      "info 0x%02x, ABI %u", infos[i].info, abi);
    }
  *info = old;
}

/* Version 1 is older than that ABI.  */
static void
test_old_abi (uint8_t *bytes, size_t size)
{
  struct sfm_piece piece;
  struct sfm_diag diag;
  const uint8_t version = bytes[2], flags = bytes[3];

  bytes[2] = 1;
  bytes[3] = 0;
  unit_result (sfm_piece_open (bytes, size, 0, &piece, &diag) == SFM_ERR_UNSUPP
                   && diag.offset == 4,
               "header: version 1, of s390x");
  bytes[2] = version;
  bytes[3] = flags;
}

/* Whether a scan of BYTES from FROM on finds a piece at AT, or none if that is
   0.  */
static bool
finds (const uint8_t *bytes, size_t size, uint64_t from, uint64_t at)
{
  struct sfm_piece piece;
  struct sfm_diag diag;
  const sfm_status status = sfm_piece_scan (bytes, size, from, &piece, &diag);

  return at == 0
             ? status == SFM_END
             : status == SFM_OK && piece.offset == at && piece.num_fdes == 2;
}

/* Two pieces of ABI among bytes that look like headers.  */
static void
test_scan (uint8_t abi, const uint8_t *section, size_t size)
{
  enum
  {
    FIRST = 24
  };
  const bool big = sfm_abi_big_endian (abi);
  const size_t second = (FIRST + size + 15) / 8 * 8;
  const size_t end = second + size;
  uint8_t *bytes = calloc (1, end);

  if (bytes == NULL)
    exit (1);
  memcpy (bytes, "\xe2\xde\3", 3);
  memcpy (bytes + FIRST, section, size);
  memcpy (bytes + second, section, size);
  unit_result_of (finds (bytes, end, 0, FIRST) && finds (bytes, end, 17, FIRST)
                      && finds (bytes, end, FIRST, FIRST)
                      && finds (bytes, end, FIRST + 1, second)
                      && finds (bytes, end, second, second)
                      && finds (bytes, end, second + 1, 0)
                      && finds (bytes, end - 1, second, 0)
                      && finds (bytes, end, end, 0)
                      && finds (bytes, end, UINT64_MAX, 0)
                      && finds (bytes, end, UINT64_MAX - 8, 0),
                  "scan: two pieces of ABI %u", abi);
  /* The last row's info byte: the piece cannot be read.  */
  bytes[FIRST + size - 2] = 0x63;
  unit_result_of (finds (bytes, end, 0, second),
                  "scan: a damaged piece of ABI %u", abi);
  bytes[FIRST + size - 2] = section[size - 2];
  /* More rows than it has bytes.  */
  bytes[FIRST + size - (big ? 11 : 10)] = 1;
  unit_result_of (finds (bytes, end, 0, second),
                  "scan: one of too many rows of ABI %u", abi);
  memset (bytes + FIRST + 8, 0, 20);
  unit_result_of (finds (bytes, end, 0, second),
                  "scan: one without functions of ABI %u", abi);
  free (bytes);
}

/* A section of ABI with two functions, of two rows each.  */
static uint8_t *
make_section (uint8_t abi, size_t *size)
{
  const uint32_t sp = abi == S390X ? 15 : 31;
  struct sfm_builder_options options = builder_options ();
  struct sfm_rules_at own[2] = { builder_rows[0], builder_rows[1] };

  if (abi != AMD64)
    for (unsigned i = 0; i < 2; i++)
      {
        own[i].rules.cfa
            = (struct sfm_rule){ SFM_RULE_VALUE, sp, 160 + 8 * (int64_t) i };
        own[i].rules.ra = (struct sfm_rule){ .kind = SFM_RULE_SAME };
      }
  options.abi = abi;
  struct sfm_builder *b = builder_new (&options);
  for (uint32_t i = 0; i < 2; i++)
    {
      const struct sfm_function f
          = builder_function (BUILDER_TEXT + i * BUILDER_SIZE);
      if (sfm_builder_add (b, &f, own, 2, i, NULL, &builder_diag) != SFM_OK)
        exit (1);
    }
  uint8_t *bytes = builder_section (b, size);
  sfm_builder_free (b);
  return bytes;
}

int
main (void)
{
  static const uint8_t abis[] = { AMD64, S390X, ARM };

  for (unsigned i = 0; i < 3; i++)
    {
      size_t size;
      uint8_t *bytes = make_section (abis[i], &size);
      if (abis[i] == AMD64)
        test_headers (bytes, size);
      test_infos (abis[i], bytes, size);
      if (abis[i] == S390X)
        test_old_abi (bytes, size);
      if (abis[i] != ARM)
        test_scan (abis[i], bytes, size);
      free (bytes);
    }
  test_rows ();
  return unit_exit ();
}
