/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-same.h - compare the bytes of a function of an object with those at an
   address of the image.  */

#ifndef BFDGLUE_CODE_SAME_H
#define BFDGLUE_CODE_SAME_H

#include "code-ranges.h"
#include "input.h"

/* Whether the SIZE bytes at FROM of the section CODE equal those of IMAGE_CODE
   at ADDR, except under relocation masks and for changes that linkers make
   without a relocation (code-same.c).  False if either side lacks some of
   the bytes.  A linker that shortens a function keeps its first bytes, so the
   caller must know that the image's function has the same size.  */
bool code_same (const struct code_ranges *image_code,
                const struct input_code *code, uint64_t from, uint64_t size,
                uint64_t addr);

/* The number of these bytes outside the relocation masks: the more, the
   stronger the result.  0 if CODE does not have the bytes.  */
uint64_t code_fixed (const struct input_code *code, uint64_t from,
                     uint64_t size);

#endif /* BFDGLUE_CODE_SAME_H */
