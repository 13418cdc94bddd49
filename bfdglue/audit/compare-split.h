/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   compare-split.h - compare a function of an input with the parts into which
   a merge has split it.  */

#ifndef BFDGLUE_COMPARE_SPLIT_H
#define BFDGLUE_COMPARE_SPLIT_H

#include "found-function.h"
#include "pieces.h"

/* Keep F's piece if F has more rows than version 3 can count, as a copy with
   memory from POOL; else set it to NULL.  False: no memory.  */
bool comparison_keep_long (struct found_function *f, struct pool *pool);

/* Whether adjacent functions of LIST, of the pieces of EXISTING, together
   describe F by the same rules at every address.  False if F has no piece.  */
bool split_same (const struct found_function *f,
                 const struct existing_sframe *existing,
                 const struct function_list *list);

#endif /* BFDGLUE_COMPARE_SPLIT_H */
