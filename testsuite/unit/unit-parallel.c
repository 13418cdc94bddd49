/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-parallel.c - a merge that several threads share writes what one alone
   does, and fails as that does.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-builder.h"
#include "result.h"

enum
{
  COUNT = 70000, /* functions: enough for four threads */
  BLOCKS = 4,    /* of the last one */
  INPUTS = 5
};

/* A section of COUNT functions, every third of one row, and after them one of
   blocks.  */
static uint8_t *
make_section (size_t *size)
{
  const struct sfm_builder_options options = builder_options ();
  struct sfm_builder *b = builder_new (&options);

  for (uint32_t i = 0; i <= COUNT; i++)
    {
      struct sfm_function f
          = builder_function (BUILDER_TEXT + (uint64_t) i * BUILDER_SIZE);
      if (i == COUNT)
        {
          f.size = BLOCKS * BUILDER_SIZE;
          f.rep_size = BUILDER_SIZE;
        }
      if (sfm_builder_add (b, &f, builder_rows, i % 3 == 0 ? 1 : 2, i, NULL,
                           &builder_diag)
          != SFM_OK)
        exit (1);
    }
  uint8_t *bytes = builder_section (b, size);
  sfm_builder_free (b);
  return bytes;
}

/* Plan the functions of PIECE at PLACES, for TARGET, with THREADS.  */
static struct sfm_merger *
plan (const struct sfm_piece *piece, const struct sfm_place *places,
      enum sfm_target target, unsigned threads)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *m;

  options.target = target;
  options.threads = threads;
  options.reader = SFM_READER_NO_MASK;
  if (sfm_merger_new (&options, &m, &builder_diag) != SFM_OK
      || sfm_merger_add (m, piece, places, 1, &builder_diag) != SFM_OK
      || sfm_merger_plan (m, BUILDER_SECTION, UINT64_MAX, &builder_diag)
             != SFM_OK)
    exit (1);
  return m;
}

/* Whether ONE and FOUR write the same, to A and B.  */
static bool
write_alike (struct sfm_merger *one, struct sfm_merger *four, uint8_t *a,
             uint8_t *b)
{
  const size_t size = sfm_merger_size (one);

  return sfm_merger_size (four) == size
         && sfm_merger_write (one, a, size, &builder_diag) == SFM_OK
         && sfm_merger_write (four, b, size, &builder_diag) == SFM_OK
         && memcmp (a, b, size) == 0;
}

/* What TARGET gets does not depend on the number of threads.  LAST is the info
   byte of the last row of PIECE.  */
static void
test (const struct sfm_piece *piece, const struct sfm_place *places,
      enum sfm_target target, uint8_t *last)
{
  struct sfm_merger *one = plan (piece, places, target, 1);
  struct sfm_merger *four = plan (piece, places, target, 4);
  const size_t size = sfm_merger_size (one);
  uint8_t *a = calloc (2, size), *b = a + size, old = *last;

  if (a == NULL)
    exit (1);
  unit_result_of (write_alike (one, four, a, b)
                      && sfm_merger_verify (four, b, size, &builder_diag)
                             == SFM_OK,
                  "four threads write what one does: target %d", (int) target);
  *last = 0x63;
  unit_result_of (sfm_merger_write (one, a, size, &builder_diag)
                          == SFM_ERR_CORRUPT
                      && sfm_merger_write (four, b, size, &builder_diag)
                             == SFM_ERR_CORRUPT,
                  "and fail where it does: target %d", (int) target);
  *last = old;
  free (a);
  sfm_merger_free (one);
  sfm_merger_free (four);
}

/* The plan for TARGET of the functions of PIECE in several inputs, most of
   which are added together to a merger that has some already, with THREADS.
   There is room after PLACES for those of the inputs.  */
static struct sfm_merger *
plan_batches (const struct sfm_piece *piece, struct sfm_place *places,
              enum sfm_target target, unsigned threads)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_input inputs[INPUTS];
  struct sfm_merger *m;

  options.target = target;
  options.threads = threads;
  /* One in the middle has the function of blocks.  */
  for (uint32_t i = 0; i < INPUTS; i++)
    {
      struct sfm_place *own = places + (i + 1) * (COUNT + 1);
      for (uint32_t f = 0; f <= COUNT; f++)
        {
          own[f] = places[f];
          own[f].live = (f / 100 + 3) % INPUTS == i;
        }
      inputs[i] = (struct sfm_input){ .piece = piece, .places = own };
    }
  if (sfm_merger_new (&options, &m, &builder_diag) != SFM_OK
      || sfm_merger_add_all (m, inputs, 1, &builder_diag) != SFM_OK
      || sfm_merger_add_all (m, inputs + 1, INPUTS - 1, &builder_diag)
             != SFM_OK
      || sfm_merger_plan (m, BUILDER_SECTION, UINT64_MAX, &builder_diag)
             != SFM_OK)
    exit (1);
  return m;
}

/* What TARGET gets of several inputs does not depend on it either.  */
static void
test_batches (const struct sfm_piece *piece, struct sfm_place *places,
              enum sfm_target target)
{
  struct sfm_merger *one = plan_batches (piece, places, target, 1);
  struct sfm_merger *four = plan_batches (piece, places, target, 4);
  const size_t size = sfm_merger_size (one);
  uint8_t *a = calloc (2, size), *b = a + size;

  if (a == NULL)
    exit (1);
  unit_result_of (write_alike (one, four, a, b),
                  "and of several inputs: target %d", (int) target);
  free (a);
  sfm_merger_free (one);
  sfm_merger_free (four);
}

int
main (void)
{
  struct sfm_place *places
      = calloc ((INPUTS + 1) * (COUNT + 1), sizeof *places);
  struct sfm_piece piece;
  size_t size;
  uint8_t *bytes = make_section (&size);

  unit_last_said (builder_diag.text);
  if (places == NULL
      || sfm_piece_open (bytes, size, 0, &piece, &builder_diag) != SFM_OK)
    return 1;
  /* Backwards, so that functions are far from each other's rows.  */
  for (uint32_t i = 0; i <= COUNT; i++)
    places[i] = (struct sfm_place){
      .addr
      = BUILDER_TEXT + (uint64_t) (COUNT - i) * 2 * BUILDER_SIZE * BLOCKS,
      .live = true,
      .rank = SFM_RANK_INPUT,
    };
  for (int target = SFM_TO_V2; target <= SFM_TO_V3; target++)
    {
      test (&piece, places, (enum sfm_target) target, bytes + size - 2);
      test_batches (&piece, places, (enum sfm_target) target);
    }
  free (places);
  free (bytes);
  return unit_exit ();
}
