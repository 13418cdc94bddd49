/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   readers-internal.h - what readers.c and reader-records.c share.  */

#ifndef BFDGLUE_READERS_INTERNAL_H
#define BFDGLUE_READERS_INTERNAL_H

#include "pool.h"
#include "reader-limits.h"
#include "reader-process.h"
#include "readers.h"
#include "string-set.h"

/* Where the reading of the current file is.  */
struct progress
{
  size_t file;     /* its number */
  size_t objects;  /* that libbfd has got */
  char *open;      /* the name of the one that it has, or NULL */
  bool begun;      /* the process has begun with the file */
  bool ended;      /* it is finished, with STATUS */
  bool dropped;    /* what comes was read before */
  size_t repeated; /* members of a thin archive that were dropped */
  sfm_status status;
};

struct readers
{
  struct readers_options options;
  const struct diag_sink *sink;
  struct inputs *here; /* the reader in this process, if that is trusted */

  struct reader_files files;
  struct reader_process processes[READERS_MAX];
  size_t count; /* of processes; 0: they have not been started */
  int error;    /* errno of starting them, or 0 */

  input_fn *fn; /* of the call that reads */
  void *data;
  struct progress now;
  bool lost; /* an object has cost its process */

  uint8_t *record;
  size_t record_size;
  size_t record_capacity;

  struct pool kept;
  struct pool bytes;
  struct pool scratch;    /* for one object */
  struct string_set seen; /* files and members; in KEPT */
  const char *path;       /* the last one that was kept, or NULL */
};

/* reader-records.c: take the next record of PROCESS and do what it says.
   Statuses: END (the process has ended), CORRUPT (the record contradicts
   itself), which are not reported; NOMEM.  What the caller's function returned
   is in R->now.  */
sfm_status readers_take (struct readers *r,
                         struct reader_process *process) SFM_CHECKED;

#endif /* BFDGLUE_READERS_INTERNAL_H */
