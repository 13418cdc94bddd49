/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-plans.c - one plan after another: what is added, moved or shared again
   is planned as if nothing had been planned before.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-builder.h"
#include "fixture-guard.h"
#include "result.h"

enum
{
  MOST = 256, /* functions of a piece */
  NEAR = BUILDER_SECTION,
  FAR_AWAY = 4096 /* bytes between two functions */
};

/* A section of functions whose rows all differ, and where they are.  */
struct piece
{
  uint8_t *bytes;
  struct sfm_piece piece;
  struct sfm_place places[MOST];
};

/* Make P of COUNT functions from ADDR on; FIRST is the number of the first
   one's rows.  */
static void
make_piece (struct piece *p, uint32_t first, uint32_t count, uint64_t addr)
{
  const struct sfm_builder_options options = builder_options ();
  struct sfm_builder *b = builder_new (&options);
  size_t size;

  for (uint32_t i = 0; i < count; i++)
    {
      const struct sfm_function f
          = builder_function (BUILDER_TEXT + BUILDER_SIZE * (uint64_t) i);
      struct sfm_rules_at row = builder_rows[0];
      row.rules.cfa.offset = 8 * (1 + (int64_t) first + i);
      if (sfm_builder_add (b, &f, &row, 1, i, NULL, &builder_diag) != SFM_OK)
        exit (1);
      p->places[i] = (struct sfm_place){ .addr = addr + i * FAR_AWAY,
                                         .live = true,
                                         .rank = SFM_RANK_INPUT };
    }
  p->bytes = builder_section (b, &size);
  sfm_builder_free (b);
  if (sfm_piece_open (p->bytes, size, 0, &p->piece, &builder_diag) != SFM_OK)
    exit (1);
}

/* An allocator that counts what it gave.  */
static void *
count_alloc (void *data, size_t size)
{
  ++*(size_t *) data;
  return guard_alloc (NULL, size);
}

static void
count_release (void *data, void *pointer)
{
  --*(size_t *) data;
  guard_release (NULL, pointer);
}

static struct sfm_merger *
new_merger (enum sfm_target target, enum sfm_share share, size_t *live)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *m;

  options.target = target;
  options.share = share;
  options.alloc = count_alloc;
  options.release = count_release;
  options.alloc_data = live;
  if (sfm_merger_new (&options, &m, &builder_diag) != SFM_OK)
    exit (1);
  return m;
}

static void
add (struct sfm_merger *m, const struct piece *p)
{
  if (sfm_merger_add (m, &p->piece, p->places, 0, &builder_diag) != SFM_OK)
    exit (1);
}

/* The output of M's plan at SECTION, in memory to be freed.  */
static uint8_t *
planned (struct sfm_merger *m, uint64_t section, size_t *size)
{
  if (sfm_merger_plan (m, section, UINT64_MAX, &builder_diag) != SFM_OK)
    exit (1);
  *size = sfm_merger_size (m);
  uint8_t *bytes = calloc (1, *size);
  if (bytes == NULL
      || sfm_merger_write (m, bytes, *size, &builder_diag) != SFM_OK
      || sfm_merger_verify (m, bytes, *size, &builder_diag) != SFM_OK)
    exit (1);
  return bytes;
}

/* Whether M's next plan at SECTION is the one that OTHER makes first.  */
static bool
plans_alike (struct sfm_merger *m, struct sfm_merger *other, uint64_t section)
{
  size_t size, other_size;
  uint8_t *bytes = planned (m, section, &size);
  uint8_t *others = planned (other, section, &other_size);
  const bool same = size == other_size && memcmp (bytes, others, size) == 0;

  free (bytes);
  free (others);
  return same;
}

/* Nothing is written without a plan, and what is added ends one.  */
static void
test_no_plan (void)
{
  static struct piece p;
  static uint8_t out[MOST];
  size_t live = 0;
  struct sfm_merger *m = new_merger (SFM_TO_V3, SFM_SHARE_ALWAYS, &live);

  make_piece (&p, 0, 2, BUILDER_TEXT);
  bool good
      = sfm_merger_write (m, out, sizeof out, &builder_diag) == SFM_ERR_USAGE;
  add (m, &p);
  good = good
         && sfm_merger_write (m, out, sizeof out, &builder_diag)
                == SFM_ERR_USAGE
         && strstr (builder_diag.text, "no plan") != NULL
         && sfm_merger_plan (m, NEAR, UINT64_MAX, &builder_diag) == SFM_OK
         && sfm_merger_size (m) != 0
         && sfm_merger_write (m, out, sfm_merger_size (m) - 1, &builder_diag)
                == SFM_ERR_USAGE
         && sfm_merger_write (m, out, sfm_merger_size (m), &builder_diag)
                == SFM_OK;
  unit_result (good, "plans: none, and one");
  add (m, &p);
  good = sfm_merger_size (m) == 0
         && sfm_merger_write (m, out, sizeof out, &builder_diag)
                == SFM_ERR_USAGE
         && sfm_merger_verify (m, out, sizeof out, &builder_diag)
                == SFM_ERR_USAGE;
  unit_result (good, "plans: what is added ends them");
  good = sfm_merger_plan (m, NEAR, UINT64_MAX, &builder_diag) == SFM_OK;
  sfm_merger_free (m);
  unit_result (good && live == 0, "plans: all memory is given back");
  free (p.bytes);
}

/* A plan that is moved to where some function is just in reach of version 2,
   or just not, is the one that is made there first.  */
static void
test_moved (enum sfm_target target, uint32_t count)
{
  static const uint64_t low = 0x100001000, high = 0x180001000;
  static struct piece p;
  size_t live = 0;
  bool good = true;

  make_piece (&p, 0, count, low);
  p.places[count - 1].addr = high;
  for (unsigned edge = 0; edge < 2; edge++)
    for (int64_t off = -64; off <= 64 && good; off++)
      {
        const uint64_t begin
            = edge == 0 ? p.places[0].addr + 0x80000000 : high - 0x80000000;
        struct sfm_merger *m = new_merger (target, SFM_SHARE_NEVER, &live);
        struct sfm_merger *other = new_merger (target, SFM_SHARE_NEVER, &live);
        size_t size;
        add (m, &p);
        add (other, &p);
        free (planned (m, (low + high) / 2, &size));
        good = plans_alike (m, other, begin + (uint64_t) off);
        if (!good)
          printf ("at edge %u %+" PRId64 "\n", edge, off);
        sfm_merger_free (m);
        sfm_merger_free (other);
      }
  unit_result_of (good && live == 0,
                  "plans: moved to the edge, target %d, functions %u",
                  (int) target, (unsigned) count);
  free (p.bytes);
}

/* Functions that one plan has left out are in a later one, beside those that
   were added since: more than either of the two had.  */
static void
test_late (void)
{
  bool good = true;

  for (uint32_t first = 30; first <= 34; first++)
    for (uint32_t more = 62 - first; more <= 66 - first && good; more++)
      {
        static struct piece here, there, late;
        size_t live = 0, size;
        struct sfm_merger *m = new_merger (SFM_TO_V2, SFM_SHARE_ALWAYS, &live);
        struct sfm_merger *other
            = new_merger (SFM_TO_V2, SFM_SHARE_ALWAYS, &live);
        make_piece (&here, 0, first, BUILDER_TEXT);
        /* Too far from the first place, but not from the second.  */
        make_piece (&there, first, 32, NEAR + UINT64_C (0x80001000));
        make_piece (&late, first + 32, more, BUILDER_TEXT + 0x100000);
        add (m, &here);
        add (m, &there);
        free (planned (m, NEAR, &size));
        add (m, &late);
        add (other, &here);
        add (other, &there);
        add (other, &late);
        good = plans_alike (m, other, NEAR + 0x40000000);
        sfm_merger_free (m);
        sfm_merger_free (other);
        good = good && live == 0;
        free (here.bytes);
        free (there.bytes);
        free (late.bytes);
      }
  unit_result (good, "plans: functions that come back");
}

/* All functions of one piece have the rows of those of another: however the
   table of blocks is filled, none is stored twice.  */
static void
test_shared (void)
{
  bool good = true;

  for (uint32_t count = 1; count <= MOST; count += 5)
    {
      static struct piece one, two;
      size_t live = 0, size;
      struct sfm_merger *m = new_merger (SFM_TO_V3, SFM_SHARE_ALWAYS, &live);
      make_piece (&one, 0, count, BUILDER_TEXT);
      make_piece (&two, 0, count, BUILDER_TEXT + MOST * FAR_AWAY);
      add (m, &one);
      add (m, &two);
      free (planned (m, NEAR, &size));
      good = good
             && size == one.piece.end + count * (size_t) one.piece.fde_size;
      /* Whatever may be left out, nothing is lost of the memory.  */
      for (uint32_t i = 0; i < count; i++)
        two.places[i].optional = true;
      add (m, &two);
      good = good
             && sfm_merger_plan (m, NEAR, size - 1, &builder_diag) == SFM_OK;
      sfm_merger_free (m);
      good = good && live == 0;
      free (one.bytes);
      free (two.bytes);
    }
  unit_result (good, "plans: each block is stored once");
}

/* A function whose rows take more than blocks are made of at a time, and which
   are not all needed.  */
static void
test_large (void)
{
  enum
  {
    ROWS = 20000,
    ROW_SIZE = 5 /* a start of two bytes, and a word of two */
  };
  struct sfm_builder_options options = builder_options ();
  const struct sfm_function f = { .addr = BUILDER_TEXT, .size = ROWS };
  const struct sfm_place place = { .addr = BUILDER_TEXT, .live = true };
  struct sfm_rules_at *rows = calloc (ROWS, sizeof *rows);
  size_t live = 0, size, out_size;
  struct sfm_piece piece;

  options.reader = SFM_READER_STOPS;
  struct sfm_builder *b = builder_new (&options);
  for (uint32_t i = 0; rows != NULL && i < ROWS; i++)
    {
      rows[i] = builder_rows[0];
      rows[i].offset = i;
      rows[i].rules.cfa.offset = i % 2 == 0 ? 256 : 512;
    }
  if (rows == NULL
      || sfm_builder_add (b, &f, rows, ROWS, 0, NULL, &builder_diag) != SFM_OK)
    exit (1);
  free (rows);
  uint8_t *bytes = builder_section (b, &size);
  sfm_builder_free (b);
  /* The second row's CFA is that of the first and of the third.  */
  bytes[size - (ROWS - 1) * ROW_SIZE + 4] = 1;
  struct sfm_merger *m = new_merger (SFM_TO_V3, SFM_SHARE_ALWAYS, &live);
  if (sfm_piece_open (bytes, size, 0, &piece, &builder_diag) != SFM_OK
      || sfm_merger_add (m, &piece, &place, 0, &builder_diag) != SFM_OK)
    exit (1);
  free (planned (m, NEAR, &out_size));
  sfm_merger_free (m);
  free (bytes);
  unit_result (out_size == size - 2 * ROW_SIZE && live == 0,
               "plans: many rows, but two");
}

/* The order in which pieces are added, the first of one function, changes
   nothing.  */
static void
test_added (void)
{
  static struct piece one, many;
  bool good = true;

  for (uint32_t count = 1; count < 4; count++)
    {
      size_t live = 0;
      struct sfm_merger *m = new_merger (SFM_TO_V3, SFM_SHARE_NEVER, &live);
      struct sfm_merger *other
          = new_merger (SFM_TO_V3, SFM_SHARE_NEVER, &live);
      make_piece (&one, 0, count, BUILDER_TEXT);
      make_piece (&many, count, MOST - count, BUILDER_TEXT + 0x100000);
      add (m, &one);
      add (m, &many);
      add (other, &many);
      add (other, &one);
      good = good && plans_alike (m, other, NEAR);
      sfm_merger_free (m);
      sfm_merger_free (other);
      free (one.bytes);
      free (many.bytes);
    }
  unit_result (good, "plans: what is added in any order");
}

/* What another merger had ends a plan, and its own one.  */
static void
test_joined (void)
{
  static struct piece one, two;
  static uint8_t out[MOST];
  size_t live = 0;
  struct sfm_merger *m = new_merger (SFM_TO_V3, SFM_SHARE_NEVER, &live);
  struct sfm_merger *other = new_merger (SFM_TO_V3, SFM_SHARE_NEVER, &live);

  make_piece (&one, 0, 1, BUILDER_TEXT);
  make_piece (&two, 1, 1, BUILDER_TEXT + FAR_AWAY);
  add (m, &one);
  add (other, &two);
  bool good
      = sfm_merger_plan (m, NEAR, UINT64_MAX, &builder_diag) == SFM_OK
        && sfm_merger_plan (other, NEAR, UINT64_MAX, &builder_diag) == SFM_OK
        && sfm_merger_join (m, other, &builder_diag) == SFM_OK
        && sfm_merger_size (m) == 0 && sfm_merger_size (other) == 0
        && sfm_merger_write (m, out, sizeof out, &builder_diag)
               == SFM_ERR_USAGE
        && sfm_merger_write (other, out, sizeof out, &builder_diag)
               == SFM_ERR_USAGE;
  unit_result (good, "plans: what is joined ends them");
  sfm_merger_free (m);
  sfm_merger_free (other);
  free (one.bytes);
  free (two.bytes);
}

/* A merger that is joined to another is as if all had been added to one.  */
static void
test_joined_sources (void)
{
  enum
  {
    PIECES = 5
  };
  static struct piece pieces[PIECES];
  size_t live = 0;
  struct sfm_merger *m = new_merger (SFM_TO_V3, SFM_SHARE_NEVER, &live);
  struct sfm_merger *other = new_merger (SFM_TO_V3, SFM_SHARE_NEVER, &live);
  struct sfm_merger *all = new_merger (SFM_TO_V3, SFM_SHARE_NEVER, &live);

  for (uint32_t i = 0; i < PIECES; i++)
    {
      make_piece (&pieces[i], 2 * i, 2, BUILDER_TEXT + 2 * i * FAR_AWAY);
      add (i < 2 ? m : other, &pieces[i]);
      add (all, &pieces[i]);
    }
  unit_result (sfm_merger_join (m, other, &builder_diag) == SFM_OK
                   && plans_alike (m, all, NEAR),
               "plans: five pieces of two mergers");
  sfm_merger_free (m);
  sfm_merger_free (other);
  sfm_merger_free (all);
  for (unsigned i = 0; i < PIECES; i++)
    free (pieces[i].bytes);
}

/* Numbers that are no choice and no status.  */
static void
test_numbers (void)
{
  const enum sfm_share none = (enum sfm_share) 9;
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *other = NULL;
  size_t live = 0;
  struct sfm_merger *m = new_merger (SFM_TO_V3, SFM_SHARE_NEVER, &live);

  options.share = none;
  unit_result (
      sfm_merger_set_share (m, none, &builder_diag) == SFM_ERR_USAGE
          && strstr (builder_diag.text, "no way 9 ") != NULL
          && sfm_merger_new (&options, &other, &builder_diag) == SFM_ERR_USAGE
          && strstr (builder_diag.text, "no way 9 ") != NULL
          && strcmp (sfm_status_text ((sfm_status) 99), "unknown status") == 0,
      "plans: numbers that are none");
  sfm_merger_free (m);
}

/* Make P of one function of AArch64.  */
static void
make_arm (struct piece *p)
{
  struct sfm_builder_options options = builder_options ();
  const struct sfm_function f = builder_function (BUILDER_TEXT);
  const struct sfm_rules_at row = { .rules.cfa = { SFM_RULE_VALUE, 31, 0 },
                                    .rules.ra = { .kind = SFM_RULE_SAME },
                                    .rules.fp = { .kind = SFM_RULE_SAME } };
  size_t size;

  options.abi = SFM_ABI_AARCH64_ENDIAN_LITTLE;
  struct sfm_builder *b = builder_new (&options);
  if (sfm_builder_add (b, &f, &row, 1, 0, NULL, &builder_diag) != SFM_OK)
    exit (1);
  p->bytes = builder_section (b, &size);
  sfm_builder_free (b);
  p->places[0] = (struct sfm_place){ .addr = BUILDER_TEXT, .live = true };
  if (sfm_piece_open (p->bytes, size, 0, &p->piece, &builder_diag) != SFM_OK)
    exit (1);
}

/* A piece of another machine, and where it says so.  */
static void
test_mixed (void)
{
  static struct piece one, two;
  size_t live = 0;
  struct sfm_merger *m = new_merger (SFM_TO_V3, SFM_SHARE_NEVER, &live);

  make_piece (&one, 0, 1, BUILDER_TEXT);
  make_arm (&two);
  add (m, &one);
  unit_result (sfm_merger_add (m, &two.piece, two.places, 7, &builder_diag)
                       == SFM_ERR_MIXED
                   && builder_diag.offset == 4 && builder_diag.input == 7,
               "plans: a piece of another machine");
  struct sfm_merger *other = new_merger (SFM_TO_V3, SFM_SHARE_NEVER, &live);
  add (other, &two);
  unit_result (sfm_merger_join (m, other, &builder_diag) == SFM_ERR_MIXED
                   && sfm_merger_join (other, m, &builder_diag)
                          == SFM_ERR_MIXED,
               "plans: a merger of another machine");
  sfm_merger_free (other);
  sfm_merger_free (m);
  free (one.bytes);
  free (two.bytes);
}

int
main (void)
{
  unit_last_said (builder_diag.text);
  test_no_plan ();
  for (uint32_t count = 1; count <= 3; count += 2)
    {
      test_moved (SFM_TO_V2, count);
      test_moved (SFM_TO_V2_PCREL, count);
    }
  test_late ();
  test_shared ();
  test_large ();
  test_added ();
  test_joined ();
  test_joined_sources ();
  test_numbers ();
  test_mixed ();
  return unit_exit ();
}
