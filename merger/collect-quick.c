/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   collect-quick.c - records of functions in which nothing is unusual.

   Theory of operation.  What assemblers write usually passes through the merge
   unchanged, and seeing that is faster than finding out what else has to be
   done.  A usual function has DEFAULT data words of an ABI in which any value
   is valid, no repeating blocks, and rows whose starts rise and stay inside
   the function.  Such a function gets its record here.  Any other is left open
   for collect.c and resolve.c, which know all rules; so this file may give up
   at any point.  A test and a fuzz target compare the merge with and without
   it (engine.h).

   Rows that were walked in vain are counted: after as many as the piece has
   bytes all further functions are left open.  */

#include "config.h"

#include <limits.h>

#include "bytes.h"
#include "engine.h"
#include "fde.h"
#include "merger.h"
#include "rows.h"

/* Walks over the rows of a usual function.

   The bytes left in the sub-section are compared once with the most that the
   rows can take, so that a row costs two compares [collect_walk]; only for the
   last functions of a piece is each row compared [collect_walk_to_end].

   If plans may be compact, the same walk finds out whether these would leave
   out a row: not if each obviously has another CFA than the one before it, in
   the base or in the lowest byte of the offset.  That takes eight instructions
   a row, a second walk fourteen and the rows' lines in the cache.  It is not
   done for big-endian rows, where the lowest byte is not right after the info
   byte.  */

enum
{
  /* In the two bytes of which the first is the info byte: the base and the
     lowest byte of the offset of a CFA.  */
  WALK_CFA_BITS = 0xff00 | ROW_INFO_SP | ROW_INFO_MANGLED
};

/* The bytes of the COUNT rows at FIRST with starts of FRE_TYPE, 0 if a row
   needs a closer look.  Reads at most COUNT times the bytes of the longest
   row.  If LOOK, which is not for BIG: set *LEAST if a compact plan needs all
   of the rows, and no fewer bytes for their starts.  */
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

/* collect_walk for rows that may not all be before END, that of the
   sub-section.  */
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

/* One piece.  What each function needs is copied here: otherwise the compiler
   reads it again after each store of a byte.  */
struct run
{
  const uint8_t *fres;  /* the FRE sub-section */
  const uint8_t *table; /* bytes of data words, by info byte */
  uint32_t fre_len;
  uint32_t attr_end;  /* the last offset at which an attribute block fits */
  uint32_t row_most;  /* bytes of the longest row */
  uint8_t odd_info;   /* bits of the info byte that need a closer look */
  uint64_t left;      /* bytes that rows may still take */
  uint64_t tries;     /* rows that may still be walked in vain */
  uint32_t most_rows; /* most rows of a function that is walked */
};

/* The fields of an FDE.  */
struct quick
{
  uint32_t size;
  uint32_t rows; /* offset in the FRE sub-section */
  uint32_t count;
  uint8_t info;
};

/* Read the FDE at P, of version 3 if V3.  False: its rows are not in the FRE
   sub-section, or a field that is usually 0 is not.  */
static ALWAYS_INLINE bool
read_quick_fde (const struct run *r, const uint8_t *p, const bool v3,
                const bool big, struct quick *f)
{
  if (!v3)
    {
      f->size = get_u32 (p + 4, big);
      f->rows = get_u32 (p + 8, big);
      f->count = get_u32 (p + 12, big);
      f->info = p[16];
      return f->rows <= r->fre_len;
    }
  uint32_t fre_off = get_u32 (p + 12, big);
  if (fre_off > r->attr_end)
    return false;
  const uint8_t *attr = r->fres + fre_off;
  f->size = get_u32 (p + 8, big);
  f->rows = fre_off + FDE_ATTR_SIZE;
  f->count = get_u16 (attr, big);
  f->info = attr[2];
  return attr[3] == 0;
}

/* The bytes of F's rows, which are at ROWS near the end, or 0.  */
static ALWAYS_INLINE uint64_t
measure_to_end (const struct run *r, const uint8_t *rows,
                const struct quick *f, const bool big, const bool look,
                bool *least)
{
  const uint8_t *end = r->fres + r->fre_len;

  switch (f->info & FDE_INFO_FRE_TYPE)
    {
    case SFM_FRE_TYPE_ADDR1:
      return collect_walk_to_end (r->table, rows, end, f->count, f->size,
                                  SFM_FRE_TYPE_ADDR1, big, look, least);
    case SFM_FRE_TYPE_ADDR2:
      return collect_walk_to_end (r->table, rows, end, f->count, f->size,
                                  SFM_FRE_TYPE_ADDR2, big, look, least);
    case SFM_FRE_TYPE_ADDR4:
      return collect_walk_to_end (r->table, rows, end, f->count, f->size,
                                  SFM_FRE_TYPE_ADDR4, big, look, least);
    default:
      return 0;
    }
}

static uint64_t
measure_near_end (const struct run *r, const uint8_t *rows,
                  const struct quick *f, bool big)
{
  return measure_to_end (r, rows, f, big, false, NULL);
}

static uint64_t
look_near_end (const struct run *r, const uint8_t *rows, const struct quick *f,
               bool *least)
{
  return measure_to_end (r, rows, f, false, true, least);
}

/* The bytes of F's rows, or 0.  May set *LEAST.  */
static ALWAYS_INLINE uint64_t
measure_rows (const struct run *r, const struct quick *f, const bool big,
              const bool look, bool *least)
{
  const uint8_t *rows = r->fres + f->rows;

  if ((uint64_t) f->count * r->row_most > r->fre_len - f->rows)
    {
      if (!look)
        return measure_near_end (r, rows, f, big);
      bool found = false;
      uint64_t size = look_near_end (r, rows, f, &found);
      *least = found;
      return size;
    }
  switch (f->info & FDE_INFO_FRE_TYPE)
    {
    case SFM_FRE_TYPE_ADDR1:
      return collect_walk (r->table, rows, f->count, f->size,
                           SFM_FRE_TYPE_ADDR1, big, look, least);
    case SFM_FRE_TYPE_ADDR2:
      return collect_walk (r->table, rows, f->count, f->size,
                           SFM_FRE_TYPE_ADDR2, big, look, least);
    case SFM_FRE_TYPE_ADDR4:
      return collect_walk (r->table, rows, f->count, f->size,
                           SFM_FRE_TYPE_ADDR4, big, look, least);
    default:
      return 0;
    }
}

/* Count COUNT rows as walked in vain.  Returns the most rows that a function
   may have from then on: one with more is not walked.  */
static ALWAYS_INLINE uint32_t
tries_left (struct run *r, uint32_t count)
{
  r->tries -= count;
  return r->tries < FDE_MAX_ROWS_V3 ? (uint32_t) r->tries : FDE_MAX_ROWS_V3;
}

/* Mark FUNC as open.  Returns false.  */
static inline bool
leave_open (struct func *func, uint32_t source, uint32_t idx)
{
  func->source = source;
  func->fde = idx;
  func->fate = FATE_OPEN;
  return false;
}

/* Make FUNC the record of the FDE at P, number IDX of source SOURCE.  False:
   it is left open.  */
static ALWAYS_INLINE bool
collect_fde (struct run *r, const struct sfm_place *place, const uint8_t *p,
             uint32_t source, uint32_t idx, const bool v3, const bool big,
             const bool look, struct func *func)
{
  struct quick f;
  bool least = false;

  /* This catches a wrap of the address space and a size of 0.  */
  if (!read_quick_fde (r, p, v3, big, &f) || (f.info & r->odd_info) != 0
      || f.count - 1U >= r->most_rows || place->addr + f.size <= place->addr)
    return leave_open (func, source, idx);
  uint64_t rows_size = measure_rows (r, &f, big, look, &least);
  /* This catches 0 too.  */
  if (rows_size - 1 >= r->left)
    {
      r->most_rows = tries_left (r, f.count);
      return leave_open (func, source, idx);
    }
  r->left -= rows_size;
  *func = (struct func){ .addr = place->addr,
                         .size = f.size,
                         .source = source,
                         .fde = idx,
                         .rows = f.rows,
                         .rows_size = (uint32_t) rows_size,
                         .num_fres = f.count,
                         .info = f.info,
                         .flags
                         = (uint16_t) ((place->optional ? FUNC_OPTIONAL : 0)
                                       | (least ? FUNC_LEAST : 0)),
                         .fate = FATE_KEPT,
                         .rank = place->rank,
                         .evidence = place->evidence };
  return true;
}

/* sfm_collect_quick with V3, BIG and LOOK as constants.  */
static ALWAYS_INLINE void
collect_all (struct source *source, struct run r, uint32_t idx,
             const struct sfm_place *places, struct func *func, const bool v3,
             const bool big, const bool look)
{
  const uint32_t count = source->piece.num_fdes;
  const uint32_t fde_size = source->piece.fde_size;
  const uint8_t *p = source->piece.bytes + source->piece.fdes;
  const struct func *begin = func;
  const uint64_t left = r.left;

  for (uint32_t i = 0; i < count; i++, p += fde_size)
    if (places[i].live
        && !collect_fde (&r, &places[i], p, idx, i, v3, big, look, func++)
        && source->open++ == 0)
      source->first_open = source->first + (size_t) (func - begin) - 1;
  source->rows_size = left - r.left;
}

/* What each function of PIECE needs.  */
static struct run
begin_run (const struct sfm_merger *m, const struct sfm_piece *piece)
{
  bool aarch64 = abi_is_aarch64 (piece->abi);
  bool v3 = piece->version == 3;
  unsigned usual = FDE_INFO_FRE_TYPE | (aarch64 ? FDE_INFO_PAUTH_B : 0)
                   | (v3 && m->target == SFM_TO_V3 ? FDE_INFO_SIGNAL : 0);
  struct run r = { .fres = piece->bytes + piece->fres,
                   .table = m->quick_bytes,
                   .fre_len = piece->fre_len,
                   .row_most = 4 + 1 + (uint32_t) m->most_word_bytes,
                   .odd_info = (uint8_t) ~usual,
                   .left = collect_bound (m, piece),
                   .tries = piece->end - piece->offset };

  r.most_rows = tries_left (&r, 0);
  if (piece->fre_len > FDE_ATTR_SIZE)
    r.attr_end = piece->fre_len - FDE_ATTR_SIZE;
  /* Too small for an attribute block and a row; or s390x, where before V3 any
     data word may name a register.  */
  if (piece->fre_len <= FDE_ATTR_SIZE || piece->abi == SFM_ABI_S390X_ENDIAN_BIG
      || m->plain)
    r.left = 0;
  return r;
}

/* sfm_collect_quick for a piece in which nothing counts as usual.  */
static void
leave_all (struct source *source, uint32_t idx, const struct sfm_place *places,
           struct func *func)
{
  source->first_open = source->first;
  for (uint32_t i = 0; i < source->piece.num_fdes; i++)
    if (places[i].live)
      {
        (void) leave_open (func++, idx, i);
        source->open++;
      }
}

void
sfm_collect_quick (struct sfm_merger *m, uint32_t idx,
                   const struct sfm_place *places)
{
  struct source *s = &m->sources[idx];
  struct func *funcs = m->funcs + s->first;
  struct run r = begin_run (m, &s->piece);

  const bool v3 = s->piece.version == 3, look = m->may_share;
  if (r.left == 0)
    leave_all (s, idx, places, funcs);
  else if (s->piece.big_endian && v3)
    collect_all (s, r, idx, places, funcs, true, true, false);
  else if (s->piece.big_endian)
    collect_all (s, r, idx, places, funcs, false, true, false);
  else if (v3 && look)
    collect_all (s, r, idx, places, funcs, true, false, true);
  else if (v3)
    collect_all (s, r, idx, places, funcs, true, false, false);
  else if (look)
    collect_all (s, r, idx, places, funcs, false, false, true);
  else
    collect_all (s, r, idx, places, funcs, false, false, false);
}
