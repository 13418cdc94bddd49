/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumers.h - who reads .sframe, which version each wants, and whether it
   takes rows that functions share.  */

#ifndef TOOL_CONSUMERS_H
#define TOOL_CONSUMERS_H

#include <stdbool.h>

#include "sfmerge.h"

struct consumer
{
  const char *name; /* as --for takes it */
  enum sfm_target target;
  bool shares;      /* takes functions that share rows */
  const char *text; /* one line for --list-consumers */
};

/* The consumer called NAME, or NULL.  */
const struct consumer *consumer_find (const char *name);

/* Whether CONSUMER takes shared rows; if it is NULL, whether all do that may
   read an image, of BIG_ENDIAN data or not.  */
bool consumer_shares (const struct consumer *consumer, bool big_endian);

/* Print the table to standard output.  */
void consumers_list (void);

/* Set *TARGET to the version called NAME ("v3"); false if there is none.  */
bool target_find (const char *name, enum sfm_target *target);

/* The name of TARGET, as --to takes it.  */
const char *target_name (enum sfm_target target);

#endif /* TOOL_CONSUMERS_H */
