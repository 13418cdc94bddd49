/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   builder-refusals.h - what is said of rules that a builder refuses.  */

#ifndef BUILDER_REFUSALS_H
#define BUILDER_REFUSALS_H

#include <stdbool.h>

/* Whether TEXT is what must be said of the form NAME of unit-builder.c.  */
bool builder_refusal_is (const char *name, const char *text);

#endif /* BUILDER_REFUSALS_H */
