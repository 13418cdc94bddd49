/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   large-pages.h - memory for large arrays, on large pages if possible.  */

#ifndef BFDGLUE_LARGE_PAGES_H
#define BFDGLUE_LARGE_PAGES_H

#include <stddef.h>

#include "base-limits.h"

/* malloc and free, but large blocks ask for large pages; for sfm_options.  The
   memory may also be given to free.  DATA is ignored.  */
void *large_pages_alloc (void *data, size_t size);
void large_pages_release (void *data, void *pointer);

/* Ask for large pages in the SIZE bytes of whole pages at POINTER.  */
void large_pages_advise (void *pointer, size_t size);

#endif /* BFDGLUE_LARGE_PAGES_H */
