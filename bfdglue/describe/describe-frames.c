/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe-frames.c - describe the functions that only call frame information
   describes.

   Theory of operation.  The image's own call frame information says what code
   there is and what its rules are, whatever linker or tool made the image.
   One walk goes over the functions of the index, which are sorted by address,
   beside the list of what is described [choose].  A function that is
   described, even in part, is not added: existing functions that contradict it
   are no longer live, so those that are left agree with it, or cover parts of
   it; and for PLT code the bytes decide, as linkers write wrong call frame
   information for it.  A function of a piece or an input without a row for its
   first byte is incomplete: it describes nothing here, and the merger prefers
   what is made instead.

   A function that is not wholly in one section of code belongs to discarded
   code, or to none; where two claim the same code, neither is believed.  Those
   in .bolt.org*, from which BOLT has moved code, are taken: what it did not
   process runs there as before.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "describe.h"
#include "eh-frame.h"
#include "proven-rows.h"
#include "sfmerge-tool.h"
#include "text.h"

/* Make a piece of call frame information, and prove it.

   What the engine builds is read back and compared with the instructions, as
   they were executed for the index, before it goes the way of all other
   pieces.  The merger's verification compares its output with that piece, so
   that together the output is proved.  */

/* A function of the index that is to be added, by its number there.  */
struct chosen_frames
{
  uint32_t *numbers;
  bool *instead; /* whether it takes the place of an incomplete one */
  size_t count;
};

/* The state of making one piece.  */
struct making
{
  struct describe *d;
  const struct eh_frame *eh;
  struct made_piece *made;
  const struct chosen_frames *frames;
  struct sfm_builder *builder;
  struct sfm_digest_cache *cache; /* of the rows that were built */
  uint64_t count;                 /* of functions given to the builder */
  size_t near;                    /* as prove_at wants */
  /* As eh_frame_fde wants.  */
  const struct sfm_cfi_section *section;
  struct sfm_cfi_fde fde;
};

/* The function of M's frame NUMBER.  */
static const struct function *
function_of (const struct making *m, size_t number)
{
  return &m->eh->functions.at[m->frames->numbers[number]];
}

/* Report DIAG, an error of the engine, and return its status.  */
static sfm_status
engine_failed (const struct making *m, const struct sfm_diag *diag)
{
  return diag_engine (m->d->sink, DIAG_ERROR, m->d->context->image.path,
                      ".sframe", diag);
}

/* The section that is described.  */
static const char *
frames_name (const struct making *m)
{
  return eh_frame_is_debug (m->eh) ? ".debug_frame" : ".eh_frame";
}

/* Whether instructions refute M's FDE of .debug_frame; if so, it is counted.
   No program relies on that section, and a tool that changes code later may
   leave it as it was.  */
static bool
is_refuted (struct making *m)
{
  struct describe *d = m->d;
  struct prove_refutal refutal;

  if (m->made != &d->rest || d->proven == NULL
      || !prove_refutes_fde (d->proven, m->section, &m->fde, &m->near,
                             &refutal))
    return false;
  d->counts.refuted++;
  diag_at (d->sink, DIAG_DETAIL, d->context->image.path, frames_name (m),
           m->fde.offset,
           "left out: the instructions at 0x%" PRIx64 " say otherwise",
           refutal.addr);
  return true;
}

/* Give all frames to the builder.  */
static sfm_status
add_frames (struct making *m)
{
  struct synth_counts *counts = &m->d->counts;
  struct sfm_refusal refusal;
  struct sfm_diag diag;

  for (size_t i = 0; i < m->frames->count; i++)
    {
      const struct function *f = function_of (m, i);
      if (!eh_frame_fde (m->eh, f->at, &m->section, &m->fde))
        {
          counts->unread++;
          continue;
        }
      if (is_refuted (m))
        continue;
      const sfm_status status = sfm_builder_add_cfi (
          m->builder, m->section, &m->fde, (uint32_t) i, &refusal, &diag);
      if (status == SFM_ERR_UNSUPP)
        {
          synth_counts_refuse (counts, &refusal);
          diag_at (m->d->sink, DIAG_DETAIL, m->d->context->image.path,
                   frames_name (m), m->fde.offset, "left out: %s", diag.text);
        }
      else if (status != SFM_OK)
        return engine_failed (m, &diag);
      else
        {
          counts->added++;
          counts->debug_added += m->made == &m->d->rest;
          m->count++;
          counts->completed += m->frames->instead[i];
        }
    }
  return SFM_OK;
}

static sfm_status
wrong (const struct making *m, const struct function *f)
{
  return diag_fail (m->d->sink, SFM_ERR_CORRUPT, m->d->context->image.path,
                    "the rows made for the function at 0x%" PRIx64
                    " are not what its FDE says",
                    f->addr);
}

/* Whether function number IDX of the piece has the rules of F, an FDE, from
   byte DONE on; other functions cover the bytes before.  *SIZE is set to its
   size.  */
static bool
is_proved (struct making *m, uint32_t idx, const struct function *f,
           uint64_t done, uint32_t *size)
{
  if (done == 0
      && synth_equal (&m->made->piece, idx, f->rules, m->cache, size))
    return true;
  return eh_frame_fde (m->eh, f->at, &m->section, &m->fde)
         && synth_proves (&m->made->piece, idx, f->addr + done, m->section,
                          &m->fde, size);
}

/* Set the places of the piece, and compare each function with its frame.  */
static sfm_status
prove (struct making *m)
{
  uint64_t left = 0;    /* bytes of the frame that are not covered yet */
  uint64_t covered = 0; /* frames */
  struct sfm_origin origin = { .input = 0 };
  uint32_t size;

  for (uint32_t i = 0; i < m->made->piece.num_fdes; i++)
    {
      if (!sfm_builder_origin (m->builder, i, &origin)
          || origin.input >= m->frames->count)
        return diag_fail (m->d->sink, SFM_ERR_CORRUPT,
                          m->d->context->image.path,
                          "function %" PRIu32 " was made of no FDE", i);
      const struct function *f = function_of (m, origin.input);
      if (left == 0)
        {
          left = f->size;
          covered++;
        }
      if (f->size - left != origin.fde
          || !is_proved (m, i, f, origin.fde, &size) || size > left)
        return wrong (m, f);
      left -= size;
      m->made->places[i] = (struct sfm_place){
        .addr = f->addr + origin.fde,
        .live = true,
        .optional = m->d->optional,
        .rank = m->frames->instead[origin.input] ? SFM_RANK_INSTEAD
                                                 : SFM_RANK_BURIED,
        .evidence = SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE,
      };
    }
  if (left != 0)
    return wrong (m, function_of (m, origin.input));
  return covered == m->count ? SFM_OK
                             : diag_fail (m->d->sink, SFM_ERR_CORRUPT,
                                          m->d->context->image.path,
                                          "rows were made of %" PRIu64
                                          " FDEs, not of %" PRIu64,
                                          covered, m->count);
}

/* Make the piece MADE of D of the FRAMES of EH, and prove it.  Statuses:
   NOMEM, LIMIT, CORRUPT.  */
static sfm_status
frame_rows_make (struct describe *d, const struct eh_frame *eh,
                 const struct chosen_frames *frames, struct made_piece *made)
{
  const struct sfm_builder_options how = {
    .size = sizeof how,
    .abi = d->context->image.abi,
    .target = d->target,
    .reader = d->reader,
  };
  struct making m = { .d = d,
                      .eh = eh,
                      .made = made,
                      .frames = frames,
                      .cache = sfm_digest_cache_new (frames->count) };
  struct sfm_diag diag;

  sfm_status status = sfm_builder_new (&how, &m.builder, &diag) == SFM_OK
                          ? add_frames (&m)
                          : engine_failed (&m, &diag);
  if (status == SFM_OK && m.count != 0)
    /* Version 2 reaches all of an image's code, if anything does, from the
       first function on.  */
    status = made_piece_write (d, m.builder, function_of (&m, 0)->addr, made);
  if (status == SFM_OK && m.count != 0)
    status = prove (&m);
  sfm_builder_free (m.builder);
  sfm_digest_cache_free (m.cache);
  return status;
}

/* The walk over functions and descriptions.  */
struct walk
{
  struct describe *d;
  const struct function_list *list;
  size_t next;    /* index into D->described: the first that may begin in the
                     function or later */
  uint64_t until; /* the end of those before it, */
  uint64_t incomplete_until; /* and of those that are incomplete */
  struct chosen_frames frames;
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

/* Whether something is described in [ADDR, END), and nothing there is
   incomplete: if two functions of one address differ, the merger takes
   neither.  ADDR never falls from call to call.  */
static bool
is_described (struct walk *w, uint64_t addr, uint64_t end)
{
  const struct described_list *list = &w->d->described;

  for (; w->next < list->count && list->at[w->next].addr < end; w->next++)
    {
      const struct described *d = &list->at[w->next];
      uint64_t *until = d->incomplete ? &w->incomplete_until : &w->until;
      *until = larger (*until, d->end);
    }
  return w->until > addr && w->incomplete_until <= addr;
}

/* Report F, which gets no rows for REASON.  */
static void
tell_left_out (const struct walk *w, const struct function *f,
               const char *reason)
{
  const char *name = index_name (&w->d->context->index, f->addr, f->size);

  diag (w->d->sink, DIAG_DETAIL, w->d->context->image.path,
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
   code, or are a single one; the first is not empty.  */
static void
decide (struct walk *w, size_t first, size_t end, uint64_t until)
{
  const struct function_list *list = w->list;
  struct synth_counts *counts = &w->d->counts;
  const struct function *f = &list->at[first];
  size_t count = 0, equal = 0;

  for (size_t i = first; i < end; i++)
    {
      count += list->at[i].size != 0;
      equal += are_equal (f, &list->at[i]);
    }
  counts->empty += end - first - count;
  if (count > 1 && equal != count)
    {
      counts->overlapping += count;
      for (size_t i = first; i < end; i++)
        if (list->at[i].size != 0)
          tell_left_out (w, &list->at[i],
                         "no rows: others claim the same code");
      return;
    }
  counts->twice += count - 1;
  if (is_described (w, f->addr, until))
    counts->described++;
  else if (!code_ranges_hold (&w->d->context->index.code, f->addr, f->size))
    {
      counts->outside++;
      tell_left_out (w, f, "no rows: it is not wholly in one section of code");
    }
  else if (!w->d->fill)
    {
      counts->unfilled++;
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
  const struct function_list *list = w->list;
  size_t end;

  for (size_t first = 0; first < list->count; first = end)
    {
      const struct function *f = &list->at[first];
      uint64_t until = f->addr + f->size;
      end = first + 1;
      if (f->size == 0)
        {
          w->d->counts.empty++;
          continue;
        }
      for (; end < list->count && list->at[end].addr < until; end++)
        until = larger (until, list->at[end].addr + list->at[end].size);
      decide (w, first, end, until);
    }
}

/* Make the piece MADE of D of those functions of EH that D->described does not
   have, and give it to the merger.  */
static sfm_status
describe_section (struct describe *d, const struct eh_frame *eh,
                  struct made_piece *made)
{
  struct walk w = { .d = d, .list = &eh->functions };
  const size_t count = eh->functions.count;
  sfm_status status = SFM_OK;

  d->counts.dead += eh->dead;
  d->counts.unread += eh->unread;
  d->counts.unsaved += eh->unsaved;
  d->counts.frames += count + eh->dead + eh->unread + eh->unsaved;
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
      if (made == &d->rest && w.frames.count != 0
          && prove_can (d->context->image.machine))
        status = proven_rows_prove (d);
      if (status == SFM_OK)
        status = frame_rows_make (d, eh, &w.frames, made);
    }
  free (w.frames.numbers);
  free (w.frames.instead);
  return status == SFM_OK ? made_piece_give (d, made) : status;
}

sfm_status
describe_frames (struct describe *d)
{
  const struct function_index *index = &d->context->index;

  count_wrong (d->context, &d->counts);
  d->counts.debug_frames = index->rest.functions.count;
  TRY (describe_section (d, &index->eh, &d->frames));
  return describe_section (d, &index->rest, &d->rest);
}
