/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plain-object.h - objects whose headers show that they have no SFrame.  */

#ifndef BFDGLUE_PLAIN_OBJECT_H
#define BFDGLUE_PLAIN_OBJECT_H

#include "elf-image.h"

/* Whether the object IMAGE has no SFrame section, and nothing in which libbfd
   could find a fault.  False tells nothing: libbfd must read it.  */
bool object_is_plain (const struct image *image);

#endif /* BFDGLUE_PLAIN_OBJECT_H */
