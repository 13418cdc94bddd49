/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   compare-refuted.c - report the functions of inputs whose rows the image's
   call frame information contradicts.

   The placer leaves the whole section of such a function out.  The functions
   beside it, whose rows may be right, are counted together.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "compare-inputs.h"
#include "pieces.h"

bool
refuted_keep (struct refuted_functions *refuted,
              const struct found_function *found)
{
  struct sfm_piece *copy = pool_alloc (&refuted->pool, sizeof *copy);

  if (copy == NULL
      || !array_grow (&refuted->all, &refuted->capacity, refuted->count,
                      sizeof *found))
    return false;
  *copy = *found->piece;
  refuted->all[refuted->count] = *found;
  refuted->all[refuted->count++].piece = copy;
  return true;
}

/* Report F of INPUT's SECTION by the judgement of PROOF.  */
static void
report (const struct found_function *f, const char *input, const char *section,
        struct row_proof *proof, const struct finding_sink *sink)
{
  const uint8_t abi = f->piece->abi;
  const struct proof_function said = { .piece = f->piece,
                                       .addr = f->addr,
                                       .digest = f->digest,
                                       .size = f->size,
                                       .fde = f->fde };
  const struct finding place = finding_place (NULL, 0);
  char rows[RULES_TEXT_SIZE], cfi[RULES_TEXT_SIZE];
  struct sfm_cfi_difference d;

  if (row_proof_judge (proof, &said, &d) == SFM_CFI_CONTRADICTS)
    finding_report (sink, FIND_ROWS_CONTRADICT, &place,
                    "the function at 0x%" PRIx64 " has %s at 0x%" PRIx64
                    " in %s(%s+0x%" PRIx64 "), .eh_frame has %s",
                    f->addr, rules_text (&d.rows, abi, rows), d.addr, input,
                    section, f->field, rules_text (&d.cfi.rules, abi, cfi));
}

void
refuted_report (const struct refuted_functions *refuted,
                const struct image_context *audit,
                const struct comparison_names *names,
                const struct input_comparison *result,
                const struct finding_sink *sink)
{
  struct finding place = finding_place (NULL, 0);
  struct row_proof proof;

  row_proof_begin (&proof, &audit->index);
  for (size_t i = 0; i < refuted->count; i++)
    {
      const struct found_function *f = &refuted->all[i];
      const char *section;
      const char *input = names->name (names->data, f->input, &section);
      report (f, input, section, &proof, sink);
    }
  if (result->wrong_rows <= refuted->count)
    return;
  place.count = result->wrong_rows - refuted->count;
  finding_report (sink, FIND_ROWS_CONTRADICT, &place,
                  "%zu of %zu functions of the inputs are in sections with "
                  "rows that contradict .eh_frame",
                  place.count, result->functions);
}

void
refuted_free (struct refuted_functions *refuted)
{
  free (refuted->all);
  pool_free (&refuted->pool);
}
