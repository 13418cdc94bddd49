/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-symbols.c - which functions the symbol tables of an image are read to
   name.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-codec.h"
#include "evidence.h"
#include "fixture-image.h"

enum
{
  SYMTAB = 0x1000,
  STRTAB = 0x1800,
  DYNSYM = 0x2000,
  DYNSTR = 0x2800,
  INDICES = 0x3000,
  SIZE = 0x4000,

  NUMBER_TEXT = 1,
  NUMBER_DATA = 2,
  NUMBER_SYMTAB = 3,
  NUMBER_STRTAB = 4,
  NUMBER_DYNSYM = 5,
  NUMBER_DYNSTR = 6,
  NUMBER_INDICES = 7,
  NUMBERS = 8
};

static uint8_t bytes[SIZE];
static bool big;
static struct image image;
static struct image_section sections[NUMBERS];
static struct evidence evidence;

/* Set section NUMBER: empty, of TYPE, at OFFSET.  */
static void
put_section (uint32_t number, uint32_t type, uint64_t offset, uint32_t link,
             uint64_t entsize)
{
  sections[number] = (struct image_section){ .name = "table",
                                             .type = type,
                                             .offset = offset,
                                             .link = link,
                                             .entsize = entsize };
}

static void
begin (bool big_endian, uint16_t machine)
{
  memset (bytes, 0, sizeof bytes);
  memset (sections, 0, sizeof sections);
  big = big_endian;
  put_section (NUMBER_TEXT, SHT_PROGBITS, 0, 0, 0);
  sections[NUMBER_TEXT].flags = SHF_ALLOC | SHF_EXECINSTR;
  put_section (NUMBER_DATA, SHT_PROGBITS, 0, 0, 0);
  sections[NUMBER_DATA].flags = SHF_ALLOC | SHF_WRITE;
  put_section (NUMBER_SYMTAB, SHT_SYMTAB, SYMTAB, NUMBER_STRTAB, ELF_SYM_SIZE);
  put_section (NUMBER_STRTAB, SHT_STRTAB, STRTAB, 0, 0);
  put_section (NUMBER_DYNSYM, SHT_DYNSYM, DYNSYM, NUMBER_DYNSTR, ELF_SYM_SIZE);
  put_section (NUMBER_DYNSTR, SHT_STRTAB, DYNSTR, 0, 0);
  put_section (NUMBER_INDICES, SHT_SYMTAB_SHNDX, INDICES, NUMBER_SYMTAB, 4);
  for (uint32_t i = NUMBER_SYMTAB; i <= NUMBER_DYNSYM; i += 2)
    {
      sections[i].size = ELF_SYM_SIZE;
      sections[i + 1].size = 1;
    }
  image = (struct image){ .path = "image",
                          .bytes = bytes,
                          .size = SIZE,
                          .big_endian = big,
                          .type = ET_DYN,
                          .machine = machine,
                          .sections = sections,
                          .section_count = NUMBERS };
}

/* Add a symbol to table NUMBER; return where it is.  */
static uint8_t *
put_symbol (uint32_t number, const char *name, unsigned bind, unsigned type,
            uint16_t section, uint64_t addr, uint64_t size)
{
  struct image_section *table = &sections[number];
  struct image_section *strings = &sections[number + 1];
  uint8_t *symbol = bytes + table->offset + table->size;

  elf_put32 (symbol, (uint32_t) strings->size, big);
  symbol[4] = (uint8_t) (bind << 4 | type);
  elf_put16 (symbol + 6, section, big);
  elf_put64 (symbol + 8, addr, big);
  elf_put64 (symbol + 16, size, big);
  memcpy (bytes + strings->offset + strings->size, name, strlen (name) + 1);
  strings->size += strlen (name) + 1;
  table->size += ELF_SYM_SIZE;
  return symbol;
}

static void
put_function (uint32_t number, const char *name, unsigned bind, uint64_t addr,
              uint64_t size)
{
  put_symbol (number, name, bind, STT_FUNC, NUMBER_TEXT, addr, size);
}

/* Print "NAME ADDR SIZE BINDING FILE" of all symbols to TEXT.  */
static void
print_all (char *text, size_t size)
{
  text[0] = '\0';
  for (size_t i = 0; i < evidence.symbol_count; i++)
    {
      const struct evidence_symbol *s = &evidence.symbols[i];
      const char *bind = s->weak ? "weak" : s->global ? "global" : "local";
      size_t used = strlen (text);
      snprintf (text + used, size - used, "%s%s %llx %llx %s%s%s",
                used == 0 ? "" : ", ", s->name, (unsigned long long) s->addr,
                (unsigned long long) s->size, bind, s->file == 0 ? "" : " ",
                s->file == 0 ? "" : evidence.files[s->file - 1]);
    }
}

/* Test NAME: the symbols are WANTED, and there were WARNINGS.  */
static void
expect (const char *name, const char *wanted, unsigned warnings)
{
  char text[400];

  fixture_warnings = 0;
  if (evidence_read (&image, &evidence, &fixture_sink) != SFM_OK)
    {
      fixture_result (false, name);
      return;
    }
  print_all (text, sizeof text);
  bool passed = strcmp (text, wanted) == 0 && fixture_warnings == warnings;
  fixture_result (passed, name);
  if (!passed)
    printf ("  got \"%s\", expected \"%s\"\n", text, wanted);
}

static void
test_kinds (bool big_endian)
{
  begin (big_endian, EM_X86_64);
  put_function (NUMBER_SYMTAB, "f", STB_GLOBAL, 0x100, 8);
  put_symbol (NUMBER_SYMTAB, "i", STB_WEAK, STT_GNU_IFUNC, NUMBER_TEXT, 0x110,
              4);
  put_symbol (NUMBER_SYMTAB, "l", STB_LOCAL, STT_NOTYPE, NUMBER_TEXT, 0x120,
              0);
  put_symbol (NUMBER_SYMTAB, "$x", STB_LOCAL, STT_NOTYPE, NUMBER_TEXT, 0x130,
              0);
  put_symbol (NUMBER_SYMTAB, "data", STB_GLOBAL, STT_OBJECT, NUMBER_TEXT,
              0x140, 8);
  put_symbol (NUMBER_SYMTAB, "tls", STB_GLOBAL, STT_TLS, NUMBER_TEXT, 0x140,
              8);
  put_symbol (NUMBER_SYMTAB, "in_data", STB_GLOBAL, STT_FUNC, NUMBER_DATA,
              0x150, 8);
  put_symbol (NUMBER_SYMTAB, "undefined", STB_GLOBAL, STT_FUNC, SHN_UNDEF, 0,
              0);
  put_symbol (NUMBER_SYMTAB, "absolute", STB_GLOBAL, STT_FUNC, SHN_ABS, 0x160,
              8);
  put_symbol (NUMBER_SYMTAB, "", STB_LOCAL, STT_SECTION, NUMBER_TEXT, 0x100,
              0);
  put_symbol (NUMBER_SYMTAB, "nowhere", STB_GLOBAL, STT_FUNC, NUMBERS, 0x170,
              8);
  expect (big ? "kinds, big-endian" : "kinds, little-endian",
          "f 100 8 global, i 110 4 weak, l 120 0 local, $x 130 0 local", 0);
  fixture_result (evidence.has_symtab, "a symbol table is there");
  evidence_free (&evidence);
}

static void
test_mapping (void)
{
  begin (true, EM_AARCH64);
  const char *const names[] = { "$x", "$d", "$x.1", "$d.foo", "$xa", "$" };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    put_symbol (NUMBER_SYMTAB, names[i], STB_LOCAL, STT_NOTYPE, NUMBER_TEXT,
                0x100 + i, 0);
  expect ("mapping symbols of AArch64", "$xa 104 0 local, $ 105 0 local", 0);
  evidence_free (&evidence);
}

static void
test_files (void)
{
  begin (false, EM_X86_64);
  put_function (NUMBER_SYMTAB, "before", STB_LOCAL, 0x100, 1);
  put_symbol (NUMBER_SYMTAB, "b.c", STB_LOCAL, STT_FILE, SHN_ABS, 0, 0);
  put_function (NUMBER_SYMTAB, "f", STB_LOCAL, 0x110, 1);
  put_symbol (NUMBER_SYMTAB, "a.c", STB_LOCAL, STT_FILE, SHN_ABS, 0, 0);
  put_function (NUMBER_SYMTAB, "f", STB_LOCAL, 0x120, 1);
  put_symbol (NUMBER_SYMTAB, "", STB_LOCAL, STT_FILE, SHN_ABS, 0, 0);
  put_function (NUMBER_SYMTAB, "hidden", STB_LOCAL, 0x130, 1);
  put_function (NUMBER_SYMTAB, "f", STB_GLOBAL, 0x140, 1);
  expect ("groups of files",
          "before 100 1 local, f 110 1 local b.c, f 120 1 local a.c, "
          "hidden 130 1 local, f 140 1 global",
          0);

  size_t first, count = evidence_named (&evidence, "f", &first);
  bool ordered = count == 3;
  for (size_t i = 0; i < count; i++)
    ordered = ordered
              && evidence.symbols[evidence.by_name[first + i]].addr
                     == 0x110 + 0x10 * (i + (i == 2));
  fixture_result (ordered && evidence_named (&evidence, "e", &first) == 0
                      && evidence_named (&evidence, "zz", &first) == 0,
                  "symbols of a name");
  fixture_result (evidence_has_file (&evidence, "a.c")
                      && evidence_has_file (&evidence, "b.c")
                      && !evidence_has_file (&evidence, "c.c")
                      && evidence.file_count == 2,
                  "names of files");
  fixture_result (evidence_about (&evidence, 0x110, 1)
                          == (SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE)
                      && evidence_about (&evidence, 0x110, 2)
                             == SFM_EVIDENCE_START
                      && evidence_about (&evidence, 0x111, 1) == 0
                      && !evidence_against (&evidence, 0x111, 1),
                  "symbols confirm and do not contradict");
  evidence_free (&evidence);
}

static void
test_two_tables (void)
{
  begin (false, EM_X86_64);
  put_function (NUMBER_SYMTAB, "made_local", STB_LOCAL, 0x100, 1);
  put_function (NUMBER_SYMTAB, "f", STB_GLOBAL, 0x110, 1);
  put_function (NUMBER_SYMTAB, "g@@V1", STB_GLOBAL, 0x120, 1);
  put_function (NUMBER_SYMTAB, "twin", STB_LOCAL, 0x130, 1);
  put_function (NUMBER_SYMTAB, "twin", STB_LOCAL, 0x130, 1);
  put_function (NUMBER_DYNSYM, "made_local", STB_WEAK, 0x100, 1);
  put_function (NUMBER_DYNSYM, "f", STB_GLOBAL, 0x110, 1);
  put_function (NUMBER_DYNSYM, "g", STB_GLOBAL, 0x120, 1);
  expect ("symbols of both tables",
          "made_local 100 1 weak, f 110 1 global, g 120 1 global, "
          "g@@V1 120 1 global, twin 130 1 local, twin 130 1 local",
          0);
  evidence_free (&evidence);

  sections[NUMBER_SYMTAB].size = 0;
  expect ("stripped", "made_local 100 1 weak, f 110 1 global, g 120 1 global",
          0);
  fixture_result (!evidence.has_symtab, "no symbol table is there");
  evidence_free (&evidence);
}

static void
test_indices (bool big_endian)
{
  begin (big_endian, EM_X86_64);
  put_symbol (NUMBER_SYMTAB, "f", STB_GLOBAL, STT_FUNC, SHN_XINDEX, 0x100, 1);
  put_symbol (NUMBER_SYMTAB, "d", STB_GLOBAL, STT_FUNC, SHN_XINDEX, 0x110, 1);
  put_symbol (NUMBER_SYMTAB, "g", STB_GLOBAL, STT_FUNC, SHN_XINDEX, 0x120, 1);
  elf_put32 (bytes + INDICES + 4, NUMBER_TEXT, big);
  elf_put32 (bytes + INDICES + 8, NUMBER_DATA, big);
  sections[NUMBER_INDICES].size = 12;
  expect (big ? "extended numbers, big-endian"
              : "extended numbers, little-endian",
          "f 100 1 global", 1);
  evidence_free (&evidence);
}

static void
test_damage (void)
{
  begin (false, EM_X86_64);
  put_function (NUMBER_SYMTAB, "f", STB_GLOBAL, 0x100, 1);
  uint8_t *symbol = put_symbol (NUMBER_SYMTAB, "bad", STB_GLOBAL, STT_FUNC,
                                NUMBER_TEXT, 0x110, 1);
  put_function (NUMBER_SYMTAB, "last", STB_GLOBAL, 0x120, 1);
  elf_put32 (symbol, 0x1000, big);
  expect ("a name outside the strings", "f 100 1 global, last 120 1 global",
          1);
  evidence_free (&evidence);

  sections[NUMBER_STRTAB].size -= 2;
  expect ("a name without an end", "f 100 1 global", 1);
  evidence_free (&evidence);

  sections[NUMBER_STRTAB].size = 0;
  expect ("no strings", "", 1);
  evidence_free (&evidence);

  sections[NUMBER_SYMTAB].link = NUMBERS;
  expect ("no string table", "", 1);
  evidence_free (&evidence);

  sections[NUMBER_SYMTAB].link = NUMBER_TEXT;
  expect ("strings that are none", "", 1);
  evidence_free (&evidence);

  sections[NUMBER_SYMTAB].link = NUMBER_STRTAB;
  sections[NUMBER_SYMTAB].entsize = 16;
  expect ("entries of another size", "", 1);
  evidence_free (&evidence);
}

/* The gABI allows one table of a kind, and names may share bytes only so
   far.  */
static void
test_limits (void)
{
  begin (false, EM_X86_64);
  put_function (NUMBER_SYMTAB, "f", STB_GLOBAL, 0x100, 1);
  put_function (NUMBER_DYNSYM, "second", STB_GLOBAL, 0x110, 1);
  sections[NUMBER_DYNSYM].type = SHT_SYMTAB;
  expect ("a second table of a kind is not read", "f 100 1 global", 0);
  evidence_free (&evidence);

  enum
  {
    COUNT = 80
  };
  static const size_t large = 0x40000;
  uint8_t *copy = malloc (large);
  if (copy == NULL)
    return;
  begin (false, EM_X86_64);
  for (size_t i = 0; i < COUNT; i++)
    put_function (NUMBER_SYMTAB, "", STB_GLOBAL, 0x100 + i, 1);
  /* Behind the rest: one name, which all symbols share.  */
  memset (copy, 'a', large);
  memcpy (copy, bytes, SIZE);
  copy[large - 1] = '\0';
  image.bytes = copy;
  image.size = large;
  sections[NUMBER_STRTAB].offset = SIZE;
  sections[NUMBER_STRTAB].size = large - SIZE;
  fixture_warnings = 0;
  fixture_result (evidence_read (&image, &evidence, &fixture_sink) == SFM_OK
                      && fixture_warnings == 1 && !evidence.has_symtab
                      && evidence.symbol_count >= 64
                      && evidence.symbol_count < COUNT,
                  "more names than the strings can hold");
  evidence_free (&evidence);
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
  test_indices (false);
  test_indices (true);
  test_damage ();
  test_limits ();
  return fixture_exit ();
}
