/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   find-fde.c - opening a section, and the function that covers an address.

   Theory of operation.  A bisection of a million functions takes 20 steps,
   most of which wait for memory.  Functions are spread almost evenly, so a
   search first guesses where the address must be if they were spread evenly
   between two known ones, which is off by about the square root of their
   number; some guesses bring it to a few entries [guess].  What is left is
   enclosed by steps of growing width [enclose] and bisected [bisect], so that
   the search stays logarithmic however functions are spread.

   The only invariant is that two numbers of entries enclose the result; each
   step brings them closer, whatever the bytes say, and even if others change
   them.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "bytes.h"
#include "engine.h"
#include "fde.h"
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

  /* In a core file a page next to the needed bytes may be missing.  */
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
  /* sfm_piece_open reads nothing after the header.  */
  sfm_status status
      = sfm_piece_open (header, (size_t) size, 0, &section->piece, diag);
  section->piece.bytes = NULL;
  TRY (status);
  return open_piece (section, diag);
}

enum
{
  GUESSES = 3,
  /* The first step of enclose: about what guesses are off by, and the entries
     of a cache line.  Each further one is 4 times as wide.  */
  FIRST_STEP = 4,
  /* Entries that are skipped when one does not cover the address.  */
  MAX_BACK = 16,
  LINE_SIZE = 64 /* of a cache line */
};

/* A search.  The function at LOW begins at or before WANTED, the one at HIGH
   after it.  */
struct search
{
  struct window *window;
  const struct sfm_section *section;
  uint64_t base;   /* of the start field of entry 0 */
  uint64_t stride; /* how much the base rises with each entry */
  uint64_t wanted;
  uint32_t low;
  uint32_t high;
  uint64_t low_addr;
  uint64_t high_addr;
};

/* What an entry looks like.  Constants in the copy of the search for sections
   of version 3 in memory, in this machine's byte order.  */
struct layout
{
  bool remote;
  bool wide; /* version 3 */
  bool big;
};

static ALWAYS_INLINE struct layout
layout_of (const struct sfm_section *section)
{
  return (struct layout){ .remote = section->read != NULL,
                          .wide = section->piece.version == 3,
                          .big = section->piece.big_endian };
}

static ALWAYS_INLINE sfm_status
entry_at (const struct search *s, struct layout layout, uint32_t idx,
          const uint8_t **p, struct sfm_diag *diag)
{
  const struct sfm_piece *piece = &s->section->piece;
  const size_t size = layout.wide ? FDE_SIZE_V3 : piece->fde_size;
  const uint64_t at = piece->fdes + (uint64_t) idx * size;

  return window_get (s->window, layout.remote, at, size, find_entries (piece),
                     true, p, diag);
}

/* The address of the function at IDX, whose entry is at P.  */
static ALWAYS_INLINE uint64_t
address (const struct search *s, struct layout layout, uint32_t idx,
         const uint8_t *p)
{
  return s->base + idx * s->stride
         + (uint64_t) find_start_field (p, layout.wide, layout.big);
}

/* Compare the function at IDX, between LOW and HIGH, with WANTED.  */
static ALWAYS_INLINE sfm_status
probe (struct search *s, struct layout layout, uint32_t idx,
       struct sfm_diag *diag)
{
  const uint8_t *p;

  TRY (entry_at (s, layout, idx, &p, diag));
  const uint64_t addr = address (s, layout, idx, p);
  const bool below = addr <= s->wanted;
  s->low = below ? idx : s->low;
  s->low_addr = below ? addr : s->low_addr;
  s->high = below ? s->high : idx;
  s->high_addr = below ? s->high_addr : addr;
  return SFM_OK;
}

/* The entry at which WANTED is if functions are spread evenly; it is between
   LOW and HIGH, which are not neighbours.  */
static ALWAYS_INLINE uint32_t
guess (const struct search *s)
{
  const uint64_t count = s->high - s->low;
  uint64_t span = s->high_addr - s->low_addr;
  uint64_t part = s->wanted - s->low_addr;

  /* Both PART and COUNT are then below 2^32, so their product does not
     wrap.  */
  while (span >> 32 != 0)
    {
      span >>= 8;
      part >>= 8;
    }
  const uint64_t off = part * count / span;
  return s->low + (uint32_t) (off == 0 ? 1 : off >= count ? count - 1 : off);
}

/* Bring the bound that the last probe, at FROM, has not moved closer to the
   other one.  */
static ALWAYS_INLINE sfm_status
enclose (struct search *s, struct layout layout, uint32_t from,
         struct sfm_diag *diag)
{
  const bool up = s->low == from;

  for (uint64_t step = FIRST_STEP; step < s->high - s->low; step *= 4)
    {
      TRY (probe (s, layout,
                  up ? from + (uint32_t) step : from - (uint32_t) step, diag));
      if (up ? s->low == from : s->high == from)
        break;
      from = up ? s->low : s->high;
    }
  return SFM_OK;
}

/* Find the last function that begins at or before WANTED: S->low.  */
static ALWAYS_INLINE sfm_status
search_as (struct search *s, struct layout layout, struct sfm_diag *diag)
{
  const uint32_t last = s->section->piece.num_fdes - 1;
  uint32_t from = 0;

  s->low = 0;
  s->low_addr = s->base + (uint64_t) s->section->first;
  s->high = last;
  s->high_addr = s->base + last * s->stride + (uint64_t) s->section->last;
  if (s->wanted < s->low_addr)
    return SFM_END;
  if (s->wanted >= s->high_addr)
    {
      s->low = last;
      return SFM_OK;
    }
  for (unsigned i = 0; i < GUESSES && s->high - s->low > 2 * FIRST_STEP; i++)
    {
      from = guess (s);
      TRY (probe (s, layout, from, diag));
    }
  TRY (enclose (s, layout, from, diag));
  while (s->high - s->low > 1)
    TRY (probe (s, layout, s->low + (s->high - s->low) / 2, diag));
  return SFM_OK;
}

static sfm_status
search (struct search *s, struct layout layout, struct sfm_diag *diag)
{
  const struct layout usual = { .wide = true, .big = host_is_big () };

  return layout.remote == usual.remote && layout.wide == usual.wide
                 && layout.big == usual.big
             ? search_as (s, usual, diag)
             : search_as (s, layout, diag);
}

/* Find the function that covers WANTED: S->low, at *ADDR, with its entry at
   *P.  */
static sfm_status
find_cover (struct search *s, uint64_t *addr, const uint8_t **p,
            struct sfm_diag *diag)
{
  const struct layout layout = layout_of (s->section);
  uint64_t above = 0;
  bool empty = true;

  TRY (search (s, layout, diag));
  for (unsigned back = 0; back <= MAX_BACK; back++)
    {
      TRY (entry_at (s, layout, s->low, p, diag));
      *addr = address (s, layout, s->low, *p);
      /* Functions without bytes may begin inside of others; those with bytes
         may not, but two at one address are harmless if they are the same.  */
      if (!empty && *addr != above)
        return SFM_END;
      const uint32_t size = find_size_field (*p, layout.wide, layout.big);
      if (*addr <= s->wanted && s->wanted - *addr < size)
        return SFM_OK;
      if (s->low == 0)
        return SFM_END;
      above = *addr;
      empty = size == 0;
      s->low--;
    }
  return SFM_END;
}

/* Fetch the rows of FDE, which are in memory: those of most functions begin in
   one cache line and end in the next.  */
static void
fetch_rows (const struct sfm_piece *piece, const struct sfm_fde *fde)
{
  const uint8_t *rows = piece->bytes + piece->fres + fde->fre_off;

  prefetch (rows);
  if (piece->fre_len - fde->fre_off > LINE_SIZE)
    prefetch (rows + LINE_SIZE);
}

sfm_status
sfm_find_function (struct window *w, uint64_t addr, struct sfm_found *found,
                   struct sfm_diag *diag)
{
  const struct sfm_section *section = w->section;
  const struct sfm_piece *piece = &section->piece;
  const bool field = section->start_base == SFM_START_BASE_FIELD;
  struct search s = { .window = w,
                      .section = section,
                      .base = section->addr + (field ? piece->fdes : 0),
                      .stride = field ? piece->fde_size : 0,
                      .wanted = addr };
  const uint8_t *p;

  if (piece->num_fdes == 0)
    return SFM_END;
  TRY (find_cover (&s, &found->addr, &p, diag));
  found->idx = s.low;
  memset (found->reserved, 0, sizeof found->reserved);
  TRY (sfm_fde_read_entry (piece, s.low, p, &found->fde, diag));
  if (section->read == NULL)
    fetch_rows (piece, &found->fde);
  if (piece->version == 3)
    TRY (window_get (w, section->read != NULL,
                     piece->fres + found->fde.fre_off, FDE_ATTR_SIZE,
                     find_fres (piece), false, &p, diag));
  return sfm_fde_read_block (piece, p, &found->fde, diag);
}

sfm_status
sfm_find_fde (const struct sfm_section *section, uint64_t addr,
              struct sfm_found *found, struct sfm_diag *diag)
{
  struct window w;

  window_open (&w, section);
  return sfm_find_function (&w, addr, found, diag);
}
