/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   response-file.h - arguments from files: @FILE.  */

#ifndef TOOL_RESPONSE_FILE_H
#define TOOL_RESPONSE_FILE_H

#include "pool.h"
#include "diag.h"

/* Replace each argument @FILE of *ARGV, *ARGC of them, by those that FILE
   holds: separated by white space, with quotes and backslashes as GCC's, and
   @FILE again.  A FILE that does not exist leaves its argument alone, as with
   all GNU tools.  The new arguments live in POOL, NULL-terminated.  Statuses:
   NOMEM, IO, LIMIT (nested too deep, or too large).  */
sfm_status response_expand (int *argc, char ***argv, struct pool *pool,
                            const struct diag_sink *sink) SFM_CHECKED;

/* The arguments that TEXT would hold as a response file: *COUNT at *ARGS,
   NULL-terminated, in POOL.  Statuses: as above.  */
sfm_status response_split (const char *text, int *count, char ***args,
                           struct pool *pool,
                           const struct diag_sink *sink) SFM_CHECKED;

#endif /* TOOL_RESPONSE_FILE_H */
