/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-object.c - a small object with SFrame and .eh_frame.  */

#include "config.h"

#include <string.h>

#include "elf-abi.h"
#include "fixture-bend.h"
#include "fixture-headers.h"
#include "fixture-object.h"

enum
{
  SYMBOL_TEXT = 1, /* of the section */
  SYMBOL_TEXT_B,
  SYMBOL_SIGNATURE,
  FUNCTIONS = 4
};

/* The functions; all but the last are in .sframe.  */
static const struct
{
  unsigned symbol, start, size;
} functions[FUNCTIONS] = { { SYMBOL_TEXT, 0, 0x10 },
                           { SYMBOL_TEXT, 0x10, 0x20 },
                           { SYMBOL_TEXT_B, 0, 0x20 },
                           { SYMBOL_TEXT, 0x30, 0x10 } };

static void
put (struct fixture *fx, size_t at, unsigned size, uint64_t value)
{
  fixture_put_word (fx->bytes + at, size, value, fx->big_endian);
}

/* Put relocation NUMBER of the table at AT: the field at OFFSET has the
   distance to function FUNCTION.  */
static void
put_rela (struct fixture *fx, size_t at, unsigned number, uint64_t offset,
          unsigned function)
{
  const uint64_t type = fx->big_endian ? R_AARCH64_PREL32 : R_X86_64_PC32;

  at += number * ELF_RELA_SIZE;
  put (fx, at, 8, offset);
  put (fx, at + 8, 8, (uint64_t) functions[function].symbol << 32 | type);
  put (fx, at + 16, 8, functions[function].start);
}

/* Version 2, whose functions have one row each.  */
static void
put_sframe (struct fixture *fx)
{
  const uint64_t values[] = { 0xdee2, 2,
                              4,      fx->big_endian ? 1 : 3,
                              0,      fx->big_endian ? 0 : 0xf8,
                              0,      3,
                              3,      9,
                              0,      60 };
  static const uint8_t sizes[] = { 2, 1, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4 };
  size_t at = OBJECT_SFRAME;

  for (size_t i = 0; i < sizeof sizes; at += sizes[i++])
    put (fx, at, sizes[i], values[i]);
  for (unsigned i = 0; i < FUNCTIONS - 1; i++, at += 20)
    {
      put_rela (fx, OBJECT_RELA_SFRAME, i, at - OBJECT_SFRAME, i);
      put (fx, at + 4, 4, functions[i].size);
      put (fx, at + 8, 4, 3 * i);
      put (fx, at + 12, 4, 1);
    }
  for (unsigned i = 0; i < FUNCTIONS - 1; i++, at += 3)
    {
      put (fx, at + 1, 1, 3); /* one word, for the CFA from SP */
      put (fx, at + 2, 1, fx->big_endian ? 0 : 8);
    }
  fixture_section (fx, ".sframe", SHT_PROGBITS, SHF_ALLOC, OBJECT_SFRAME,
                   at - OBJECT_SFRAME);
}

static void
put_eh_frame (struct fixture *fx)
{
  static const uint8_t amd64[] = "\1zR\0\1\x78\x10\1\x1b\x0c\7\x08\x90\1";
  static const uint8_t aarch64[] = "\1zR\0\4\x78\x1e\1\x1b\x0c\x1f\0";
  size_t at = OBJECT_EH_FRAME;

  put (fx, at, 4, 0x14);
  if (fx->big_endian)
    memcpy (fx->bytes + at + 8, aarch64, sizeof aarch64);
  else
    memcpy (fx->bytes + at + 8, amd64, sizeof amd64);
  at += 0x18;
  for (unsigned i = 0; i < FUNCTIONS; i++, at += 0x18)
    {
      put (fx, at, 4, 0x14);
      put (fx, at + 4, 4, at + 4 - OBJECT_EH_FRAME);
      put_rela (fx, OBJECT_RELA_EH_FRAME, i, at + 8 - OBJECT_EH_FRAME, i);
      put (fx, at + 12, 4, functions[i].size);
    }
  fixture_section (fx, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, OBJECT_EH_FRAME,
                   at - OBJECT_EH_FRAME);
}

/* A section of relocations, or of a group, that is about section INFO.  */
static void
put_info (struct fixture *fx, const char *name, uint32_t type, size_t at,
          size_t size, uint32_t info)
{
  const uint16_t idx = fixture_section (fx, name, type, 0, at, size);

  fx->sections[idx].sh_link = SEC_SYMBOLS;
  fx->sections[idx].sh_info = info;
  fx->sections[idx].sh_entsize
      = type == SHT_RELA ? ELF_RELA_SIZE : sizeof (uint32_t);
}

static void
put_symbols (struct fixture *fx)
{
  const Elf64_Sym symbols[] = {
    { .st_info = STT_SECTION, .st_shndx = SEC_TEXT },
    { .st_info = STT_SECTION, .st_shndx = SEC_TEXT_B },
    { .st_name = 1,
      .st_info = ELF64_ST_INFO (STB_GLOBAL, STT_FUNC),
      .st_shndx = SEC_TEXT_B,
      .st_size = 0x20 },
  };

  fx->symbol_count = sizeof symbols / sizeof symbols[0];
  for (size_t i = 0; i < fx->symbol_count; i++)
    fixture_put_symbol (fx->bytes + FIXTURE_SYMBOLS + (i + 1) * ELF_SYM_SIZE,
                        &symbols[i], fx->big_endian);
  fx->sections[SEC_SYMBOLS].sh_info = SYMBOL_SIGNATURE;
  fx->sections[SEC_SYMBOLS].sh_link = SEC_STRINGS;
  memcpy (fx->bytes + OBJECT_STRINGS, "\0b", 3);
}

bool
fixture_object (struct fixture *fx, bool big_endian, const char *bend)
{
  const uint64_t code = SHF_ALLOC | SHF_EXECINSTR;

  fixture_begin (fx, big_endian);
  memset (fx->bytes, 0, sizeof fx->bytes);
  fx->segment_count = 0;
  fx->section_count = 1;
  fx->names_size = 1;
  fx->phdrs = 0;
  fx->late[fx->late_count++] = (struct fixture_word){ 0x10, 2, ET_REL };
  fixture_section (fx, ".text", SHT_PROGBITS, code, OBJECT_TEXT, 0x40);
  put_sframe (fx);
  fixture_section (fx, ".text.b", SHT_PROGBITS, code | SHF_GROUP,
                   OBJECT_TEXT_B, 0x20);
  fixture_section (fx, ".shstrtab", SHT_STRTAB, 0, FIXTURE_NAMES, 0);
  fixture_section (fx, ".symtab", SHT_SYMTAB, 0, FIXTURE_SYMBOLS, 0);
  fx->sections[SEC_SYMBOLS].sh_entsize = ELF_SYM_SIZE;
  put_info (fx, ".rela.sframe", SHT_RELA, OBJECT_RELA_SFRAME,
            (FUNCTIONS - 1) * ELF_RELA_SIZE, SEC_SFRAME);
  put_eh_frame (fx);
  put_info (fx, ".rela.eh_frame", SHT_RELA, OBJECT_RELA_EH_FRAME,
            FUNCTIONS * ELF_RELA_SIZE, SEC_EH_FRAME);
  put_info (fx, ".group", SHT_GROUP, OBJECT_GROUP, 8, SYMBOL_SIGNATURE);
  put (fx, OBJECT_GROUP, 4, GRP_COMDAT);
  put (fx, OBJECT_GROUP + 4, 4, SEC_TEXT_B);
  fixture_section (fx, ".strtab", SHT_STRTAB, 0, OBJECT_STRINGS, 3);
  put_symbols (fx);
  for (size_t i = 0; i < fx->section_count; i++)
    fx->sections[i].sh_addr = 0;
  memset (fx->bytes + OBJECT_TEXT, 0x33, 0x40);
  memset (fx->bytes + OBJECT_TEXT_B, 0x33, 0x20);
  if (!fixture_bend (fx, bend))
    return false;
  fixture_finish (fx);
  return true;
}
