/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   already-merged.c - whether an image's section already is as good as the
   merged one.

   Theory of operation.  Writers lay rows out in different orders, so equal
   bytes would be too much to ask: what counts is that the checker finds
   nothing to warn of in the section, and that, read back, it says of every
   function what the plan does [says_the_same].  The plan can be plain or
   compact; the section was made by one of them.  */

#include "config.h"

#include "verify-image.h"

/* Count what is worse than a note.  */
static void
take_finding (void *data, const struct sfm_finding *finding)
{
  size_t *bad = data;

  *bad += finding->severity != SFM_NOTE;
}

/* Whether the SIZE bytes at CONTENT, a section at ADDR, are what MERGER plans
   with or without shared rows.  */
static bool
says_the_same (struct sfm_merger *merger, const uint8_t *content, size_t size,
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
           && says_the_same (merger, content, size, addr, SFM_SHARE_NEVER))
          || (share != SFM_SHARE_NEVER
              && says_the_same (merger, content, size, addr,
                                SFM_SHARE_ALWAYS)))
         && sfm_check (content, size, &options, take_finding, &bad, &diag)
                == SFM_OK
         && bad == 0;
}
