/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-report.c - the reports of the placer: functions found, to the
   listener, and the names of inputs, for messages.  */

#include "config.h"

#include "placer-internal.h"

bool
place_tell (const struct place_sources *from,
            const struct found_function *found)
{
  return from->listener == NULL
         || from->listener->fn (from->listener->data, found);
}

const char *
placer_input_name (const struct placer *placer, uint32_t number,
                   const char **section)
{
  if (number == 0 || number > placer->input_count)
    {
      *section = ".sframe";
      return placer->from.image->path;
    }
  *section = placer->inputs[number - 1].section;
  return placer->inputs[number - 1].name;
}
