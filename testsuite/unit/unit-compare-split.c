/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-compare-split.c - a function of an input beside the parts of it that a
   merge made for its number of rows.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "elf-abi.h"
#include "result.h"

enum
{
  ADDR = 0x100000,
  FDE_SIZE = 20,
  ROW_SIZE = 6, /* ADDR4 with one byte */
  ROWS = 150000,
  SIZE = 2 * ROWS,
  PARTS_MOST = 8
};

static uint8_t *input, *merged;
static size_t merged_size;
static struct sfm_piece whole;
static struct image_piece merged_piece;
static struct function parts[PARTS_MOST];
static size_t part_count;
static struct sfm_diag error;

/* Make the input: a piece of version 2 with one function of COUNT rows that
   all differ from their neighbours.  */
static bool
make_input (uint32_t count)
{
  const uint8_t start[] = { 0xe2, 0xde, 2, 4, 3, 0, 0xf8, 0 };
  size_t size = SFM_HEADER_SIZE + FDE_SIZE + (size_t) ROW_SIZE * count;

  free (input);
  input = calloc (1, size);
  if (input == NULL)
    return false;
  memcpy (input, start, sizeof start);
  elf_put32 (input + 8, 1, false);
  elf_put32 (input + 12, count, false);
  elf_put32 (input + 16, ROW_SIZE * count, false);
  elf_put32 (input + 24, FDE_SIZE, false);
  uint8_t *fde = input + SFM_HEADER_SIZE;
  elf_put32 (fde + 4, SIZE, false);
  elf_put32 (fde + 12, count, false);
  fde[16] = SFM_FRE_TYPE_ADDR4;
  for (uint32_t i = 0; i < count; i++)
    {
      uint8_t *row = fde + FDE_SIZE + (size_t) ROW_SIZE * i;
      elf_put32 (row, 2 * i, false);
      row[4] = 3;
      row[5] = (uint8_t) (8 + 8 * (i % 3));
    }
  return sfm_piece_open (input, size, 0, &whole, &error) == SFM_OK;
}

/* Merge it to version 3, and list what that gives.  */
static bool
merge (void)
{
  const struct sfm_place place
      = { .addr = ADDR, .live = true, .rank = SFM_RANK_INPUT };
  const struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *merger = NULL;
  struct sfm_fde fde;
  bool good = sfm_merger_new (&options, &merger, &error) == SFM_OK
              && sfm_merger_add (merger, &whole, &place, 1, &error) == SFM_OK
              && sfm_merger_plan (merger, 0, UINT64_MAX, &error) == SFM_OK;

  merged_size = sfm_merger_size (merger);
  free (merged);
  merged = malloc (merged_size + 1);
  good
      = good && merged != NULL
        && sfm_merger_write (merger, merged, merged_size, &error) == SFM_OK
        && sfm_piece_open (merged, merged_size, 0, &merged_piece.piece, &error)
               == SFM_OK
        && merged_piece.piece.num_fdes <= PARTS_MOST;
  sfm_merger_free (merger);
  part_count = 0;
  for (uint32_t i = 0; good && i < merged_piece.piece.num_fdes; i++)
    {
      good = sfm_fde_read (&merged_piece.piece, i, &fde, &error) == SFM_OK;
      parts[part_count++] = (struct function){
        .addr = sfm_fde_address (&fde, 0, SFM_START_BASE_FIELD),
        .size = fde.size,
        .fde = i,
      };
    }
  return good;
}

/* Whether the COUNT functions at FUNCTIONS are the input's.  */
static bool
same (struct function *functions, size_t count)
{
  const struct existing_sframe existing
      = { .pieces = &merged_piece, .piece_count = 1 };
  const struct function_list list = { .at = functions, .count = count };

  const struct found_function f
      = { .addr = ADDR,
          .piece = split_may_be (&whole, 0) ? &whole : NULL,
          .size = SIZE };

  return split_same (&f, &existing, &list);
}

/* The last byte of row number ROW of part number PART: the offset.  */
static uint8_t *
offset_byte (size_t part, uint32_t row)
{
  struct sfm_fde fde;

  if (sfm_fde_read (&merged_piece.piece, parts[part].fde, &fde, &error)
      != SFM_OK)
    return merged;
  return merged + fde.rows + (size_t) ROW_SIZE * row + ROW_SIZE - 1;
}

static void
test_parts (void)
{
  bool made = make_input (ROWS) && merge ();

  unit_result (made && part_count == 3 && same (parts, part_count),
               "three parts");
  if (part_count != 3)
    return;
  unit_result (!same (parts, 2), "the last part is not there");
  unit_result (!same (parts + 1, 2), "the first part is not there");
  struct function without[] = { parts[0], parts[2] };
  unit_result (!same (without, 2), "the second part is not there");

  for (size_t i = 0; i < part_count; i++)
    {
      const uint32_t rows[] = { 0, 1, 12345 };
      bool seen = true;
      for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        {
          *offset_byte (i, rows[r]) ^= 0x40;
          seen &= !same (parts, part_count);
          *offset_byte (i, rows[r]) ^= 0x40;
        }
      char name[64];
      snprintf (name, sizeof name, "a row of part %zu is another", i);
      unit_result (seen && same (parts, part_count), name);
    }

  struct function more[] = { { .addr = ADDR - 0x10, .size = 8 },
                             parts[0],
                             parts[1],
                             parts[2],
                             { .addr = ADDR + SIZE, .size = 8 } };
  unit_result (same (more, 5), "other functions before and after");
  struct function late[] = { parts[0], parts[1], parts[2] };
  late[1].addr += 2;
  unit_result (!same (late, 3), "a part begins later");
}

static void
test_short (void)
{
  bool made = make_input (UINT16_MAX) && merge ();

  unit_result (made && part_count == 1 && !same (parts, 1),
               "a function that needs no parts is none of ours");
  made = make_input (UINT16_MAX + 1) && merge ();
  unit_result (made && part_count == 2 && same (parts, 2),
               "one row more than a part can have");
  made = make_input (2 * UINT16_MAX) && merge ();
  unit_result (made && part_count == 2 && same (parts, 2),
               "as many rows as two parts can have");
  made = make_input (ROWS + 2 * UINT16_MAX) && merge ();
  unit_result (made && part_count == 3 && same (parts, 3),
               "rows past the end are in no part");
  make_input (UINT16_MAX + 1);
  merged_piece.piece = whole;
  parts[0] = (struct function){ .addr = ADDR, .size = SIZE };
  unit_result (same (parts, 1), "all rows in one function of version 2");
}

int
main (void)
{
  test_parts ();
  test_short ();
  free (input);
  free (merged);
  return unit_exit ();
}
