/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-section.h - verify merged content before it replaces anything.  */

#ifndef BFDGLUE_VERIFY_SECTION_H
#define BFDGLUE_VERIFY_SECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"

/* A section with merged content.  */
struct merged_section
{
  const struct sfm_merger *merger; /* has planned it */
  const char *path;                /* for messages */
  const char *name;                /* for messages */
  const uint8_t *bytes;
  size_t size;   /* of the content */
  size_t padded; /* of the section, with the zeros after the content */
  uint64_t addr;
  bool object; /* it is in a relocatable object and has no address */
};

/* Compare SECTION with the plan of its merger, rule by rule, and run the
   checker, which shares no code with the merge, on it.  Statuses: CORRUPT
   (also if the checker finds an error), NOMEM.  */
sfm_status verify_section (const struct merged_section *section,
                           const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_VERIFY_SECTION_H */
