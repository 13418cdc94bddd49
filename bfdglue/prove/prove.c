/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove.c - the passes of the prover over the code of an image.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

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

/* What is known before anything is guessed; without BYTES if nothing will be.
   Of lists that only grow, the length is enough.  */
struct known
{
  uint8_t *bytes;
  LIST (struct prove_entry) entries;
  LIST (struct proven_range) ranges;
  LIST (struct join) joins;
  size_t rows, after, leads, jumps;
  uint64_t steps;
  bool overlaps;
};

/* Copy the COUNT elements of ELEMENT bytes at FROM to the array whose pointer
   is at TO, and which has room for *CAPACITY.  False: no memory.  */
static bool
copy (void *to, size_t *capacity, const void *from, size_t count,
      size_t element)
{
  void *at;

  array_expect (to, capacity, count, element);
  memcpy (&at, to, sizeof at);
  if (*capacity >= count && count != 0)
    memcpy (at, from, count * element);
  return *capacity >= count;
}

#define LIST_COPY(to, from)                                                   \
  (copy (&(to)->at, &(to)->capacity, (from)->at, (from)->count,               \
         sizeof *(from)->at)                                                  \
   && ((to)->count = (from)->count, true))

static sfm_status
keep (const struct proving *v, struct known *k)
{
  const struct prover *p = v->p;

  if (v->jumps.count == 0)
    return SFM_OK;
  k->bytes = malloc (v->size);
  if (k->bytes == NULL || !LIST_COPY (&k->entries, &p->entries)
      || !LIST_COPY (&k->ranges, &p->ranges)
      || !LIST_COPY (&k->joins, &v->joins))
    return diag_nomem (v->sink, v->code->image->path);
  memcpy (k->bytes, v->bytes, v->size);
  k->rows = p->rows.count;
  k->after = v->after.count;
  k->leads = v->leads.count;
  k->jumps = v->jumps.count;
  k->steps = v->steps;
  k->overlaps = v->overlaps;
  return SFM_OK;
}

/* Go back to K, and forget all guesses.  */
static sfm_status
go_back (struct proving *v, const struct known *k)
{
  struct prover *p = v->p;

  if (!LIST_COPY (&p->entries, &k->entries)
      || !LIST_COPY (&p->ranges, &k->ranges)
      || !LIST_COPY (&v->joins, &k->joins))
    return diag_nomem (v->sink, v->code->image->path);
  memcpy (v->bytes, k->bytes, v->size);
  p->rows.count = k->rows;
  v->after.count = k->after;
  v->leads.count = k->leads;
  v->jumps.count = k->jumps;
  v->guessed = 0;
  v->guesses.count = 0;
  v->steps = k->steps;
  v->overlaps = k->overlaps;
  p->reached = 0;
  p->decided = 0;
  return SFM_OK;
}

static void
known_free (struct known *k)
{
  free (k->bytes);
  free (k->entries.at);
  free (k->ranges.at);
  free (k->joins.at);
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
  free (v->jumps.at);
  free (v->guesses.at);
  free (v->lessons.tables.at);
  free (v->lessons.wrong.at);
  free (v->dirty.at);
  pool_free (&v->states);
  free (v->blocks.at);
  free (v->ways.at);
  free (v->work.at);
}

/* Prove what may begin where code takes an address, and what that leads
   to.  */
static sfm_status
prove_all_taken (struct proving *v)
{
  for (unsigned i = 0; i < PROVE_TAKEN_ROUNDS; i++)
    {
      TRY (prove_taken (v));
      TRY (prove_waiting (v));
    }
  return SFM_OK;
}

/* Prove all that something leads to.  */
static sfm_status
prove_known (struct proving *v)
{
  TRY (prove_hard_entries (v));
  TRY (flow_run (v));
  /* A second time, with all entries that calls have found.  */
  TRY (flow_again (v));
  TRY (prove_waiting (v));
  TRY (prove_candidates (v));
  TRY (prove_waiting (v));
  return prove_all_taken (v);
}

/* Prove what is guessed, and finish the proof.  */
static sfm_status
prove_guessed (struct proving *v)
{
  /* Drop what PROVE_TAKEN_ROUNDS left over, and guesses of an earlier try.  */
  v->taken.count = 0;
  for (unsigned i = 0; i < PROVE_GUESS_ROUNDS; i++)
    {
      TRY (guesses_take (v));
      TRY (prove_all_taken (v));
    }
  TRY (prove_helpers (v));
  /* No helper may begin where other jumps may lead.  */
  TRY (guesses_take (v));
  prove_units (v);
  return SFM_OK;
}

/* Guess until nothing is learnt.  Guesses that are still wrong fail, with all
   that is joined to them.  */
static sfm_status
guess (struct proving *v, struct known *k)
{
  bool again;

  TRY (keep (v, k));
  TRY (prove_guessed (v));
  TRY (guesses_learn (v, &again));
  for (unsigned i = 1; i < PROVE_RUNS && again && k->bytes != NULL; i++)
    {
      TRY (go_back (v, k));
      TRY (prove_guessed (v));
      TRY (guesses_learn (v, &again));
    }
  return SFM_OK;
}

static sfm_status
prove_all (struct proving *v)
{
  struct known known = { 0 };

  TRY (insns_begin (v));
  if (v->size == 0)
    return SFM_OK;
  TRY (prove_endings (v));
  TRY (prove_known (v));
  const sfm_status status = guess (v, &known);
  known_free (&known);
  return status;
}

sfm_status
prove_image (struct prover *p, const struct diag_sink *sink)
{
  struct proving v = { .p = p, .sink = sink, .code = &p->index->code };

  v.machine = prove_machine (p->index->image->machine);
  if (v.machine == NULL)
    return diag_fail (sink, SFM_ERR_UNSUPP, p->index->image->path,
                      "rows cannot be proven from code of this machine");
  const sfm_status status = prove_all (&v);
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
