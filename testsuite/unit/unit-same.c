/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-same.c - sfm_piece_same and sfm_piece_digest: what a linker writes
   into a piece does not matter, every other byte of its functions does.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "result.h"
#include "sfmerge.h"

enum
{
  FLAGS = 3,
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
    try_version (version);
  return unit_exit ();
}
