/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-undescribed.c - which functions are found to lack rows, and which are
   excused.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-codec.h"
#include "fixture-repairable.h"
#include "crt-functions.h"
#include "growth.h"
#include "result.h"

enum
{
  MANY = 100000,
  TILES = 150000,
  TILE_SIZE = 16
};

/* Let .eh_frame have COUNT functions in front of the others.  */
static void
nameless (size_t count)
{
  for (size_t i = 0; i < count; i++)
    owned_frame (&verdict_image, OWNED_CODE + 8 * i, 8);
}

static void
test_lacking (void)
{
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some + 1,
               VERDICT_SOME - 1);
  verdict_frames (VERDICT_SOME);
  verdict_name (0, "f");
  verdict_expect (REPAIR_UNDESCRIBED, 1, "a function is left out");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some + 1,
               VERDICT_SOME - 1);
  verdict_frames (VERDICT_SOME);
  verdict_name (0, "f");
  verdict_expect (REPAIR_UNCOVERED, 1, "a function had no rows");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some + 1,
               VERDICT_SOME - 1);
  verdict_dynamic (DT_FLAGS_1, DF_1_PIE);
  verdict_frames (VERDICT_SOME);
  verdict_name (0, "f");
  verdict_expect (REPAIR_UNCOVERED, 1, "static PIE");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some + 1,
               VERDICT_SOME - 1);
  verdict_dynamic (DT_FLAGS_1, DF_1_PIE);
  verdict_dynamic (DT_NEEDED, 1);
  verdict_frames (VERDICT_SOME);
  verdict_name (0, "f");
  verdict_expect (REPAIR_UNDESCRIBED, 1, "PIE with a library");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some + 1,
               VERDICT_SOME - 1);
  verdict_frames (VERDICT_SOME);
  verdict_name (0, "f");
  verdict_image.image.type = ET_EXEC;
  verdict_expect (REPAIR_UNCOVERED, 1, "static executable");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some + 1,
               VERDICT_SOME - 1);
  verdict_frames (VERDICT_SOME);
  verdict_name (0, "f");
  verdict_name (3, "_Unwind_Resume");
  verdict_expect (REPAIR_UNCOVERED, 1, "an unwinder inside");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some + 1,
               VERDICT_SOME - 1);
  for (size_t i = 0; i < VERDICT_SOME; i++)
    verdict_name (i, "f");
  verdict_expect (REPAIR_UNDESCRIBED, 1, "a function is left out, by symbols");
}

/* Make an image whose .sframe describes the first of verdict_some.  */
static void
describe_first (void)
{
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, 1);
}

static void
test_excused (void)
{
  describe_first ();
  verdict_frames (VERDICT_SOME);
  verdict_name (1, "__divti3");
  verdict_name (2, "atexit");
  verdict_dynamic (DT_INIT, verdict_some[3].addr);
  verdict_expect (0, 0, "runtime functions");

  describe_first ();
  verdict_frames (VERDICT_SOME);
  verdict_name (1, "_ZN3foo3barEv");
  verdict_name (2, "at_exit");
  verdict_expect (REPAIR_UNDESCRIBED, 2,
                  "names like those of runtime functions");

  describe_first ();
  verdict_frames (2);
  verdict_name (1, "alias");
  verdict_name (1, "__udivti3");
  verdict_expect (0, 0, "another name of a runtime function");

  describe_first ();
  verdict_frames (VERDICT_SOME);
  verdict_expect (0, 0, "nameless functions after them");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED,
               verdict_some + VERDICT_SOME - 1, 1);
  verdict_frames (VERDICT_SOME);
  verdict_expect (0, 0, "few nameless functions in front");

  for (size_t count = 4; count <= 5; count++)
    {
      describe_first ();
      verdict_frames (1);
      nameless (count);
      verdict_name (0, "f");
      verdict_expect (count > 4 ? REPAIR_UNDESCRIBED : 0,
                      count > 4 ? count : 0,
                      count > 4 ? "five nameless functions in front"
                                : "four nameless functions in front");
    }

  describe_first ();
  verdict_frames (2);
  nameless (4);
  verdict_name (1, "f");
  verdict_expect (REPAIR_UNDESCRIBED, 1, "one with a name, and few without");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED,
               verdict_some + VERDICT_SOME - 1, 1);
  verdict_frames (VERDICT_SOME);
  nameless (5);
  owned_section (&verdict_image, ".gcc_except_table", 0, VERDICT_FREE, 8);
  verdict_expect (0, 0, "nameless functions in front, and exceptions");
}

/* Names are runtime functions' if they are in the tables, and not because
   they begin as such.  */
static void
test_names (void)
{
  static const char *const runtime[] = { "_Unwind_Resume",
                                         "__absvdi2",
                                         "__umodti3",
                                         "atexit",
                                         "frame_dummy",
                                         "__bid128_abs",
                                         "__dpd_floatsisd",
                                         "emutls_init",
                                         "__udivti3.cold",
                                         "__gcov_exit.part.0",
                                         "__libc_csu_init",
                                         "__aarch64_cas16_acq",
                                         "__aarch64_cas16_acq_rel",
                                         "__morestack",
                                         "__morestack_set_guard",
                                         "__bid128_to_uint64_xrninta",
                                         "__bid64_to_int32_int",
                                         "fstat64",
                                         "__avx_resms64x_18",
                                         "mknodat" };
  static const char *const others[] = { "",
                                        "_",
                                        "__",
                                        "__drv_0",
                                        "__udivti",
                                        "__udivti30",
                                        "_Unwind_Mine",
                                        "emutls_mine",
                                        "atexits",
                                        ".cold",
                                        "__aarch64_cas16_",
                                        "__aarch64_cas16_acq_relax",
                                        "__morestack_",
                                        "__bid32_to_int32_int",
                                        "__bid64_to_int32_",
                                        "gstat",
                                        "__avx_resms64f_18",
                                        "__bid64{dq,qd}_add",
                                        "bid64_add",
                                        "__{add,sub}df3",
                                        "_mknod" };
  bool passed = true;

  for (size_t i = 0; i < sizeof runtime / sizeof *runtime; i++)
    passed = passed && crt_function_name (runtime[i]);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    passed = passed && !crt_function_name (others[i]);
  unit_result (passed, "names of runtime functions");
}

static void
test_reserved (void)
{
  char names[VERDICT_SOME][16];
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, 1);
  verdict_frames (VERDICT_SOME);
  for (size_t i = 1; i < VERDICT_SOME; i++)
    {
      snprintf (names[i], sizeof names[i], "__drv_%zu", i);
      verdict_name (i, names[i]);
    }
  verdict_expect (REPAIR_UNDESCRIBED, VERDICT_SOME - 1,
                  "functions whose names are merely reserved");
}

/* Nameless functions that cannot all be a runtime library's.  */
static void
test_nameless (void)
{
  static const char library[] = "libgcc_s.so.1";
  enum
  {
    IN_FRONT = 5,
    BEHIND = 100,
    EXCUSED = 32
  };

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED,
               verdict_some + VERDICT_SOME - 1, 1);
  verdict_frames (VERDICT_SOME);
  nameless (IN_FRONT);
  owned_section (&verdict_image, ".gcc_except_table", 0, VERDICT_FREE, 8);
  memcpy (verdict_image.bytes + VERDICT_FREE + 0x101, library, sizeof library);
  verdict_dynamic (DT_STRTAB, VERDICT_FREE + 0x100);
  verdict_dynamic (DT_NEEDED, 1);
  owned_segment (&verdict_image, PT_LOAD, VERDICT_FREE, 0x200);
  verdict_expect (REPAIR_UNDESCRIBED, VERDICT_SOME - 1 + IN_FRONT,
                  "nameless functions, and the unwinder is a library's");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED,
               verdict_some + VERDICT_SOME - 1, 1);
  verdict_frames (VERDICT_SOME);
  nameless (IN_FRONT);
  owned_section (&verdict_image, ".gcc_except_table", 0, VERDICT_FREE, 8);
  verdict_dynamic (DT_STRTAB, UINT64_MAX);
  verdict_dynamic (DT_NEEDED, UINT64_MAX);
  verdict_expect (0, 0, "a library whose name is nowhere");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, 1);
  verdict_frames (1);
  for (size_t i = 0; i < BEHIND; i++)
    owned_frame (&verdict_image, OWNED_CODE + 0x1000 + 16 * i, 16);
  verdict_expect (REPAIR_UNDESCRIBED, BEHIND - EXCUSED,
                  "too many nameless functions after them");
}

/* Let the linker have written TEXT, SIZE bytes, to .comment.  */
static void
comment (const char *text, size_t size)
{
  memcpy (verdict_image.bytes + VERDICT_FREE, text, size);
  owned_section (&verdict_image, ".comment", 0, VERDICT_FREE, size)->flags = 0;
}

static void
test_linkers (void)
{
  static const struct
  {
    const char *text;
    size_t size;
    unsigned flaw;
  } linkers[] = {
#define CASE(text, flaw) { text, sizeof text, flaw }
    CASE ("GCC: 12\0Linker: Debian LLD 14.0.6", REPAIR_UNCOVERED),
    CASE ("Linker: LLD 21.1", REPAIR_UNCOVERED),
    CASE ("mold 1.10.1 (compatible)\0GCC", REPAIR_UNCOVERED),
    CASE ("mold 2.41.9", REPAIR_UNCOVERED),
    CASE ("mold 2", REPAIR_UNCOVERED),
    CASE ("mold 2.42.0", REPAIR_UNDESCRIBED),
    CASE ("mold 3.0.0", REPAIR_UNDESCRIBED),
    CASE ("mold 99999999999999999999.1", REPAIR_UNDESCRIBED),
    CASE ("mold is old", REPAIR_UNDESCRIBED),
    CASE ("GCC: (Debian 12) LLD 14", REPAIR_UNDESCRIBED),
#undef CASE
    { "mold 1.0", 8, REPAIR_UNDESCRIBED },
    { "mold 1.0", 0, REPAIR_UNDESCRIBED },
  };

  for (size_t i = 0; i < sizeof linkers / sizeof *linkers; i++)
    {
      char text[80];
      snprintf (text, sizeof text, "linker %zu: %s", i, linkers[i].text);
      verdict_begin ();
      owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some + 1,
                   VERDICT_SOME - 1);
      verdict_frames (VERDICT_SOME);
      verdict_name (0, "f");
      comment (linkers[i].text, linkers[i].size);
      verdict_expect (linkers[i].flaw, 1, text);
    }
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some + 1,
               VERDICT_SOME - 1);
  verdict_frames (VERDICT_SOME);
  verdict_name (0, "f");
  owned_section (&verdict_image, ".note.gnu.gold-version", 0, VERDICT_FREE, 8);
  verdict_expect (REPAIR_UNCOVERED, 1, "gold");
}

static void
test_no_headers (void)
{
  static const struct owned_function plt[]
      = { { .addr = OWNED_CODE, .size = 16 },
          { .addr = OWNED_CODE + 16, .size = 0x70 } };

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, VERDICT_SOME);
  verdict_frames (VERDICT_SOME);
  owned_frame (&verdict_image, OWNED_CODE, 0x80);
  owned_segment (&verdict_image, PT_GNU_SFRAME, OWNED_SFRAME,
                 verdict_image.sframe_size);
  verdict_image.image.section_count = 0;
  verdict_expect (0, 0, "no section headers: PLT code in .eh_frame");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, plt, 2);
  owned_segment (&verdict_image, PT_GNU_SFRAME, OWNED_SFRAME,
                 verdict_image.sframe_size);
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, VERDICT_SOME);
  verdict_image.segments[verdict_image.image.segment_count - 1].filesz
      = verdict_image.sframe_size;
  verdict_frames (VERDICT_SOME);
  owned_frame (&verdict_image, OWNED_CODE, 0x80);
  verdict_image.image.section_count = 0;
  verdict_expect (0, 0, "no section headers: PLT code as GNU ld describes it");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, 1);
  owned_segment (&verdict_image, PT_GNU_SFRAME, OWNED_SFRAME,
                 verdict_image.sframe_size);
  verdict_frames (VERDICT_SOME);
  nameless (9);
  verdict_image.image.section_count = 0;
  verdict_expect (REPAIR_UNDESCRIBED, VERDICT_SOME - 2 + 9 - 4,
                  "no section headers: little is described");
}

static void
test_many (size_t count)
{
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, 1);
  for (size_t i = 0; i < count; i++)
    {
      owned_frame (&verdict_image, OWNED_CODE + 0x1000 + 16 * i, 16);
      owned_symbol (&verdict_image, "f", OWNED_CODE + 0x1000 + 16 * i, 16);
      owned_symbol (&verdict_image, "g", OWNED_CODE + 0x1000, 16);
    }
  verdict_frames (1);
  verdict_expect (REPAIR_UNDESCRIBED, count, "many functions lack");
}

static void
test_wrapped (void)
{
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, 1);
  verdict_frames (1);
  owned_frame (&verdict_image, UINT64_MAX - 8, 0x100);
  owned_frame (&verdict_image, OWNED_CODE, UINT64_MAX);
  owned_frame (&verdict_image, 0, 0);
  verdict_expect (0, 0, "functions that wrap around");
}

static void
test_tiles (void)
{
  static const struct owned_function tiles[]
      = { { .addr = OWNED_CODE + 0x220, .size = 0x30 },
          { .addr = OWNED_CODE + 0x200, .size = 0x20 },
          { .addr = OWNED_CODE + 0x250, .size = 0xf1 } };

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, tiles, 3);
  owned_frame (&verdict_image, OWNED_CODE + 0x200, 0x141);
  verdict_expect (0, 0, "functions that together are one");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, tiles, 3);
  owned_frame (&verdict_image, OWNED_CODE + 0x200, 0x140);
  verdict_expect (REPAIR_DAMAGED, 1, "functions that are longer");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, tiles + 1, 2);
  owned_frame (&verdict_image, OWNED_CODE + 0x200, 0x141);
  verdict_expect (REPAIR_DAMAGED, 1, "functions with a gap");
}

/* Test NAME: a function of .plt.got and .plt.sec, which REPEATS or not, where
   .eh_frame has one of FIRST bytes for the former and one of SECOND for the
   latter, of which GAP bytes are between.  */
static void
whole (bool repeats, uint64_t first, uint64_t gap, uint64_t second,
       unsigned flaws, const char *name)
{
  const struct owned_function plt
      = { .addr = OWNED_CODE + 0x400, .size = 0x140, .repeats = repeats };

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, VERDICT_SOME);
  owned_piece (&verdict_image, 3, VERDICT_COPIED, &plt, 1);
  verdict_frames (VERDICT_SOME);
  owned_frame (&verdict_image, plt.addr, first);
  owned_frame (&verdict_image, plt.addr + first + gap, second);
  verdict_expect (flaws, 0, name);
}

static void
test_whole (void)
{
  whole (true, 0x10, 0, 0x130, 0, "two FDEs as one function that repeats");
  whole (false, 0x10, 0, 0x130, REPAIR_DAMAGED,
         "two FDEs as one function that does not repeat");
  whole (true, 0x10, 0x10, 0x120, REPAIR_DAMAGED,
         "a function that repeats over a gap");
  whole (true, 0x10, 0, 0x140, REPAIR_DAMAGED,
         "a function that repeats and ends within an FDE");
}

/* The FDE of each of COUNT functions reaches nearly to the end of the last
   one.  */
static void
test_many_tiles (size_t count)
{
  struct owned_function *tiles = calloc (count, sizeof *tiles);

  verdict_begin ();
  for (size_t i = 0; tiles != NULL && i < count; i++)
    {
      tiles[i] = (struct owned_function){ .addr = OWNED_CODE + TILE_SIZE * i,
                                          .size = TILE_SIZE };
      owned_frame (&verdict_image, tiles[i].addr,
                   TILE_SIZE * (count - i) - TILE_SIZE / 2);
    }
  if (tiles != NULL)
    owned_piece (&verdict_image, 3, VERDICT_COPIED, tiles, count);
  bool judged = fixture_judge ();
  unit_result (judged && verdict.described == 0,
               "many functions that are not together");
  repairable_free (&verdict);
  owned_end (&verdict_image);
  free (tiles);
}

static const struct growth growths[] = {
  { "many functions that lack take no long time", 1000, test_many },
  { "many functions take no long time", 1000, test_many_tiles },
};

int
main (int argc, char **argv)
{
  if (growth_only (argc, argv, growths, sizeof growths / sizeof *growths))
    return unit_exit ();
  test_lacking ();
  test_excused ();
  test_names ();
  test_reserved ();
  test_nameless ();
  test_linkers ();
  test_no_headers ();
  test_many (MANY);
  test_wrapped ();
  test_tiles ();
  test_whole ();
  test_many_tiles (TILES);
  return unit_exit ();
}
