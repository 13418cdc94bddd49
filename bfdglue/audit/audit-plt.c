/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-plt.c - check the rows of PLT code: PLT entries, veneers and thunks
   without a function, and functions with wrong rows.

   plt-existing.c has decided which rows are wrong.  */

#include "config.h"

#include <inttypes.h>

#include "audit-internal.h"
#include "sorted.h"

/* Report that the rows of FDE, number IDX of W's piece number PIECE, are
   wrong.  */
static void
report_rows (const struct auditor *a, const struct audit_window *w,
             size_t piece, uint32_t idx, const struct sfm_fde *fde)
{
  const struct finding place = audit_place (w, piece, idx, fde->field);
  uint64_t addr = w->pieces[piece].places[idx].addr;
  const char *name = code_ranges_section_name (&a->audit->index.code, addr);

  finding_report (a->found, FIND_PLT_ROWS, &place,
                  "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                  "%s%s has other rows than the code that the linker made "
                  "there needs",
                  addr, fde->size, name != NULL ? " in " : "",
                  name != NULL ? name : "");
}

/* Add W's functions of PLT code to COVERED, and report those with wrong rows.
   False: no memory.  */
static bool
add_covered (const struct auditor *a, const struct audit_window *w,
             struct address_ranges *covered)
{
  const struct plt_code *plt = &a->audit->plt;
  struct sfm_diag diag;
  struct sfm_fde fde;

  for (size_t k = 0; k < w->piece_count; k++)
    for (uint32_t i = 0; i < w->pieces[k].piece.num_fdes; i++)
      {
        const struct image_piece *p = &w->pieces[k];
        if (!p->usable || !function_is_visible (p, i)
            || sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
          continue;
        if (p->replaced[i] == PIECE_WRONG)
          report_rows (a, w, k, i, &fde);
        uint64_t addr = p->places[i].addr;
        size_t area = plt_code_area_from (plt, addr);
        if (area == plt->area_count
            || (plt->areas[area].addr > addr
                && plt->areas[area].addr - addr >= fde.size))
          continue;
        if (!ranges_add (covered, addr, fde.size))
          return false;
      }
  return true;
}

/* The PLT code of one section: the whole section, or veneers and thunks
   between other code.  */
struct section_sum
{
  const struct code_range *section; /* or NULL */
  uint64_t size;
  uint64_t uncovered; /* bytes without a function */
  uint64_t first;     /* the address of the first of them */
};

/* Add the bytes of AREA to SUM.  Bytes below *SEEN were counted with another
   area; *SEEN becomes the end of AREA.  */
static void
measure_area (const struct plt_area *area,
              const struct address_ranges *covered, uint64_t *seen,
              struct section_sum *sum)
{
  uint64_t end = area->addr + area->size;
  uint64_t from = *seen > area->addr ? *seen : area->addr;

  sum->size += area->size;
  if (from >= end)
    return;
  if (sum->uncovered == 0)
    sum->first = ranges_first_gap (covered, from);
  sum->uncovered += end - from - ranges_within (covered, from, end);
  *seen = end;
}

static void
report_section (const struct auditor *a, const struct section_sum *sum)
{
  const struct code_range *section = sum->section;
  struct finding place
      = finding_place (section != NULL ? section->section->name : NULL, 0);

  if (sum->uncovered == 0)
    return;
  place.offset = section != NULL ? sum->first - section->addr : 0;
  place.count = sum->uncovered;
  finding_report (a->found, FIND_PLT_UNCOVERED, &place,
                  "%" PRIu64 " of %" PRIu64 " bytes of code that the linker "
                  "made are not described, the first at 0x%" PRIx64,
                  sum->uncovered, sum->size, sum->first);
}

/* Report PLT code that is not in COVERED, section by section.  Sections and
   areas are sorted by address.  */
static void
report_uncovered (const struct auditor *a,
                  const struct address_ranges *covered)
{
  const struct plt_code *plt = &a->audit->plt;
  const struct code_ranges *code = &a->audit->index.code;
  struct section_sum sum = { 0 };
  uint64_t seen = 0;
  size_t next = 0;

  for (size_t i = 0; i < plt->area_count; i++)
    {
      uint64_t addr = plt->areas[i].addr;
      while (next < code->section_count && code->sections[next].addr <= addr
             && addr - code->sections[next].addr >= code->sections[next].size)
        next++;
      const struct code_range *section
          = next < code->section_count && code->sections[next].addr <= addr
                ? &code->sections[next]
                : NULL;
      if (section != sum.section || section == NULL)
        {
          report_section (a, &sum);
          sum = (struct section_sum){ .section = section };
        }
      measure_area (&plt->areas[i], covered, &seen, &sum);
    }
  report_section (a, &sum);
}

sfm_status
audit_plt (const struct auditor *a)
{
  struct audit_window w;
  struct address_ranges covered = { 0 };
  bool memory = true;
  size_t at = 0, pieces = 0;

  while (memory && audit_step (a, &at, &w))
    {
      pieces += w.piece_count;
      memory = add_covered (a, &w, &covered);
    }
  memory = memory && ranges_merge (&covered, NULL);
  /* An image without pieces has other findings.  */
  if (memory && pieces != 0)
    report_uncovered (a, &covered);
  ranges_free (&covered);
  return memory ? SFM_OK : diag_nomem (a->sink, a->path);
}
