/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-sized.c - programs that were compiled with an older or a newer header
   than the library: the bytes after their structs are theirs.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result.h"
#include "sfmerge.h"

enum
{
  FUNCTIONS = 3,
  SECTION_ADDR = 0x700000,
  OUT_MAX = 256,
  CANARY = 0xa5,
  AFTER = 128 /* bytes after a struct that are examined */
};

/* clang-format off */
/* Version 2, AMD64: the first two functions are the same one.  */
static const uint8_t section[] = {
  0xe2, 0xde, 2, 4, SFM_ABI_AMD64_ENDIAN_LITTLE, 0, 0xf8, 0,
  FUNCTIONS, 0, 0, 0, FUNCTIONS, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 60, 0, 0, 0,
  /* start, size, first row, rows, info, block size, padding */
  0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 16, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 16, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
  /* start, info, CFA offset from SP */
  0, 3, 8, 0, 3, 8, 0, 3, 16
};
/* clang-format on */

/* As a first release might have had them.  */
struct old_options
{
  size_t size;
  enum sfm_target target;
  uint64_t max_functions;
};

struct old_check_options
{
  size_t size;
  uint64_t section_addr;
};

struct old_stats
{
  size_t size;
  uint64_t pieces;
  uint64_t functions;
};

/* A struct of SIZE bytes that is copied from WHOLE, with canaries after it;
   with BARE, nothing: a sanitizer then sees who looks there.  */
static void *
short_copy (const void *whole, size_t size, bool bare)
{
  uint8_t *copy = malloc (size + (bare ? 0 : AFTER));
  if (copy == NULL)
    exit (1);
  memcpy (copy, whole, size);
  if (!bare)
    memset (copy + size, CANARY, AFTER);
  return copy;
}

/* Whether the AFTER bytes at BYTES are as they were.  */
static bool
untouched (const void *bytes)
{
  const uint8_t *p = bytes;

  for (size_t i = 0; i < AFTER; i++)
    if (p[i] != CANARY)
      return false;
  return true;
}

/* A merger by OPTIONS with all functions, or NULL.  */
static struct sfm_merger *
merger_of (const struct sfm_options *options, struct sfm_diag *diag)
{
  static struct sfm_place places[FUNCTIONS];
  struct sfm_merger *merger;
  struct sfm_piece piece;

  for (unsigned i = 0; i < FUNCTIONS; i++)
    places[i] = (struct sfm_place){ .addr = i < 2 ? 0x401000 : 0x401010,
                                    .live = true,
                                    .rank = SFM_RANK_INPUT };
  memset (diag, 0, sizeof *diag);
  if (sfm_merger_new (options, &merger, diag) != SFM_OK)
    return NULL;
  if (sfm_piece_open (section, sizeof section, 0, &piece, diag) == SFM_OK
      && sfm_merger_add (merger, &piece, places, 1, diag) == SFM_OK
      && sfm_merger_plan (merger, SECTION_ADDR, UINT64_MAX, diag) == SFM_OK)
    return merger;
  sfm_merger_free (merger);
  return NULL;
}

/* Whether OPTIONS make the merge that WANTED make.  */
static bool
merge_same (const struct sfm_options *options,
            const struct sfm_options *wanted)
{
  uint8_t out[2][OUT_MAX] = { 0 };
  size_t size[2] = { 0 };
  const struct sfm_options *each[2] = { options, wanted };

  for (unsigned i = 0; i < 2; i++)
    {
      struct sfm_diag diag;
      struct sfm_merger *merger = merger_of (each[i], &diag);
      if (merger == NULL)
        {
          printf ("%s\n", diag.text);
          return false;
        }
      size[i] = sfm_merger_size (merger);
      bool written
          = size[i] <= OUT_MAX
            && sfm_merger_write (merger, out[i], OUT_MAX, &diag) == SFM_OK;
      sfm_merger_free (merger);
      if (!written)
        return false;
    }
  return size[0] == size[1] && memcmp (out[0], out[1], size[0]) == 0;
}

static void
test_old_options (void)
{
  struct sfm_options now = SFM_OPTIONS_INIT;
  struct old_options old = { .size = sizeof old, .target = SFM_TO_V2_PCREL };
  const size_t only_size = _Alignof(struct sfm_options);
  struct sfm_diag diag;
  bool limited = true, same = true, defaults = true;

  for (unsigned bare = 0; bare < 2; bare++)
    {
      now.target = old.target;
      old.max_functions = 0;
      void *copy = short_copy (&old, sizeof old, bare);
      same = same && merge_same (copy, &now);
      free (copy);
      old.max_functions = FUNCTIONS - 1;
      copy = short_copy (&old, sizeof old, bare);
      limited = limited && merger_of (copy, &diag) == NULL
                && diag.status == SFM_ERR_LIMIT;
      free (copy);
      now.target = SFM_TO_V3;
      uint64_t least[1] = { 0 };
      memcpy (least, &only_size, sizeof only_size);
      copy = short_copy (least, only_size, bare);
      defaults = defaults && merge_same (copy, &now);
      free (copy);
    }
  unit_result (same, "older options: the missing members have defaults");
  unit_result (limited, "older options: the members count");
  unit_result (defaults, "options of a size and nothing else");
}

static void
ignore (void *data, const struct sfm_finding *finding)
{
  (void) data;
  (void) finding;
}

/* Sizes that no release can have had.  */
static void
test_impossible (void)
{
  static const size_t sizes[]
      = { 0, 1, sizeof (size_t) + 1, sizeof (struct sfm_options) - 1 };
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_check_options check = { 0 };
  struct sfm_diag diag;
  char number[32];
  bool good = true;

  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
      struct sfm_merger *merger;
      options.size = check.size = sizes[i];
      snprintf (number, sizeof number, " %zu,", sizes[i]);
      good
          = good && sfm_merger_new (&options, &merger, &diag) == SFM_ERR_USAGE
            && merger == NULL && strstr (diag.text, number) != NULL
            && sfm_check (section, sizeof section, &check, ignore, NULL, &diag)
                   == SFM_ERR_USAGE
            && strstr (diag.text, number) != NULL;
    }
  unit_result (good, "options of a size that none can have");
}

static void
test_newer_options (void)
{
  struct
  {
    struct sfm_options options;
    uint8_t tail[16];
  } newer = { .options = SFM_OPTIONS_INIT };
  struct
  {
    struct sfm_check_options options;
    uint8_t tail[16];
  } check = { .options = { .size = sizeof check } };
  struct sfm_options now = SFM_OPTIONS_INIT;
  struct sfm_merger *merger;
  struct sfm_diag diag;
  char values[2][32];

  newer.options.size = sizeof newer;
  unit_result (merge_same (&newer.options, &now)
                   && sfm_check (section, sizeof section, &check.options,
                                 ignore, NULL, &diag)
                          == SFM_OK,
               "newer options with nothing new");
  newer.tail[15] = check.tail[15] = 1;
  snprintf (values[0], sizeof values[0], " %zu of", sizeof newer);
  snprintf (values[1], sizeof values[1], " %zu", sizeof now);
  unit_result (
      sfm_merger_new (&newer.options, &merger, &diag) == SFM_ERR_UNSUPP
          && strstr (diag.text, values[0]) && strstr (diag.text, values[1]),
      "newer options with something new");
  snprintf (values[0], sizeof values[0], " %zu of", sizeof check);
  snprintf (values[1], sizeof values[1], " %zu", sizeof check.options);
  unit_result (
      sfm_check (section, sizeof section, &check.options, ignore, NULL, &diag)
              == SFM_ERR_UNSUPP
          && strstr (diag.text, values[0]) && strstr (diag.text, values[1]),
      "newer check options with something new");
}

static void
test_old_check_options (void)
{
  struct old_check_options old = { sizeof old, SECTION_ADDR };
  struct sfm_diag diag;
  bool good = true;

  for (unsigned bare = 0; bare < 2; bare++)
    {
      void *copy = short_copy (&old, sizeof old, bare);
      good = good
             && sfm_check (section, sizeof section, copy, ignore, NULL, &diag)
                    == SFM_OK;
      free (copy);
    }
  unit_result (good, "older check options");
}

static void
test_stats (void)
{
  struct sfm_diag diag;
  struct sfm_merger *merger = merger_of (NULL, &diag);
  struct old_stats old = { .size = sizeof old };
  struct
  {
    struct sfm_stats stats;
    uint64_t tail[2];
  } newer = { .stats = { .size = sizeof newer }, .tail = { 1, 1 } };

  if (merger == NULL)
    exit (1);
  struct old_stats *copy = short_copy (&old, sizeof old, false);
  sfm_merger_stats (merger, (struct sfm_stats *) (void *) copy);
  unit_result (copy->size == sizeof old && copy->pieces == 1
                   && copy->functions == FUNCTIONS && untouched (copy + 1),
               "older numbers");
  free (copy);
  sfm_merger_stats (merger, &newer.stats);
  unit_result (newer.stats.size == sizeof newer
                   && newer.stats.out_functions == FUNCTIONS - 1
                   && newer.tail[0] == 0 && newer.tail[1] == 0,
               "newer numbers");
  sfm_merger_free (merger);
}

static void
test_losses (void)
{
  struct sfm_diag diag;
  struct sfm_merger *merger = merger_of (NULL, &diag);
  uint64_t none[SFM_LOSS_COUNT + 2] = { 0 };

  if (merger == NULL)
    exit (1);
  none[SFM_LOSS_COUNT] = none[SFM_LOSS_COUNT + 1] = 1;
  uint64_t *few
      = short_copy (none, (SFM_LOSS_DUPLICATE + 1) * sizeof *none, false);
  sfm_merger_losses (merger, few, SFM_LOSS_DUPLICATE + 1);
  unit_result (few[SFM_LOSS_DUPLICATE] == 1
                   && untouched (few + SFM_LOSS_DUPLICATE + 1),
               "fewer reasons");
  sfm_merger_losses (merger, few, SFM_LOSS_DUPLICATE);
  unit_result (few[SFM_LOSS_DUPLICATE] == 1, "without the reason");
  free (few);
  sfm_merger_losses (merger, none, SFM_LOSS_COUNT + 2);
  unit_result (none[SFM_LOSS_DUPLICATE] == 1 && none[SFM_LOSS_COUNT] == 0
                   && none[SFM_LOSS_COUNT + 1] == 0,
               "more reasons");
  sfm_merger_free (merger);
}

int
main (void)
{
  test_old_options ();
  test_impossible ();
  test_newer_options ();
  test_old_check_options ();
  test_stats ();
  test_losses ();
  return unit_exit ();
}
