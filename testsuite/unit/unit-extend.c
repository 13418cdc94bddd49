/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-extend.c - functions that are longer in the output than in their
   input.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-guard.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  HEADER_SIZE = 28,
  FDE_SIZE = 20, /* of version 2 */
  ROWS_SIZE = 6, /* of a function: two rows of ADDR1 with one byte */
  COUNT = 5,
  SECTION_ADDR = 0x700000,
  OUTPUT_MAX = 512,
  MASK_INFO = 0x10
};

/* The functions of the input.  The second ends where the third begins; the
   third repeats; the last has a row that covers nothing in it, but would in a
   byte more.  */
static const struct
{
  uint64_t addr;
  uint32_t size;
  uint8_t second_row;
  uint8_t info;
} functions[COUNT] = { { 0x401000, 16, 4, 0 },
                       { 0x401020, 16, 4, 0 },
                       { 0x401030, 32, 4, MASK_INFO },
                       { 0x401058, 4, 3, 0 },
                       { 0x401060, 8, 8, 0 } };

static uint8_t input[HEADER_SIZE + COUNT * (FDE_SIZE + ROWS_SIZE)];
static struct sfm_place places[COUNT];

/* What the callback was asked, and what it answers to everything.  */
static struct
{
  uint64_t addr;
  uint32_t size;
  uint64_t next;
} asked[2 * COUNT];
static size_t asked_count;
static uint8_t answer;

static uint8_t
extend (void *data, uint64_t addr, uint32_t size, uint64_t next)
{
  if (data != asked || asked_count == 2 * COUNT)
    return 0;
  asked[asked_count].addr = addr;
  asked[asked_count].size = size;
  asked[asked_count++].next = next;
  return answer;
}

static void
make_input (void)
{
  static const uint8_t start[8]
      = { 0xe2, 0xde, 2, 4, SFM_ABI_AMD64_ENDIAN_LITTLE, 0, 0xf8, 0 };

  memcpy (input, start, sizeof start);
  elf_put32 (input + 8, COUNT, false);
  elf_put32 (input + 12, 2 * COUNT, false);
  elf_put32 (input + 16, COUNT * ROWS_SIZE, false);
  elf_put32 (input + 24, COUNT * FDE_SIZE, false);
  for (uint32_t i = 0; i < COUNT; i++)
    {
      uint8_t *fde = input + HEADER_SIZE + i * FDE_SIZE;
      uint8_t *rows = input + HEADER_SIZE + COUNT * FDE_SIZE + i * ROWS_SIZE;
      elf_put32 (fde + 4, functions[i].size, false);
      elf_put32 (fde + 8, i * ROWS_SIZE, false);
      elf_put32 (fde + 12, 2, false);
      fde[16] = functions[i].info;
      fde[17] = functions[i].info != 0 ? 16 : 0;
      rows[1] = rows[4] = 0x03;
      rows[2] = 8;
      rows[3] = functions[i].second_row;
      rows[5] = (uint8_t) (16 + i * 8);
      places[i] = (struct sfm_place){ .addr = functions[i].addr,
                                      .live = true,
                                      .rank = SFM_RANK_INPUT };
    }
}

static struct sfm_merger *
new_merger (enum sfm_target target, bool relocatable)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *merger;
  struct sfm_piece piece;
  struct sfm_diag diag;

  options.target = target;
  options.alloc = guard_alloc;
  options.release = guard_release;
  options.relocatable = relocatable;
  if (sfm_piece_open (input, sizeof input, 0, &piece, &diag) != SFM_OK
      || sfm_merger_new (&options, &merger, &diag) != SFM_OK
      || sfm_merger_add (merger, &piece, places, 1, &diag) != SFM_OK)
    {
      printf ("%s\n", diag.text);
      exit (1);
    }
  return merger;
}

/* Plan, write and verify MERGER's section: whether its functions have WANTED
   more bytes each, and the last row of the last one is the first.  */
static bool
has_extra (struct sfm_merger *merger, const uint32_t wanted[COUNT])
{
  struct sfm_stats stats = { .size = sizeof stats };
  uint8_t output[OUTPUT_MAX];
  struct sfm_piece piece;
  struct sfm_diag diag;
  struct sfm_fde fde;
  uint64_t extended = 0;

  asked_count = 0;
  if (sfm_merger_plan (merger, SECTION_ADDR, UINT64_MAX, &diag) != SFM_OK
      || sfm_merger_write (merger, output, sizeof output, &diag) != SFM_OK
      || sfm_merger_verify (merger, output, sfm_merger_size (merger), &diag)
             != SFM_OK
      || sfm_piece_open (output, sfm_merger_size (merger), 0, &piece, &diag)
             != SFM_OK)
    {
      printf ("%s\n", diag.text);
      return false;
    }
  for (uint32_t i = 0; i < COUNT; i++)
    {
      if (sfm_fde_read (&piece, i, &fde, &diag) != SFM_OK
          || fde.size != functions[i].size + wanted[i]
          || fde.num_fres != (i == COUNT - 1 ? 1 : 2))
        return false;
      extended += wanted[i] != 0;
    }
  return sfm_merger_extended (merger) == extended;
}

static void
test_target (enum sfm_target target, enum sfm_share share, const char *name)
{
  static const uint32_t none[COUNT], one[COUNT] = { 1, 0, 0, 1, 1 },
                                     most[COUNT] = { 16, 0, 0, 0, 16 },
                                     more[COUNT] = { 0, 0, 0, 0, 17 };
  struct sfm_merger *m = new_merger (target, false);
  struct sfm_diag diag;

  bool good = sfm_merger_set_share (m, share, &diag) == SFM_OK;
  sfm_merger_set_extend (m, extend, asked);
  answer = 1;
  unit_result_of (good && has_extra (m, one) && asked_count == 3
                      && asked[0].addr == 0x401000 && asked[0].size == 16
                      && asked[0].next == 0x401020 && asked[1].addr == 0x401058
                      && asked[1].size == 4 && asked[1].next == 0x401060
                      && asked[2].addr == 0x401060 && asked[2].size == 8
                      && asked[2].next == UINT64_MAX,
                  "%s: a byte more where there is one", name);
  answer = 16;
  sfm_merger_set_extend (m, extend, asked);
  unit_result_of (has_extra (m, most), "%s: up to the next function", name);
  answer = 17;
  sfm_merger_set_extend (m, extend, asked);
  unit_result_of (has_extra (m, more), "%s: not beyond it", name);
  sfm_merger_set_extend (m, NULL, NULL);
  unit_result_of (has_extra (m, none) && asked_count == 0,
                  "%s: none once nobody asks for it", name);
  sfm_merger_free (m);
}

/* Bits of the header that differ, and the offset that is told.  */
static bool
tells_header (const struct sfm_merger *m, uint8_t *output, size_t size)
{
  static const struct
  {
    uint8_t at, bit, told;
  } bits[] = { { 3, 1, 0 }, { 3, 4, 0 },  { 5, 1, 4 },  { 6, 1, 4 },
               { 8, 1, 8 }, { 12, 1, 8 }, { 12, 2, 8 }, { 16, 1, 8 } };
  bool good = true;

  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    {
      struct sfm_diag diag = { .offset = 99 };
      output[bits[i].at] ^= bits[i].bit;
      /* What is more than there is would not even be a piece.  */
      const size_t more = bits[i].at == 16 && (output[16] & 1) != 0;
      const bool told = sfm_merger_verify (m, output, size + more, &diag)
                            == SFM_ERR_CORRUPT
                        && diag.offset == bits[i].told;
      if (!told)
        printf ("byte %u: offset %u: %s\n", bits[i].at, (unsigned) diag.offset,
                diag.text);
      good &= told;
      output[bits[i].at] ^= bits[i].bit;
    }
  return good;
}

/* What is read back must be what was planned, to the last bit.  */
static void
test_verify (void)
{
  static const uint32_t one[COUNT] = { 1, 0, 0, 1, 1 };
  struct sfm_merger *m = new_merger (SFM_TO_V3, false);
  uint8_t output[OUTPUT_MAX];
  struct sfm_diag diag;

  sfm_merger_set_extend (m, extend, asked);
  answer = 1;
  bool good = has_extra (m, one)
              && sfm_merger_write (m, output, sizeof output, &diag) == SFM_OK;
  output[HEADER_SIZE + 8]--;
  unit_result (good
                   && sfm_merger_verify (m, output, sfm_merger_size (m), &diag)
                          == SFM_ERR_CORRUPT,
               "a byte less than planned is told");
  output[HEADER_SIZE + 8]++;
  const size_t size = good ? sfm_merger_size (m) : 0;
  size_t missed = 0;
  for (size_t i = 0; i < 8 * size; i++)
    {
      output[i / 8] ^= (uint8_t) (1 << i % 8);
      missed += sfm_merger_verify (m, output, size, NULL) == SFM_OK;
      output[i / 8] ^= (uint8_t) (1 << i % 8);
    }
  /* A byte more, which the rows do not use.  */
  output[16]++;
  missed += sfm_merger_verify (m, output, size + 1, NULL) == SFM_OK;
  output[16]--;
  unit_result (good && tells_header (m, output, size),
               "what differs in the header is told");
  unit_result (size != 0 && missed == 0
                   && sfm_merger_verify (m, output, size, NULL) == SFM_OK
                   && sfm_merger_verify (m, output, size - 1, NULL) != SFM_OK,
               "each other bit is told");
  sfm_merger_free (m);
}

/* A size of 32 bits has an end.  */
static void
test_size (void)
{
  uint8_t *size = input + HEADER_SIZE + (COUNT - 1) * FDE_SIZE + 4;
  struct sfm_diag diag;

  elf_put32 (size, UINT32_MAX - 3, false);
  for (uint8_t extra = 3; extra <= 4; extra++)
    {
      struct sfm_merger *m = new_merger (SFM_TO_V3, false);
      asked_count = 0;
      answer = extra;
      sfm_merger_set_extend (m, extend, asked);
      unit_result_of (sfm_merger_plan (m, SECTION_ADDR, UINT64_MAX, &diag)
                              == SFM_OK
                          && sfm_merger_extended (m) == (extra == 3 ? 3 : 2),
                      "%u bytes more of the largest function", extra);
      sfm_merger_free (m);
    }
  elf_put32 (size, functions[COUNT - 1].size, false);
}

enum
{
  LONG_ROWS = 70000,
  LONG_ROW_SIZE = 6 /* ADDR4 with one byte */
};

/* One function with more rows than version 3 can count: nobody is asked about
   its parts.  */
static void
test_split (void)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_place place = { .addr = 0x401000, .live = true };
  const size_t size
      = HEADER_SIZE + FDE_SIZE + (size_t) LONG_ROWS * LONG_ROW_SIZE;
  struct sfm_stats stats = { .size = sizeof stats };
  uint8_t *bytes = calloc (1, size);
  struct sfm_merger *m = NULL;
  struct sfm_piece piece;
  struct sfm_diag diag;

  if (bytes == NULL)
    exit (1);
  memcpy (bytes, input, 8);
  elf_put32 (bytes + 8, 1, false);
  elf_put32 (bytes + 12, LONG_ROWS, false);
  elf_put32 (bytes + 16, LONG_ROWS * LONG_ROW_SIZE, false);
  elf_put32 (bytes + 24, FDE_SIZE, false);
  elf_put32 (bytes + HEADER_SIZE + 4, LONG_ROWS, false);
  elf_put32 (bytes + HEADER_SIZE + 12, LONG_ROWS, false);
  bytes[HEADER_SIZE + 16] = SFM_FRE_TYPE_ADDR4;
  for (uint32_t i = 0; i < LONG_ROWS; i++)
    {
      uint8_t *row
          = bytes + HEADER_SIZE + FDE_SIZE + (size_t) i * LONG_ROW_SIZE;
      elf_put32 (row, i, false);
      row[4] = 0x03;
      row[5] = (uint8_t) (8 + i % 2 * 8);
    }
  asked_count = 0;
  bool good = sfm_piece_open (bytes, size, 0, &piece, &diag) == SFM_OK
              && sfm_merger_new (&options, &m, &diag) == SFM_OK
              && sfm_merger_add (m, &piece, &place, 1, &diag) == SFM_OK;
  if (good)
    {
      sfm_merger_set_extend (m, extend, asked);
      good = sfm_merger_plan (m, SECTION_ADDR, UINT64_MAX, &diag) == SFM_OK;
      sfm_merger_stats (m, &stats);
    }
  unit_result (good && asked_count == 0 && stats.out_functions == 2,
               "the parts of a split function are left as they are");
  sfm_merger_free (m);
  free (bytes);
}

static void
test_relocatable (void)
{
  struct sfm_merger *m = new_merger (SFM_TO_V3, true);
  struct sfm_diag diag;

  sfm_merger_set_extend (m, extend, asked);
  asked_count = 0;
  bool good = sfm_merger_plan (m, SECTION_ADDR, UINT64_MAX, &diag) == SFM_OK;
  unit_result (good && asked_count == 0 && sfm_merger_extended (m) == 0,
               "objects are left as they are");
  sfm_merger_free (m);
}

int
main (void)
{
  make_input ();
  test_target (SFM_TO_V2, SFM_SHARE_NEVER, "v2");
  test_target (SFM_TO_V2_PCREL, SFM_SHARE_ALWAYS, "v2-pcrel, compact");
  test_target (SFM_TO_V3, SFM_SHARE_NEVER, "v3");
  test_target (SFM_TO_V3, SFM_SHARE_ALWAYS, "v3, compact");
  test_size ();
  test_verify ();
  test_split ();
  test_relocatable ();
  return unit_exit ();
}
