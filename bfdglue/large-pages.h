/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   large-pages.h - memory of large arrays, on large pages if there are any.  */

#ifndef TOOL_LARGE_PAGES_H
#define TOOL_LARGE_PAGES_H

#include <stddef.h>

/* As malloc and free, which they are for small sizes; for sfm_options.  DATA
   is ignored.  */
void *large_pages_alloc (void *data, size_t size);
void large_pages_release (void *data, void *pointer);

#endif /* TOOL_LARGE_PAGES_H */
