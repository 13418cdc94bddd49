/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-amplification.c - however the blocks of functions lie in each other,
   sfm_check walks no byte twice.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result.h"
#include "sfmerge.h"

enum
{
  FDES = 200000
};

/* How the blocks lie.  All functions are said to have as many rows as there
   are bytes, or ROWS: if each were walked to its end, it would take hours.  */
static const struct
{
  const char *name;
  uint32_t fre_len; /* zero bytes of rows */
  uint32_t step;    /* bytes from block to block */
  bool down;        /* the first function has the last block */
  uint32_t each;    /* functions that begin at one byte */
  uint32_t rows;    /* 0: as many as there are bytes */
} cases[] = {
  /* name, fre_len, step, down, each, rows */
  { "same block", 400000, 0, false, 1, 0 },
  { "same block, which fits", 400000, 0, false, 1, 200000 },
  { "rising", 400000, 2, false, 1, 0 },
  { "falling", 400000, 2, true, 1, 0 },
  { "odd starts", 600000, 3, true, 1, 0 },
  { "rising pairs", 400000, 2, false, 2, 0 },
  { "falling pairs", 400000, 2, true, 2, 0 },
  { "falling pairs of equal rows", 400000, 2, true, 2, 100000 },
  { "short rows that overlap", 400000, 2, false, 1, 32 },
};

static void
hear_count (void *data, const struct sfm_finding *f)
{
  (void) f;
  ++*(size_t *) data;
}

static void
put32 (uint8_t *p, uint32_t value)
{
  for (unsigned i = 0; i < 4; i++)
    p[i] = (uint8_t) (value >> 8 * i);
}

/* Check the section of case number IDX.  */
static bool
passes (size_t idx)
{
  const uint32_t fre_len = cases[idx].fre_len, each = cases[idx].each;
  const size_t size = 28 + (size_t) FDES * 20 + fre_len;
  const struct sfm_check_options options
      = { .size = sizeof options, .object = true };
  uint8_t *bytes = calloc (1, size);
  struct sfm_diag diag;
  size_t count = 0;

  if (bytes == NULL)
    return false;
  memcpy (bytes, "\xe2\xde\x02\x05\x03\x00\xf8", 7);
  put32 (bytes + 8, FDES);
  put32 (bytes + 16, fre_len);
  put32 (bytes + 24, FDES * 20);
  for (uint32_t i = 0; i < FDES; i++)
    {
      uint8_t *fde = bytes + 28 + (size_t) i * 20;
      const uint32_t block = (cases[idx].down ? FDES - 1 - i : i) / each;
      put32 (fde + 4, 0xff);
      put32 (fde + 8, block * cases[idx].step);
      put32 (fde + 12,
             cases[idx].rows != 0 ? cases[idx].rows : fre_len + i / each);
    }
  const bool pass
      = sfm_check (bytes, size, &options, hear_count, &count, &diag) == SFM_OK
        && count <= size;
  free (bytes);
  return pass;
}

int
main (void)
{
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    unit_result_of (passes (i), "amplification %s", cases[i].name);
  return unit_exit ();
}
