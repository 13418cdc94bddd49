/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   demangle.h - the names that C++ and Rust programs have in their sources.  */

#ifndef BFDGLUE_DEMANGLE_H
#define BFDGLUE_DEMANGLE_H

#include <stdbool.h>

/* Whether this build can demangle: with libbfd, which has libiberty's
   demangler.  */
extern const bool demangle_available;

/* The name in the source of the function whose symbol is NAME, to be freed;
   NULL if NAME is not mangled, or in a way that libiberty does not know.
   Nothing bounds the time and memory that this takes: for names from files,
   use a demangler (demangler.h).  */
char *demangle (const char *name);

#endif /* BFDGLUE_DEMANGLE_H */
