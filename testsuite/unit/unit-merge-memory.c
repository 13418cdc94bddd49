/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-merge-memory.c - merges of a few functions for which memory runs out at
   any point: each says so, and gives back what it had.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-guard.h"
#include "merge-cases.h"
#include "result.h"

enum
{
  PIECE_MOST = 1024,
  OUT_MOST = 4096,
  RUNS_MOST = 100
};

/* What the allocator gave, and how often it still gives anything.  */
struct meter
{
  size_t left;
  size_t live;
};

static void *
meter_alloc (void *data, size_t size)
{
  struct meter *m = data;

  if (m->left == 0)
    return NULL;
  m->left--;
  m->live++;
  return guard_alloc (NULL, size);
}

static void
meter_release (void *data, void *pointer)
{
  struct meter *m = data;

  m->live--;
  guard_release (NULL, pointer);
}

static struct sfm_diag diag;

/* Add the functions of C to M.  */
static sfm_status
add_all (const struct merge_case *c, struct sfm_merger *m)
{
  static uint8_t bytes[MERGE_FUNCTIONS][PIECE_MOST];
  sfm_status status = SFM_OK;

  memset (bytes, 0, sizeof bytes);
  for (uint32_t i = 0; i < MERGE_FUNCTIONS && status == SFM_OK; i++)
    {
      const struct merge_function *f = &c->functions[i];
      struct sfm_piece piece;
      if (f->rows == NULL)
        break;
      const struct sfm_place place
          = { .addr = f->addr == 0 ? 0x1000 + 0x100 * i : f->addr,
              .live = true,
              .optional = f->optional,
              .rank = f->rank == 0 ? (uint8_t) SFM_RANK_INPUT : f->rank,
              .evidence = f->evidence,
              .rep_size = f->version == 1 ? f->rep_size : 0 };
      const size_t size = merge_piece (c, f, bytes[i]);
      if (sfm_piece_open (bytes[i], size, 0, &piece, &diag) != SFM_OK)
        exit (1);
      status = sfm_merger_add (m, &piece, &place, i, &diag);
    }
  return status;
}

/* All that a merge of C does, in MEMORY.  */
static sfm_status
run (const struct merge_case *c, struct meter *memory)
{
  static uint8_t out[OUT_MOST];
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *m, *other = NULL;

  options.target = c->target;
  options.reader = c->reader;
  options.share = c->share;
  options.relocatable = c->relocatable;
  options.text_start = c->text_start;
  options.text_end = c->text_end;
  options.alloc = meter_alloc;
  options.release = meter_release;
  options.alloc_data = memory;
  sfm_status status = sfm_merger_new (&options, &m, &diag);
  if (status == SFM_OK)
    status = add_all (c, m);
  if (status == SFM_OK)
    status = sfm_merger_new (&options, &other, &diag);
  if (status == SFM_OK)
    status = sfm_merger_join (other, m, &diag);
  if (status == SFM_OK)
    status = sfm_merger_plan (other, c->section == 0 ? 0x5000 : c->section,
                              c->room == 0 ? UINT64_MAX : c->room, &diag);
  if (status == SFM_OK)
    status = sfm_merger_write (other, out, sizeof out, &diag);
  if (status == SFM_OK)
    status = sfm_merger_verify (other, out, sfm_merger_size (other), &diag);
  sfm_merger_free (m);
  sfm_merger_free (other);
  return status;
}

int
main (void)
{
  for (size_t i = 0; i < merge_case_count; i++)
    {
      sfm_status status = SFM_ERR_NOMEM;
      bool good = true;
      size_t runs = 0;

      for (; status == SFM_ERR_NOMEM && runs < RUNS_MOST; runs++)
        {
          struct meter meter = { .left = runs };
          diag.status = SFM_OK;
          status = run (&merge_cases[i], &meter);
          good
              = good && meter.live == 0
                && (status == SFM_OK
                    || (status == SFM_ERR_NOMEM && diag.status == SFM_ERR_NOMEM
                        && strcmp (diag.text, "out of memory") == 0));
        }
      /* At least two mergers, functions and pieces of both, and keys.  */
      unit_result_of (good && status == SFM_OK && runs > 7, "memory: %s",
                      merge_cases[i].name);
      if (status != SFM_OK)
        printf ("%zu allocations: status %d: %s\n", runs, (int) status,
                diag.text);
    }
  return unit_exit ();
}
