/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   account.c - what was added, what the output has or may take, and what was
   lost.  */

#include "config.h"

#include <string.h>

#include "engine.h"
#include "fde.h"
#include "merger.h"
#include "output-format.h"
#include "sfmerge-tool.h"

/* The size of the output before addresses are known.

   Theory of operation.  The form of a function in the output, and so the bytes
   of its rows, depend on its rows, on the target and on the reader, never on
   where it is (resolve.c, split.c).  Addresses decide only the order and which
   functions are left out: those at the address of another, inside another, too
   far for 32 bits, or without room.  A plain plan is the header and the sum of
   its functions, so no plan takes more than that sum over all functions that
   can be kept; one that keeps them all takes just that.  A compact plan is
   made in the memory of the plain plan of its functions, and no row of it
   grows (layout.c).  Its own size is not monotone in its functions: how far
   blocks are shared depends on the order in which they come, and on how many
   functions there are.  So the bound is that of the plain plan.  */

/* Bytes of F in a plain plan.  */
static uint64_t
func_bytes (const struct sfm_merger *m, const struct func *f)
{
  const uint64_t fixed = output_fde_size (m) + output_attr_size (m);
  uint64_t parts = 1, rows = func_out_size (m, f);

  if (sfm_split_needed (m, f)
      && sfm_split_measure (m, f, &parts, &rows, NULL) != SFM_OK)
    {
      /* The bytes have changed since they were added: no plan can be made.  */
      parts = 1;
      rows = func_out_size (m, f);
    }
  return parts * fixed + rows;
}

uint64_t
sfm_merger_bound (const struct sfm_merger *m)
{
  uint64_t size = SFM_HEADER_SIZE;

  if (m->source_count == 0)
    return 0;
  for (size_t i = 0; i < m->whole_count; i++)
    {
      const struct func *f = &m->funcs[i];
      if (!(f->flags & FUNC_DEAD) && sfm_order_can_keep (f))
        size += func_bytes (m, f);
    }
  return size;
}

/* Call TELL for each loss of F.  */
static void
losses_of (const struct sfm_merger *m, const struct func *f,
           void (*tell) (void *data, const struct sfm_note *note), void *data)
{
  struct sfm_note note = {
    .input = m->sources[f->source].input,
    .fde = f->fde,
    .field = sfm_piece_field (func_piece (m, f), f->fde),
    .addr = f->addr,
  };

  if (f->flags & FUNC_DEAD)
    return;
  if (!func_kept (f))
    {
      note.loss = (enum sfm_loss) (f->fate - FATE_LOST);
      tell (data, &note);
      if (note.loss != SFM_LOSS_SPLIT)
        return;
    }
  if (f->flags & FUNC_OVERLAPS)
    {
      note.loss = SFM_LOSS_OVERLAP_KEPT;
      tell (data, &note);
    }
  /* For a split function the whole reports dropped rows, not its parts.  */
  if (!(f->flags & FUNC_PART)
      && func_out_rows (m, f) / func_blocks (f) < f->num_fres)
    {
      note.loss = SFM_LOSS_ROWS;
      tell (data, &note);
    }
}

/* Whether F may have a loss; nearly all functions have none.  */
static bool
may_lose (const struct func *f)
{
  return !func_kept (f) || (f->flags & (FUNC_OVERLAPS | FUNC_REBUILD)) != 0;
}

void
sfm_merger_each_loss (const struct sfm_merger *m,
                      void (*tell) (void *data, const struct sfm_note *note),
                      void *data)
{
  /* Callers ask for losses often, and mostly there are none.  */
  for (size_t i = 0; !m->lossless && i < m->func_count; i++)
    if (may_lose (&m->funcs[i]))
      losses_of (m, &m->funcs[i], tell, data);
}

bool
sfm_merger_origin (const struct sfm_merger *m, uint32_t idx,
                   struct sfm_origin *origin)
{
  if (m->size == 0 || idx >= m->key_count)
    return false;
  const struct func *f = func_at (m, idx);
  *origin = (struct sfm_origin){
    .input = m->sources[f->source].input,
    .fde = f->fde,
    .field = output_field_addr (m, idx) - m->section_addr,
    .field_size = m->target == SFM_TO_V3 ? 8 : 4,
  };
  return true;
}

/* The counters of the caller.  */
struct tally
{
  uint64_t *counts;
  size_t count;
};

static void
count_loss (void *data, const struct sfm_note *note)
{
  const struct tally *tally = data;

  if (note->loss < tally->count)
    tally->counts[note->loss]++;
}

void
sfm_merger_losses (const struct sfm_merger *m, uint64_t *counts, size_t count)
{
  struct tally tally = { counts, count };

  for (size_t i = 0; i < count; i++)
    counts[i] = 0;
  sfm_merger_each_loss (m, count_loss, &tally);
}

bool
sfm_merger_empty (const struct sfm_merger *m)
{
  return m->source_count == 0;
}

void
sfm_merger_stats (const struct sfm_merger *m, struct sfm_stats *stats)
{
  struct sfm_stats own;

  memset (&own, 0, sizeof own);
  own.pieces = m->source_count;
  if (m->lossless)
    {
      own.functions = m->key_count;
      own.rows = m->out_rows + m->repeated_rows;
    }
  for (size_t i = 0; !m->lossless && i < m->func_count; i++)
    {
      const struct func *f = &m->funcs[i];
      /* A split function counts once, without its parts.  */
      if (!(f->flags & (FUNC_PART | FUNC_DEAD)))
        {
          own.functions++;
          own.rows += f->num_fres;
        }
    }
  own.out_functions = m->key_count;
  own.out_rows = m->out_rows;
  if (m->offsets != NULL)
    {
      own.saved_bytes = m->saved_bytes;
      own.repeated_rows = m->repeated_rows;
      own.sharing_functions = m->sharing_functions;
    }
  sfm_sized_give (&own, sizeof own, stats);
}
