/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-segments.h - the executable segments of an image.  */

#ifndef BFDGLUE_CODE_SEGMENTS_H
#define BFDGLUE_CODE_SEGMENTS_H

#include "elf-image.h"

struct code_segments
{
  size_t count;
  uint64_t start; /* the addresses of the first one, */
  uint64_t end;   /* and their end */
};

struct code_segments code_segments_of (const struct image *image);

#endif /* BFDGLUE_CODE_SEGMENTS_H */
