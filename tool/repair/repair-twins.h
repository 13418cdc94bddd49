/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-twins.h - images whose detached files would have one name.  */

#ifndef TOOL_REPAIR_TWINS_H
#define TOOL_REPAIR_TWINS_H

#include <stdbool.h>
#include <stddef.h>

#include "file-list.h"
#include "sfmerge.h"

struct twins
{
  size_t begin;  /* number of the first entry with the build-id of another */
  size_t *first; /* of entry BEGIN + N, the number of that other one */
};

/* Move the entries of LIST whose images have the build-id of an earlier one to
   its end, and fill in TWINS.  False: no memory.  */
bool twins_find (struct file_list *list, struct twins *twins) SFM_CHECKED;

void twins_free (struct twins *twins);

#endif /* TOOL_REPAIR_TWINS_H */
