/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-least.c - which rows a compact plan leaves out: for every three rows of
   a few kinds those that say the same as the row before, whether the quick
   walk looks at them (collect-quick.c) or not.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "engine.h"
#include "fixture-guard.h"
#include "result.h"
#include "sfmerge.h"

/* Rows of AArch64 after the start; MEANING is equal if they say the same.  */
static const struct kind
{
  uint8_t size;
  uint8_t bytes[4];
  uint8_t meaning;
} kinds[] = {
  { 1, { 0x00 }, 0 },                   /* the outermost function */
  { 1, { 0x01 }, 0 },                   /* the same by another base */
  { 1, { 0x21 }, 0 },                   /* and width */
  { 2, { 0x03, 0x10 }, 1 },             /* SP + 16 */
  { 3, { 0x23, 0x10, 0x00 }, 1 },       /* in two bytes */
  { 3, { 0x23, 0x10, 0x01 }, 2 },       /* SP + 272 */
  { 2, { 0x02, 0x10 }, 3 },             /* FP + 16 */
  { 2, { 0x83, 0x10 }, 4 },             /* the return address is mangled */
  { 3, { 0x05, 0x10, 0xf8 }, 5 },       /* and saved */
  { 4, { 0x07, 0x10, 0xf8, 0xf0 }, 6 }, /* the frame pointer too */
  { 2, { 0x03, 0x20 }, 7 },             /* SP + 32 */
};

enum
{
  KINDS = sizeof kinds / sizeof kinds[0],
  ROWS = 3,
  FUNCTIONS = KINDS * KINDS * KINDS,
  FUNCTION_SIZE = 0x140,
  SHORT_SIZE = 0x80,
  HEADER_SIZE = 28,
  FDE_SIZE = 16,
  ATTR_SIZE = 5,
  STRIDE = ATTR_SIZE + ROWS * (2 + 4),
  SECTION_ADDR = 0x700000
};

/* The kind of row ROW of function NUMBER.  */
static const struct kind *
kind_of (uint32_t number, unsigned row)
{
  while (row-- != 0)
    number /= KINDS;
  return &kinds[number % KINDS];
}

/* A section of version 3 with the functions from FIRST up to END, whose row
   starts have two bytes if WIDE.  */
static uint8_t *
make_section (uint32_t first, uint32_t end, bool wide, size_t *size)
{
  static const uint8_t start[8]
      = { 0xe2, 0xde, 3, 4, SFM_ABI_AARCH64_ENDIAN_LITTLE, 0, 0, 0 };
  const uint32_t count = end - first;

  *size = HEADER_SIZE + (size_t) count * (FDE_SIZE + STRIDE);
  uint8_t *bytes = calloc (1, *size);
  if (bytes == NULL)
    exit (1);
  memcpy (bytes, start, sizeof start);
  elf_put32 (bytes + 8, count, false);
  elf_put32 (bytes + 12, count * ROWS, false);
  elf_put32 (bytes + 16, count * STRIDE, false);
  elf_put32 (bytes + 24, count * FDE_SIZE, false);
  for (uint32_t i = 0; i < count; i++)
    {
      uint8_t *fde = bytes + HEADER_SIZE + (size_t) i * FDE_SIZE;
      uint8_t *at = bytes + HEADER_SIZE + (size_t) count * FDE_SIZE
                    + (size_t) i * STRIDE;
      /* Starts of two bytes are too wide for every other function.  */
      elf_put32 (fde + 8, (first + i) % 2 == 0 ? FUNCTION_SIZE : SHORT_SIZE,
                 false);
      elf_put32 (fde + 12, i * STRIDE, false);
      at[0] = ROWS;
      at[2] = wide ? SFM_FRE_TYPE_ADDR2 : SFM_FRE_TYPE_ADDR1;
      at += ATTR_SIZE;
      for (unsigned row = 0; row < ROWS; row++)
        {
          const struct kind *kind = kind_of (first + i, row);
          *at = (uint8_t) (row * 4);
          at += wide ? 2 : 1;
          memcpy (at, kind->bytes, kind->size);
          at += kind->size;
        }
    }
  return bytes;
}

/* What a compact plan comes to.  */
struct outcome
{
  uint8_t *bytes;
  size_t size;
  struct sfm_stats stats;
};

/* Plan the functions from FIRST up to END.  */
static bool
merge (uint32_t first, uint32_t end, bool wide, bool plain,
       struct outcome *out)
{
  static struct sfm_place places[FUNCTIONS];
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *merger = NULL;
  struct sfm_piece piece;
  struct sfm_diag diag;
  size_t size;
  uint8_t *in = make_section (first, end, wide, &size);

  memset (out, 0, sizeof *out);
  out->stats.size = sizeof out->stats;
  options.target = SFM_TO_V3;
  options.alloc = guard_alloc;
  options.release = guard_release;
  options.share = SFM_SHARE_ALWAYS;
  for (uint32_t i = 0; i < end - first; i++)
    places[i]
        = (struct sfm_place){ .addr = 0x1000 + (uint64_t) i * FUNCTION_SIZE,
                              .live = true,
                              .rank = SFM_RANK_INPUT };
  bool good = sfm_piece_open (in, size, 0, &piece, &diag) == SFM_OK
              && sfm_merger_new (&options, &merger, &diag) == SFM_OK;
  if (good && plain)
    sfm_plain_merger (merger);
  good
      = good && sfm_merger_add (merger, &piece, places, 1, &diag) == SFM_OK
        && sfm_merger_plan (merger, SECTION_ADDR, UINT64_MAX, &diag) == SFM_OK;
  if (good)
    {
      sfm_merger_stats (merger, &out->stats);
      out->size = sfm_merger_size (merger);
      out->bytes = malloc (out->size);
      if (out->bytes == NULL)
        exit (1);
      good = sfm_merger_write (merger, out->bytes, out->size, &diag) == SFM_OK
             && sfm_merger_verify (merger, out->bytes, out->size, &diag)
                    == SFM_OK;
    }
  if (!good)
    printf ("function %u: %s\n", (unsigned) first, diag.text);
  sfm_merger_free (merger);
  free (in);
  return good;
}

/* Whether the functions from FIRST up to END lose the rows that they should,
   and alike with plain records and quick ones.  */
static bool
try_functions (uint32_t first, uint32_t end, bool wide)
{
  struct outcome quick, plain;
  uint64_t repeated = 0;

  for (uint32_t i = first; i < end; i++)
    for (unsigned row = 1; row < ROWS; row++)
      repeated += kind_of (i, row)->meaning == kind_of (i, row - 1)->meaning;
  bool good = merge (first, end, wide, false, &quick);
  good &= merge (first, end, wide, true, &plain);
  good = good && quick.stats.repeated_rows == repeated
         && memcmp (&quick.stats, &plain.stats, sizeof quick.stats) == 0
         && quick.size == plain.size
         && memcmp (quick.bytes, plain.bytes, quick.size) == 0;
  free (quick.bytes);
  free (plain.bytes);
  return good;
}

int
main (void)
{
  for (unsigned wide = 0; wide < 2; wide++)
    {
      const char *starts = wide ? "two bytes" : "one byte";
      unit_result_of (try_functions (0, FUNCTIONS, wide),
                      "all functions at once, starts of %s", starts);
      /* Near the end of the sub-section rows are walked in another way.  */
      bool good = true;
      for (uint32_t i = 0; i < FUNCTIONS; i++)
        good &= try_functions (i, i + 1, wide);
      unit_result_of (good, "each function alone, starts of %s", starts);
    }
  return unit_exit ();
}
