/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   find-section.c - opening a section for look-ups, and reading a remote
   one.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "bytes.h"
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
sfm_window_read (struct window *w, uint64_t at, size_t need,
                 struct window_range range, bool before, struct sfm_diag *diag)
{
  uint64_t spare = before ? (WINDOW_SIZE - need) / 2 : 0;
  uint64_t from = at - range.from < spare ? range.from : at - spare;
  uint64_t to = range.to - from < WINDOW_SIZE ? range.to : from + WINDOW_SIZE;

  /* A page beside the bytes that are needed may be missing in a core file.  */
  if (read_range (w, from, to) || read_range (w, at, at + need))
    return SFM_OK;
  return sfm_fail (diag, SFM_ERR_IO, at,
                   "%zu bytes at address 0x%" PRIx64 " cannot be read", need,
                   w->section->addr + at);
}

/* The start field of entry IDX of W's section.  */
static sfm_status
read_start (struct window *w, uint32_t idx, int64_t *start,
            struct sfm_diag *diag)
{
  const struct sfm_piece *piece = &w->section->piece;
  const uint64_t at = sfm_piece_field (piece, idx);
  const uint8_t *p;

  TRY (window_get (w, w->section->read != NULL, at, piece->fde_size,
                   find_entries (piece), false, &p, diag));
  *start = find_start_field (p, piece->version == 3, piece->big_endian);
  return SFM_OK;
}

/* Finish S, which has all that its opener knows.  */
static sfm_status
open_piece (struct sfm_section *s, struct sfm_diag *diag)
{
  const struct sfm_piece *piece = &s->piece;
  struct window w;

  if (!(piece->flags & SFM_F_FDE_SORTED))
    return sfm_fail (diag, SFM_ERR_UNSUPP, 3,
                     "the flags are 0x%x, but look-ups need sorted "
                     "functions (0x%x)",
                     piece->flags, SFM_F_FDE_SORTED);
  s->start_base = piece->flags & SFM_F_FDE_FUNC_START_PCREL
                      ? SFM_START_BASE_FIELD
                      : SFM_START_BASE_SECTION;
  if (piece->num_fdes == 0)
    return SFM_OK;
  window_open (&w, s);
  TRY (read_start (&w, 0, &s->first, diag));
  return read_start (&w, piece->num_fdes - 1, &s->last, diag);
}

sfm_status
sfm_section_open (const void *bytes, size_t size, uint64_t addr,
                  struct sfm_section *section, struct sfm_diag *diag)
{
  memset (section, 0, sizeof *section);
  section->addr = addr;
  TRY (sfm_piece_open (bytes, size, 0, &section->piece, diag));
  return open_piece (section, diag);
}

sfm_status
sfm_section_open_remote (uint64_t addr, uint64_t size, sfm_read_fn *read,
                         void *data, struct sfm_section *section,
                         struct sfm_diag *diag)
{
  uint8_t header[SFM_HEADER_SIZE] = { 0 };

  memset (section, 0, sizeof *section);
  section->addr = addr;
  section->read = read;
  section->data = data;
  if (size >= sizeof header && !(*read) (data, addr, header, sizeof header))
    return sfm_fail (diag, SFM_ERR_IO, 0,
                     "the header at address 0x%" PRIx64 " cannot be read",
                     addr);
  /* It reads no byte after the header.  */
  sfm_status status
      = sfm_piece_open (header, (size_t) size, 0, &section->piece, diag);
  section->piece.bytes = NULL;
  TRY (status);
  return open_piece (section, diag);
}
