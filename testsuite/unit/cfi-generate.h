/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cfi-generate.h - call frame information for functions with known rules
   (generate.h).  */

#ifndef TESTSUITE_CFI_GENERATE_H
#define TESTSUITE_CFI_GENERATE_H

#include "cfi-writer.h"
#include "generate.h"

/* Change what only FLEX rows say but call frame information has no words for,
   or has other words, in F, so that both mean the same.  */
void cfi_simplify (const struct gen_world *world, struct gen_func *f);

/* Write a CIE and an FDE that say what F says.  Of several forms one is
   chosen at random.  A MASK function has its rows in each block.  F is
   simplified and has rows.  */
void cfi_generate (struct gen *g, struct cfi_writer *w,
                   const struct gen_func *f);

#endif /* TESTSUITE_CFI_GENERATE_H */
