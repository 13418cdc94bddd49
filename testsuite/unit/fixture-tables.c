/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-tables.c - images that have nothing but symbol tables.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-image.h"
#include "fixture-tables.h"
#include "result.h"

/* Set section NUMBER: empty, of TYPE, at OFFSET.  */
static void
put_section (struct tables *t, uint32_t number, uint32_t type, uint64_t offset,
             uint32_t link, uint64_t entsize)
{
  t->sections[number] = (struct image_section){ .name = "table",
                                                .type = type,
                                                .offset = offset,
                                                .link = link,
                                                .entsize = entsize };
}

void
tables_begin (struct tables *t, bool big_endian, uint16_t machine)
{
  memset (t, 0, sizeof *t);
  put_section (t, NUMBER_TEXT, SHT_PROGBITS, 0, 0, 0);
  t->sections[NUMBER_TEXT].flags = SHF_ALLOC | SHF_EXECINSTR;
  put_section (t, NUMBER_DATA, SHT_PROGBITS, 0, 0, 0);
  t->sections[NUMBER_DATA].flags = SHF_ALLOC | SHF_WRITE;
  put_section (t, NUMBER_SYMTAB, SHT_SYMTAB, TABLES_SYMTAB, NUMBER_STRTAB,
               ELF_SYM_SIZE);
  put_section (t, NUMBER_STRTAB, SHT_STRTAB, TABLES_STRTAB, 0, 0);
  put_section (t, NUMBER_DYNSYM, SHT_DYNSYM, TABLES_DYNSYM, NUMBER_DYNSTR,
               ELF_SYM_SIZE);
  put_section (t, NUMBER_DYNSTR, SHT_STRTAB, TABLES_DYNSTR, 0, 0);
  put_section (t, NUMBER_INDICES, SHT_SYMTAB_SHNDX, TABLES_INDICES,
               NUMBER_SYMTAB, 4);
  for (uint32_t i = NUMBER_SYMTAB; i <= NUMBER_DYNSYM; i += 2)
    {
      t->sections[i].size = ELF_SYM_SIZE;
      t->sections[i + 1].size = 1;
    }
  t->image = (struct image){ .path = "image",
                             .memory = t->bytes,
                             .size = TABLES_SIZE,
                             .big_endian = big_endian,
                             .type = ET_DYN,
                             .machine = machine,
                             .sections = t->sections,
                             .section_count = NUMBERS };
}

uint8_t *
tables_symbol (struct tables *t, uint32_t number, const char *name,
               unsigned bind, unsigned type, uint16_t section, uint64_t addr,
               uint64_t size)
{
  bool big = t->image.big_endian;
  struct image_section *table = &t->sections[number];
  struct image_section *strings = &t->sections[number + 1];
  uint8_t *symbol = t->bytes + table->offset + table->size;

  elf_put32 (symbol, (uint32_t) strings->size, big);
  symbol[4] = (uint8_t) (bind << 4 | type);
  elf_put16 (symbol + 6, section, big);
  elf_put64 (symbol + 8, addr, big);
  elf_put64 (symbol + 16, size, big);
  memcpy (t->bytes + strings->offset + strings->size, name, strlen (name) + 1);
  strings->size += strlen (name) + 1;
  table->size += ELF_SYM_SIZE;
  return symbol;
}

void
tables_function (struct tables *t, uint32_t number, const char *name,
                 unsigned bind, uint64_t addr, uint64_t size)
{
  tables_symbol (t, number, name, bind, STT_FUNC, NUMBER_TEXT, addr, size);
}

/* Print "NAME ADDR SIZE BINDING FILE" of all symbols to TEXT.  */
static void
print_all (const struct function_index *index, char *text, size_t size)
{
  text[0] = '\0';
  for (size_t i = 0; i < index->symbols.count; i++)
    {
      const struct function *s = &index->symbols.at[i];
      const char *bind = s->weak ? "weak" : s->global ? "global" : "local";
      size_t used = strlen (text);
      snprintf (text + used, size - used, "%s%s %llx %llx %s%s%s",
                used == 0 ? "" : ", ", s->name, (unsigned long long) s->addr,
                (unsigned long long) s->size, bind, s->file == 0 ? "" : " ",
                s->file == 0 ? ""
                             : (const char *) string_set_text (&index->files,
                                                               s->file - 1));
    }
}

void
tables_expect (struct tables *t, const struct image *debug, const char *name,
               const char *wanted, unsigned warnings)
{
  char text[400];

  fixture_warnings = 0;
  if (function_index_read (&t->image, debug, &t->index, &fixture_sink)
      != SFM_OK)
    {
      unit_result (false, name);
      return;
    }
  print_all (&t->index, text, sizeof text);
  bool passed = strcmp (text, wanted) == 0 && fixture_warnings == warnings;
  unit_result (passed, name);
  if (!passed)
    printf ("  got \"%s\", expected \"%s\"\n", text, wanted);
}
