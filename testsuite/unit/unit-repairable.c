/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-repairable.c - what is found wrong with an image's own pieces, and
   what is not.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "elf-codec.h"
#include "fixture-repairable.h"
#include "result.h"

enum
{
  PLT = OWNED_CODE + 0x300000
};

static void
test_whole (void)
{
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, VERDICT_SOME);
  verdict_frames (VERDICT_SOME);
  verdict_expect (0, 0, "everything is described");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some,
               VERDICT_SOME - 2);
  owned_piece (&verdict_image, 3, VERDICT_COPIED,
               verdict_some + VERDICT_SOME - 2, 2);
  verdict_frames (VERDICT_SOME);
  verdict_expect (0, 0, "everything is described by copies");

  verdict_begin ();
  verdict_expect (0, 0, "no function at all");
}

static void
test_nothing (void)
{
  verdict_begin ();
  verdict_frames (VERDICT_SOME);
  verdict_expect (REPAIR_EMPTY, VERDICT_SOME, "empty section");

  verdict_begin ();
  for (size_t i = 0; i < VERDICT_SOME; i++)
    verdict_name (i, "f");
  verdict_expect (REPAIR_EMPTY, VERDICT_SOME,
                  "empty section, functions by symbols");

  verdict_begin ();
  verdict_frames (VERDICT_SOME);
  verdict_image.sections[OWNED_SEC_SFRAME].name = ".sframe_reserve";
  verdict_expect (REPAIR_ABSENT, VERDICT_SOME, "a reserve alone");

  verdict_begin ();
  verdict_frames (VERDICT_SOME);
  verdict_image.sections[OWNED_SEC_SFRAME].name = ".sframe_reserve";
  verdict_image.sections[OWNED_SEC_SFRAME].type = SHT_GNU_SFRAME;
  verdict_expect (REPAIR_EMPTY, VERDICT_SOME, "a reserve with the type");

  verdict_begin ();
  verdict_frames (VERDICT_SOME);
  verdict_image.sections[OWNED_SEC_SFRAME].name = ".sframe_raw";
  verdict_expect (REPAIR_EMPTY, VERDICT_SOME, "empty raw section");

  verdict_begin ();
  verdict_frames (VERDICT_SOME);
  verdict_image.sections[OWNED_SEC_SFRAME].name = ".data";
  owned_segment (&verdict_image, PT_GNU_SFRAME, OWNED_SFRAME, 0);
  verdict_expect (REPAIR_EMPTY, VERDICT_SOME, "a segment without a section");

  verdict_begin ();
  owned_frame (&verdict_image, verdict_some[0].addr, verdict_some[0].size);
  elf_put64 (verdict_image.bytes + offsetof (Elf64_Ehdr, e_entry),
             verdict_some[0].addr, false);
  verdict_expect (0, 0, "empty section, and only the entry is a function");

  struct owned_function discarded[2]
      = { { .size = 8, .start_0 = true }, { .size = 9 } };
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, discarded, 2);
  verdict_frames (VERDICT_SOME);
  verdict_expect (REPAIR_EMPTY, VERDICT_SOME, "all functions were discarded");
}

/* Test NAME: without section headers, PT_GNU_SFRAME leads to a piece that
   describes everything, of which the byte at OFFSET is VALUE; the verdict is
   FLAWS, and COUNT functions lack, which are all that .eh_frame has.  */
static void
headerless (size_t offset, uint8_t value, unsigned flaws, size_t count,
            const char *name)
{
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, VERDICT_SOME);
  verdict_frames (count);
  owned_segment (&verdict_image, PT_GNU_SFRAME, OWNED_SFRAME,
                 verdict_image.sframe_size);
  verdict_image.bytes[OWNED_SFRAME + offset] = value;
  verdict_image.image.section_count = 0;
  verdict_expect (flaws, count, name);
}

static void
test_headerless (void)
{
  headerless (0, 0xe2, 0, 0, "no section headers");
  headerless (0, 0xe3, REPAIR_DAMAGED, VERDICT_SOME,
              "no section headers, damaged magic");
  headerless (0, 0xe3, REPAIR_DAMAGED, 0,
              "no section headers, damaged magic, and nothing else known");
  headerless (2, 9, REPAIR_LATER, VERDICT_SOME,
              "no section headers, unknown version");
  headerless (11, 0x80, REPAIR_DAMAGED, VERDICT_SOME,
              "no section headers, too many functions");

  verdict_begin ();
  owned_segment (&verdict_image, PT_GNU_SFRAME, OWNED_SFRAME, 0x40);
  verdict_frames (VERDICT_SOME);
  verdict_image.image.section_count = 0;
  verdict_expect (REPAIR_EMPTY, VERDICT_SOME, "no section headers, zeros");

  verdict_begin ();
  owned_segment (&verdict_image, PT_GNU_SFRAME, OWNED_SFRAME, 0);
  verdict_frames (VERDICT_SOME);
  verdict_image.image.section_count = 0;
  verdict_expect (REPAIR_EMPTY, VERDICT_SOME, "no section headers, no bytes");
}

/* Make the code from PLT on PLT code of one function, which .eh_frame
   describes.  */
static void
add_plt (void)
{
  static const struct owned_function plt = { .addr = PLT, .size = 16 };

  verdict_image.sections[OWNED_SEC_TEXT].size = PLT - OWNED_CODE;
  owned_section (&verdict_image, ".plt", SHF_EXECINSTR, PLT, 0x100);
  owned_frame (&verdict_image, PLT, 0x100);
  owned_piece (&verdict_image, 3, VERDICT_SORTED, &plt, 1);
}

static void
test_plt (void)
{
  verdict_begin ();
  add_plt ();
  verdict_frames (VERDICT_SOME);
  verdict_expect (REPAIR_PLT_ONLY, VERDICT_SOME, "PLT code alone");

  verdict_begin ();
  add_plt ();
  verdict_expect (0, 0, "PLT code alone, and there is no other");

  verdict_begin ();
  add_plt ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, VERDICT_SOME);
  verdict_frames (VERDICT_SOME);
  verdict_expect (0, 0, "PLT code and copies");
}

static void
test_damage (void)
{
  static const struct owned_function contradicted[]
      = { { .addr = OWNED_CODE + 0x100, .size = 0x20 },
          { .addr = OWNED_CODE + 0x120, .size = 0x36 },
          { .addr = OWNED_CODE + 0x160, .size = 0x21 },
          { .addr = OWNED_CODE + 0x200, .size = 0x141 } };

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, contradicted, VERDICT_SOME);
  verdict_frames (VERDICT_SOME);
  verdict_name (1, "f");
  verdict_expect (REPAIR_DAMAGED | REPAIR_UNDESCRIBED, 1,
                  "a function of another size");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, VERDICT_SOME);
  verdict_image.sframe_size += 32;
  memset (verdict_image.bytes + OWNED_SFRAME + verdict_image.sframe_size - 16,
          0x5a, 16);
  verdict_frames (VERDICT_SOME);
  verdict_expect (REPAIR_DAMAGED, 0, "bytes that are no piece");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, VERDICT_SOME);
  memset (verdict_image.bytes + OWNED_SFRAME + verdict_image.sframe_size - 3,
          0xff, 3);
  verdict_frames (VERDICT_SOME);
  verdict_expect (REPAIR_DAMAGED, VERDICT_SOME, "rows that cannot be read");

  static const struct owned_function unordered[]
      = { { .addr = OWNED_CODE + 0x200, .size = 0x141 },
          { .addr = OWNED_CODE + 0x100, .size = 0x20 } };
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, unordered, 2);
  owned_frame (&verdict_image, unordered[0].addr, unordered[0].size);
  owned_frame (&verdict_image, unordered[1].addr, unordered[1].size);
  verdict_expect (0, 0, "falsely sorted, all in their places");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, unordered, 2);
  owned_symbol (&verdict_image, "f", unordered[0].addr, unordered[0].size);
  verdict_expect (REPAIR_DAMAGED, 0, "falsely sorted, one nowhere");

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, 1);
  owned_frame (&verdict_image, OWNED_CODE, 0x400);
  verdict_expect (REPAIR_UNBELIEVED, 1, "a piece of other code");
}

static void
test_stale (void)
{
  verdict_begin ();
  verdict_image.sections[OWNED_SEC_TEXT].name = ".bolt.org.text";
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, VERDICT_SOME);
  verdict_frames (VERDICT_SOME);
  verdict_expect (REPAIR_STALE, 0, "code that BOLT has put aside");

  for (unsigned old = 0; old < 2; old++)
    {
      uint64_t size = old ? verdict_some[2].addr - OWNED_CODE : 0x1000;
      verdict_begin ();
      verdict_image.sections[OWNED_SEC_TEXT].size = size;
      owned_section (&verdict_image, ".bolt.org.text", SHF_EXECINSTR,
                     OWNED_CODE + size, 0x1000);
      owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some,
                   VERDICT_SOME);
      verdict_frames (VERDICT_SOME);
      verdict_expect (0, 0, old ? "all of BOLT's" : "old code of BOLT's");
    }

  for (unsigned with = 0; with < 5; with++)
    {
      static const char *const texts[]
          = { "replaced code", "a described function has a symbol",
              "no local symbols", "fewer functions elsewhere",
              "NOPs between a symbol and its function" };
      verdict_begin ();
      owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, 2);
      verdict_frames (VERDICT_SOME);
      verdict_name (3, "g");
      if (with != 3)
        verdict_name (2, "f");
      if (with == 1)
        verdict_name (0, "h");
      if (with == 4)
        owned_symbol (&verdict_image, "h", verdict_some[0].addr - 8,
                      verdict_some[0].size + 8);
      verdict_image.index.has_file_locals = with != 2;
      verdict_expect (with == 0 ? REPAIR_STALE : REPAIR_UNCOVERED,
                      with == 3 ? 1 : 2, texts[with]);
    }
}

/* A symbol that begins before the function and ends with it names it; one that
   ends elsewhere is another function's.  */
static void
test_nops (void)
{
  const struct owned_function *last = &verdict_some[VERDICT_SOME - 1];

  for (unsigned more = 0; more < 2; more++)
    {
      verdict_begin ();
      owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some,
                   VERDICT_SOME - 1);
      verdict_frames (VERDICT_SOME);
      owned_symbol (&verdict_image, "f", last->addr - 8,
                    last->size + 8 + more);
      verdict_expect (more == 0 ? REPAIR_UNDESCRIBED : 0, 1 - more,
                      "a function after NOPs is left out");
    }
}

/* Sinks for what is said: the first error or warning.  */
static char first_said[1200];

static void
keep_first (void *data, enum diag_severity kind, const char *file,
            const char *place, const char *text)
{
  unsigned *counts = data;

  (void) file;
  (void) place;
  counts[kind]++;
  if (first_said[0] == '\0' && kind <= DIAG_WARNING)
    snprintf (first_said, sizeof first_said, "%s", text);
}

/* Test that the verdict is said as TEXT, with DETAILS.  */
static void
expect_said (const char *text, unsigned details)
{
  unsigned counts[DIAG_DETAIL + 1] = { 0 };
  const struct diag_sink sink = { .fn = keep_first, .data = counts };
  char title[80];

  snprintf (title, sizeof title, "said: %s", text);
  first_said[0] = '\0';
  bool judged = fixture_judge ();
  if (judged)
    repairable_say (&verdict, "image", DIAG_WARNING, &sink);
  unit_result (judged && strstr (first_said, text) != NULL
                   && counts[DIAG_WARNING] == 1 && counts[DIAG_ERROR] == 0
                   && counts[DIAG_NOTE] == 0 && counts[DIAG_DETAIL] == details,
               title);
  repairable_free (&verdict);
  owned_end (&verdict_image);
}

static void
test_unseen (void)
{
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, VERDICT_SOME);
  owned_segment (&verdict_image, PT_GNU_SFRAME, OWNED_SFRAME, 0x10);
  verdict_image.sections[OWNED_SEC_SFRAME].flags = 0;
  verdict_frames (VERDICT_SOME);
  expect_said ("its .sframe is not loaded, as it has no flag SHF_ALLOC, and "
               ".eh_frame has 4 functions",
               VERDICT_SOME);

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, VERDICT_SOME);
  owned_segment (&verdict_image, PT_GNU_SFRAME, OWNED_SFRAME, 0x10);
  verdict_image.sections[OWNED_SEC_SFRAME].type = SHT_NOBITS;
  verdict_frames (VERDICT_SOME);
  expect_said ("its .sframe has no bytes, as in a separate debug file, and "
               ".eh_frame has 4 functions",
               VERDICT_SOME);
}

static void
test_unseen_raw (void)
{
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, VERDICT_SOME);
  owned_segment (&verdict_image, PT_GNU_SFRAME, OWNED_SFRAME, 0x10);
  verdict_image.sections[OWNED_SEC_SFRAME].name = ".sframe_raw";
  verdict_image.sections[OWNED_SEC_SFRAME].type = SHT_NOBITS;
  verdict_frames (VERDICT_SOME);
  expect_said ("no bytes, as in a separate debug file, and .eh_frame has 4",
               VERDICT_SOME);
}

static void
test_said (void)
{
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some + 1,
               VERDICT_SOME - 1);
  verdict_frames (VERDICT_SOME);
  verdict_name (0, "f");
  expect_said ("1 of the 4 functions of .eh_frame are not in its .sframe", 1);

  verdict_begin ();
  verdict_frames (VERDICT_SOME);
  expect_said ("its .sframe is empty, and .eh_frame has 4 functions",
               VERDICT_SOME);

  verdict_begin ();
  add_plt ();
  for (size_t i = 0; i < VERDICT_SOME; i++)
    verdict_name (i, i == 0 ? "_start" : "f");
  verdict_frames (VERDICT_SOME);
  expect_said ("PLT code alone, and none of the 4 functions of .eh_frame",
               VERDICT_SOME);

  struct owned_function discarded = { .size = 8, .start_0 = true };
  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, &discarded, 1);
  verdict_frames (VERDICT_SOME);
  expect_said ("none of the 1 functions that its .sframe describes",
               VERDICT_SOME);

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, VERDICT_SOME);
  memset (verdict_image.bytes + OWNED_SFRAME + verdict_image.sframe_size - 3,
          0xff, 3);
  verdict_frames (VERDICT_SOME);
  expect_said ("its .sframe is damaged at 1 place;", VERDICT_SOME);

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_SORTED, verdict_some, 1);
  owned_frame (&verdict_image, OWNED_CODE, 0x400);
  expect_said ("1 piece of its .sframe describes other code", 1);

  verdict_begin ();
  verdict_image.sections[OWNED_SEC_TEXT].name = ".bolt.org.text";
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, VERDICT_SOME);
  verdict_frames (VERDICT_SOME);
  expect_said ("4 of the 4 functions that its .sframe describes are in "
               ".bolt.org.text",
               0);

  verdict_begin ();
  owned_piece (&verdict_image, 3, VERDICT_COPIED, verdict_some, 2);
  verdict_frames (VERDICT_SOME);
  verdict_name (2, "f");
  verdict_name (3, "g");
  verdict_image.index.has_file_locals = true;
  expect_said ("none of the 2 functions that its .sframe describes has a "
               "symbol",
               2);
}

int
main (void)
{
  test_whole ();
  test_nothing ();
  test_headerless ();
  test_plt ();
  test_damage ();
  test_stale ();
  test_nops ();
  test_unseen ();
  test_unseen_raw ();
  test_said ();
  return unit_exit ();
}
