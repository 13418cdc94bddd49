/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-verdict.c - what an image's pieces leave undescribed, all together
   (own-verdict.h).  */

#include "config.h"

#include "audit-internal.h"

void
audit_verdict (const struct auditor *a)
{
  const struct own_verdict *v = &a->audit->verdict;
  const char *source = v->lacking.by_symbols ? "its symbols" : ".eh_frame";
  size_t all = v->lacking.functions, bare = v->lacking.count;
  struct finding place
      = audit_whole (&(struct audit_window){ .name = ".sframe" });
  struct audit_window window;
  size_t at = 0;

  place.count = bare;
  if (v->flaws & OWN_PLT_ONLY)
    finding_report (a->found, FIND_PLT_ONLY, &place,
                    "only linker-made code is described, and none of the %zu "
                    "functions of %s: the linker has left out what the "
                    "objects describe",
                    all, source);
  /* Of a section that is gone or not loaded, that is what there is to
     tell.  */
  if ((v->flaws & OWN_EMPTY) && audit_next_window (a->audit, &at, &window))
    finding_report (a->found, FIND_NOTHING, &place,
                    "no function is described, and %s has %zu", source, all);
  if (v->flaws & OWN_LACKING)
    finding_report (a->found, FIND_LACKING, &place,
                    "%zu of the %zu functions of %s are not described: the "
                    "linker may have left out objects whose version it "
                    "cannot read",
                    bare, all, source);
  place.count = v->stale;
  if ((v->flaws & OWN_STALE) && v->stale_section != NULL)
    finding_report (a->found, FIND_STALE, &place,
                    "%zu of the %zu functions described are in %s, which "
                    "BOLT has replaced",
                    v->stale, v->described, v->stale_section);
  else if (v->flaws & OWN_STALE)
    finding_report (a->found, FIND_STALE, &place,
                    "none of the %zu functions described has a symbol, and "
                    "the symbols name %zu functions of %s elsewhere: the code "
                    "was moved after the link",
                    v->stale, bare, source);
}
