/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-find-edges.c - look-ups of addresses beside functions, and of those in
   functions among others that have no bytes.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "find-piece.h"
#include "result.h"

enum
{
  HEADER = 28,
  STRIDE = 16,
  MOST = 64, /* functions */
  SECTION = 0x10000,
  CODE = 0x20000,
  SKIPPED = 16 /* functions without bytes that a look-up skips */
};

static struct sfm_diag diag;

/* Open SECTION with COUNT functions of one row each at STARTS, with SIZES, at
   the end of a cage.  */
static bool
open_section (struct sfm_section *section, const uint64_t *starts,
              const uint32_t *sizes, uint32_t count)
{
  static struct find_cage cage;
  const size_t size = HEADER + STRIDE * (size_t) count + 5 + 3;

  if (cage.begin == NULL)
    cage = find_cage ();
  uint8_t *p = cage.begin + cage.size - size, *fde = p + HEADER;
  memset (p, 0, size);
  memcpy (p, "\xe2\xde\3\5\3\0\xf8", 7);
  elf_put32 (p + 8, count, false);
  elf_put32 (p + 12, count, false);
  elf_put32 (p + 16, 5 + 3, false);
  elf_put32 (p + 24, STRIDE * count, false);
  for (uint32_t i = 0; i < count; i++, fde += STRIDE)
    {
      const uint64_t start = starts[i] - (SECTION + (uint64_t) (fde - p));
      elf_put32 (fde, (uint32_t) start, false);
      elf_put32 (fde + 4, (uint32_t) (start >> 32), false);
      elf_put32 (fde + 8, sizes[i], false);
    }
  memcpy (fde, "\1\0\0\0\0\0\3\10", 8);
  return sfm_section_open (p, size, SECTION, section, &diag) == SFM_OK;
}

/* Whether the function of SECTION that covers ADDR begins at START; 0: there
   is none.  */
static bool
finds (const struct sfm_section *section, uint64_t addr, uint64_t start)
{
  struct sfm_found found;
  const sfm_status status = sfm_find_fde (section, addr, &found, &diag);

  return start == 0 ? status == SFM_END
                    : status == SFM_OK && found.addr == start;
}

/* Functions of one size, with as many bytes between two of them: their first
   and last bytes, and those beside.  */
static void
test_beside (void)
{
  static const uint32_t sizes[] = { 1, 2, 16 };
  bool good = true;

  for (uint32_t i = 0; i < 3; i++)
    for (uint32_t count = 1; count <= MOST; count++)
      {
        const uint32_t size = sizes[i];
        uint64_t starts[MOST];
        uint32_t all[MOST];
        struct sfm_section section;

        for (uint32_t f = 0; f < count; f++)
          {
            starts[f] = CODE + 2 * (uint64_t) size * f;
            all[f] = size;
          }
        good = good && open_section (&section, starts, all, count);
        for (uint32_t f = 0; f < count && good; f++)
          good = finds (&section, starts[f], starts[f])
                 && finds (&section, starts[f] + size - 1, starts[f])
                 && finds (&section, starts[f] + size, 0)
                 && finds (&section, starts[f] - 1, 0);
        good = good && finds (&section, 0, 0)
               && finds (&section, UINT64_MAX, 0);
      }
  unit_result (good, "find: the bytes at the edges of functions");
}

/* Functions that are spread as unevenly as can be.  */
static void
test_uneven (void)
{
  bool good = true;

  for (uint32_t shift = 0; shift < 40 && good; shift++)
    {
      uint64_t starts[MOST];
      uint32_t sizes[MOST];
      struct sfm_section section;

      for (uint32_t f = 0; f < MOST; f++)
        {
          const uint64_t far = (UINT64_C (1) << shift) * f;
          starts[f] = CODE + 4 * (uint64_t) f + (f > MOST / 2 ? far : 0);
          sizes[f] = 3;
        }
      good = open_section (&section, starts, sizes, MOST);
      for (uint32_t f = 0; f < MOST && good; f++)
        good = finds (&section, starts[f], starts[f])
               && finds (&section, starts[f] + 2, starts[f])
               && finds (&section, starts[f] + 3, 0);
    }
  unit_result (good, "find: functions that are spread unevenly");
}

/* A function with others in it that have no bytes.  */
static void
test_empty (void)
{
  bool good = true;

  for (uint32_t empty = 0; empty <= SKIPPED + 2; empty++)
    {
      uint64_t starts[MOST] = { CODE };
      uint32_t sizes[MOST] = { 0x100 };
      struct sfm_section section;

      for (uint32_t i = 1; i <= empty; i++)
        starts[i] = CODE + i;
      starts[empty + 1] = CODE + 0x200;
      sizes[empty + 1] = 0x10;
      good = good && open_section (&section, starts, sizes, empty + 2)
             && finds (&section, CODE, CODE)
             && finds (&section, CODE + 0xff, empty <= SKIPPED ? CODE : 0)
             && finds (&section, CODE + 0x100, 0)
             && finds (&section, CODE + 0x200, CODE + 0x200);
    }
  unit_result (good, "find: a function with empty ones in it");
}

/* A function of two rows, of which only CUT bytes of the second one are there,
   with starts of WIDTH bytes.  */
static bool
is_cut (uint8_t type, size_t width, size_t cut)
{
  static struct find_cage cage;
  const size_t row = width + 2, size = HEADER + STRIDE + 5 + row + cut;
  struct sfm_section section;
  struct sfm_found found;
  struct sfm_rules rules;

  if (cage.begin == NULL)
    cage = find_cage ();
  uint8_t *p = cage.begin + cage.size - size, *fres = p + HEADER + STRIDE;
  memset (p, 0, size);
  memcpy (p, "\xe2\xde\3\5\3\0\xf8", 7);
  elf_put32 (p + 8, 1, false);
  elf_put32 (p + 12, 2, false);
  elf_put32 (p + 16, (uint32_t) (5 + row + cut), false);
  elf_put32 (p + 24, STRIDE, false);
  elf_put32 (p + HEADER, CODE - SECTION - HEADER, false);
  elf_put32 (p + HEADER + 8, 16, false);
  fres[0] = 2;
  fres[2] = type;
  memcpy (fres + 5 + width, "\3\10", 2);
  if (cut != 0)
    fres[5 + row] = 4;
  if (cut > width)
    fres[5 + row + width] = 3;
  return sfm_section_open (p, size, SECTION, &section, &diag) == SFM_OK
         && sfm_find_rules (&section, CODE, &found, &rules, &diag)
                == SFM_ERR_CORRUPT
         && diag.offset == HEADER + STRIDE + 5 + row;
}

/* Addresses that are too far apart for 32 bits: whatever a look-up guesses is
   one of the functions.  */
static void
test_far (void)
{
  uint64_t starts[MOST];
  uint32_t sizes[MOST];
  struct sfm_section section;
  bool good = true;

  for (uint32_t count = 12; count < MOST; count++)
    {
      for (uint32_t i = 0; i < count; i++)
        {
          starts[i] = CODE + 16 * (uint64_t) i;
          sizes[i] = 16;
        }
      starts[count - 1] = CODE + (UINT64_C (1) << 40);
      sizes[count - 2] = UINT32_MAX;
      good = good && open_section (&section, starts, sizes, count)
             && finds (&section, starts[count - 1] - 1, 0)
             && finds (&section, starts[count - 1], starts[count - 1])
             && finds (&section, starts[count - 2] + UINT32_MAX - 1,
                       starts[count - 2]);
    }
  unit_result (good, "edges: functions that are far apart");
}

/* Blocks of no size, and of one that the section does not say.  */
static void
test_blocks (void)
{
  static const uint64_t start = CODE;
  static const uint32_t size = 16;
  struct sfm_section section;
  struct sfm_found found;
  struct sfm_rules rules;

  bool good = open_section (&section, &start, &size, 1);
  uint8_t *block
      = (uint8_t *) (uintptr_t) section.piece.bytes + section.piece.fres;
  block[2] = 0x10;
  good = good
         && sfm_find_rules (&section, CODE + 3, &found, &rules, &diag)
                == SFM_ERR_CORRUPT
         && diag.offset == HEADER
         && strcmp (diag.text,
                    "the function info is 0x10: PC type MASK, but the block "
                    "size is 0")
                == 0;
  block[4] = 2;
  good
      = good
        && sfm_find_rules (&section, CODE + 3, &found, &rules, &diag) == SFM_OK
        && rules.cfa.offset == 8;
  unit_result (good, "edges: blocks of no size");
}

static void
test_cut (void)
{
  bool good = true;

  for (uint8_t type = 0; type < 3; type++)
    for (size_t cut = 0; cut < ((size_t) 1 << type) + 2; cut++)
      good = good && is_cut (type, (size_t) 1 << type, cut);
  unit_result (good, "edges: rows that are not all there");
}

int
main (void)
{
  test_far ();
  test_blocks ();
  test_cut ();
  unit_last_said (diag.text);
  test_beside ();
  test_uneven ();
  test_empty ();
  return unit_exit ();
}
