/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   undescribable.h - functions that neither assemblers nor the merge describe
   in .sframe, by their call frame information.  */

#ifndef BFDGLUE_UNDESCRIBABLE_H
#define BFDGLUE_UNDESCRIBABLE_H

#include "eh-frame.h"

/* State of the judgement of an image's functions.  It holds no resources.  */
struct undescribable
{
  const struct eh_frame *frame;
  uint8_t version; /* of SFrame */
  const struct sfm_cfi_section *section;
  struct sfm_cfi_fde fde;
};

/* Begin to judge functions of FRAME, whose functions are sorted by address and
   size, by what assemblers write in VERSION.  FRAME must outlive JUDGE.  */
void undescribable_begin (struct undescribable *judge,
                          const struct eh_frame *frame, uint8_t version);

/* Whether FRAME has the function [ADDR, ADDR + SIZE) with instructions of
   which no assembler makes rows, or which the merge leaves out.  */
bool undescribable_function (struct undescribable *judge, uint64_t addr,
                             uint64_t size);

#endif /* BFDGLUE_UNDESCRIBABLE_H */
