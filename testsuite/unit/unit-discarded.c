/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-discarded.c - functions of an image's own pieces that linkers have
   discarded, and those that are outside the code for another reason.  */

#include "config.h"

#include <stdio.h>

#include "fixture-repairable.h"
#include "result.h"

/* Pieces whose functions all were discarded, which leave open what their
   starts are relative to, beside one that describes everything.  */
static void
test_discarded (void)
{
  static const struct owned_function at_0[] = { { .size = 8 }, { .size = 9 } };
  static const struct owned_function field_0[]
      = { { .size = 8, .start_0 = true }, { .size = 9, .start_0 = true } };
  static const struct owned_function elsewhere[]
      = { { .size = 8 }, { .addr = OWNED_SFRAME, .size = 9 } };

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, VERDICT_SOME);
  owned_piece (&verdict_image, 2, 0, at_0, 2);
  owned_piece (&verdict_image, 2, 0, field_0, 2);
  verdict_frames (VERDICT_SOME);
  verdict_expect (0, 0, "all functions of other pieces were discarded");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, VERDICT_SOME);
  owned_piece (&verdict_image, 2, 0, elsewhere, 2);
  verdict_frames (VERDICT_SOME);
  verdict_expect (REPAIR_UNBELIEVED, 0, "not all were, and none is in code");
}

/* Functions outside the code: those that a linker discarded are no loss, the
   others are.  */
static void
test_stray (void)
{
  static const struct owned_function discarded[]
      = { { .addr = 0x123, .size = 8 }, { .addr = 0xffe, .size = 0x20 } };
  static const struct owned_function empty = { .addr = OWNED_SFRAME };
  static const struct owned_function not_in_code[]
      = { { .addr = 0x1000, .size = 8 },
          { .addr = OWNED_SFRAME, .size = 9 },
          { .addr = OWNED_CODE + OWNED_CODE_SIZE - 4, .size = 5 } };

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, VERDICT_SOME);
  owned_piece (&verdict_image, 3, VERDICT_COPIED, discarded, 2);
  owned_piece (&verdict_image, 3, VERDICT_COPIED, &empty, 1);
  verdict_frames (VERDICT_SOME);
  verdict_expect (0, 0, "small addresses, and an empty function");

  for (size_t i = 0; i < sizeof not_in_code / sizeof *not_in_code; i++)
    {
      char name[64];
      verdict_begin ();
      owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some,
                   VERDICT_SOME);
      owned_piece (&verdict_image, 3, VERDICT_COPIED, &not_in_code[i], 1);
      verdict_frames (VERDICT_SOME);
      snprintf (name, sizeof name, "a function outside the code at 0x%llx",
                (unsigned long long) not_in_code[i].addr);
      verdict_expect (REPAIR_NOT_IN_CODE, 0, name);
    }

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, not_in_code, 3);
  verdict_frames (VERDICT_SOME);
  verdict_expect (REPAIR_NOT_IN_CODE | REPAIR_EMPTY, VERDICT_SOME,
                  "all functions outside the code");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, not_in_code, 3);
  verdict_expect (REPAIR_NOT_IN_CODE, 0,
                  "all functions outside the code, and no other is known");
}

/* Test NAME: beside a piece that describes everything, a piece with FLAGS has
   a function of SIZE at a small ADDR, where the segment of the headers is if
   MAPPED; code begins at 0x300.  The verdict is VERDICT_FLAWS.  */
static void
small_address (uint8_t flags, uint64_t addr, uint32_t size, bool mapped,
               unsigned verdict_flaws, const char *name)
{
  const struct owned_function small = { .addr = addr, .size = size };

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, VERDICT_SOME);
  owned_piece (&verdict_image, 3, flags, &small, 1);
  verdict_frames (VERDICT_SOME);
  owned_section (&verdict_image, ".init", SHF_ALLOC | SHF_EXECINSTR, 0x300,
                 0x100);
  if (!mapped)
    verdict_image.segments[OWNED_SEG_READ].vaddr = 0x1000;
  verdict_expect (verdict_flaws, 0, name);
}

/* The address of a discarded function that is its offset in its section.  */
static void
test_small (void)
{
  small_address (VERDICT_COPIED, 0x123, 8, true, 0,
                 "an offset in a section, from a linker that copies");
  small_address (VERDICT_SORTED, 0x123, 8, true, REPAIR_NOT_IN_CODE,
                 "a sorted piece has no such offsets where headers are");
  small_address (VERDICT_SORTED, 0x123, 8, false, 0,
                 "a sorted piece has one where nothing is");
  small_address (VERDICT_SORTED, 0xff8, 8, false, 0,
                 "the last bytes where nothing is");
  small_address (VERDICT_SORTED, 0xff8, 9, false, REPAIR_NOT_IN_CODE,
                 "one byte more");
  small_address (VERDICT_COPIED, 0x2f8, 8, true, 0, "the bytes before code");
  small_address (VERDICT_COPIED, 0x2f8, 9, true, REPAIR_NOT_IN_CODE,
                 "and the first of code");
  small_address (VERDICT_COPIED, 0x3ff, 2, true, REPAIR_NOT_IN_CODE,
                 "the last byte of code and one more");
  small_address (VERDICT_COPIED, 0x400, 2, true, 0, "the bytes after code");
}

int
main (void)
{
  test_discarded ();
  test_stray ();
  test_small ();
  return unit_exit ();
}
