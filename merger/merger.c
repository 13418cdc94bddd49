/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   merger.c - the merger: its options, its lifetime, what may be added, moved,
   and joined.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine.h"
#include "fde.h"
#include "merger.h"

/* Check OPTIONS, which may be NULL, and copy them to *KNOWN.  */
static sfm_status
take_options (const struct sfm_options *options, struct sfm_options *known,
              struct sfm_diag *diag)
{
  static const struct sfm_options defaults = SFM_OPTIONS_INIT;

  static const struct sized_form form
      = { sizeof *known, _Alignof(struct sfm_options), "options" };

  *known = defaults;
  if (options == NULL)
    return SFM_OK;
  TRY (sfm_sized_take (&form, known, options, diag));
  TRY (sfm_output_options_check (known->target, known->reader,
                                 known->alloc != NULL, known->release != NULL,
                                 diag));
  if (known->text_end < known->text_start)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "the code ends at 0x%" PRIx64 ", below 0x%" PRIx64
                     " where it begins",
                     known->text_end, known->text_start);
  if (known->share > SFM_SHARE_ALWAYS)
    return sfm_fail (diag, SFM_ERR_USAGE, 0, "no way %d to share rows",
                     (int) known->share);
  return SFM_OK;
}

sfm_status
sfm_merger_new (const struct sfm_options *options, struct sfm_merger **merger,
                struct sfm_diag *diag)
{
  struct sfm_options known;

  *merger = NULL;
  TRY (take_options (options, &known, diag));
  struct memory memory
      = sfm_memory_of (known.alloc, known.release, known.alloc_data);
  struct sfm_merger *m = sfm_memory_array (&memory, 1, sizeof *m);
  if (m == NULL)
    return sfm_no_memory (diag);
  memset (m, 0, sizeof *m);
  m->memory = memory;
  m->target = known.target;
  m->relocatable = known.relocatable;
  m->reader = (uint8_t) known.reader;
  m->keep_empty
      = known.relocatable
        && !(known.reader & (SFM_READER_STRICT | SFM_READER_NO_EMPTY));
  if (!known.relocatable)
    {
      m->text_start = known.text_start;
      m->text_end = known.text_end;
    }
  m->threads = known.threads;
  m->may_share = known.share != SFM_SHARE_NEVER && !known.relocatable;
  m->share = known.share == SFM_SHARE_ALWAYS && m->may_share;
  m->max_functions = output_limit (known.max_functions, OUTPUT_MAX_FUNCTIONS);
  m->max_bytes = output_limit (known.max_bytes, OUTPUT_MAX_BYTES);
  *merger = m;
  return SFM_OK;
}

void
sfm_plain_merger (struct sfm_merger *m)
{
  m->plain = true;
}

/* Drop the plan and everything that was added.  */
static void
merger_empty (struct sfm_merger *m)
{
  sfm_compact_drop (m);
  sfm_blocks_drop (m);
  sfm_memory_free (&m->memory, m->sources);
  sfm_memory_free (&m->memory, m->funcs);
  sfm_memory_free (&m->memory, m->rebuilt);
  sfm_memory_free (&m->memory, m->keys);
  m->sources = NULL;
  m->funcs = NULL;
  m->rebuilt = NULL;
  m->keys = NULL;
  m->source_count = m->source_capacity = 0;
  m->func_count = m->whole_count = m->func_capacity = 0;
  m->rebuilt_count = m->whole_rebuilt_count = m->rebuilt_capacity = 0;
  m->key_count = 0;
  m->any_long = m->any_wraps = m->planned = false;
}

void
sfm_merger_free (struct sfm_merger *m)
{
  if (m == NULL)
    return;
  merger_empty (m);
  struct memory memory = m->memory;
  sfm_memory_free (&memory, m);
}

/* Check that PIECE can be merged with FIRST, one of the pieces added so far
   (rule T3 of doc/internals.md, section 8: equal ABIs have equal fixed
   offsets).  */
static sfm_status
check_mixed (const struct sfm_piece *first, const struct sfm_piece *piece,
             struct sfm_diag *diag)
{
  if (piece->abi != first->abi)
    return sfm_fail (diag, SFM_ERR_MIXED, piece->offset + 4,
                     "sfh_abi_arch is %u (%s), but %u (%s) in the first input",
                     piece->abi, sfm_abi_name (piece->abi), first->abi,
                     sfm_abi_name (first->abi));
  return sfm_piece_check_fixed (piece, diag);
}

sfm_status
sfm_merger_add (struct sfm_merger *m, const struct sfm_piece *piece,
                const struct sfm_place *places, uint32_t input,
                struct sfm_diag *diag)
{
  struct sfm_input one = { .piece = piece, .places = places, .number = input };

  return sfm_merger_add_all (m, &one, 1, diag);
}

sfm_status
sfm_merger_add_all (struct sfm_merger *m, const struct sfm_input *inputs,
                    size_t count, struct sfm_diag *diag)
{
  const size_t sources = m->source_count;
  sfm_status status = SFM_OK;
  size_t at;

  sfm_plan_drop (m);
  if (count == 0)
    return SFM_OK;
  const struct sfm_piece *first
      = sources == 0 ? inputs[0].piece : &m->sources[0].piece;
  if (sources == 0)
    sfm_collect_word_bytes (m, first);
  for (at = 0; at < count; at++)
    if ((status = check_mixed (first, inputs[at].piece, diag)) != SFM_OK)
      break;
  if (status == SFM_OK)
    status = sfm_collect_pieces (m, inputs, count, &at, diag);
  if (status == SFM_OK)
    {
      m->whole_count = m->func_count;
      m->whole_rebuilt_count = m->rebuilt_count;
    }
  else
    {
      m->source_count = sources;
      m->func_count = m->whole_count;
      m->rebuilt_count = m->whole_rebuilt_count;
      status_of_input (diag, status, inputs[at].number);
    }
  return status;
}

sfm_status
sfm_merger_set_share (struct sfm_merger *m, enum sfm_share share,
                      struct sfm_diag *diag)
{
  if (share > SFM_SHARE_ALWAYS)
    return sfm_fail (diag, SFM_ERR_USAGE, 0, "no way %d to share rows",
                     (int) share);
  if (share == SFM_SHARE_ALWAYS && !m->may_share)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "the merger was made never to share rows");
  /* A plan that shares rows in the same way can still be moved.  */
  if (m->share != (share == SFM_SHARE_ALWAYS))
    m->movable = false;
  m->share = share == SFM_SHARE_ALWAYS;
  return SFM_OK;
}

size_t
sfm_merger_size (const struct sfm_merger *m)
{
  return (size_t) m->size;
}

/* New places for functions that were added before.

   Only what comes from the place is set anew.  The rows, and what the target
   makes of them, do not depend on it (account.c), so no row is read.  A
   function that is no longer live keeps its record, and may come alive
   again.  */

/* One past the last function of source number IDX.  */
static size_t
source_end (const struct sfm_merger *m, size_t idx)
{
  return idx + 1 < m->source_count ? m->sources[idx + 1].first
                                   : m->whole_count;
}

/* Check that F, a function of PIECE, can have PLACE.  */
static sfm_status
check_place (const struct sfm_piece *piece, const struct func *f,
             const struct sfm_place *place, struct sfm_diag *diag)
{
  if (place->live && piece->version == 1 && (f->info & FDE_INFO_MASK) != 0
      && place->rep_size != f->rep_size)
    return sfm_fail (diag, SFM_ERR_USAGE, sfm_piece_field (piece, f->fde),
                     "the block size of function %" PRIu32
                     " is %u, but was %u when it was added",
                     f->fde, place->rep_size, f->rep_size);
  return SFM_OK;
}

/* Check PLACES for source number IDX.  */
static sfm_status
check_places (const struct sfm_merger *m, size_t idx,
              const struct sfm_place *places, struct sfm_diag *diag)
{
  const struct sfm_piece *piece = &m->sources[idx].piece;
  const size_t end = source_end (m, idx);
  size_t f = m->sources[idx].first, live;

  TRY (sfm_collect_places (piece, places, &live, diag));
  for (uint32_t i = 0; i < piece->num_fdes; i++)
    if (f < end && m->funcs[f].fde == i)
      TRY (check_place (piece, &m->funcs[f++], &places[i], diag));
    else if (places[i].live)
      return sfm_fail (
          diag, SFM_ERR_USAGE, sfm_piece_field (piece, i),
          "function %" PRIu32 " is live, but was not when it was added", i);
  return SFM_OK;
}

/* Let F be at PLACE.  */
static void
set_place (const struct sfm_merger *m, struct func *f,
           const struct sfm_place *place)
{
  const bool can_keep = sfm_order_can_keep (f);

  f->addr = place->addr;
  f->rank = place->rank;
  f->evidence = place->evidence;
  f->flags &= (uint16_t) ~(FUNC_OPTIONAL | FUNC_ASTRAY | FUNC_DEAD);
  if (place->optional)
    f->flags |= FUNC_OPTIONAL;
  if (!place->live)
    f->flags |= FUNC_DEAD;
  if (can_keep)
    f->fate = place->live ? FATE_KEPT : FATE_DEAD;
  sfm_resolve_address (m, f);
}

sfm_status
sfm_merger_move (struct sfm_merger *m, uint32_t piece,
                 const struct sfm_place *places, struct sfm_diag *diag)
{
  if (piece >= m->source_count)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "no piece %" PRIu32 ": %zu were added", piece,
                     m->source_count);
  sfm_status status = check_places (m, piece, places, diag);
  if (status != SFM_OK)
    return status_of_input (diag, status, m->sources[piece].input);
  sfm_plan_drop (m);
  const size_t end = source_end (m, piece);
  for (size_t i = m->sources[piece].first; i < end; i++)
    set_place (m, &m->funcs[i], &places[m->funcs[i].fde]);
  return SFM_OK;
}

/* Moving all that one merger has to another.

   The records are copied; the numbers of their sources and of their rebuilt
   rows go on from those that are there.  Memory is taken first, so that
   nothing has changed if there is none.  */

/* Check that an option, WHAT, is equal.  */
static sfm_status
check_option (const char *what, uint64_t into, uint64_t from,
              struct sfm_diag *diag)
{
  if (into == from)
    return SFM_OK;
  return sfm_fail (diag, SFM_ERR_USAGE, 0,
                   "the option %s of one merger is 0x%" PRIx64
                   ", of the other 0x%" PRIx64,
                   what, into, from);
}

/* Check the options that decide what becomes of a function when it is
   added.  */
static sfm_status
check_options (const struct sfm_merger *into, const struct sfm_merger *from,
               struct sfm_diag *diag)
{
  TRY (check_option ("target", into->target, from->target, diag));
  TRY (check_option ("relocatable", into->relocatable, from->relocatable,
                     diag));
  TRY (check_option ("reader", into->reader, from->reader, diag));
  TRY (check_option ("text_start", into->text_start, from->text_start, diag));
  TRY (check_option ("text_end", into->text_end, from->text_end, diag));
  TRY (check_option ("max_functions", into->max_functions, from->max_functions,
                     diag));
  return check_option ("max_bytes", into->max_bytes, from->max_bytes, diag);
}

/* Check that FROM can be joined to INTO.  */
static sfm_status
check_join (const struct sfm_merger *into, const struct sfm_merger *from,
            struct sfm_diag *diag)
{
  if (into == from)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "a merger cannot be joined to itself");
  TRY (check_options (into, from, diag));
  if (into->source_count == 0 || from->source_count == 0)
    return SFM_OK;
  TRY (check_mixed (&into->sources[0].piece, &from->sources[0].piece, diag));
  if (from->whole_count > into->max_functions - into->whole_count)
    return sfm_fail (diag, SFM_ERR_LIMIT, 0,
                     "there are %zu and %zu functions, more than %" PRIu64,
                     into->whole_count, from->whole_count,
                     into->max_functions);
  return SFM_OK;
}

/* Make room in INTO for what FROM has.  */
static bool
join_room (struct sfm_merger *into, const struct sfm_merger *from)
{
  return sfm_memory_grow (&into->memory, &into->sources,
                          &into->source_capacity, into->source_count,
                          from->source_count, sizeof *into->sources)
         && sfm_memory_grow (&into->memory, &into->funcs, &into->func_capacity,
                             into->func_count, from->whole_count,
                             sizeof *into->funcs)
         && sfm_memory_grow (&into->memory, &into->rebuilt,
                             &into->rebuilt_capacity, into->rebuilt_count,
                             from->whole_rebuilt_count, sizeof *into->rebuilt);
}

/* Append the records of FROM to those of INTO, which has the room.  */
static void
append_records (struct sfm_merger *into, const struct sfm_merger *from)
{
  const uint32_t sources = (uint32_t) into->source_count;
  const uint32_t rebuilt = (uint32_t) into->rebuilt_count;

  for (size_t i = 0; i < from->func_count; i++)
    {
      struct func *to = &into->funcs[into->func_count + i];
      *to = from->funcs[i];
      to->source += sources;
      if (to->flags & FUNC_REBUILD)
        to->rows_size += rebuilt;
    }
  for (size_t i = 0; i < from->source_count; i++)
    {
      into->sources[sources + i] = from->sources[i];
      into->sources[sources + i].first += into->func_count;
    }
  if (from->rebuilt_count != 0)
    memcpy (into->rebuilt + rebuilt, from->rebuilt,
            from->rebuilt_count * sizeof *from->rebuilt);
  into->source_count += from->source_count;
  into->whole_count = into->func_count += from->func_count;
  into->whole_rebuilt_count = into->rebuilt_count += from->rebuilt_count;
  into->any_long |= from->any_long;
}

sfm_status
sfm_merger_join (struct sfm_merger *into, struct sfm_merger *from,
                 struct sfm_diag *diag)
{
  sfm_status status = check_join (into, from, diag);

  if (status == SFM_ERR_MIXED)
    return status_of_input (diag, status, from->sources[0].input);
  TRY (status);
  if (!join_room (into, from))
    return sfm_no_memory (diag);
  sfm_plan_drop (into);
  sfm_plan_drop (from);
  if (into->source_count == 0 && from->source_count != 0)
    sfm_collect_word_bytes (into, &from->sources[0].piece);
  append_records (into, from);
  merger_empty (from);
  return SFM_OK;
}
