/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-reuse.h - find program headers that an image can do without, for
   phdr-plan.c.  */

#ifndef BFDGLUE_PHDR_REUSE_H
#define BFDGLUE_PHDR_REUSE_H

#include "elf-image.h"
#include "phdr-plan.h"

/* Choose the entries of IMAGE's program header table that become PT_GNU_SFRAME
   and, with WANT_LOAD, a PT_LOAD above all others.  PHDR receives their
   indices and the number of entries to add.  SPARE: dispensable entries may be
   replaced; else all that is missing is added.  */
void phdr_reuse_choose (const struct image *image, bool want_load, bool spare,
                        struct phdr_plan *phdr);

#endif /* BFDGLUE_PHDR_REUSE_H */
