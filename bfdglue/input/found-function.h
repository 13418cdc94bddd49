/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   found-function.h - a function of an input, found in the image.  */

#ifndef BFDGLUE_FOUND_FUNCTION_H
#define BFDGLUE_FOUND_FUNCTION_H

#include <stdint.h>

#include "sfmerge.h"

struct found_function
{
  uint64_t addr;
  uint64_t digest;               /* of its rules in the input */
  const struct sfm_piece *piece; /* of the input; its bytes live as long as the
                                    inputs */
  uint64_t field;                /* offset of its start field in the section */
  uint32_t fde;                  /* number in PIECE */
  uint32_t size;
  uint32_t input; /* number, for placer_input_name */
  bool refuted;   /* it is left out: .eh_frame has other rules at ADDR */
  bool unjudged;  /* the same: .eh_frame cannot judge its rows there */
};

#endif /* BFDGLUE_FOUND_FUNCTION_H */
