/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-section.c - verify merged content before it replaces anything.  */

#include "config.h"

#include "verify-section.h"

/* The findings of the checker.  */
struct check_result
{
  const struct merged_section *section;
  const struct diag_sink *sink;
  bool overlaps_known; /* the merge has reported overlapping functions */
  size_t errors;
};

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  struct check_result *result = data;

  if (finding->severity != SFM_ERROR
      || (finding->id == SFM_FIND_OVERLAP && result->overlaps_known))
    return;
  if (result->errors++ == 0)
    diag_at (result->sink, DIAG_ERROR, result->section->path,
             result->section->name, finding->offset,
             "the output would be wrong (%s): %s",
             sfm_finding_name (finding->id), finding->text);
}

sfm_status
verify_section (const struct merged_section *section,
                const struct diag_sink *sink)
{
  const struct sfm_check_options options
      = { .size = sizeof options,
          .section_addr = section->addr,
          .start_base
          = section->object ? SFM_START_BASE_FIELD : SFM_START_BASE_SECTION,
          .object = section->object };
  struct check_result result = { .section = section, .sink = sink };
  uint64_t losses[SFM_LOSS_COUNT];
  struct sfm_diag diag;

  sfm_merger_losses (section->merger, losses, SFM_LOSS_COUNT);
  result.overlaps_known = losses[SFM_LOSS_OVERLAP_KEPT] != 0;
  sfm_status status = sfm_merger_verify (section->merger, section->bytes,
                                         section->size, &diag);
  if (status == SFM_OK)
    status = sfm_check (section->bytes, section->padded, &options,
                        take_finding, &result, &diag);
  if (status != SFM_OK)
    return diag_engine (sink, DIAG_ERROR, section->path, section->name, &diag);
  return result.errors == 0 ? SFM_OK : SFM_ERR_CORRUPT;
}
