/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-rules.h - what a finding or a fact means to a consumer, and which
   command fixes it.  */

#ifndef TOOL_CONSUMER_RULES_H
#define TOOL_CONSUMER_RULES_H

#include "consumer-verdict.h"

/* Among the consumers of a rule: it holds for big-endian data only.  */
#define CONSUMER_BIG_ENDIAN (UINT32_C (1) << 31)

struct consumer_rule
{
  uint32_t consumers; /* 1 << CONSUMER_*, and CONSUMER_BIG_ENDIAN */
  unsigned ground;    /* SFM_FIND_*, FIND_* or FACT_* */
  enum consumer_grade grade;
  const char *why;    /* a clause; NULL if the grade is USABLE */
  const char *reader; /* whose code the rule comes from, and its version */
};

/* The command that fixes a finding, the stronger ones later.  */
enum consumer_fix
{
  CONSUMER_NO_FIX,
  CONSUMER_REPAIR, /* repair or convert, from the file alone */
  CONSUMER_FOR,    /* convert --for, which leaves out what is refused */
  CONSUMER_LINK    /* link, from the objects */
};

/* All rules; the first that matches applies.  */
extern const struct consumer_rule consumer_rules[];
extern const size_t consumer_rule_count;

/* The rule for GROUND in SUBJECT's data to CONSUMER.  NULL: there is none;
   the severity of a finding decides, and a fact does not matter.  */
const struct consumer_rule *
consumer_rule_find (const struct consumer *consumer, unsigned ground,
                    const struct consumer_subject *subject);

/* What fixes GROUND in an image, or in an object.  */
enum consumer_fix consumer_fix_of (unsigned ground, bool image);

#endif /* TOOL_CONSUMER_RULES_H */
