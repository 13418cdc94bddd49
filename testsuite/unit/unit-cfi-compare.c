/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-cfi-compare.c - rows and call frame information that say the same, and
   that do not.

   Random functions are written in both forms, which share nothing; then one
   thing is changed.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfi-generate.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  ROUNDS = 3000,
  ADDR = 0x401000
};

/* A function in both forms.  */
struct both
{
  struct gen g;
  struct gen_world world;
  struct gen_func func;
  uint8_t version;
  struct cfi_writer w;
  struct sfm_cfi_fde cfi;
  uint8_t *section;
  struct sfm_piece piece;
  struct sfm_fde fde;
};

/* Write the call frame information of B's function.  */
static bool
write_cfi (struct both *b, const struct gen_func *f)
{
  struct sfm_diag diag;

  cfi_begin (&b->w, b->world.abi);
  b->w.section.debug_frame = gen_once_in (&b->g, 2);
  b->w.extended = gen_once_in (&b->g, 4);
  b->w.narrow_id = !b->w.section.debug_frame && gen_once_in (&b->g, 2);
  cfi_generate (&b->g, &b->w, f);
  return cfi_read (&b->w, 0, &b->cfi, &diag) == SFM_OK;
}

/* Write the rows of B's function.  */
static bool
write_rows (struct both *b, const struct gen_func *f)
{
  struct gen_section section
      = { .funcs = &f,
          .count = 1,
          .version = b->version,
          .pcrel = b->version == 3,
          .options = gen_below (&b->g, 32) & ~(unsigned) GEN_GAPS };
  struct sfm_diag diag;
  size_t size;

  b->section = gen_encode (&b->g, &b->world, &section, &size);
  return sfm_piece_open (b->section, size, 0, &b->piece, &diag) == SFM_OK
         && sfm_fde_read (&b->piece, 0, &b->fde, &diag) == SFM_OK;
}

/* Begin round NUMBER.  False: there is nothing to do in it.  */
static bool
begin (struct both *b, uint32_t number)
{
  gen_seed (&b->g, number);
  gen_world (&b->g, &b->world);
  b->version = (uint8_t) (1 + number % 3);
  gen_func (&b->g, &b->world, ADDR, 400, b->version == 3, &b->func);
  if (b->version < 3)
    b->func.signal = false;
  cfi_simplify (&b->world, &b->func);
  if (b->func.row_count != 0 && gen_can_say (&b->world, b->version, &b->func))
    return true;
  gen_func_free (&b->func);
  return false;
}

static void
end (struct both *b)
{
  free (b->section);
  b->section = NULL;
  gen_func_free (&b->func);
}

static enum sfm_cfi_verdict
verdict (struct both *b, uint64_t addr, struct sfm_cfi_difference *d)
{
  struct sfm_diag diag;

  memset (d, 0xff, sizeof *d);
  if (sfm_cfi_compare (&b->piece, &b->fde, addr, b->func.rep_size,
                       &b->w.section, &b->cfi, d, &diag)
      != SFM_OK)
    return (enum sfm_cfi_verdict) 99;
  return d->verdict;
}

/* Functions in both forms have one digest and agree.  */
static void
test_same (void)
{
  static struct both b;
  struct sfm_cfi_difference d;
  unsigned digests = 0, bad_digest = 0, bad_verdict = 0, count = 0;

  for (uint32_t i = 0; i < ROUNDS; i++)
    {
      struct sfm_diag diag;
      uint64_t rows = 1, cfi = 2;

      if (!begin (&b, i))
        continue;
      count++;
      bool good = write_cfi (&b, &b.func) && write_rows (&b, &b.func);
      if (!good || verdict (&b, ADDR, &d) != SFM_CFI_AGREES)
        {
          if (bad_verdict++ == 0)
            printf ("round %u: %s\n", i, cfi_text (&b.w.section, &b.cfi));
        }
      else if (b.func.rep_size == 0)
        {
          digests++;
          good = sfm_fde_digest (&b.piece, &b.fde, 0, NULL, &rows, &diag)
                     == SFM_OK
                 && sfm_cfi_digest (&b.w.section, &b.cfi, NULL, &cfi, &diag)
                        == SFM_OK
                 && rows == cfi;
          if (!good && bad_digest++ == 0)
            printf ("round %u: digests 0x%llx, 0x%llx: %s\n", i,
                    (unsigned long long) rows, (unsigned long long) cfi,
                    cfi_text (&b.w.section, &b.cfi));
        }
      end (&b);
    }
  cfi_free (&b.w);
  unit_result_of (bad_verdict == 0 && count > ROUNDS / 2,
                  "functions that say the same agree (%u)", count);
  unit_result_of (bad_digest == 0 && digests > ROUNDS / 2,
                  "and have one digest (%u)", digests);
}

/* What is changed in a copy of a function.  */
enum change
{
  CFA_REG,
  CFA_OFF,
  RA,
  FP,
  MANGLED,
  LATER,
  EARLIER,
  OUTERMOST,
  SIGNAL,
  KEY,
  CHANGES
};

static const char *const change_names[CHANGES] = { "the CFA's register",
                                                   "the CFA's offset",
                                                   "RA",
                                                   "FP",
                                                   "the state of RA",
                                                   "a row that starts later",
                                                   "one that is earlier",
                                                   "an outermost frame",
                                                   "the signal mark",
                                                   "the key" };

static bool
is_arm (const struct gen_world *world)
{
  return world->abi == SFM_ABI_AARCH64_ENDIAN_BIG
         || world->abi == SFM_ABI_AARCH64_ENDIAN_LITTLE;
}

static void
change_start (struct gen_func *f, uint32_t idx, int by)
{
  const uint32_t limit = f->rep_size != 0 ? f->rep_size : f->size;
  const uint32_t end = idx + 1 < f->row_count ? f->rows[idx + 1].start : limit;
  const uint32_t start = f->rows[idx].start + (uint32_t) by;

  if (idx != 0 && start < end && start > f->rows[idx - 1].start)
    f->rows[idx].start = start;
}

static void
change (struct gen *g, const struct gen_world *world, enum change what,
        struct gen_func *f)
{
  const uint32_t idx = gen_below (g, f->row_count);
  struct sfm_rules *r = &f->rows[idx].rules;
  const bool arm = is_arm (world);
  const struct sfm_rule undefined = { .kind = SFM_RULE_UNDEFINED };

  if (what == LATER || what == EARLIER)
    change_start (f, idx, what == LATER ? 1 : -1);
  else if (what == OUTERMOST)
    *r = (struct sfm_rules){ .cfa = undefined,
                             .ra = undefined,
                             .fp = undefined };
  else if (what == SIGNAL)
    f->signal = !f->signal;
  else if (what == KEY)
    f->pauth_b ^= arm;
  else if (r->cfa.kind == SFM_RULE_UNDEFINED)
    return;
  else if (what == CFA_REG)
    r->cfa.reg ^= 1;
  else if (what == CFA_OFF)
    r->cfa.offset += 8;
  else if (what == MANGLED)
    r->mangled_ra ^= arm;
  else
    {
      struct sfm_rule *rule = what == RA ? &r->ra : &r->fp;
      if (rule->kind == SFM_RULE_MEMORY)
        rule->offset -= 8;
      else
        *rule = (struct sfm_rule){ .kind = SFM_RULE_MEMORY,
                                   .reg = SFM_REG_CFA,
                                   .offset = -80 };
    }
}

static bool
is_cfa_value (const struct sfm_rule *rule)
{
  return rule->kind == SFM_RULE_VALUE && rule->reg == SFM_REG_CFA;
}

/* Whether RULE, in canonical form, is a slot that no row can have: on s390x
   one that is not aligned, and in DEFAULT rows one at the CFA.  */
static bool
odd_slot (const struct gen_world *world, const struct sfm_rule *rule,
          bool flex)
{
  const bool s390x = world->abi == SFM_ABI_S390X_ENDIAN_BIG;

  return rule->kind == SFM_RULE_MEMORY && rule->reg == SFM_REG_CFA
         && ((s390x && rule->offset % 8 != 0) || (!flex && rule->offset == 0));
}

/* Whether assemblers have a row for RULES in VERSION.  */
static bool
can_say (const struct gen_world *world, uint8_t version,
         const struct sfm_rules *rules)
{
  const bool flex = version == 3 && !is_arm (world);
  struct sfm_rules r = *rules;
  struct gen_words words;

  gen_canonical (&r);
  return !is_cfa_value (&r.ra) && !is_cfa_value (&r.fp)
         && !odd_slot (world, &r.ra, flex) && !odd_slot (world, &r.fp, flex)
         && (flex || gen_default_words (world, version, &r, &words));
}

/* The rules of F at its byte AT.  */
static struct sfm_rules
rules_at (const struct gen_func *f, uint64_t at)
{
  uint32_t idx = 0;

  if (f->rep_size != 0)
    at %= f->rep_size;
  while (idx + 1 < f->row_count && f->rows[idx + 1].start <= at)
    idx++;
  return f->rows[idx].rules;
}

/* The verdict on X, of B's piece, where the CFI has Y.  */
static enum sfm_cfi_verdict
verdict_on (const struct both *b, struct sfm_rules x, struct sfm_rules y)
{
  const bool says = can_say (&b->world, b->version, &y);

  gen_canonical (&x);
  gen_canonical (&y);
  return sfm_rules_equal (&x, &y)          ? SFM_CFI_AGREES
         : y.ra.kind == SFM_RULE_UNDEFINED ? SFM_CFI_OUTERMOST
         : says                            ? SFM_CFI_CONTRADICTS
                                           : SFM_CFI_UNJUDGED;
}

/* What a comparison of B's function ROWS at ADDR with CFI has to find, byte by
   byte.  */
static enum sfm_cfi_verdict
plain_verdict (const struct both *b, const struct gen_func *rows,
               uint64_t addr, const struct gen_func *cfi, uint64_t *at)
{
  const bool marked
      = rows->signal != cfi->signal || rows->pauth_b != cfi->pauth_b;
  enum sfm_cfi_verdict worst = SFM_CFI_SILENT;

  for (uint64_t a = addr; a < addr + rows->size; a++)
    {
      if (a < cfi->addr || a >= cfi->addr + cfi->size)
        continue;
      enum sfm_cfi_verdict found = verdict_on (b, rules_at (rows, a - addr),
                                               rules_at (cfi, a - cfi->addr));
      if (found == SFM_CFI_AGREES && marked)
        found = SFM_CFI_MARKED;
      if (worst != SFM_CFI_SILENT && found <= worst)
        continue;
      worst = found;
      *at = a;
    }
  return worst;
}

static struct gen_func
copy_func (const struct gen_func *f)
{
  struct gen_func copy = *f;

  copy.rows = calloc (f->row_count, sizeof *copy.rows);
  if (copy.rows == NULL)
    exit (1);
  memcpy (copy.rows, f->rows, f->row_count * sizeof *copy.rows);
  return copy;
}

/* One thing is another in the call frame information; the function of the rows
   may be a little before or after it.  */
static void
test_change (enum change what, bool shifted)
{
  static struct both b;
  unsigned found = 0, bad = 0;

  for (uint32_t i = 0; i < ROUNDS / 2; i++)
    {
      struct sfm_cfi_difference d;
      uint64_t addr = ADDR, at = 0;

      if (!begin (&b, i + 70000 * (what + 1)))
        continue;
      struct gen_func changed = copy_func (&b.func);
      change (&b.g, &b.world, what, &changed);
      cfi_simplify (&b.world, &changed);
      if (shifted)
        addr = ADDR + gen_below (&b.g, 2 * b.func.size) - b.func.size;
      const enum sfm_cfi_verdict want
          = plain_verdict (&b, &b.func, addr, &changed, &at);
      const bool good = write_cfi (&b, &changed) && write_rows (&b, &b.func)
                        && verdict (&b, addr, &d) == want
                        && (want <= SFM_CFI_SILENT || d.addr == at);
      found += want > SFM_CFI_SILENT;
      if (!good && bad++ == 0)
        printf ("round %u: wanted %d at 0x%llx, got %d at 0x%llx\n", i, want,
                (unsigned long long) at, d.verdict,
                (unsigned long long) d.addr);
      gen_func_free (&changed);
      end (&b);
    }
  cfi_free (&b.w);
  unit_result_of (
      bad == 0
          && (found > 100 || ((what == MANGLED || what == KEY) && found > 50)),
      "another rule is found: %s%s (%u)", change_names[what],
      shifted ? ", where both overlap" : "", found);
}

/* Nothing is said where the code would wrap, or has blocks of no size.  */
static void
test_silent (void)
{
  static struct both b;
  struct sfm_cfi_difference d;
  uint32_t i = 0;

  while (!begin (&b, i))
    i++;
  bool good
      = write_cfi (&b, &b.func) && write_rows (&b, &b.func)
        && verdict (&b, ADDR, &d) >= SFM_CFI_AGREES
        && verdict (&b, UINT64_MAX - b.func.size + 1, &d) == SFM_CFI_SILENT;
  b.fde.mask = true;
  b.fde.rep_size = b.func.rep_size = 0;
  good = good && verdict (&b, ADDR, &d) == SFM_CFI_SILENT;
  unit_result (good, "code that wraps, and blocks of no size");
  cfi_free (&b.w);
  end (&b);
}

int
main (void)
{
  test_silent ();
  test_same ();
  for (unsigned what = 0; what < CHANGES; what++)
    {
      test_change ((enum change) what, false);
      test_change ((enum change) what, true);
    }
  return unit_exit ();
}
