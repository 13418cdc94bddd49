/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workdir.h - an empty directory for a fuzz target, and its output.

   The directory is in memory where there is a file system for that.  What a
   process that crashed left is removed by the next one.  */

#ifndef WORKDIR_H
#define WORKDIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "script.h"

/* What a call printed.  */
struct workdir_output
{
  char *out;
  size_t out_size;
  char *err;
  size_t err_size;
};

/* Go to the directory, which is empty.  */
void workdir_enter (void);

/* Remove what is in it and go back.  True if no file of a command's own was
   left.  */
bool workdir_leave (void);

/* Write the file NAME.  */
void workdir_put (const char *name, const void *bytes, size_t size);

/* The bytes of the file NAME, to be freed; NULL: there is none.  */
uint8_t *workdir_get (const char *name, size_t *size);

/* Write the files of SCRIPT.  */
void workdir_put_script (const struct script *script);

/* Call FN with DATA for each regular file, in any order.  */
void workdir_each (void (*fn) (void *data, const char *name), void *data);

/* Call RUN with ARGC, ARGV, and what it prints goes to OUTPUT, for
   workdir_forget.  It sees THREADS processors, and cannot fork.
   Returns what RUN returns.  */
int workdir_run (int (*run) (int argc, char **argv), int argc, char **argv,
                 unsigned threads, struct workdir_output *output);

void workdir_forget (struct workdir_output *output);

#endif /* WORKDIR_H */
