/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-limits.c - what keeps the work for a file in proportion to it.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eh-cursor.h"
#include "elf-codec.h"
#include "fixture-image.h"
#include "sfmerge.h"

/* Sections that all have the same bytes are refused; a few may.  */
static void
test_shared_sections (void)
{
  static struct fixture fx;

  fixture_begin (&fx, false);
  while (fx.section_count < FIXTURE_MAX)
    fixture_section (&fx, ".twin", SHT_PROGBITS, 0, 0, FIXTURE_SIZE);
  sfm_status status = fixture_open (&fx);
  fixture_result (status == SFM_ERR_LIMIT
                      && strstr (fixture_said, "times the") != NULL,
                  "sections that share all bytes are refused");
  fixture_close (&fx);

  fixture_begin (&fx, false);
  fixture_section (&fx, ".twin", SHT_PROGBITS, 0, 0, FIXTURE_SIZE);
  fixture_result (fixture_open (&fx) == SFM_OK,
                  "two sections that share bytes are read");
  fixture_close (&fx);
}

/* Numbers padded far beyond what they need.  */
static void
test_padding (void)
{
  uint8_t bytes[64];

  memset (bytes, 0x80, sizeof bytes);
  bytes[31] = 0;
  struct eh_cursor cursor = { .bytes = bytes, .end = sizeof bytes };
  fixture_result (eh_uleb (&cursor) == 0 && !cursor.failed && cursor.at == 32,
                  "a padded number is read");
  bytes[31] = 0x80;
  bytes[63] = 0;
  cursor = (struct eh_cursor){ .bytes = bytes, .end = sizeof bytes };
  (void) eh_uleb (&cursor);
  fixture_result (cursor.failed && cursor.at < 40,
                  "one padded without end is not");
}

enum
{
  FUNCTIONS = 400,
  ROWS = 60000,
  ROW_SIZE = 3,
  FDE_SIZE = 20,
  HEADER_SIZE = 28,
  PIECE_SIZE = HEADER_SIZE + FUNCTIONS * FDE_SIZE + ROWS * ROW_SIZE
};

/* A piece of version 2 whose FUNCTIONS have one row each, with a stack offset
   of its own; their places make the hashes of the engine (blocks.c) fall into
   the first 8 of 1024 slots.  Two functions share each row.  */
static uint8_t *
colliding_piece (unsigned *chosen)
{
  uint8_t *piece = calloc (1, PIECE_SIZE);
  size_t count = 0;

  if (piece == NULL)
    return NULL;
  static const uint8_t start[8]
      = { 0xe2, 0xde, 2, 0, SFRAME_ABI_AMD64_ENDIAN_LITTLE, 0, 0xf8, 0 };
  memcpy (piece, start, sizeof start);
  elf_put32 (piece + 8, FUNCTIONS, false);
  elf_put32 (piece + 12, FUNCTIONS, false);
  elf_put32 (piece + 16, ROWS * ROW_SIZE, false);
  elf_put32 (piece + 24, FUNCTIONS * FDE_SIZE, false);
  uint8_t *rows = piece + HEADER_SIZE + FUNCTIONS * FDE_SIZE;
  for (size_t i = 0; i < ROWS; i++)
    {
      uint64_t place = (uint64_t) (rows - piece) + i * ROW_SIZE;
      uint64_t hash
          = (place ^ UINT64_C (1) << 32) * UINT64_C (0x9e3779b97f4a7c15);
      rows[i * ROW_SIZE + 1] = 0x03;
      rows[i * ROW_SIZE + 2] = (uint8_t) (8 + i % 100);
      for (int twin = 0; twin < 2; twin++)
        if ((hash >> 20 & 1023) < 8 && count < FUNCTIONS)
          {
            uint8_t *fde = piece + HEADER_SIZE + count * FDE_SIZE;
            elf_put32 (fde + 4, 16, false);
            elf_put32 (fde + 8, (uint32_t) (i * ROW_SIZE), false);
            elf_put32 (fde + 12, 1, false);
            chosen[count++] = (unsigned) (8 + i % 100);
          }
    }
  if (count == FUNCTIONS)
    return piece;
  free (piece);
  return NULL;
}

/* True if SECTION has FUNCTIONS functions with the stack offsets CHOSEN.  */
static bool
as_chosen (const uint8_t *section, size_t size, const unsigned *chosen)
{
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_diag diag;

  if (sfm_piece_open (section, size, 0, &piece, &diag) != SFM_OK
      || piece.num_fdes != FUNCTIONS)
    return false;
  for (uint32_t i = 0; i < FUNCTIONS; i++)
    {
      struct sfm_rules rules;
      if (sfm_fde_read (&piece, i, &fde, &diag) != SFM_OK)
        return false;
      sfm_rows_begin (&piece, &fde, &rows);
      if (sfm_rows_next (&rows, &row, &diag) != SFM_OK
          || sfm_row_rules (&piece, &fde, &row, &rules, &diag) != SFM_OK
          || rules.cfa.offset != (int64_t) chosen[i])
        return false;
    }
  return true;
}

static void
test_collisions (void)
{
  static unsigned chosen[FUNCTIONS];
  static struct sfm_place places[FUNCTIONS];
  struct sfm_merger *merger = NULL;
  struct sfm_piece piece;
  struct sfm_diag diag;
  uint8_t *bytes = colliding_piece (chosen), *out = NULL;
  size_t size = 0;
  bool good = bytes != NULL
              && sfm_piece_open (bytes, PIECE_SIZE, 0, &piece, &diag) == SFM_OK
              && sfm_merger_new (NULL, &merger, &diag) == SFM_OK;

  for (size_t i = 0; i < FUNCTIONS; i++)
    places[i] = (struct sfm_place){ .live = true, .addr = 0x1000 + 16 * i };
  good = good && sfm_merger_add (merger, &piece, places, 1, &diag) == SFM_OK
         && sfm_merger_plan (merger, 0x100000, SIZE_MAX, &diag) == SFM_OK;
  if (good)
    {
      size = sfm_merger_size (merger);
      out = malloc (size);
      good = out != NULL
             && sfm_merger_write (merger, out, size, &diag) == SFM_OK
             && as_chosen (out, size, chosen);
    }
  fixture_result (good, "row blocks that collide are merged rightly");
  free (out);
  free (bytes);
  sfm_merger_free (merger);
}

int
main (void)
{
  test_shared_sections ();
  test_padding ();
  test_collisions ();
  return fixture_exit ();
}
