/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-cleanup.h - removal of temporary files on a deadly signal.  */

#ifndef BFDGLUE_OUTPUT_CLEANUP_H
#define BFDGLUE_OUTPUT_CLEANUP_H

#include <stdbool.h>

enum
{
  CLEANUP_NAME_SIZE = 40
};

/* Create a new file with permissions MODE in the directory open as DIRECTORY
   and return its descriptor, or -1 with errno set.  Its name is put into NAME,
   CLEANUP_NAME_SIZE bytes.  Until cleanup_forget a deadly signal removes the
   file, by DIRECTORY and NAME, which must stay valid.  */
int cleanup_create (int directory, unsigned mode, char *name);

/* Let a deadly signal remove the file NAME in DIRECTORY.  Both must stay valid
   until cleanup_forget.  False with errno set: no memory.  */
bool cleanup_remember (int directory, const char *name);

/* Forget the file NAME in DIRECTORY, which was removed or is to stay.  NAME is
   the same pointer as before.  When no file is left, the signals get their
   previous actions back.  */
void cleanup_forget (int directory, const char *name);

/* Remove all these files.  For the handler of a signal after which the process
   ends.  */
void cleanup_remove (void);

#endif /* BFDGLUE_OUTPUT_CLEANUP_H */
