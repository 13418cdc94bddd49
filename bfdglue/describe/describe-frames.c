/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe-frames.c - describe the functions that only call frame information
   describes.

   Theory of operation.  The image's own call frame information says what code
   there is and what its rules are, whatever linker or tool made the image.
   One walk goes over the functions of the index, which are sorted by address,
   beside the list of what is described [choose].  A function that is
   described, even in part, is not added: existing functions that contradict it
   are not live any more, so what is left agrees, or covers it in parts; and
   for PLT code the bytes decide, as linkers write wrong call frame information
   for it.  An existing function without a row for its first byte is
   incomplete: it describes nothing here, and the merger prefers what is made
   instead.

   Functions that are not wholly in one section of code are of discarded code,
   or of none; where two claim the same code, neither is believed.  Those in
   .bolt.org*, from which BOLT has moved code, are taken: what it did not
   process runs there as before.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "describe.h"
#include "text.h"

/* The walk.  */
struct walk
{
  const struct image_context *context;
  const struct diag_sink *sink;
  bool fill;
  const struct function_list *functions;
  const struct described_list *described;
  size_t next;    /* of DESCRIBED: it does not begin before the function */
  uint64_t until; /* the end of those before it, */
  uint64_t incomplete_until; /* and of those that are incomplete */
  struct chosen_frames frames;
  struct synth_counts *counts;
};

/* Count the existing functions that contradict call frame information.  */
static void
count_wrong (const struct image_context *context, struct synth_counts *counts)
{
  for (size_t i = 0; i < context->existing.piece_count; i++)
    if (context->existing.pieces[i].usable)
      {
        const struct image_piece *p = &context->existing.pieces[i];
        counts->replaced += p->wrong_rows + p->contradicted;
        counts->kept += p->kept_rows;
      }
}

/* Whether something is described in [ADDR, END), which does not begin before
   that of an earlier call.  */
static bool
is_described (struct walk *w, uint64_t addr, uint64_t end)
{
  const struct described_list *list = w->described;

  for (; w->next < list->count && list->at[w->next].addr < end; w->next++)
    {
      const struct described *d = &list->at[w->next];
      uint64_t *until = d->incomplete ? &w->incomplete_until : &w->until;
      *until = larger (*until, d->end);
    }
  return w->until > addr;
}

/* Name F, which gets no rows for REASON.  */
static void
tell_left_out (const struct walk *w, const struct function *f,
               const char *reason)
{
  const char *name = index_name (&w->context->index, f->addr, f->size);

  diag (w->sink, DIAG_DETAIL, w->context->image.path,
        "%s at 0x%" PRIx64 ", %" PRIu64 " bytes: %s",
        name != NULL ? name : "a function", f->addr, f->size, reason);
}

/* Whether A and B are the same function.  */
static bool
are_equal (const struct function *a, const struct function *b)
{
  return a->addr == b->addr && a->size == b->size && a->rules == b->rules
         && a->rules != 0;
}

/* Decide about the functions [FIRST, END) of the list, which claim the same
   code, or are one; the first is not empty.  */
static void
decide (struct walk *w, size_t first, size_t end, uint64_t until)
{
  const struct function *f = &w->functions->at[first];
  size_t count = 0, equal = 0;

  for (size_t i = first; i < end; i++)
    {
      count += w->functions->at[i].size != 0;
      equal += are_equal (f, &w->functions->at[i]);
    }
  w->counts->empty += end - first - count;
  if (count > 1 && equal != count)
    {
      w->counts->overlapping += count;
      for (size_t i = first; i < end; i++)
        if (w->functions->at[i].size != 0)
          tell_left_out (w, &w->functions->at[i],
                         "no rows: others claim the same code");
      return;
    }
  w->counts->twice += count - 1;
  if (is_described (w, f->addr, until))
    w->counts->described++;
  else if (!code_ranges_hold (&w->context->index.code, f->addr, f->size))
    {
      w->counts->outside++;
      tell_left_out (w, f, "no rows: it is not wholly in one section of code");
    }
  else if (!w->fill)
    {
      w->counts->unfilled++;
      tell_left_out (w, f, "not described");
    }
  else
    {
      w->frames.instead[w->frames.count] = w->incomplete_until > f->addr;
      w->frames.numbers[w->frames.count++] = (uint32_t) first;
    }
}

/* Choose the functions to add.  Empty ones may be inside others.  */
static void
choose (struct walk *w)
{
  const struct function_list *list = w->functions;
  size_t end;

  for (size_t first = 0; first < list->count; first = end)
    {
      const struct function *f = &list->at[first];
      uint64_t until = f->addr + f->size;
      end = first + 1;
      if (f->size == 0)
        {
          w->counts->empty++;
          continue;
        }
      for (; end < list->count && list->at[end].addr < until; end++)
        until = larger (until, list->at[end].addr + list->at[end].size);
      decide (w, first, end, until);
    }
}

/* Give D's piece to the merger.  */
static sfm_status
give (struct describe *d)
{
  struct sfm_diag diag;

  if (d->merger == NULL || d->piece.num_fdes == 0
      || sfm_merger_add (d->merger, &d->piece, d->places, 0, &diag) == SFM_OK)
    return SFM_OK;
  return diag_engine (d->sink, DIAG_ERROR, d->context->image.path, ".sframe",
                      &diag);
}

sfm_status
describe_frames (struct describe *d, struct described_list *list)
{
  struct walk w = { .context = d->context,
                    .sink = d->sink,
                    .fill = d->fill,
                    .functions = &d->context->index.eh.functions,
                    .described = list,
                    .counts = &d->counts };
  const size_t count = w.functions->count;
  sfm_status status = SFM_OK;

  d->counts.dead = d->context->index.eh.dead;
  d->counts.unread = d->context->index.eh.unread;
  d->counts.frames = count + d->counts.dead + d->counts.unread;
  count_wrong (d->context, &d->counts);
  if (count > UINT32_MAX)
    return diag_fail (d->sink, SFM_ERR_LIMIT, d->context->image.path,
                      "%zu functions are more than 32 bits can count", count);
  w.frames.numbers = malloc ((count + 1) * sizeof *w.frames.numbers);
  w.frames.instead = malloc ((count + 1) * sizeof *w.frames.instead);
  if (w.frames.numbers == NULL || w.frames.instead == NULL)
    status = diag_nomem (d->sink, d->context->image.path);
  else
    {
      choose (&w);
      status = frame_rows_make (d, &w.frames);
    }
  free (w.frames.numbers);
  free (w.frames.instead);
  return status == SFM_OK ? give (d) : status;
}
