/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-told.h - what a run of workers tells the one who started it.  */

#ifndef TESTSUITE_FIXTURE_TOLD_H
#define TESTSUITE_FIXTURE_TOLD_H

#include <stddef.h>

#include "workers.h"

enum
{
  TOLD_JOBS = 12
};

struct told
{
  unsigned lost[TOLD_JOBS]; /* how often */
  enum workers_loss loss;   /* the last one, */
  int number;               /* and its number */
  size_t done;              /* in their order */
  size_t failed;
};

/* Callbacks of struct workers_job, whose data is a struct told.  A job that is
   lost has failed.  */
int take_lost (void *data, size_t idx, enum workers_loss loss, int number);
void take_done (void *data, size_t idx, int status);

#endif /* TESTSUITE_FIXTURE_TOLD_H */
