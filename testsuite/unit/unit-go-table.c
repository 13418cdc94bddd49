/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-go-table.c - the table of functions of a Go program.

   Each table has three functions, the names and programs of which are the same
   in all versions.  It is read as it is, then once with each thing wrong that
   can be.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "fixture-go.h"
#include "result.h"

static struct go_maker maker;

/* What they say: START, END and DEPTH, as above.  */
static const struct row
{
  uint8_t function, start, end;
  int8_t depth;
} rows[] = {
  { 0, 0, 4, 0 }, { 0, 4, 12, 16 }, { 0, 12, 14, 0 },
  { 1, 0, 1, 0 }, { 2, 0, 3, 8 },   { 2, 3, 4, -8 },
};

/* Read the table; close_table is due.  */
static bool
open_table (struct code_ranges *code, struct go_table *table)
{
  memset (code, 0, sizeof *code);
  memset (table, 0, sizeof *table);
  return fixture_open (&maker.fixture) == SFM_OK
         && code_ranges_read (&maker.fixture.image, code, &fixture_sink)
                == SFM_OK
         && go_table_read (code, table, &fixture_sink) == SFM_OK;
}

static void
close_table (struct code_ranges *code, struct go_table *table)
{
  go_table_free (table);
  code_ranges_free (code);
  fixture_close (&maker.fixture);
}

/* Whether TABLE has just the functions, with all that is in them.  */
static bool
has_functions (const struct go_table *table)
{
  const unsigned quantum = maker.big ? 4 : 1;
  struct go_function function;
  struct go_rows walk;
  struct go_row row;
  size_t next = 0;

  if (table->version != maker.version || table->count != GO_FUNCTIONS
      || table->why != NULL)
    return false;
  for (unsigned i = 0; i < GO_FUNCTIONS; i++)
    {
      const uint64_t addr = FIXTURE_BASE + GO_CODE + go_starts[i];
      /* In the first version, names tell.  */
      const unsigned wanted
          = maker.version == GO_1_2 ? go_flags[i] & 1U : go_flags[i];
      if (!go_table_function (table, i, &function) || function.addr != addr
          || function.end != FIXTURE_BASE + GO_CODE + go_starts[i + 1]
          || function.name == NULL
          || strcmp (function.name, go_names + go_name_at[i]) != 0
          || function.flags != wanted)
        return false;
      go_rows_begin (table, &function, &walk);
      for (; go_rows_next (&walk, &row); next++)
        if (next == sizeof rows / sizeof *rows || rows[next].function != i
            || row.start != addr + rows[next].start * quantum
            || row.end != addr + rows[next].end * quantum
            || row.depth != rows[next].depth)
          return false;
      if (walk.broken)
        return false;
    }
  return next == sizeof rows / sizeof *rows;
}

static void
test_good (enum go_version version)
{
  struct code_ranges code;
  struct go_table table;

  for (unsigned i = 0; i < 8; i++)
    {
      go_make (&maker, version, (i & 1) != 0, (i & 2) != 0);
      if ((i & 4) != 0)
        maker.fixture.section_count = 0;
      const bool good = open_table (&code, &table) && has_functions (&table);
      unit_result_of (good, "version %d, %s, %s, %s", (int) version,
                      (i & 1) != 0 ? "big-endian AArch64" : "AMD64",
                      (i & 2) != 0 ? "moved" : "fixed",
                      (i & 4) != 0 ? "without sections" : "with sections");
      close_table (&code, &table);
    }
}

/* A table with SIZE bytes at OFFSET of the file that are VALUE, and what is
   said of it.  */
struct damage
{
  const char *name;
  uint32_t offset;
  uint8_t size;
  uint64_t value;
  const char *why;
};

#define TABLE_WORD(n) (GO_TABLE + (n) *GO_WORD)
#define MODULE_WORD(n) (GO_MODULE + (n) *GO_WORD)

static const char no_module[] = "is not that of the program's module data";
static const char no_order[] = "has functions that are not in order";
static const char no_record[] = "has functions without a record";

/* Of version 1.20.  */
static const struct damage damages[] = {
  { "a later version", GO_TABLE, 4, 0xfffffff2, "is of no known version" },
  { "no padding", GO_TABLE + 4, 1, 1, "is not for this machine" },
  { "another quantum", GO_TABLE + 6, 1, 4, "is not for this machine" },
  { "addresses of 4 bytes", GO_TABLE + 7, 1, 4, "is not for this machine" },
  { "no functions", TABLE_WORD (1), 8, 0, no_module },
  { "more functions", TABLE_WORD (1), 8, 4, no_module },
  { "2^64 - 1 functions", TABLE_WORD (1), 8, UINT64_MAX, no_module },
  { "names elsewhere", TABLE_WORD (4), 8, GO_NAMES + 8, no_module },
  { "programs elsewhere", TABLE_WORD (7), 8, GO_PROGRAMS + 8, no_module },
  { "functions elsewhere", TABLE_WORD (8), 8, GO_PART + 8, no_module },
  { "functions outside", TABLE_WORD (8), 8, UINT64_MAX - 7, no_module },
  { "another table", MODULE_WORD (0), 8, FIXTURE_BASE + GO_TABLE + 8,
    no_module },
  { "long names", MODULE_WORD (2), 8, 0x10000, no_module },
  { "long programs", MODULE_WORD (11), 8, UINT64_MAX, no_module },
  { "other functions", MODULE_WORD (13), 8, FIXTURE_BASE + GO_TABLE,
    no_module },
  { "long functions", MODULE_WORD (14), 8, 0x10000, no_module },
  { "other addresses", MODULE_WORD (16), 8, FIXTURE_BASE + GO_TABLE,
    no_module },
  { "no addresses", MODULE_WORD (17), 8, 0, no_module },
  { "fewer addresses", MODULE_WORD (17), 8, GO_FUNCTIONS, no_module },
  { "another first address", MODULE_WORD (20), 8, FIXTURE_BASE + GO_CODE,
    no_module },
  { "another last address", MODULE_WORD (21), 8, FIXTURE_BASE + GO_CODE,
    no_module },
  { "another text", MODULE_WORD (22), 8, FIXTURE_BASE, no_module },
  { "a function before the last one", GO_TABLE + GO_PART + 8, 4, 0x80,
    no_order },
  { "a function after the next one", GO_TABLE + GO_PART + 8, 4, 0x190,
    no_record },
  { "a function that its record has elsewhere", GO_TABLE + GO_PART + 8, 4,
    0x141, no_record },
  { "a record of another function", GO_TABLE + GO_RECORDS, 4, 0x101,
    no_record },
  { "a record outside", GO_TABLE + GO_PART + 4, 4, 0x10000, no_record },
  { "a record at the end", GO_TABLE + GO_PART + 4, 4, GO_END - GO_PART,
    no_record },
};

static void
test_damage (void)
{
  struct code_ranges code;
  struct go_table table;

  for (size_t i = 0; i < sizeof damages / sizeof *damages; i++)
    {
      const struct damage *d = &damages[i];
      go_make (&maker, GO_1_20, false, false);
      for (unsigned k = 0; k < d->size; k++)
        maker.fixture.bytes[d->offset + k] = (uint8_t) (d->value >> k * 8);
      const bool good = open_table (&code, &table) && table.version == GO_NONE
                        && table.count == 0 && table.why != NULL
                        && strcmp (table.why, d->why) == 0;
      unit_result_of (good, "damage: %s", d->name);
      close_table (&code, &table);
    }
}

/* Tables that reach beyond something.  */
static void
test_edges (void)
{
  struct code_ranges code;
  struct go_table table;

  go_make (&maker, GO_1_20, false, false);
  maker.fixture.sections[SEC_TEXT].sh_size = go_starts[GO_FUNCTIONS] - 1;
  unit_result (open_table (&code, &table) && table.version == GO_NONE
                   && strcmp (table.why, "has functions outside of the code")
                          == 0,
               "functions outside of the code");
  close_table (&code, &table);

  go_make (&maker, GO_1_20, false, false);
  maker.fixture.segments[SEG_READ].p_filesz = GO_TABLE + 0x40;
  maker.fixture.segments[SEG_READ].p_memsz = GO_TABLE + 0x40;
  unit_result (open_table (&code, &table) && table.version == GO_NONE
                   && strcmp (table.why, "ends in its header") == 0,
               "a header that ends early");
  close_table (&code, &table);

  go_make (&maker, GO_1_20, false, false);
  maker.fixture.sections[maker.fixture.section_count - 1].sh_addr = 0x10000;
  unit_result (open_table (&code, &table) && table.version == GO_NONE
                   && strcmp (table.why, "has no bytes") == 0,
               "a section without bytes");
  close_table (&code, &table);

  /* What merely looks like one is passed over.  */
  go_make (&maker, GO_1_20, false, false);
  maker.fixture.section_count = 0;
  memcpy (maker.fixture.bytes + GO_DATA, maker.fixture.bytes + GO_TABLE, 0x40);
  memcpy (maker.fixture.bytes + 0x1000, maker.fixture.bytes + GO_TABLE, 0x40);
  unit_result (open_table (&code, &table) && has_functions (&table),
               "a table among copies of its header");
  close_table (&code, &table);

  go_make (&maker, GO_1_20, false, false);
  maker.fixture.section_count = 0;
  for (unsigned i = 0; i < 8; i++)
    memcpy (maker.fixture.bytes + GO_DATA + i * GO_WORD,
            maker.fixture.bytes + GO_TABLE, GO_WORD);
  unit_result (open_table (&code, &table) && table.version == GO_NONE
                   && table.why == NULL,
               "too many that look like a table");
  close_table (&code, &table);

  go_make (&maker, GO_1_20, false, false);
  maker.fixture.sections[maker.fixture.section_count - 1].sh_name
      = fixture_name (&maker.fixture, ".rodata");
  unit_result (open_table (&code, &table) && table.version == GO_NONE
                   && table.why == NULL,
               "a program of no section that Go writes");
  close_table (&code, &table);
  go_make (&maker, GO_1_20, false, false);
  maker.fixture.sections[maker.fixture.section_count - 1].sh_name
      = fixture_name (&maker.fixture, ".go.buildinfo");
  unit_result (open_table (&code, &table) && has_functions (&table),
               "a table in another section");
  close_table (&code, &table);
}

/* Programs, the number of good rows before what is wrong, and whether
   something is.  */
static const struct
{
  const char *name;
  uint8_t bytes[8];
  unsigned rows;
  bool broken;
} programs_told[] = {
  { "a value of -1", { 0x00, 0x01, 0x00 }, 1, false },
  { "an empty program", { 0x00, 0x00 }, 0, true },
  { "a row without bytes", { 0x02, 0x01, 0x10, 0x00, 0x00 }, 1, true },
  { "a row up to the end", { 0x02, 0x40, 0x00 }, 1, false },
  { "a row beyond the function", { 0x02, 0x41, 0x00 }, 0, true },
  { "a step of 2^32", { 0x02, 0xff, 0xff, 0xff, 0xff, 0x10 }, 0, true },
  { "a step of 2^32 - 1", { 0x02, 0xff, 0xff, 0xff, 0xff, 0x0f }, 0, true },
  { "a number of 6 bytes", { 0x82, 0x80, 0x80, 0x80, 0x80, 0x00 }, 0, true },
  { "a long number", { 0x82, 0x80, 0x80, 0x80, 0x00, 0x01, 0x00 }, 1, false },
  { "a value below 32 bits", { 0xff, 0xff, 0xff, 0xff, 0x0f, 0x01 }, 0, true },
};

static void
test_programs (void)
{
  struct code_ranges code;
  struct go_table table;
  struct go_function function;
  struct go_rows walk;
  struct go_row row;

  for (size_t i = 0; i < sizeof programs_told / sizeof *programs_told; i++)
    {
      unsigned count = 0;
      go_make (&maker, GO_1_20, false, false);
      memcpy (maker.fixture.bytes + GO_TABLE + GO_PROGRAMS + 1,
              programs_told[i].bytes, sizeof programs_told[i].bytes);
      const bool good = open_table (&code, &table) && table.version != GO_NONE
                        && go_table_function (&table, 0, &function);
      go_rows_begin (&table, &function, &walk);
      while (good && go_rows_next (&walk, &row))
        count++;
      unit_result_of (good && count == programs_told[i].rows
                          && walk.broken == programs_told[i].broken,
                      "program: %s", programs_told[i].name);
      close_table (&code, &table);
    }
}

/* What a record of function 0 has wrong.  */
static void
test_records (void)
{
  struct code_ranges code;
  struct go_table table;
  struct go_function function;
  struct go_rows walk;
  struct go_row row;

  go_make (&maker, GO_1_20, false, false);
  go_put32 (&maker, GO_TABLE + GO_RECORDS + 4, GO_NAMES_SIZE);
  unit_result (open_table (&code, &table)
                   && go_table_function (&table, 0, &function)
                   && function.name == NULL,
               "a name outside");
  close_table (&code, &table);

  go_make (&maker, GO_1_20, false, false);
  memset (maker.fixture.bytes + GO_TABLE + GO_NAMES, 'x', GO_NAMES_SIZE);
  unit_result (open_table (&code, &table)
                   && go_table_function (&table, 0, &function)
                   && function.name == NULL,
               "a name without an end");
  close_table (&code, &table);

  go_make (&maker, GO_1_20, false, false);
  go_put32 (&maker, GO_TABLE + GO_RECORDS + 16, GO_PROGRAMS_SIZE);
  bool good
      = open_table (&code, &table) && go_table_function (&table, 0, &function);
  go_rows_begin (&table, &function, &walk);
  unit_result (good && walk.broken && !go_rows_next (&walk, &row),
               "a program outside");
  close_table (&code, &table);

  go_make (&maker, GO_1_20, false, false);
  memset (maker.fixture.bytes + GO_TABLE + GO_PROGRAMS, 0x80,
          GO_PROGRAMS_SIZE);
  go_put32 (&maker, GO_TABLE + GO_RECORDS + 16, GO_PROGRAMS_SIZE - 1);
  good
      = open_table (&code, &table) && go_table_function (&table, 0, &function);
  go_rows_begin (&table, &function, &walk);
  unit_result (good && !go_rows_next (&walk, &row) && walk.broken,
               "a program that is cut off");
  close_table (&code, &table);

  /* The address is still there, the rest is not.  */
  go_make (&maker, GO_1_20, false, false);
  go_put64 (&maker, MODULE_WORD (14), GO_RECORDS - GO_PART + 8);
  go_put32 (&maker, GO_TABLE + GO_PART + 12, GO_RECORDS - GO_PART);
  go_put32 (&maker, GO_TABLE + GO_PART + 8, go_starts[0]);
  go_put32 (&maker, GO_TABLE + GO_PART + 20, GO_RECORDS - GO_PART);
  go_put32 (&maker, GO_TABLE + GO_PART + 16, go_starts[0]);
  unit_result (open_table (&code, &table) && table.version != GO_NONE
                   && !go_table_function (&table, 0, &function),
               "a record that is cut off");
  close_table (&code, &table);
}

int
main (void)
{
  for (int version = GO_1_2; version <= GO_1_20; version++)
    test_good ((enum go_version) version);
  test_damage ();
  test_edges ();
  test_programs ();
  test_records ();
  return unit_exit ();
}
