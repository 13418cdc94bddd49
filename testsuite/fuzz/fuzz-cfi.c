/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-cfi.c - the reader of call frame information on any bytes, as
   .eh_frame or .debug_frame of each ABI: walks end, nothing that they say is
   outside of the bytes, rows rise, and damage is explained.  A comparison with
   the rows of other bytes ends.

   The first byte chooses the section, the next two are its size, little-
   endian; what is after it is read as SFrame.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cfi-writer.h"
#include "fuzz.h"
#include "sfmerge-tool.h"

const char fuzz_name[] = "fuzz-cfi";

enum
{
  /* PLT expressions give rows without end in functions without end: of larger
     ones only these many rows are walked.  */
  MOST_ROWS = 4096,
  MOST_BYTES = 16 * 1024,
  /* FDEs of either side that are compared with each other.  */
  MOST_COMPARED = 8
};

/* SFrame that FDEs are compared with.  */
struct other
{
  const uint8_t *bytes;
  size_t size;
};

/* Pointers at even places are decided here, in another way than by their
   bytes.  */
static bool
resolve (void *data, uint64_t at, uint8_t encoding, uint64_t *value)
{
  const struct sfm_cfi_section *section = data;

  fuzz_require (at <= section->size, "pointers are in the section");
  fuzz_require (encoding != 0xff, "omitted pointers are not asked for");
  *value = section->addr + 0x1000 + at;
  return at % 2 == 0;
}

static void
check_rule (const struct sfm_rule *rule, bool cfa)
{
  fuzz_require (rule->kind <= SFM_RULE_MEMORY, "rules have a known kind");
  fuzz_require (!cfa || rule->kind != SFM_RULE_SAME, "there is a CFA");
  fuzz_require (!cfa || rule->reg != SFM_REG_CFA, "the CFA has a register");
  if (rule->kind < SFM_RULE_VALUE)
    fuzz_require (rule->reg == 0 && rule->offset == 0,
                  "members that do not apply are zero");
}

static void
walk_rows (const struct sfm_cfi_section *section,
           const struct sfm_cfi_fde *fde)
{
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row row, last = { .start = 0 };
  unsigned count = 0;

  sfm_cfi_rows_begin (section, fde, &rows);
  while (count < MOST_ROWS && sfm_cfi_rows_next (&rows, &row))
    {
      fuzz_require (row.start < fde->size, "rows are in the function");
      fuzz_require (count == 0 ? row.start == 0 : row.start > last.start,
                    "rows rise from 0");
      fuzz_require (count == 0 || row.problem != last.problem
                        || !sfm_rules_equal (&row.rules, &last.rules),
                    "rows differ from the one before");
      fuzz_require ((unsigned) row.problem < SFM_CFI_PROBLEM_COUNT
                        && sfm_cfi_problem_word (row.problem)[0] != '\0'
                        && sfm_cfi_problem_text (row.problem)[0] != '\0',
                    "problems are explained");
      if (row.problem == SFM_CFI_NO_PROBLEM)
        {
          check_rule (&row.rules.cfa, true);
          check_rule (&row.rules.ra, false);
          check_rule (&row.rules.fp, false);
        }
      last = row;
      count++;
    }
  fuzz_require (count != 0 || fde->size == 0, "functions have rows");
  /* The bytes of the programs, and what a PLT expression adds.  */
  fuzz_require (count <= fde->end - fde->program + fde->size / 8 + 3,
                "rows are linear");
}

static void
digest (const struct sfm_cfi_section *section, const struct sfm_cfi_fde *fde)
{
  struct sfm_diag diag = { .status = SFM_OK };
  uint64_t once, again;
  const sfm_status status = sfm_cfi_digest (section, fde, NULL, &once, &diag);

  if (status != SFM_OK)
    fuzz_require (diag.status == status && diag.text[0] != '\0'
                      && diag.offset == fde->offset,
                  "digests that fail say why");
  else
    fuzz_require (
        section->resolve != NULL
            || (cfi_plain_digest (section, fde, &again, &diag) == SFM_OK
                && once == again),
        "a quick look is a plain one");
}

/* Compare CFI with FDE of PIECE, a little before or after it.  */
static void
compare (const struct sfm_cfi_section *section, const struct sfm_cfi_fde *cfi,
         const struct sfm_piece *piece, const struct sfm_fde *fde)
{
  struct sfm_cfi_difference d;
  struct sfm_diag diag = { .status = SFM_OK };
  /* Any number that the input chooses.  */
  const uint64_t addr = cfi->start + (uint64_t) (fde->start % 32);
  const sfm_status status
      = sfm_cfi_compare (piece, fde, addr, 16, section, cfi, &d, &diag);

  if (status != SFM_OK)
    {
      fuzz_require (diag.status == status && diag.text[0] != '\0',
                    "comparisons that fail say why");
      return;
    }
  fuzz_require ((unsigned) d.verdict <= SFM_CFI_CONTRADICTS,
                "verdicts are known");
  if (d.verdict <= SFM_CFI_SILENT)
    return;
  fuzz_require (d.addr - addr < fde->size && d.addr - cfi->start < cfi->size,
                "differences are in both functions");
  fuzz_require (d.cfi.start <= d.addr - cfi->start,
                "differences are in their row");
  fuzz_require (d.cfi.problem == SFM_CFI_NO_PROBLEM
                    || d.verdict == SFM_CFI_UNJUDGED,
                "what has a problem is not judged");
}

static void
compare_all (const struct sfm_cfi_section *section,
             const struct sfm_cfi_fde *cfi, const struct other *other)
{
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_diag diag;
  uint64_t from = 0;

  while (sfm_piece_next (other->bytes, other->size, from, &piece, &diag)
         == SFM_OK)
    {
      for (uint32_t i = 0; i < piece.num_fdes && i < MOST_COMPARED; i++)
        if (sfm_fde_read (&piece, i, &fde, &diag) == SFM_OK
            && fde.size <= MOST_BYTES)
          compare (section, cfi, &piece, &fde);
      from = piece.end;
    }
}

static void
check_fde (const struct sfm_cfi_section *section,
           const struct sfm_cfi_fde *fde)
{
  const struct sfm_cfi_cie *cie = &fde->cie;

  fuzz_require (fde->program <= fde->end && fde->end <= section->size
                    && fde->offset < fde->program && fde->next == fde->end,
                "FDEs are in the section");
  fuzz_require (cie->program <= cie->end && cie->end <= section->size
                    && cie->offset < cie->program && cie->end != 0,
                "CIEs are in the section");
}

static void
walk (const struct sfm_cfi_section *section, const struct other *other)
{
  struct sfm_cfi_fde fde = { .next = 0 };
  struct sfm_diag diag;
  unsigned compared = 0;

  for (uint64_t from = 0; from < section->size;)
    {
      diag = (struct sfm_diag){ .status = SFM_OK };
      const sfm_status status = sfm_cfi_next (section, from, &fde, &diag);
      if (status != SFM_OK && status != SFM_END)
        fuzz_require (diag.status == status && diag.text[0] != '\0'
                          && strlen (diag.text) < sizeof diag.text - 1
                          && diag.offset < section->size,
                      "failures are explained");
      if (status == SFM_ERR_TRUNC)
        return;
      fuzz_require (fde.next > from && fde.next <= section->size,
                    "the walk goes on");
      from = fde.next;
      if (status != SFM_OK)
        continue;
      check_fde (section, &fde);
      walk_rows (section, &fde);
      if (fde.size > MOST_BYTES)
        continue;
      digest (section, &fde);
      if (compared++ < MOST_COMPARED)
        compare_all (section, &fde, other);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size < 3)
    return 0;
  const uint8_t choice = data[0];
  size_t cfi_size = data[1] | (size_t) data[2] << 8;
  data += 3;
  size -= 3;
  if (cfi_size > size)
    cfi_size = size;

  struct sfm_cfi_section section
      = { .bytes = data,
          .size = cfi_size,
          .addr = choice & 0x40 ? UINT64_MAX - 0x1000 : 0x400000,
          .abi = (uint8_t) (1 + (choice & 3)),
          .debug_frame = (choice & 4) != 0,
          .has_data_base = (choice & 0x10) != 0,
          .has_text_base = (choice & 0x20) != 0,
          .data_base = 0x500000,
          .text_base = 0x401000,
          .resolve = choice & 8 ? resolve : NULL,
          .data = &section };
  const struct other other
      = { .bytes = data + cfi_size, .size = size - cfi_size };
  walk (&section, &other);
  return 0;
}
