/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-verdict.h - whether a consumer can use the .sframe of a file.  */

#ifndef TOOL_CONSUMER_VERDICT_H
#define TOOL_CONSUMER_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "consumers.h"
#include "finding.h"

/* One piece, as far as consumers care.  */
struct consumer_piece
{
  uint8_t version;
  uint8_t flags;
  uint32_t num_fdes;
  uint32_t num_fres;
  bool packed; /* FDEs right behind the header, auxiliary one included, rows
                  right behind them */
  bool flex;   /* a function is of FDE type FLEX */
  bool mask;   /* a function is of PC type MASK */
  bool past_section_end; /* behind the section's end */
};

/* What is known of a file.  */
struct consumer_subject
{
  const char *name; /* of the file */
  enum
  {
    CONSUMER_IMAGE,  /* linked */
    CONSUMER_OBJECT, /* relocatable */
    CONSUMER_MODULE  /* relocatable, a kernel module */
  } kind;
  uint16_t machine; /* e_machine */
  bool big_endian;
  const struct consumer_piece *pieces; /* in the order of the file; those that
                                         do not parse are not among them */
  size_t piece_count;
  const uint64_t *found; /* for each id of a finding, the sum of its counts;
                            FIND_COUNT of them */
};

/* Better ones first.  */
enum consumer_grade
{
  CONSUMER_NOT_APPLICABLE, /* it does not read files of this kind or machine,
                             whatever their .sframe is */
  CONSUMER_USABLE,
  CONSUMER_LOSS, /* usable, but it does not see all, or sees doubtful data */
  CONSUMER_UNUSABLE
};

enum
{
  CONSUMER_REASONS = 8, /* at most */
  CONSUMER_TEXT = 160
};

struct consumer_verdict
{
  const struct consumer *consumer;
  enum consumer_grade grade;
  size_t reason_count;
  char reasons[CONSUMER_REASONS][CONSUMER_TEXT]; /* sentences, worst first */
  size_t more; /* reasons for which there was no room, all of them no worse
                  than those */
  char mend[CONSUMER_TEXT]; /* the sfmerge command that would help, with FILE
                              for the file's name and OBJECT... for what it
                              was linked from; or "" */
};

/* Judge SUBJECT for CONSUMER.  */
void consumer_judge (const struct consumer *consumer,
                     const struct consumer_subject *subject,
                     struct consumer_verdict *verdict);

/* "not applicable", "usable", "usable with loss", "unusable".  */
const char *consumer_grade_name (enum consumer_grade grade);

#endif /* TOOL_CONSUMER_VERDICT_H */
