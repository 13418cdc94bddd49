/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   response-file.h - arguments from response files: @FILE.  */

#ifndef TOOL_RESPONSE_FILE_H
#define TOOL_RESPONSE_FILE_H

#include "pool.h"
#include "diag.h"

/* Replace each argument @FILE among the *ARGC arguments at *ARGV by the
   arguments in FILE: separated by white space, with the quotes and backslashes
   of GCC, and with nested @FILE.  If FILE does not exist, the argument is
   kept, as in all GNU tools.  The new array is in POOL and ends with NULL.
   Statuses: NOMEM, IO, LIMIT (nested too deep, or too large).  */
sfm_status response_expand (int *argc, char ***argv, struct pool *pool,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Split TEXT as if it were a response file: *COUNT arguments at *ARGS, in
   POOL, with a NULL at the end.  Statuses: as above.  */
sfm_status response_split (const char *text, int *count, char ***args,
                           struct pool *pool,
                           const struct diag_sink *sink) SFM_CHECKED;

#endif /* TOOL_RESPONSE_FILE_H */
