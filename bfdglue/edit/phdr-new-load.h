/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-new-load.h - a new segment of an image, for phdr-plan.c.  */

#ifndef BFDGLUE_PHDR_NEW_LOAD_H
#define BFDGLUE_PHDR_NEW_LOAD_H

#include "phdr-plan.h"

enum
{
  SFRAME_ALIGN = 8
};

/* True if IMAGE may have another segment; else GROW says why not.  */
bool segment_allowed (const struct image *image,
                      const struct grow_options *options, struct grow *grow);

/* Place GROW's new segment above all addresses of IMAGE.  False, with the
   reason in GROW, if there is no such place.  */
bool segment_place (const struct image *image, struct grow *grow);

static inline uint64_t
segment_round_up (uint64_t value, uint64_t align)
{
  return (value + align - 1) & ~(align - 1);
}

#endif /* BFDGLUE_PHDR_NEW_LOAD_H */
