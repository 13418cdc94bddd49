/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rules-digest.c - rules of a piece's functions as digests, to compare them,
   and as text.

   After a linker that merges, the image has the functions of each object in
   their order, with the bytes of their rows.  Comparing these bytes costs a
   quarter of what a digest does.  So a function with the same bytes as the
   expected one gets the digest of that one [is_known].  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "pieces-limits.h"
#include "pieces.h"
#include "process.h"
#include "sfmerge-tool.h"
#include "text.h"

/* Rules and the names of registers as text.

   Register numbers are the DWARF numbers of each machine's psABI.  */

enum
{
  AMD64_RA = 16,
  AMD64_EGPR_FIRST = 130, /* r16 to r31 of APX */
  AMD64_EGPR_LAST = 145,
  AARCH64_X_LAST = 30,
  S390X_R_LAST = 15,
  S390X_F_LAST = 31
};

struct rules_registers
rules_registers_of (uint8_t abi)
{
  switch (abi)
    {
    case SFM_ABI_AMD64_ENDIAN_LITTLE:
      return (struct rules_registers){ .sp = 7, .fp = 6 };
    case SFM_ABI_S390X_ENDIAN_BIG:
      return (struct rules_registers){ .sp = 15, .fp = 11 };
    default: /* AArch64 */
      return (struct rules_registers){ .sp = 31, .fp = 29 };
    }
}

/* Put register number REG of AMD64 at P.  */
static char *
put_amd64 (char *p, uint32_t reg)
{
  static const char names[][4]
      = { "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp" };

  if (reg < sizeof names / sizeof names[0])
    return put_text (p, names[reg]);
  if (reg < AMD64_RA)
    return put_dec (put_text (p, "r"), reg);
  if (reg == AMD64_RA)
    return put_text (p, "rip");
  if (reg >= AMD64_EGPR_FIRST && reg <= AMD64_EGPR_LAST)
    return put_dec (put_text (p, "r"), reg - AMD64_EGPR_FIRST + 16);
  return put_dec (put_text (p, "dwarf"), reg);
}

/* Put register number REG of s390x at P.  The DWARF numbers of the floating
   point registers are in pairs.  */
static char *
put_s390x (char *p, uint32_t reg)
{
  static const uint8_t floats[]
      = { 0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15 };

  if (reg <= S390X_R_LAST)
    return put_dec (put_text (p, "r"), reg);
  if (reg <= S390X_F_LAST)
    return put_dec (put_text (p, "f"), floats[reg - S390X_R_LAST - 1]);
  return put_dec (put_text (p, "dwarf"), reg);
}

/* Put REG, the base of a rule, at P.  */
static char *
put_base (char *p, uint32_t reg, uint8_t abi)
{
  struct rules_registers registers = rules_registers_of (abi);

  if (reg == SFM_REG_CFA)
    return put_text (p, "cfa");
  if (reg == registers.sp)
    return put_text (p, "sp");
  if (reg == registers.fp)
    return put_text (p, "fp");
  if (abi == SFM_ABI_AMD64_ENDIAN_LITTLE)
    return put_amd64 (p, reg);
  if (abi == SFM_ABI_S390X_ENDIAN_BIG)
    return put_s390x (p, reg);
  return put_dec (put_text (p, reg <= AARCH64_X_LAST ? "x" : "dwarf"), reg);
}

char *
rules_put_rule (char *p, const struct sfm_rule *rule, uint8_t abi)
{
  if (rule->kind == SFM_RULE_SAME)
    return put_text (p, "same");
  if (rule->kind == SFM_RULE_UNDEFINED)
    return put_text (p, "undefined");
  if (rule->kind != SFM_RULE_MEMORY)
    return put_offset (put_base (p, rule->reg, abi), rule->offset);
  p = put_base (put_text (p, "*("), rule->reg, abi);
  p = put_offset (p, rule->offset);
  *p++ = ')';
  return p;
}

char *
rules_put (char *p, const struct sfm_rules *rules, uint8_t abi)
{
  if (rules->ra.kind == SFM_RULE_UNDEFINED)
    p = put_text (p, "ra=undefined");
  else
    {
      p = rules_put_rule (put_text (p, "cfa="), &rules->cfa, abi);
      p = rules_put_rule (put_text (p, " ra="), &rules->ra, abi);
      p = rules_put_rule (put_text (p, " fp="), &rules->fp, abi);
    }
  return rules->mangled_ra ? put_text (p, " mangled") : p;
}

const char *
rules_text (const struct sfm_rules *rules, uint8_t abi,
            char text[RULES_TEXT_SIZE])
{
  *rules_put (text, rules, abi) = '\0';
  return text;
}

const char *
rules_of_frame (const struct sfm_cfi_difference *difference, uint8_t abi,
                char text[RULES_TEXT_SIZE])
{
  const struct sfm_cfi_row *cfi = &difference->cfi;

  if (cfi->problem != SFM_CFI_NO_PROBLEM)
    return sfm_cfi_problem_text (cfi->problem);
  /* Nothing was compared.  */
  if (cfi->rules.cfa.kind == SFM_RULE_SAME)
    return "nothing that confirms it";
  return rules_text (&cfi->rules, abi, text);
}

/* A walk over the functions of a piece, or a part of them.  */
struct digest_walk
{
  uint64_t rows; /* that were walked */
  uint32_t next; /* the function that comes next of those that are known */
  struct sfm_digest_cache *cache;
  sfm_status status;
};

struct digest_job
{
  const struct sfm_piece *piece;
  const struct sfm_place *places;   /* or NULL */
  const struct digest_known *known; /* or NULL */
  uint64_t *digests;
  uint32_t *sizes; /* or NULL */
  uint64_t limit;  /* on the rows walked */
  struct digest_walk parts[THREADS_PARTS_MAX];
};

/* Add the rows of FDE to *ROWS; refuse more than LIMIT.  */
static sfm_status
charge (const struct sfm_fde *fde, uint64_t limit, uint64_t *rows,
        struct sfm_diag *diag)
{
  *rows += fde->num_fres;
  if (*rows <= limit)
    return SFM_OK;
  diag->status = SFM_ERR_LIMIT;
  diag->offset = fde->field;
  snprintf (diag->text, sizeof diag->text,
            "the functions share rows more than %d times over",
            LIMIT_SHARED_ROWS);
  return SFM_ERR_LIMIT;
}

/* Whether FDE equals the known function *NEXT.  If so, set *DIGEST and move
   *NEXT past it.  The digest of a MASK function may depend on a block size
   that is not among its bytes.  */
static bool
is_known (const struct digest_job *job, const struct sfm_fde *fde,
          uint32_t *next, uint64_t *digest)
{
  const struct digest_known *known = job->known;

  if (known == NULL || known->piece == NULL || fde->mask
      || !sfm_fde_same (job->piece, fde, known->piece, *next))
    return false;
  *digest = known->digests[(*next)++];
  return true;
}

/* Set *DIGEST to the digest of FDE, number IDX.  */
static sfm_status
digest_function (const struct digest_job *job, const struct sfm_fde *fde,
                 size_t idx, struct sfm_digest_cache *cache, uint64_t *digest,
                 struct sfm_diag *diag)
{
  uint8_t rep_size = job->places == NULL ? 0 : job->places[idx].rep_size;
  sfm_status status
      = sfm_fde_digest (job->piece, fde, rep_size, cache, digest, diag);

  if (status != SFM_ERR_UNSUPP)
    return status;
  *digest = ~(uint64_t) fde->size;
  return SFM_OK;
}

/* Fill in the digests of FDEs [FROM, TO) by W.  */
static sfm_status
digest_range (const struct digest_job *job, size_t from, size_t to,
              struct digest_walk *w, struct sfm_diag *diag)
{
  struct sfm_fde fde;

  for (size_t i = from; i < to; i++)
    {
      TRY (sfm_fde_read (job->piece, (uint32_t) i, &fde, diag));
      if (job->sizes != NULL)
        job->sizes[i] = fde.size;
      if (!is_known (job, &fde, &w->next, &job->digests[i]))
        TRY (digest_function (job, &fde, i, w->cache, &job->digests[i], diag));
      /* Charged afterwards: walking past the last row gives a better
         message.  */
      TRY (charge (&fde, job->limit, &w->rows, diag));
    }
  return SFM_OK;
}

static void
digest_part (void *data, unsigned part, size_t from, size_t to)
{
  struct digest_job *job = data;
  const struct digest_known *known = job->known;
  struct sfm_digest_cache *own = NULL;
  /* Counted in a local variable, as the parts' walks share cache lines.  */
  struct digest_walk w = { .status = SFM_OK };
  struct sfm_diag diag;

  /* Other parts, in threads of their own, cannot share KNOWN's cache.  */
  if (part == 0 && known != NULL)
    w.cache = known->cache;
  else if (part != 0)
    w.cache = own = sfm_digest_cache_new (to - from);
  w.next = known == NULL ? 0 : known->next + (uint32_t) from;
  w.status = digest_range (job, from, to, &w, &diag);
  sfm_digest_cache_free (own);
  job->parts[part] = w;
}

sfm_status
digest_piece (const struct sfm_piece *piece, const struct sfm_place *places,
              struct digest_known *known, uint64_t *digests, uint32_t *sizes,
              struct sfm_diag *diag)
{
  struct digest_job job
      = { .piece = piece,
          .places = places,
          .known = known,
          .digests = digests,
          .sizes = sizes,
          .limit = (piece->end - piece->offset) * LIMIT_SHARED_ROWS };
  struct digest_walk all = { .status = SFM_OK };
  bool good = true;

  threads_parts (piece->num_fdes, digest_part, &job);
  for (unsigned i = 0; i < THREADS_PARTS_MAX; i++)
    {
      good &= job.parts[i].status == SFM_OK;
      all.rows += job.parts[i].rows;
      if (job.parts[i].next > all.next)
        all.next = job.parts[i].next;
    }
  if (known != NULL)
    known->next = all.next;
  if (good && all.rows <= job.limit)
    return SFM_OK;
  /* Report the first error by position, whichever thread met it.  */
  all.rows = 0;
  return digest_range (&job, 0, piece->num_fdes, &all, diag);
}
