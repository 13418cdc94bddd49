/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove.c - the passes of the prover over the code of an image.  */

#include "config.h"

#include <stdlib.h>

#include "prove-internal.h"

const char *
prove_text (enum prove_reason reason)
{
  static const char *const texts[] = {
#define PROVE_X(name, text) [name] = (text),
    PROVE_REASONS (PROVE_X)
#undef PROVE_X
  };

  return texts[reason];
}

/* Prove all that waits, and what that finds.  */
static sfm_status
settle (struct proving *v)
{
  TRY (flow_run (v));
  while (v->dirty_count != 0)
    {
      const uint32_t entry = v->dirty[--v->dirty_count];
      v->p->entries[entry].waiting = false;
      TRY (prove_function (v, entry));
      TRY (flow_run (v));
    }
  return SFM_OK;
}

static void
end (struct proving *v)
{
  insns_free (v);
  free (v->got);
  free (v->after);
  free (v->pending);
  free (v->joins);
  free (v->taken);
  free (v->dirty);
  free (v->blocks);
  free (v->ways);
  free (v->work);
}

sfm_status
prove_image (struct prover *p, const struct diag_sink *sink)
{
  struct proving v = { .p = p, .sink = sink, .code = &p->index->code };
  sfm_status status = SFM_OK;

  if (!prove_can (p->index->image->machine))
    return diag_fail (sink, SFM_ERR_UNSUPP, p->index->image->path,
                      "rows cannot be proven from code of this machine");
  status = insns_begin (&v);
  if (status == SFM_OK && v.size != 0)
    {
      status = prove_endings (&v);
      if (status == SFM_OK)
        status = prove_hard_entries (&v);
      /* The second time, with all that is called.  */
      if (status == SFM_OK)
        status = flow_run (&v);
      if (status == SFM_OK)
        status = flow_again (&v);
      if (status == SFM_OK)
        status = settle (&v);
      /* Those that are found may take addresses of others.  */
      do
        {
          if (status == SFM_OK)
            status = prove_candidates (&v);
          if (status == SFM_OK)
            status = settle (&v);
        }
      while (status == SFM_OK && v.taken_count != 0);
      if (status == SFM_OK)
        prove_units (&v);
    }
  end (&v);
  return status;
}

void
prove_free (struct prover *p)
{
  free (p->entries);
  free (p->ranges);
  free (p->rows);
}
