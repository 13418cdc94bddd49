/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   collect-walk.h - walks over the rows of a usual function (collect-quick.c).

   The bytes left in the sub-section are compared once with the most that the
   rows can take, so that a row costs two compares [collect_walk]; only for the
   last functions of a piece is each row compared [collect_walk_to_end].

   If plans may be compact, the same walk finds out whether these would leave
   out a row: not if each obviously has another CFA than the one before it, in
   the base or in the lowest byte of the offset.  That takes eight instructions
   a row, a second walk fourteen and the rows' lines in the cache.  It is not
   done for big-endian rows, where the lowest byte is not right after the info
   byte.  */

#ifndef MERGER_COLLECT_WALK_H
#define MERGER_COLLECT_WALK_H

#include <limits.h>

#include "bytes.h"
#include "engine.h"
#include "rows.h"

enum
{
  /* In the two bytes of which the first is the info byte: the base and the
     lowest byte of the offset of a CFA.  */
  WALK_CFA_BITS = 0xff00 | ROW_INFO_SP | ROW_INFO_MANGLED
};

/* The bytes of the COUNT rows at FIRST with starts of FRE_TYPE, 0 if a row
   needs a closer look.  Reads at most COUNT times the bytes of the longest
   row.  If LOOK, which is not for BIG: set *LEAST if a compact plan needs all
   of the rows, and no less bytes for their starts.  */
static ALWAYS_INLINE uint64_t
collect_walk (const uint8_t *table, const uint8_t *first, uint32_t count,
              uint32_t limit, const uint8_t fre_type, const bool big,
              const bool look, bool *least)
{
  const unsigned width = row_start_size (fre_type);
  const uint8_t *p = first;
  uint32_t last = row_start (p, fre_type, big);
  unsigned words = table[p[width]];
  unsigned cfa = look ? get_u16 (p + width, false) : 0;

  if (words == ROW_BAD)
    return 0;
  p += width + 1 + words;
  if (look)
    {
      while (--count != 0)
        {
          const unsigned next = (unsigned) p[width + 1] << 8 | p[width];
          const uint32_t start = row_start (p, fre_type, big);
          words = table[next & 0xff];
          /* Rows without words are alike whatever their info bytes are.  */
          if (start <= last || words - 1U >= ROW_BAD - 1U
              || ((next ^ cfa) & WALK_CFA_BITS) == 0)
            break;
          cfa = next;
          last = start;
          p += width + 1 + words;
        }
      *least = count++ == 0 && fre_type <= row_type_for (limit - 1);
    }
  while (--count != 0)
    {
      const uint32_t start = row_start (p, fre_type, big);
      words = table[p[width]];
      if (start <= last || words == ROW_BAD)
        return 0;
      last = start;
      p += width + 1 + words;
    }
  return last < limit ? (uint64_t) (p - first) : 0;
}

/* The same if the sub-section may END before the last of these rows.  */
static ALWAYS_INLINE uint64_t
collect_walk_to_end (const uint8_t *table, const uint8_t *first,
                     const uint8_t *end, uint32_t count, uint32_t limit,
                     const uint8_t fre_type, const bool big, const bool look,
                     bool *least)
{
  const size_t fixed = row_start_size (fre_type) + 1;
  const uint8_t *p = first;
  uint64_t above = 0; /* the lowest allowed start of a row */
  unsigned cfa = UINT_MAX;
  bool alike = false;

  for (; count != 0; count--)
    {
      size_t room = (size_t) (end - p);
      if (room < fixed)
        return 0;
      uint32_t start = row_start (p, fre_type, big);
      size_t words = table[p[fixed - 1]];
      if (words == ROW_BAD || words > room - fixed || start < above)
        return 0;
      if (look)
        {
          unsigned next = words == 0
                              ? cfa
                              : get_u16 (p + fixed - 1, false) & WALK_CFA_BITS;
          alike |= next == cfa;
          cfa = next;
        }
      above = (uint64_t) start + 1;
      p += fixed + words;
    }
  if (look)
    *least = !alike && fre_type <= row_type_for (limit - 1);
  return above <= limit ? (uint64_t) (p - first) : 0;
}

#endif /* MERGER_COLLECT_WALK_H */
