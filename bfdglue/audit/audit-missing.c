/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-missing.c - report functions that none of an image's pieces describes
   (repairable.h).  */

#include "config.h"

#include <inttypes.h>

#include "audit-internal.h"

/* What the pieces of an image describe.  */
struct described
{
  size_t visible;        /* visible functions outside PLT code */
  bool past_section_end; /* there are others past the section's end */
  bool any;              /* a function is visible, of PLT code or not */
};

static struct described
count_described (const struct auditor *a)
{
  struct described d = { 0 };
  struct audit_window w;
  size_t at = 0;

  while (audit_next_window (a->audit, &at, &w))
    for (size_t k = 0; k < w.piece_count + w.past_end_count; k++)
      {
        const struct image_piece *p = &w.pieces[k];
        for (uint32_t i = 0; p->usable && i < p->piece.num_fdes; i++)
          {
            bool visible = function_is_visible (p, i);
            bool plt = p->places[i].optional;
            d.any |= visible && !p->past_section_end;
            d.visible += visible && !plt && !p->past_section_end;
            d.past_section_end |= visible && !plt && p->past_section_end;
          }
      }
  return d;
}

/* Report that no function is described, or PLT code only.  No consumer sees
   pieces past the section's end.  Functions that have no rows in any build,
   as those of start files, are not counted.  */
static void
report_none (const struct auditor *a, const struct repairable *v,
             const char *source)
{
  const struct described d = count_described (a);
  const bool past_section_end = d.visible == 0 && d.past_section_end;
  struct finding place = finding_place (".sframe", 0);
  struct audit_window window;
  size_t at = 0;

  place.count = v->undescribed.count + (past_section_end ? v->described : 0);
  if ((v->flaws & REPAIR_PLT_ONLY) || (past_section_end && d.any))
    finding_report (a->found, FIND_PLT_ONLY, &place,
                    "only linker-generated code is described, and %" PRIu64
                    " functions of %s are not: the linker has %s what the "
                    "objects describe",
                    place.count, source,
                    past_section_end ? "buried past its end" : "left out");
  /* A section that is gone or not loaded has findings of its own.  */
  else if (((v->flaws & REPAIR_EMPTY) || past_section_end)
           && audit_next_window (a->audit, &at, &window))
    finding_report (a->found, FIND_NOTHING, &place,
                    "no function is described, and %s has %" PRIu64, source,
                    place.count);
}

void
audit_missing (const struct auditor *a)
{
  const struct repairable *v = a->verdict;
  const char *source = v->undescribed.by_symbols ? "its symbols" : ".eh_frame";
  size_t all = v->undescribed.functions, missing = v->undescribed.count;
  struct finding place = finding_place (".sframe", 0);

  place.count = missing;
  report_none (a, v, source);
  if (v->flaws & REPAIR_UNDESCRIBED)
    finding_report (a->found, FIND_LACKING, &place,
                    "%zu of the %zu functions of %s are not described: the "
                    "linker may have left out objects whose version it "
                    "cannot read",
                    missing, all, source);
  place.count = v->undescribed.undescribable;
  if (place.count != 0)
    finding_report (a->found, FIND_UNDESCRIBABLE, &place,
                    "%" PRIu64 " of the %zu functions of .eh_frame %s no "
                    "rows, as version %u cannot describe %s safely or "
                    "assemblers do not",
                    place.count, all, place.count == 1 ? "has" : "have",
                    v->undescribed.version, place.count == 1 ? "it" : "them");
  place.count = v->stale;
  if ((v->flaws & REPAIR_STALE) && v->stale_section != NULL)
    finding_report (a->found, FIND_STALE, &place,
                    "%zu of the %zu functions described are in %s, which "
                    "BOLT has replaced",
                    v->stale, v->described, v->stale_section);
  else if (v->flaws & REPAIR_STALE)
    finding_report (a->found, FIND_STALE, &place,
                    "none of the %zu functions described has a symbol, and "
                    "the symbols name %zu functions of %s elsewhere: the code "
                    "was moved after the link",
                    v->stale, missing, source);
}
