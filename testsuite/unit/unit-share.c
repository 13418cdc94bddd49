/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-share.c - when rows are shared, and when they are not.  */

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
  HEADER_SIZE = 28,
  FDE_SIZE = 20, /* of version 2 */
  FUNCTION_SIZE = 250,
  SECTION_ADDR = 0x700000
};

/* A piece of version 2, AMD64, and where its functions are.  */
struct piece
{
  uint8_t *bytes;
  size_t size;
  uint32_t count;
  struct sfm_place *places;
};

/* COUNT functions, each with the ROWS rows of ROWS_SIZE bytes that FILL makes
   for its number.  */
static struct piece
make_piece (uint32_t count, uint32_t rows, uint32_t rows_size,
            void (*fill) (uint8_t *out, uint32_t number))
{
  static const uint8_t start[8]
      = { 0xe2, 0xde, 2, 4, SFM_ABI_AMD64_ENDIAN_LITTLE, 0, 0xf8, 0 };
  size_t fdes = (size_t) count * FDE_SIZE;
  struct piece p = { .size = HEADER_SIZE + fdes + (size_t) count * rows_size,
                     .count = count };

  p.bytes = calloc (1, p.size);
  p.places = calloc (count, sizeof *p.places);
  if (p.bytes == NULL || p.places == NULL)
    exit (1);
  memcpy (p.bytes, start, sizeof start);
  elf_put32 (p.bytes + 8, count, false);
  elf_put32 (p.bytes + 12, count * rows, false);
  elf_put32 (p.bytes + 16, count * rows_size, false);
  elf_put32 (p.bytes + 24, (uint32_t) fdes, false);
  for (uint32_t i = 0; i < count; i++)
    {
      uint8_t *fde = p.bytes + HEADER_SIZE + (size_t) i * FDE_SIZE;
      elf_put32 (fde + 4, FUNCTION_SIZE, false);
      elf_put32 (fde + 8, i * rows_size, false);
      elf_put32 (fde + 12, rows, false);
      fill (p.bytes + HEADER_SIZE + fdes + (size_t) i * rows_size, i);
      p.places[i] = (struct sfm_place){ .addr = 0x401000 + i * FUNCTION_SIZE,
                                        .live = true,
                                        .rank = SFM_RANK_INPUT };
    }
  return p;
}

static void
free_piece (struct piece *p)
{
  free (p->bytes);
  free (p->places);
}

/* A merger of P that may share rows as SHARE says.  */
static struct sfm_merger *
merger_of (const struct piece *p, enum sfm_target target, enum sfm_share share)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *merger;
  struct sfm_piece piece;
  struct sfm_diag diag;

  options.target = target;
  options.alloc = guard_alloc;
  options.release = guard_release;
  options.share = share;
  if (sfm_piece_open (p->bytes, p->size, 0, &piece, &diag) != SFM_OK
      || sfm_merger_new (&options, &merger, &diag) != SFM_OK
      || sfm_merger_add (merger, &piece, p->places, 1, &diag) != SFM_OK)
    {
      printf ("%s\n", diag.text);
      exit (1);
    }
  return merger;
}

/* Plan MERGER for FREE_SPACE; its numbers.  */
static struct sfm_stats
plan (struct sfm_merger *merger, uint64_t room)
{
  struct sfm_stats stats = { .size = sizeof stats };
  struct sfm_diag diag;

  if (sfm_merger_plan (merger, SECTION_ADDR, room, &diag) == SFM_OK)
    sfm_merger_stats (merger, &stats);
  else
    printf ("plan: %s\n", diag.text);
  return stats;
}

/* Plan MERGER for FREE_SPACE; how many functions it leaves out for that.  */
static uint64_t
plan_drops (struct sfm_merger *merger, uint64_t room)
{
  uint64_t losses[SFM_LOSS_COUNT];

  plan (merger, room);
  sfm_merger_losses (merger, losses, SFM_LOSS_COUNT);
  return losses[SFM_LOSS_NO_ROOM];
}

static void
no_errors (void *data, const struct sfm_finding *finding)
{
  bool *good = data;

  if (finding->severity != SFM_NOTE)
    *good = false;
}

/* Whether what MERGER has planned can be written, is what was meant, and can
   be read back and planned again, with the same bytes.  */
static bool
reads_back (struct sfm_merger *merger, enum sfm_target target,
            const struct piece *p)
{
  const struct sfm_check_options check
      = { .size = sizeof check,
          .section_addr = SECTION_ADDR,
          .start_base = SFM_START_BASE_SECTION };
  struct piece back = { .size = sfm_merger_size (merger),
                        .count = p->count,
                        .places = p->places };
  struct sfm_diag diag;
  bool good = true;

  back.bytes = malloc (2 * back.size);
  if (back.bytes == NULL
      || sfm_merger_write (merger, back.bytes, back.size, &diag) != SFM_OK
      || sfm_merger_verify (merger, back.bytes, back.size, &diag) != SFM_OK
      || sfm_check (back.bytes, back.size, &check, no_errors, &good, &diag)
             != SFM_OK)
    good = false;
  struct sfm_merger *again
      = good ? merger_of (&back, target, SFM_SHARE_ALWAYS) : NULL;
  good = again != NULL && plan (again, UINT64_MAX).out_functions == p->count
         && sfm_merger_size (again) == back.size
         && sfm_merger_write (again, back.bytes + back.size, back.size, &diag)
                == SFM_OK
         && memcmp (back.bytes, back.bytes + back.size, back.size) == 0;
  sfm_merger_free (again);
  free (back.bytes);
  return good;
}

/* One row of two bytes and a word: every third function has its own.  */
static void
fill_thirds (uint8_t *out, uint32_t number)
{
  out[1] = 0x03;
  out[2] = number % 3 == 0 ? (uint8_t) (16 + number) : 8;
}

static void
test_choice (void)
{
  struct piece p = make_piece (30, 1, 3, fill_thirds);
  struct sfm_merger *never = merger_of (&p, SFM_TO_V3, SFM_SHARE_NEVER);
  struct sfm_merger *asked = merger_of (&p, SFM_TO_V3, SFM_SHARE_AUTO);
  struct sfm_merger *always = merger_of (&p, SFM_TO_V3, SFM_SHARE_ALWAYS);
  struct sfm_diag diag;
  const size_t plain = 28 + 30 * (16 + 5 + 3), compact = plain - 19 * 8;

  unit_result (
      sfm_merger_set_share (never, SFM_SHARE_ALWAYS, &diag) == SFM_ERR_USAGE
          && sfm_merger_set_share (never, SFM_SHARE_AUTO, &diag) == SFM_OK
          && plan (never, UINT64_MAX).saved_bytes == 0
          && sfm_merger_size (never) == plain,
      "never means never");
  unit_result (
      plan (asked, 0).saved_bytes == 0 && sfm_merger_size (asked) == plain
          && sfm_merger_set_share (asked, SFM_SHARE_ALWAYS, &diag) == SFM_OK
          && sfm_merger_size (asked) == plain
          && plan (asked, 0).sharing_functions == 19
          && sfm_merger_size (asked) == compact,
      "the plain plan unless the compact one is asked for");
  unit_result (plan (always, 0).saved_bytes == plain - compact
                   && sfm_merger_size (always) == compact
                   && sfm_merger_set_share (always, SFM_SHARE_NEVER, &diag)
                          == SFM_OK
                   && plan (always, 0).saved_bytes == 0
                   && sfm_merger_size (always) == plain,
               "always, until told otherwise");
  sfm_merger_free (never);
  sfm_merger_free (asked);
  sfm_merger_free (always);
  free_piece (&p);
}

/* The first three functions are optional: one has rows of its own.  */
static void
test_optional (void)
{
  struct piece p = make_piece (30, 1, 3, fill_thirds);
  const size_t all = 28 + 30 * 20 + 11 * 3, without = 28 + 27 * 20 + 10 * 3;

  for (unsigned i = 0; i < 3; i++)
    p.places[i].optional = true;
  struct sfm_merger *m = merger_of (&p, SFM_TO_V2, SFM_SHARE_ALWAYS);
  unit_result (plan_drops (m, all) == 0 && sfm_merger_size (m) == all,
               "optional functions stay if the compact plan fits");
  unit_result (plan_drops (m, all - 1) == 1 && sfm_merger_size (m) < all
                   && sfm_merger_size (m) >= all - 23,
               "as many go as it takes if it does not");
  unit_result (plan_drops (m, without) == 3 && sfm_merger_size (m) == without,
               "all go if it takes that");
  unit_result (plan_drops (m, without - 1) == 0 && sfm_merger_size (m) == all,
               "but not for nothing");
  sfm_merger_free (m);
  free_piece (&p);
}

enum
{
  MANY_ROWS = 10,
  SMALL_COST = FDE_SIZE + 3,
  LARGE_COST = FDE_SIZE + MANY_ROWS * 3
};

static void
fill_many (uint8_t *out, uint32_t number)
{
  (void) number;
  for (unsigned i = 0; i < MANY_ROWS; i++, out += 3)
    {
      out[0] = (uint8_t) i;
      out[1] = 0x03;
      out[2] = (uint8_t) (8 + 8 * (i % 2));
    }
}

/* Three functions of one row, of which the second is not optional, and one
   with more code and rows: of these, functions of GONE bytes go if there are
   EXCESS bytes too many.  */
static void
test_back (void)
{
  static const struct
  {
    size_t excess;
    size_t gone;
  } rows[] = {
    /* Those with less code go first; what then proves needless is back.  */
    { 0, 0 },
    { SMALL_COST, SMALL_COST },
    { SMALL_COST + 1, 2 * SMALL_COST },
    { 2 * SMALL_COST, 2 * SMALL_COST },
    { 2 * SMALL_COST + 1, LARGE_COST },
    { LARGE_COST, LARGE_COST },
    { LARGE_COST + 1, LARGE_COST + SMALL_COST },
    { LARGE_COST + SMALL_COST, LARGE_COST + SMALL_COST },
    { LARGE_COST + SMALL_COST + 1, LARGE_COST + 2 * SMALL_COST },
    { LARGE_COST + 2 * SMALL_COST, LARGE_COST + 2 * SMALL_COST },
  };
  struct piece p = make_piece (4, MANY_ROWS, MANY_ROWS * 3, fill_many);
  const size_t all = HEADER_SIZE + 3 * SMALL_COST + LARGE_COST;

  for (unsigned i = 0; i < 4; i++)
    {
      uint8_t *fde = p.bytes + HEADER_SIZE + i * FDE_SIZE;
      p.places[i].optional = i != 1;
      if (i == 3)
        continue;
      elf_put32 (fde + 4, FUNCTION_SIZE / 2, false);
      elf_put32 (fde + 12, 1, false);
    }
  elf_put32 (p.bytes + 12, 3 + MANY_ROWS, false);
  struct sfm_merger *m = merger_of (&p, SFM_TO_V2, SFM_SHARE_NEVER);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      plan (m, all - rows[i].excess);
      unit_result_of (sfm_merger_size (m) == all - rows[i].gone,
                      "of %zu bytes too many, %zu go: %zu", rows[i].excess,
                      rows[i].gone, all - sfm_merger_size (m));
    }
  sfm_merger_free (m);
  free_piece (&p);
}

enum
{
  LONG_ROWS = 240,
  SHARERS = 2000
};

/* LONG_ROWS rows of ten bytes, the same for all functions.  */
static void
fill_long (uint8_t *out, uint32_t number)
{
  (void) number;
  for (unsigned i = 0; i < LONG_ROWS; i++, out += 10)
    {
      out[0] = (uint8_t) i;
      out[1] = 0x45; /* SP, two words of four bytes */
      out[2] = (uint8_t) i;
      out[6] = 0xf0;
    }
}

/* Half of these.  */
static void
fill_half (uint8_t *out, uint32_t number)
{
  static uint8_t rows[LONG_ROWS * 10];

  fill_long (rows, number);
  memcpy (out, rows, sizeof rows / 2);
}

/* Functions of equal long rows.  Stored once, those of fill_half make a
   section that asks for 59 times the bytes it has; those of fill_long would
   make one that asks for 116 times, which nobody should have to read.  */
static void
test_amplification (void)
{
  struct piece half
      = make_piece (SHARERS, LONG_ROWS / 2, LONG_ROWS / 2 * 10, fill_half);
  struct sfm_merger *m = merger_of (&half, SFM_TO_V2_PCREL, SFM_SHARE_ALWAYS);
  struct sfm_stats stats = plan (m, UINT64_MAX);

  unit_result (stats.sharing_functions == SHARERS - 1
                   && reads_back (m, SFM_TO_V2_PCREL, &half),
               "rows that are shared 59 times over are read back");
  sfm_merger_free (m);
  free_piece (&half);

  struct piece p = make_piece (SHARERS, LONG_ROWS, LONG_ROWS * 10, fill_long);
  m = merger_of (&p, SFM_TO_V2_PCREL, SFM_SHARE_ALWAYS);
  stats = plan (m, UINT64_MAX);
  uint64_t asked = (uint64_t) SHARERS * LONG_ROWS * 10;
  uint64_t size = sfm_merger_size (m);
  unit_result (asked / 64 <= size && asked / 64 > size - 2 * LONG_ROWS * 10
                   && reads_back (m, SFM_TO_V2_PCREL, &p),
               "rows are shared no more than can be read back");
  sfm_merger_free (m);
  free_piece (&p);
}

enum
{
  COLLIDING = 150,
  COLLIDING_ROWS = 4,
  HASH_LIMIT = 1 << 25
};

/* Four rows of ten bytes.  The hash of the engine (bytes.h) takes eight bytes
   at a time: the first eight are counted up until what they leave is made
   good by the next eight, in which two bytes are a row's start and info.  So
   all blocks have the same hash.  Two functions have each block.  */
static void
fill_colliding (uint8_t *out, uint32_t number)
{
  static uint64_t wanted;
  static uint8_t last[16];
  static uint32_t tried;
  uint8_t rows[LONG_ROWS * 10];

  fill_long (rows, number);
  for (uint32_t i = tried; i < HASH_LIMIT && number % 2 == 0; i++)
    {
      elf_put32 (rows + 2, i, false);
      uint64_t hash = (COLLIDING_ROWS ^ elf_u64 (rows, false))
                      * UINT64_C (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
      if (number == 0)
        wanted = hash ^ elf_u64 (rows + 8, false);
      uint64_t next = hash ^ wanted;
      if ((next >> 16 & 0xffff) == 0x4501)
        {
          elf_put64 (last, elf_u64 (rows, false), false);
          elf_put64 (last + 8, next, false);
          tried = i + 1;
          break;
        }
    }
  memcpy (rows, last, sizeof last);
  memcpy (out, rows, 10 * COLLIDING_ROWS);
}

/* Blocks that all collide are not looked for to the end, which would take time
   that grows with the square, and not mixed up.  */
static void
test_collisions (void)
{
  struct piece p = make_piece (2 * COLLIDING, COLLIDING_ROWS,
                               10 * COLLIDING_ROWS, fill_colliding);
  struct sfm_merger *m = merger_of (&p, SFM_TO_V2, SFM_SHARE_ALWAYS);
  struct sfm_stats stats = plan (m, UINT64_MAX);

  printf ("%" PRIu64 " of %d share\n", stats.sharing_functions, COLLIDING);
  unit_result (stats.sharing_functions >= 32
                   && stats.sharing_functions < COLLIDING
                   && reads_back (m, SFM_TO_V2, &p),
               "row blocks that collide are stored again");
  sfm_merger_free (m);
  free_piece (&p);
}

/* Rows of which the last repeats the one before, in pairs of functions that
   are far from each other.  */
static void
fill_pairs (uint8_t *out, uint32_t number)
{
  fill_long (out, number);
  for (unsigned i = 0; i < LONG_ROWS; i++)
    out[10 * i + 3] = (uint8_t) (number % COLLIDING);
  memcpy (out + 10 * (LONG_ROWS - 1) + 2, out + 10 * (LONG_ROWS - 2) + 2, 8);
}

/* More blocks than a small table has slots, of more bytes than are allocated
   at once, are all found again.  */
static void
test_many (void)
{
  struct piece p
      = make_piece (2 * COLLIDING, LONG_ROWS, 10 * LONG_ROWS, fill_pairs);
  struct sfm_merger *m = merger_of (&p, SFM_TO_V2, SFM_SHARE_ALWAYS);
  struct sfm_stats stats = plan (m, UINT64_MAX);

  unit_result (stats.sharing_functions == COLLIDING
                   && stats.repeated_rows == 2 * COLLIDING
                   && reads_back (m, SFM_TO_V2, &p),
               "many row blocks that lose a row are shared");
  sfm_merger_free (m);
  free_piece (&p);
}

/* Two rows that say the same.  */
static void
fill_twice (uint8_t *out, uint32_t number)
{
  (void) number;
  memcpy (out, "\0\3\x10\1\3\x10", 6);
}

/* Rows that change after they were added, as those of a mapped file may.  */
static void
test_changed (void)
{
  static const struct
  {
    size_t at; /* in the rows */
    uint8_t info;
  } changes[] = { { 1, 0x63 }, { 4, 0x63 }, { 4, 0x43 } };
  struct piece p = make_piece (1, 2, 6, fill_twice);
  struct sfm_merger *m = merger_of (&p, SFM_TO_V2, SFM_SHARE_ALWAYS);
  uint8_t *rows = p.bytes + p.size - 6;
  struct sfm_diag diag;

  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    {
      rows[changes[i].at] = changes[i].info;
      unit_result_of (sfm_merger_plan (m, SECTION_ADDR, UINT64_MAX, &diag)
                          == SFM_ERR_USAGE,
                      "rows that change are refused: 0x%02x at %zu",
                      changes[i].info, changes[i].at);
      fill_twice (rows, 0);
    }
  unit_result (plan (m, UINT64_MAX).repeated_rows == 1,
               "rows that are as they were are not");
  sfm_merger_free (m);
  free_piece (&p);
}

int
main (void)
{
  test_many ();
  test_changed ();
  test_choice ();
  test_optional ();
  test_back ();
  test_amplification ();
  test_collisions ();
  return unit_exit ();
}
