/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   digest.c - the contents of a piece's functions as numbers to compare.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "digest.h"

enum
{
  /* Rows walked for each byte of the piece: as the engine bounds the bytes of
     shared rows (merger/collect.c).  */
  AMPLIFICATION = 64
};

sfm_status
digest_piece (const struct sfm_piece *piece, const struct sfm_place *places,
              uint64_t *digests, struct sfm_diag *diag)
{
  uint64_t left = (piece->end - piece->offset) * AMPLIFICATION;
  struct sfm_fde fde;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      sfm_status status = sfm_fde_read (piece, i, &fde, diag);
      if (status != SFM_OK)
        return status;
      status = sfm_fde_digest (piece, &fde,
                               places == NULL ? 0 : places[i].rep_size,
                               &digests[i], diag);
      if (status == SFM_ERR_UNSUPP)
        digests[i] = ~(uint64_t) fde.size;
      else if (status != SFM_OK)
        return status;
      /* Charged afterwards: a walk over more rows than there are ends with a
         better message.  */
      if (fde.num_fres > left)
        {
          diag->status = SFM_ERR_LIMIT;
          diag->offset = fde.field;
          snprintf (diag->text, sizeof diag->text,
                    "the functions share rows more than %d times over",
                    AMPLIFICATION);
          return SFM_ERR_LIMIT;
        }
      left -= fde.num_fres;
    }
  return SFM_OK;
}
