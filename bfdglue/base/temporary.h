/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   temporary.h - names of temporary files.  */

#ifndef BFDGLUE_TEMPORARY_H
#define BFDGLUE_TEMPORARY_H

#include "pool.h"

/* A template for mkostemp or mkdtemp, whose name begins with NAME, in the
   directory TMPDIR, or in /tmp if that cannot be written to, as compilers do;
   in POOL.  NULL: no memory.  */
char *temporary_template (struct pool *pool, const char *name);

#endif /* BFDGLUE_TEMPORARY_H */
