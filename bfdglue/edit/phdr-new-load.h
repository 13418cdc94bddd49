/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-new-load.h - choose the offset and address of a new segment, for
   phdr-plan.c.  */

#ifndef BFDGLUE_PHDR_NEW_LOAD_H
#define BFDGLUE_PHDR_NEW_LOAD_H

#include "phdr-plan.h"

enum
{
  SFRAME_ALIGN = 8
};

/* True if IMAGE may get another segment; else the reason is in PHDR.  */
bool segment_allowed (const struct image *image,
                      const struct phdr_options *options,
                      struct phdr_plan *phdr);

/* Place PHDR's new segment above all addresses of IMAGE.  False, with the
   reason in PHDR, if that is impossible.  */
bool segment_place (const struct image *image, struct phdr_plan *phdr);

#endif /* BFDGLUE_PHDR_NEW_LOAD_H */
