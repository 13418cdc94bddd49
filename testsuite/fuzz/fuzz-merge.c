/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-merge.c - the merge on any bytes.

   The first byte chooses the target, the reader and how the pieces are
   placed; the rest is a section of one or more pieces.  Whatever the input,
   what is planned can be written, and verification agrees with the checker;
   if the checker finds no error in the input, the output has none, and
   merging it again changes nothing.  A merge that looks at each function
   plainly comes to the same, and so does one that gets addresses late.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "fuzz.h"
#include "sfmerge.h"

const char fuzz_name[] = "fuzz-merge";

enum
{
  SECTION_ADDR = 0x400000,
  OUT_ADDR = 0x800000
};

static void
count_errors (void *data, const struct sfm_finding *f)
{
  /* Functions that overlap are kept if nothing tells which is wrong.  */
  if (f->severity == SFM_ERROR && f->id != SFM_FIND_OVERLAP)
    ++*(size_t *) data;
}

static size_t
errors_of (const uint8_t *data, size_t size, uint64_t addr, bool object)
{
  struct sfm_check_options options = { .size = sizeof options,
                                       .section_addr = addr,
                                       .object = object,
                                       .start_base = SFM_START_BASE_SECTION };
  struct sfm_diag diag;
  size_t errors = 0;

  fuzz_require (sfm_check (data, size, &options, count_errors, &errors, &diag)
                    == SFM_OK,
                "a check ends");
  return errors;
}

/* The places of PIECE's functions in a section at ADDR, to be freed.  CHOICE
   varies them.  */
static struct sfm_place *
make_places (const struct sfm_piece *piece, uint64_t addr, uint8_t choice)
{
  struct sfm_place *places = calloc (piece->num_fdes + 1U, sizeof *places);
  const enum sfm_start_base start_base
      = piece->flags & SFM_F_FDE_FUNC_START_PCREL ? SFM_START_BASE_FIELD
                                                  : SFM_START_BASE_SECTION;
  struct sfm_diag diag;

  if (places == NULL)
    exit (1);
  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      struct sfm_fde fde;
      sfm_status status = sfm_fde_read (piece, i, &fde, &diag);
      places[i].addr = sfm_fde_address (&fde, addr, start_base);
      places[i].live = status == SFM_OK || (choice & 0x4);
      places[i].optional = (choice & 0x8) && i % 3 == 0;
      places[i].rank
          = (choice & 0x10) && i % 2 == 0 ? SFM_RANK_IMAGE : SFM_RANK_INPUT;
      places[i].evidence = choice & 0x20 ? (uint8_t) (i % 4) : 0;
      places[i].rep_size = 16;
    }
  return places;
}

/* Add all pieces of DATA; CHOICE varies the places.  False: not all.  */
static bool
add_pieces (struct sfm_merger *merger, const uint8_t *data, size_t size,
            uint64_t addr, uint8_t choice, size_t *added)
{
  struct sfm_piece piece;
  struct sfm_diag diag;
  uint64_t from = 0;
  bool all = true;

  while (sfm_piece_next (data, size, from, &piece, &diag) == SFM_OK)
    {
      struct sfm_place *places = make_places (&piece, addr, choice);
      sfm_status status = sfm_merger_add (merger, &piece, places, 7, &diag);
      if (status == SFM_OK)
        ++*added;
      else
        {
          fuzz_require (diag.status == status && diag.input == 7
                            && diag.text[0] != '\0',
                        "failures are explained");
          all = false;
        }
      free (places);
      from = piece.end;
    }
  return all;
}

/* SFM_READER_*.  */
static uint64_t
reader_of (uint8_t choice)
{
  return choice & 0x80 ? choice >> 2 & 0x1fU : 0;
}

static struct sfm_merger *
new_merger (uint8_t choice, bool plain)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *merger;
  struct sfm_diag diag;

  options.target = choice % 4 == 3 ? SFM_TO_V3 : choice % 4;
  options.max_bytes = 1 << 24;
  options.reader = reader_of (choice);
  options.share = choice & 0x20 ? SFM_SHARE_ALWAYS : SFM_SHARE_AUTO;
  if (sfm_merger_new (&options, &merger, &diag) != SFM_OK)
    exit (1);
  if (plain)
    sfm_plain_merger (merger);
  return merger;
}

/* Merge the output OUT again: the same must come out.  */
static void
merge_again (const uint8_t *out, size_t size, uint8_t choice)
{
  struct sfm_merger *merger = new_merger (choice, false);
  struct sfm_diag diag;
  size_t added = 0;

  fuzz_require (add_pieces (merger, out, size, OUT_ADDR, 0, &added),
                "an output can be merged");
  if (sfm_merger_plan (merger, OUT_ADDR, UINT64_MAX, &diag) == SFM_OK
      && sfm_merger_size (merger) == size)
    {
      uint8_t *again = malloc (size);
      if (again == NULL)
        exit (1);
      fuzz_require (sfm_merger_write (merger, again, size, &diag) == SFM_OK
                        && memcmp (again, out, size) == 0,
                    "merging an output is the identity");
      free (again);
    }
  else
    fuzz_require (false, "merging an output gives its size");
  sfm_merger_free (merger);
}

/* What MERGER has planned, with STATUS, must come out of OTHER, which has the
   same functions and is freed.  */
static void
compare_mergers (size_t size, uint8_t choice, struct sfm_merger *merger,
                 sfm_status status, struct sfm_merger *other)
{
  struct sfm_diag diag;
  struct sfm_stats stats = { .size = sizeof stats };
  struct sfm_stats other_stats = { .size = sizeof other_stats };
  uint64_t losses[SFM_LOSS_COUNT], other_losses[SFM_LOSS_COUNT];

  sfm_status other_status = sfm_merger_plan (
      other, OUT_ADDR, choice & 0x40 ? size : UINT64_MAX, &diag);
  fuzz_require (other_status == status, "both ways have a plan, or none");
  sfm_merger_stats (merger, &stats);
  sfm_merger_stats (other, &other_stats);
  sfm_merger_losses (merger, losses, SFM_LOSS_COUNT);
  sfm_merger_losses (other, other_losses, SFM_LOSS_COUNT);
  fuzz_require (memcmp (&stats, &other_stats, sizeof stats) == 0
                    && memcmp (losses, other_losses, sizeof losses) == 0,
                "both ways lose the same");
  if (status == SFM_OK)
    {
      size_t out_size = sfm_merger_size (merger);
      fuzz_require (sfm_merger_size (other) == out_size,
                    "both ways need the same room");
      uint8_t *out = malloc (2 * out_size);
      if (out == NULL)
        exit (1);
      fuzz_require (
          sfm_merger_write (merger, out, out_size, &diag) == SFM_OK
              && sfm_merger_write (other, out + out_size, out_size, &diag)
                     == SFM_OK
              && memcmp (out, out + out_size, out_size) == 0,
          "both ways write the same");
      free (out);
    }
  sfm_merger_free (other);
}

/* Merge DATA again, looking at each function plainly.  */
static void
merge_plainly (const uint8_t *data, size_t size, uint8_t choice,
               struct sfm_merger *merger, sfm_status status)
{
  struct sfm_merger *plain = new_merger (choice, true);
  size_t added = 0;

  add_pieces (plain, data, size, SECTION_ADDR, choice, &added);
  compare_mergers (size, choice, merger, status, plain);
}

/* Merge DATA again as a linker does: each piece in a merger of its own that is
   joined to another, and only then with addresses.  */
static void
merge_late (const uint8_t *data, size_t size, uint8_t choice,
            struct sfm_merger *merger, sfm_status status)
{
  struct sfm_merger *late = new_merger (choice, false);
  struct sfm_piece piece;
  struct sfm_diag diag;
  uint64_t from = 0;
  uint32_t added = 0;

  for (; sfm_piece_next (data, size, from, &piece, &diag) == SFM_OK;
       from = piece.end)
    {
      struct sfm_merger *own = new_merger (choice, false);
      struct sfm_place *places = make_places (&piece, SECTION_ADDR, choice);
      for (uint32_t i = 0; i < piece.num_fdes; i++)
        places[i].addr = 0;
      if (sfm_merger_add (own, &piece, places, 7, &diag) == SFM_OK
          && sfm_merger_join (late, own, &diag) == SFM_OK)
        {
          free (places);
          places = make_places (&piece, SECTION_ADDR, choice);
          fuzz_require (sfm_merger_move (late, added++, places, &diag)
                            == SFM_OK,
                        "functions can be moved");
        }
      free (places);
      sfm_merger_free (own);
    }
  fuzz_require (status != SFM_OK
                    || sfm_merger_size (merger) <= sfm_merger_bound (late),
                "no plan exceeds the bound");
  compare_mergers (size, choice, merger, status, late);
}

static void
write_and_judge (struct sfm_merger *merger, uint8_t choice, bool valid)
{
  size_t size = sfm_merger_size (merger);
  uint8_t *out = malloc (size);
  struct sfm_diag diag;
  struct sfm_stats stats = { .size = sizeof stats };

  if (out == NULL)
    exit (1);
  fuzz_require (sfm_merger_write (merger, out, size - 1, &diag)
                    == SFM_ERR_USAGE,
                "a buffer too small is refused");
  fuzz_require (sfm_merger_write (merger, out, size, &diag) == SFM_OK,
                "a plan can be written");
  bool verified = sfm_merger_verify (merger, out, size, &diag) == SFM_OK;
  size_t errors = errors_of (out, size, OUT_ADDR, false);
  fuzz_require (verified || !valid, "a valid input's output is verified");
  fuzz_require (errors == 0 || !valid, "a valid input's output has no errors");
  sfm_merger_stats (merger, &stats);
  fuzz_require (stats.out_functions <= stats.functions + stats.rows,
                "functions do not come from nowhere");
  if (verified && errors == 0)
    merge_again (out, size, choice);
  free (out);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct sfm_diag diag;
  size_t added = 0;

  if (size == 0)
    return 0;
  uint8_t choice = data[0];
  /* A copy, so that a read in front of the section is seen.  */
  uint8_t *bytes = malloc (size);
  if (bytes == NULL)
    exit (1);
  size--;
  memcpy (bytes, data + 1, size);

  bool valid = errors_of (bytes, size, SECTION_ADDR, true) == 0;
  struct sfm_merger *merger = new_merger (choice, false);
  bool all = add_pieces (merger, bytes, size, SECTION_ADDR, choice, &added);
  fuzz_require (all || !valid, "a valid input can be added");
  sfm_status status = sfm_merger_plan (
      merger, OUT_ADDR, choice & 0x40 ? size : UINT64_MAX, &diag);
  if (status == SFM_OK)
    write_and_judge (merger, choice, valid);
  else
    /* The blocks of a few MASK functions may exceed the limit.  */
    fuzz_require (added == 0 || !valid
                      || (status == SFM_ERR_LIMIT
                          && (reader_of (choice) & SFM_READER_NO_MASK)),
                  "a valid input can be planned");
  merge_plainly (bytes, size, choice, merger, status);
  merge_late (bytes, size, choice, merger, status);
  sfm_merger_free (merger);
  free (bytes);
  return 0;
}
