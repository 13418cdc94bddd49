/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   run-environment.h - the environment in which links go through the linker
   wrapper.  */

#ifndef TOOL_RUN_ENVIRONMENT_H
#define TOOL_RUN_ENVIRONMENT_H

#include <stdint.h>

#include "diag.h"
#include "pool.h"

/* Let compiler drivers, and commands that call ld by its name, find the
   linkers in the directory WRAP first.  Statuses: NOMEM; UNSUPP, a list of
   directories cannot name WRAP.  */
sfm_status run_environment_paths (const char *wrap, struct pool *pool,
                                  const struct diag_sink *sink) SFM_CHECKED;

/* Make the file *PATH, in POOL, in which the wrapper counts links; NULL: none
   can be made.  *OUTER is set to that of a sfmerge run above this one, or
   NULL.  Statuses: NOMEM.  */
sfm_status run_environment_links (char **path, const char **outer,
                                  struct pool *pool,
                                  const struct diag_sink *sink) SFM_CHECKED;

/* Let Cargo's rustc, if it would bring a linker of its own, link with the
   system's.  Statuses: NOMEM.  */
sfm_status run_environment_rust (const struct diag_sink *sink) SFM_CHECKED;

/* The option that lets rustc do that, if it is the command ARGV and needs it,
   or NULL.  run_environment_rust was called.  */
const char *run_rust_option (char *const *argv);

/* Add the option NAME of sfmerge repair, with the argument ARG or NULL, to
   those that the wrapper passes on.  Statuses: NOMEM.  */
sfm_status run_environment_option (const char *name, const char *arg,
                                   struct pool *pool,
                                   const struct diag_sink *sink) SFM_CHECKED;

/* Report the variables that this file changes, as details.  */
void run_environment_tell (const struct diag_sink *sink);

#endif /* TOOL_RUN_ENVIRONMENT_H */
