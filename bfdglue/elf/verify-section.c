/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-section.c - verify merged content before it replaces anything, and
   whether a section has it already.  */

#include "config.h"

#include "process.h"
#include "sframe-section.h"

/* What the checker says of SECTION.  */
struct check_task
{
  const struct merged_section *section;
  enum sfm_severity least; /* of the findings that count */
  bool overlaps_known;     /* the merge has reported overlapping functions */
  size_t count;
  struct sfm_finding first; /* of those that count */
  sfm_status status;
  struct sfm_diag diag;
};

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  struct check_task *task = data;

  if (finding->severity < task->least
      || (finding->id == SFM_FIND_OVERLAP && task->overlaps_known))
    return;
  if (task->count++ == 0)
    task->first = *finding;
}

static void
run_check (void *data)
{
  struct check_task *task = data;
  const struct merged_section *section = task->section;
  const struct sfm_check_options options
      = { .size = sizeof options,
          .section_addr = section->addr,
          .start_base
          = section->object ? SFM_START_BASE_FIELD : SFM_START_BASE_SECTION,
          .object = section->object };

  task->status = sfm_check (section->bytes, section->padded, &options,
                            take_finding, task, &task->diag);
}

/* Compare TASK's section with the plan of its merger, and check it.  */
static sfm_status
compare_and_check (struct check_task *task, struct sfm_diag *diag)
{
  const struct merged_section *section = task->section;
  struct threads_task thread;

  threads_begin (&thread, section->size >= THREADS_WORTH_BYTES, run_check,
                 task);
  const sfm_status status = sfm_merger_verify (section->merger, section->bytes,
                                               section->size, diag);
  threads_end (&thread);
  if (status == SFM_OK && task->status != SFM_OK)
    *diag = task->diag;
  return status != SFM_OK ? status : task->status;
}

sfm_status
verify_section (const struct merged_section *section,
                const struct diag_sink *sink)
{
  struct check_task task = { .section = section, .least = SFM_ERROR };
  uint64_t losses[SFM_LOSS_COUNT];
  struct sfm_diag diag;

  sfm_merger_losses (section->merger, losses, SFM_LOSS_COUNT);
  task.overlaps_known = losses[SFM_LOSS_OVERLAP_KEPT] != 0;
  if (compare_and_check (&task, &diag) != SFM_OK)
    return diag_engine (sink, DIAG_ERROR, section->path, section->name, &diag);
  if (task.count == 0)
    return SFM_OK;
  return diag_fail_at (sink, SFM_ERR_CORRUPT, section->path, section->name,
                       task.first.offset, "the output would be wrong (%s): %s",
                       sfm_finding_name (task.first.id), task.first.text);
}

/* True if SECTION describes what MERGER, which is its merger, plans with or
   without shared rows, and nothing worse than a note is found in it.  */
static bool
is_planned (const struct merged_section *section, struct sfm_merger *merger,
            enum sfm_share share)
{
  struct check_task task = { .section = section, .least = SFM_WARNING };
  struct sfm_diag diag;

  return sfm_merger_set_share (merger, share, &diag) == SFM_OK
         && sfm_merger_plan (merger, section->addr, UINT64_MAX, &diag)
                == SFM_OK
         && sfm_merger_size (merger) == section->size
         && compare_and_check (&task, &diag) == SFM_OK && task.count == 0;
}

/* Writers order rows differently, so equal bytes are not required.  The
   section may have been written in plain or compact form, so both are tried:
   compact first, which is what would be written now, so that its plan
   serves for that, too.  */
bool
already_merged (struct sfm_merger *merger, const uint8_t *content, size_t size,
                uint64_t addr, enum sfm_share share)
{
  const struct merged_section section = { .merger = merger,
                                          .bytes = content,
                                          .size = size,
                                          .padded = size,
                                          .addr = addr };

  return (share != SFM_SHARE_NEVER
          && is_planned (&section, merger, SFM_SHARE_ALWAYS))
         || (share != SFM_SHARE_ALWAYS
             && is_planned (&section, merger, SFM_SHARE_NEVER));
}
