/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   find-start.h - entries of the FDE array, as far as a search needs them.  */

#ifndef MERGER_FIND_START_H
#define MERGER_FIND_START_H

#include "bytes.h"
#include "find-window.h"

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
sfm_status find_function (struct window *w, uint64_t addr,
                          struct sfm_found *found, struct sfm_diag *diag);

#endif /* MERGER_FIND_START_H */
