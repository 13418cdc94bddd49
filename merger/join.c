/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   join.c - all that one merger has becomes another's.

   The records are copied; the numbers of their sources and of their rebuilt
   rows go on from those that are there.  Memory is taken first, so that
   nothing has changed if there is none.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine.h"
#include "merger.h"

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
  TRY (sfm_merger_check_mixed (&into->sources[0].piece,
                               &from->sources[0].piece, diag));
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
  sfm_merger_empty (from);
  return SFM_OK;
}
