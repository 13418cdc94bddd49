/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   large-pages.h - memory of large arrays, on large pages if there are any.  */

#ifndef BFDGLUE_LARGE_PAGES_H
#define BFDGLUE_LARGE_PAGES_H

#include <stddef.h>

enum
{
  LARGE_PAGES_SIZE = 4 << 20 /* bytes for which there are any */
};

/* As malloc and free, which they are for small sizes; for sfm_options.  What
   the one gives may be given to free too.  DATA is ignored.  */
void *large_pages_alloc (void *data, size_t size);
void large_pages_release (void *data, void *pointer);

/* Wish for large pages in the SIZE bytes of whole pages at POINTER.  */
void large_pages_advise (void *pointer, size_t size);

#endif /* BFDGLUE_LARGE_PAGES_H */
