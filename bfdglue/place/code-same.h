/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-same.h - whether a function of an object is the one at an address of
   the image, by its bytes.  */

#ifndef BFDGLUE_CODE_SAME_H
#define BFDGLUE_CODE_SAME_H

#include "code-ranges.h"
#include "input.h"

/* Whether the SIZE bytes at FROM of the section CODE are what the image
   IMAGE_CODE has at ADDR, outside the holes and but for what linkers change
   without a relocation (code-rewritten.h).  False if either does not have all
   of the bytes.  A linker that shortens a function leaves its first bytes as
   they are, so that the size must be known to be the image's too.  */
bool code_same (const struct code_ranges *image_code,
                const struct input_code *code, uint64_t from, uint64_t size,
                uint64_t addr);

/* How many of these bytes are outside the holes: what a comparison proves
   grows with them.  0 if CODE does not have them.  */
uint64_t code_fixed (const struct input_code *code, uint64_t from,
                     uint64_t size);

#endif /* BFDGLUE_CODE_SAME_H */
