/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-missing.c - what an image's pieces leave undescribed, all together
   (repairable.h).  */

#include "config.h"

#include <inttypes.h>

#include "audit-internal.h"

/* Functions of an image's pieces, but those for linker-made code.  */
struct described
{
  size_t standing; /* that a reader finds */
  bool buried;     /* there are some that only a repair finds */
  bool any;        /* a reader finds a function, be it for such code */
};

static struct described
count_described (const struct auditor *a)
{
  struct described d = { 0 };
  struct audit_window w;
  size_t at = 0;

  while (audit_next_window (a->audit, &at, &w))
    for (size_t k = 0; k < w.piece_count + w.buried_count; k++)
      {
        const struct own_piece *p = &w.pieces[k];
        for (uint32_t i = 0; p->usable && i < p->piece.num_fdes; i++)
          {
            bool stands = own_function_stands (p, i);
            bool plt = p->places[i].optional;
            d.any |= stands && !p->buried;
            d.standing += stands && !plt && !p->buried;
            d.buried |= stands && !plt && p->buried;
          }
      }
  return d;
}

/* Tell that no function is described, or none but those for linker-made code.
   What is buried behind the section is nothing to a reader.  Functions that
   have no rows in any build, as start files, are not counted.  */
static void
tell_none (const struct auditor *a, const struct own_verdict *v,
           const char *source)
{
  const struct described d = count_described (a);
  const bool buried = d.standing == 0 && d.buried;
  struct finding place
      = audit_whole (&(struct audit_window){ .name = ".sframe" });
  struct audit_window window;
  size_t at = 0;

  place.count = v->lacking.count + (buried ? v->described : 0);
  if ((v->flaws & OWN_PLT_ONLY) || (buried && d.any))
    finding_report (a->found, FIND_PLT_ONLY, &place,
                    "only linker-made code is described, and %" PRIu64
                    " functions of %s are not: the linker has %s what the "
                    "objects describe",
                    place.count, source,
                    buried ? "buried behind it" : "left out");
  /* Of a section that is gone, or not loaded, that is all to tell.  */
  else if (((v->flaws & OWN_EMPTY) || buried)
           && audit_next_window (a->audit, &at, &window))
    finding_report (a->found, FIND_NOTHING, &place,
                    "no function is described, and %s has %" PRIu64, source,
                    place.count);
}

void
audit_verdict (const struct auditor *a)
{
  const struct own_verdict *v = &a->audit->verdict;
  const char *source = v->lacking.by_symbols ? "its symbols" : ".eh_frame";
  size_t all = v->lacking.functions, bare = v->lacking.count;
  struct finding place
      = audit_whole (&(struct audit_window){ .name = ".sframe" });

  place.count = bare;
  tell_none (a, v, source);
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
