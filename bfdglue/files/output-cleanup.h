/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-cleanup.h - temporary files that no signal leaves behind.  */

#ifndef BFDGLUE_OUTPUT_CLEANUP_H
#define BFDGLUE_OUTPUT_CLEANUP_H

#include <stdbool.h>

enum
{
  CLEANUP_NAME_SIZE = 40
};

/* Create a new file with permissions MODE in the directory open as DIRECTORY
   and return its descriptor, or -1 with errno set.  NAME, CLEANUP_NAME_SIZE
   bytes, gets its name.  Until cleanup_forget a deadly signal removes the
   file, by DIRECTORY and NAME, which must stay.  */
int cleanup_create (int directory, unsigned mode, char *name);

/* A deadly signal removes the file NAME in DIRECTORY, both of which must stay
   until cleanup_forget.  False with errno set: there is no memory.  */
bool cleanup_remember (int directory, const char *name);

/* The file NAME in DIRECTORY is removed, or is to stay.  Once no file is left
   the signals have the actions that they had.  */
void cleanup_forget (int directory, const char *name);

#endif /* BFDGLUE_OUTPUT_CLEANUP_H */
