/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-free-tail.c - the free end of a segment, and what cuts it short.

   Unbent, the first segment of the fixture has no section after 0x1500, and
   its last page ends at 0x2000, where the second one begins.  */

#include "config.h"

#include "edit-internal.h"
#include "fixture-bend.h"
#include "result.h"

static const struct
{
  const char *name;
  const char *bend;
  uint64_t offset, size; /* 0: there is none */
  uint32_t segment;
  uint64_t least;
} cases[] = {
  { "up to the end of the page", "", 0x1500, 0xb00, 0, 0 },
  { "of a segment of whole pages", "", 0x2800, 0x800, 1, 0 },
  { "just as much as is wanted", "", 0x1500, 0xb00, 0, 0xb00 },
  { "less than is wanted", "", 0, 0, 0, 0xb01 },
  { "as much as is wanted, before a byte", "B1a00.1=1", 0x1500, 0x500, 0,
    0x500 },
  { "less than is wanted, before a byte", "B1a00.1=1", 0, 0, 0, 0x501 },
  { "nothing before a byte", "B1500.1=1", 0, 0, 0, 0 },
  /* What the segment has.  */
  { "a section without bytes", "S3.type=8", 0x1100, 0x300, 0, 0 },
  { "a section that is none", "S3.type=0 B1400.100=0", 0x1100, 0xf00, 0, 0 },
  { "a section that is not loaded", "S3.flags=0", 0x1100, 0x300, 0, 0 },
  { "a section with another address", "S3.addr=402900", 0x1100, 0x300, 0, 0 },
  { "no section at all",
    "S2.offset=2800 S2.addr=402800 S3.offset=2900 S3.addr=402900", 0x1800,
    0x800, 0, 0 },
  { "the table and two more entries",
    "S2.offset=e8 S2.addr=4000e8 S2.size=8 S3.offset=2900 S3.addr=402900",
    0x158, 0xea8, 0, 0 },
  { "a section up to the end", "S3.size=400 P0.filesz=1800 P1.addr=401f00", 0,
    0, 0, 0 },
  /* What it is.  */
  { "a writable segment", "P0.flags=6", 0, 0, 0, 0 },
  { "a segment that cannot be read", "P0.flags=1", 0, 0, 0, 0 },
  { "a segment of code", "P0.flags=5", 0x1500, 0xb00, 0, 0 },
  { "no PT_LOAD", "P0.type=4", 0, 0, 0, 0 },
  { "a segment that the file lacks in part", "P1.filesz=5000 P1.memsz=5000", 0,
    0, 1, 0 },
  /* How far it may grow.  */
  { "zeros in memory after it", "P0.memsz=1801", 0x1500, 0x300, 0, 0 },
  { "whole pages", "P0.filesz=2000 P0.memsz=2000", 0x1500, 0xb00, 0, 0 },
  { "a page that is no power of two", "P0.align=1800", 0x1500, 0xb00, 0, 0 },
  { "a page that is too small", "P0.align=800", 0x1500, 0xb00, 0, 0 },
  { "pages of 64 KiB", "P0.align=10000", 0x1500, 0xb00, 0, 0 },
  { "another segment in the last page", "P1.addr=401f00", 0x1500, 0x300, 0,
    0 },
  { "another segment's first page in the last page",
    "P0.align=10000 P1.addr=401f00", 0x1500, 0x300, 0, 0 },
  { "a segment without bytes", "P3.type=1 P3.offset=1900 P3.addr=401900",
    0x1500, 0xb00, 0, 0 },
  { "one without bytes in the file",
    "P3.type=1 P3.offset=1900 P3.addr=401900 P3.memsz=1 P3.align=8", 0x1500,
    0x300, 0, 0 },
  { "a segment that ends where it does",
    "P3.type=1 P3.offset=1000 P3.addr=401000 P3.memsz=800", 0x1500, 0xb00, 0,
    0 },
  { "a segment that ends a byte later",
    "P3.type=1 P3.offset=1000 P3.addr=401000 P3.memsz=801", 0x1500, 0x300, 0,
    0 },
  /* What is in it.  */
  { "a symbol", "Y1600.2=3", 0x1500, 0x100, 0, 0 },
  { "a symbol where it begins", "Y1500.2=3", 0x1500, 0xb00, 0, 0 },
  { "a symbol where it ends", "Y2000.2=3", 0x1500, 0xb00, 0, 0 },
  { "the entry point", "W18.8=401600", 0x1500, 0x100, 0, 0 },
  { "the entry point where it begins", "W18.8=401500", 0, 0, 0, 0 },
  { "a note", "P3.type=4 P3.offset=1700 P3.addr=401700 P3.filesz=1", 0x1500,
    0x200, 0, 0 },
  { "the first section, not loaded",
    "S1.offset=1700 S1.size=8 S1.flags=0 S1.addr=0", 0x1500, 0x200, 0, 0 },
  { "nothing more in the file", "C0.0=0 P1.filesz=800 P1.memsz=800", 0, 0, 1,
    0 },
  { "memory where it begins", "S6.type=8 S6.flags=2 S6.addr=401500 S6.size=1",
    0, 0, 0, 0 },
  { "memory before it", "S6.type=8 S6.flags=2 S6.addr=4014f0 S6.size=10",
    0x1500, 0xb00, 0, 0 },
  { "memory over its first byte",
    "S6.type=8 S6.flags=2 S6.addr=4014f0 S6.size=11", 0, 0, 0, 0 },
  { "memory over all of it",
    "S6.type=8 S6.flags=2 S6.addr=300000 S6.size=200000", 0, 0, 0, 0 },
  { "memory far before it", "S6.type=8 S6.flags=2 S6.addr=300000 S6.size=8",
    0x1500, 0xb00, 0, 0 },
  { "memory from its last byte on",
    "S6.type=8 S6.flags=2 S6.addr=401fff S6.size=100", 0x1500, 0xaff, 0, 0 },
  { "memory after it", "S6.type=8 S6.flags=2 S6.addr=402000 S6.size=100",
    0x1500, 0xb00, 0, 0 },
  { "memory in it", "S6.type=8 S6.flags=2 S6.addr=401600 S6.size=1", 0x1500,
    0x100, 0, 0 },
  { "an empty section in it", "S6.flags=2 S6.offset=1600 S6.addr=401600",
    0x1600, 0xa00, 0, 0 },
  { "memory up to the last address",
    "S6.type=8 S6.flags=2 S6.addr=400000 S6.size=ffffffffffbfffff", 0, 0, 0,
    0 },
  { "memory past the last address",
    "S6.type=8 S6.flags=2 S6.addr=400000 S6.size=ffffffffffc00000", 0x1500,
    0xb00, 0, 0 },
  { "a note where it begins",
    "P3.type=4 P3.offset=1500 P3.addr=401500 P3.filesz=10", 0, 0, 0, 0 },
};

/* How far segments could grow, whatever the file has there.  */
static const struct
{
  const char *name;
  const char *bend;
  uint64_t growth;
  uint32_t segment;
} growths[] = {
  { "to the end of the page", "", 0x800, 0 },
  { "to the end of a page, far from others", "P1.addr=403000", 0x800, 0 },
  { "to the end of a page of 64 KiB", "P0.align=10000 P1.addr=440000", 0xe800,
    0 },
  { "to the end of a page that is no power of two",
    "P0.align=5000 P1.addr=440000", 0x800, 0 },
  { "to another segment", "P0.align=10000 P1.addr=402000", 0x800, 0 },
  { "to another segment's page", "P0.align=10000 P1.addr=403800", 0x1800, 0 },
  { "to another segment of a lower number",
    "P1.filesz=800 P1.memsz=800 P0.addr=402900", 0, 1 },
  { "over a note", "P3.type=4 P3.addr=401900 P3.memsz=10", 0x800, 0 },
  { "not at all if it is a note", "P0.type=4", 0, 0 },
  { "not at all if it is writable", "P0.flags=6", 0, 0 },
  { "to the last page of all addresses", "P0.addr=ffffffffffffd7ff", 1, 0 },
  { "not into the last page of all addresses", "P0.addr=ffffffffffffd801", 0,
    0 },
};

static bool
grows (size_t i)
{
  static struct fixture fx;

  fixture_begin (&fx, false);
  if (!fixture_bend (&fx, growths[i].bend) || fixture_open (&fx) != SFM_OK)
    return false;
  const uint64_t growth = segment_growth (&fx.image, growths[i].segment);
  fixture_close (&fx);
  return growth == growths[i].growth;
}

static bool
judged (size_t i, bool big_endian)
{
  static struct fixture fx;
  struct free_space tail = { .size = 0 };

  fixture_begin (&fx, big_endian);
  if (!fixture_bend (&fx, cases[i].bend) || fixture_open (&fx) != SFM_OK)
    return false;
  const uint32_t segment = cases[i].segment;
  const bool found = free_space_find_tail (
      EDIT_SFRAME, &fx.image, segment, cases[i].least, &tail, &fixture_sink);
  const uint64_t distance
      = fx.segments[segment].p_vaddr - fx.segments[segment].p_offset;
  fixture_close (&fx);
  return found == (cases[i].size != 0)
         && (!found
             || (tail.offset == cases[i].offset && tail.size == cases[i].size
                 && tail.segment == segment && tail.used == 0
                 && tail.addr == tail.offset + distance));
}

int
main (void)
{
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    unit_result (judged (i, false) && judged (i, true), cases[i].name);
  for (size_t i = 0; i < sizeof growths / sizeof growths[0]; i++)
    unit_result_of (grows (i), "growth %s", growths[i].name);
  return unit_exit ();
}
