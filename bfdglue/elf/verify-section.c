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
  bool overlaps_known; /* the merge has reported overlapping functions */
  size_t errors;
  struct sfm_finding first; /* of the errors */
  sfm_status status;
  struct sfm_diag diag;
};

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  struct check_task *task = data;

  if (finding->severity != SFM_ERROR
      || (finding->id == SFM_FIND_OVERLAP && task->overlaps_known))
    return;
  if (task->errors++ == 0)
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

sfm_status
verify_section (const struct merged_section *section,
                const struct diag_sink *sink)
{
  struct check_task task = { .section = section };
  uint64_t losses[SFM_LOSS_COUNT];
  struct threads_task thread;
  struct sfm_diag diag;

  sfm_merger_losses (section->merger, losses, SFM_LOSS_COUNT);
  task.overlaps_known = losses[SFM_LOSS_OVERLAP_KEPT] != 0;
  threads_begin (&thread, section->size >= THREADS_WORTH_BYTES, run_check,
                 &task);
  const sfm_status status = sfm_merger_verify (section->merger, section->bytes,
                                               section->size, &diag);
  threads_end (&thread);
  if (status != SFM_OK)
    return diag_engine (sink, DIAG_ERROR, section->path, section->name, &diag);
  if (task.status != SFM_OK)
    return diag_engine (sink, DIAG_ERROR, section->path, section->name,
                        &task.diag);
  if (task.errors == 0)
    return SFM_OK;
  return diag_fail_at (sink, SFM_ERR_CORRUPT, section->path, section->name,
                       task.first.offset, "the output would be wrong (%s): %s",
                       sfm_finding_name (task.first.id), task.first.text);
}

/* Count the findings that are worse than a note.  */
static void
count_bad (void *data, const struct sfm_finding *finding)
{
  size_t *bad = data;

  *bad += finding->severity != SFM_NOTE;
}

/* True if the SIZE bytes at CONTENT, a section at ADDR, describe what MERGER
   plans with or without shared rows.  */
static bool
matches_plan (struct sfm_merger *merger, const uint8_t *content, size_t size,
              uint64_t addr, enum sfm_share share)
{
  struct sfm_diag diag;

  return sfm_merger_set_share (merger, share, &diag) == SFM_OK
         && sfm_merger_plan (merger, addr, UINT64_MAX, &diag) == SFM_OK
         && sfm_merger_size (merger) == size
         && sfm_merger_verify (merger, content, size, &diag) == SFM_OK;
}

/* Writers order rows differently, so equal bytes are not required.  The
   section may have been written in plain or compact form, so both are tried:
   compact first, which is what would be written now, so that its plan
   serves for that, too.  */
bool
already_merged (struct sfm_merger *merger, const uint8_t *content, size_t size,
                uint64_t addr, enum sfm_share share)
{
  const struct sfm_check_options options = {
    .size = sizeof options,
    .section_addr = addr,
    .start_base = SFM_START_BASE_SECTION,
  };
  struct sfm_diag diag;
  size_t bad = 0;

  return ((share != SFM_SHARE_NEVER
           && matches_plan (merger, content, size, addr, SFM_SHARE_ALWAYS))
          || (share != SFM_SHARE_ALWAYS
              && matches_plan (merger, content, size, addr, SFM_SHARE_NEVER)))
         && sfm_check (content, size, &options, count_bad, &bad, &diag)
                == SFM_OK
         && bad == 0;
}
