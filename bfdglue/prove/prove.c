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

bool
prove_can (uint16_t machine)
{
  return prove_machine (machine) != NULL;
}

/* Prove what may begin where code takes an address, and what that finds.  */
static sfm_status
prove_all_taken (struct proving *v)
{
  bool any = true;

  for (unsigned i = 0; i < PROVE_GUESS_ROUNDS && any; i++)
    {
      TRY (prove_taken (v, &any));
      TRY (prove_waiting (v));
    }
  return SFM_OK;
}

static void
end (struct proving *v)
{
  insns_free (v);
  free (v->got.at);
  free (v->after.at);
  free (v->pending.at);
  free (v->joins.at);
  free (v->taken.at);
  free (v->leads.at);
  free (v->guesses.at);
  free (v->tables.at);
  free (v->lessons.tables.at);
  free (v->lessons.wrong.at);
  free (v->dirty.at);
  free (v->blocks.at);
  free (v->ways.at);
  free (v->work.at);
}

/* Begin anew, with what is known of the instructions.  */
static void
forget (struct proving *v)
{
  struct prover *p = v->p;

  insns_forget (v);
  v->after.count = 0;
  v->pending.count = 0;
  v->joins.count = 0;
  v->taken.count = 0;
  v->leads.count = 0;
  v->guesses.count = 0;
  v->dirty.count = 0;
  p->entries.count = 0;
  p->ranges.count = 0;
  p->rows.count = 0;
  p->reached = 0;
  p->decided = 0;
}

/* From the entries to what is proven.  */
static sfm_status
run (struct proving *v)
{
  TRY (prove_hard_entries (v));
  TRY (flow_run (v));
  /* The second time, with all that is called.  */
  TRY (flow_again (v));
  TRY (prove_waiting (v));
  TRY (prove_candidates (v));
  TRY (prove_waiting (v));
  TRY (prove_all_taken (v));
  TRY (prove_helpers (v));
  prove_units (v);
  return SFM_OK;
}

/* Run until nothing is learnt.  What is wrong in the end fails, with what is
   joined to it.  */
static sfm_status
run_all (struct proving *v)
{
  bool again = true;

  TRY (insns_begin (v));
  if (v->size == 0)
    return SFM_OK;
  TRY (prove_endings (v));
  for (unsigned i = 0; i < PROVE_RUNS && again; i++)
    {
      forget (v);
      TRY (run (v));
      TRY (guesses_learn (v, &again));
    }
  return SFM_OK;
}

sfm_status
prove_image (struct prover *p, const struct diag_sink *sink)
{
  struct proving v = { .p = p, .sink = sink, .code = &p->index->code };

  v.machine = prove_machine (p->index->image->machine);
  if (v.machine == NULL)
    return diag_fail (sink, SFM_ERR_UNSUPP, p->index->image->path,
                      "rows cannot be proven from code of this machine");
  const sfm_status status = run_all (&v);
  end (&v);
  return status;
}

void
prove_free (struct prover *p)
{
  free (p->entries.at);
  free (p->ranges.at);
  free (p->rows.at);
}
