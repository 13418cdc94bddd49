/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-image.c - small ELF images in memory.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-headers.h"
#include "fixture-image.h"
#include "result.h"

char fixture_said[1200];
char fixture_told[2400];
unsigned fixture_errors;
unsigned fixture_warnings;

static void
keep (void *data, enum diag_severity kind, const char *file, const char *place,
      const char *text)
{
  (void) data;
  (void) file;
  snprintf (fixture_said, sizeof fixture_said, "%s %s", place, text);
  unit_last_said (fixture_said);
  const size_t told = strlen (fixture_told);
  snprintf (fixture_told + told, sizeof fixture_told - told, "%s%c%s",
            told != 0 ? "; " : "", "EWND"[kind - DIAG_ERROR], fixture_said);
  fixture_errors += kind == DIAG_ERROR;
  fixture_warnings += kind == DIAG_WARNING;
}

const struct diag_sink fixture_sink = { .fn = keep };

uint32_t
fixture_name (struct fixture *fixture, const char *string)
{
  size_t at = fixture->names_size;
  size_t size = strlen (string) + 1;

  memcpy (fixture->bytes + FIXTURE_NAMES + at, string, size);
  fixture->names_size += size;
  return (uint32_t) at;
}

uint16_t
fixture_section (struct fixture *fixture, const char *name, uint32_t type,
                 uint64_t flags, uint64_t offset, uint64_t size)
{
  uint16_t idx = fixture->section_count++;

  fixture->sections[idx] = (Elf64_Shdr){
    .sh_name = fixture_name (fixture, name),
    .sh_type = type,
    .sh_flags = flags,
    .sh_addr = (flags & SHF_ALLOC) != 0 ? FIXTURE_BASE + offset : 0,
    .sh_offset = offset,
    .sh_size = size,
    .sh_addralign = 8,
  };
  return idx;
}

uint16_t
fixture_segment (struct fixture *fixture, uint32_t type, uint32_t flags,
                 uint64_t offset, uint64_t size)
{
  uint16_t idx = fixture->segment_count++;

  fixture->segments[idx] = (Elf64_Phdr){
    .p_type = type,
    .p_flags = flags,
    .p_offset = offset,
    .p_vaddr = FIXTURE_BASE + offset,
    .p_paddr = FIXTURE_BASE + offset,
    .p_filesz = size,
    .p_memsz = size,
    .p_align = type == PT_LOAD ? 0x1000 : 8,
  };
  return idx;
}

void
fixture_symbol (struct fixture *fixture, uint64_t offset, uint64_t size,
                unsigned type, uint16_t section)
{
  const Elf64_Sym symbol
      = { .st_info = (uint8_t) ELF64_ST_INFO (STB_GLOBAL, type),
          .st_shndx = section,
          .st_value = FIXTURE_BASE + offset,
          .st_size = size };

  fixture_put_symbol (fixture->bytes + FIXTURE_SYMBOLS
                          + ++fixture->symbol_count * ELF_SYM_SIZE,
                      &symbol, fixture->big_endian);
}

void
fixture_begin (struct fixture *fixture, bool big_endian)
{
  memset (fixture, 0, sizeof *fixture);
  fixture->big_endian = big_endian;
  fixture->names_size = 1;
  fixture->phdrs = ELF_EHDR_SIZE;
  fixture->shdrs = FIXTURE_SHDRS;
  fixture->section_count = 1;
  fixture_errors = 0;
  fixture_warnings = 0;
  fixture_said[0] = '\0';
  fixture_told[0] = '\0';

  fixture_section (fixture, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
                   0x2000, 0x800);
  fixture_section (fixture, ".sframe", SHT_PROGBITS, SHF_ALLOC, 0x1000, 0x100);
  fixture_section (fixture, ".after", SHT_PROGBITS, SHF_ALLOC, 0x1400, 0x100);
  fixture_section (fixture, ".shstrtab", SHT_STRTAB, 0, FIXTURE_NAMES, 0);
  fixture_section (fixture, ".symtab", SHT_SYMTAB, 0, FIXTURE_SYMBOLS, 0);
  fixture->sections[SEC_SYMBOLS].sh_entsize = ELF_SYM_SIZE;
  fixture_segment (fixture, PT_LOAD, PF_R, 0, 0x1800);
  fixture_segment (fixture, PT_LOAD, PF_R | PF_X, 0x2000, 0x1000);
  fixture_segment (fixture, PT_GNU_SFRAME, PF_R, 0x1000, 0x100);
  memset (fixture->bytes + 0x1000, 0x11, 0x100);
  memset (fixture->bytes + 0x1400, 0x22, 0x100);
  memset (fixture->bytes + 0x2000, 0x33, 0x800);
}

void
fixture_put_word (uint8_t *bytes, unsigned size, uint64_t value,
                  bool big_endian)
{
  switch (size)
    {
    case 1:
      *bytes = (uint8_t) value;
      break;
    case 2:
      elf_put16 (bytes, (uint16_t) value, big_endian);
      break;
    case 4:
      elf_put32 (bytes, (uint32_t) value, big_endian);
      break;
    default:
      elf_put64 (bytes, value, big_endian);
    }
}

void
fixture_finish (struct fixture *fixture)
{
  bool big = fixture->big_endian;
  uint8_t *bytes = fixture->bytes;
  bool headers = fixture->section_count != 0;
  const Elf64_Ehdr header = {
    .e_type = fixture->fixed ? ET_EXEC : ET_DYN,
    .e_machine = big ? EM_AARCH64 : EM_X86_64,
    .e_phoff = fixture->phdrs,
    .e_shoff = headers ? fixture->shdrs : 0,
    .e_phnum = fixture->segment_count,
    .e_shnum = fixture->section_count,
    .e_shstrndx = headers ? SEC_NAMES : 0,
  };

  fixture->sections[SEC_NAMES].sh_size = fixture->names_size;
  fixture->sections[SEC_SYMBOLS].sh_size
      = (fixture->symbol_count + 1) * ELF_SYM_SIZE;
  fixture_put_file (bytes, &header, big);
  for (size_t i = 1; i < fixture->section_count; i++)
    fixture_put_section (bytes + fixture->shdrs + i * ELF_SHDR_SIZE,
                         &fixture->sections[i], big);
  for (size_t i = 0; i < fixture->segment_count; i++)
    fixture_put_segment (bytes + fixture->phdrs + i * ELF_PHDR_SIZE,
                         &fixture->segments[i], big);
  for (size_t i = 0; i < fixture->late_count; i++)
    fixture_put_word (bytes + fixture->late[i].at, fixture->late[i].size,
                      fixture->late[i].value, big);
}

sfm_status
fixture_open (struct fixture *fixture)
{
  fixture_finish (fixture);
  return image_open_bytes ("fixture", fixture->bytes, FIXTURE_SIZE,
                           ALLOW_IMAGES, &fixture->image, &fixture_sink);
}

void
fixture_close (struct fixture *fixture)
{
  image_close (&fixture->image);
}
