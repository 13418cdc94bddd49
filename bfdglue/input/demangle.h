/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   demangle.h - the names that C++ and Rust programs have in their sources.  */

#ifndef BFDGLUE_DEMANGLE_H
#define BFDGLUE_DEMANGLE_H

#include <stdbool.h>

#include "diag.h"

/* Whether this build can demangle: with libbfd, which has libiberty's
   demangler.  */
extern const bool demangle_available;

/* The name in the source of the function whose symbol is NAME, to be freed;
   NULL if NAME is not mangled, or in a way that libiberty does not know.
   Nothing bounds the time and memory that this takes: for names from files,
   use a demangler, below.  */
char *demangle (const char *name);

/* Demangle names that come from files, which may be damaged.  */

struct demangler;

/* Set *DEMANGLER to a new one.  It reports to SINK, once, if names have to
   stay as they are.  Its process starts with the first mangled name.
   Statuses: NOMEM, which is reported.  */
sfm_status demangler_new (struct demangler **demangler,
                          const struct diag_sink *sink) SFM_CHECKED;

/* The name in the source of the function whose symbol is NAME, valid until the
   next call; NAME itself if it is not mangled or cannot be demangled, and if
   DEMANGLER is NULL.  */
const char *demangler_show (struct demangler *demangler, const char *name);

/* Nothing for NULL.  */
void demangler_free (struct demangler *demangler);

#endif /* BFDGLUE_DEMANGLE_H */
