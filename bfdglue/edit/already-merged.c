/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   already-merged.c - whether an image's section is already as good as the
   merged one.

   Theory of operation.  Writers order rows differently, so equal bytes are not
   required.  The section needs no change if the checker reports nothing worse
   than a note and the section describes every function as the plan does
   [matches_plan].  The section may have been written in plain or compact form,
   so both are tried.  */

#include "config.h"

#include "verify-image.h"

/* Count the findings that are worse than a note.  */
static void
take_finding (void *data, const struct sfm_finding *finding)
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

  return ((share != SFM_SHARE_ALWAYS
           && matches_plan (merger, content, size, addr, SFM_SHARE_NEVER))
          || (share != SFM_SHARE_NEVER
              && matches_plan (merger, content, size, addr, SFM_SHARE_ALWAYS)))
         && sfm_check (content, size, &options, take_finding, &bad, &diag)
                == SFM_OK
         && bad == 0;
}
