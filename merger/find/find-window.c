/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   find-window.c - reading bytes of another process.  */

#include "config.h"

#include <inttypes.h>

#include "engine.h"
#include "find-window.h"

static bool
read_range (struct window *w, uint64_t from, uint64_t to)
{
  const struct sfm_section *section = w->section;

  if (!(*section->read) (section->data, section->addr + from, w->buffer,
                         (size_t) (to - from)))
    return false;
  w->from = from;
  w->to = to;
  return true;
}

sfm_status
window_read (struct window *w, uint64_t at, size_t need,
             struct window_range range, bool before, struct sfm_diag *diag)
{
  uint64_t spare = before ? (WINDOW_SIZE - need) / 2 : 0;
  uint64_t from = at - range.from < spare ? range.from : at - spare;
  uint64_t to = range.to - from < WINDOW_SIZE ? range.to : from + WINDOW_SIZE;

  /* A page beside the bytes that are needed may be missing in a core file.  */
  if (read_range (w, from, to) || read_range (w, at, at + need))
    return SFM_OK;
  return status_fail (diag, SFM_ERR_IO, at,
                      "%zu bytes at address 0x%" PRIx64 " cannot be read",
                      need, w->section->addr + at);
}
