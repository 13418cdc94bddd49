/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-builder.c - the row of every form of rules, on each machine and in each
   version, or why there is none.

   Each case is a function with one row.  The expected bytes are worked out
   from the format: the info byte (base, count, size code, mangled bit), then
   the words.  What is written is read again as well: the rules are those that
   were given, and the checker finds nothing.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builder-refusals.h"
#include "fixture-guard.h"
#include "generate.h"
#include "result.h"
#include "sfmerge.h"

enum
{
  SIZE_MAX_OF_SECTION = 128,
  SECTION = 0x500000,
  FUNCTION = 0x401000,
  FUNCTION_SIZE = 64,

  ARM = SFM_ABI_AARCH64_ENDIAN_LITTLE,
  ARM_BIG = SFM_ABI_AARCH64_ENDIAN_BIG,
  AMD = SFM_ABI_AMD64_ENDIAN_LITTLE,
  S390 = SFM_ABI_S390X_ENDIAN_BIG,

  V2 = SFM_TO_V2,
  V2P = SFM_TO_V2_PCREL,
  V3 = SFM_TO_V3,

  DEFAULT = 0,
  FLEX = 1
};

#define VAL(reg, offset)                                                      \
  {                                                                           \
    SFM_RULE_VALUE, (uint32_t) (reg), (offset)                                \
  }
#define MEM(reg, offset)                                                      \
  {                                                                           \
    SFM_RULE_MEMORY, (uint32_t) (reg), (offset)                               \
  }
#define CFA SFM_REG_CFA
#define SAME                                                                  \
  {                                                                           \
    SFM_RULE_SAME, 0, 0                                                       \
  }
#define GONE                                                                  \
  {                                                                           \
    SFM_RULE_UNDEFINED, 0, 0                                                  \
  }
#define RA8 MEM (CFA, -8)

struct form
{
  const char *name;
  uint8_t abi;
  uint8_t target;
  uint64_t reader;
  struct sfm_rules rules;
  uint8_t flex;
  const char *row; /* its bytes after the start, in hexadecimal; or NULL: */
  enum sfm_refusal_reason reason;
};

#define RULES(c, r, f, m)                                                     \
  {                                                                           \
    .cfa = c, .ra = r, .fp = f, .mangled_ra = m                               \
  }
#define ROW(flex, bytes) flex, bytes, SFM_REFUSED_NOT
#define NO(reason) 0, NULL, SFM_REFUSED_##reason

/* clang-format off */
static const struct form forms[] = {
  /* AMD64: DEFAULT is [CFA] or [CFA, FP].  */
  { "amd64 SP", AMD, V3, 0,
    RULES (VAL (7, 8), RA8, SAME, 0), ROW (DEFAULT, "0308") },
  { "amd64 SP v2", AMD, V2, 0,
    RULES (VAL (7, 8), RA8, SAME, 0), ROW (DEFAULT, "0308") },
  { "amd64 FP", AMD, V3, 0,
    RULES (VAL (6, 16), RA8, MEM (CFA, -16), 0), ROW (DEFAULT, "0410f0") },
  { "amd64 FP v2", AMD, V2P, 0,
    RULES (VAL (6, 16), RA8, MEM (CFA, -16), 0), ROW (DEFAULT, "0410f0") },
  { "amd64 FP is the CFA less 8", AMD, V3, 0,
    RULES (VAL (6, 16), RA8, VAL (CFA, -8), 0), ROW (FLEX, "0a3110003108") },
  { "amd64 FP is the CFA less 8, v2", AMD, V2P, 0,
    RULES (VAL (6, 16), RA8, VAL (CFA, -8), 0), NO (FLEX) },
  { "amd64 127", AMD, V3, 0,
    RULES (VAL (7, 127), RA8, SAME, 0), ROW (DEFAULT, "037f") },
  { "amd64 128", AMD, V3, 0,
    RULES (VAL (7, 128), RA8, SAME, 0), ROW (DEFAULT, "238000") },
  { "amd64 -128", AMD, V3, 0,
    RULES (VAL (7, -128), RA8, SAME, 0), ROW (DEFAULT, "0380") },
  { "amd64 -129", AMD, V3, 0,
    RULES (VAL (7, -129), RA8, SAME, 0), ROW (DEFAULT, "237fff") },
  { "amd64 FP widens", AMD, V3, 0,
    RULES (VAL (7, 136), RA8, MEM (CFA, -16), 0),
    ROW (DEFAULT, "258800f0ff") },
  { "amd64 32768", AMD, V3, 0,
    RULES (VAL (7, 32768), RA8, SAME, 0), ROW (DEFAULT, "4300800000") },
  { "amd64 largest", AMD, V3, 0,
    RULES (VAL (7, INT32_MAX), RA8, SAME, 0), ROW (DEFAULT, "43ffffff7f") },
  { "amd64 too large", AMD, V3, 0,
    RULES (VAL (7, INT64_C (0x80000000)), RA8, SAME, 0), NO (OFFSET) },
  { "amd64 too small", AMD, V3, 0,
    RULES (VAL (7, INT64_C (-0x80000001)), RA8, SAME, 0), NO (OFFSET) },
  { "amd64 smallest", AMD, V3, 0,
    RULES (VAL (7, INT32_MIN), RA8, SAME, 0), ROW (DEFAULT, "4300000080") },
  { "amd64 hugest", AMD, V3, 0,
    RULES (VAL (7, INT64_MAX), RA8, MEM (7, INT64_MIN), 0), NO (OFFSET) },
  { "amd64 hugest FP", AMD, V3, 0,
    RULES (VAL (7, 8), RA8, MEM (7, INT64_MIN), 0), NO (OFFSET) },
  { "amd64 hugest RA", AMD, V3, 0,
    RULES (VAL (7, 8), MEM (7, INT64_MIN), SAME, 0), NO (OFFSET) },
  { "amd64 FP by SP", AMD, V3, 0,
    RULES (VAL (7, 32), RA8, MEM (7, 16), 0), ROW (DEFAULT, "0520f0") },
  { "amd64 RA by SP", AMD, V3, 0,
    RULES (VAL (7, 32), MEM (7, 24), SAME, 0), ROW (DEFAULT, "0320") },
  { "amd64 undefined", AMD, V3, 0,
    RULES (GONE, GONE, GONE, 0), ROW (DEFAULT, "00") },
  { "amd64 undefined RA", AMD, V3, 0,
    RULES (VAL (7, 8), GONE, SAME, 0), ROW (DEFAULT, "00") },
  { "amd64 undefined v2", AMD, V2, 0,
    RULES (GONE, GONE, GONE, 0), NO (UNDEFINED_RA) },
  { "amd64 undefined v2 stops", AMD, V2, SFM_READER_STOPS,
    RULES (GONE, GONE, GONE, 0), ROW (DEFAULT, "00") },
  { "amd64 no CFA", AMD, V3, 0, RULES (SAME, RA8, SAME, 0), NO (MACHINE) },
  { "amd64 CFA undefined", AMD, V3, 0, RULES (GONE, RA8, SAME, 0),
    NO (MACHINE) },
  { "amd64 CFA of CFA", AMD, V3, 0,
    RULES (VAL (CFA, 8), RA8, SAME, 0), NO (REGISTER) },
  { "amd64 RA same", AMD, V3, 0, RULES (VAL (7, 8), SAME, SAME, 0),
    NO (MACHINE) },
  { "amd64 CFA of CFA v2", AMD, V2, 0,
    RULES (VAL (CFA, 8), RA8, SAME, 0), NO (REGISTER) },
  { "amd64 FP undefined", AMD, V3, 0,
    RULES (VAL (7, 8), RA8, GONE, 0), NO (MACHINE) },
  { "amd64 FP undefined v2", AMD, V2, 0,
    RULES (VAL (7, 8), RA8, GONE, 0), NO (MACHINE) },
  { "amd64 mangled", AMD, V3, 0,
    RULES (VAL (7, 8), RA8, SAME, true), NO (MACHINE) },
  /* FLEX: pairs of control and offset, or a 0 for no RA rule.  Control is
     register * 8 + 1, + 2 if dereferenced.  */
  { "amd64 r10", AMD, V3, 0,
    RULES (VAL (10, 0), RA8, SAME, 0), ROW (FLEX, "045100") },
  { "amd64 r0", AMD, V3, 0,
    RULES (VAL (0, 0), RA8, SAME, 0), ROW (FLEX, "040100") },
  { "amd64 r10 v2", AMD, V2, 0, RULES (VAL (10, 0), RA8, SAME, 0), NO (FLEX) },
  { "amd64 r10 no FLEX", AMD, V3, SFM_READER_NO_FLEX,
    RULES (VAL (10, 0), RA8, SAME, 0), NO (FLEX) },
  { "amd64 DRAP", AMD, V3, 0,
    RULES (VAL (10, 0), RA8, MEM (6, 0), 0), ROW (FLEX, "0a5100003300") },
  { "amd64 CFA in memory", AMD, V3, 0,
    RULES (MEM (6, -8), RA8, MEM (6, 0), 0), ROW (FLEX, "0a33f8003300") },
  { "amd64 CFA in memory v2", AMD, V2P, 0,
    RULES (MEM (6, -8), RA8, MEM (6, 0), 0), NO (FLEX) },
  { "amd64 signal frame", AMD, V3, 0,
    RULES (MEM (7, 160), MEM (7, 168), MEM (7, 120), 0),
    ROW (FLEX, "2c3b00a0003b00a8003b007800") },
  { "amd64 RA elsewhere", AMD, V3, 0,
    RULES (VAL (7, 8), MEM (CFA, -16), SAME, 0), ROW (FLEX, "08390802f0") },
  { "amd64 RA elsewhere v2", AMD, V2, 0,
    RULES (VAL (7, 8), MEM (CFA, -16), SAME, 0), NO (FLEX) },
  { "amd64 RA in r11", AMD, V3, 0,
    RULES (VAL (7, 8), VAL (11, 0), SAME, 0), ROW (FLEX, "0839085900") },
  { "amd64 FP in rbx", AMD, V3, 0,
    RULES (VAL (7, 8), RA8, VAL (3, 0), 0), ROW (FLEX, "0a3908001900") },
  { "amd64 FP near CFA", AMD, V3, 0,
    RULES (VAL (7, 8), RA8, VAL (CFA, -8), 0), ROW (FLEX, "0a3908003900") },
  { "amd64 FP near CFA in memory", AMD, V3, 0,
    RULES (MEM (7, 8), RA8, VAL (CFA, -8), 0), NO (MACHINE) },
  { "amd64 FP at CFA", AMD, V3, 0,
    RULES (VAL (7, 8), RA8, MEM (CFA, 0), 0), ROW (FLEX, "0a3908000200") },
  { "amd64 FP at CFA v2", AMD, V2, 0,
    RULES (VAL (7, 8), RA8, MEM (CFA, 0), 0), NO (FLEX) },
  { "amd64 FP is CFA", AMD, V3, 0,
    RULES (VAL (7, 8), RA8, VAL (CFA, 0), 0), NO (MACHINE) },
  { "amd64 FP is CFA by SP", AMD, V3, 0,
    RULES (VAL (7, 8), RA8, VAL (7, 8), 0), NO (MACHINE) },
  { "amd64 RA is CFA", AMD, V3, 0,
    RULES (VAL (7, 8), VAL (CFA, 0), SAME, 0), NO (MACHINE) },
  { "amd64 r31 of APX", AMD, V3, 0,
    RULES (VAL (145, 8), RA8, SAME, 0), ROW (FLEX, "2489040800") },
  { "amd64 control 248", AMD, V3, 0,
    RULES (VAL (31, 8), RA8, SAME, 0), ROW (FLEX, "04f908") },
  { "amd64 control 256", AMD, V3, 0,
    RULES (VAL (32, 8), RA8, SAME, 0), NO (REGISTER) },
  { "amd64 register 129", AMD, V3, 0,
    RULES (VAL (129, 8), RA8, SAME, 0), NO (REGISTER) },
  { "amd64 register 146", AMD, V3, 0,
    RULES (VAL (7, 8), RA8, VAL (146, 8), 0), NO (REGISTER) },
  { "amd64 register huge", AMD, V3, 0,
    RULES (VAL (0xfffffffe, 8), RA8, SAME, 0), NO (REGISTER) },
  { "amd64 FLEX smallest", AMD, V3, 0,
    RULES (VAL (10, INT32_MIN), RA8, SAME, 0),
    ROW (FLEX, "445100000000000080") },
  { "amd64 FLEX largest", AMD, V3, 0,
    RULES (VAL (10, INT32_MAX), RA8, SAME, 0),
    ROW (FLEX, "4451000000ffffff7f") },
  { "amd64 FLEX too small", AMD, V3, 0,
    RULES (VAL (10, INT64_C (-0x80000001)), RA8, SAME, 0), NO (OFFSET) },
  { "amd64 FLEX FP far", AMD, V3, 0,
    RULES (VAL (10, 0), RA8, MEM (6, INT64_C (0x80000000)), 0), NO (OFFSET) },

  /* AArch64: DEFAULT [CFA], [CFA, RA] or [CFA, RA, FP], nothing else.  */
  { "aarch64 SP", ARM, V3, 0,
    RULES (VAL (31, 0), SAME, SAME, 0), ROW (DEFAULT, "0300") },
  { "aarch64 FP", ARM, V3, 0,
    RULES (VAL (29, 32), MEM (CFA, -24), MEM (CFA, -32), 0),
    ROW (DEFAULT, "0620e8e0") },
  { "aarch64 signed", ARM, V3, 0,
    RULES (VAL (31, 0), SAME, SAME, true), ROW (DEFAULT, "8300") },
  { "aarch64 signed, saved", ARM, V2, 0,
    RULES (VAL (31, 272), MEM (CFA, -264), MEM (CFA, -272), true),
    ROW (DEFAULT, "a71001f8fef0fe") },
  { "aarch64 big", ARM_BIG, V2P, 0,
    RULES (VAL (31, 272), MEM (CFA, -264), MEM (CFA, -272), true),
    ROW (DEFAULT, "a70110fef8fef0") },
  { "aarch64 RA only", ARM, V3, 0,
    RULES (VAL (31, 16), MEM (CFA, -16), SAME, 0), ROW (DEFAULT, "0510f0") },
  { "aarch64 FP only", ARM, V3, 0,
    RULES (VAL (31, 16), SAME, MEM (CFA, -16), 0), NO (MACHINE) },
  { "aarch64 undefined", ARM, V3, 0,
    RULES (VAL (31, 0), GONE, SAME, true), ROW (DEFAULT, "00") },
  { "aarch64 undefined v2", ARM, V2, 0,
    RULES (VAL (31, 0), GONE, SAME, 0), NO (UNDEFINED_RA) },
  { "aarch64 x9", ARM, V3, 0, RULES (VAL (9, 0), SAME, SAME, 0),
    NO (REGISTER) },
  { "aarch64 CFA too far from x9", ARM, V3, 0,
    RULES (VAL (9, INT64_C (1) << 40), SAME, SAME, 0), NO (OFFSET) },
  { "aarch64 FP too far from x9", ARM, V3, 0,
    RULES (VAL (31, 16), MEM (CFA, -8), VAL (9, INT64_C (1) << 40), 0),
    NO (OFFSET) },
  { "aarch64 CFA in memory", ARM, V3, 0,
    RULES (MEM (31, 0), SAME, SAME, 0), NO (MACHINE) },
  { "aarch64 RA in x9", ARM, V3, 0,
    RULES (VAL (31, 0), VAL (9, 0), SAME, 0), NO (MACHINE) },
  { "aarch64 RA far from x9", ARM, V3, 0,
    RULES (VAL (31, 0), VAL (9, (INT64_C (1) << 40) - 1), SAME, 0),
    NO (MACHINE) },
  { "aarch64 RA too far from x9", ARM, V3, 0,
    RULES (VAL (31, 0), VAL (9, INT64_C (1) << 40), SAME, 0), NO (OFFSET) },
  { "aarch64 RA too far before x9", ARM, V3, 0,
    RULES (VAL (31, 0), VAL (9, -(INT64_C (1) << 40)), SAME, 0),
    NO (OFFSET) },
  { "aarch64 RA by x9", ARM, V3, 0,
    RULES (VAL (31, 0), MEM (9, 0), SAME, 0), NO (MACHINE) },
  { "aarch64 RA at CFA", ARM, V3, 0,
    RULES (VAL (31, 0), MEM (CFA, 0), SAME, 0), NO (OFFSET) },
  { "aarch64 too large", ARM, V3, 0,
    RULES (VAL (31, INT64_C (0x80000000)), SAME, SAME, 0), NO (OFFSET) },
  { "aarch64 RA too far", ARM, V3, 0,
    RULES (VAL (31, 0), MEM (CFA, INT64_C (-0x80000001)), SAME, 0),
    NO (OFFSET) },

  /* s390x: the CFA's word is (offset - 160) / 8.  */
  { "s390x SP", S390, V3, 0,
    RULES (VAL (15, 160), SAME, SAME, 0), ROW (DEFAULT, "0300") },
  { "s390x frame", S390, V3, 0,
    RULES (VAL (15, 320), MEM (CFA, -48), MEM (CFA, -72), 0),
    ROW (DEFAULT, "0714d0b8") },
  { "s390x 4256", S390, V2P, 0,
    RULES (VAL (11, 4256), MEM (CFA, -48), MEM (CFA, -72), 0),
    ROW (DEFAULT, "260200ffd0ffb8") },
  { "s390x FP only", S390, V3, 0,
    RULES (VAL (15, 320), SAME, MEM (CFA, -72), 0),
    ROW (DEFAULT, "071400b8") },
  { "s390x 164", S390, V3, 0, RULES (VAL (15, 164), SAME, SAME, 0),
    NO (OFFSET) },
  { "s390x 156", S390, V2, 0, RULES (VAL (15, 156), SAME, SAME, 0),
    NO (OFFSET) },
  { "s390x below 160", S390, V3, 0,
    RULES (VAL (15, 0), SAME, SAME, 0), ROW (DEFAULT, "03ec") },
  { "s390x 64 bits", S390, V3, 0,
    RULES (VAL (15, INT64_C (0x400000100)), SAME, SAME, 0), NO (OFFSET) },
  { "s390x largest", S390, V3, 0,
    RULES (VAL (15, INT64_C (17179869336)), SAME, SAME, 0),
    ROW (DEFAULT, "437fffffff") },
  { "s390x slot 44", S390, V3, 0,
    RULES (VAL (15, 320), MEM (CFA, -44), SAME, 0), NO (OFFSET) },
  { "s390x odd slot v2", S390, V2, 0,
    RULES (VAL (15, 320), MEM (CFA, -47), SAME, 0), NO (OFFSET) },
  /* A register is an odd word before version 3, and FLEX in it.  */
  { "s390x RA in f0 v2", S390, V2, 0,
    RULES (VAL (15, 160), VAL (16, 0), SAME, 0), ROW (DEFAULT, "050021") },
  { "s390x RA, FP in f0, f2 v2", S390, V2P, 0,
    RULES (VAL (15, 160), VAL (16, 0), VAL (17, 0), 0),
    ROW (DEFAULT, "07002123") },
  { "s390x FP in f2 v2", S390, V2, 0,
    RULES (VAL (15, 160), SAME, VAL (17, 0), 0), ROW (DEFAULT, "07000023") },
  { "s390x RA, FP in f0, f2", S390, V3, 0,
    RULES (VAL (15, 160), VAL (16, 0), VAL (17, 0), 0),
    ROW (FLEX, "0c790081008900") },
  { "s390x FP in f2", S390, V3, 0,
    RULES (VAL (15, 160), SAME, VAL (17, 0), 0), ROW (FLEX, "0a7900008900") },
  { "s390x no FLEX", S390, V3, SFM_READER_NO_FLEX,
    RULES (VAL (15, 160), VAL (16, 0), SAME, 0), NO (FLEX) },
  { "s390x register 32 v2", S390, V2, 0,
    RULES (VAL (15, 160), VAL (32, 0), SAME, 0), NO (REGISTER) },
  { "s390x register + 8 v2", S390, V2, 0,
    RULES (VAL (15, 160), VAL (16, 8), SAME, 0), NO (FLEX) },
  { "s390x register + 8", S390, V3, 0,
    RULES (VAL (15, 160), VAL (16, 8), SAME, 0), ROW (FLEX, "0879008108") },
  { "s390x r1", S390, V3, 0,
    RULES (VAL (1, 4256), MEM (CFA, -48), MEM (CFA, -72), 0),
    ROW (FLEX, "2c000902000002ffd00002ffb8") },
  { "s390x r1 v2", S390, V2, 0,
    RULES (VAL (1, 4256), MEM (CFA, -48), MEM (CFA, -72), 0), NO (FLEX) },
  { "s390x CFA in memory", S390, V3, 0,
    RULES (MEM (15, 168), SAME, SAME, 0), ROW (FLEX, "047b01") },
  { "s390x CFA in memory, 164", S390, V3, 0,
    RULES (MEM (15, 164), SAME, SAME, 0), NO (OFFSET) },
  { "s390x RA by r1", S390, V3, 0,
    RULES (VAL (15, 160), MEM (1, 4), SAME, 0), ROW (FLEX, "0879000b04") },
  { "s390x RA at CFA", S390, V3, 0,
    RULES (VAL (1, 160), MEM (CFA, 0), SAME, 0), ROW (FLEX, "0809000200") },
  { "s390x register 145", S390, V3, 0,
    RULES (VAL (145, 160), SAME, SAME, 0), NO (REGISTER) },
  { "s390x undefined", S390, V3, 0,
    RULES (VAL (15, 160), GONE, SAME, 0), ROW (DEFAULT, "00") },
};
/* clang-format on */

static struct sfm_diag diag;

static void
fill (void *data, const struct sfm_finding *finding)
{
  size_t *count = data;

  printf ("finding: %s\n", finding->text);
  ++*count;
}

/* Whether the one function of BYTES, a section for F, is as F says.  */
static bool
matches (const struct form *f, const uint8_t *bytes, size_t size)
{
  const struct sfm_check_options options
      = { .size = sizeof options,
          .section_addr = SECTION,
          .start_base
          = f->target == V2 ? SFM_START_BASE_SECTION : SFM_START_BASE_FIELD };
  struct sfm_rules want = f->rules;
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_rules rules;
  char text[128] = "";
  size_t findings = 0;

  if (sfm_check (bytes, size, &options, fill, &findings, &diag) != SFM_OK
      || findings != 0 || sfm_piece_open (bytes, size, 0, &piece, &diag)
      || piece.num_fdes != 1 || sfm_fde_read (&piece, 0, &fde, &diag))
    return false;
  sfm_rows_begin (&piece, &fde, &rows);
  if (fde.flex != (f->flex == FLEX) || fde.num_fres != 1
      || sfm_rows_next (&rows, &row, &diag)
      || sfm_row_rules (&piece, &fde, &row, &rules, &diag))
    return false;
  gen_canonical_all (&rules);
  gen_canonical_all (&want);
  for (uint32_t i = 1; i < row.size; i++)
    snprintf (text + 2 * (i - 1), 3, "%02x", bytes[row.offset + i]);
  if (strcmp (text, f->row) != 0)
    printf ("%s: %s\n", f->name, text);
  return strcmp (text, f->row) == 0 && sfm_rules_equal (&rules, &want)
         && row.start == 0
         && sfm_fde_address (&fde, SECTION, options.start_base) == FUNCTION;
}

static bool
test_form (const struct form *f)
{
  struct sfm_builder_options options = SFM_BUILDER_OPTIONS_INIT (f->abi);
  const struct sfm_function function
      = { .addr = FUNCTION, .size = FUNCTION_SIZE };
  const struct sfm_rules_at row = { .offset = 0, .rules = f->rules };
  struct sfm_refusal refusal = { .reason = SFM_REFUSED_NOT };
  uint8_t bytes[SIZE_MAX_OF_SECTION];
  struct sfm_builder *b;

  options.target = f->target;
  options.alloc = guard_alloc;
  options.release = guard_release;
  options.reader = f->reader;
  if (sfm_builder_new (&options, &b, &diag) != SFM_OK)
    return false;
  const sfm_status status
      = sfm_builder_add (b, &function, &row, 1, 77, &refusal, &diag);
  const size_t size = sfm_builder_size (b);
  bool pass
      = sfm_builder_write (b, SECTION, bytes, sizeof bytes, &diag) == SFM_OK
        && size <= sizeof bytes;
  if (f->row != NULL)
    pass = pass && status == SFM_OK && sfm_builder_count (b) == 1
           && matches (f, bytes, size);
  else
    pass = pass && status == SFM_ERR_UNSUPP && diag.status == SFM_ERR_UNSUPP
           && refusal.reason == f->reason && refusal.row == 0
           && diag.input == 77 && sfm_builder_count (b) == 0
           && size == SFM_HEADER_SIZE
           && builder_refusal_is (f->name, diag.text);
  if (!pass)
    printf ("%s: status %d, reason %s: %s\n", f->name, (int) status,
            sfm_refusal_word (refusal.reason), diag.text);
  sfm_builder_free (b);
  return pass;
}

int
main (void)
{
  unit_last_said (diag.text);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    unit_result_of (test_form (&forms[i]), "builder: %s", forms[i].name);
  return unit_exit ();
}
