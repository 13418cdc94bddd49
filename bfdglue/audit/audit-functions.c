/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-functions.c - compare the functions of an image's pieces with its
   code, .eh_frame and symbols, and their rows with .eh_frame's, or with what
   PLT code needs.  */

#include "config.h"

#include <inttypes.h>

#include "audit-internal.h"
#include "audit-limits.h"
#include "sorted.h"

/* Report functions whose rows contradict the image's call frame information.

   The verdicts are those of piece-rows.c, which does not use rows that cannot
   be judged, and corrects marks.  Up to 2.45, gas wrote ordinary rows where
   the call frame information says that the return address is undefined; an
   unwinder continues there with what it finds on the stack.  */

/* Report that F, whose entry is FDE, has other marks than PROOF's FDE.  */
static void
report_marks (const struct auditor *a, const struct proof_function *f,
              const struct sfm_fde *fde, const struct row_proof *proof,
              const struct finding *place)
{
  if (fde->signal != proof->fde.cie.signal)
    finding_report (a->found, FIND_MARKS, place,
                    "the function at 0x%" PRIx64
                    " %s the mark of a signal frame, .eh_frame %s it",
                    f->addr, fde->signal ? "has" : "lacks",
                    fde->signal ? "lacks" : "has");
  else
    finding_report (a->found, FIND_MARKS, place,
                    "the function at 0x%" PRIx64
                    " has pointer authentication key %s, .eh_frame has %s",
                    f->addr, fde->pauth_b ? "B" : "A",
                    fde->pauth_b ? "A" : "B");
}

/* Report the difference of FDE number IDX of P, piece number PIECE of W.  */
static void
report_rows (const struct auditor *a, const struct audit_window *w,
             struct row_proof *proof, size_t piece, uint32_t idx)
{
  const struct image_piece *p = &w->pieces[piece];
  const uint8_t abi = a->audit->image.abi;
  char rows[RULES_TEXT_SIZE], cfi[RULES_TEXT_SIZE];
  struct sfm_cfi_difference d;
  struct sfm_diag diag;
  struct sfm_fde fde;

  /* Does not fail: pieces_read has read the function.  */
  if (sfm_fde_read (&p->piece, idx, &fde, &diag) != SFM_OK)
    return;
  const struct proof_function f = { .piece = &p->piece,
                                    .addr = p->places[idx].addr,
                                    .digest = p->digests[idx],
                                    .size = fde.size,
                                    .fde = idx,
                                    .rep_size = p->places[idx].rep_size };
  const struct finding place = audit_place (w, piece, idx, fde.field);
  switch (row_proof_judge (proof, &f, &d))
    {
    case SFM_CFI_MARKED:
      report_marks (a, &f, &fde, proof, &place);
      break;
    case SFM_CFI_UNJUDGED:
      finding_report (a->found, FIND_ROWS_UNJUDGED, &place,
                      "the function at 0x%" PRIx64
                      " has rows, but at 0x%" PRIx64 " .eh_frame has %s",
                      f.addr, d.addr, rules_of_frame (&d, abi, cfi));
      break;
    default:
      finding_report (a->found,
                      d.verdict == SFM_CFI_OUTERMOST ? FIND_ROWS_OUTERMOST
                                                     : FIND_ROWS_CONTRADICT,
                      &place,
                      "the function at 0x%" PRIx64 " has %s at 0x%" PRIx64
                      ", .eh_frame has %s",
                      f.addr, rules_text (&d.rows, abi, rows), d.addr,
                      rules_text (&d.cfi.rules, abi, cfi));
    }
}

void
audit_rows (const struct auditor *a, const struct audit_window *w)
{
  struct row_proof proof;

  row_proof_begin (&proof, &a->audit->index);
  for (size_t i = 0; i < w->piece_count; i++)
    {
      const struct image_piece *p = &w->pieces[i];
      for (uint32_t f = 0; p->usable && f < p->piece.num_fdes; f++)
        if (p->verdicts[f] > SFM_CFI_SILENT)
          report_rows (a, w, &proof, i, f);
    }
}

/* Count functions whose last call is missed by readers that look up return
   addresses as they are.

   Its return address is the first byte after the function.  If the function is
   described with that byte, all is well.  Otherwise either the byte is
   padding, and link and repair can add it, or the next function may be there,
   and no table helps.  */

/* The last call of the described function F, or NULL.  */
static const struct last_call *
call_of (const struct existing_sframe *existing, const struct function *f)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  return sfm_fde_read (&existing->pieces[f->piece].piece, f->fde, &fde, &diag)
                     == SFM_OK
                 && !fde.mask
             ? last_calls_find (&existing->calls, f->addr, fde.size)
             : NULL;
}

sfm_status
audit_calls (struct image_context *context, const struct finding_sink *found,
             const struct diag_sink *sink)
{
  struct existing_sframe *existing = &context->existing;
  struct finding place = finding_place (".sframe", 0);
  uint64_t mendable = 0, others = 0;

  TRY (pieces_read_calls (&context->index, existing, sink));
  for (size_t i = 0; i < existing->functions.count; i++)
    {
      const struct last_call *call
          = call_of (existing, &existing->functions.at[i]);
      if (call == NULL || call->covered)
        continue;
      mendable += last_call_may_cover (call);
      others += !last_call_may_cover (call);
    }
  place.count = mendable + others;
  if (place.count != 0)
    finding_report (found, FIND_LAST_CALLS, &place,
                    "%" PRIu64 " function%s in a call: a reader that looks up "
                    "return addresses as they are does not find %s there; "
                    "%" PRIu64 " can cover the byte after it "
                    "(--cover-noreturn), %" PRIu64 " cannot, as it is not "
                    "proven to be padding",
                    place.count, place.count == 1 ? " ends" : "s end",
                    place.count == 1 ? "it" : "them", mendable, others);
  return SFM_OK;
}

/* Report FDE of P, at ADDR, which is not live.  */
static void
report_not_live (const struct auditor *a, const struct image_piece *p,
                 const struct sfm_fde *fde, uint64_t addr,
                 const struct finding *place)
{
  const struct code_ranges *code = &a->audit->index.code;

  if (piece_discarded (&a->audit->index, p, fde, addr)
      && !code_ranges_touch (code, addr, fde->size))
    finding_report (a->found, FIND_DEAD, place,
                    "the function of size 0x%" PRIx32
                    " was discarded: its start 0x%" PRIx64
                    " means the address 0x%" PRIx64,
                    fde->size, (uint64_t) fde->start, addr);
  else if (!code_ranges_hold (code, addr, fde->size))
    finding_report (a->found, FIND_NOT_CODE, place,
                    "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                    " is not %s",
                    addr, fde->size,
                    code_ranges_touch (code, addr, fde->size)
                        ? "wholly in one section of executable code, though "
                          "readers take its rows for the code that it covers"
                        : "in executable code");
  else
    {
      uint64_t size = index_fde_size (&a->audit->index, addr);
      if (size != 0)
        finding_report (a->found, FIND_CONTRADICTED, place,
                        "the function at 0x%" PRIx64 " has size 0x%" PRIx32
                        ", .eh_frame's has 0x%" PRIx64,
                        addr, fde->size, size);
      else
        finding_report (a->found, FIND_CONTRADICTED, place,
                        "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                        " has bytes of functions of .eh_frame, none of which "
                        "begins there",
                        addr, fde->size);
    }
}

/* Whether it is unusual for a function of P that exists to have neither a
   symbol nor an FDE of .eh_frame.  */
static bool
nearly_all_known (const struct auditor *a, const struct image_piece *p)
{
  size_t live = 0, known = 0;

  if (a->audit->index.has_symtab)
    return true;
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    if (p->places[i].live && !p->places[i].optional)
      {
        live++;
        known += (p->places[i].evidence & SFM_EVIDENCE_START) != 0;
      }
  return live - known < live / KNOWN_SHARE;
}

static void
check_piece (const struct auditor *a, const struct audit_window *w, size_t idx)
{
  const struct image_piece *p = &w->pieces[idx];
  bool nearly_all = nearly_all_known (a, p);
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      const struct sfm_place *place = &p->places[i];
      if (place->live
              ? place->optional || (place->evidence & SFM_EVIDENCE_START)
                    || !nearly_all
              : p->replaced[i] != PIECE_KEPT
                    || verdict_refuses (p->verdicts[i]))
        continue;
      /* Does not fail: pieces_read has read the function.  */
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      const struct finding where = audit_place (w, idx, i, fde.field);
      if (!place->live)
        report_not_live (a, p, &fde, place->addr, &where);
      /* Parts of a function of .eh_frame may together make up the whole.  */
      else if (!index_contradicts (&a->audit->index, place->addr, fde.size))
        finding_report (a->found, FIND_UNKNOWN, &where,
                        "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                        " has no symbol and none of .eh_frame",
                        place->addr, fde.size);
    }
}

void
audit_functions (const struct auditor *a, const struct audit_window *w)
{
  for (size_t i = 0; i < w->piece_count; i++)
    if (w->pieces[i].usable)
      check_piece (a, w, i);
}

/* Check the rows of PLT code: PLT entries, veneers and thunks without a
   function, and functions with wrong rows.  plt-existing.c has decided which
   rows are wrong.  */

/* Report that the rows of FDE, number IDX of W's piece number PIECE, are
   wrong.  */
static void
report_wrong_rows (const struct auditor *a, const struct audit_window *w,
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
          report_wrong_rows (a, w, k, i, &fde);
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
