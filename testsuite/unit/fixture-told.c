/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-told.c - what a run of workers tells the one who started it.  */

#include "config.h"

#include "fixture-told.h"

int
take_lost (void *data, size_t idx, enum workers_loss loss, int number)
{
  struct told *told = data;

  told->lost[idx]++;
  told->loss = loss;
  told->number = number;
  return STATUS_FAILED;
}

void
take_done (void *data, size_t idx, int status)
{
  struct told *told = data;

  told->done += told->done == idx;
  told->failed += status != STATUS_DONE;
}
