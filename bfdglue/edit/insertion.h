/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   insertion.h - where zeros are inserted into the file of an image.  */

#ifndef BFDGLUE_INSERTION_H
#define BFDGLUE_INSERTION_H

#include <stdint.h>

/* Zeros to be inserted into the file of an image.  */
struct insertion
{
  uint32_t segment; /* index of the PT_LOAD whose bytes they follow */
  uint64_t offset;  /* of the first zero, the end of the segment's bytes */
  uint64_t size;    /* 0: none */
};

#endif /* BFDGLUE_INSERTION_H */
