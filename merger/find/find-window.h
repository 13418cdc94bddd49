/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   find-window.h - bytes of a section that may be in another process.  */

#ifndef MERGER_FIND_WINDOW_H
#define MERGER_FIND_WINDOW_H

#include "bytes.h"
#include "engine.h"
#include "sfmerge.h"

enum
{
  /* The most bytes of one call of READ.  A call costs about as much as copying
     some KiB, but the bytes are on the stack of a signal handler.  Holds any
     FDE and any row.  */
  WINDOW_SIZE = 512
};

/* The bytes [FROM, TO) of SECTION, where it is remote.  */
struct window
{
  const struct sfm_section *section;
  uint64_t from;
  uint64_t to;
  uint8_t buffer[WINDOW_SIZE];
};

/* Not zeroed as a whole: a look-up in memory does not touch the buffer.  */
static inline void
window_open (struct window *w, const struct sfm_section *section)
{
  w->section = section;
  w->from = w->to = 0;
}

/* A range of section offsets that are in the section.  */
struct window_range
{
  uint64_t from;
  uint64_t to;
};

/* Copy NEED bytes at AT, and as many around them in RANGE as the buffer holds:
   half of these before AT if BEFORE, else all after.  */
sfm_status sfm_window_read (struct window *w, uint64_t at, size_t need,
                            struct window_range range, bool before,
                            struct sfm_diag *diag);

/* Set *P to the NEED bytes at AT, at most WINDOW_SIZE, which are in RANGE.
   They stay there until the next call.  REMOTE: whether the section is
   remote.  */
static ALWAYS_INLINE sfm_status
window_get (struct window *w, bool remote, uint64_t at, size_t need,
            struct window_range range, bool before, const uint8_t **p,
            struct sfm_diag *diag)
{
  if (!remote)
    {
      *p = w->section->piece.bytes + at;
      return SFM_OK;
    }
  if (at < w->from || at > w->to || need > w->to - at)
    {
      sfm_status status = sfm_window_read (w, at, need, range, before, diag);
      if (status != SFM_OK)
        return status;
    }
  *p = w->buffer + (at - w->from);
  return SFM_OK;
}

/* Entries of the FDE array, as far as a search needs them.  */

/* The start field at P, sign-extended.  WIDE: of version 3.  */
static ALWAYS_INLINE int64_t
find_start_field (const uint8_t *p, bool wide, bool big)
{
  return wide ? sign_extend (get_u64 (p, big), 64)
              : sign_extend (get_u32 (p, big), 32);
}

/* The function's size in the entry at P.  */
static ALWAYS_INLINE uint32_t
find_size_field (const uint8_t *p, bool wide, bool big)
{
  return get_u32 (p + (wide ? 8 : 4), big);
}

/* Where all entries of PIECE are.  */
static inline struct window_range
find_entries (const struct sfm_piece *piece)
{
  return (struct window_range){
    piece->fdes, piece->fdes + (uint64_t) piece->num_fdes * piece->fde_size
  };
}

/* Where all rows and attribute blocks of PIECE are.  */
static inline struct window_range
find_fres (const struct sfm_piece *piece)
{
  return (struct window_range){ piece->fres, piece->fres + piece->fre_len };
}

/* sfm_find_fde with a window that is open.  */
sfm_status sfm_find_function (struct window *w, uint64_t addr,
                              struct sfm_found *found, struct sfm_diag *diag);

#endif /* MERGER_FIND_WINDOW_H */
