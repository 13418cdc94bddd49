/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reserve-write.h - write the reserve object.  */

#ifndef TOOL_RESERVE_WRITE_H
#define TOOL_RESERVE_WRITE_H

#include "diag.h"
#include "readers.h"
#include "reserve-object.h"

/* Make OBJECT and write it to the file OUTPUT; returns the exit status.  */
int reserve_write (const char *output, const struct reserve_object *object,
                   const struct diag_sink *sink);

/* Do what sfmerge reserve --if-needed --quiet does for the file OUTPUT and the
   COUNT files PATHS, which READERS was started for; returns the exit status.
   They can be read by readers_read_all afterwards.  */
int reserve_if_needed (const char *output, struct readers *readers,
                       char *const *paths, size_t count);

#endif /* TOOL_RESERVE_WRITE_H */
