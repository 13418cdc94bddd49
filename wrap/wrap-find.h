/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-find.h - find the wrapped linker, and sfmerge.  */

#ifndef WRAP_WRAP_FIND_H
#define WRAP_WRAP_FIND_H

#include <stdbool.h>

#include "pool.h"
#include "diag.h"

/* The path of the linker to run for the wrapper called as NAME: SFMERGE_LD, or
   the first NAME in COMPILER_PATH, which GCC sets, and in PATH that is neither
   this wrapper nor one that called it.  NULL if there is none, which is
   reported.  *INNER: another wrapper called this one, which then only has to
   run the linker.  Must be called only once.  */
char *wrap_find_linker (const char *name, struct pool *pool, bool *inner,
                        const struct diag_sink *sink);

/* The path of sfmerge: SFMERGE, else the one of this program's installation,
   else the one in PATH.  NULL if there is none, which is reported.  */
char *wrap_find_sfmerge (struct pool *pool, const struct diag_sink *sink);

#endif /* WRAP_WRAP_FIND_H */
