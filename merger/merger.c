/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   merger.c - the merger: its options, its lifetime, and what may be added.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine.h"
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

void
sfm_merger_empty (struct sfm_merger *m)
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
  sfm_merger_empty (m);
  struct memory memory = m->memory;
  sfm_memory_free (&memory, m);
}

/* Rule T3 of doc/internals.md, section 8: equal ABIs have equal fixed
   offsets.  */
sfm_status
sfm_merger_check_mixed (const struct sfm_piece *first,
                        const struct sfm_piece *piece, struct sfm_diag *diag)
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
  size_t at = 0;

  sfm_plan_drop (m);
  if (count == 0)
    return SFM_OK;
  const struct sfm_piece *first
      = sources == 0 ? inputs[0].piece : &m->sources[0].piece;
  if (sources == 0)
    sfm_collect_word_bytes (m, first);
  for (at = 0; at < count; at++)
    if ((status = sfm_merger_check_mixed (first, inputs[at].piece, diag))
        != SFM_OK)
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
  m->share = share == SFM_SHARE_ALWAYS;
  return SFM_OK;
}

size_t
sfm_merger_size (const struct sfm_merger *m)
{
  return (size_t) m->size;
}
