/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-rules.h - what a finding means to a consumer, and what mends
   it.  */

#ifndef TOOL_CONSUMER_RULES_H
#define TOOL_CONSUMER_RULES_H

#include "consumer-verdict.h"

/* In the consumers of a rule: it holds for data of that byte order only.  */
#define VERDICT_BIG_ENDIAN (UINT32_C (1) << 31)

struct verdict_rule
{
  uint32_t consumers; /* 1 << CONSUMER_*, and VERDICT_BIG_ENDIAN */
  unsigned finding;   /* SFM_FIND_* or FIND_* */
  enum verdict_grade grade;
  const char *why; /* half a sentence; NULL if the grade is USABLE */
};

/* What brings back what a finding tells of.  */
enum verdict_mend
{
  VERDICT_NO_MEND,
  VERDICT_REPAIR, /* repair or convert of the file alone */
  VERDICT_LINK    /* it takes the objects */
};

/* All rules; the first that fits holds.  */
extern const struct verdict_rule verdict_rules[];
extern const size_t verdict_rule_count;

/* The rule for FINDING to CONSUMER, or NULL: its severity decides.  */
const struct verdict_rule *
verdict_rule_find (const struct consumer *consumer, unsigned finding,
                   const struct verdict_subject *subject);

/* What mends FINDING in an image, or in an object.  */
enum verdict_mend verdict_mend_of (unsigned finding, bool image);

#endif /* TOOL_CONSUMER_RULES_H */
