/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-moved-section.c - sections that were moved without their starts being
   corrected.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fixture-image.h"
#include "fixture-pieces.h"
#include "growth.h"
#include "result.h"

enum
{
  DISTANCE = 0x6160, /* a multiple of what functions are aligned to */
  PCREL = SFM_F_FDE_FUNC_START_PCREL,
  MANY = 100000
};

/* Functions of different sizes, and one in each of two sizes twice.  */
static const struct owned_function some[] = {
  { .addr = OWNED_CODE + 0x100, .size = 0x20 },
  { .addr = OWNED_CODE + 0x120, .size = 0x35 },
  { .addr = OWNED_CODE + 0x160, .size = 0x20 },
  { .addr = OWNED_CODE + 0x200, .size = 0x141 },
  { .addr = OWNED_CODE + 0x350, .size = 0x7 },
  { .addr = OWNED_CODE + 0x360, .size = 0x35 },
};

enum
{
  SOME = sizeof some / sizeof *some
};

static struct owned o;

/* Begin a section that was moved by DISTANCE after the link.  */
static void
begin_moved (uint64_t distance)
{
  owned_begin (&o);
  o.linked_at = OWNED_SFRAME - distance;
}

/* Let .eh_frame have SOME.  */
static void
frames_of_some (void)
{
  for (size_t i = 0; i < SOME; i++)
    owned_frame (&o, some[i].addr, some[i].size);
}

/* Whether all live functions of piece IDX are COUNT, and where FUNCTIONS
   says.  */
static bool
all_placed (size_t idx, const struct owned_function *functions, size_t count,
            size_t live)
{
  const struct image_piece *p = &o.existing.pieces[idx];

  if (o.existing.piece_count <= idx || !p->usable || p->live != live
      || p->piece.num_fdes != count)
    return false;
  for (size_t i = 0; i < count; i++)
    if (p->places[i].live && p->places[i].addr != functions[i].addr)
      return false;
  return true;
}

/* Test NAME: nothing of the section is used, and there is a warning.  */
static void
expect_refused (const char *name, const char *said)
{
  bool used = false;
  bool read = owned_read (&o);

  for (size_t i = 0; i < o.existing.piece_count; i++)
    used |= o.existing.pieces[i].usable || o.existing.pieces[i].shift != 0;
  unit_result (read && !used && o.existing.functions.count == 0
                   && fixture_warnings == 1
                   && strstr (fixture_said, said) != NULL,
               name);
  owned_end (&o);
}

static void
test_moved (void)
{
  static const struct
  {
    uint64_t by;
    const char *name;
  } distances[] = { { DISTANCE, "moved up" },
                    { -(uint64_t) DISTANCE, "moved down, around 0" },
                    { (uint64_t) 1 << 40, "moved far" },
                    { 1, "moved by a byte" } };

  for (size_t i = 0; i < sizeof distances / sizeof *distances; i++)
    {
      begin_moved (distances[i].by);
      owned_piece (&o, 3, PCREL, some, SOME);
      frames_of_some ();
      owned_frame (&o, OWNED_CODE + 0x1000, 0x35);
      unit_result (owned_read (&o) && all_placed (0, some, SOME, SOME)
                       && o.existing.pieces[0].shift == -distances[i].by
                       && fixture_warnings == 0 && fixture_said[0] != '\0',
                   distances[i].name);
      owned_end (&o);
    }
  owned_begin (&o);
  owned_piece (&o, 3, PCREL, some, SOME);
  frames_of_some ();
  unit_result (owned_read (&o) && all_placed (0, some, SOME, SOME)
                   && o.existing.pieces[0].shift == 0
                   && fixture_said[0] == '\0',
               "not moved");
  owned_end (&o);
}

static void
test_readings (void)
{
  static const struct
  {
    uint8_t flags;
    enum sfm_start_base start_base;
    const char *name;
  } readings[] = { { PCREL, SFM_START_BASE_FIELD, "version 2 with PCREL" },
                   { 0, SFM_START_BASE_FIELD, "version 2 as assembled" },
                   { SFM_F_FDE_SORTED, SFM_START_BASE_SECTION,
                     "version 2 as GNU ld writes it" } };

  for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
    {
      begin_moved (DISTANCE);
      owned_piece (&o, 2, readings[i].flags, some, SOME);
      frames_of_some ();
      unit_result (owned_read (&o) && all_placed (0, some, SOME, SOME)
                       && o.existing.pieces[0].start_base
                              == readings[i].start_base,
                   readings[i].name);
      owned_end (&o);
    }
}

static void
test_symbols (void)
{
  begin_moved (DISTANCE);
  owned_piece (&o, 3, PCREL, some, SOME);
  for (size_t i = 0; i < SOME; i++)
    owned_symbol (&o, "f", some[i].addr, some[i].size);
  unit_result (owned_read (&o) && o.existing.pieces[0].shift == 0,
               "symbols where .eh_frame has nothing");
  owned_end (&o);

  begin_moved (DISTANCE);
  owned_piece (&o, 3, PCREL, some, SOME);
  for (size_t i = 0; i < SOME; i++)
    owned_symbol (&o, "f", some[i].addr, some[i].size);
  owned_frame (&o, some[3].addr - 8, some[3].size + 8);
  unit_result (owned_read (&o) && o.existing.pieces[0].shift == 0,
               "symbols that .eh_frame contradicts");
  owned_end (&o);

  begin_moved (DISTANCE);
  owned_piece (&o, 3, PCREL, some, SOME);
  unit_result (owned_read (&o) && o.existing.pieces[0].shift == 0,
               "nothing to go by");
  owned_end (&o);
}

static void
test_pieces (void)
{
  begin_moved (DISTANCE);
  owned_piece (&o, 3, PCREL, some, 1);
  owned_piece (&o, 3, PCREL, some + 1, 1);
  owned_piece (&o, 3, PCREL, some + 2, SOME - 2);
  frames_of_some ();
  unit_result (owned_read (&o) && all_placed (0, some, 1, 1)
                   && all_placed (1, some + 1, 1, 1)
                   && all_placed (2, some + 2, SOME - 2, SOME - 2),
               "small pieces beside a large one");
  owned_end (&o);

  begin_moved (DISTANCE);
  owned_piece (&o, 3, PCREL, some, SOME - 2);
  o.linked_at = OWNED_SFRAME;
  owned_piece (&o, 3, PCREL, some + SOME - 2, 2);
  frames_of_some ();
  unit_result (owned_read (&o) && o.existing.pieces[0].shift == 0
                   && o.existing.pieces[1].shift == 0
                   && all_placed (1, some + SOME - 2, 2, 2),
               "only some pieces are off");
  owned_end (&o);
}

static void
test_dead (void)
{
  struct owned_function with_dead[SOME + 2];

  memcpy (with_dead, some, sizeof some);
  with_dead[SOME] = (struct owned_function){ .size = 0x35, .start_0 = true };
  with_dead[SOME + 1] = (struct owned_function){ .size = 0x141 };
  begin_moved (DISTANCE);
  owned_piece (&o, 3, PCREL, with_dead, SOME + 2);
  frames_of_some ();
  unit_result (owned_read (&o) && all_placed (0, with_dead, SOME + 2, SOME)
                   && o.existing.discarded == 2,
               "discarded functions");
  owned_end (&o);

  /* The rarest size is that of a discarded function.  */
  with_dead[SOME + 1].size = 0x1234;
  begin_moved (DISTANCE);
  owned_piece (&o, 3, PCREL, with_dead, SOME + 2);
  frames_of_some ();
  owned_frame (&o, OWNED_CODE + 0x10000, 0x1234);
  owned_frame (&o, OWNED_CODE + 0x20000, 0x20);
  owned_frame (&o, OWNED_CODE + 0x20020, 0x141);
  owned_frame (&o, OWNED_CODE + 0x20200, 0x7);
  unit_result (owned_read (&o) && all_placed (0, with_dead, SOME + 2, SOME),
               "a discarded function of the rarest size");
  owned_end (&o);

  with_dead[SOME + 1]
      = (struct owned_function){ .addr = OWNED_CODE + 0x400, .size = 0x30 };
  begin_moved (DISTANCE);
  owned_piece (&o, 3, PCREL, with_dead, SOME + 2);
  frames_of_some ();
  unit_result (owned_read (&o) && o.existing.pieces[0].shift == 0,
               "one function that does not fit");
  owned_end (&o);
}

static void
test_few (void)
{
  static const struct owned_function pair[]
      = { { .addr = OWNED_CODE + 0x100, .size = 0x20 },
          { .addr = OWNED_CODE + 0x120, .size = 0x20 } };

  begin_moved (DISTANCE);
  owned_piece (&o, 3, PCREL, pair, 2);
  for (size_t i = 0; i < 3; i++)
    owned_frame (&o, pair[0].addr + i * 0x20, 0x20);
  expect_refused ("two distances fit two functions", "and with ");

  begin_moved (DISTANCE);
  owned_piece (&o, 3, PCREL, pair, 1);
  owned_frame (&o, pair[0].addr, 0x20);
  unit_result (owned_read (&o) && o.existing.pieces[0].shift == 0,
               "one function, and nothing was at its old place");
  owned_end (&o);

  begin_moved (-(uint64_t) DISTANCE);
  owned_piece (&o, 3, PCREL, pair, 1);
  owned_frame (&o, pair[0].addr, 0x20);
  owned_frame (&o, pair[0].addr + 0x20, 0x21);
  unit_result (owned_read (&o) && all_placed (0, pair, 1, 1),
               "one function, and its old place is free");
  owned_end (&o);

  begin_moved (-(uint64_t) DISTANCE);
  owned_piece (&o, 3, PCREL, pair, 1);
  owned_section (&o, ".rodata", 0, OWNED_SFRAME + DISTANCE + 8, 8);
  owned_frame (&o, pair[0].addr, 0x20);
  unit_result (owned_read (&o) && o.existing.pieces[0].shift == 0,
               "one function, and its old place is taken");
  owned_end (&o);

  begin_moved (-(uint64_t) DISTANCE);
  owned_piece (&o, 3, PCREL, pair, 1);
  owned_frame (&o, pair[0].addr, 0x20);
  owned_frame (&o, pair[0].addr + 0x20, 0x20);
  expect_refused ("two distances fit one function", "and with ");
}

/* COUNT functions of 16 bytes side by side, EXTRA more of which are in
   .eh_frame only.  */
static bool
read_many (size_t count, size_t extra)
{
  struct owned_function *many = calloc (count, sizeof *many);

  if (many == NULL)
    return false;
  for (size_t i = 0; i < count; i++)
    many[i]
        = (struct owned_function){ .addr = OWNED_CODE + 16 * i, .size = 16 };
  begin_moved (DISTANCE + 8);
  owned_piece (&o, 3, PCREL, many, count);
  free (many);
  for (size_t i = 0; i < count + extra; i++)
    owned_frame (&o, OWNED_CODE + 16 * i, 16);
  return owned_read (&o);
}

static void
test_once (size_t count)
{
  unit_result (read_many (count, 0)
                   && o.existing.pieces[0].shift == -(uint64_t) (DISTANCE + 8)
                   && o.existing.functions.count == count,
               "many equal functions, and .eh_frame has no more");
  owned_end (&o);
}

static void
test_many (void)
{
  test_once (MANY);
  unit_result (read_many (MANY, 1) && o.existing.pieces[0].offset_unknown
                   && o.existing.functions.count == 0 && fixture_warnings == 1,
               "many equal functions that fit twice");
  owned_end (&o);
  unit_result (read_many (MANY, MANY) && o.existing.pieces[0].offset_unknown
                   && o.existing.functions.count == 0 && fixture_warnings == 1,
               "many equal functions that fit often");
  owned_end (&o);
}

/* There are as many distances to try, of which all but one do not fit.  */
static const struct growth growths[] = {
  { "many equal functions take no long time", 1000, test_once },
};

int
main (int argc, char **argv)
{
  if (growth_only (argc, argv, growths, sizeof growths / sizeof *growths))
    return unit_exit ();
  test_moved ();
  test_readings ();
  test_symbols ();
  test_pieces ();
  test_dead ();
  test_few ();
  test_many ();
  return unit_exit ();
}
