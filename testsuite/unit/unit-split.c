/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-split.c - where functions with more rows than version 3 can count are
   cut.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-guard.h"
#include "result.h"
#include "sfmerge.h"

enum
{
  MOST = 65535, /* rows of a function of version 3 */
  FLOOD = 66000,
  PARTS = 3,
  ROW_SIZE = 4 + 1 + 1,
  HEADER_SIZE = 28,
  FDE_SIZE = 20, /* of version 2 */
  ADDR = 0x401000,
  SECTION = 0x700000
};

/* Where row NUMBER begins.  */
typedef uint32_t starts (uint32_t number);

static uint32_t
rising (uint32_t number)
{
  return number;
}

/* Rows MOST - 1 and MOST begin at one byte.  */
static uint32_t
pair (uint32_t number)
{
  return number < MOST ? number : number - 1;
}

/* The first FLOOD rows begin at 0.  */
static uint32_t
flood (uint32_t number)
{
  return number < FLOOD ? 0 : number - FLOOD + 1;
}

/* The first row begins at 0, the next FLOOD ones at 1.  */
static uint32_t
late_flood (uint32_t number)
{
  return number <= FLOOD ? number != 0 : number - FLOOD + 1;
}

/* clang-format off */

/* A function of COUNT rows and SIZE bytes, and what becomes of it.  */
static const struct example
{
  const char *name;
  uint32_t count;
  uint32_t size;
  starts *start;
  enum sfm_target target;
  bool relocatable;
  uint64_t losses[3]; /* split, of too many rows, and of rows */
  struct
  {
    uint32_t offset;
    uint32_t rows;
  } parts[PARTS];
} examples[] = {
  { "as many rows as can be", MOST, MOST, rising, SFM_TO_V3, false,
    { 0, 0, 0 }, { { 0, MOST } } },
  { "one more", MOST + 1, MOST + 1, rising, SFM_TO_V3, false,
    { 1, 0, 0 }, { { 0, MOST }, { MOST, 1 } } },
  { "one more than two have", 2 * MOST + 1, 2 * MOST + 9, rising, SFM_TO_V3,
    false, { 1, 0, 0 }, { { 0, MOST }, { MOST, MOST }, { 2 * MOST, 1 } } },
  { "one more, at the end", MOST + 1, MOST, rising, SFM_TO_V3, false,
    { 0, 0, 1 }, { { 0, MOST } } },
  { "one more, and after the end", MOST + 2, MOST + 1, rising, SFM_TO_V3,
    false, { 1, 0, 1 }, { { 0, MOST }, { MOST, 1 } } },
  { "two of one start where a part would end", MOST + 2, MOST + 1, pair,
    SFM_TO_V3, false, { 1, 0, 1 }, { { 0, MOST - 1 }, { MOST - 1, 2 } } },
  { "one more, of one start", MOST + 1, MOST + 1, pair, SFM_TO_V3, false,
    { 0, 0, 1 }, { { 0, MOST } } },
  { "more of one start than a part has", FLOOD + MOST, MOST + 1, flood,
    SFM_TO_V3, false, { 1, 0, 1 }, { { 0, 1 }, { 1, MOST } } },
  { "more of the second start", FLOOD + MOST, MOST + 1, late_flood, SFM_TO_V3,
    false, { 1, 0, 1 }, { { 0, 1 }, { 1, 1 }, { 2, MOST - 1 } } },
  { "version 2", MOST + 1, MOST + 1, rising, SFM_TO_V2, false,
    { 0, 0, 0 }, { { 0, MOST + 1 } } },
  { "an object", MOST + 1, MOST + 1, rising, SFM_TO_V3, true,
    { 0, 1, 0 }, { { 0, 0 } } },
  { "an object of version 2", MOST + 1, MOST + 1, rising, SFM_TO_V2, true,
    { 0, 0, 0 }, { { 0, MOST + 1 } } },
};

/* clang-format on */

/* The piece of E; its size goes to *SIZE.  */
static uint8_t *
make_piece (const struct example *e, size_t *size)
{
  static const uint8_t start[8]
      = { 0xe2, 0xde, 2, 4, SFM_ABI_AMD64_ENDIAN_LITTLE, 0, 0xf8, 0 };
  const uint32_t rows_size = e->count * ROW_SIZE;

  *size = HEADER_SIZE + FDE_SIZE + (size_t) rows_size;
  uint8_t *bytes = calloc (1, *size);
  if (bytes == NULL)
    exit (1);
  memcpy (bytes, start, sizeof start);
  elf_put32 (bytes + 8, 1, false);
  elf_put32 (bytes + 12, e->count, false);
  elf_put32 (bytes + 16, rows_size, false);
  elf_put32 (bytes + 24, FDE_SIZE, false);
  elf_put32 (bytes + HEADER_SIZE + 4, e->size, false);
  elf_put32 (bytes + HEADER_SIZE + 12, e->count, false);
  bytes[HEADER_SIZE + 16] = SFM_FRE_TYPE_ADDR4;
  uint8_t *row = bytes + HEADER_SIZE + FDE_SIZE;
  for (uint32_t i = 0; i < e->count; i++, row += ROW_SIZE)
    {
      elf_put32 (row, (*e->start) (i), false);
      row[4] = 0x03;
      row[5] = (uint8_t) (8 + i % 100);
    }
  return bytes;
}

/* Whether the functions of OUT are the parts of E.  */
static bool
has_parts (const struct example *e, const uint8_t *out, size_t size)
{
  const enum sfm_start_base base
      = e->target == SFM_TO_V3 ? SFM_START_BASE_FIELD : SFM_START_BASE_SECTION;
  uint32_t count = 0;
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_diag diag;

  while (count < PARTS && e->parts[count].rows != 0)
    count++;
  if (sfm_piece_open (out, size, 0, &piece, &diag) != SFM_OK
      || piece.num_fdes != count)
    return false;
  for (uint32_t i = 0; i < count; i++)
    {
      const uint32_t end = i + 1 < count ? e->parts[i + 1].offset : e->size;
      if (sfm_fde_read (&piece, i, &fde, &diag) != SFM_OK
          || sfm_fde_address (&fde, SECTION, base)
                 != (e->relocatable ? (uint64_t) SECTION
                                    : ADDR + (uint64_t) e->parts[i].offset)
          || fde.size != end - e->parts[i].offset
          || fde.num_fres != e->parts[i].rows)
        {
          printf ("part %u: +%" PRIx64 ", %u bytes, %u rows\n", (unsigned) i,
                  sfm_fde_address (&fde, SECTION, base) - ADDR,
                  (unsigned) fde.size, (unsigned) fde.num_fres);
          return false;
        }
    }
  return true;
}

/* Whether E becomes what it should.  */
static bool
is_right (const struct example *e)
{
  const struct sfm_place place
      = { .addr = ADDR, .live = true, .rank = SFM_RANK_INPUT };
  struct sfm_options options = SFM_OPTIONS_INIT;
  uint64_t losses[SFM_LOSS_COUNT];
  struct sfm_merger *m;
  struct sfm_piece piece;
  struct sfm_diag diag;
  size_t size;
  uint8_t *in = make_piece (e, &size), *out = NULL;

  options.target = e->target;
  options.alloc = guard_alloc;
  options.release = guard_release;
  options.relocatable = e->relocatable;
  bool good = sfm_merger_new (&options, &m, &diag) == SFM_OK
              && sfm_piece_open (in, size, 0, &piece, &diag) == SFM_OK
              && sfm_merger_add (m, &piece, &place, 1, &diag) == SFM_OK;
  const uint64_t bound = sfm_merger_bound (m);
  good = good && sfm_merger_plan (m, SECTION, UINT64_MAX, &diag) == SFM_OK;
  size = sfm_merger_size (m);
  good = good && size == bound && (out = malloc (size)) != NULL
         && sfm_merger_write (m, out, size, &diag) == SFM_OK
         && sfm_merger_verify (m, out, size, &diag) == SFM_OK
         && has_parts (e, out, size);
  sfm_merger_losses (m, losses, SFM_LOSS_COUNT);
  good = good && losses[SFM_LOSS_SPLIT] == e->losses[0]
         && losses[SFM_LOSS_ROW_COUNT] == e->losses[1]
         && losses[SFM_LOSS_ROWS] == e->losses[2];
  sfm_merger_free (m);
  free (in);
  free (out);
  return good;
}

/* A function whose parts are more than the functions that may be.  */
static void
test_limit (void)
{
  const struct sfm_place place = { .addr = ADDR, .live = true };
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *m;
  struct sfm_piece piece;
  struct sfm_diag diag;
  size_t size;
  uint8_t *in = make_piece (&examples[1], &size);

  for (uint64_t most = 2; most <= 3; most++)
    {
      options.max_functions = most;
      unit_result_of (
          sfm_piece_open (in, size, 0, &piece, &diag) == SFM_OK
              && sfm_merger_new (&options, &m, &diag) == SFM_OK
              && sfm_merger_add (m, &piece, &place, 1, &diag) == SFM_OK
              && sfm_merger_plan (m, SECTION, UINT64_MAX, &diag)
                     == (most == 2 ? SFM_ERR_LIMIT : SFM_OK)
              && (most == 3
                  || strcmp (diag.text,
                             "there are more functions than the limit")
                         == 0),
          "split: at most %u functions", (unsigned) most);
      sfm_merger_free (m);
    }
  free (in);
}

int
main (void)
{
  test_limit ();
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
    unit_result_of (is_right (&examples[i]), "split: %s", examples[i].name);
  return unit_exit ();
}
