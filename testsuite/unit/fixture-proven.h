/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-proven.h - what is made of instructions, with and without a table of
   Go.  What both say is given here, so that each can say anything.  */

#ifndef TESTSUITE_FIXTURE_PROVEN_H
#define TESTSUITE_FIXTURE_PROVEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"

enum
{
  TRIAL_FUNCTIONS = 2,
  TRIAL_SIZE = 0x80, /* of a function */
  TRIAL_NOP = 0x90,
  TRIAL_HLT = 0xf4 /* is no padding */
};

/* What is said of a function.  */
struct said
{
  /* By the table: "BYTES:DEPTH ..."; NULL: it has no program.  */
  const char *table;
  /* By the instructions: "FROM-TO:CFA-SP LETTERS ...", in hexadecimal but for
     CFA - SP, with the letters of fixture-proven.c.  */
  const char *proven;
  const char *name; /* in the table, or NULL */
  uint8_t flags;    /* in the table */
};

/* What both say, and other members.  */
#define SAYS(words, ...)                                                      \
  {                                                                           \
    .table = words, .proven = __VA_ARGS__                                     \
  }

/* A case, and what is made: functions "START[S][B][I]: ROW ROW -SIZE;",
   where S stands for signal frames, B for the other key, I for one that takes
   the place of another, and a row is OFFSET=CFA/RA/FP.  */
struct trial
{
  const char *name;
  struct said said[TRIAL_FUNCTIONS];
  const char *made;
  const char *counts; /* those that are not 0 */
  const char *told;   /* in the end; NULL: anything */
  uint16_t machine;   /* 0: AMD64 */
  bool off;           /* nobody wants functions */
  bool none;          /* there is no table */
  bool unmerged;      /* no merger gets the functions */
  bool asked;         /* the prover is asked */
  bool bent;          /* each bit of what is made is wrong once, too */
  bool cut;           /* the last record of the table */
  uint8_t fill;       /* bytes of the code; 0: TRIAL_HLT */
  uint8_t target;     /* 0: version 3 */
  const char *why;    /* the table does not count */
  uint8_t framed;     /* bytes of the second function that .eh_frame has, */
  uint8_t debugged;   /* and .debug_frame */
  /* What something else describes: its start and its end.  */
  uint8_t described_from, described;
  /* What is said of the first function once something was told of the
     second.  */
  struct said later;
};

/* A whole function, and what is made of it.  */
#define PLAIN "0-4:8 sro 4-10:24 sro 10-12:8 sro"
#define PLAIN_MADE_AT                                                         \
  ": 0=sp+8/c-8/same 4=sp+24/c-8/same 10=sp+8/c-8/same -12;"
#define PLAIN_MADE "0" PLAIN_MADE_AT
#define SHORT_MADE "0: 0=sp+8/c-8/same -4;"
/* It is refused.  */
#define CORRUPT "status 5"

struct made_piece;
struct synth_counts;

/* Add the functions of MADE to the SIZE bytes of TEXT, or put STATUS there,
   unless it is SFM_OK.  */
void trial_made (char *text, size_t size, const struct made_piece *made,
                 sfm_status status);

/* Put the COUNTS that are not 0 there.  */
void trial_counts (char *text, size_t size, const struct synth_counts *counts);

/* Test TRIAL with the table, or with the code alone.  */
void trial_go (const struct trial *trial);
void trial_code (const struct trial *trial);

#endif /* TESTSUITE_FIXTURE_PROVEN_H */
