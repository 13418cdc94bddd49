/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-rewritten.h - instructions that linkers change without a
   relocation.  */

#ifndef BFDGLUE_CODE_REWRITTEN_H
#define BFDGLUE_CODE_REWRITTEN_H

#include <stdint.h>

#include "code-ranges.h"

/* Bytes of an object, and the bytes of the image to compare with them.  */
struct code_run
{
  const uint8_t *wanted; /* the object's */
  const uint8_t *bytes;  /* the image's */
  uint64_t size;         /* of both */
  uint64_t addr;         /* of the image's bytes */
};

/* RUN differs at AT.  If IMAGE_CODE has there what a linker makes of the
   object's instruction, return the offset after that instruction; else 0.  */
uint64_t code_rewritten (const struct code_ranges *image_code,
                         const struct code_run *run, uint64_t at);

#endif /* BFDGLUE_CODE_REWRITTEN_H */
