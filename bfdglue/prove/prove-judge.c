/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-judge.c - look-ups in what is proven, and what the code says about
   rules from other sources.  */

#include "config.h"

#include "prove-internal.h"
#include "sorted.h"

void
prove_refuse (struct prover *p, uint32_t entry, enum prove_reason reason,
              uint64_t where)
{
  struct prove_entry *e = &p->entries.at[entry];

  if (e->reason == PROVE_OK)
    {
      e->reason = (uint8_t) reason;
      e->where = where;
    }
}

const struct proven_row *
proven_row_at (const struct prover *p, const struct proven_range *range,
               uint64_t addr)
{
  const struct proven_row *rows = &p->rows.at[range->row];
  const size_t after = sorted_after (rows, range->rows, sizeof *rows,
                                     offsetof (struct proven_row, addr), addr);

  return &rows[after == 0 ? 0 : after - 1];
}

/* The first range that ends after ADDR.  */
static size_t
range_after (const struct prover *p, uint64_t addr, size_t *near)
{
  size_t low = 0, high = p->ranges.count;

  if (*near < p->ranges.count && p->ranges.at[*near].start <= addr)
    {
      /* Mostly this one, or the next.  */
      low = *near;
      if (p->ranges.at[low].end > addr)
        return low;
      if (low + 1 < high && p->ranges.at[low + 1].end > addr)
        return *near = low + 1;
    }
  return *near = sorted_search (p->ranges.at, low, high, sizeof *p->ranges.at,
                                offsetof (struct proven_range, end), &addr,
                                compare_u64_after);
}

const struct proven_row *
prove_at (const struct prover *p, uint64_t addr, size_t *near)
{
  const size_t at = range_after (p, addr, near);

  return at < p->ranges.count && p->ranges.at[at].start <= addr
             ? proven_row_at (p, &p->ranges.at[at], addr)
             : NULL;
}

uint64_t
prove_next (const struct prover *p, uint64_t addr, size_t *near)
{
  const size_t at = range_after (p, addr, near);

  if (at == p->ranges.count)
    return UINT64_MAX;
  const struct proven_range *range = &p->ranges.at[at];
  if (range->start > addr)
    return range->start;
  const struct proven_row *row = proven_row_at (p, range, addr);
  return row + 1 < &p->rows.at[range->row] + range->rows ? row[1].addr
                                                         : range->end;
}

static enum prove_verdict
equal (bool known, int64_t a, int64_t b)
{
  if (!known)
    return PROVE_SILENT;
  return a == b ? PROVE_AGREES : PROVE_REFUTES;
}

static enum prove_verdict
judge_cfa (const struct proven_row *row, const struct sfm_rule *cfa)
{
  const struct prove_machine *machine = &prove_machines[row->machine];

  if (cfa->kind != SFM_RULE_VALUE)
    return PROVE_SILENT;
  if (cfa->reg == machine->dwarf_sp)
    return equal ((row->flags & PROVEN_SP) != 0, row->sp, cfa->offset);
  if (cfa->reg == machine->dwarf_fp)
    return equal ((row->flags & PROVEN_FP) != 0, row->fp, cfa->offset);
  return PROVE_SILENT;
}

static enum prove_verdict
judge_fp (const struct proven_row *row, const struct sfm_rule *fp)
{
  /* If FP is an address in the frame, it is not the caller's.  */
  if (fp->kind == SFM_RULE_SAME)
    return (row->flags & (PROVEN_OWN | PROVEN_FREE)) != 0 ? PROVE_AGREES
           : (row->flags & PROVEN_FP) != 0                ? PROVE_REFUTES
                                                          : PROVE_SILENT;
  if (fp->kind != SFM_RULE_MEMORY || fp->reg != SFM_REG_CFA)
    return PROVE_SILENT;
  return equal ((row->flags & PROVEN_SLOT) != 0, row->slot, fp->offset);
}

static enum prove_verdict
judge_ra (const struct proven_row *row, const struct sfm_rules *rules)
{
  const bool link = rules->ra.kind == SFM_RULE_SAME;
  const bool is_signed
      = (row->flags & (link ? PROVEN_LINK_SIGNED : PROVEN_RA_SIGNED)) != 0;
  enum prove_verdict verdict = PROVE_SILENT;

  if (link)
    verdict = (row->flags & PROVEN_LINK) != 0     ? PROVE_AGREES
              : (row->flags & PROVEN_CALLED) != 0 ? PROVE_REFUTES
                                                  : PROVE_SILENT;
  else if (rules->ra.kind == SFM_RULE_MEMORY && rules->ra.reg == SFM_REG_CFA)
    verdict = equal ((row->flags & PROVEN_RA) != 0, row->ra, rules->ra.offset);
  if (!link && verdict == PROVE_REFUTES && (row->flags & PROVEN_TWICE) != 0)
    return PROVE_SILENT;
  return verdict == PROVE_AGREES && is_signed != rules->mangled_ra
             ? PROVE_REFUTES
             : verdict;
}

enum prove_verdict
prove_judge (const struct proven_row *row, const struct sfm_rules *rules)
{
  if (rules->ra.kind == SFM_RULE_UNDEFINED)
    return PROVE_SILENT;
  const enum prove_verdict cfa = judge_cfa (row, &rules->cfa);
  const enum prove_verdict ra = judge_ra (row, rules);
  const enum prove_verdict fp = judge_fp (row, &rules->fp);
  if (cfa == PROVE_REFUTES || ra == PROVE_REFUTES || fp == PROVE_REFUTES)
    return PROVE_REFUTES;
  return cfa == PROVE_AGREES && ra == PROVE_AGREES && fp == PROVE_AGREES
             ? PROVE_AGREES
             : PROVE_SILENT;
}

bool
prove_refutes (const struct prover *p, uint64_t start, uint64_t end,
               const struct sfm_rules *rules, size_t *near,
               struct prove_refutal *r)
{
  /* What is proven is constant from a row to the next.  */
  for (; start < end; start = prove_next (p, start, near))
    {
      const struct proven_row *row = prove_at (p, start, near);
      if (row == NULL || prove_judge (row, rules) != PROVE_REFUTES)
        continue;
      *r = (struct prove_refutal){ start, *rules, *row };
      return true;
    }
  return false;
}

bool
prove_refutes_fde (const struct prover *p,
                   const struct sfm_cfi_section *section,
                   const struct sfm_cfi_fde *fde, size_t *near,
                   struct prove_refutal *r)
{
  struct sfm_cfi_row row, next;
  struct sfm_cfi_rows rows;
  bool refuted = false;

  sfm_cfi_rows_begin (section, fde, &rows);
  bool more = sfm_cfi_rows_next (&rows, &row);
  while (more && !refuted)
    {
      more = sfm_cfi_rows_next (&rows, &next);
      refuted = row.problem == 0
                && prove_refutes (p, fde->start + row.start,
                                  fde->start + (more ? next.start : fde->size),
                                  &row.rules, near, r);
      row = next;
    }
  return refuted;
}

struct sfm_rules
prove_rules (const struct proven_row *row, bool by_fp)
{
  const struct prove_machine *machine = &prove_machines[row->machine];
  struct sfm_rules rules = { .cfa = { .kind = SFM_RULE_UNDEFINED },
                             .ra = { .kind = SFM_RULE_UNDEFINED },
                             .fp = { .kind = SFM_RULE_UNDEFINED } };

  /* A popped value is still there, but signal handlers may overwrite it.  */
  const bool known = (row->flags & PROVEN_SP) != 0;
  if ((row->flags & PROVEN_RA) != 0)
    {
      rules.ra = (struct sfm_rule){ SFM_RULE_MEMORY, SFM_REG_CFA, row->ra };
      rules.mangled_ra = (row->flags & PROVEN_RA_SIGNED) != 0;
    }
  else if ((row->flags & PROVEN_LINK) != 0)
    {
      rules.ra = (struct sfm_rule){ .kind = SFM_RULE_SAME };
      rules.mangled_ra = (row->flags & PROVEN_LINK_SIGNED) != 0;
    }
  else
    return rules;
  if ((row->flags & PROVEN_KEY_B) != 0)
    return rules;
  if (known && (!by_fp || (row->flags & PROVEN_FP) == 0))
    rules.cfa
        = (struct sfm_rule){ SFM_RULE_VALUE, machine->dwarf_sp, row->sp };
  else if ((row->flags & PROVEN_FP) != 0)
    rules.cfa
        = (struct sfm_rule){ SFM_RULE_VALUE, machine->dwarf_fp, row->fp };
  if ((row->flags & PROVEN_SLOT) != 0
      && (!known || row->slot >= -row->sp || (row->flags & PROVEN_OWN) == 0))
    rules.fp = (struct sfm_rule){ SFM_RULE_MEMORY, SFM_REG_CFA, row->slot };
  else if ((row->flags & (PROVEN_OWN | PROVEN_FREE)) != 0)
    rules.fp = (struct sfm_rule){ .kind = SFM_RULE_SAME };
  return rules;
}
