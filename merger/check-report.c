/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-report.c - the checker: reporting a finding to the caller.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "checker.h"

void
sfm_check_report (struct check *c, enum sfm_finding_id id, uint32_t fde,
                  uint32_t row, uint64_t offset, const char *format, ...)
{
  static const uint8_t severities[] = {
#define SFM_X(name, text, severity) severity,
    SFM_FINDINGS (SFM_X)
#undef SFM_X
  };
  struct sfm_finding finding
      = { .id = id,
          .severity = (enum sfm_severity) severities[id],
          .piece = c->piece_idx,
          .fde = fde,
          .row = row,
          .offset = offset };
  va_list ap;

  va_start (ap, format);
  vsnprintf (finding.text, sizeof finding.text, format, ap);
  va_end (ap);
  c->found (c->data, &finding);
}
