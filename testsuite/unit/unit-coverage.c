/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-coverage.c - how much of an image's code is found described.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "fixture-image.h"
#include "fixture-pieces.h"
#include "growth.h"
#include "result.h"

enum
{
  SORTED = SFM_F_FDE_SORTED | SFM_F_FDE_FUNC_START_PCREL,
  COPIED = SFM_F_FDE_FUNC_START_PCREL,
  SOME = 3,
  MANY = 120000
};

static const struct owned_function some[SOME]
    = { { .addr = OWNED_CODE + 0x100, .size = 0x40 },
        { .addr = OWNED_CODE + 0x200, .size = 0x30 },
        { .addr = OWNED_CODE + 0x300, .size = 0x20 } };

static struct owned o;
static struct coverage c;

/* Let .eh_frame have the first COUNT of SOME.  */
static void
frames (size_t count)
{
  for (size_t i = 0; i < count; i++)
    owned_frame (&o, some[i].addr, some[i].size);
}

/* Measure O, after BEND did something to what was read.  */
static bool
measure_bent (void (*bend) (void))
{
  bool read = owned_read (&o);

  if (read && bend != NULL)
    bend ();
  const struct image_context audit
      = { .image = o.image, .index = o.index, .existing = o.existing };
  return read && coverage_measure (&audit, &c, &fixture_sink) == SFM_OK;
}

/* Test NAME: PASSED, for the current coverage.  Ends the image.  */
static void
result (bool passed, const char *name)
{
  unit_result (passed, name);
  if (!passed)
    printf ("  %zu of %zu functions; bytes: %llu of %llu, %llu twice, %llu "
            "readable, %zu gaps\n",
            c.functions_covered, c.functions, (unsigned long long) c.covered,
            (unsigned long long) c.size, (unsigned long long) c.twice,
            (unsigned long long) c.readable, c.gap_count);
  coverage_free (&c);
  owned_end (&o);
}

static void
test_bytes (void)
{
  owned_begin (&o);
  owned_piece (&o, 3, SORTED, some, SOME);
  frames (SOME);
  result (measure_bent (NULL) && c.size == OWNED_CODE_SIZE && c.covered == 0x90
              && c.twice == 0 && c.readable == 0x90 && c.functions == SOME
              && c.functions_covered == SOME && c.function_bytes == 0x90
              && c.function_bytes_covered == 0x90 && c.gap_count == 0
              && !c.by_symbols && c.section_count == 1
              && strcmp (c.sections[0].name, ".text") == 0
              && c.sections[0].addr == OWNED_CODE
              && c.sections[0].covered == 0x90,
          "everything is described");

  owned_begin (&o);
  frames (SOME);
  result (measure_bent (NULL) && c.covered == 0 && c.functions == SOME
              && c.functions_covered == 0 && c.function_bytes == 0x90
              && c.gap_count == SOME && c.gaps[0].addr == some[0].addr
              && c.gaps[0].uncovered == 0x40 && c.gaps[2].size == 0x20
              && c.gaps[0].name == NULL,
          "nothing is described");

  owned_begin (&o);
  result (measure_bent (NULL) && c.functions == 0 && c.covered == 0,
          "there is nothing to measure by");
}

static void
test_twice (void)
{
  static const struct owned_function over[]
      = { { .addr = OWNED_CODE + 0x100, .size = 0x40 },
          { .addr = OWNED_CODE + 0x120, .size = 0x40 },
          { .addr = OWNED_CODE + 0x130, .size = 0x10 },
          { .addr = OWNED_CODE + 0x160, .size = 0x10 } };

  owned_begin (&o);
  owned_piece (&o, 3, SORTED, over, 4);
  result (measure_bent (NULL) && c.covered == 0x70 && c.twice == 0x20
              && c.sections[0].twice == 0x20,
          "functions that overlap");

  owned_begin (&o);
  owned_piece (&o, 3, COPIED, some, SOME);
  owned_piece (&o, 3, COPIED, some, SOME);
  frames (SOME);
  result (measure_bent (NULL) && c.covered == 0x90 && c.twice == 0x90
              && c.functions_covered == SOME,
          "the same piece twice");

  owned_begin (&o);
  owned_piece (&o, 3, SORTED, some, SOME);
  owned_section (&o, ".fake", SHF_EXECINSTR, OWNED_CODE + 0x100, 0x240);
  frames (SOME);
  result (measure_bent (NULL) && c.size == OWNED_CODE_SIZE
              && c.section_count == 1,
          "a section inside of another");
}

/* The section has a piece, and past its end is another one.  */
static void
bury (void)
{
  o.existing.pieces[1].past_section_end = true;
}

static void
replace (void)
{
  o.existing.pieces[0].places[0].live = false;
  o.existing.pieces[0].replaced[0] = PIECE_WRONG;
  o.existing.pieces[0].places[1].live = false;
}

static void
test_standing (void)
{
  owned_begin (&o);
  owned_piece (&o, 3, SORTED, some, 1);
  owned_piece (&o, 3, COPIED, some + 1, 2);
  frames (SOME);
  result (measure_bent (bury) && c.covered == 0x40 && c.functions_covered == 1,
          "a buried piece");

  owned_begin (&o);
  owned_piece (&o, 3, SORTED, some, SOME);
  frames (SOME);
  result (measure_bent (replace) && c.covered == 0x60
              && c.functions_covered == 2,
          "a function that a repair replaces, and a dead one");

  owned_begin (&o);
  owned_piece (&o, 3, SORTED, some, SOME);
  for (size_t i = 0; i < SOME; i++)
    owned_frame (&o, some[i].addr - 8, 0x11);
  result (measure_bent (NULL) && c.covered == 0 && c.functions == SOME
              && c.functions_covered == 0,
          "a piece that is not believed");

  owned_begin (&o);
  owned_piece (&o, 3, SORTED, some, SOME);
  frames (SOME);
  o.sections[OWNED_SEC_SFRAME].name = ".sframe_reserve";
  result (measure_bent (NULL) && c.covered == 0, "a reserve");

  owned_begin (&o);
  owned_piece (&o, 3, SORTED, some, SOME);
  frames (SOME);
  o.sections[OWNED_SEC_SFRAME].name = ".sframe_raw";
  result (measure_bent (NULL) && c.covered == 0 && c.readable == 0,
          "a section that waits for a merge");
}

static void
test_readable (void)
{
  owned_begin (&o);
  owned_piece (&o, 3, COPIED, some, 1);
  owned_piece (&o, 3, COPIED, some + 1, 2);
  frames (SOME);
  result (measure_bent (NULL) && c.covered == 0x90 && c.readable == 0x40,
          "two pieces, of which one is read");

  owned_begin (&o);
  owned_piece (&o, 2, SFM_F_FDE_SORTED, some, SOME);
  frames (SOME);
  result (measure_bent (NULL) && c.covered == 0x90 && c.readable == 0x90,
          "starts relative to the section");

  owned_begin (&o);
  owned_piece (&o, 2, 0, some, SOME);
  frames (SOME);
  result (measure_bent (NULL) && c.covered == 0x90 && c.readable == 0,
          "starts relative to the field, and no flag");

  owned_begin (&o);
  o.linked_at = OWNED_SFRAME + 0x20;
  owned_piece (&o, 3, SORTED, some, SOME);
  frames (SOME);
  result (measure_bent (NULL) && c.covered == 0 && c.readable == 0,
          "a section that was moved");

  owned_begin (&o);
  owned_piece (&o, 3, SORTED, some, SOME);
  owned_segment (&o, PT_GNU_SFRAME, OWNED_SFRAME + 0x1000, 0x100);
  frames (SOME);
  result (measure_bent (NULL) && c.covered == 0x90 && c.readable == 0,
          "PT_GNU_SFRAME points elsewhere");
}

static void
test_gaps (void)
{
  static const struct owned_function part[]
      = { { .addr = OWNED_CODE + 0x110, .size = 0x20 } };

  owned_begin (&o);
  o.index.eh.complete = false;
  owned_piece (&o, 3, SORTED, part, 1);
  frames (SOME);
  owned_symbol (&o, "part", part[0].addr, part[0].size);
  owned_symbol (&o, "label", some[0].addr, 0);
  owned_symbol (&o, "sized", some[0].addr, 0x10);
  owned_symbol (&o, "f", some[0].addr, some[0].size);
  owned_symbol (&o, "beyond", some[0].addr, 0x100);
  result (measure_bent (NULL) && c.functions_covered == 0
              && c.function_bytes_covered == 0x20 && c.gap_count == SOME
              && c.gaps[0].addr == some[1].addr
              && c.gaps[1].addr == some[0].addr && c.gaps[1].uncovered == 0x20
              && c.gaps[1].size == 0x40 && strcmp (c.gaps[1].name, "f") == 0
              && c.gaps[2].addr == some[2].addr,
          "a part of a function");

  owned_begin (&o);
  owned_symbol (&o, "f", some[0].addr, some[0].size);
  owned_symbol (&o, "alias", some[0].addr, 8);
  owned_symbol (&o, "label", some[1].addr, 0);
  owned_symbol (&o, "data", 0x100, 8);
  result (measure_bent (NULL) && c.by_symbols && c.functions == 1
              && c.function_bytes == 0x40 && strcmp (c.gaps[0].name, "f") == 0,
          "functions by symbols");

  owned_begin (&o);
  o.sections[OWNED_SEC_TEXT].size = 0x1000;
  owned_section (&o, ".plt", SHF_EXECINSTR, OWNED_CODE + 0x1000, 0x40);
  owned_frame (&o, OWNED_CODE + 0x1000, 0x40);
  owned_frame (&o, OWNED_CODE + 0x1000, 0x20);
  owned_frame (&o, OWNED_CODE + 0xff0, 0x20);
  owned_frame (&o, 0, 0x20);
  result (measure_bent (NULL) && c.functions == 1 && c.gaps[0].size == 0x40
              && strcmp (c.gaps[0].name, ".plt") == 0 && c.section_count == 2,
          "linker-generated code, and what is no code");

  owned_begin (&o);
  owned_piece (&o, 3, SORTED, some, 1);
  frames (SOME);
  owned_segment (&o, PT_GNU_SFRAME, OWNED_SFRAME, 0x100);
  o.image.section_count = 0;
  result (measure_bent (NULL) && c.section_count == 1
              && c.sections[0].name == NULL && c.size == OWNED_CODE_SIZE
              && c.covered == 0x40 && c.readable == 0x40 && c.gap_count == 2,
          "no section headers");
}

/* COUNT functions and FDEs that all reach to the end of the code.  */
static void
test_many (size_t count)
{
  struct owned_function *all = calloc (count, sizeof *all);

  owned_begin (&o);
  for (uint32_t i = 0; all != NULL && i < count; i++)
    {
      all[i] = (struct owned_function){ .addr = OWNED_CODE + 16 * i,
                                        .size = OWNED_CODE_SIZE - 16 * i };
      owned_frame (&o, OWNED_CODE + 16 * i + 8, OWNED_CODE_SIZE - 16 * i - 8);
      owned_symbol (&o, "f", OWNED_CODE + 16 * i, 0);
      owned_symbol (&o, "f", OWNED_CODE + 8, 0);
    }
  o.index.eh.complete = false;
  if (all != NULL)
    owned_piece (&o, 3, SORTED, all, count);
  bool good = measure_bent (NULL) && c.covered == OWNED_CODE_SIZE
              && c.twice == OWNED_CODE_SIZE - 16 && c.functions == count
              && c.functions_covered == count
              && c.function_bytes == OWNED_CODE_SIZE - 8;
  result (good, "many functions that overlap");
  free (all);
}

static const struct growth growths[] = {
  { "many functions that overlap take no long time", 1000, test_many },
};

int
main (int argc, char **argv)
{
  if (growth_only (argc, argv, growths, sizeof growths / sizeof *growths))
    return unit_exit ();
  test_bytes ();
  test_twice ();
  test_standing ();
  test_readable ();
  test_gaps ();
  test_many (MANY);
  return unit_exit ();
}
