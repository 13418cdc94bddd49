/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-repairable.h - images that are judged by what their own pieces
   lack.  */

#ifndef TESTSUITE_FIXTURE_REPAIRABLE_H
#define TESTSUITE_FIXTURE_REPAIRABLE_H

#include "fixture-pieces.h"
#include "repairable.h"

enum
{
  VERDICT_SORTED = SFM_F_FDE_SORTED | SFM_F_FDE_FUNC_START_PCREL,
  VERDICT_COPIED = SFM_F_FDE_FUNC_START_PCREL,
  VERDICT_DYNAMIC = 0x400000, /* after the pieces */
  VERDICT_FREE = 0x401000,    /* for small sections */
  VERDICT_SOME = 4
};

/* What tests let an image describe, and more that it may lack.  */
extern const struct owned_function verdict_some[VERDICT_SOME];

/* The current image, and its verdict after fixture_judge.  */
extern struct owned verdict_image;
extern struct repairable verdict;

/* Begin an image that is linked dynamically.  */
void verdict_begin (void);

/* Add an entry to its dynamic section.  */
void verdict_dynamic (uint64_t tag, uint64_t value);

/* Let .eh_frame have the first COUNT of the functions.  */
void verdict_frames (size_t count);

/* Let the symbols have function number IDX under NAME.  */
void verdict_name (size_t idx, const char *name);

/* Judge the image.  */
bool fixture_judge (void);

/* Test NAME: the verdict is FLAWS, and COUNT functions lack.  Ends the
   image.  */
void verdict_expect (unsigned flaws, size_t count, const char *name);

#endif /* TESTSUITE_FIXTURE_REPAIRABLE_H */
