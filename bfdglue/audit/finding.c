/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   finding.c - names and severities of findings.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "audit-internal.h"
#include "audit-limits.h"
#include "finding.h"

static const struct
{
  const char *name;
  enum sfm_severity severity;
} table[] = {
#define FINDING_X(id, name, severity) { name, severity },
  SFM_FINDINGS (FINDING_X) FINDINGS (FINDING_X)
#undef FINDING_X
};

const char *
finding_name (unsigned id)
{
  return table[id].name;
}

enum sfm_severity
finding_severity (unsigned id)
{
  return table[id].severity;
}

void
finding_report (const struct finding_sink *sink, unsigned id,
                const struct finding *place, const char *format, ...)
{
  struct finding finding = *place;
  char text[FINDING_TEXT_SIZE];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  finding.id = id;
  finding.severity = finding_severity (id);
  finding.text = text;
  if (finding.window != NULL)
    finding.symbol = audit_symbol (finding.window, place);
  sink->fn (sink->data, &finding);
}
