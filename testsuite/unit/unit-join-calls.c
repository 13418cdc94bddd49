/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-join-calls.c - mergers that cannot be joined, and what each of them
   knew of its functions.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "result.h"

#define SECTION_ADDR UINT64_C (0x500000)

/* A merger with OPTIONS that has one piece of ABI, with a function of ROWS
   rows; BYTES is to be freed.  */
static struct sfm_merger *
merger_of (const struct sfm_options *options, uint8_t abi, uint32_t rows,
           uint8_t **bytes)
{
  struct gen_world world
      = { .abi = abi, .fixed_ra = (int8_t) sfm_abi_fixed_ra (abi) };
  struct gen g;
  struct gen_func func;
  const struct gen_func *chosen = &func;
  struct gen_section section = { .funcs = &chosen, .count = 1, .version = 2 };
  struct sfm_place place = { .addr = 0x1000, .live = true };
  struct sfm_piece piece;
  struct sfm_merger *merger;
  struct sfm_diag diag;
  size_t size;

  gen_seed (&g, abi);
  gen_func_long (&g, &world, 0x1000, rows, 8, &func);
  *bytes = gen_encode (&g, &world, &section, &size);
  gen_func_free (&func);
  if (sfm_piece_open (*bytes, size, 0, &piece, &diag) != SFM_OK
      || sfm_merger_new (options, &merger, &diag) != SFM_OK
      || sfm_merger_add (merger, &piece, &place, 77, &diag) != SFM_OK)
    exit (1);
  return merger;
}

/* Expect that mergers with the options A and B, and pieces of ABI and of
   AMD64, cannot be joined: STATUS and TEXT say why.  */
static void
test_refusal (const char *name, const struct sfm_options *a,
              const struct sfm_options *b, uint8_t abi, sfm_status status,
              const char *text)
{
  uint8_t *bytes[2];
  struct sfm_merger *into
      = merger_of (a, SFM_ABI_AMD64_ENDIAN_LITTLE, 1, &bytes[0]);
  struct sfm_merger *from = merger_of (b, abi, 1, &bytes[1]);
  const uint64_t bounds[]
      = { sfm_merger_bound (into), sfm_merger_bound (from) };
  struct sfm_diag diag = { .status = SFM_OK };

  const bool passed = sfm_merger_join (into, from, &diag) == status
                      && diag.status == status && strcmp (diag.text, text) == 0
                      && sfm_merger_bound (into) == bounds[0]
                      && sfm_merger_bound (from) == bounds[1]
                      && diag.input == (status == SFM_ERR_MIXED ? 77 : 0);
  if (!passed)
    printf ("%s\n", diag.text);
  unit_result_of (passed, "join: %s", name);
  sfm_merger_free (into);
  sfm_merger_free (from);
  free (bytes[0]);
  free (bytes[1]);
}

static void
test_refusals (void)
{
  const uint8_t amd64 = SFM_ABI_AMD64_ENDIAN_LITTLE;
  const struct sfm_options usual = SFM_OPTIONS_INIT;
  struct sfm_options other = usual;

  test_refusal ("another ABI", &usual, &usual, SFM_ABI_AARCH64_ENDIAN_LITTLE,
                SFM_ERR_MIXED,
                "sfh_abi_arch is 2 (AARCH64), but 3 (AMD64) in the first "
                "input");
  other.target = SFM_TO_V2;
  test_refusal ("another target", &usual, &other, amd64, SFM_ERR_USAGE,
                "the option target of one merger is 0x2, of the other 0x0");
  other = usual;
  other.relocatable = true;
  test_refusal ("an object and an image", &other, &usual, amd64, SFM_ERR_USAGE,
                "the option relocatable of one merger is 0x1, of the other "
                "0x0");
  other = usual;
  other.reader = SFM_READER_STRICT;
  test_refusal ("another reader", &usual, &other, amd64, SFM_ERR_USAGE,
                "the option reader of one merger is 0x0, of the other 0x1");
  other = usual;
  other.text_end = 0x2000;
  test_refusal ("another end of the code", &usual, &other, amd64,
                SFM_ERR_USAGE,
                "the option text_end of one merger is 0x0, of the other "
                "0x2000");
  other.text_start = 0x800;
  struct sfm_options from = other;
  from.text_start = 0x400;
  test_refusal ("another start of the code", &other, &from, amd64,
                SFM_ERR_USAGE,
                "the option text_start of one merger is 0x800, of the other "
                "0x400");
  other = usual;
  other.max_bytes = 4096;
  test_refusal ("another limit of bytes", &usual, &other, amd64, SFM_ERR_USAGE,
                "the option max_bytes of one merger is 0xffffffff, of the "
                "other 0x1000");
  other = usual;
  other.max_functions = 1;
  test_refusal ("another limit of functions", &usual, &other, amd64,
                SFM_ERR_USAGE,
                "the option max_functions of one merger is 0x7fffffff, of the "
                "other 0x1");
  test_refusal ("too many functions", &other, &other, amd64, SFM_ERR_LIMIT,
                "there are 1 and 1 functions, more than 1");
}

/* A function that has to be split, which only its merger knew.  */
static void
test_split (void)
{
  uint8_t *bytes;
  struct sfm_merger *into,
      *from = merger_of (NULL, SFM_ABI_AMD64_ENDIAN_LITTLE, 65536, &bytes);
  struct sfm_stats stats = { .size = sizeof stats };
  struct sfm_diag diag;

  if (sfm_merger_new (NULL, &into, &diag) != SFM_OK
      || sfm_merger_join (into, from, &diag) != SFM_OK
      || sfm_merger_plan (into, SECTION_ADDR, UINT64_MAX, &diag) != SFM_OK)
    exit (1);
  sfm_merger_stats (into, &stats);
  unit_result (stats.out_functions == 2, "join: a function to split");
  sfm_merger_free (into);
  sfm_merger_free (from);
  free (bytes);
}

static void
test_self (void)
{
  struct sfm_merger *merger;
  struct sfm_diag diag;

  if (sfm_merger_new (NULL, &merger, &diag) != SFM_OK)
    exit (1);
  unit_result (sfm_merger_join (merger, merger, &diag) == SFM_ERR_USAGE,
               "join: a merger with itself");
  sfm_merger_free (merger);
}

int
main (void)
{
  test_refusals ();
  test_split ();
  test_self ();
  return unit_exit ();
}
