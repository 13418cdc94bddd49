/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-tables.h - images that have nothing but symbol tables.  */

#ifndef TESTSUITE_FIXTURE_TABLES_H
#define TESTSUITE_FIXTURE_TABLES_H

#include "function-index.h"

enum
{
  TABLES_SYMTAB = 0x1000,
  TABLES_STRTAB = 0x1800,
  TABLES_DYNSYM = 0x2000,
  TABLES_DYNSTR = 0x2800,
  TABLES_INDICES = 0x3000,
  TABLES_SIZE = 0x4000,

  /* Section numbers.  The strings of a table are the next section.  */
  NUMBER_TEXT = 1,
  NUMBER_DATA = 2,
  NUMBER_SYMTAB = 3,
  NUMBER_STRTAB = 4,
  NUMBER_DYNSYM = 5,
  NUMBER_DYNSTR = 6,
  NUMBER_INDICES = 7,
  NUMBERS = 8
};

struct tables
{
  uint8_t bytes[TABLES_SIZE];
  struct image_section sections[NUMBERS];
  struct image image;
  struct function_index index; /* after tables_expect */
};

/* An image with empty tables.  */
void tables_begin (struct tables *tables, bool big_endian, uint16_t machine);

/* Add a symbol to table NUMBER; return where it is.  */
uint8_t *tables_symbol (struct tables *tables, uint32_t number,
                        const char *name, unsigned bind, unsigned type,
                        uint16_t section, uint64_t addr, uint64_t size);

/* The same for a function in NUMBER_TEXT.  */
void tables_function (struct tables *tables, uint32_t number, const char *name,
                      unsigned bind, uint64_t addr, uint64_t size);

/* Test NAME: the symbols of TABLES, with the debug file DEBUG or NULL, are
   WANTED ("NAME ADDR SIZE BINDING FILE, ..."), and there are WARNINGS.  */
void tables_expect (struct tables *tables, const struct image *debug,
                    const char *name, const char *wanted, unsigned warnings);

#endif /* TESTSUITE_FIXTURE_TABLES_H */
