/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   generate.c - functions with known rules.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "generate.h"

enum
{
  MAX_ROWS = 12
};

void
gen_seed (struct gen *g, uint64_t seed)
{
  g->state = seed * UINT64_C (0x9e3779b97f4a7c15) + 1;
  for (unsigned i = 0; i < 8; i++)
    gen_next (g);
}

/* xorshift64*.  */
uint64_t
gen_next (struct gen *g)
{
  g->state ^= g->state >> 12;
  g->state ^= g->state << 25;
  g->state ^= g->state >> 27;
  return g->state * UINT64_C (0x2545f4914f6cdd1d);
}

uint32_t
gen_below (struct gen *g, uint32_t limit)
{
  return (uint32_t) ((gen_next (g) >> 32) % limit);
}

bool
gen_once_in (struct gen *g, uint32_t n)
{
  return gen_below (g, n) == 0;
}

void
gen_world (struct gen *g, struct gen_world *world)
{
  world->abi = (uint8_t) (1 + gen_below (g, 4));
  world->fixed_fp = 0;
  world->fixed_ra = (int8_t) sfm_abi_fixed_ra (world->abi);
}

static uint32_t
stack_pointer (uint8_t abi)
{
  return abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? 7
         : abi == SFM_ABI_S390X_ENDIAN_BIG  ? 15
                                            : 31;
}

static uint32_t
frame_pointer (uint8_t abi)
{
  return abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? 6
         : abi == SFM_ABI_S390X_ENDIAN_BIG  ? 11
                                            : 29;
}

/* An offset that is not 0, mostly of one byte, a multiple of 8.  */
static int64_t
some_offset (struct gen *g)
{
  static const uint32_t limits[] = { 15, 15, 15, 2000, 20000000 };
  int64_t offset = 8 * (int64_t) (1 + gen_below (g, limits[gen_below (g, 5)]));

  return gen_once_in (g, 2) ? -offset : offset;
}

static struct sfm_rule
slot (int64_t offset)
{
  return (struct sfm_rule){ .kind = SFM_RULE_MEMORY,
                            .reg = SFM_REG_CFA,
                            .offset = offset };
}

/* How RA or FP is saved in a row that may be FLEX.  CFA must be known.  */
static struct sfm_rule
any_saved (struct gen *g, const struct sfm_rule *cfa)
{
  struct sfm_rule rule = slot (some_offset (g));

  switch (gen_below (g, 4))
    {
    case 0:
      rule = (struct sfm_rule){ .kind = SFM_RULE_VALUE,
                                .reg = gen_below (g, 32) };
      if (gen_once_in (g, 3))
        rule.offset = some_offset (g);
      break;
    case 1:
      rule.reg = gen_once_in (g, 2) ? cfa->reg : gen_below (g, 32);
      /* CFA+0 is where RA and FP never are, and the format says so in some
         places only.  */
      if (rule.offset == cfa->offset)
        rule.offset = cfa->offset - 16;
      break;
    default:
      break;
    }
  return rule;
}

static void
row_rules (struct gen *g, const struct gen_world *world, bool flex,
           struct sfm_rules *rules)
{
  uint8_t abi = world->abi;
  bool s390x = abi == SFM_ABI_S390X_ENDIAN_BIG;

  memset (rules, 0, sizeof *rules);
  if (gen_once_in (g, 20))
    {
      rules->cfa.kind = SFM_RULE_UNDEFINED;
      rules->ra.kind = SFM_RULE_UNDEFINED;
      rules->fp.kind = SFM_RULE_UNDEFINED;
      return;
    }
  rules->cfa.kind = SFM_RULE_VALUE;
  rules->cfa.reg
      = gen_once_in (g, 2) ? stack_pointer (abi) : frame_pointer (abi);
  rules->cfa.offset = some_offset (g) + (s390x ? 160 : 0);
  if (flex && gen_once_in (g, 4))
    rules->cfa.reg = gen_below (g, 32);
  if (flex && gen_once_in (g, 6))
    rules->cfa.kind = SFM_RULE_MEMORY;

  if (world->fixed_ra != 0)
    rules->ra = slot (world->fixed_ra);
  else if (gen_once_in (g, 2))
    rules->ra = slot (some_offset (g));
  if (world->fixed_fp != 0)
    rules->fp = slot (world->fixed_fp);
  /* FP without RA: s390x and FLEX, or where RA has no word.  */
  else if ((rules->ra.kind != SFM_RULE_SAME || s390x || flex)
           && gen_once_in (g, 2))
    rules->fp = slot (some_offset (g));

  if (flex && gen_once_in (g, 3))
    rules->ra = any_saved (g, &rules->cfa);
  if (flex && gen_once_in (g, 3))
    rules->fp = any_saved (g, &rules->cfa);
  if (!flex && s390x && world->fixed_ra == 0 && gen_once_in (g, 4))
    rules->ra = (struct sfm_rule){ .kind = SFM_RULE_VALUE,
                                   .reg = gen_below (g, 32) };
  rules->mangled_ra
      = !s390x && abi != SFM_ABI_AMD64_ENDIAN_LITTLE && gen_once_in (g, 4);
}

static void
allocate_rows (struct gen_func *f, uint32_t count)
{
  f->row_count = count;
  f->rows = calloc (count == 0 ? 1 : count, sizeof *f->rows);
  if (f->rows == NULL)
    exit (1);
}

void
gen_func (struct gen *g, const struct gen_world *world, uint64_t addr,
          uint32_t max_size, bool flex, struct gen_func *f)
{
  uint32_t limit;

  memset (f, 0, sizeof *f);
  f->addr = addr;
  f->size
      = 1 + gen_below (g, gen_once_in (g, 2) && max_size > 40 ? 40 : max_size);
  if (gen_once_in (g, 8))
    {
      f->rep_size = (uint8_t) (1 + gen_below (g, 64));
      f->size = f->rep_size * (1 + gen_below (g, 8));
      if (f->size > max_size)
        f->size = f->rep_size = 1;
    }
  f->pauth_b = (world->abi == SFM_ABI_AARCH64_ENDIAN_BIG
                || world->abi == SFM_ABI_AARCH64_ENDIAN_LITTLE)
               && gen_once_in (g, 3);
  f->signal = flex && gen_once_in (g, 8);

  limit = f->rep_size != 0 ? f->rep_size : f->size;
  allocate_rows (f, flex && gen_once_in (g, 12) ? 0
                                                : 1 + gen_below (g, MAX_ROWS));
  uint32_t start = 0, count = 0;
  for (uint32_t i = 0; i < f->row_count && start < limit; i++)
    {
      f->rows[count].start = start;
      row_rules (g, world, flex, &f->rows[count].rules);
      count++;
      start += 1 + gen_below (g, limit / f->row_count + 1);
    }
  f->row_count = count;
}

void
gen_func_long (struct gen *g, const struct gen_world *world, uint64_t addr,
               uint32_t count, uint32_t step, struct gen_func *f)
{
  memset (f, 0, sizeof *f);
  f->addr = addr;
  f->size = count * step;
  allocate_rows (f, count);
  for (uint32_t i = 0; i < count; i++)
    {
      f->rows[i].start = i * step;
      row_rules (g, world, false, &f->rows[i].rules);
    }
}

void
gen_func_free (struct gen_func *f)
{
  free (f->rows);
  f->rows = NULL;
}

static void
canonical_slot (const struct sfm_rule *cfa, struct sfm_rule *rule)
{
  if (cfa->kind == SFM_RULE_VALUE && rule->kind == SFM_RULE_MEMORY
      && rule->reg == cfa->reg)
    {
      rule->reg = SFM_REG_CFA;
      rule->offset -= cfa->offset;
    }
}

void
gen_canonical (struct sfm_rules *rules)
{
  canonical_slot (&rules->cfa, &rules->ra);
  canonical_slot (&rules->cfa, &rules->fp);
}

static void
canonical_value (const struct sfm_rule *cfa, struct sfm_rule *rule)
{
  if (rule->kind == SFM_RULE_SAME || rule->kind == SFM_RULE_UNDEFINED)
    *rule = (struct sfm_rule){ .kind = rule->kind };
  if (cfa->kind == SFM_RULE_VALUE && rule->kind == SFM_RULE_VALUE
      && rule->reg == cfa->reg)
    {
      rule->reg = SFM_REG_CFA;
      rule->offset -= cfa->offset;
    }
}

void
gen_canonical_all (struct sfm_rules *rules)
{
  const struct sfm_rule none = { .kind = SFM_RULE_UNDEFINED };

  if (rules->ra.kind == SFM_RULE_UNDEFINED)
    {
      *rules = (struct sfm_rules){ .cfa = none, .ra = none, .fp = none };
      return;
    }
  gen_canonical (rules);
  canonical_value (&rules->cfa, &rules->ra);
  canonical_value (&rules->cfa, &rules->fp);
}

/* The word of a saved register in a DEFAULT row.  */
static bool
saved_word (const struct gen_world *world, uint8_t version,
            const struct sfm_rule *rule, int64_t *word)
{
  bool s390x = world->abi == SFM_ABI_S390X_ENDIAN_BIG;

  *word = rule->offset;
  if (rule->kind == SFM_RULE_MEMORY && rule->reg == SFM_REG_CFA)
    return rule->offset >= INT32_MIN && rule->offset <= INT32_MAX;
  if (!s390x || version != 2 || rule->kind != SFM_RULE_VALUE
      || rule->reg == SFM_REG_CFA || rule->offset != 0)
    return false;
  *word = (int64_t) rule->reg << 1 | 1;
  return true;
}

static bool
is_fixed (const struct sfm_rule *rule, int8_t fixed)
{
  return rule->kind == SFM_RULE_MEMORY && rule->reg == SFM_REG_CFA
         && rule->offset == fixed;
}

bool
gen_default_words (const struct gen_world *world, uint8_t version,
                   const struct sfm_rules *rules, struct gen_words *w)
{
  struct sfm_rules r = *rules;
  bool s390x = world->abi == SFM_ABI_S390X_ENDIAN_BIG;

  memset (w, 0, sizeof *w);
  if (r.cfa.kind == SFM_RULE_UNDEFINED)
    return true;
  gen_canonical (&r);
  w->sp = r.cfa.reg == stack_pointer (world->abi);
  if (r.cfa.kind != SFM_RULE_VALUE
      || (!w->sp && r.cfa.reg != frame_pointer (world->abi)))
    return false;
  w->words[w->count++] = s390x ? (r.cfa.offset - 160) / 8 : r.cfa.offset;

  if (world->fixed_ra != 0)
    {
      if (!is_fixed (&r.ra, world->fixed_ra))
        return false;
    }
  else if (r.ra.kind != SFM_RULE_SAME)
    {
      if (!saved_word (world, version, &r.ra, &w->words[w->count++]))
        return false;
    }
  else if (world->fixed_fp == 0 && r.fp.kind != SFM_RULE_SAME)
    {
      /* Only s390x has a word that says "RA is not saved".  */
      if (!s390x)
        return false;
      w->words[w->count++] = 0;
    }

  if (world->fixed_fp != 0)
    return is_fixed (&r.fp, world->fixed_fp);
  return r.fp.kind == SFM_RULE_SAME
         || saved_word (world, version, &r.fp, &w->words[w->count++]);
}

static void
add_pair (struct gen_words *w, const struct sfm_rule *rule, int64_t offset)
{
  int64_t control = rule->kind == SFM_RULE_MEMORY ? 2 : 0;

  if (rule->reg != SFM_REG_CFA)
    control |= (int64_t) rule->reg << 3 | 1;
  w->controls |= 1U << w->count;
  w->words[w->count++] = control;
  w->words[w->count++] = offset;
}

void
gen_flex_words (const struct gen_world *world, const struct sfm_rules *rules,
                struct gen_words *w)
{
  bool ra
      = rules->ra.kind != SFM_RULE_SAME
        && !(world->fixed_ra != 0 && is_fixed (&rules->ra, world->fixed_ra));
  bool fp
      = rules->fp.kind != SFM_RULE_SAME
        && !(world->fixed_fp != 0 && is_fixed (&rules->fp, world->fixed_fp));

  memset (w, 0, sizeof *w);
  if (rules->cfa.kind == SFM_RULE_UNDEFINED)
    return;
  add_pair (w, &rules->cfa,
            world->abi == SFM_ABI_S390X_ENDIAN_BIG
                ? (rules->cfa.offset - 160) / 8
                : rules->cfa.offset);
  if (ra)
    add_pair (w, &rules->ra, rules->ra.offset);
  else if (fp)
    {
      w->controls |= 1U << w->count;
      w->words[w->count++] = 0;
    }
  if (fp)
    add_pair (w, &rules->fp, rules->fp.offset);
}

bool
gen_can_say (const struct gen_world *world, uint8_t version,
             const struct gen_func *f)
{
  struct gen_words w;

  if (version == 3)
    return f->row_count <= UINT16_MAX;
  if (f->signal || f->row_count == 0
      || (version == 1 && world->abi == SFM_ABI_S390X_ENDIAN_BIG))
    return false;
  for (uint32_t i = 0; i < f->row_count; i++)
    if (!gen_default_words (world, version, &f->rows[i].rules, &w))
      return false;
  return true;
}
