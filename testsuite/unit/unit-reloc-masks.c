/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-reloc-masks.c - which bytes of code are taken for a linker's to
   change.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "result.h"

enum
{
  /* Above the numbers of all three machines.  */
  TYPE_COUNT = 1100,
  OFFSET = 16,
  SIZE = 64
};

/* Types FIRST to LAST, where the code around says nothing: the bytes from
   BEFORE the offset to AFTER it.  */
struct types
{
  uint32_t first;
  uint32_t last;
  unsigned before;
  unsigned after;
};

/* The numbers are those of the psABIs; 43 to 51 of AMD64 came with APX.  Code
   of zeros has no prefix, no call and no mov.  */
static const struct types amd64[] = {
  { 0, 0, 0, 0 },    { 1, 1, 0, 8 },   { 2, 4, 0, 4 },   { 9, 11, 0, 4 },
  { 12, 13, 0, 2 },  { 14, 15, 0, 1 }, { 16, 18, 0, 8 }, { 19, 19, 4, 12 },
  { 20, 20, 3, 10 }, { 21, 23, 0, 4 }, { 24, 25, 0, 8 }, { 26, 26, 0, 4 },
  { 27, 31, 0, 8 },  { 32, 32, 0, 4 }, { 33, 33, 0, 8 }, { 34, 34, 3, 4 },
  { 35, 35, 0, 2 },  { 39, 40, 0, 4 }, { 41, 41, 2, 4 }, { 42, 42, 3, 4 },
  { 43, 45, 4, 4 },  { 46, 48, 5, 4 }, { 49, 51, 6, 4 }, { 250, 251, 0, 0 },
  { 0, 0, 0, 0 }
};

static const struct types aarch64[]
    = { { 0, 0, 0, 0 },      { 256, 256, 0, 0 },  { 257, 257, 0, 8 },
        { 258, 258, 0, 4 },  { 259, 259, 0, 2 },  { 260, 260, 0, 8 },
        { 261, 261, 0, 4 },  { 262, 262, 0, 2 },  { 263, 280, 0, 4 },
        { 282, 293, 0, 4 },  { 299, 306, 0, 4 },  { 307, 307, 0, 8 },
        { 308, 316, 0, 4 },  { 317, 317, 0, 8 },  { 512, 512, 0, 12 },
        { 513, 513, 0, 4 },  { 514, 514, 0, 12 }, { 515, 515, 0, 4 },
        { 516, 516, 0, 16 }, { 517, 517, 0, 12 }, { 518, 518, 0, 4 },
        { 519, 519, 0, 12 }, { 520, 520, 0, 4 },  { 521, 521, 0, 16 },
        { 522, 573, 0, 4 },  { 580, 580, 0, 8 },  { 581, 597, 0, 4 },
        { 0, 0, 0, 0 } };

static const struct types s390x[] = {
  { 0, 0, 0, 0 },   { 1, 1, 0, 1 },     { 2, 3, 0, 2 },   { 4, 5, 0, 4 },
  { 6, 6, 0, 2 },   { 7, 8, 0, 4 },     { 13, 14, 0, 4 }, { 15, 18, 0, 2 },
  { 19, 21, 0, 4 }, { 22, 25, 0, 8 },   { 26, 26, 0, 4 }, { 27, 27, 0, 2 },
  { 28, 28, 0, 8 }, { 29, 30, 0, 2 },   { 31, 31, 0, 4 }, { 32, 32, 0, 8 },
  { 33, 33, 0, 4 }, { 34, 34, 0, 2 },   { 35, 35, 0, 4 }, { 36, 36, 0, 8 },
  { 37, 39, 0, 6 }, { 40, 40, 0, 4 },   { 41, 41, 0, 8 }, { 42, 42, 0, 2 },
  { 43, 43, 0, 4 }, { 44, 44, 0, 8 },   { 45, 45, 0, 4 }, { 46, 46, 0, 8 },
  { 47, 47, 0, 4 }, { 48, 48, 0, 8 },   { 49, 50, 0, 4 }, { 51, 51, 0, 8 },
  { 52, 52, 0, 4 }, { 53, 56, 0, 8 },   { 57, 60, 0, 3 }, { 62, 63, 0, 2 },
  { 64, 65, 0, 3 }, { 250, 251, 0, 0 }, { 0, 0, 0, 0 }
};

/* The entry of TABLE for TYPE, or NULL.  Entry 0 is type 0, and so is the
   end.  */
static const struct types *
find_type (const struct types *table, uint32_t type)
{
  if (type == 0)
    return table;
  for (const struct types *t = table + 1; t->last != 0; t++)
    if (type >= t->first && type <= t->last)
      return t;
  return NULL;
}

/* Whether the hole of TYPE at OFFSET, in code of zeros, is what TABLE has; a
   type that is not in it must not be known.  */
static bool
type_fits (uint16_t machine, const struct types *table, uint32_t type)
{
  const uint8_t bytes[SIZE] = { 0 };
  const struct code_reloc reloc = { .offset = OFFSET, .type = type };
  const struct types *expected = find_type (table, type);
  struct reloc_mask_bytes mask;

  bool known = reloc_mask (machine, &reloc, bytes, SIZE, &mask);
  if (known != (expected != NULL))
    return false;
  return !known
         || (mask.from == OFFSET - expected->before
             && mask.to == OFFSET + expected->after);
}

static void
test_types (const char *name, uint16_t machine, const struct types *table)
{
  unsigned wrong = 0;

  for (uint32_t type = 0; type < TYPE_COUNT; type++)
    if (!type_fits (machine, table, type))
      {
        printf ("  %s: type %u\n", name, (unsigned) type);
        wrong++;
      }
  unit_result (wrong == 0, name);
}

/* Code with a relocation, and the hole.  */
struct example
{
  const char *name;
  uint16_t machine;
  const char *hex;
  uint32_t type;
  uint64_t offset;
  uint64_t from;
  uint64_t to;
  bool undefined_weak;
};

static const struct example examples[] = {
  { "GOTPCREL of mov", EM_X86_64, "90488b0500000000", R_X86_64_GOTPCREL, 4, 2,
    8, false },
  { "GOTPCREL of add", EM_X86_64, "9048030500000000", R_X86_64_GOTPCREL, 4, 4,
    8, false },
  { "GOTPCREL of mov with a base", EM_X86_64, "90488b8300000000",
    R_X86_64_GOTPCREL, 4, 4, 8, false },
  { "GOTPCREL in data", EM_X86_64, "00000000", R_X86_64_GOTPCREL, 0, 0, 4,
    false },
  { "GOTPCRELX of call", EM_X86_64, "90ff1500000000", R_X86_64_GOTPCRELX, 3, 1,
    7, false },
  { "REX_GOTPCRELX of cmp", EM_X86_64, "904c3b3500000000",
    R_X86_64_REX_GOTPCRELX, 4, 1, 8, false },
  { "GOTTPOFF of mov", EM_X86_64, "90488b0500000000", R_X86_64_GOTTPOFF, 4, 1,
    8, false },
  { "GOTTPOFF of add", EM_X86_64, "904c032500000000", R_X86_64_GOTTPOFF, 4, 1,
    8, false },
  { "GOTTPOFF of mov without a prefix", EM_X86_64, "90908b0500000000",
    R_X86_64_GOTTPOFF, 4, 2, 8, false },
  { "GOTTPOFF of lea", EM_X86_64, "90488d0500000000", R_X86_64_GOTTPOFF, 4, 4,
    8, false },
  { "TLSGD", EM_X86_64, "9066488d3d00000000666648e80000000090", R_X86_64_TLSGD,
    5, 1, 17, false },
  { "TLSGD without PLT", EM_X86_64, "9066488d3d000000006648ff150000000090",
    R_X86_64_TLSGD, 5, 1, 17, false },
  { "TLSGD, large model", EM_X86_64,
    "90488d3d0000000048b800000000000000004801d8ffd090", R_X86_64_TLSGD, 4, 1,
    23, false },
  { "TLSLD", EM_X86_64, "90488d3d00000000e80000000090", R_X86_64_TLSLD, 4, 1,
    13, false },
  { "TLSLD without PLT", EM_X86_64, "90488d3d00000000ff150000000090",
    R_X86_64_TLSLD, 4, 1, 14, false },
  { "TLSLD, large model", EM_X86_64,
    "90488d3d0000000048b800000000000000004c01f8ffd090", R_X86_64_TLSLD, 4, 1,
    23, false },
  { "TLSDESC_CALL", EM_X86_64, "90ff1090", R_X86_64_TLSDESC_CALL, 1, 1, 3,
    false },
  { "TLSDESC_CALL of x32", EM_X86_64, "9067ff1090", R_X86_64_TLSDESC_CALL, 1,
    1, 4, false },
  { "GOTENT of lgrl", EM_S390, "c41800000000", R_390_GOTENT, 2, 0, 6, false },
  { "GOTENT of larl", EM_S390, "c01000000000", R_390_GOTENT, 2, 2, 6, false },
  { "GOT20 of lg", EM_S390, "e310c0000004", R_390_GOT20, 2, 0, 6, false },
  { "GOT20 of lgf", EM_S390, "e310c0000014", R_390_GOT20, 2, 2, 5, false },
  { "GOT20 of another base", EM_S390, "e310d0000004", R_390_GOT20, 2, 2, 5,
    false },
  { "PLT32DBL", EM_S390, "c0e500000000", R_390_PLT32DBL, 2, 2, 6, false },
  { "PLT32DBL of an undefined weak symbol", EM_S390, "c0e500000000",
    R_390_PLT32DBL, 2, 0, 6, true },

  { "at the first byte", EM_X86_64, "000000000000", R_X86_64_REX_GOTPCRELX, 0,
    0, 4, false },
  { "reaching before the first byte", EM_X86_64, "000000000000",
    R_X86_64_REX_GOTPCRELX, 2, 0, 6, false },
  { "reaching past the last byte", EM_X86_64, "0000000000", R_X86_64_64, 1, 1,
    5, false },
  { "sequence cut by the end", EM_X86_64, "9066488d3d00000000", R_X86_64_TLSGD,
    5, 1, 9, false },
  { "at the last byte", EM_X86_64, "000000", R_X86_64_TLSLD, 2, 0, 3, false },
  { "at the end", EM_X86_64, "000000", R_X86_64_TLSGD, 3, 3, 3, false },
  { "past the end", EM_X86_64, "000000", R_X86_64_TLSGD, 4, 3, 3, false },
  { "far past the end", EM_S390, "000000", R_390_GOT20, UINT64_MAX, 3, 3,
    false },
  { "in nothing", EM_X86_64, "", R_X86_64_GOTTPOFF, 0, 0, 0, false },
};

static size_t
parse_hex (const char *hex, uint8_t *bytes)
{
  size_t size = strlen (hex) / 2;

  for (size_t i = 0; i < size; i++)
    {
      char digits[3] = { hex[2 * i], hex[2 * i + 1], '\0' };
      bytes[i] = (uint8_t) strtoul (digits, NULL, 16);
    }
  return size;
}

/* The code is at the end of memory of its own, so that a byte read past it
   is found.  */
static void
test_example (const struct example *example)
{
  uint8_t bytes[SIZE];
  size_t size = parse_hex (example->hex, bytes);
  uint8_t *copy = malloc (size + 1);
  const struct code_reloc reloc
      = { .offset = example->offset,
          .type = example->type,
          .undefined_weak = example->undefined_weak };
  struct reloc_mask_bytes mask = { 1, 0 };

  if (copy == NULL)
    {
      unit_result (false, example->name);
      return;
    }
  memcpy (copy + 1, bytes, size);
  bool known = reloc_mask (example->machine, &reloc, copy + 1, size, &mask);
  free (copy);
  if (mask.from != example->from || mask.to != example->to)
    printf ("  hole %llu to %llu\n", (unsigned long long) mask.from,
            (unsigned long long) mask.to);
  unit_result (known && mask.from == example->from && mask.to == example->to,
               example->name);
}

int
main (void)
{
  const struct code_reloc reloc = { .type = 1 };
  struct reloc_mask_bytes mask;
  uint8_t byte = 0;

  test_types ("types of AMD64", EM_X86_64, amd64);
  test_types ("types of AArch64", EM_AARCH64, aarch64);
  test_types ("types of s390x", EM_S390, s390x);
  unit_result (!reloc_mask (EM_386, &reloc, &byte, 1, &mask),
               "no types of other machines");
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
    test_example (&examples[i]);
  return unit_exit ();
}
