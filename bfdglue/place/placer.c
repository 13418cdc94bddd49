/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placer.c - the state of the placer.  */

#include "config.h"

#include <stdlib.h>

#include "placer-internal.h"

struct placer *
placer_new (const struct place_sources *sources, struct sfm_merger *merger,
            const struct diag_sink *sink)
{
  struct placer *placer = calloc (1, sizeof *placer);

  if (placer == NULL)
    return NULL;
  placer->from = *sources;
  placer->merger = merger;
  placer->sink = sink;
  if (unmatched_begin (&placer->unmatched, sources->existing) != SFM_OK
      || !text_sections_begin (&placer->texts, &placer->from))
    {
      placer_free (placer);
      return NULL;
    }
  return placer;
}

void
placer_free (struct placer *placer)
{
  if (placer == NULL)
    return;
  unmatched_end (&placer->unmatched);
  text_sections_free (&placer->texts);
  free (placer->conflicts);
  free (placer->pending);
  free (placer->inputs);
  pool_free (&placer->pool);
  free (placer);
}
