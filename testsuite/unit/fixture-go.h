/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-go.h - an image with a table of Go, of three functions.  */

#ifndef TESTSUITE_FIXTURE_GO_H
#define TESTSUITE_FIXTURE_GO_H

#include <stdbool.h>
#include <stdint.h>

#include "fixture-image.h"
#include "go-table.h"

enum
{
  GO_WORD = 8,
  /* Offsets in the file.  */
  GO_TABLE = 0x1200,
  GO_TABLE_END = 0x1800,
  GO_CODE = 0x2000,
  GO_DATA = 0x5000,
  GO_MODULE = 0x5100,
  /* Offsets in the table.  */
  GO_NAMES = 0x80,
  GO_NAMES_SIZE = 0x40,
  GO_PROGRAMS = 0xc0,
  GO_PROGRAMS_SIZE = 0x40,
  GO_PART = 0x140, /* of functions since 1.16 */
  GO_RECORDS = 0x200,
  GO_END = 0x300,

  GO_FUNCTIONS = 3
};

/* Where functions begin in the code, and where the last one ends; their names
   in the table, and their flags there.  */
extern const uint32_t go_starts[GO_FUNCTIONS + 1];
extern const char go_names[GO_NAMES_SIZE];
extern const uint32_t go_name_at[GO_FUNCTIONS];
extern const uint8_t go_flags[GO_FUNCTIONS];

struct go_maker
{
  struct fixture fixture;
  enum go_version version;
  bool big;
  bool moved; /* the loader decides the addresses */
  size_t reloc_count;
};

/* Make an image with a table of VERSION in M: BIG for big-endian AArch64, or
   for AMD64; MOVED if the loader decides the addresses.  Its last section is
   that of the table.  fixture_open is to be called.  */
void go_make (struct go_maker *m, enum go_version version, bool big,
              bool moved);

/* Put VALUE to OFFSET of the file.  */
void go_put64 (struct go_maker *m, uint64_t offset, uint64_t value);
void go_put32 (struct go_maker *m, uint64_t offset, uint64_t value);

#endif /* TESTSUITE_FIXTURE_GO_H */
