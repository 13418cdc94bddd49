/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   byte-range.h - a range of bytes in a file.  */

#ifndef BFDGLUE_BYTE_RANGE_H
#define BFDGLUE_BYTE_RANGE_H

#include <stdint.h>

/* [START, END), as file offsets.  */
struct byte_range
{
  uint64_t start;
  uint64_t end;
};

#endif /* BFDGLUE_BYTE_RANGE_H */
