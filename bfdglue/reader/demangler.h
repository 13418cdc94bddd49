/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   demangler.h - demangle names of files that may be damaged.  */

#ifndef BFDGLUE_DEMANGLER_H
#define BFDGLUE_DEMANGLER_H

#include "diag.h"

struct demangler;

/* A demangler that says on SINK, once, if names have to stay as they are.  Its
   process starts with the first mangled name; if TRUSTED, this process does
   the work.  NULL: no memory.  */
struct demangler *demangler_new (bool trusted, const struct diag_sink *sink);

/* The name in the source of the function whose symbol is NAME, valid until the
   next call; NULL if NAME is not mangled or cannot be demangled.  */
const char *demangler_name (struct demangler *demangler, const char *name);

/* Nothing for NULL.  */
void demangler_free (struct demangler *demangler);

#endif /* BFDGLUE_DEMANGLER_H */
