/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-sizes.h - whether an image's .sframe is what the linker made of those
   of the inputs, by its size.  */

#ifndef TOOL_LINK_SIZES_H
#define TOOL_LINK_SIZES_H

#include "byte-range.h"
#include "elf-image.h"
#include "input.h"

/* Sizes of the inputs' .sframe, one after the other.  */
struct link_sizes
{
  uint64_t packed;  /* their sum */
  uint64_t aligned; /* the same, each rounded up to a multiple of 8 */
  uint8_t paddings; /* bit N: one of them is rounded up by N */
};

/* Add those of OBJECT.  OBJECT may have none.  */
void link_sizes_add (struct link_sizes *sizes,
                     const struct input_object *object);

/* The bytes of IMAGE's only .sframe if it has the size of all of SIZES
   together; else an empty range from 0.  */
struct byte_range link_sizes_section (const struct link_sizes *sizes,
                                      const struct image *image);

#endif /* TOOL_LINK_SIZES_H */
