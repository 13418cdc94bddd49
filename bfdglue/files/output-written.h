/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-written.h - names of the file that was written.

   Whoever may write to a directory can put another file under a name there at
   any time.  So a name is one of the written file only if it leads to its
   inode, and a further one is made from its descriptor.  The inode is not used
   again while a descriptor is open.  */

#ifndef BFDGLUE_OUTPUT_WRITTEN_H
#define BFDGLUE_OUTPUT_WRITTEN_H

#include <stdbool.h>

#include "file-bytes.h"

/* A name in a directory, and what messages call it.  */
struct written_name
{
  int directory;
  const char *name;
  const char *path;
};

/* Check that NAME is one of the file ID.  Statuses: IO.  */
sfm_status written_check (const struct written_name *name,
                          const struct file_id *id,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Make NAME, which is free, a name of the file ID, which is open as FD and has
   the name BEFORE.  Statuses: IO; NAME may be another file's then.  */
sfm_status written_link (int fd, const struct file_id *id,
                         const struct written_name *before,
                         const struct written_name *name,
                         const struct diag_sink *sink) SFM_CHECKED;

/* Make NAME, which is that of an empty file, a name of FROM or, if that can
   have none there, of a copy of it; set *FD to the file that NAME is.
   Statuses: IO.  */
sfm_status written_take (int from, const struct written_name *name, int *fd,
                         const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_OUTPUT_WRITTEN_H */
