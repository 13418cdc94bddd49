/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-find.h - the linker that a wrapper stands for, and sfmerge.  */

#ifndef WRAP_WRAP_FIND_H
#define WRAP_WRAP_FIND_H

#include <stdbool.h>

#include "pool.h"
#include "diag.h"

enum wrap_family
{
  FAMILY_OTHER,
  FAMILY_GNU,
  FAMILY_GOLD,
  FAMILY_LLD,
  FAMILY_MOLD
};

struct wrap_linker
{
  enum wrap_family family;
  unsigned major; /* of FAMILY_GNU; 0: not known */
  unsigned minor;
};

/* The path of the linker that the wrapper called as NAME stands for:
   SFMERGE_LD, or the first NAME in COMPILER_PATH, where GCC looks, and in PATH
   that is not a wrapper which called us or this one.  NULL, having said why:
   there is none.  *INNER: a wrapper called us, so there is nothing to do but
   to run the linker.  To be called once.  */
char *wrap_find_linker (const char *name, struct pool *pool, bool *inner,
                        const struct diag_sink *sink);

/* The path of sfmerge: SFMERGE, or the one that belongs to this program, or
   that of PATH; NULL, having said why.  */
char *wrap_find_sfmerge (struct pool *pool, const struct diag_sink *sink);

/* What the TEXT that a linker prints for --version says of it.  */
void wrap_linker_tell (const char *text, struct wrap_linker *linker);

#endif /* WRAP_WRAP_FIND_H */
