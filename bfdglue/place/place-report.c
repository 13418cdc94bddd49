/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-report.c - the reports of the placer: functions found, to the
   listener, and the names of inputs, for messages.  */

#include "config.h"

#include "placer-internal.h"

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

const struct placed_input *
placer_input_of (const struct placer *placer, const struct text_function *f)
{
  return &placer->inputs[placer->texts.pieces[f->piece].input - 1];
}

bool
placer_tell (const struct placer *placer, const struct text_function *f,
             uint64_t addr, bool exact)
{
  const struct place_listener *listener = placer->from.listener;

  if (listener == NULL)
    return true;
  const struct text_piece *piece = &placer->texts.pieces[f->piece];
  const struct found_function found = { .addr = addr,
                                        .digest = f->digest,
                                        .piece = exact ? &piece->piece : NULL,
                                        .field = f->field,
                                        .fde = exact ? f->fde : 0,
                                        .size = f->size,
                                        .input = piece->input };
  return listener->fn (listener->data, &found);
}
