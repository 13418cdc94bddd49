/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-rows.h - where the rows of two functions begin to differ.  */

#ifndef TOOL_DIFF_ROWS_H
#define TOOL_DIFF_ROWS_H

#include "diff-compare.h"
#include "rules-text.h"

struct diff_rows
{
  uint32_t at;               /* bytes from the start of the function */
  char old[RULES_TEXT_SIZE]; /* the rules there, or "none" */
  char now[RULES_TEXT_SIZE];
};

/* Find the first byte that both functions of ITEM, of PAIR's units, have, and
   where they have other rules.  False: there is none.  */
bool diff_rows_find (const struct diff_pair *pair,
                     const struct diff_item *item, struct diff_rows *rows);

#endif /* TOOL_DIFF_ROWS_H */
