/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   plt.c - functions for PLT entries and stubs.

   Theory of operation.  One walk over the code from the first byte to the last
   [walk_plt] compares it with the templates of the ABI [match_at].
   Consecutive entries of equal size and equal rows are one function of PC type
   MASK, even a single one, as GNU ld writes them, and even if their bytes are
   of different templates: mold mixes two kinds.  Everything else is a function
   of its own.

   The bytes alone can be ambiguous: GNU ld's PLT0, at the start, has the bytes
   of gold's code for TLS descriptors, at the end.  So a template has a
   position [enum plt_kind].  Code that matches no template is left
   undescribed.  What looks like an entry after such code may be the end of
   something longer, where another rule holds, as the end of AArch64's PLT0 is.
   There a single entry stays undescribed, as does the first of several in a
   row.  Stubs are found by their symbols, and only templates of stubs are
   compared with them.

   GNU ld leaves slots of a static PIE empty, that is zero, if it has counted
   an indirect function twice.  Nothing runs there; empty slots beside entries
   belong to their function [empty_slots], as in GNU ld's own description, so
   that one function covers what one FDE of .eh_frame does.

   The walk is made twice, to measure and to write.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "bytes.h"
#include "engine.h"
#include "fde.h"
#include "plt-forms.h"
#include "rows.h"
#include "sfmerge-tool.h"

enum
{
  /* Unknown code is skipped in steps of the smallest entry, to which all are
     aligned.  */
  STEP = 8,
  STUB_STEP = 4,
  /* A PLT of 16 million entries.  Even with the largest functions for the
     smallest entries all sizes stay below 4 GiB.  */
  CODE_MAX = 1 << 28,

  S390X_CFA = 160, /* encoded CFA offsets start here, in words of 8 */

  AMD64_RA = -8
};

/* A template that was recognised.  */
struct match
{
  const struct plt_template *template;
  size_t size;    /* of the template */
  size_t covered; /* bytes of these that the rows describe */
};

/* The state of a walk: what it has found and, if OUT is not NULL, the offsets
   for the piece's next FDE and rows.  */
struct plt_walk
{
  const struct sfm_plt_code *code;
  const struct plt_table *table;
  struct sfm_plt_found *found;
  bool big;
  uint8_t *out;
  size_t fde_off;
  size_t rows_off;
  size_t rows_begin;
};

static const struct plt_table *
table_of (uint8_t abi)
{
  switch (abi)
    {
    case SFM_ABI_AMD64_ENDIAN_LITTLE:
      return &sfm_plt_amd64;
    case SFM_ABI_AARCH64_ENDIAN_LITTLE:
    case SFM_ABI_AARCH64_ENDIAN_BIG:
      return &sfm_plt_aarch64;
    case SFM_ABI_S390X_ENDIAN_BIG:
      return &sfm_plt_s390x;
    default:
      return NULL;
    }
}

/* Whether HALF, half a byte, matches LETTER of a template.  */
static bool
half_is (char letter, unsigned half)
{
  switch (letter)
    {
#define PLT_X(c, value, mask)                                                 \
  case c:                                                                     \
    return (half & (mask)) == (value);
      PLT_LETTERS (PLT_X)
#undef PLT_X
    default:
      return half
             == (unsigned) (letter <= '9' ? letter - '0' : letter - 'a' + 10);
    }
}

/* Whether the LEFT bytes at BYTES begin with TEMPLATE.  Fills MATCH.  */
static bool
template_at (const struct plt_template *template, const uint8_t *bytes,
             size_t left, struct match *match)
{
  size_t half = 0;

  match->template = template;
  match->covered = 0;
  for (const char *p = template->code; *p != '\0'; p++)
    {
      if (*p == ' ')
        continue;
      if (*p == '|')
        {
          match->covered = half / 2;
          continue;
        }
      if (half / 2 >= left
          || !half_is (*p, half % 2 == 0 ? bytes[half / 2] >> 4
                                         : bytes[half / 2] & 0xf))
        return false;
      half++;
    }
  match->size = half / 2;
  if (match->covered == 0)
    match->covered = match->size;
  return true;
}

/* Find the template that matches OFF bytes into the code, and fill MATCH.  */
static bool
match_at (const struct plt_walk *w, size_t off, struct match *match)
{
  const struct sfm_plt_code *code = w->code;

  for (size_t i = 0; i < w->table->count; i++)
    {
      const struct plt_template *t = &w->table->templates[i];
      if ((t->kind == PLT_STUB) != code->stubs)
        continue;
      if (t->kind == PLT_HEAD && off != 0)
        continue;
      if (t->kind == PLT_TAIL && off == 0)
        continue;
      if (template_at (t, code->bytes + off, code->size - off, match)
          && (t->kind != PLT_TAIL || off + match->size == code->size))
        return true;
    }
  return false;
}

/* Whether the code of MATCH may repeat.  */
static bool
repeats (const struct match *match)
{
  return match->template->kind == PLT_ENTRY
         || match->template->kind == PLT_STUB;
}

/* Whether A and B may be entries of one function.  */
static bool
alike (const struct match *a, const struct match *b)
{
  return repeats (a) && repeats (b) && a->size == b->size
         && memcmp (a->template->rows, b->template->rows,
                    sizeof a->template->rows)
                == 0;
}

/* The bytes of the empty slots OFF bytes into the code: of the size of the
   entry that follows them, or of ENTRY, which precedes them.  *NEXT becomes
   the entry that follows.  ENTRY is NULL at the start of a run; else the entry
   must be like it, or the code must end.  0: there are none.  */
static size_t
empty_slots (const struct plt_walk *w, size_t off, const struct match *entry,
             struct match *next)
{
  const struct sfm_plt_code *code = w->code;
  size_t end = off;

  while (end < code->size && code->bytes[end] == 0)
    end++;
  /* An entry may begin with zeros.  */
  if (end != code->size)
    end -= (end - off) % STEP;
  if (end == off || code->stubs)
    return 0;
  if (end == code->size && entry != NULL)
    return (end - off) % entry->size == 0 ? end - off : 0;
  if (!match_at (w, end, next) || !repeats (next)
      || (entry != NULL && !alike (entry, next)))
    return 0;
  return (end - off) % next->size == 0 ? end - off : 0;
}

/* The size of the run of entries like FIRST, which is OFF bytes into the
   code.  */
static size_t
run_size (const struct plt_walk *w, size_t off, const struct match *first)
{
  struct match next;
  size_t size = first->size;

  for (;;)
    if (match_at (w, off + size, &next) && alike (first, &next))
      size += next.size;
    else
      {
        size_t empty = empty_slots (w, off + size, first, &next);
        if (empty == 0)
          return size;
        size += empty;
      }
}

/* Write the rows of TEMPLATE to OUT, unless that is NULL.  Returns their size
   and sets *COUNT.  */
static size_t
put_rows (const struct plt_walk *w, const struct plt_template *template,
          uint8_t *out, unsigned *count)
{
  bool scaled = w->code->abi == SFM_ABI_S390X_ENDIAN_BIG;
  size_t size = 0;

  *count = 0;
  for (const struct plt_row *row = template->rows;
       row < template->rows + PLT_ROWS
       && (row == template->rows || row->start != 0);
       row++)
    {
      unsigned words = row->ra != 0 ? 2 : 1;
      const uint8_t bytes[]
          = { row->start,
              (uint8_t) (ROW_INFO_SP | words << ROW_INFO_COUNT_SHIFT),
              (uint8_t) (scaled ? (row->cfa - S390X_CFA) / 8 : row->cfa),
              (uint8_t) row->ra };
      if (out != NULL)
        memcpy (out + size, bytes, 2 + words);
      size += 2 + words;
      ++*count;
    }
  return size;
}

/* Add the function of SIZE bytes that begins with MATCH OFF bytes into the
   code.  */
static void
add_function (struct plt_walk *w, size_t off, size_t size,
              const struct match *match)
{
  bool mask = repeats (match);
  uint8_t *rows = w->out != NULL ? w->out + w->rows_off : NULL;
  unsigned count;
  size_t rows_size = put_rows (
      w, match->template, rows != NULL ? rows + FDE_ATTR_SIZE : NULL, &count);

  if (w->out != NULL)
    {
      uint8_t *fde = w->out + w->fde_off;
      put_u64 (fde, w->code->addr + off - w->fde_off, w->big);
      put_u32 (fde + 8, (uint32_t) size, w->big);
      put_u32 (fde + 12, (uint32_t) (w->rows_off - w->rows_begin), w->big);
      put_u16 (rows, (uint16_t) count, w->big);
      rows[2] = mask ? FDE_INFO_MASK : 0;
      rows[3] = FDE_TYPE_DEFAULT;
      rows[4] = mask ? (uint8_t) match->size : 0;
    }
  w->fde_off += FDE_SIZE_V3;
  w->rows_off += FDE_ATTR_SIZE + rows_size;
  w->found->functions++;
  w->found->rows += count;
  w->found->covered += size;
}

/* Whether MATCH, OFF bytes into the code, is followed by an entry like it.  */
static bool
begins_run (const struct plt_walk *w, size_t off, const struct match *match)
{
  struct match next;

  return match_at (w, off + match->size, &next) && alike (match, &next);
}

/* Add the function that begins with MATCH OFF bytes into the code.  Returns
   the bytes that it takes.  */
static size_t
add_match (struct plt_walk *w, size_t off, const struct match *match)
{
  if (repeats (match))
    {
      size_t run = run_size (w, off, match);
      add_function (w, off, run, match);
      return run;
    }
  add_function (w, off, match->covered, match);
  w->found->unknown += match->size - match->covered;
  return match->size;
}

/* Find all functions.  */
static void
walk_plt (struct plt_walk *w)
{
  size_t size = w->code->size;
  size_t most = w->code->stubs ? STUB_STEP : STEP;
  bool known = true;

  for (size_t off = 0; off < size;)
    {
      struct match match;
      size_t step = size - off < most ? size - off : most;
      bool found = match_at (w, off, &match);

      if (found && known)
        {
          off += add_match (w, off, &match);
          continue;
        }
      size_t empty = known ? empty_slots (w, off, NULL, &match) : 0;
      if (empty != 0)
        {
          size_t run = empty + run_size (w, off + empty, &match);
          add_function (w, off, run, &match);
          off += run;
          continue;
        }
      known = found && begins_run (w, off, &match);
      if (known)
        step = match.size;
      w->found->unknown += step;
      off += step;
    }
}

/* Prepare a walk over CODE, whose piece has COUNT functions.  */
static sfm_status
begin (struct plt_walk *w, const struct sfm_plt_code *code, uint32_t count,
       struct sfm_plt_found *found, struct sfm_diag *diag)
{
  memset (found, 0, sizeof *found);
  *w = (struct plt_walk){ .code = code,
                          .table = table_of (code->abi),
                          .found = found,
                          .big = sfm_abi_big_endian (code->abi),
                          .fde_off = SFM_HEADER_SIZE };
  w->rows_off = w->rows_begin = SFM_HEADER_SIZE + (size_t) count * FDE_SIZE_V3;
  if (w->table == NULL)
    return sfm_fail (diag, SFM_ERR_UNSUPP, 0, "unknown ABI %u", code->abi);
  if (code->size > CODE_MAX)
    return sfm_fail (diag, SFM_ERR_LIMIT, 0,
                     "%zu bytes of linker-generated code, the limit is %d",
                     code->size, (int) CODE_MAX);
  return SFM_OK;
}

sfm_status
sfm_plt_measure (const struct sfm_plt_code *code, struct sfm_plt_found *found,
                 struct sfm_diag *diag)
{
  struct plt_walk w;

  TRY (sfm_sized_reserved (code->reserved, sizeof code->reserved,
                           "the PLT code", diag));
  TRY (begin (&w, code, 0, found, diag));
  walk_plt (&w);
  found->size = w.rows_off + (size_t) found->functions * FDE_SIZE_V3;
  return SFM_OK;
}

size_t
sfm_plt_entry (const struct sfm_plt_code *code, bool *head)
{
  struct plt_walk w = { .code = code, .table = table_of (code->abi) };
  struct match match;

  *head = false;
  if (w.table == NULL || !match_at (&w, 0, &match))
    return 0;
  *head = match.template->kind == PLT_HEAD;
  return match.size;
}

/* Write the header of a piece for CODE, in which FOUND was found, to OUT.  */
static void
put_piece_header (const struct sfm_plt_code *code,
                  const struct sfm_plt_found *found, bool big, uint8_t *out)
{
  uint32_t fdes = found->functions * FDE_SIZE_V3;

  memset (out, 0, SFM_HEADER_SIZE);
  put_u16 (out, SFM_MAGIC, big);
  out[2] = 3;
  out[3] = SFM_F_FDE_SORTED | SFM_F_FDE_FUNC_START_PCREL;
  out[4] = code->abi;
  out[6] = code->abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? (uint8_t) AMD64_RA : 0;
  put_u32 (out + 8, found->functions, big);
  put_u32 (out + 12, found->rows, big);
  put_u32 (out + 16, (uint32_t) found->size - SFM_HEADER_SIZE - fdes, big);
  put_u32 (out + 24, fdes, big);
}

sfm_status
sfm_plt_write (const struct sfm_plt_code *code, void *buffer, size_t size,
               struct sfm_diag *diag)
{
  struct plt_walk w;
  struct sfm_plt_found measured, found;

  TRY (sfm_plt_measure (code, &measured, diag));
  if (size < measured.size)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "the piece has %zu bytes, the buffer %zu", measured.size,
                     size);
  TRY (begin (&w, code, measured.functions, &found, diag));
  w.out = buffer;
  put_piece_header (code, &measured, w.big, buffer);
  walk_plt (&w);
  return SFM_OK;
}
