/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-changed.c - rows that change after a plan, as those of a mapped file
   may: no more is written than was planned.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "find-piece.h"
#include "fixture-guard.h"
#include "result.h"
#include "sfmerge.h"

enum
{
  HEADER = 28,
  STRIDE = 20,
  ROWS = HEADER + STRIDE,
  OUT = 28 + 16 + 5 /* before the rows of the output */
};

/* The second row starts where the first does, so two are planned.  */
static const uint8_t rows[] = { 0, 3, 8, 0, 3, 16, 4, 3, 24 };

/* A byte of the rows that is another one when they are written, and what is
   said then; NULL: nothing.  */
static const struct
{
  uint8_t at;
  uint8_t byte;
  sfm_status status;
  uint64_t offset;
  const char *said;
} changes[] = {
  { 0, 0, SFM_OK, 0, NULL },
  { 8, 32, SFM_OK, 0, NULL },
  { 5, 32, SFM_OK, 0, NULL },
  { 6, 0, SFM_ERR_USAGE, 0,
    "the rows of the function at 0x1000 took 3 bytes, planned were 6" },
  { 3, 1, SFM_ERR_USAGE, ROWS + 6,
    "the rows take more bytes than were planned" },
  { 7, 0x23, SFM_ERR_CORRUPT, ROWS + 6,
    "a row of 4 bytes begins here, but the FREs end at 0x39" },
  { 7, 0x63, SFM_ERR_CORRUPT, ROWS + 7,
    "the FRE info is 0x63, whose size code 3 is invalid" },
  { 4, 5, SFM_ERR_CORRUPT, ROWS + 7, NULL },
};

static struct sfm_diag diag;

/* A merger that has planned the SIZE bytes at P.  */
static struct sfm_merger *
planned (const uint8_t *p, size_t size)
{
  const struct sfm_place place
      = { .addr = 0x1000, .live = true, .rank = SFM_RANK_INPUT };
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *m;
  struct sfm_piece piece;

  options.alloc = guard_alloc;
  options.release = guard_release;
  if (sfm_piece_open (p, size, 0, &piece, &diag) != SFM_OK
      || sfm_merger_new (&options, &m, &diag) != SFM_OK
      || sfm_merger_add (m, &piece, &place, 0, &diag) != SFM_OK
      || sfm_merger_plan (m, 0x5000, UINT64_MAX, &diag) != SFM_OK
      || sfm_merger_size (m) != OUT + 6)
    exit (1);
  return m;
}

/* Write the section to P.  */
static void
make (uint8_t *p)
{
  memset (p, 0, ROWS + sizeof rows);
  memcpy (p, "\xe2\xde\2\4\3\0\xf8", 7);
  elf_put32 (p + 8, 1, false);
  elf_put32 (p + 12, 3, false);
  elf_put32 (p + 16, sizeof rows, false);
  elf_put32 (p + 24, STRIDE, false);
  elf_put32 (p + HEADER + 4, 16, false);
  elf_put32 (p + HEADER + 12, 3, false);
  memcpy (p + ROWS, rows, sizeof rows);
}

/* Two functions of one address that are compared when either of them cannot be
   read any more.  */
static void
test_compared (void)
{
  const struct sfm_place place
      = { .addr = 0x1000, .live = true, .rank = SFM_RANK_INPUT };

  for (unsigned which = 0; which < 2; which++)
    for (uint8_t row = 0; row < 3; row++)
      {
        uint8_t bytes[2][ROWS + sizeof rows];
        struct sfm_merger *m;
        struct sfm_piece piece;
        if (sfm_merger_new (NULL, &m, &diag) != SFM_OK)
          exit (1);
        for (uint32_t i = 0; i < 2; i++)
          {
            make (bytes[i]);
            /* The first row has no effect.  */
            bytes[i][ROWS + 2] = (uint8_t) (8 + i);
            if (sfm_piece_open (bytes[i], sizeof bytes[i], 0, &piece, &diag)
                    != SFM_OK
                || sfm_merger_add (m, &piece, &place, i, &diag) != SFM_OK)
              exit (1);
          }
        bytes[which][ROWS + 3 * row + 1] = 0x63;
        unit_result_of (sfm_merger_plan (m, 0x5000, UINT64_MAX, &diag)
                                == SFM_ERR_CORRUPT
                            && diag.offset == ROWS + 3U * row + 1,
                        "changed: row %u of function %u of two", row, which);
        sfm_merger_free (m);
      }
}

/* A function of version 3 whose attributes are not all there, at the end of
   what can be read.  */
static void
test_short (const struct find_cage *cage)
{
  const struct sfm_place place = { .addr = 0x1000, .live = true };

  for (uint32_t len = 0; len < 12; len++)
    {
      const size_t size = HEADER + 16 + len;
      uint8_t *p = cage->begin + cage->size - size;
      struct sfm_merger *m;
      struct sfm_piece piece;
      memset (p, 0, size);
      memcpy (p, "\xe2\xde\3\4\3\0\xf8", 7);
      elf_put32 (p + 8, 1, false);
      elf_put32 (p + 12, 1, false);
      elf_put32 (p + 16, len, false);
      elf_put32 (p + 24, 16, false);
      elf_put32 (p + HEADER + 8, 16, false);
      elf_put32 (p + HEADER + 12, len < 5 ? 0 : len - 4, false);
      if (sfm_piece_open (p, size, 0, &piece, &diag) != SFM_OK
          || sfm_merger_new (NULL, &m, &diag) != SFM_OK)
        exit (1);
      unit_result_of (
          sfm_merger_add (m, &piece, &place, 0, &diag) == SFM_ERR_CORRUPT
              && diag.offset == HEADER + 12,
          "changed: the end of %u bytes of attributes", (unsigned) len);
      sfm_merger_free (m);
    }
}

int
main (void)
{
  const struct find_cage in = find_cage (), out = find_cage ();
  const size_t size = ROWS + sizeof rows;
  uint8_t *p = in.begin + in.size - size;

  unit_last_said (diag.text);
  test_compared ();
  test_short (&in);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    {
      make (p);
      struct sfm_merger *m = planned (p, size);
      p[ROWS + changes[i].at] = changes[i].byte;
      diag = (struct sfm_diag){ .offset = 0 };
      const sfm_status status = sfm_merger_write (
          m, out.begin + out.size - (OUT + 6), OUT + 6, &diag);
      sfm_merger_free (m);
      unit_result_of (
          status == changes[i].status && diag.offset == changes[i].offset
              && (changes[i].said == NULL
                  || strcmp (diag.text, changes[i].said) == 0),
          "changed: byte %u is 0x%02x", changes[i].at, changes[i].byte);
    }
  return unit_exit ();
}
