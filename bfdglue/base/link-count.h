/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-count.h - the number of links that came to the linker wrapper, as the
   size of a file that an environment variable names.  */

#ifndef BFDGLUE_LINK_COUNT_H
#define BFDGLUE_LINK_COUNT_H

#include <stdint.h>

#define LINK_COUNT "SFMERGE_LINKS"

/* Add LINKS to the file PATH, unless that is NULL.  Failures are ignored: what
   is lost here is a warning.  */
void link_count_add (const char *path, uint64_t links);

#endif /* BFDGLUE_LINK_COUNT_H */
