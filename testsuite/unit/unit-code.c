/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-code.c - the code of an image, and whether it is that of a
   function.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-image.h"
#include "placer-internal.h"
#include "result.h"

enum
{
  SIZE = 64,
  BASE = 0x1000,

  /* The fixture's .text, and the segment that holds it.  */
  TEXT_OFF = 0x2000,
  TEXT_SIZE = 0x800,
  SEGMENT_SIZE = 0x1000
};

/* The loaded image: one segment and one section of the same bytes.  */
static uint8_t loaded[SIZE];
static struct image image;
static struct code_range segment;
static struct code_range section;
static struct code_ranges image_code;

/* A section of an object: the image's bytes until a test changes them.  */
static uint8_t bytes[SIZE];
static struct reloc_mask_bytes masks[4];
static struct input_code code;

static void
begin (uint16_t machine)
{
  for (size_t i = 0; i < SIZE; i++)
    loaded[i] = bytes[i] = (uint8_t) (i * 7 + 1);
  segment = (struct code_range){ .addr = BASE, .size = SIZE, .loaded = true };
  section = segment;
  image = (struct image){ .memory = loaded, .size = SIZE };
  image_code = (struct code_ranges){ .image = &image,
                                     .segments = &segment,
                                     .segment_count = 1,
                                     .sections = &section,
                                     .section_count = 1,
                                     .by_sections = true,
                                     .machine = machine };
  code = (struct input_code){ .bytes = bytes, .size = SIZE, .masks = masks };
}

static void
add_mask (uint64_t from, uint64_t to)
{
  masks[code.mask_count++] = (struct reloc_mask_bytes){ from, to };
}

/* Whether the whole section is at BASE, as far as [FROM, FROM + SIZE).  */
static bool
same (uint64_t from, uint64_t size)
{
  return code_same (&image_code, &code, from, size, BASE + from);
}

static void
test_bytes (void)
{
  begin (EM_X86_64);
  unit_result (same (0, SIZE) && code_fixed (&code, 0, SIZE) == SIZE,
               "the same bytes");
  bytes[20] ^= 1;
  unit_result (!same (0, SIZE) && !same (20, 1) && !same (10, 11),
               "another byte");
  unit_result (same (0, 20) && same (21, SIZE - 21),
               "another byte beside the function");
  unit_result (!code_same (&image_code, &code, 0, 8, BASE + 8),
               "another place");
  bytes[0] ^= 1;
  bytes[SIZE - 1] ^= 1;
  unit_result (!same (0, 1) && !same (0, 8) && !same (SIZE - 1, 1)
                   && !same (SIZE - 8, 8),
               "another first or last byte");
}

static void
test_masks (void)
{
  begin (EM_X86_64);
  add_mask (0, 4);
  add_mask (20, 24);
  add_mask (24, 26);
  add_mask (SIZE - 3, SIZE);
  for (size_t i = 0; i < code.mask_count; i++)
    for (uint64_t at = masks[i].from; at < masks[i].to; at++)
      bytes[at] ^= 0x55;
  unit_result (same (0, SIZE), "holes at both ends and side by side");
  unit_result (same (20, 6) && same (21, 2) && same (23, 2) && same (22, 10)
                   && same (10, 12),
               "function that begins, ends or lies in a hole");
  unit_result (code_fixed (&code, 0, SIZE) == SIZE - 13
                   && code_fixed (&code, 20, 6) == 0
                   && code_fixed (&code, 21, 2) == 0
                   && code_fixed (&code, 22, 10) == 6
                   && code_fixed (&code, 10, 12) == 10
                   && code_fixed (&code, 26, 10) == 10
                   && code_fixed (&code, 4, 16) == 16,
               "bytes outside holes");
  const uint64_t edges[] = { 4, 19, 26, SIZE - 4 };
  bool found = true;
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
    {
      bytes[edges[i]] ^= 1;
      found = found && !same (0, SIZE);
      bytes[edges[i]] ^= 1;
    }
  unit_result (found && same (0, SIZE), "byte next to a hole");
}

static void
test_bounds (void)
{
  begin (EM_X86_64);
  unit_result (!same (0, SIZE + 1) && !same (SIZE, 1) && !same (SIZE + 1, 0)
                   && !same (1, UINT64_MAX) && !same (UINT64_MAX, 2)
                   && code_fixed (&code, 1, UINT64_MAX) == 0
                   && code_fixed (&code, SIZE + 1, 0) == 0,
               "outside the object's section");
  unit_result (same (8, 0) && code_fixed (&code, 8, 0) == 0,
               "nothing to compare");
  unit_result (!code_same (&image_code, &code, 0, 8, BASE - 1)
                   && !code_same (&image_code, &code, 0, 8, BASE + SIZE - 7)
                   && !code_same (&image_code, &code, 0, 8, UINT64_MAX),
               "outside the image's code");
  code.bytes = NULL;
  unit_result (!same (0, 8) && code_fixed (&code, 0, 8) == 0,
               "section without bytes");
}

static void
put_insn (uint8_t *at, uint32_t insn)
{
  elf_put32 (at, insn, false);
}

/* An unconditional branch over WORDS words.  */
static uint32_t
branch (int words)
{
  return 0x14000000 | ((uint32_t) words & 0x03ffffff);
}

/* The word at 8 moved to a veneer at 40, which goes back.  */
static void
begin_veneer (uint16_t machine)
{
  begin (machine);
  memcpy (loaded + 40, loaded + 8, 4);
  put_insn (loaded + 8, branch (8));
  put_insn (loaded + 44, branch (-8));
}

static void
test_veneers (void)
{
  begin_veneer (EM_AARCH64);
  unit_result (same (0, 32) && same (8, 4), "veneer");
  unit_result (!same (0, 44), "the veneer itself");
  unit_result (same (4, 9) && same (3, 14) && !same (9, 4),
               "function of odd size with a veneer");
  begin_veneer (EM_X86_64);
  unit_result (!same (0, 32), "veneer on another machine");
  begin_veneer (EM_AARCH64);
  put_insn (loaded + 44, branch (-7));
  unit_result (!same (0, 32), "veneer that goes elsewhere");
  begin_veneer (EM_AARCH64);
  loaded[40] ^= 1;
  unit_result (!same (0, 32), "veneer of another instruction");
  begin_veneer (EM_AARCH64);
  put_insn (loaded + 8, 0x94000000 | branch (8));
  unit_result (!same (0, 32), "call in place of an instruction");
  begin_veneer (EM_AARCH64);
  put_insn (loaded + 8, branch (12));
  unit_result (!same (0, 32), "branch to the end of the code");
  put_insn (loaded + 8, branch (-4));
  unit_result (!same (0, 32), "branch to before the code");
  begin_veneer (EM_AARCH64);
  loaded[21] ^= 1;
  unit_result (!same (0, 32), "another word beside a veneer");
  begin_veneer (EM_AARCH64);
  add_mask (10, 12);
  unit_result (!same (0, 32), "veneer of half a word");
}

/* The object has the landing pad INSN, or ENDBR64 if that is 0, for which the
   image has a NOP.  */
static void
begin_pad (uint16_t machine, uint32_t insn)
{
  static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
  static const uint8_t nop[] = { 0x0f, 0x1f, 0x40, 0x00 };

  begin (machine);
  if (insn != 0)
    {
      put_insn (bytes + 8, insn);
      put_insn (loaded + 8, 0xd503201f);
      return;
    }
  memcpy (bytes + 8, endbr64, sizeof endbr64);
  memcpy (loaded + 8, nop, sizeof nop);
}

static void
test_pads (void)
{
  begin_pad (EM_X86_64, 0);
  unit_result (same (8, 32) && same (0, 12), "ENDBR64 made a NOP");
  unit_result (!same (8, 3) && !same (9, 8), "part of an ENDBR64");
  loaded[11] = 1;
  unit_result (!same (8, 32), "ENDBR64 made another NOP");
  begin_pad (EM_X86_64, 0);
  bytes[20] ^= 1;
  unit_result (!same (8, 32), "another byte after an ENDBR64");
  begin_pad (EM_X86_64, 0);
  memcpy (bytes + 8, loaded + 8, 4);
  memset (loaded + 8, 0x90, 4);
  unit_result (!same (8, 32), "NOP made another");
  begin_pad (EM_AARCH64, 0);
  unit_result (!same (8, 32), "ENDBR64 on another machine");

  const uint32_t bti[] = { 0xd503241f, 0xd503245f, 0xd503249f, 0xd50324df };
  bool all = true;
  for (size_t i = 0; i < sizeof bti / sizeof *bti; i++)
    {
      begin_pad (EM_AARCH64, bti[i]);
      all = all && same (8, 32);
    }
  unit_result (all, "BTI made a NOP");
  begin_pad (EM_AARCH64, 0xd503233f);
  unit_result (!same (8, 32), "PACIASP made a NOP");
  begin_pad (EM_S390, 0xd503245f);
  unit_result (!same (8, 32), "BTI on another machine");
}

/* The fixture, bent by a test, and its code.  */
static struct fixture fixture;

static bool
read_fixture (struct code_ranges *read)
{
  return fixture_open (&fixture) == SFM_OK
         && code_ranges_read (&fixture.image, read, &fixture_sink) == SFM_OK;
}

/* The offset of the bytes of code at OFFSET in the addresses of the first
   segment; 0 if there are none.  */
static uint64_t
find_bytes (const struct code_ranges *read, uint64_t offset, uint64_t size)
{
  const uint8_t *at = code_ranges_bytes (read, FIXTURE_BASE + offset, size);

  return at == NULL ? 0 : (uint64_t) (at - fixture.image.memory);
}

static void
test_sections (void)
{
  struct code_ranges read = { 0 };

  fixture_begin (&fixture, true);
  bool good = read_fixture (&read);
  unit_result (good && read.machine == EM_AARCH64
                   && find_bytes (&read, TEXT_OFF, TEXT_SIZE) == TEXT_OFF
                   && find_bytes (&read, TEXT_OFF + 8, 8) == TEXT_OFF + 8,
               "bytes of a section of code");
  unit_result (good && find_bytes (&read, TEXT_OFF, TEXT_SIZE + 1) == 0
                   && find_bytes (&read, TEXT_OFF + TEXT_SIZE, 1) == 0
                   && find_bytes (&read, TEXT_OFF - 1, 2) == 0
                   && find_bytes (&read, 0x1000, 8) == 0,
               "no bytes outside of sections of code");
  unit_result (good && read.section_count == 1
                   && read.sections[0].offset == TEXT_OFF
                   && read.sections[0].size == TEXT_SIZE,
               "walk over sections");
  code_ranges_free (&read);
  fixture_close (&fixture);
}

static void
test_damaged (void)
{
  struct code_ranges read = { 0 };

  fixture_begin (&fixture, false);
  fixture.sections[SEC_TEXT].sh_offset = 0x1000;
  bool good = read_fixture (&read);
  unit_result (good && find_bytes (&read, TEXT_OFF, 8) == TEXT_OFF
                   && read.sections[0].offset == TEXT_OFF,
               "the segment's bytes where a section says others");
  code_ranges_free (&read);
  fixture_close (&fixture);

  fixture_begin (&fixture, false);
  fixture.sections[SEC_TEXT].sh_size = SEGMENT_SIZE + 8;
  good = read_fixture (&read);
  unit_result (good && !read.sections[0].loaded
                   && find_bytes (&read, TEXT_OFF, 8) == TEXT_OFF
                   && find_bytes (&read, TEXT_OFF, SEGMENT_SIZE + 8) == 0,
               "section that reaches out of its segment");
  code_ranges_free (&read);
  fixture_close (&fixture);
}

static void
test_segments (void)
{
  struct code_ranges read = { 0 };

  fixture_begin (&fixture, false);
  fixture.section_count = 0;
  bool good = read_fixture (&read);
  unit_result (good && !read.by_sections && read.section_count == 0
                   && read.segment_count == 1
                   && read.segments[0].offset == TEXT_OFF
                   && find_bytes (&read, TEXT_OFF, SEGMENT_SIZE) == TEXT_OFF
                   && find_bytes (&read, TEXT_OFF, SEGMENT_SIZE + 1) == 0
                   && find_bytes (&read, 0x1000, 8) == 0,
               "bytes without section headers");
  code_ranges_free (&read);
  fixture_close (&fixture);
}

int
main (void)
{
  test_bytes ();
  test_masks ();
  test_bounds ();
  test_veneers ();
  test_pads ();
  test_sections ();
  test_damaged ();
  test_segments ();
  return unit_exit ();
}
