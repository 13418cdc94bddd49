/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-prove-judge.c - look-ups in what is proven, the rules that follow from
   it, and what it says of others.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "prove-machine.h"
#include "prove.h"
#include "result.h"

enum
{
  AMD = PROVE_AMD64,
  ARM = PROVE_AARCH64,
  RANGES = 3,
  ROWS = 4,
  START = 0x100,
  END = 0x150
};

/* What is proven: CFA - SP, CFA - FP and the slots of FP and of the return
   address always have the same numbers.  */
enum
{
  SP = 32,
  FP = 16,
  SLOT = -16,
  RA = -8
};

/* The flags of LETTERS.  */
static uint16_t
flags_of (const char *letters)
{
  static const struct
  {
    char letter;
    uint16_t flag;
  } flags[] = {
    { 's', PROVEN_SP },     { 'f', PROVEN_FP },
    { 'o', PROVEN_OWN },    { 'm', PROVEN_SLOT },
    { 'r', PROVEN_RA },     { 'R', PROVEN_RA_SIGNED },
    { 'l', PROVEN_LINK },   { 'L', PROVEN_LINK_SIGNED },
    { 'c', PROVEN_CALLED }, { 'b', PROVEN_KEY_B },
    { 't', PROVEN_TWICE },  { 'F', PROVEN_FREE },
    { 'a', PROVEN_AWAY },
  };
  uint16_t all = 0;

  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (strchr (letters, flags[i].letter) != NULL)
      all |= flags[i].flag;
  return all;
}

static struct proven_row
row_of (unsigned machine, const char *letters)
{
  return (struct proven_row){ .sp = SP,
                              .fp = FP,
                              .slot = SLOT,
                              .ra = RA,
                              .flags = flags_of (letters),
                              .machine = (uint8_t) machine };
}

/* Add RULE to TEXT.  */
static void
add_rule (char *text, size_t size, unsigned machine,
          const struct sfm_rule *rule)
{
  const struct prove_machine *m = &prove_machines[machine];
  const size_t used = strlen (text);
  const char *reg = rule->reg == m->dwarf_sp   ? "sp"
                    : rule->reg == m->dwarf_fp ? "fp"
                                               : "c";

  if (rule->kind == SFM_RULE_UNDEFINED)
    snprintf (text + used, size - used, "/none");
  else if (rule->kind == SFM_RULE_SAME)
    snprintf (text + used, size - used, "/same");
  else
    snprintf (text + used, size - used, "/%s%s%+" PRId64,
              rule->kind == SFM_RULE_MEMORY ? "" : "=", reg, rule->offset);
}

static const struct
{
  unsigned machine;
  const char *row;
  const char *by_sp;
  const char *by_fp;
} rules[] = {
  { AMD, "sro", "/=sp+32/c-8/same", "/=sp+32/c-8/same" },
  { AMD, "sfrm", "/=sp+32/c-8/c-16", "/=fp+16/c-8/c-16" },
  { AMD, "frm", "/=fp+16/c-8/c-16", "/=fp+16/c-8/c-16" },
  { AMD, "rm", "/none/c-8/c-16", "/none/c-8/c-16" },
  { AMD, "so", "/none/none/none", "/none/none/none" },
  { AMD, "sr", "/=sp+32/c-8/none", "/=sp+32/c-8/none" },
  { AMD, "srF", "/=sp+32/c-8/same", "/=sp+32/c-8/same" },
  { AMD, "srom", "/=sp+32/c-8/c-16", "/=sp+32/c-8/c-16" },
  { AMD, "from", "/=fp+16/c-8/c-16", "/=fp+16/c-8/c-16" },
  { ARM, "slo", "/=sp+32/same/same", "/=sp+32/same/same" },
  { ARM, "slLo", "/=sp+32/same/same!", "/=sp+32/same/same!" },
  { ARM, "slrLo", "/=sp+32/c-8/same", "/=sp+32/c-8/same" },
  { ARM, "srRo", "/=sp+32/c-8/same!", "/=sp+32/c-8/same!" },
  { ARM, "slRo", "/=sp+32/same/same", "/=sp+32/same/same" },
  { ARM, "srRbo", "/none/c-8/none!", "/none/c-8/none!" },
  { ARM, "slLbo", "/none/same/none!", "/none/same/none!" },
  { ARM, "sco", "/none/none/none", "/none/none/none" },
};

static void
test_rules (size_t i)
{
  const struct proven_row row = row_of (rules[i].machine, rules[i].row);

  for (unsigned by_fp = 0; by_fp < 2; by_fp++)
    {
      const struct sfm_rules r = prove_rules (&row, by_fp != 0);
      char text[100] = "";
      add_rule (text, sizeof text, rules[i].machine, &r.cfa);
      add_rule (text, sizeof text, rules[i].machine, &r.ra);
      add_rule (text, sizeof text, rules[i].machine, &r.fp);
      snprintf (text + strlen (text), sizeof text - strlen (text), "%s",
                r.mangled_ra ? "!" : "");
      unit_result_of (
          strcmp (text, by_fp != 0 ? rules[i].by_fp : rules[i].by_sp) == 0,
          "rules: %s by %s: %s", rules[i].row, by_fp != 0 ? "FP" : "SP", text);
    }
}

/* A slot of FP below SP, where nothing keeps it, and one at SP.  */
static void
test_popped (void)
{
  struct proven_row row = row_of (AMD, "srom");

  row.sp = 16;
  unit_result (prove_rules (&row, false).fp.kind == SFM_RULE_MEMORY,
               "rules: FP is saved at SP");
  row.sp = 8;
  unit_result (prove_rules (&row, false).fp.kind == SFM_RULE_SAME,
               "rules: FP was popped");
  row.flags &= (uint16_t) ~PROVEN_SP;
  unit_result (prove_rules (&row, false).fp.kind == SFM_RULE_MEMORY,
               "rules: nobody knows what was popped");
  row.flags ^= PROVEN_SP | PROVEN_OWN;
  unit_result (prove_rules (&row, false).fp.kind == SFM_RULE_MEMORY,
               "rules: what was popped is all that there is");
}

/* Read a rule at *TEXT, "KIND REG OFFSET" in one word: "=s+8", "*c-8", "same",
   "none".  */
static struct sfm_rule
read_rule (const char **text, unsigned machine)
{
  const struct prove_machine *m = &prove_machines[machine];
  struct sfm_rule rule = { .kind = SFM_RULE_UNDEFINED };
  char word[20];
  int used = 0;

  if (sscanf (*text, "%19s %n", word, &used) != 1)
    return rule;
  *text += used;
  if (strcmp (word, "same") == 0)
    rule.kind = SFM_RULE_SAME;
  else if (word[0] == '=' || word[0] == '*')
    {
      rule.kind = word[0] == '=' ? SFM_RULE_VALUE : SFM_RULE_MEMORY;
      rule.reg = word[1] == 's'   ? m->dwarf_sp
                 : word[1] == 'f' ? m->dwarf_fp
                 : word[1] == 'c' ? SFM_REG_CFA
                                  : 0;
      sscanf (word + 2, "%" SCNd64, &rule.offset);
    }
  return rule;
}

/* The rules of CFA, return address and FP, with a "!" if it is signed, and the
   verdict.  */
static const struct
{
  unsigned machine;
  const char *row;
  const char *rules;
  char verdict; /* a, s or r */
} verdicts[] = {
  { AMD, "sro", "=s+32 *c-8 same", 'a' },
  { AMD, "sro", "=s+31 *c-8 same", 'r' },
  { AMD, "sro", "=f+16 *c-8 same", 's' },
  { AMD, "sfro", "=f+16 *c-8 same", 'a' },
  { AMD, "sfro", "=f+8 *c-8 same", 'r' },
  { AMD, "sro", "=x+32 *c-8 same", 's' },
  { AMD, "sro", "*s+32 *c-8 same", 's' },
  { AMD, "ro", "=s+32 *c-8 same", 's' },
  { AMD, "ro", "=s+31 *c-8 same", 's' },
  { AMD, "sro", "=s+32 *c-16 same", 'r' },
  { AMD, "srto", "=s+32 *c-16 same", 's' },
  { AMD, "srto", "=s+32 *c-8 same", 'a' },
  { AMD, "sro", "=s+32 *s-8 same", 's' },
  { AMD, "sro", "=s+32 =c-8 same", 's' },
  { AMD, "so", "=s+32 *c-8 same", 's' },
  { AMD, "sro", "=s+32 none same", 's' },
  { AMD, "sro", "=s+31 none same", 's' },
  { AMD, "srm", "=s+32 *c-8 same", 's' },
  { AMD, "srfm", "=s+32 *c-8 same", 'r' },
  { AMD, "srF", "=s+32 *c-8 same", 'a' },
  { AMD, "srm", "=s+32 *c-8 *c-16", 'a' },
  { AMD, "srm", "=s+32 *c-8 *c-24", 'r' },
  { AMD, "srm", "=s+32 *c-8 *s-16", 's' },
  { AMD, "srm", "=s+32 *c-8 =c-16", 's' },
  { AMD, "sro", "=s+32 *c-8 *c-16", 's' },
  { AMD, "sro", "=s+32 *c-8 none", 's' },
  { ARM, "slo", "=s+32 same same", 'a' },
  { ARM, "sro", "=s+32 same same", 's' },
  { ARM, "slo", "=s+32 *c-8 same", 's' },
  { ARM, "sco", "=s+32 same same", 'r' },
  { ARM, "slLo", "=s+32 same same", 'r' },
  { ARM, "slLo", "=s+32 same same !", 'a' },
  { ARM, "slo", "=s+32 same same !", 'r' },
  { ARM, "sco", "=s+32 same same !", 'r' },
  { ARM, "so", "=s+32 same same !", 's' },
  { ARM, "srRo", "=s+32 *c-8 same", 'r' },
  { ARM, "srRo", "=s+32 *c-8 same !", 'a' },
  { ARM, "srLo", "=s+32 *c-8 same", 'a' },
  { ARM, "slRo", "=s+32 same same", 'a' },
  { ARM, "scto", "=s+32 same same", 'r' },
};

static struct sfm_rules
read_rules (const char *text, unsigned machine)
{
  struct sfm_rules r = { .cfa = read_rule (&text, machine) };

  r.ra = read_rule (&text, machine);
  r.fp = read_rule (&text, machine);
  r.mangled_ra = text[0] == '!';
  return r;
}

static void
test_verdict (size_t i)
{
  const struct proven_row row = row_of (verdicts[i].machine, verdicts[i].row);
  const struct sfm_rules r
      = read_rules (verdicts[i].rules, verdicts[i].machine);
  const enum prove_verdict verdict = prove_judge (&row, &r);

  unit_result_of (verdict
                      == (verdicts[i].verdict == 'a'   ? PROVE_AGREES
                          : verdicts[i].verdict == 's' ? PROVE_SILENT
                                                       : PROVE_REFUTES),
                  "verdict: %s where %s holds", verdicts[i].rules,
                  verdicts[i].row);
}

static struct proven_row proven[ROWS];
/* The last one is none: it must not be read.  */
static struct proven_range ranges[RANGES + 1] = {
  { .start = 0x110, .end = 0x120, .rows = 2 },
  { .start = 0x120, .end = 0x128, .row = 2, .rows = 1 },
  { .start = 0x130, .end = 0x140, .row = 3, .rows = 1 },
};
static const struct prover prover
    = { .ranges = { ranges, RANGES, RANGES }, .rows = { proven, ROWS, ROWS } };

/* What is to be found at ADDR, or -1, and where that changes.  */
static int
expected (uint64_t addr, uint64_t *next)
{
  static const struct
  {
    uint64_t end;
    int row;
  } all[] = { { 0x110, -1 }, { 0x118, 0 },  { 0x120, 1 },
              { 0x128, 2 },  { 0x130, -1 }, { 0x140, 3 } };

  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (addr < all[i].end)
      {
        *next = all[i].end;
        return all[i].row;
      }
  *next = UINT64_MAX;
  return -1;
}

/* Look up all addresses, from all places that were looked up before.  */
static void
test_find (void)
{
  static const uint64_t starts[ROWS] = { 0x110, 0x118, 0x120, 0x130 };
  bool found = true, ends = true;

  for (size_t i = 0; i < ROWS; i++)
    {
      proven[i] = row_of (AMD, "sro");
      proven[i].addr = starts[i];
    }
  for (uint64_t addr = START; addr < END; addr++)
    for (size_t from = 0; from <= RANGES; from++)
      {
        uint64_t next;
        size_t near = from;
        const int row = expected (addr, &next);
        found &= prove_at (&prover, addr, &near)
                 == (row < 0 ? NULL : &proven[row]);
        found &= near <= RANGES;
        near = from;
        ends &= prove_next (&prover, addr, &near) == next;
      }
  unit_result (found, "find: rows by their addresses");
  unit_result (ends, "find: where they end");
}

/* Rules that hold in all rows but the one at 0x120, in parts of the code.  */
static void
test_refutes (void)
{
  static const struct
  {
    uint64_t start, end, refuted;
  } parts[] = {
    { 0x100, 0x150, 0x120 }, { 0x100, 0x120, 0 },     { 0x120, 0x121, 0x120 },
    { 0x124, 0x130, 0x124 }, { 0x128, 0x150, 0 },     { 0x110, 0x121, 0x120 },
    { 0x120, 0x120, 0 },     { 0x118, 0x140, 0x120 },
  };
  const struct sfm_rules r = read_rules ("=s+32 *c-8 same", AMD);
  struct prove_refutal refutal;

  proven[2].sp++;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    {
      size_t near = 0;
      refutal = (struct prove_refutal){ .addr = 0 };
      const bool refuted = prove_refutes (&prover, parts[i].start,
                                          parts[i].end, &r, &near, &refutal);
      unit_result_of (refuted == (parts[i].refuted != 0)
                          && refutal.addr == parts[i].refuted
                          && (!refuted
                              || (refutal.said.cfa.offset == SP
                                  && refutal.proven.sp == SP + 1)),
                      "refutes: from 0x%" PRIx64 " to 0x%" PRIx64,
                      parts[i].start, parts[i].end);
    }
}

/* Call frame information from 0x110 on, for SIZE bytes: the CFA is RSP + 32 at
   first, which is right but for the 8 bytes at 0x120, where it is 33.  */
static void
test_refutes_fde (void)
{
  static const struct
  {
    const char *program; /* hexadecimal */
    uint64_t size, refuted;
  } trials[] = {
    { "", 0x10, 0 },
    { "", 0x11, 0x120 },
    { "500e21580e20", 0x30, 0x130 },
    { "500e21480e20", 0x30, 0 },
    { "500e21470e20", 0x30, 0x127 },
    { "4f0e21480e20", 0x30, 0x11f },
    { "0e21", 8, 0x110 },
    { "0e21500e21480e20", 0x30, 0x110 },
    { "500e21480e21", 0x18, 0 },
    { "500e21480e21", 0x20, 0 },
    { "500e21480e21", 0x21, 0x130 },
    { "480e21", 0x10, 0x118 },
    { "480e210706", 0x10, 0 },
    { "480e210706480e2008", 0x11, 0 },
    { "500f02772048 0f027720", 0x18, 0x120 },
    { "500f0112480c0720", 0x30, 0 },
  };

  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
    {
      uint8_t bytes[32] = { 0x0c, 7, 32, 0x90, 1 };
      size_t size = 5, near = 0;
      unsigned byte;
      int used;
      struct prove_refutal refutal = { .addr = 0 };
      for (const char *text = trials[i].program;
           sscanf (text, "%2x%n", &byte, &used) == 1; text += used)
        bytes[size++] = (uint8_t) byte;
      const struct sfm_cfi_section section = {
        .bytes = bytes, .size = size, .abi = SFM_ABI_AMD64_ENDIAN_LITTLE
      };
      const struct sfm_cfi_fde fde = {
        .program = 5,
        .end = size,
        .start = 0x110,
        .size = trials[i].size,
        .cie = { .end = 5, .code_align = 1, .data_align = -8, .ra_column = 16 }
      };
      const bool refuted
          = prove_refutes_fde (&prover, &section, &fde, &near, &refutal);
      unit_result_of (refuted == (trials[i].refuted != 0)
                          && refutal.addr == trials[i].refuted,
                      "refutes: %s for 0x%" PRIx64 ": 0x%" PRIx64,
                      trials[i].program, trials[i].size, refutal.addr);
    }
}

static void
test_texts (void)
{
  bool good = true;

  for (unsigned i = 0; i <= PROVE_UNSURE; i++)
    good &= prove_text ((enum prove_reason) i) != NULL;
  unit_result (good, "judge: reasons have texts");
}

int
main (void)
{
  test_texts ();
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    test_rules (i);
  test_popped ();
  for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
    test_verdict (i);
  test_find ();
  test_refutes ();
  test_refutes_fde ();
  return unit_exit ();
}
