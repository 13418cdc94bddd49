/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reader-process.h - one process that reads inputs, and what it does.  */

#ifndef BFDGLUE_READER_PROCESS_H
#define BFDGLUE_READER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "channel.h"
#include "reader-files.h"

/* Where a process begins.  */
struct reader_start
{
  size_t number;  /* K */
  size_t count;   /* N */
  size_t file;    /* the first file, which is one of process K */
  size_t objects; /* how many objects of that file are skipped, as another
                     process has read them or died of the last of them */
};

struct reader_process
{
  struct channel channel;
  pid_t pid; /* 0: it has ended */
};

/* Start a process that reads FILES from START on.  False: errno says why
   not.  */
bool reader_start (struct reader_process *process,
                   const struct reader_files *files,
                   const struct reader_start *start);

/* Wait for the end of PROCESS, and describe it in BUFFER, which has SIZE
   bytes.  */
void reader_end (struct reader_process *process, char *buffer, size_t size);

/* Wait for the end of PROCESS, which comes at once if NOW, and release what
   it takes.  */
void reader_stop (struct reader_process *process, bool now);

/* reader-serve.c: what the process does: read FILES from START on and put
   records into CHANNEL.  */
void reader_serve (struct channel *channel, const struct reader_files *files,
                   const struct reader_start *start);

#endif /* BFDGLUE_READER_PROCESS_H */
