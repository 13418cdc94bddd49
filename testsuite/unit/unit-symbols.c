/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-symbols.c - which functions the symbol tables of an image are read to
   name.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-image.h"
#include "fixture-tables.h"
#include "result.h"

static struct tables t;

static void
test_kinds (bool big_endian)
{
  tables_begin (&t, big_endian, EM_X86_64);
  tables_function (&t, NUMBER_SYMTAB, "f", STB_GLOBAL, 0x100, 8);
  tables_symbol (&t, NUMBER_SYMTAB, "i", STB_WEAK, STT_GNU_IFUNC, NUMBER_TEXT,
                 0x110, 4);
  tables_symbol (&t, NUMBER_SYMTAB, "l", STB_LOCAL, STT_NOTYPE, NUMBER_TEXT,
                 0x120, 0);
  tables_symbol (&t, NUMBER_SYMTAB, "$x", STB_LOCAL, STT_NOTYPE, NUMBER_TEXT,
                 0x130, 0);
  tables_symbol (&t, NUMBER_SYMTAB, "data", STB_GLOBAL, STT_OBJECT,
                 NUMBER_TEXT, 0x140, 8);
  tables_symbol (&t, NUMBER_SYMTAB, "tls", STB_GLOBAL, STT_TLS, NUMBER_TEXT,
                 0x140, 8);
  tables_symbol (&t, NUMBER_SYMTAB, "in_data", STB_GLOBAL, STT_FUNC,
                 NUMBER_DATA, 0x150, 8);
  tables_symbol (&t, NUMBER_SYMTAB, "undefined", STB_GLOBAL, STT_FUNC,
                 SHN_UNDEF, 0, 0);
  tables_symbol (&t, NUMBER_SYMTAB, "absolute", STB_GLOBAL, STT_FUNC, SHN_ABS,
                 0x160, 8);
  tables_symbol (&t, NUMBER_SYMTAB, "", STB_LOCAL, STT_SECTION, NUMBER_TEXT,
                 0x100, 0);
  tables_symbol (&t, NUMBER_SYMTAB, "nowhere", STB_GLOBAL, STT_FUNC, NUMBERS,
                 0x170, 8);
  tables_expect (
      &t, NULL,
      t.image.big_endian ? "kinds, big-endian" : "kinds, little-endian",
      "f 100 8 global, i 110 4 weak, l 120 0 local, $x 130 0 local", 0);
  unit_result (t.index.has_symtab, "a symbol table is there");
  function_index_free (&t.index);
}

static void
test_mapping (void)
{
  tables_begin (&t, true, EM_AARCH64);
  const char *const names[] = { "$x", "$d", "$x.1", "$d.foo", "$xa", "$" };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    tables_symbol (&t, NUMBER_SYMTAB, names[i], STB_LOCAL, STT_NOTYPE,
                   NUMBER_TEXT, 0x100 + i, 0);
  tables_expect (&t, NULL, "mapping symbols of AArch64",
                 "$xa 104 0 local, $ 105 0 local", 0);
  function_index_free (&t.index);
}

/* Whether each of NAMES is found the same, wherever it is expected.  */
static bool
same_from_near (const struct function_index *index, const char *const *names)
{
  bool good = true;

  for (; *names != NULL; names++)
    for (size_t near = 0; near <= index->symbols.count + 1; near++)
      {
        size_t first, found, behind = near;
        size_t count = index_named (index, *names, &first);
        good = good
               && index_named_near (index, *names, &behind, &found) == count
               && (count == 0
                       ? behind == near
                       : found == first
                             && behind == index->by_name[first].idx + 1U);
      }
  return good;
}

static void
test_files (void)
{
  static const char *const names[]
      = { "before", "f", "hidden", "befor", "hidden@V1", "zz", NULL };

  tables_begin (&t, false, EM_X86_64);
  tables_function (&t, NUMBER_SYMTAB, "before", STB_LOCAL, 0x100, 1);
  tables_symbol (&t, NUMBER_SYMTAB, "b.c", STB_LOCAL, STT_FILE, SHN_ABS, 0, 0);
  tables_function (&t, NUMBER_SYMTAB, "f", STB_LOCAL, 0x110, 1);
  tables_symbol (&t, NUMBER_SYMTAB, "a.c", STB_LOCAL, STT_FILE, SHN_ABS, 0, 0);
  tables_function (&t, NUMBER_SYMTAB, "f", STB_LOCAL, 0x120, 1);
  tables_symbol (&t, NUMBER_SYMTAB, "", STB_LOCAL, STT_FILE, SHN_ABS, 0, 0);
  tables_function (&t, NUMBER_SYMTAB, "hidden", STB_LOCAL, 0x130, 1);
  tables_function (&t, NUMBER_SYMTAB, "f", STB_GLOBAL, 0x140, 1);
  tables_expect (&t, NULL, "groups of files",
                 "before 100 1 local, f 110 1 local b.c, f 120 1 local a.c, "
                 "hidden 130 1 local, f 140 1 global",
                 0);

  bool ordered = index_order_names (&t.index);
  size_t first, count = index_named (&t.index, "f", &first);
  ordered = ordered && count == 3;
  for (size_t i = 0; i < count; i++)
    ordered = ordered
              && t.index.symbols.at[t.index.by_name[first + i].idx].addr
                     == 0x110 + 0x10 * (i + (i == 2));
  unit_result (ordered && index_named (&t.index, "e", &first) == 0
                   && index_named (&t.index, "zz", &first) == 0,
               "symbols of a name");
  unit_result (same_from_near (&t.index, names),
               "symbols of a name, wherever they are expected");
  unit_result (
      index_file (&t.index, "a.c") != 0 && index_file (&t.index, "b.c") != 0
          && index_file (&t.index, "c.c") == 0 && t.index.files.count == 2,
      "names of files");
  unit_result (index_confirms (&t.index, 0x110, 1)
                       == (SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE)
                   && index_confirms (&t.index, 0x110, 2) == SFM_EVIDENCE_START
                   && index_confirms (&t.index, 0x111, 1) == 0
                   && !index_contradicts (&t.index, 0x111, 1),
               "symbols confirm and do not contradict");
  function_index_free (&t.index);
}

static void
test_two_tables (void)
{
  tables_begin (&t, false, EM_X86_64);
  tables_function (&t, NUMBER_SYMTAB, "made_local", STB_LOCAL, 0x100, 1);
  tables_function (&t, NUMBER_SYMTAB, "f", STB_GLOBAL, 0x110, 1);
  tables_function (&t, NUMBER_SYMTAB, "g@@V1", STB_GLOBAL, 0x120, 1);
  tables_function (&t, NUMBER_SYMTAB, "twin", STB_LOCAL, 0x130, 1);
  tables_function (&t, NUMBER_SYMTAB, "twin", STB_LOCAL, 0x130, 1);
  tables_function (&t, NUMBER_DYNSYM, "made_local", STB_WEAK, 0x100, 1);
  tables_function (&t, NUMBER_DYNSYM, "f", STB_GLOBAL, 0x110, 1);
  tables_function (&t, NUMBER_DYNSYM, "g", STB_GLOBAL, 0x120, 1);
  tables_expect (&t, NULL, "symbols of both tables",
                 "made_local 100 1 weak, f 110 1 global, g 120 1 global, "
                 "g@@V1 120 1 global, twin 130 1 local, twin 130 1 local",
                 0);
  function_index_free (&t.index);

  t.sections[NUMBER_SYMTAB].size = 0;
  tables_expect (&t, NULL, "stripped",
                 "made_local 100 1 weak, f 110 1 global, g 120 1 global", 0);
  unit_result (!t.index.has_symtab, "no symbol table is there");
  function_index_free (&t.index);
}

/* Symbols of one name are together, whatever their sizes.  */
static void
test_several (void)
{
  size_t first;

  tables_begin (&t, false, EM_X86_64);
  tables_function (&t, NUMBER_SYMTAB, "e", STB_GLOBAL, 0x200, 8);
  tables_function (&t, NUMBER_SYMTAB, "g", STB_GLOBAL, 0x210, 8);
  for (uint64_t i = 0; i < 6; i++)
    tables_function (&t, NUMBER_SYMTAB, "f", STB_LOCAL, 0x100 + 0x10 * i,
                     i % 3);
  unit_result (function_index_read (&t.image, NULL, &t.index, &fixture_sink)
                       == SFM_OK
                   && index_order_names (&t.index)
                   && index_named (&t.index, "f", &first) == 6,
               "symbols of one name");
  function_index_free (&t.index);
}

static void
test_indices (bool big_endian)
{
  tables_begin (&t, big_endian, EM_X86_64);
  tables_symbol (&t, NUMBER_SYMTAB, "f", STB_GLOBAL, STT_FUNC, SHN_XINDEX,
                 0x100, 1);
  tables_symbol (&t, NUMBER_SYMTAB, "d", STB_GLOBAL, STT_FUNC, SHN_XINDEX,
                 0x110, 1);
  tables_symbol (&t, NUMBER_SYMTAB, "g", STB_GLOBAL, STT_FUNC, SHN_XINDEX,
                 0x120, 1);
  elf_put32 (t.bytes + TABLES_INDICES + 4, NUMBER_TEXT, t.image.big_endian);
  elf_put32 (t.bytes + TABLES_INDICES + 8, NUMBER_DATA, t.image.big_endian);
  t.sections[NUMBER_INDICES].size = 12;
  tables_expect (&t, NULL,
                 t.image.big_endian ? "extended numbers, big-endian"
                                    : "extended numbers, little-endian",
                 "f 100 1 global", 1);
  function_index_free (&t.index);
}

static void
test_damage (void)
{
  tables_begin (&t, false, EM_X86_64);
  tables_function (&t, NUMBER_SYMTAB, "f", STB_GLOBAL, 0x100, 1);
  uint8_t *symbol = tables_symbol (&t, NUMBER_SYMTAB, "bad", STB_GLOBAL,
                                   STT_FUNC, NUMBER_TEXT, 0x110, 1);
  tables_function (&t, NUMBER_SYMTAB, "last", STB_GLOBAL, 0x120, 1);
  elf_put32 (symbol, 0x1000, t.image.big_endian);
  tables_expect (&t, NULL, "a name outside the strings",
                 "f 100 1 global, last 120 1 global", 1);
  unit_result (!t.index.has_symtab, "a damaged table shows no absence");
  function_index_free (&t.index);

  t.sections[NUMBER_STRTAB].size -= 2;
  tables_expect (&t, NULL, "a name without an end", "f 100 1 global", 1);
  function_index_free (&t.index);

  t.sections[NUMBER_STRTAB].size = 0;
  tables_expect (&t, NULL, "no strings", "", 1);
  function_index_free (&t.index);

  t.sections[NUMBER_SYMTAB].link = NUMBERS;
  tables_expect (&t, NULL, "no string table", "", 1);
  function_index_free (&t.index);

  t.sections[NUMBER_SYMTAB].link = NUMBER_TEXT;
  tables_expect (&t, NULL, "strings that are none", "", 1);
  function_index_free (&t.index);

  t.sections[NUMBER_SYMTAB].link = NUMBER_STRTAB;
  t.sections[NUMBER_SYMTAB].entsize = 16;
  tables_expect (&t, NULL, "entries of another size", "", 1);
  function_index_free (&t.index);
}

/* The gABI allows one table of a kind, and names may share bytes only so
   far.  */
static void
test_limits (void)
{
  tables_begin (&t, false, EM_X86_64);
  tables_function (&t, NUMBER_SYMTAB, "f", STB_GLOBAL, 0x100, 1);
  tables_function (&t, NUMBER_DYNSYM, "second", STB_GLOBAL, 0x110, 1);
  t.sections[NUMBER_DYNSYM].type = SHT_SYMTAB;
  tables_expect (&t, NULL, "a second table of a kind is not read",
                 "f 100 1 global", 0);
  function_index_free (&t.index);

  enum
  {
    COUNT = 80
  };
  static const size_t large = 0x40000;
  uint8_t *copy = malloc (large);
  if (copy == NULL)
    return;
  tables_begin (&t, false, EM_X86_64);
  for (size_t i = 0; i < COUNT; i++)
    tables_function (&t, NUMBER_SYMTAB, "", STB_GLOBAL, 0x100 + i, 1);
  /* After the rest: one name, which all symbols share.  */
  memset (copy, 'a', large);
  memcpy (copy, t.bytes, TABLES_SIZE);
  copy[large - 1] = '\0';
  t.image.memory = copy;
  t.image.size = large;
  t.sections[NUMBER_STRTAB].offset = TABLES_SIZE;
  t.sections[NUMBER_STRTAB].size = large - TABLES_SIZE;
  fixture_warnings = 0;
  unit_result (function_index_read (&t.image, NULL, &t.index, &fixture_sink)
                       == SFM_OK
                   && index_order_names (&t.index) && fixture_warnings == 1
                   && !t.index.has_symtab && t.index.symbols.count >= 64
                   && t.index.symbols.count < COUNT,
               "more names than the strings can hold");
  function_index_free (&t.index);
  free (copy);
}

int
main (void)
{
  test_kinds (false);
  test_kinds (true);
  test_mapping ();
  test_files ();
  test_two_tables ();
  test_several ();
  test_indices (false);
  test_indices (true);
  test_damage ();
  test_limits ();
  return unit_exit ();
}
