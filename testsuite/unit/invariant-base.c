/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   invariant-base.c - a section without a flaw, of any version and ABI, to be
   broken in one place.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "invariant-base.h"

enum
{
  ADDR = 0x401000,
  STEP = 0x100000, /* from function to function: room to grow */
  FUNC_SIZE = 0x10
};

/* The info byte of a row of COUNT words of one byte, relative to SP.  */
#define SP_ROW(count) ((count) << 1 | 1)
#define FLEX_ROW(count) ((count) << 1)

/* clang-format off */
/* As compilers make them: nothing saved, all saved, nothing saved.  */
static const struct base_row amd64_rows[BASE_ROWS] = {
  { 0, SP_ROW (1), { 8 }, 0 },
  { 4, SP_ROW (2), { 16, -16 }, 0 },
  { 8, SP_ROW (1), { 8 }, 0 },
};
static const struct base_row amd64_flex[BASE_ROWS] = {
  { 0, FLEX_ROW (2), { 0x39, 8 }, 0 },
  { 4, FLEX_ROW (5), { 0x33, -8, 0, 0x33, 0 }, 0 },
  { 8, FLEX_ROW (2), { 0x39, 8 }, 0 },
};
static const struct base_row aarch64_rows[BASE_ROWS] = {
  { 0, SP_ROW (1), { 0 }, 0 },
  { 4, SP_ROW (3), { 16, -8, -16 }, 0 },
  { 8, SP_ROW (1), { 0 }, 0 },
};
static const struct base_row s390x_rows[BASE_ROWS] = {
  { 0, SP_ROW (1), { 0 }, 0 },
  { 4, SP_ROW (3), { 20, -48, -72 }, 0 },
  { 8, SP_ROW (1), { 0 }, 0 },
};
static const struct base_row s390x_flex[BASE_ROWS] = {
  { 0, FLEX_ROW (2), { 0x79, 0 }, 0 },
  { 4, FLEX_ROW (6), { 0x79, 0, 0x02, -48, -127, 0 }, 0 },
  { 8, FLEX_ROW (2), { 0x79, 0 }, 0 },
};
/* clang-format on */

static bool
is_aarch64 (uint8_t abi)
{
  return abi == SFM_ABI_AARCH64_ENDIAN_BIG
         || abi == SFM_ABI_AARCH64_ENDIAN_LITTLE;
}

bool
base_has_flex (const struct base *b)
{
  return b->version == 3 && !is_aarch64 (b->abi);
}

/* The rows of function number IDX.  */
static const struct base_row *
rows_of (const struct base *b, size_t idx)
{
  bool flex = base_has_flex (b) && idx == BASE_FUNCS - 1;

  if (is_aarch64 (b->abi))
    return aarch64_rows;
  if (b->abi == SFM_ABI_S390X_ENDIAN_BIG)
    return flex ? s390x_flex : s390x_rows;
  return flex ? amd64_flex : amd64_rows;
}

void
base_make (struct base *b, uint8_t version, uint8_t abi)
{
  memset (b, 0, sizeof *b);
  b->section_addr = 0x400000;
  b->keep = SIZE_MAX;
  b->version = version;
  b->abi = abi;
  b->flags = version == 1 ? 0x1 : 0x5;
  b->big
      = abi == SFM_ABI_AARCH64_ENDIAN_BIG || abi == SFM_ABI_S390X_ENDIAN_BIG;
  b->fixed_ra = abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? -8 : 0;
  for (size_t i = 0; i < BASE_FUNCS; i++)
    {
      struct base_func *f = &b->funcs[i];
      f->addr = ADDR + STEP * i;
      f->size = FUNC_SIZE;
      f->row_count = BASE_ROWS;
      memcpy (f->rows, rows_of (b, i), sizeof f->rows);
      f->info2 = base_has_flex (b) && i == BASE_FUNCS - 1;
    }
}

void
base_limit_words (struct base *b, unsigned count)
{
  for (size_t i = 0; i < BASE_FUNCS; i++)
    for (size_t r = 0; r < BASE_ROWS; r++)
      {
        struct base_row *row = &b->funcs[i].rows[r];
        if (b->funcs[i].info2 == 0 && (row->info >> 1 & 15U) > count)
          row->info = (uint8_t) ((row->info & ~0x1eU) | count << 1);
      }
}

static unsigned
start_width (const struct base_func *f)
{
  unsigned type = f->info & 0x0fU;

  return type <= SFM_FRE_TYPE_ADDR4 ? 1U << type : 1;
}

static unsigned
word_width (const struct base_row *row)
{
  unsigned code = row->info >> 5 & 3U;

  return code < 3 ? 1U << code : 1;
}

static unsigned
fde_width (const struct base *b)
{
  return b->version == 1 ? 17 : b->version == 2 ? 20 : 16;
}

void
base_layout (struct base *b)
{
  uint32_t off = 0;

  b->num_fres = 0;
  for (size_t i = 0; i < BASE_FUNCS; i++)
    {
      struct base_func *f = &b->funcs[i];
      f->fre_off = f->borrows ? 0 : off;
      f->num_fres = f->borrows ? b->funcs[0].num_fres : f->row_count;
      b->num_fres += f->num_fres;
      if (f->borrows)
        continue;
      off += b->version == 3 ? 5 : 0;
      for (uint32_t r = 0; r < f->row_count; r++)
        off += start_width (f) + 1
               + (f->rows[r].info >> 1 & 15U) * word_width (&f->rows[r]);
    }
  b->magic = SFM_MAGIC;
  b->said_version = b->version;
  b->said_flags = b->flags;
  b->said_abi = b->abi;
  b->aux = (uint8_t) b->aux_size;
  b->num_fdes = BASE_FUNCS;
  b->fre_len = off + b->fres_more;
  b->fdeoff = b->fdes_gap;
  b->freoff = b->fdes_gap + BASE_FUNCS * fde_width (b) + b->fres_gap;
}

/* Where bytes are put.  */
struct writer
{
  uint8_t *bytes;
  size_t at;
  bool big;
};

static void
put (struct writer *w, uint64_t value, unsigned size)
{
  if (w->at + size > BASE_SIZE)
    exit (1);
  for (unsigned i = 0; i < size; i++)
    w->bytes[w->at++] = (uint8_t) (value >> 8 * (w->big ? size - 1 - i : i));
}

static void
put_repeated (struct writer *w, uint8_t value, uint32_t count)
{
  while (count-- != 0)
    put (w, value, 1);
}

static void
put_header (struct writer *w, const struct base *b)
{
  put (w, b->magic, 2);
  put (w, b->said_version, 1);
  put (w, b->said_flags, 1);
  put (w, b->said_abi, 1);
  put (w, (uint8_t) b->fixed_fp, 1);
  put (w, (uint8_t) b->fixed_ra, 1);
  put (w, b->aux, 1);
  put (w, b->num_fdes, 4);
  put (w, b->num_fres, 4);
  put (w, b->fre_len, 4);
  put (w, b->fdeoff, 4);
  put (w, b->freoff, 4);
  put_repeated (w, 0, b->aux_size);
}

static void
put_fde (struct writer *w, const struct base *b, struct base_func *f)
{
  uint64_t start_base = b->section_addr;

  f->field = w->at;
  if (b->flags & SFM_F_FDE_FUNC_START_PCREL)
    start_base += f->field;
  put (w, b->object ? 0 : f->addr - start_base, b->version == 3 ? 8 : 4);
  put (w, f->size, 4);
  put (w, f->fre_off, 4);
  if (b->version == 3)
    return;
  put (w, f->num_fres, 4);
  put (w, f->info, 1);
  if (b->version == 1)
    return;
  put (w, f->rep_size, 1);
  put (w, f->padding, 2);
}

static void
put_block (struct writer *w, const struct base *b, struct base_func *f)
{
  if (f->borrows)
    return;
  if (b->version == 3)
    {
      put (w, f->num_fres, 2);
      put (w, f->info, 1);
      put (w, f->info2, 1);
      put (w, f->rep_size, 1);
    }
  for (uint32_t r = 0; r < f->row_count; r++)
    {
      struct base_row *row = &f->rows[r];
      row->off = w->at;
      put (w, row->start, start_width (f));
      put (w, row->info, 1);
      for (unsigned i = 0; i < (row->info >> 1 & 15U); i++)
        put (w, i < BASE_WORDS ? (uint64_t) row->words[i] : 0,
             word_width (row));
    }
}

/* A second piece of the same functions, at other addresses.  */
static void
put_second (struct writer *w, struct base *b)
{
  struct base other;
  uint8_t bytes[BASE_SIZE];

  while (w->at % 8 != 0)
    put (w, 0, 1);
  b->second_off = w->at;
  base_make (&other, b->version, b->second_abi);
  base_layout (&other);
  /* Pieces after the first are relative to the field, whatever they say.  */
  other.flags |= SFM_F_FDE_FUNC_START_PCREL;
  other.section_addr = b->section_addr + w->at;
  for (size_t i = 0; i < BASE_FUNCS; i++)
    other.funcs[i].addr += BASE_FUNCS * STEP;
  size_t size = base_encode (&other, bytes);
  for (size_t i = 0; i < size; i++)
    put (w, bytes[i], 1);
}

size_t
base_encode (struct base *b, uint8_t *bytes)
{
  struct writer w = { .bytes = bytes, .big = b->big };

  put_header (&w, b);
  put_repeated (&w, 0, b->fdes_gap);
  for (size_t i = 0; i < BASE_FUNCS; i++)
    put_fde (&w, b, &b->funcs[i]);
  put_repeated (&w, 0, b->fres_gap);
  b->fres = w.at;
  for (size_t i = 0; i < BASE_FUNCS; i++)
    put_block (&w, b, &b->funcs[i]);
  put_repeated (&w, 0, b->fres_more);
  b->end = w.at;
  put_repeated (&w, 1, b->tail);
  if (b->second_abi != 0)
    put_second (&w, b);
  return w.at < b->keep ? w.at : b->keep;
}
