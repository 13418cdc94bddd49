/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-truth.c - linker-generated code and what is true of it, byte by
   byte.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fixture-guard.h"
#include "plt-truth.h"

uint8_t plt_code[PLT_MOST];
struct plt_truth plt_truths[PLT_MOST];
size_t plt_size;
bool plt_stubs;

static uint32_t seed = 1;

uint8_t
plt_random_byte (void)
{
  seed = seed * 1664525U + 1013904223U;
  return (uint8_t) (seed >> 24);
}

/* Append C's code, what differs from entry to entry at random.  */
void
plt_append (const struct plt_case *c)
{
  uint8_t bytes[PLT_CASE_MOST], mask[PLT_CASE_MOST];
  size_t count = plt_case_code (c, bytes, mask);
  int row = -1;

  for (size_t i = 0; i < count; i++)
    {
      while (row + 1 < (int) c->row_count && c->rows[row + 1].start <= i)
        row++;
      plt_code[plt_size]
          = (uint8_t) ((bytes[i] & mask[i]) | (plt_random_byte () & ~mask[i]));
      plt_truths[plt_size++] = (struct plt_truth){
        .of = c, .row = c->covered == 0 || i < c->covered ? row : PLT_NONE
      };
    }
}

/* From OFF on nothing is known.  */
void
plt_forget (size_t off, size_t end)
{
  for (size_t i = off; i < end; i++)
    plt_truths[i].row = PLT_NONE;
}

/* From OFF on what is known need not be found.  */
void
plt_loosen (size_t off)
{
  for (size_t i = off; i < plt_size; i++)
    plt_truths[i].open = true;
}

const struct plt_case *
plt_plain_entry (char machine)
{
  for (size_t i = 0; i < plt_case_count; i++)
    if (plt_cases[i].machine == machine && plt_cases[i].place == 'e')
      return &plt_cases[i];
  return NULL;
}

uint8_t
plt_abi (const struct plt_case *c)
{
  return c->machine == 'x'   ? SFM_ABI_AMD64_ENDIAN_LITTLE
         : c->machine == 's' ? SFM_ABI_S390X_ENDIAN_BIG
                             : SFM_ABI_AARCH64_ENDIAN_LITTLE;
}

static void
no_finding (void *data, const struct sfm_finding *finding)
{
  if (finding->severity != SFM_NOTE)
    *(const char **) data = sfm_finding_name (finding->id);
}

/* Compare the row of FDE at OFF bytes into the function with TRUTH.  */
static const char *
compare_row (const struct sfm_piece *piece, const struct sfm_fde *fde,
             uint32_t off, const struct plt_truth *truth)
{
  struct sfm_rows rows;
  struct sfm_row row, found = { .count = 0 };
  struct sfm_rules rules;
  struct sfm_diag diag;
  const struct plt_case_row *want = &truth->of->rows[truth->row];

  sfm_rows_begin (piece, fde, &rows);
  while (sfm_rows_next (&rows, &row, &diag) == SFM_OK)
    if (row.start <= (fde->mask ? off % fde->rep_size : off))
      found = row;
  if (sfm_row_rules (piece, fde, &found, &rules, &diag) != SFM_OK)
    return "a row without meaning";
  if (rules.cfa.kind != SFM_RULE_VALUE || rules.cfa.offset != want->cfa)
    return "the CFA is wrong";
  bool saved = want->ra != 0 || truth->of->machine == 'x';
  if (rules.ra.kind != (saved ? SFM_RULE_MEMORY : SFM_RULE_SAME)
      || (saved
          && (rules.ra.reg != SFM_REG_CFA
              || rules.ra.offset != (want->ra != 0 ? want->ra : -8))))
    return "the return address is wrong";
  return rules.fp.kind != SFM_RULE_SAME ? "the frame pointer is wrong" : NULL;
}

/* Compare the functions of PIECE with the truths.  */
static const char *
compare_functions (const struct sfm_piece *piece)
{
  struct sfm_fde fde;
  struct sfm_diag diag;
  size_t off = 0;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      if (sfm_fde_read (piece, i, &fde, &diag) != SFM_OK)
        return "an FDE that cannot be read";
      uint64_t at = sfm_fde_address (&fde, 0, SFM_START_BASE_FIELD) - PLT_ADDR;
      if (at < off || at > plt_size || fde.size > plt_size - at)
        return "a function that is not in the code";
      for (; off < at; off++)
        if (plt_truths[off].row != PLT_NONE && !plt_truths[off].open)
          return "code without a rule";
      for (; off < at + fde.size; off++)
        {
          if (plt_truths[off].anything)
            continue;
          if (plt_truths[off].row == PLT_NONE)
            return "a rule for what has none";
          const char *problem = compare_row (
              piece, &fde, (uint32_t) (off - at), &plt_truths[off]);
          if (problem != NULL)
            return problem;
        }
    }
  for (; off < plt_size; off++)
    if (plt_truths[off].row != PLT_NONE && !plt_truths[off].open)
      return "code without a rule";
  return NULL;
}

/* Recognise the code as ABI's and compare all of it.  *FUNCTIONS is how many
   there are.  */
const char *
plt_examine (uint8_t abi, uint32_t *functions)
{
  const struct sfm_check_options options
      = { .size = sizeof options, .start_base = SFM_START_BASE_FIELD };
  uint8_t *copy = guard_alloc (NULL, plt_size + (plt_size == 0));
  struct sfm_plt_code plt = { .addr = PLT_ADDR,
                              .bytes = copy,
                              .size = plt_size,
                              .abi = abi,
                              .stubs = plt_stubs };
  struct sfm_plt_found found;
  struct sfm_piece piece;
  struct sfm_diag diag;
  const char *problem = NULL;

  if (copy == NULL)
    return "no memory";
  memcpy (copy, plt_code, plt_size);
  if (sfm_plt_measure (&plt, &found, &diag) != SFM_OK)
    {
      guard_release (NULL, copy);
      return "it is refused";
    }
  uint8_t *out = guard_alloc (NULL, found.size);
  *functions = found.functions;
  if (out == NULL)
    problem = "no memory";
  else if (sfm_plt_write (&plt, out, found.size, &diag) != SFM_OK
           || sfm_piece_open (out, found.size, 0, &piece, &diag) != SFM_OK
           || piece.end != found.size)
    problem = "the piece is not whole";
  else if (sfm_check (out, found.size, &options, no_finding, &problem, &diag)
           != SFM_OK)
    problem = "the piece cannot be checked";
  else if (problem == NULL && found.covered + found.unknown != plt_size)
    problem = "the bytes do not add up";
  else if (problem == NULL)
    problem = compare_functions (&piece);
  if (out != NULL)
    guard_release (NULL, out);
  guard_release (NULL, copy);
  return problem;
}
