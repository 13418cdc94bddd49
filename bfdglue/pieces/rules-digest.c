/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rules-digest.c - digests of a piece's functions, to compare them.

   After a linker that merges, the image has the functions of each object in
   their order, with the bytes of their rows.  Comparing these bytes costs a
   quarter of what a digest does.  So a function that has the bytes of the one
   that is expected has its digest, too [is_known].  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "pieces-limits.h"
#include "pieces.h"
#include "process.h"
#include "sfmerge-tool.h"

struct digest_job
{
  const struct sfm_piece *piece;
  const struct sfm_place *places; /* or NULL */
  const struct digest_known *known;
  uint32_t next[THREADS_PARTS_MAX]; /* of KNOWN, after the part */
  uint64_t *digests;
  uint32_t *sizes; /* or NULL */
  uint64_t limit;  /* on the rows walked */
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

/* Whether FDE is function *NEXT of those that are known: then set *DIGEST, and
   move *NEXT after it.  The digest of a MASK function may depend on a block
   size that is not among its bytes.  */
static bool
is_known (const struct digest_job *job, const struct sfm_fde *fde,
          uint32_t *next, uint64_t *digest)
{
  const struct digest_known *known = job->known;

  if (known == NULL || known->piece == NULL || fde->mask
      || !sfm_fde_same (job->piece, fde, known->piece, *next))
    return false;
  *digest = known->digests[(*next)++];
  return true;
}

/* Set *DIGEST to that of FDE, number IDX.  */
static sfm_status
digest_function (const struct digest_job *job, const struct sfm_fde *fde,
                 size_t idx, uint64_t *digest, struct sfm_diag *diag)
{
  uint8_t rep_size = job->places == NULL ? 0 : job->places[idx].rep_size;
  sfm_status status = sfm_fde_digest (job->piece, fde, rep_size, digest, diag);

  if (status != SFM_ERR_UNSUPP)
    return status;
  *digest = ~(uint64_t) fde->size;
  return SFM_OK;
}

/* Fill in the digests of FDEs [FROM, TO); *NEXT is the function of those that
   are known that comes next.  */
static sfm_status
digest_range (const struct digest_job *job, size_t from, size_t to,
              uint32_t *next, uint64_t *rows, struct sfm_diag *diag)
{
  const struct sfm_piece *piece = job->piece;
  struct sfm_fde fde;

  for (size_t i = from; i < to; i++)
    {
      sfm_status status = sfm_fde_read (piece, (uint32_t) i, &fde, diag);
      if (status != SFM_OK)
        return status;
      if (job->sizes != NULL)
        job->sizes[i] = fde.size;
      if (!is_known (job, &fde, next, &job->digests[i]))
        status = digest_function (job, &fde, i, &job->digests[i], diag);
      if (status != SFM_OK)
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

  uint32_t next = job->known == NULL ? 0 : job->known->next + (uint32_t) from;

  job->status[part]
      = digest_range (job, from, to, &next, &job->rows[part], &diag);
  job->next[part] = next;
}

sfm_status
digest_piece (const struct sfm_piece *piece, const struct sfm_place *places,
              struct digest_known *known, uint64_t *digests, uint32_t *sizes,
              struct sfm_diag *diag)
{
  struct digest_job job
      = { .piece = piece,
          .places = places,
          .known = known,
          .digests = digests,
          .sizes = sizes,
          .limit = (piece->end - piece->offset) * LIMIT_SHARED_ROWS };
  uint64_t rows = 0;
  uint32_t next = 0;
  bool good = true;

  threads_parts (piece->num_fdes, digest_part, &job);
  for (unsigned i = 0; i < THREADS_PARTS_MAX; i++)
    {
      good &= job.status[i] == SFM_OK;
      rows += job.rows[i];
      if (job.next[i] > next)
        next = job.next[i];
    }
  if (known != NULL)
    known->next = next;
  if (good && rows <= job.limit)
    return SFM_OK;
  /* Report the first error by position, whichever thread met it.  */
  rows = 0;
  return digest_range (&job, 0, piece->num_fdes, &next, &rows, diag);
}
