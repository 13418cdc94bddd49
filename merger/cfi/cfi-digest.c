/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-digest.c - the digest of the rows that the rules of call frame
   information would be.

   It equals that of a function's rows exactly if these have the rules at every
   address, so comparing the digests, which callers have anyway, replaces
   comparing the rows (doc/internals.md).  */

#include "config.h"

#include <inttypes.h>

#include "cfi-state.h"
#include "cfi-usual.h"
#include "engine.h"
#include "rows.h"
#include "sfmerge-tool.h"

/* The digest of call frame information in which nothing is unusual.

   The values of cfi-usual.h are mixed as they are.  A unit test compares the
   result with that of the walk of cfi-rows.c.  */

struct quick_digest
{
  struct rule_values last;
  uint64_t hash;
  bool has_last;
};

/* Mix the row of NOW at LOC, if it differs from the one before.  */
static ALWAYS_INLINE bool
mix (void *data, const struct cfi_usual_state *now, uint64_t loc)
{
  struct quick_digest *q = data;
  struct rule_values v = now->values;

  v.cfa = rule_value (SFM_RULE_VALUE, now->cfa_reg, now->cfa_offset);
  if (q->has_last && values_equal (&v, &q->last))
    return true;
  q->hash = mix_row (q->hash, (uint32_t) loc, &v);
  q->last = v;
  q->has_last = true;
  return true;
}

static ALWAYS_INLINE bool
digest (const struct cfi_usual *usual, const struct sfm_cfi_section *section,
        const struct sfm_cfi_fde *fde, uint64_t *sum)
{
  struct quick_digest q = { .hash = *sum };

  if (!cfi_usual_walk (usual, section, fde, mix, &q))
    return false;
  *sum = q.hash;
  return true;
}

/* Mix the rows that FDE of SECTION means into *DIGEST.  False: something is
   unusual; *DIGEST is unchanged.  */
static bool
cfi_digest_quick (const struct sfm_cfi_section *section,
                  const struct sfm_cfi_fde *fde, uint64_t *sum)
{
  struct cfi_usual usual;

  if (!sfm_cfi_usual_begin (&usual, section, &fde->cie))
    return false;
  if (section->abi != SFM_ABI_AMD64_ENDIAN_LITTLE)
    return digest (&usual, section, fde, sum);
  const struct cfi_usual amd64 = cfi_usual_amd64 (&usual);
  return digest (&amd64, section, fde, sum);
}

sfm_status
sfm_cfi_digest (const struct sfm_cfi_section *section,
                const struct sfm_cfi_fde *fde, uint64_t *digest,
                struct sfm_diag *diag)
{
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row row;
  struct sfm_rules last;
  /* PLT code has more rows than instructions, and is described by functions of
     PC type MASK; its rows are not worth a walk over all of it.  */
  uint64_t most = fde->end - fde->program + 1;

  if (fde->size > UINT32_MAX)
    return sfm_fail (diag, SFM_ERR_UNSUPP, fde->offset,
                     "the function has 0x%" PRIx64
                     " bytes, more than 32 bits can count",
                     fde->size);
  *digest = mix_function (fde->size, false, fde->cie.pauth_b, fde->cie.signal);
  if (cfi_digest_quick (section, fde, digest))
    return SFM_OK;
  sfm_cfi_rows_begin (section, fde, &rows);
  while (sfm_cfi_rows_next (&rows, &row))
    {
      if (row.problem != SFM_CFI_NO_PROBLEM)
        return sfm_fail (diag, SFM_ERR_UNSUPP, fde->offset,
                         "the rules at +0x%" PRIx64 " have %s", row.start,
                         sfm_cfi_problem_text (row.problem));
      if (most-- == 0)
        return sfm_fail (diag, SFM_ERR_UNSUPP, fde->offset,
                         "the rules at +0x%" PRIx64
                         " are one row more than instructions can make",
                         row.start);
      sfm_effective_normalize (&row.rules);
      /* The same in other words.  */
      if (row.start != 0 && sfm_rules_equal (&row.rules, &last))
        continue;
      last = row.rules;
      const struct rule_values v = rule_values (&row.rules);
      *digest = mix_row (*digest, (uint32_t) row.start, &v);
    }
  return SFM_OK;
}
