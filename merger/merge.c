/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   merge.c - the passes of a merge, in their order.

   Adding a piece has made a record of each live function (collect.c), checked
   its rows and decided in which form the target can express them (resolve.c).
   The plan works on the records; only the write touches the rows again.  */

#include "config.h"

#include <inttypes.h>

#include "engine.h"
#include "merger.h"

void
sfm_plan_drop (struct sfm_merger *m)
{
  sfm_compact_drop (m);
  sfm_order_reset (m);
  m->size = 0;
  m->key_count = 0;
  m->lossless = false;
  m->movable = false;
  m->extended_functions = 0;
  m->out_rows = m->out_rows_size = 0;
}

/* Move the plan to SECTION_ADDR if the passes would make the same plan there
   with ROOM.  A caller that looks for a place asks for a plan at each
   candidate.  */
static bool
move_plan (struct sfm_merger *m, uint64_t section_addr, uint64_t room)
{
  if (m->size == 0 || (m->size > room && m->any_optional) || !m->movable
      || !sfm_layout_reaches (m, section_addr))
    return false;
  m->section_addr = section_addr;
  return true;
}

sfm_status
sfm_merger_plan (struct sfm_merger *m, uint64_t section_addr, uint64_t room,
                 struct sfm_diag *diag)
{
  if (move_plan (m, section_addr, room))
    return SFM_OK;

  /* Everything that was added competes again, whatever an earlier plan
     decided.  */
  sfm_plan_drop (m);
  m->section_addr = section_addr;
  if (m->source_count == 0)
    return sfm_fail (diag, SFM_ERR_USAGE, 0, "nothing was added");

  TRY (sfm_order_kept (m, diag));
  m->planned = m->movable = true;

  /* An object keeps the order of the input; only its linker decides which
     functions share an address.  */
  if (m->relocatable)
    return sfm_layout_section (m, UINT64_MAX, diag);

  /* Nearly always the passes up to layout have no work.  */
  sfm_survey_functions (m);

  /* Addresses rise from here on, and strictly so after the next pass.  */
  TRY (sfm_dedup_addresses (m, diag));
  sfm_overlap_drop (m);

  /* Only now, so that a function is dropped with all its parts.  */
  TRY (sfm_split_functions (m, diag));

  /* Functions end where the image says, and none begins in the bytes after
     it.  */
  sfm_extend_functions (m);

  /* From here on functions are dropped only if their start or the section does
     not fit.  */
  TRY (sfm_layout_section (m, room, diag));

  /* Every size and offset is known, and the set of functions is final.  */
  sfm_overlap_mark (m);
  m->lossless = !m->plain && m->key_count == m->func_count && !m->any_rebuilt
                && !m->survey.overlap;
  return SFM_OK;
}

sfm_status
sfm_merger_write (struct sfm_merger *m, void *buffer, size_t size,
                  struct sfm_diag *diag)
{
  if (m->size == 0)
    return sfm_fail (diag, SFM_ERR_USAGE, 0, "there is no plan");
  if (size < m->size)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "the buffer has %zu bytes, the plan needs %" PRIu64, size,
                     m->size);
  return sfm_write_section (m, buffer, diag);
}
