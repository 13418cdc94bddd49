/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-verdict.h - whether a consumer can use the .sframe of a file.  */

#ifndef TOOL_CONSUMER_VERDICT_H
#define TOOL_CONSUMER_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "consumer-facts.h"
#include "consumers.h"

/* The properties of a piece that matter to consumers.  */
struct consumer_piece
{
  uint8_t version;
  uint8_t flags;
  uint32_t num_fdes;
  uint32_t num_fres;
  bool past_section_end;
  bool later; /* the engine does not know its version, flags or ABI: no other
                 number means anything */
  struct consumer_facts facts;
};

/* The file to judge.  */
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
  bool kernel;                         /* an image, and a kernel */
  struct consumer_facts facts;         /* of the file, not of its pieces */
  const struct consumer_piece *pieces; /* in file order, without those that do
                                         not parse */
  size_t piece_count;
  const uint64_t *found; /* FIND_COUNT sums of the counts of findings, by id */
  bool later;            /* a piece is */
  uint64_t synth;        /* functions that synth would add to the image */
};

/* From best to worst.  */
enum consumer_grade
{
  CONSUMER_NOT_APPLICABLE, /* it does not read files of this kind or machine,
                             whatever their .sframe */
  CONSUMER_USABLE,
  CONSUMER_LOSS, /* usable, but some data is not seen, or is doubtful */
  CONSUMER_UNUSABLE
};

/* The commands that may help.  */
enum consumer_command
{
  COMMAND_NONE,
  COMMAND_REPAIR,  /* without --for */
  COMMAND_CONVERT, /* the others are with it */
  COMMAND_SYNTH,
  COMMAND_LINK
};

enum
{
  CONSUMER_REASONS = 8, /* reasons that are kept */
  CONSUMER_TEXT = 192   /* bytes of a text and its NUL */
};

struct consumer_verdict
{
  const struct consumer *consumer;
  enum consumer_grade grade;
  size_t reason_count;
  char reasons[CONSUMER_REASONS][CONSUMER_TEXT]; /* sentences, worst first */
  size_t more;                   /* further reasons, none of them worse */
  enum consumer_command command; /* that may help */
  char fix[CONSUMER_TEXT]; /* the same as text, with FILE for the file and
                              OBJECT... for its inputs; or "" */
};

/* Advise VERDICT's command with OPTIONS, which begin with a space or are
   empty, or none if OPTIONS is NULL.  */
void consumer_advise (struct consumer_verdict *verdict, const char *options);

/* Set VERDICT to CONSUMER's verdict on SUBJECT.  */
void consumer_judge (const struct consumer *consumer,
                     const struct consumer_subject *subject,
                     struct consumer_verdict *verdict);

/* "not applicable", "usable", "usable with loss", "unusable".  */
const char *consumer_grade_name (enum consumer_grade grade);

#endif /* TOOL_CONSUMER_VERDICT_H */
