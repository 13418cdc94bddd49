/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-debug-file.c - whether a debug file is that of an image, and what its
   symbols add to the image's.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "debug-file.h"
#include "file-bytes.h"
#include "elf-abi.h"
#include "fixture-image.h"
#include "fixture-tables.h"
#include "result.h"

enum
{
  NOTE_AT = 0x3800,
  NOTE_TEXT = 16, /* where the id is in the note */
  ID_MAX = 40
};

#define AB8 "abababababababab"
#define AB31 AB8 AB8 AB8 "ababababababab"

static struct tables image;
static struct tables debug;

/* The symbols of a debug file, in BIG_ENDIAN order.  */
static void
begin_debug (bool big_endian)
{
  tables_begin (&debug, big_endian, EM_AARCH64);
  debug.image.path = "debug";
  tables_symbol (&debug, NUMBER_SYMTAB, "a.c", STB_LOCAL, STT_FILE, SHN_ABS, 0,
                 0);
  tables_function (&debug, NUMBER_SYMTAB, "l", STB_LOCAL, 0x100, 1);
  tables_symbol (&debug, NUMBER_SYMTAB, "b.c", STB_LOCAL, STT_FILE, SHN_ABS, 0,
                 0);
  tables_function (&debug, NUMBER_SYMTAB, "l", STB_LOCAL, 0x100, 1);
  tables_function (&debug, NUMBER_SYMTAB, "g", STB_GLOBAL, 0x110, 1);
  tables_symbol (&debug, NUMBER_SYMTAB, "", STB_LOCAL, STT_FILE, SHN_ABS, 0,
                 0);
  tables_function (&debug, NUMBER_SYMTAB, "h", STB_LOCAL, 0x120, 1);
  /* A section that is code there and not in the image.  */
  debug.sections[NUMBER_DATA].flags = SHF_ALLOC | SHF_EXECINSTR;
  tables_symbol (&debug, NUMBER_SYMTAB, "second", STB_GLOBAL, STT_FUNC,
                 NUMBER_DATA, 0x130, 1);
  tables_function (&debug, NUMBER_DYNSYM, "unread", STB_GLOBAL, 0x140, 1);
}

/* A debug file's table has the groups; what is in several counts once.  */
static void
test_symbols (bool big)
{
  begin_debug (big);
  tables_begin (&image, big, EM_AARCH64);
  tables_function (&image, NUMBER_DYNSYM, "g", STB_GLOBAL, 0x110, 1);
  tables_function (&image, NUMBER_DYNSYM, "h", STB_WEAK, 0x120, 1);
  tables_expect (&image, &debug.image,
                 big ? "symbols of a debug file, big-endian"
                     : "symbols of a debug file, little-endian",
                 "l 100 1 local a.c, l 100 1 local b.c, g 110 1 global, "
                 "h 120 1 weak, second 130 1 global",
                 0);
  unit_result (image.index.has_symtab && image.index.files.count == 2,
               "a debug file makes up for a stripped table");
  function_index_free (&image.index);

  tables_symbol (&image, NUMBER_SYMTAB, "b.c", STB_LOCAL, STT_FILE, SHN_ABS, 0,
                 0);
  tables_function (&image, NUMBER_SYMTAB, "l", STB_LOCAL, 0x100, 1);
  tables_function (&image, NUMBER_SYMTAB, "g", STB_GLOBAL, 0x110, 1);
  tables_function (&image, NUMBER_SYMTAB, "h", STB_LOCAL, 0x120, 1);
  tables_function (&image, NUMBER_SYMTAB, "own", STB_LOCAL, 0x130, 1);
  tables_function (&image, NUMBER_SYMTAB, "l", STB_LOCAL, 0x100, 2);
  tables_expect (&image, &debug.image, "a debug file beside a symbol table",
                 "l 100 1 local a.c, l 100 1 local b.c, l 100 2 local, "
                 "g 110 1 global, h 120 1 weak, own 130 1 local, "
                 "second 130 1 global",
                 0);
  unit_result (image.index.has_symtab && image.index.files.count == 2
                   && index_file (&image.index, "a.c") != 0,
               "groups are those of the debug file");
  function_index_free (&image.index);

  image.sections[NUMBER_SYMTAB].entsize = 16;
  tables_expect (&image, &debug.image, "a damaged table beside a debug file",
                 "l 100 1 local a.c, l 100 1 local b.c, g 110 1 global, "
                 "h 120 1 weak, second 130 1 global",
                 1);
  unit_result (image.index.has_symtab, "the debug file's is whole");
  function_index_free (&image.index);
}

/* Expect the symbols of the debug file to be refused.  */
static void
expect_corrupt (const char *name, const char *said)
{
  struct function_index index;

  fixture_errors = fixture_warnings = 0;
  sfm_status status = function_index_read (&image.image, &debug.image, &index,
                                           &fixture_sink);
  unit_result (status == SFM_ERR_CORRUPT && fixture_errors == 1
                   && fixture_warnings == 0 && strcmp (fixture_said, said) == 0
                   && index.symbols.at == NULL && index.by_name == NULL,
               name);
  function_index_free (&index);
}

static void
test_damage (void)
{
  begin_debug (false);
  uint8_t *symbol = tables_symbol (&debug, NUMBER_SYMTAB, "bad", STB_GLOBAL,
                                   STT_FUNC, NUMBER_TEXT, 0x150, 1);
  elf_put32 (symbol, 0x1000, false);
  tables_begin (&image, false, EM_AARCH64);
  tables_function (&image, NUMBER_SYMTAB, "g", STB_GLOBAL, 0x110, 1);
  expect_corrupt ("a debug file with a name outside its strings",
                  "(table+0xd8) a name outside the string table");
  debug.sections[NUMBER_SYMTAB].entsize = 16;
  expect_corrupt ("a debug file with entries of another size",
                  "(table+0x0) not a symbol table with strings");
  debug.sections[NUMBER_SYMTAB].entsize = ELF_SYM_SIZE;
  debug.sections[NUMBER_SYMTAB].link = NUMBERS;
  expect_corrupt ("a debug file without strings",
                  "(table+0x0) not a symbol table with strings");
}

/* Give TABLES a build-id of SIZE bytes that begins with FIRST.  A size of 0
   takes it away.  */
static void
put_id (struct tables *tables, uint32_t size, uint8_t first)
{
  bool big = tables->image.big_endian;
  uint8_t *note = tables->bytes + NOTE_AT;

  elf_put32 (note, sizeof ELF_NOTE_GNU, big);
  elf_put32 (note + 4, size, big);
  elf_put32 (note + 8, NT_GNU_BUILD_ID, big);
  memcpy (note + 12, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU);
  memset (note + NOTE_TEXT, 0xab, ID_MAX);
  note[NOTE_TEXT] = first;
  tables->sections[NUMBER_INDICES]
      = (struct image_section){ .name = ".note.gnu.build-id",
                                .type = size == 0 ? SHT_PROGBITS : SHT_NOTE,
                                .flags = SHF_ALLOC,
                                .offset = NOTE_AT,
                                .size = NOTE_TEXT + size,
                                .align = 4 };
}

/* An image and its debug file, with equal build-ids of SIZE bytes.  */
static void
begin_pair (bool big_endian, uint32_t size)
{
  struct tables *const both[] = { &image, &debug };

  for (size_t i = 0; i < 2; i++)
    {
      struct tables *t = both[i];
      tables_begin (t, big_endian, big_endian ? EM_S390 : EM_X86_64);
      t->sections[NUMBER_TEXT].name = ".text";
      t->sections[NUMBER_TEXT].addr = 0x1000;
      t->sections[NUMBER_TEXT].size = 0x200;
      t->sections[NUMBER_DATA].name = ".init";
      t->sections[NUMBER_DATA].addr = 0x800;
      t->sections[NUMBER_DATA].size = 0x10;
      t->sections[NUMBER_DATA].flags = SHF_ALLOC | SHF_EXECINSTR;
      put_id (t, size, 1);
    }
  debug.image.path = "debug";
  debug.sections[NUMBER_TEXT].type = SHT_NOBITS;
  debug.sections[NUMBER_DATA].type = SHT_NOBITS;
  tables_function (&debug, NUMBER_SYMTAB, "f", STB_GLOBAL, 0x1000, 8);
}

/* Test NAME: the debug file is accepted, having said WANTED or nothing, or,
   if REFUSED, refused with WANTED.  */
static void
expect (const char *name, bool refused, const char *wanted)
{
  fixture_said[0] = '\0';
  fixture_errors = fixture_warnings = 0;
  sfm_status status
      = debug_file_check (&image.image, &debug.image, &fixture_sink);
  bool passed = status == (refused ? SFM_ERR_UNSUPP : SFM_OK)
                && fixture_errors == refused && fixture_warnings == 0
                && strcmp (fixture_said, wanted) == 0;
  unit_result (passed, name);
  if (!passed)
    printf ("  status %d, expected \"%s\"\n", (int) status, wanted);
}

static void
test_ids (bool big_endian)
{
  begin_pair (big_endian, 4);
  expect (big_endian ? "equal ids, big-endian" : "equal ids, little-endian",
          false, "");
  debug.bytes[NOTE_AT + NOTE_TEXT + 3] ^= 1;
  expect ("ids that differ in a bit", true,
          " the build-id is 01ababaa, but that of the image image is "
          "01ababab");
  put_id (&debug, 3, 1);
  expect ("ids of other sizes", true,
          " the build-id is 01abab, but that of the image image is 01ababab");
  put_id (&debug, 0, 1);
  expect ("no id in the debug file", true,
          " it has no build-id, but the image image has 01ababab");
  put_id (&debug, 4, 1);
  put_id (&image, 0, 1);
  expect ("no id in the image", true,
          " the build-id is 01ababab, but the image image has none");

  begin_pair (big_endian, ID_MAX);
  put_id (&debug, ID_MAX, 2);
  expect ("long ids are shortened", true,
          " the build-id is 02" AB31 "... (of 40 bytes), but that of the "
          "image image is 01" AB31 "... (of 40 bytes)");

  begin_pair (big_endian, 4);
  image.sections[NUMBER_INDICES].size--;
  expect ("a note that is cut", true,
          " the build-id is 01ababab, but the image image has none");
}

/* An image without section headers has its id in a segment.  */
static void
test_segments (void)
{
  struct image_segment ours[]
      = { { .type = PT_LOAD, .flags = PF_R, .vaddr = 0 },
          { .type = PT_LOAD, .flags = PF_R | PF_X, .vaddr = 0x1000 },
          { .type = PT_NOTE, .offset = NOTE_AT, .filesz = 20, .align = 4 } };
  struct image_segment theirs[] = { ours[0], ours[1] };

  begin_pair (false, 4);
  image.image.section_count = 0;
  image.image.segments = ours;
  image.image.segment_count = 3;
  debug.image.segments = theirs;
  debug.image.segment_count = 2;
  expect ("an id in a segment", false, "");
  theirs[1].vaddr = 0x2000;
  expect ("a segment elsewhere", true,
          " an executable segment is at 0x2000, but in the image image at "
          "0x1000");
  theirs[0].flags |= PF_X;
  theirs[1].vaddr = 0x1000;
  theirs[0].vaddr = 0x1000;
  expect ("one segment more", true,
          " has more executable segments than the image image");
  theirs[0].flags = PF_R;
  theirs[1].flags = PF_R;
  expect ("one segment fewer", true,
          " has fewer executable segments than the image image");
  theirs[1].flags |= PF_X;
  image.image.segment_count = 2;
  put_id (&debug, 0, 1);
  expect ("segments without an id", false,
          " neither it nor the image image has a build-id; only the addresses "
          "of segments could be compared");
  image.image.segment_count = 1;
  debug.image.segment_count = 1;
  expect ("nothing to compare", true,
          " neither it nor the image image has a build-id or code to compare");
}

static void
test_sections (void)
{
  begin_pair (false, 4);
  debug.sections[NUMBER_TEXT].addr = 0x1010;
  expect ("a section elsewhere", true,
          " section .text has 0x200 bytes at 0x1010, but in the image image "
          "0x200 at "
          "0x1000");
  debug.sections[NUMBER_TEXT].addr = 0x1000;
  debug.sections[NUMBER_TEXT].size = 0x201;
  expect ("a section of another size", true,
          " section .text has 0x201 bytes at 0x1000, but in the image image "
          "0x200 at "
          "0x1000");
  debug.sections[NUMBER_TEXT].size = 0x200;
  debug.sections[NUMBER_TEXT].name = ".code";
  expect ("a section of another name", true,
          " has no section of code .text, but the image image has one of "
          "0x200 bytes at "
          "0x1000");
  debug.sections[NUMBER_TEXT].name = ".text";
  debug.sections[NUMBER_DATA].addr = 0x4000;
  image.sections[NUMBER_DATA].size = 0;
  expect ("a section that the image has lost", false, "");
  put_id (&image, 0, 1);
  put_id (&debug, 0, 1);
  expect ("a section too many", true,
          " section .init has 0x10 bytes at 0x4000, but the image image has "
          "no such "
          "section of code");
  debug.sections[NUMBER_DATA].flags = SHF_ALLOC;
  expect ("sections without an id", false,
          " neither it nor the image image has a build-id; only the addresses "
          "of sections could be compared");
  /* The order of headers is not that of addresses everywhere.  */
  begin_pair (false, 0);
  struct image_section other = debug.sections[NUMBER_TEXT];
  debug.sections[NUMBER_TEXT] = debug.sections[NUMBER_DATA];
  debug.sections[NUMBER_DATA] = other;
  expect ("sections in another order", false,
          " neither it nor the image image has a build-id; only the addresses "
          "of sections could be compared");
}

static void
test_kind (void)
{
  begin_pair (false, 4);
  debug.image.machine = EM_AARCH64;
  expect ("another machine", true,
          " the machine is AArch64 (EM_AARCH64), little-endian, but that of "
          "the image image is x86-64 (EM_X86_64), little-endian");
  debug.image.machine = EM_X86_64;
  debug.image.big_endian = true;
  expect ("another byte order", true,
          " the machine is x86-64 (EM_X86_64), big-endian, but that of the "
          "image image is x86-64 (EM_X86_64), little-endian");
  debug.image.big_endian = false;
  debug.sections[NUMBER_SYMTAB].size = ELF_SYM_SIZE;
  expect ("an empty symbol table", true, " has no symbol table");
  debug.sections[NUMBER_SYMTAB].type = SHT_NOBITS;
  expect ("no symbol table", true, " has no symbol table");
}

/* Copy the file FROM to TO, with the COUNT bytes of MORE after it.  */
static bool
copy_file (const char *from, const char *to, const char *more, size_t count)
{
  struct file_bytes file;

  if (file_bytes_read (from, &file, &fixture_sink) != SFM_OK)
    return false;
  FILE *out = fopen (to, "wb");
  const bool good = out != NULL && fwrite (file.bytes, file.size, 1, out) == 1
                    && fwrite (more, 1, count, out) == count;
  file_bytes_close (&file);
  return (out == NULL || fclose (out) == 0) && good;
}

/* A debug file that is written while it is read; OWN is one that could be.  */
static void
test_change (const char *own)
{
  static const char path[] = "changed.debug";
  struct image file;

  for (int changes = 0; changes < 2; changes++)
    {
      fixture_errors = 0;
      bool good = copy_file (own, path, "", 0)
                  && image_open_debug (path, &file, &fixture_sink) == SFM_OK;
      if (good)
        {
          good = !changes || copy_file (own, path, "more", 4);
          const sfm_status status
              = image_settle (&file, SFM_OK, &fixture_sink);
          image_close (&file);
          good = good && status == (changes ? SFM_ERR_IO : SFM_OK)
                 && fixture_errors == (unsigned) changes;
        }
      unit_result (good, changes ? "a debug file that is changed"
                                 : "a debug file that stays as it is");
      unlink (path);
    }
}

int
main (int argc, char **argv)
{
  (void) argc;
  test_change (argv[0]);
  test_symbols (false);
  test_symbols (true);
  test_damage ();
  test_ids (false);
  test_ids (true);
  test_segments ();
  test_sections ();
  test_kind ();
  return unit_exit ();
}
