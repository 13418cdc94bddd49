/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   demangler.h - demangle names that come from files, which may be damaged.  */

#ifndef BFDGLUE_DEMANGLER_H
#define BFDGLUE_DEMANGLER_H

#include "diag.h"

struct demangler;

/* Set *DEMANGLER to one that says on SINK, once, if names have to stay as they
   are.  Its process starts with the first mangled name.  Statuses: NOMEM,
   which SINK is told.  */
sfm_status demangler_new (struct demangler **demangler,
                          const struct diag_sink *sink) SFM_CHECKED;

/* The name in the source of the function whose symbol is NAME, valid until the
   next call; NULL if NAME is not mangled or cannot be demangled.  */
const char *demangler_name (struct demangler *demangler, const char *name);

/* The same, or NAME itself in place of NULL and if DEMANGLER is NULL.  */
const char *demangler_show (struct demangler *demangler, const char *name);

/* Nothing for NULL.  */
void demangler_free (struct demangler *demangler);

#endif /* BFDGLUE_DEMANGLER_H */
