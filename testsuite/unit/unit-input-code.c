/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-input-code.c - the bytes and holes of sections of an object.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "elf-abi.h"
#include "elf-relocs.h"
#include "file-bytes.h"
#include "fixture-headers.h"
#include "fixture-image.h"
#include "inputs-internal.h"
#include "result.h"

enum
{
  TEXT = 1,
  RELA_TEXT = 2,
  SFRAME = 3,
  SYMTAB = 4,
  STRTAB = 5,
  OTHER = 6, /* a second section of code */
  SECTIONS = 7,

  TEXT_OFF = 0x40,
  TEXT_SIZE = 0x40,
  RELA_OFF = 0x100,
  SFRAME_OFF = 0x300,
  SFRAME_SIZE = 32,
  SYMTAB_OFF = 0x340,
  SYMBOLS = 3, /* none, defined, undefined weak */
  STRTAB_OFF = 0x3c0,
  OTHER_OFF = 0x400,
  OTHER_SIZE = 0x20,
  SHDRS_OFF = 0x440,
  FILE_SIZE = SHDRS_OFF + SECTIONS * ELF_SHDR_SIZE
};

static const char names[]
    = "\0.text\0.rela.text\0.sframe\0.symtab\0.strtab\0.text.other\0f\0w";
static const char path[] = "object.o";

/* Who reads the object.  */
static enum input_reader reader;

/* The object, in the byte order of BIG; its headers are written last.  */
static uint8_t bytes[FILE_SIZE];
static bool big;
static uint16_t machine;
static Elf64_Shdr sections[SECTIONS];
static size_t reloc_count;

static size_t debug_size; /* bytes of debugging information after all else */
static bool in_archive;
static bool grows; /* the file, while the object is in the caller's hands */

static uint32_t
name_of (const char *name)
{
  uint32_t at = 1;

  while (strcmp (names + at, name) != 0)
    at += (uint32_t) strlen (names + at) + 1;
  return at;
}

static void
put_symbol (unsigned number, const char *name, unsigned binding,
            uint16_t section)
{
  const Elf64_Sym symbol
      = { .st_name = name_of (name),
          .st_info = (uint8_t) ELF64_ST_INFO (binding, STT_FUNC),
          .st_shndx = section };

  fixture_put_symbol (bytes + SYMTAB_OFF + number * ELF_SYM_SIZE, &symbol,
                      big);
}

static void
set_section (uint32_t number, const char *name, uint32_t type, uint64_t offset,
             uint64_t size)
{
  sections[number] = (Elf64_Shdr){ .sh_name = name_of (name),
                                   .sh_type = type,
                                   .sh_offset = offset,
                                   .sh_size = size,
                                   .sh_addralign = 1 };
}

static void
begin (uint16_t e_machine, bool big_endian)
{
  memset (bytes, 0, sizeof bytes);
  big = big_endian;
  machine = e_machine;
  reloc_count = 0;
  for (size_t i = 0; i < TEXT_SIZE; i++)
    bytes[TEXT_OFF + i] = (uint8_t) (i + 1);
  memset (bytes + OTHER_OFF, 0x77, OTHER_SIZE);
  memcpy (bytes + STRTAB_OFF, names, sizeof names);
  sections[0] = (Elf64_Shdr){ 0 };
  set_section (TEXT, ".text", SHT_PROGBITS, TEXT_OFF, TEXT_SIZE);
  sections[TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  sections[TEXT].sh_addralign = 16;
  set_section (RELA_TEXT, ".rela.text", SHT_RELA, RELA_OFF, 0);
  sections[RELA_TEXT].sh_link = SYMTAB;
  sections[RELA_TEXT].sh_info = TEXT;
  sections[RELA_TEXT].sh_entsize = ELF_RELA_SIZE;
  set_section (SFRAME, ".sframe", SHT_PROGBITS, SFRAME_OFF, SFRAME_SIZE);
  sections[SFRAME].sh_flags = SHF_ALLOC;
  set_section (SYMTAB, ".symtab", SHT_SYMTAB, SYMTAB_OFF,
               SYMBOLS * ELF_SYM_SIZE);
  sections[SYMTAB].sh_link = STRTAB;
  sections[SYMTAB].sh_info = 1;
  sections[SYMTAB].sh_entsize = ELF_SYM_SIZE;
  set_section (STRTAB, ".strtab", SHT_STRTAB, STRTAB_OFF, sizeof names);
  set_section (OTHER, ".text.other", SHT_PROGBITS, OTHER_OFF, OTHER_SIZE);
  sections[OTHER].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  put_symbol (1, "f", STB_GLOBAL, TEXT);
  put_symbol (2, "w", STB_WEAK, SHN_UNDEF);
}

static void
add_reloc (uint64_t offset, uint32_t type, uint32_t symbol)
{
  uint8_t *at = bytes + RELA_OFF + reloc_count++ * ELF_RELA_SIZE;

  elf_put64 (at + offsetof (Elf64_Rela, r_offset), offset, big);
  elf_put64 (at + offsetof (Elf64_Rela, r_info), ELF64_R_INFO (symbol, type),
             big);
  sections[RELA_TEXT].sh_size = reloc_count * ELF_RELA_SIZE;
}

static void
put_headers (void)
{
  const Elf64_Ehdr header = {
    .e_type = ET_REL,
    .e_machine = machine,
    .e_shoff = SHDRS_OFF,
    .e_shnum = SECTIONS,
    .e_shstrndx = STRTAB,
  };

  fixture_put_file (bytes, &header, big);
  for (size_t i = 0; i < SECTIONS; i++)
    fixture_put_section (bytes + SHDRS_OFF + i * ELF_SHDR_SIZE, &sections[i],
                         big);
}

/* What the reader found in the two sections of code.  */
struct result
{
  struct pool pool;
  bool called;
  sfm_status status[2];
  struct input_code code[2];
  uint64_t align;
  uint64_t taken; /* bytes that were read of a file that is not small */
};

/* Whether the file grew by a byte.  */
static bool
grow (void)
{
  FILE *file = fopen (path, "ab");

  return file != NULL && fputc ('\n', file) != EOF && fclose (file) == 0;
}

static sfm_status
take (void *data, const struct input_object *object)
{
  struct result *result = data;
  const struct paged *pages
      = ((const struct object *) object->reader)->image.pages;
  struct byte_range range = { 0, 0 };

  result->called = !grows || grow ();
  for (uint32_t i = 0; i < object->section_count; i++)
    {
      size_t to = strcmp (object->sections[i].name, ".text") == 0 ? 0 : 1;
      if (!object->sections[i].code)
        continue;
      struct input_code *code = &result->code[to];
      result->status[to] = input_code_read (object, i, &result->pool, code);
      if (to == 0)
        result->align = code->align;
      if (code->bytes != NULL)
        code->bytes = (const uint8_t *) pool_copy (&result->pool, code->bytes,
                                                   (size_t) code->size);
    }
  while (pages != NULL && paged_next (pages, &range))
    result->taken += range.end - range.start;
  return SFM_OK;
}

/* Write the object, or the archive that it is in, to FILE.  */
static bool
write_object (FILE *file)
{
  if (in_archive)
    fprintf (file, "!<arch>\n%-48s%-10zu`\n", "object.o/",
             sizeof bytes + debug_size);
  bool good = fwrite (bytes, sizeof bytes, 1, file) == 1;
  for (size_t i = 0; good && i < debug_size; i++)
    good = fputc ('d', file) != EOF;
  return good;
}

/* Read the object.  RESULT's pool is the caller's to free.  */
static void
read_object (struct result *result)
{
  *result = (struct result){ 0 };
  fixture_errors = 0;
  put_headers ();
  FILE *file = fopen (path, "wb");
  if (file == NULL)
    return;
  bool written = write_object (file);
  if (fclose (file) != 0 || !written)
    return;
  struct inputs *inputs = inputs_new (reader, &fixture_sink);
  if (inputs != NULL
      && inputs_read_source (inputs, &FILE_SOURCE (path), take, result)
             != SFM_OK)
    result->called = false;
  inputs_free (inputs);
  unlink (path);
}

/* Whether the holes of CODE are COUNT FROM-TO pairs at EXPECTED.  */
static bool
masks_are (const struct input_code *code, const uint64_t *expected,
           size_t count)
{
  bool good = code->mask_count == count;

  for (size_t i = 0; i < count && good; i++)
    good = code->masks[i].from == expected[2 * i]
           && code->masks[i].to == expected[2 * i + 1];
  return good;
}

static void
test_plain (void)
{
  struct result result;
  const uint64_t expected[] = { 0, 8, 12, 16, 20, 28 };

  begin (EM_X86_64, false);
  add_reloc (20, R_X86_64_64, 1);
  add_reloc (4, R_X86_64_PC32, 1);
  add_reloc (30, R_X86_64_NONE, 0);
  add_reloc (12, R_X86_64_32, 1);
  add_reloc (0, R_X86_64_32, 1);
  add_reloc (22, R_X86_64_16, 1);
  add_reloc (TEXT_SIZE, R_X86_64_64, 1);
  read_object (&result);
  unit_result (
      result.called && result.status[0] == SFM_OK
          && result.code[0].size == TEXT_SIZE
          && memcmp (result.code[0].bytes, bytes + TEXT_OFF, TEXT_SIZE) == 0
          && masks_are (&result.code[0], expected, 3),
      "bytes, and holes sorted and joined");
  unit_result (
      result.called && result.status[1] == SFM_OK
          && result.code[1].size == OTHER_SIZE
          && memcmp (result.code[1].bytes, bytes + OTHER_OFF, OTHER_SIZE) == 0
          && result.code[1].mask_count == 0,
      "section without relocations");
  unit_result (result.align == 16, "alignment");
  pool_free (&result.pool);
}

static void
test_kinds (void)
{
  struct result result;
  const uint64_t whole[] = { 0, TEXT_SIZE };
  const uint64_t weak[] = { 4, 8, 10, 16 };

  begin (EM_X86_64, false);
  add_reloc (4, R_X86_64_PC32, 1);
  add_reloc (8, 200, 1);
  read_object (&result);
  unit_result (result.called && masks_are (&result.code[0], whole, 1),
               "relocation of an unknown type");
  pool_free (&result.pool);

  begin (EM_S390, true);
  add_reloc (4, R_390_PLT32DBL, 1);
  add_reloc (12, R_390_PLT32DBL, 2);
  read_object (&result);
  unit_result (result.called && masks_are (&result.code[0], weak, 2),
               "undefined weak symbol");
  pool_free (&result.pool);

  begin (EM_S390, true);
  add_reloc (12, R_390_PLT32DBL, 0x10000);
  read_object (&result);
  unit_result (result.called && result.code[0].mask_count == 1
                   && result.code[0].masks[0].from == 12,
               "symbol that does not exist");
  pool_free (&result.pool);

  begin (EM_X86_64, false);
  add_reloc (4, R_X86_64_PC32, 1);
  sections[RELA_TEXT].sh_type = SHT_REL;
  sections[RELA_TEXT].sh_entsize = sizeof (Elf64_Rel);
  sections[RELA_TEXT].sh_size = sizeof (Elf64_Rel);
  read_object (&result);
  unit_result (result.called && masks_are (&result.code[0], weak, 1),
               "relocations of SHT_REL");
  pool_free (&result.pool);
}

/* Make the relocations those of SHT_CREL that the SIZE bytes at ENCODED
   are.  */
static void
set_crel (const uint8_t *encoded, size_t size)
{
  memcpy (bytes + RELA_OFF, encoded, size);
  sections[RELA_TEXT].sh_type = SHT_CREL;
  sections[RELA_TEXT].sh_entsize = 1;
  sections[RELA_TEXT].sh_size = size;
}

static void
test_crel (void)
{
  /* Two relocations with addends: the first of symbol 1 and R_X86_64_PC32 at
     4, with the addend -4; the second 200 bytes on, 196 of them in a second
     number, with the type -2 = 0 more; that is R_X86_64_NONE.  Then one that
     is cut off.  */
  static const uint8_t two[]
      = { 2 << 3 | 4, 4 << 3 | 7, 1, 2, 0x7c, 0x80 | 8 << 3 | 2, 12, 0x7e };
  /* Without addends, and offsets shifted by 2.  */
  static const uint8_t shifted[] = { 1 << 3 | 2, 1 << 2 | 3, 1, 2 };
  static const uint8_t cut[] = { 3 << 3 | 4, 4 << 3 | 7, 1, 2, 0x7c };
  static const uint8_t many[] = { 0xf8, 0xff, 0x7f };
  const uint64_t expected[] = { 4, 8 }, whole[] = { 0, TEXT_SIZE };
  struct result result;

  begin (EM_X86_64, false);
  set_crel (two, sizeof two);
  read_object (&result);
  unit_result (result.called && masks_are (&result.code[0], expected, 1),
               "relocations of SHT_CREL");
  pool_free (&result.pool);

  begin (EM_X86_64, false);
  set_crel (shifted, sizeof shifted);
  read_object (&result);
  unit_result (result.called && masks_are (&result.code[0], expected, 1),
               "relocations of SHT_CREL without addends, offsets shifted");
  pool_free (&result.pool);

  begin (EM_X86_64, false);
  set_crel (cut, sizeof cut);
  read_object (&result);
  unit_result (result.called && masks_are (&result.code[0], whole, 1),
               "relocations of SHT_CREL that are cut off");
  pool_free (&result.pool);

  begin (EM_X86_64, false);
  set_crel (many, sizeof many);
  read_object (&result);
  unit_result (result.called && masks_are (&result.code[0], whole, 1),
               "more relocations of SHT_CREL than bytes");
  pool_free (&result.pool);
}

/* Whether an object for E_MACHINE is read whose relocation of .sframe, in a
   section of KIND, has TYPE.  */
static bool
sframe_reloc_read (uint16_t e_machine, bool big_endian, uint32_t kind,
                   uint32_t type)
{
  struct result result;

  begin (e_machine, big_endian);
  add_reloc (28, type, 1);
  sections[RELA_TEXT].sh_info = SFRAME;
  sections[RELA_TEXT].sh_type = kind;
  if (kind == SHT_REL)
    sections[RELA_TEXT].sh_size = sections[RELA_TEXT].sh_entsize
        = sizeof (Elf64_Rel);
  read_object (&result);
  pool_free (&result.pool);
  return result.called && fixture_errors == 0;
}

static void
test_sframe (void)
{
  unit_result (sframe_reloc_read (EM_S390, true, SHT_RELA, R_390_PC32),
               "relocation of .sframe");
  unit_result (!sframe_reloc_read (EM_X86_64, false, SHT_RELA, 200)
                   && !sframe_reloc_read (EM_AARCH64, true, SHT_RELA, 400)
                   && !sframe_reloc_read (EM_S390, true, SHT_RELA, 200),
               "relocation of .sframe of an unknown type");
  unit_result (sframe_reloc_read (EM_X86_64, false, SHT_REL, R_X86_64_PC32),
               "relocation of .sframe of SHT_REL");
}

static void
test_bounds (void)
{
  struct result result;

  begin (EM_X86_64, false);
  sections[OTHER].sh_type = SHT_NOBITS;
  sections[OTHER].sh_size = UINT64_C (1) << 40;
  read_object (&result);
  unit_result (result.called && result.status[1] == SFM_OK
                   && result.code[1].bytes == NULL,
               "section without bytes");
  pool_free (&result.pool);

  begin (EM_X86_64, false);
  sections[OTHER].sh_offset = 0;
  sections[OTHER].sh_size = FILE_SIZE;
  read_object (&result);
  unit_result (result.called && result.status[0] == SFM_OK
                   && result.status[1] == SFM_OK && fixture_errors == 0,
               "sections that share their bytes");
  pool_free (&result.pool);

  begin (EM_X86_64, false);
  sections[OTHER].sh_size = FILE_SIZE;
  read_object (&result);
  unit_result (fixture_errors == 1
                   && (!result.called || result.status[1] == SFM_ERR_TRUNC),
               "section that reaches past the file");
  pool_free (&result.pool);

  begin (EM_X86_64, false);
  add_reloc (4, R_X86_64_PC32, 1);
  sections[RELA_TEXT].sh_size = FILE_SIZE / ELF_RELA_SIZE * ELF_RELA_SIZE;
  read_object (&result);
  unit_result (fixture_errors == 1
                   && (!result.called || result.status[0] == SFM_ERR_TRUNC),
               "relocations that reach past the file");
  pool_free (&result.pool);
}

/* Of a file that is not small, debugging information is not read.  */
static void
test_large (void)
{
  struct result result;

  debug_size = 0x100000;
  for (int i = 0; i < 4; i++)
    {
      in_archive = i % 2 != 0;
      grows = i >= 2;
      begin (EM_X86_64, false);
      set_section (OTHER, ".text.other", SHT_PROGBITS, FILE_SIZE, debug_size);
      read_object (&result);
      unit_result_of (grows ? !result.called && fixture_errors == 1
                            : result.called && result.code[0].size == TEXT_SIZE
                                  && result.taken > FILE_SIZE / 2
                                  && result.taken < debug_size / 2,
                      "large file, %s, %s",
                      in_archive ? "an archive" : "an object",
                      grows ? "changed while in use" : "little is read");
      pool_free (&result.pool);
    }
  debug_size = 0;
  in_archive = grows = false;
}

int
main (void)
{
  reader = INPUT_READER_OWN;
  test_plain ();
  test_kinds ();
  test_crel ();
  test_sframe ();
  test_bounds ();
  test_large ();
  reader = INPUT_READER_LIBBFD;
  test_plain ();
  test_kinds ();
  test_bounds ();
  test_large ();
  return unit_exit ();
}
