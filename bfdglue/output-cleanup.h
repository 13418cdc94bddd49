/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-cleanup.h - a temporary file that no signal leaves behind.  */

#ifndef BFDGLUE_OUTPUT_CLEANUP_H
#define BFDGLUE_OUTPUT_CLEANUP_H

/* Create a new file with permissions MODE in the folder open as FOLDER and
   return its descriptor, or -1 with errno set.  NAME, CLEANUP_NAME_SIZE bytes,
   gets its name.  Until cleanup_disarm a deadly signal removes the file.  */
enum
{
  CLEANUP_NAME_SIZE = 40
};
int cleanup_create (int folder, unsigned mode, char *name);

/* The file has its own name now, or is removed.  Without cleanup_create, does
   nothing.  */
void cleanup_disarm (void);

#endif /* BFDGLUE_OUTPUT_CLEANUP_H */
