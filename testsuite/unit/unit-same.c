/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-same.c - sfm_piece_same, sfm_piece_digest and sfm_fde_same: what a
   linker writes into a piece does not matter, every other byte of its
   functions does.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "result.h"
#include "sfmerge-tool.h"

enum
{
  FLAGS = 3,
  HEADER = 28,
  MOST = 128
};

/* The two functions of inc/amd64.s, as assemblers write them.  */
static const uint8_t rows_f[] = { 0x00, 0x03, 0x08, 0x01, 0x05, 0x10, 0xf0,
                                  0x04, 0x04, 0x10, 0xf0, 0x06, 0x03, 0x08 };
static const uint8_t rows_g[]
    = { 0x00, 0x03, 0x08, 0x04, 0x03, 0x20, 0x08, 0x03, 0x08 };

static void
result (const char *name, unsigned version, bool good)
{
  unit_result_of (good, "same: version %u: %s", version, name);
}

/* Append SIZE bytes at FROM to the section at OUT of *USED bytes.  */
static void
append (uint8_t *out, size_t *used, const void *from, size_t size)
{
  memcpy (out + *used, from, size);
  *used += size;
}

/* Make the example of VERSION at OUT; returns its size.  */
static size_t
make (unsigned version, uint8_t *out)
{
  static const uint8_t strides[] = { 0, 17, 20, 16 };
  uint8_t stride = strides[version];
  uint8_t attr = version == 3 ? 5 : 0;
  uint8_t header[28]
      = { 0xe2, 0xde, (uint8_t) version, 0, 3, 0, 0xf8, 0, 2, 0, 0, 0, 7 };
  size_t used = 0;

  header[16] = (uint8_t) (sizeof rows_f + sizeof rows_g + 2U * attr);
  header[24] = (uint8_t) (2 * stride);
  append (out, &used, header, sizeof header);
  for (unsigned i = 0; i < 2; i++)
    {
      uint8_t fde[20] = { 0 };
      uint8_t *size = fde + (version == 3 ? 8 : 4);
      size[0] = i == 0 ? 7 : 9;
      size[4] = i == 0 ? 0 : (uint8_t) (sizeof rows_f + attr);
      if (version != 3)
        size[8] = i == 0 ? 4 : 3;
      append (out, &used, fde, stride);
    }
  for (unsigned i = 0; i < 2; i++)
    {
      const uint8_t block[5] = { i == 0 ? 4 : 3 };
      append (out, &used, block, attr);
      append (out, &used, i == 0 ? rows_f : rows_g,
              i == 0 ? sizeof rows_f : sizeof rows_g);
    }
  return used;
}

/* Whether AT is a byte that a linker writes.  */
static bool
is_linkers (const struct sfm_piece *piece, size_t at)
{
  if (at == FLAGS)
    return true;
  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      uint64_t field = sfm_piece_field (piece, i);
      if (at >= field && at < field + sfm_piece_field_size (piece))
        return true;
    }
  return false;
}

/* Whether AT is a byte of function IDX of PIECE that no linker writes.  */
static bool
is_function (const struct sfm_piece *piece, uint32_t idx, size_t at)
{
  struct sfm_fde fde[2];
  struct sfm_diag diag;

  for (uint32_t i = 0; i < 2; i++)
    if (sfm_fde_read (piece, i, &fde[i], &diag) != SFM_OK)
      return false;
  const uint64_t first = fde[idx].fre_off,
                 end = idx == 0 ? fde[1].fre_off : piece->fre_len;
  return (at >= fde[idx].field + sfm_piece_field_size (piece)
          && at < fde[idx].field + piece->fde_size)
         || (at >= piece->fres + first && at < piece->fres + end);
}

/* Change each byte of the example in turn and compare each function.  */
static void
try_functions (unsigned version)
{
  uint8_t bytes[MOST], changed[MOST];
  size_t size = make (version, bytes);
  struct sfm_piece a, b;
  struct sfm_fde fde;
  struct sfm_diag diag;
  bool others = true, own = true, number = true;

  if (sfm_piece_open (bytes, size, 0, &a, &diag) != SFM_OK)
    {
      result (diag.text, version, false);
      return;
    }
  for (size_t at = HEADER; at < size; at++)
    {
      memcpy (changed, bytes, size);
      changed[at] ^= 1;
      if (sfm_piece_open (changed, size, 0, &b, &diag) != SFM_OK)
        continue;
      for (uint32_t i = 0; i < 2; i++)
        {
          own &= sfm_fde_read (&a, i, &fde, &diag) == SFM_OK;
          bool same = sfm_fde_same (&a, &fde, &b, i);
          *(is_function (&a, i, at) ? &own : &others)
              &= same != is_function (&a, i, at);
          number &= !sfm_fde_same (&a, &fde, &b, 1 - i)
                    && !sfm_fde_same (&a, &fde, &b, 2);
        }
    }
  /* Another machine, or other fixed offsets.  */
  for (size_t at = 4; at < 7; at++)
    {
      memcpy (changed, bytes, size);
      changed[at] ^= 1;
      own &= sfm_piece_open (changed, size, 0, &b, &diag) == SFM_OK;
      for (uint32_t i = 0; i < 2; i++)
        own &= sfm_fde_read (&a, i, &fde, &diag) == SFM_OK
               && !sfm_fde_same (&a, &fde, &b, i);
    }
  result ("bytes of other functions do not matter", version, others);
  result ("every byte of a function does", version, own);
  result ("another function is not the same", version, number);
}

/* Change each byte of the example in turn and compare.  */
static void
try_version (unsigned version)
{
  uint8_t bytes[MOST], changed[MOST];
  size_t size = make (version, bytes);
  struct sfm_piece a, b;
  struct sfm_diag diag;
  bool written = true, others = true, numbers = true;

  if (sfm_piece_open (bytes, size, 0, &a, &diag) != SFM_OK)
    {
      result (diag.text, version, false);
      return;
    }
  for (size_t at = 0; at < size; at++)
    {
      memcpy (changed, bytes, size);
      changed[at] ^= 1;
      if (sfm_piece_open (changed, size, 0, &b, &diag) != SFM_OK)
        continue;
      bool same = sfm_piece_same (&a, &b);
      *(is_linkers (&a, at) ? &written : &others)
          &= same == is_linkers (&a, at);
      if (same)
        numbers &= sfm_piece_digest (&a) == sfm_piece_digest (&b);
    }
  result ("what a linker writes does not matter", version, written);
  result ("every other byte does", version, others);
  result ("equal pieces have equal digests", version, numbers);
}

int
main (void)
{
  for (unsigned version = 1; version <= 3; version++)
    {
      try_version (version);
      try_functions (version);
    }
  return unit_exit ();
}
