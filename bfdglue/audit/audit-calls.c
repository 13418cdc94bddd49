/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-calls.c - count functions whose last call a reader misses that looks
   up return addresses as they are.

   Its return address is the first byte after the function.  If the function is
   described with that byte, all is well.  Otherwise either the byte is
   padding, and link and repair can add it, or the next function may be there,
   and no table helps.  */

#include "config.h"

#include <inttypes.h>

#include "audit-internal.h"

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
