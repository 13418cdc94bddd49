/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-run.h - the programs that the linker wrapper runs, and its temporary
   folder, which no signal leaves behind.  */

#ifndef WRAP_WRAP_RUN_H
#define WRAP_WRAP_RUN_H

#include "pool.h"
#include "diag.h"

/* How a child ended: its exit status, or 0 and SIGNAL.  */
struct wrap_end
{
  int status;
  int signal;
};

/* Where a child's output goes: new files, or NULL: where ours does.  ERRORS
   may be OUT.  */
struct wrap_streams
{
  const char *out;
  const char *errors;
};

/* From now on signals that would end this program are passed on to the child,
   and waited for.  */
void wrap_signals (void);

/* A signal that came, or 0.  */
int wrap_signal (void);

/* Whether standard output and standard error are the same file.  */
bool wrap_one_stream (void);

/* Run PATH with ARGV.  A failure to start it is said.  Statuses: IO.  */
sfm_status wrap_run (const char *path, char **argv,
                     struct wrap_streams streams, struct wrap_end *end,
                     const struct diag_sink *sink) SFM_CHECKED;

/* Become PATH with ARGV.  Returns, having said why, only if that fails: the
   exit status.  */
int wrap_become (const char *path, char **argv, const struct diag_sink *sink);

/* A new folder below TMPDIR, by its shortest path, or NULL, having said
   why.  */
char *wrap_folder_make (struct pool *pool, const struct diag_sink *sink);

/* Remove FOLDER with all that is in it.  NULL is allowed.  */
void wrap_folder_remove (const char *folder, const struct diag_sink *sink);

/* End this program as END says, the way the child ended.  */
int wrap_end_as (const struct wrap_end *end);

#endif /* WRAP_WRAP_RUN_H */
