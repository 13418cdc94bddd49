/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   rules-hash.h - mixing the meaning of a function into one number.

   A rule is one value [rule_value], a row four: start, CFA, RA, FP.  The
   number of a function depends on its size, its kind and its effective rows
   (effective.h), whatever they are read from.  */

#ifndef MERGER_RULES_HASH_H
#define MERGER_RULES_HASH_H

#include "hash.h"
#include "inline.h"
#include "sfmerge.h"

/* A rule as one value.  */
static inline uint64_t
rule_value (enum sfm_rule_kind kind, uint32_t reg, int64_t offset)
{
  return ((uint64_t) kind << 32 | reg) * UINT64_C (0xd1342543de82ef95)
         + (uint64_t) offset;
}

/* The rules from one address on.  */
struct rule_values
{
  uint64_t cfa;
  uint64_t ra;
  uint64_t fp;
  bool mangled_ra;
};

static ALWAYS_INLINE bool
values_equal (const struct rule_values *a, const struct rule_values *b)
{
  return a->cfa == b->cfa && a->ra == b->ra && a->fp == b->fp
         && a->mangled_ra == b->mangled_ra;
}

/* Callers treat functions with equal digests as equal.  Among ten million the
   chance that two different ones collide is below one in a hundred
   thousand.  */
static ALWAYS_INLINE uint64_t
mix_row (uint64_t hash, uint32_t start, const struct rule_values *v)
{
  const uint64_t odd = UINT64_C (0xaef17502108ef2d9);

  hash = hash_mix (hash,
                   v->cfa * odd + ((uint64_t) start << 1 | v->mangled_ra));
  /* Shifted, so that no difference of RA cancels one of FP in all
     functions.  */
  const uint64_t ra = v->ra * odd;
  return hash_mix (hash, (ra ^ ra >> 32) + v->fp);
}

static inline struct rule_values
rule_values (const struct sfm_rules *r)
{
  return (struct rule_values){
    .cfa = rule_value (r->cfa.kind, r->cfa.reg, r->cfa.offset),
    .ra = rule_value (r->ra.kind, r->ra.reg, r->ra.offset),
    .fp = rule_value (r->fp.kind, r->fp.reg, r->fp.offset),
    .mangled_ra = r->mangled_ra
  };
}

/* The number of a function of SIZE bytes before its first row.  */
static inline uint64_t
mix_function (uint64_t size, bool mask, bool pauth_b, bool is_signal)
{
  return hash_mix (size, (uint64_t) mask << 2 | (uint64_t) pauth_b << 1
                             | (uint64_t) is_signal);
}

#endif /* MERGER_RULES_HASH_H */
