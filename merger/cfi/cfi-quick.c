/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-quick.c - the digest of call frame information in which nothing is
   unusual.

   The values of cfi-usual.h are mixed as they are.  A unit test compares the
   result with that of the walk of cfi-rows.c.  */

#include "config.h"

#include "cfi-state.h"
#include "cfi-usual.h"

struct quick
{
  struct rule_values last;
  uint64_t hash;
  bool has_last;
};

/* Mix the row of NOW at LOC, if it differs from the one before.  */
static ALWAYS_INLINE bool
mix (void *data, const struct cfi_usual_state *now, uint64_t loc)
{
  struct quick *q = data;
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
  struct quick q = { .hash = *sum };

  if (!cfi_usual_walk (usual, section, fde, mix, &q))
    return false;
  *sum = q.hash;
  return true;
}

bool
cfi_digest_quick (const struct sfm_cfi_section *section,
                  const struct sfm_cfi_fde *fde, uint64_t *sum)
{
  struct cfi_usual usual;

  if (!cfi_usual_begin (&usual, section, &fde->cie))
    return false;
  if (section->abi != SFM_ABI_AMD64_ENDIAN_LITTLE)
    return digest (&usual, section, fde, sum);
  const struct cfi_usual amd64 = cfi_usual_amd64 (&usual);
  return digest (&amd64, section, fde, sum);
}
