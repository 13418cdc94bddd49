/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-compare-limit.c - functions of one address: how many rows are walked to
   compare them.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "result.h"
#include "sfmerge.h"

enum
{
  HEADER = 28,
  STRIDE = 20,
  LONG = 20000, /* rows of one function, all alike */
  ROW_SIZE = 4, /* a start of two bytes, and a word of one */
  MOST = 200,   /* functions of one row */
  FEW = 20,     /* that may be compared with it */
  ADDR = 0x1000
};

static struct sfm_diag diag;

/* Write a section of COUNT functions that share ROWS rows to P; returns its
   size.  */
static size_t
make (uint8_t *p, uint32_t count, uint32_t rows)
{
  uint8_t *fde = p + HEADER, *row = fde + count * STRIDE;

  memset (p, 0, HEADER + count * STRIDE);
  memcpy (p, "\xe2\xde\2\4\3\0\xf8", 7);
  elf_put32 (p + 8, count, false);
  elf_put32 (p + 12, count * rows, false);
  elf_put32 (p + 16, rows * ROW_SIZE, false);
  elf_put32 (p + 24, count * STRIDE, false);
  for (uint32_t i = 0; i < count; i++, fde += STRIDE)
    {
      elf_put32 (fde + 4, LONG, false);
      elf_put32 (fde + 12, rows, false);
      fde[16] = SFM_FRE_TYPE_ADDR2;
    }
  for (uint32_t i = 0; i < rows; i++, row += ROW_SIZE)
    {
      elf_put16 (row, (uint16_t) i, false);
      memcpy (row + 2, "\3\10", 2);
    }
  return HEADER + count * STRIDE + rows * ROW_SIZE;
}

static void
count_loss (void *data, const struct sfm_note *note)
{
  *(uint32_t *) data += note->loss == SFM_LOSS_DUPLICATE;
}

/* What a plan gives for one function of LONG rows and COUNT of one row;
   *LOST is how many are duplicates.  */
static sfm_status
plan (uint32_t count, uint32_t *lost)
{
  static uint8_t one[HEADER + STRIDE + LONG * ROW_SIZE];
  static uint8_t others[HEADER + MOST * STRIDE + ROW_SIZE];
  static struct sfm_place places[MOST];
  const struct sfm_place before = { .addr = ADDR - 0x800, .live = true };
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *m;
  struct sfm_piece piece[2];

  for (uint32_t i = 0; i < MOST; i++)
    places[i] = (struct sfm_place){ .addr = ADDR, .live = true };
  options.target = SFM_TO_V3;
  if (sfm_piece_open (one, make (one, 1, LONG), 0, &piece[0], &diag) != SFM_OK
      || sfm_piece_open (others, make (others, count, 1), 0, &piece[1], &diag)
             != SFM_OK
      || sfm_merger_new (&options, &m, &diag) != SFM_OK
      || sfm_merger_add (m, &piece[0], &before, 2, &diag) != SFM_OK
      || sfm_merger_add (m, &piece[0], places, 0, &diag) != SFM_OK
      || sfm_merger_add (m, &piece[1], places, 1, &diag) != SFM_OK)
    exit (1);
  const sfm_status status = sfm_merger_plan (m, 0x100000, UINT64_MAX, &diag);
  *lost = 0;
  sfm_merger_each_loss (m, count_loss, lost);
  sfm_merger_free (m);
  return status;
}

int
main (void)
{
  uint32_t lost;

  unit_last_said (diag.text);
  unit_result (plan (FEW, &lost) == SFM_OK && lost == FEW,
               "compare: few functions with a long one");
  unit_result (plan (MOST, &lost) == SFM_ERR_LIMIT && diag.offset >= HEADER
                   && strcmp (diag.text,
                              "the 201 functions at 0x1000 take too many rows "
                              "to compare")
                          == 0,
               "compare: too many");
  return unit_exit ();
}
