/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rules-digest.c - digests of a piece's functions, to compare them.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "pieces-limits.h"
#include "rules-digest.h"
#include "threads.h"

struct digest_job
{
  const struct sfm_piece *piece;
  const struct sfm_place *places; /* or NULL */
  uint64_t *digests;
  uint64_t limit; /* on the rows walked */
  uint64_t rows[THREADS_PARTS_MAX];
  sfm_status status[THREADS_PARTS_MAX];
};

/* Add the rows of FDE to *ROWS; refuse more than LIMIT.  */
static sfm_status
charge (const struct sfm_fde *fde, uint64_t limit, uint64_t *rows,
        struct sfm_diag *diag)
{
  *rows += fde->num_fres;
  if (*rows <= limit)
    return SFM_OK;
  diag->status = SFM_ERR_LIMIT;
  diag->offset = fde->field;
  snprintf (diag->text, sizeof diag->text,
            "the functions share rows more than %d times over",
            LIMIT_SHARED_ROWS);
  return SFM_ERR_LIMIT;
}

/* Fill in the digests of FDEs [FROM, TO).  */
static sfm_status
digest_range (const struct digest_job *job, size_t from, size_t to,
              uint64_t *rows, struct sfm_diag *diag)
{
  const struct sfm_piece *piece = job->piece;
  struct sfm_fde fde;

  for (size_t i = from; i < to; i++)
    {
      sfm_status status = sfm_fde_read (piece, (uint32_t) i, &fde, diag);
      if (status != SFM_OK)
        return status;
      uint8_t rep_size = job->places == NULL ? 0 : job->places[i].rep_size;
      status = sfm_fde_digest (piece, &fde, rep_size, &job->digests[i], diag);
      if (status == SFM_ERR_UNSUPP)
        job->digests[i] = ~(uint64_t) fde.size;
      else if (status != SFM_OK)
        return status;
      /* Charged afterwards: walking past the last row gives a better
         message.  */
      status = charge (&fde, job->limit, rows, diag);
      if (status != SFM_OK)
        return status;
    }
  return SFM_OK;
}

static void
digest_part (void *data, unsigned part, size_t from, size_t to)
{
  struct digest_job *job = data;
  struct sfm_diag diag;

  job->status[part] = digest_range (job, from, to, &job->rows[part], &diag);
}

sfm_status
digest_piece (const struct sfm_piece *piece, const struct sfm_place *places,
              uint64_t *digests, struct sfm_diag *diag)
{
  struct digest_job job
      = { .piece = piece,
          .places = places,
          .digests = digests,
          .limit = (piece->end - piece->offset) * LIMIT_SHARED_ROWS };
  uint64_t rows = 0;
  bool good = true;

  threads_parts (piece->num_fdes, digest_part, &job);
  for (unsigned i = 0; i < THREADS_PARTS_MAX; i++)
    {
      good &= job.status[i] == SFM_OK;
      rows += job.rows[i];
    }
  if (good && rows <= job.limit)
    return SFM_OK;
  /* Report the first error by position, whichever thread met it.  */
  rows = 0;
  return digest_range (&job, 0, piece->num_fdes, &rows, diag);
}
