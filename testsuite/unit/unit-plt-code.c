/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-plt-code.c - which of an image's own functions stay where the linker
   made the code.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-image.h"
#include "plt-code.h"
#include "plt-cases.h"
#include "result.h"

enum
{
  PLT = 0x401020, /* PLT0, then ENTRIES */
  ENTRY = 16,
  ENTRIES = 4,
  SIZE = ENTRY * (1 + ENTRIES),

  INFO_MASK = 0x10,
  INFO_SIGNAL = 0x80,
  ROWS_MOST = 16,

  /* Claims to the same code, over and over.  */
  MANY = 20000,
  MANY_SIZE = 1 << 20,
  PIECE_MOST = 28 + (MANY + 1) * (16 + 5 + 3 * ROWS_MOST)
};

/* One function of the image's own: rows as START, CFA.  */
struct claimed
{
  uint64_t addr;
  uint32_t size;
  uint8_t rep; /* 0: INC */
  uint8_t extra_info;
  unsigned row_count;
  uint8_t rows[ROWS_MOST][2];
};

static const struct claimed plt0
    = { PLT, ENTRY, 0, 0, 2, { { 0, 16 }, { 6, 24 } } };
static const struct claimed entries
    = { PLT + ENTRY, ENTRY *ENTRIES, ENTRY, 0, 2, { { 0, 8 }, { 11, 16 } } };

static uint8_t code_bytes_made[MANY_SIZE];
static size_t code_size = SIZE;
static uint8_t piece_bytes[PIECE_MOST];
static struct sfm_place places[MANY];
static uint32_t sizes[MANY];
static uint8_t replaced_why[MANY];
static struct image_piece own_pieces[1];
static struct plt_code plt;
static struct existing_sframe existing;

/* Append the code of the case for AMD64 called NAME at OFF.  */
static size_t
add_code (const char *name, size_t off)
{
  uint8_t mask[PLT_CASE_MOST];

  for (size_t i = 0; i < plt_case_count; i++)
    if (plt_cases[i].machine == 'x' && strcmp (plt_cases[i].name, name) == 0)
      return off + plt_case_code (&plt_cases[i], code_bytes_made + off, mask);
  return off;
}

static void
put (uint8_t *p, uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    p[i] = (uint8_t) (value >> 8 * i);
}

/* Make a piece of version 3 of the COUNT functions at CLAIMS; its size.  */
static size_t
make_piece (const struct claimed *claims, size_t count)
{
  uint8_t *fde = piece_bytes + 28;
  uint8_t *rows = fde + 16 * count, *first = rows;
  unsigned row_count = 0;

  for (size_t i = 0; i < count; i++, fde += 16)
    {
      const struct claimed *c = &claims[i];
      put (fde, c->addr - (uint64_t) (fde - piece_bytes), 8);
      put (fde + 8, c->size, 4);
      put (fde + 12, (uint64_t) (rows - first), 4);
      put (rows, c->row_count, 2);
      rows[2] = (uint8_t) ((c->rep != 0 ? INFO_MASK : 0) | c->extra_info);
      rows[3] = 0;
      rows[4] = c->rep;
      rows += 5;
      for (unsigned r = 0; r < c->row_count; r++, rows += 3)
        {
          rows[0] = c->rows[r][0];
          rows[1] = 3;
          rows[2] = c->rows[r][1];
        }
      row_count += c->row_count;
    }
  const uint8_t start[] = { 0xe2, 0xde, 3, 4, 3, 0, 0xf8, 0 };
  memset (piece_bytes, 0, 28);
  memcpy (piece_bytes, start, sizeof start);
  put (piece_bytes + 8, count, 4);
  put (piece_bytes + 12, row_count, 4);
  put (piece_bytes + 16, (uint64_t) (rows - first), 4);
  put (piece_bytes + 24, 16 * count, 4);
  return (size_t) (rows - piece_bytes);
}

/* Let the image have the COUNT functions at CLAIMS, and judge them.  */
static bool
judge (const struct claimed *claims, size_t count, enum plt_mode mode)
{
  struct image_section section
      = { .name = ".plt", .addr = PLT, .size = code_size };
  struct code_range range = { .addr = PLT,
                              .size = code_size,
                              .section = &section,
                              .plt = true,
                              .loaded = true };
  const struct image image = { .path = "image",
                               .memory = code_bytes_made,
                               .size = sizeof code_bytes_made,
                               .machine = EM_X86_64,
                               .abi = SFM_ABI_AMD64_ENDIAN_LITTLE };
  const struct function_index index = { .image = &image,
                                        .code = { .image = &image,
                                                  .segments = &range,
                                                  .segment_count = 1,
                                                  .sections = &range,
                                                  .section_count = 1,
                                                  .by_sections = true,
                                                  .machine = EM_X86_64 } };
  struct sfm_diag diag;

  memset (&existing, 0, sizeof existing);
  memset (own_pieces, 0, sizeof own_pieces);
  existing.pieces = own_pieces;
  existing.piece_count = 1;
  own_pieces[0].section = ".sframe";
  own_pieces[0].usable = true;
  own_pieces[0].places = places;
  own_pieces[0].sizes = sizes;
  memset (replaced_why, 0, sizeof replaced_why);
  own_pieces[0].replaced = replaced_why;
  own_pieces[0].live = count;
  if (sfm_piece_open (piece_bytes, make_piece (claims, count), 0,
                      &own_pieces[0].piece, &diag)
      != SFM_OK)
    return false;
  for (size_t i = 0; i < count; i++)
    {
      places[i] = (struct sfm_place){ .addr = claims[i].addr,
                                      .live = true,
                                      .optional = true };
      sizes[i] = (uint32_t) claims[i].size;
    }
  return plt_code_read (&index, mode, &plt, &fixture_sink) == SFM_OK
         && plt_code_decide (&existing, mode, &plt, &fixture_sink) == SFM_OK;
}

/* Test NAME: of the COUNT functions at CLAIMS KEPT stay, REPLACED go, and MADE
   are new.  */
static void
expect (const char *name, const struct claimed *claims, size_t count,
        size_t kept, size_t replaced, size_t made)
{
  bool good = judge (claims, count, PLT_AUTO) && plt.kept == kept
              && plt.replaced == replaced && plt.made == made
              && own_pieces[0].live == count - replaced;

  if (!good)
    printf ("kept %zu, replaced %zu, made %zu, live %zu\n", plt.kept,
            plt.replaced, plt.made, own_pieces[0].live);
  unit_result (good, name);
  plt_code_free (&plt);
}

/* How many PLT sections count in an image with two, the second DISTANCE bytes
   after the first.  */
static size_t
listed (uint64_t distance)
{
  struct image_section section = { .name = ".plt", .addr = PLT, .size = SIZE };
  struct code_range ranges[2] = { { .addr = PLT,
                                    .size = SIZE,
                                    .section = &section,
                                    .plt = true,
                                    .loaded = true } };
  const struct image image = { .path = "image",
                               .memory = code_bytes_made,
                               .size = sizeof code_bytes_made,
                               .machine = EM_X86_64,
                               .abi = SFM_ABI_AMD64_ENDIAN_LITTLE };
  ranges[1] = ranges[0];
  ranges[1].addr += distance;
  const struct function_index index = { .image = &image,
                                        .code = { .image = &image,
                                                  .sections = ranges,
                                                  .section_count = 2,
                                                  .by_sections = true,
                                                  .machine = EM_X86_64 } };
  const bool good
      = plt_code_read (&index, PLT_AUTO, &plt, &fixture_sink) == SFM_OK;
  const size_t count = plt.area_count;

  plt_code_free (&plt);
  return good ? count : 0;
}

/* The rows of all entries, one after the other.  */
static struct claimed
unrolled (uint64_t addr, unsigned count)
{
  struct claimed c = { .addr = addr, .size = ENTRY * count };

  for (unsigned i = 0; i < count; i++)
    {
      c.rows[c.row_count][0] = (uint8_t) (ENTRY * i);
      c.rows[c.row_count++][1] = 8;
      c.rows[c.row_count][0] = (uint8_t) (ENTRY * i + 11);
      c.rows[c.row_count++][1] = 16;
    }
  return c;
}

static void
test_claims (void)
{
  struct claimed c[3] = { plt0, entries };

  expect ("none is there", c, 0, 0, 0, 2);
  expect ("true ones stay", c, 2, 2, 0, 0);
  expect ("one stays, the other is made", c, 1, 1, 0, 1);
  c[1].rows[1][0] = 9;
  expect ("the rule of other entries", c, 2, 1, 1, 1);
  c[1] = entries;
  c[1].rows[0][1] = 16;
  expect ("a CFA that is wrong from the start", c, 2, 1, 1, 1);
  c[1] = unrolled (PLT + ENTRY, ENTRIES);
  expect ("one row after the other", c, 2, 2, 0, 0);
  c[1].rows[7][1] = 24;
  expect ("the last row is wrong", c, 2, 1, 1, 1);
  unit_result (replaced_why[0] == PIECE_KEPT && replaced_why[1] == PIECE_WRONG,
               "the reason is its rules");
  c[1] = unrolled (PLT + ENTRY, 2);
  c[1].size = entries.size;
  c[1].rep = 2 * ENTRY;
  expect ("a block of two entries", c, 2, 2, 0, 0);
  c[1] = entries;
  c[1].extra_info = INFO_SIGNAL;
  expect ("a signal frame", c, 2, 1, 1, 1);
  c[1] = entries;
  c[1].row_count = 0;
  expect ("no rows", c, 2, 1, 1, 1);
  c[1] = entries;
  c[1].rep = 24;
  expect ("a block that does not divide the size", c, 2, 1, 1, 1);
}

static void
test_sections (void)
{
  unit_result (listed (SIZE) == 2, "two sections that meet");
  unit_result (listed (SIZE - 1) == 1, "one from the last byte of another on");
}

static void
test_bounds (void)
{
  struct claimed c[3] = { plt0, entries };

  c[1] = unrolled (PLT + ENTRY, 2);
  expect ("a part of the entries", c, 2, 1, 1, 1);
  unit_result (replaced_why[1] == PIECE_UNFIT, "the reason is its bytes");
  c[1].rows[1][1] = 24;
  expect ("a wrong part of the entries", c, 2, 1, 1, 1);
  unit_result (replaced_why[1] == PIECE_WRONG, "the reason is both");
  c[1] = entries;
  c[1].addr -= ENTRY;
  c[0] = c[1];
  expect ("one that begins too early", c, 1, 0, 1, 2);
  c[0] = plt0;
  c[1] = entries;
  c[2] = unrolled (PLT + 2 * ENTRY, 1);
  expect ("one inside another", c, 3, 2, 1, 0);
  c[2] = entries;
  expect ("the same twice", c, 3, 3, 0, 0);
  c[0] = unrolled (PLT, ENTRIES + 1);
  c[0].rows[0][1] = 16;
  c[0].rows[1][0] = 6;
  c[0].rows[1][1] = 24;
  expect ("one for all", c, 1, 1, 0, 0);
  c[0] = (struct claimed){ PLT + SIZE, 8, 0, 0, 1, { { 0, 8 } } };
  expect ("one past the code", c, 1, 0, 0, 2);
  c[0].addr--;
  expect ("one from the last byte of the code on", c, 1, 0, 1, 2);
  c[0].addr = PLT - c[0].size;
  expect ("one before the code", c, 1, 0, 0, 2);
  c[0].addr++;
  expect ("one up to the first byte of the code", c, 1, 0, 1, 2);
}

static void
test_modes (void)
{
  struct claimed c[2] = { plt0, entries };

  c[1].rows[1][0] = 9;
  unit_result (judge (c, 2, PLT_KEEP) && plt.made == 0
                   && own_pieces[0].live == 2 && places[1].live,
               "keep");
  plt_code_free (&plt);
  unit_result (judge (c, 2, PLT_NONE) && plt.made == 0 && plt.dropped == 2
                   && own_pieces[0].live == 0,
               "none");
  plt_code_free (&plt);
  unit_result (judge (c, 2, PLT_REQUIRE) && plt.made == 1
                   && !places[0].optional && !plt.areas[0].places[1].optional,
               "require");
  plt_code_free (&plt);
  memset (code_bytes_made, 0x55, sizeof code_bytes_made);
  unit_result (judge (c, 2, PLT_AUTO) && plt.made == 0
                   && plt.unrecognised_code == 2 && plt.unknown == SIZE
                   && own_pieces[0].live == 2,
               "code that is not recognised");
  plt_code_free (&plt);
}

/* A piece that claims a large table as often as it has bytes for, each time
   with one row, which is true.  That some go shows that the work ends.  */
static void
test_many (void)
{
  struct claimed *claims = calloc (MANY, sizeof *claims);

  if (claims == NULL)
    {
      unit_result (false, "no memory");
      return;
    }
  for (size_t off = 0; off + ENTRY <= MANY_SIZE;)
    off = add_code ("mold entry", off);
  code_size = MANY_SIZE;
  for (size_t i = 0; i < MANY; i++)
    claims[i] = (struct claimed){ PLT, MANY_SIZE, 0, 0, 1, { { 0, 8 } } };
  bool judged = judge (claims, MANY, PLT_AUTO);
  unit_result (judged && plt.kept != 0 && plt.replaced != 0
                   && plt.kept + plt.replaced == MANY,
               "the same claim over and over");
  plt_code_free (&plt);
  free (claims);
}

int
main (void)
{
  size_t off = add_code ("GNU PLT0", 0);

  for (unsigned i = 0; i < ENTRIES; i++)
    off = add_code ("lazy entry", off);
  test_claims ();
  test_sections ();
  test_bounds ();
  test_modes ();
  test_many ();
  return unit_exit ();
}
