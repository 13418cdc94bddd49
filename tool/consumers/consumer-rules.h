/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-rules.h - what a finding means to a consumer, and which command
   mends it.  */

#ifndef TOOL_CONSUMER_RULES_H
#define TOOL_CONSUMER_RULES_H

#include "consumer-verdict.h"

/* Among the consumers of a rule: it holds for big-endian data only.  */
#define CONSUMER_BIG_ENDIAN (UINT32_C (1) << 31)

struct consumer_rule
{
  uint32_t consumers; /* 1 << CONSUMER_*, and CONSUMER_BIG_ENDIAN */
  unsigned finding;   /* SFM_FIND_* or FIND_* */
  enum consumer_grade grade;
  const char *why; /* a clause; NULL if the grade is USABLE */
};

/* The command that mends a finding, the stronger ones later.  */
enum consumer_mend
{
  CONSUMER_NO_MEND,
  CONSUMER_REPAIR, /* repair or convert, from the file alone */
  CONSUMER_LINK    /* link, from the objects */
};

/* All rules; the first that matches applies.  */
extern const struct consumer_rule consumer_rules[];
extern const size_t consumer_rule_count;

/* The rule for FINDING in SUBJECT's data to CONSUMER.  NULL: there is none,
   and the severity decides.  */
const struct consumer_rule *
consumer_rule_find (const struct consumer *consumer, unsigned finding,
                    const struct consumer_subject *subject);

/* What mends FINDING in an image, or in an object.  */
enum consumer_mend consumer_mend_of (unsigned finding, bool image);

#endif /* TOOL_CONSUMER_RULES_H */
