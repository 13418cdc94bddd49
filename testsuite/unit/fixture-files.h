/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-files.h - a directory to work in, and small files in it.  */

#ifndef TESTSUITE_FIXTURE_FILES_H
#define TESTSUITE_FIXTURE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "output-file.h"

/* Make a new directory and go there.  False: it was told why not.  */
bool fixture_enter (void);

/* Leave it and remove it, which must be empty.  */
void fixture_leave (void);

/* Make the file NAME with TEXT and mode MODE.  */
void fixture_make (const char *name, const char *text, mode_t mode);

/* The same with SIZE bytes at DATA.  False: it could not be.  */
bool fixture_make_bytes (const char *name, const void *data, size_t size);

/* True if the file NAME holds TEXT.  */
bool fixture_holds (const char *name, const char *text);

/* The permissions of the file NAME; 0 if there is none.  */
mode_t fixture_mode (const char *name);

/* True if a temporary file of ours is in the directory.  */
bool fixture_litter (void);

/* Remove everything in the directory; true if no temporary file was there.  */
bool fixture_clean (void);

/* Write TEXT to NAME with OPTIONS, telling fixture_sink, whose counts begin
   anew.  */
sfm_status fixture_put (const char *name, const char *text,
                        const struct output_options *options);

/* The same in place: over NAME, as a command that has read it first.  WITH are
   further options.  */
sfm_status fixture_put_over (const char *name, const char *text,
                             struct output_options with);

#endif /* TESTSUITE_FIXTURE_FILES_H */
