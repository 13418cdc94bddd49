/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-shared-bound.c - rows that functions share count once for each: a
   section may have 64 times as many bytes of them as it has bytes, and what a
   merge shares can be merged again.  */

#include "config.h"

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
  BEFORE = 8,
  BOUND = 64, /* bytes of rows for each byte of a section */
  MOST_ROWS = 250,
  MOST_FUNCTIONS = 400,
  MOST = HEADER + MOST_FUNCTIONS * STRIDE + 10 * MOST_ROWS + 65536
};

static struct sfm_diag diag;
static uint8_t bytes[MOST];
static struct sfm_place places[MOST_FUNCTIONS];

/* A section of version 2 with FUNCTIONS that share ROWS, of which NARROW have
   three bytes and the others ten; UNUSED bytes follow.  */
struct shape
{
  uint32_t functions;
  uint32_t rows;
  uint32_t narrow;
  uint32_t unused;
};

static uint64_t
rows_size (const struct shape *s)
{
  return 10 * s->rows - 7 * s->narrow;
}

/* Make the section of S; returns its size.  */
static size_t
make (const struct shape *s)
{
  uint8_t *fde = bytes + HEADER, *row = fde + STRIDE * s->functions;
  const uint32_t fre_len = (uint32_t) rows_size (s) + s->unused;

  memset (bytes, 0, sizeof bytes);
  memcpy (bytes, "\xe2\xde\2\0\3\0\xf8", 7);
  elf_put32 (bytes + 8, s->functions, false);
  elf_put32 (bytes + 12, s->functions * s->rows, false);
  elf_put32 (bytes + 16, fre_len, false);
  elf_put32 (bytes + 24, STRIDE * s->functions, false);
  for (uint32_t i = 0; i < s->functions; i++, fde += STRIDE)
    {
      elf_put32 (fde + 4, 0x100, false);
      elf_put32 (fde + 12, s->rows, false);
      places[i] = (struct sfm_place){ .addr = 0x1000 + 0x100 * i,
                                      .live = true,
                                      .rank = SFM_RANK_INPUT };
    }
  for (uint32_t i = 0; i < s->rows; i++)
    {
      const bool narrow = i < s->narrow;
      row[0] = (uint8_t) i;
      row[1] = narrow ? 3 : 0x45;
      row[2] = (uint8_t) (8 + i % 2 * 8);
      if (!narrow)
        memset (row + 6, 0xff, 4);
      row += narrow ? 3 : 10;
    }
  return HEADER + STRIDE * s->functions + fre_len;
}

/* What adding the section of S to a merger gives.  */
static sfm_status
added (const struct shape *s)
{
  const struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *m;
  struct sfm_piece piece;
  const size_t size = make (s);

  /* What is before the piece is none of it.  */
  memmove (bytes + BEFORE, bytes, size);
  if (sfm_merger_new (&options, &m, &diag) != SFM_OK
      || sfm_piece_open (bytes, BEFORE + size, BEFORE, &piece, &diag)
             != SFM_OK)
    exit (1);
  const sfm_status status = sfm_merger_add (m, &piece, places, 0, &diag);
  sfm_merger_free (m);
  return status;
}

/* The size from which on the section may have all rows of S, and one byte
   less, for rows that fill the bound to any part.  */
static void
test_bound (void)
{
  bool good = true;
  uint64_t parts = 0;

  for (uint32_t narrow = 0; narrow < BOUND && good; narrow++)
    {
      struct shape s
          = { .functions = 301, .rows = MOST_ROWS, .narrow = narrow };
      const uint64_t all = s.functions * rows_size (&s);
      const uint64_t least = all / BOUND;
      const uint64_t used = HEADER + STRIDE * s.functions + rows_size (&s);
      if (least <= used)
        exit (1);
      parts |= UINT64_C (1) << all % BOUND;
      s.unused = (uint32_t) (least - used);
      good = added (&s) == SFM_OK;
      s.unused--;
      good = good && added (&s) == SFM_ERR_LIMIT;
      if (!good)
        printf ("%u rows of three bytes: %s\n", narrow, diag.text);
    }
  unit_result (good && parts == UINT64_MAX,
               "shared rows: as many as a section may have");
}

/* The bytes of a section that has the functions of S: as many share rows as
   may while one after the other is added, the others have copies.  */
static uint64_t
shared_size (const struct shape *s)
{
  uint64_t size = HEADER + STRIDE * (uint64_t) s->functions, all = 0;

  for (uint32_t i = 0; i < s->functions; i++)
    {
      all += rows_size (s);
      if (i == 0 || all / BOUND > size)
        size += rows_size (s);
    }
  return size;
}

/* The output of a merge that shares rows is one that can be merged, and no
   larger than it has to be.  */
static void
test_again (void)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  bool good = true;

  options.target = SFM_TO_V2;
  options.share = SFM_SHARE_ALWAYS;
  for (uint32_t functions = 1; functions <= MOST_FUNCTIONS && good;
       functions += functions >= 160 && functions < 185 ? 1 : 7)
    {
      const struct shape s = { .functions = functions,
                               .rows = MOST_ROWS,
                               .narrow = (functions + 91) % 200,
                               .unused = 20000 };
      /* With 166 and with 181 functions the last one is at the bound.  */
      struct sfm_merger *m, *again;
      struct sfm_piece piece;
      static uint8_t out[MOST];
      const size_t size = make (&s);

      if (sfm_merger_new (&options, &m, &diag) != SFM_OK
          || sfm_merger_new (&options, &again, &diag) != SFM_OK
          || sfm_piece_open (bytes, size, 0, &piece, &diag) != SFM_OK)
        exit (1);
      good = sfm_merger_add (m, &piece, places, 0, &diag) == SFM_OK
             && sfm_merger_plan (m, 0x100000, UINT64_MAX, &diag) == SFM_OK
             && sfm_merger_size (m) == shared_size (&s)
             && sfm_merger_write (m, out, sizeof out, &diag) == SFM_OK
             && sfm_piece_open (out, sfm_merger_size (m), 0, &piece, &diag)
                    == SFM_OK
             && sfm_merger_add (again, &piece, places, 0, &diag) == SFM_OK;
      if (!good)
        printf ("%u functions: %s\n", functions, diag.text);
      sfm_merger_free (m);
      sfm_merger_free (again);
    }
  unit_result (good, "shared rows: what is shared can be merged again");
}

int
main (void)
{
  test_bound ();
  test_again ();
  return unit_exit ();
}
