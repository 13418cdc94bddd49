/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-guard.h - an allocator that shows each access past an array.  */

#ifndef TESTSUITE_FIXTURE_GUARD_H
#define TESTSUITE_FIXTURE_GUARD_H

#include <stddef.h>

/* For the members alloc and release of options.  No byte after those that were
   asked for can be touched, and what is new is not zero.  */
void *guard_alloc (void *data, size_t size);
void guard_release (void *data, void *pointer);

#endif /* TESTSUITE_FIXTURE_GUARD_H */
