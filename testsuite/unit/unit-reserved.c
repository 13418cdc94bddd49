/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-reserved.c - structs that grow by their reserved bytes: what a newer
   caller sets there is refused, not overlooked, and what the library fills is
   zero there.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "result.h"

enum
{
  FUNCTIONS = 3
};

/* Whether the SIZE bytes at BYTES are zero.  */
static bool
is_zero (const uint8_t *bytes, size_t size)
{
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != 0)
      return false;
  return true;
}

#define IS_ZERO(member) is_zero (member, sizeof (member))

/* Memory as no caller has cleared it.  */
#define DIRTY(variable) memset (&(variable), 0xa5, sizeof (variable))

/* A piece of FUNCTIONS functions, whose bytes are to be freed.  */
static uint8_t *
make_piece (struct sfm_piece *piece)
{
  struct gen_world world
      = { .abi = SFM_ABI_AMD64_ENDIAN_LITTLE, .fixed_ra = -8 };
  struct gen_func funcs[FUNCTIONS];
  const struct gen_func *chosen[FUNCTIONS];
  struct gen_section section
      = { .funcs = chosen, .count = FUNCTIONS, .version = 3 };
  struct sfm_diag diag;
  struct gen g;
  size_t size;

  gen_seed (&g, 1);
  for (unsigned i = 0; i < FUNCTIONS; i++)
    {
      gen_func_long (&g, &world, 0x1000 + 16 * i, 2, 8, &funcs[i]);
      chosen[i] = &funcs[i];
    }
  uint8_t *bytes = gen_encode (&g, &world, &section, &size);
  for (unsigned i = 0; i < FUNCTIONS; i++)
    gen_func_free (&funcs[i]);
  if (sfm_piece_open (bytes, size, 0, piece, &diag) != SFM_OK)
    exit (1);
  return bytes;
}

/* Whether DIAG refuses reserved byte IDX.  */
static bool
refuses (sfm_status status, const struct sfm_diag *diag, const char *text)
{
  return status == SFM_ERR_UNSUPP && diag->status == status
         && strstr (diag->text, text) != NULL;
}

static void
test_places (void)
{
  struct sfm_place places[FUNCTIONS] = { { .addr = 0 } };
  struct sfm_piece piece;
  uint8_t *bytes = make_piece (&piece);
  struct sfm_merger *merger;
  struct sfm_diag diag;
  bool passed = true;

  if (sfm_merger_new (NULL, &merger, &diag) != SFM_OK)
    exit (1);
  for (unsigned i = 0; i < FUNCTIONS; i++)
    places[i] = (struct sfm_place){ .addr = 0x1000 + 16 * i, .live = true };
  for (unsigned i = 0; i < FUNCTIONS; i++)
    for (unsigned j = 0; j < sizeof places->reserved; j++)
      {
        places[i].reserved[j] = 0x80;
        passed &= refuses (sfm_merger_add (merger, &piece, places, 7, &diag),
                           &diag, "is 0x80")
                  && diag.input == 7 && sfm_merger_bound (merger) == 0;
        places[i].reserved[j] = 0;
      }
  unit_result (passed, "reserved: places of a piece");
  passed = sfm_merger_add (merger, &piece, places, 7, &diag) == SFM_OK;
  places[FUNCTIONS - 1].reserved[2] = 1;
  passed &= refuses (sfm_merger_move (merger, 0, places, &diag), &diag,
                     "reserved byte 2")
            && diag.input == 7;
  unit_result (passed, "reserved: places to move to");
  places[FUNCTIONS - 1].reserved[2] = 0;
  struct sfm_input input = { .piece = &piece, .places = places, .number = 9 };
  input.reserved[3] = 1;
  unit_result (refuses (sfm_merger_add_all (merger, &input, 1, &diag), &diag,
                        "reserved byte 3 of the input is 0x01")
                   && diag.input == 9,
               "reserved: inputs");
  sfm_merger_free (merger);
  free (bytes);
}

static void
test_plt (void)
{
  static const uint8_t bytes[16] = { 0xff, 0x25 };
  struct sfm_plt_code code = { .bytes = bytes,
                               .size = sizeof bytes,
                               .abi = SFM_ABI_AMD64_ENDIAN_LITTLE };
  struct sfm_plt_found found;
  struct sfm_diag diag;
  uint8_t out[64];
  bool passed = true;

  DIRTY (found);
  unit_result (sfm_plt_measure (&code, &found, &diag) == SFM_OK
                   && IS_ZERO (found.reserved),
               "reserved: what was found in PLT code");
  for (unsigned i = 0; i < sizeof code.reserved; i++)
    {
      code.reserved[i] = 2;
      passed &= refuses (sfm_plt_measure (&code, &found, &diag), &diag,
                         "of the PLT code is 0x02")
                && refuses (sfm_plt_write (&code, out, sizeof out, &diag),
                            &diag, "of the PLT code is 0x02");
      code.reserved[i] = 0;
    }
  unit_result (passed, "reserved: PLT code");
}

static void
test_cfi (void)
{
  static const uint8_t bytes[4] = { 0 };
  struct sfm_cfi_section section = { .bytes = bytes,
                                     .size = sizeof bytes,
                                     .abi = SFM_ABI_AMD64_ENDIAN_LITTLE };
  struct sfm_cfi_fde fde = { .next = 0 };
  struct sfm_diag diag;
  bool passed = true;

  for (unsigned i = 0; i < sizeof section.reserved; i++)
    {
      section.reserved[i] = 3;
      passed &= refuses (sfm_cfi_next (&section, 0, &fde, &diag), &diag,
                         "of the section is 0x03")
                && fde.next == section.size;
      section.reserved[i] = 0;
    }
  unit_result (passed && sfm_cfi_next (&section, 0, &fde, &diag) == SFM_END,
               "reserved: sections of call frame information");
}

/* What the reader fills.  */
static void
test_reader (void)
{
  struct sfm_piece piece;
  uint8_t *bytes = make_piece (&piece);
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_fde fde;
  struct sfm_diag diag;

  const uint8_t *at = piece.bytes;
  const size_t size = piece.size;
  DIRTY (piece);
  DIRTY (fde);
  DIRTY (row);
  if (sfm_piece_open (at, size, 0, &piece, &diag) != SFM_OK
      || sfm_fde_read (&piece, 0, &fde, &diag) != SFM_OK)
    exit (1);
  sfm_rows_begin (&piece, &fde, &rows);
  if (sfm_rows_next (&rows, &row, &diag) != SFM_OK)
    exit (1);
  unit_result (IS_ZERO (piece.reserved) && IS_ZERO (fde.reserved)
                   && row.reserved == 0,
               "reserved: what the reader fills");
  free (bytes);
}

/* What a look-up fills.  */
static void
test_found (void)
{
  struct sfm_place places[FUNCTIONS];
  struct sfm_piece piece;
  uint8_t *bytes = make_piece (&piece), out[512];
  struct sfm_merger *merger;
  struct sfm_section section;
  struct sfm_found found;
  struct sfm_diag diag;

  for (unsigned i = 0; i < FUNCTIONS; i++)
    places[i] = (struct sfm_place){ .addr = 0x1000 + 16 * i, .live = true };
  DIRTY (section);
  DIRTY (found);
  if (sfm_merger_new (NULL, &merger, &diag) != SFM_OK
      || sfm_merger_add (merger, &piece, places, 0, &diag) != SFM_OK
      || sfm_merger_plan (merger, 0x2000, UINT64_MAX, &diag) != SFM_OK
      || sfm_merger_write (merger, out, sizeof out, &diag) != SFM_OK
      || sfm_section_open (out, sfm_merger_size (merger), 0x2000, &section,
                           &diag)
             != SFM_OK
      || sfm_find_fde (&section, 0x1010, &found, &diag) != SFM_OK)
    exit (1);
  unit_result (IS_ZERO (found.reserved) && IS_ZERO (found.fde.reserved)
                   && section.reserved[0] == 0 && section.reserved[3] == 0,
               "reserved: what a look-up fills");
  sfm_merger_free (merger);
  free (bytes);
}

int
main (void)
{
  test_places ();
  test_plt ();
  test_cfi ();
  test_reader ();
  test_found ();
  return unit_exit ();
}
