/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-limits.c - what keeps the work for a file in proportion to it.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-image.h"
#include "growth.h"
#include "result.h"
#include "sfmerge.h"

/* Sections that all have the same bytes are refused; a few may.  */
static void
test_shared_sections (void)
{
  static struct fixture fx;

  fixture_begin (&fx, false);
  while (fx.section_count < FIXTURE_MAX)
    fixture_section (&fx, ".twin", SHT_PROGBITS, 0, 0, FIXTURE_SIZE);
  sfm_status status = fixture_open (&fx);
  unit_result (status == SFM_ERR_LIMIT
                   && strstr (fixture_said, "times the") != NULL,
               "sections that share all bytes are refused");
  fixture_close (&fx);

  fixture_begin (&fx, false);
  fixture_section (&fx, ".twin", SHT_PROGBITS, 0, 0, FIXTURE_SIZE);
  unit_result (fixture_open (&fx) == SFM_OK,
               "two sections that share bytes are read");
  fixture_close (&fx);
}

/* The same for segments of TYPE, in either byte order.  */
static void
test_shared_segments (bool big_endian, uint32_t type, const char *name)
{
  static struct fixture fx;

  fixture_begin (&fx, big_endian);
  while (fx.segment_count < FIXTURE_MAX)
    fixture_segment (&fx, type, PF_R, 0, FIXTURE_SIZE);
  unit_result (fixture_open (&fx) == SFM_ERR_LIMIT
                   && strstr (fixture_said, "times the") != NULL,
               name);
  fixture_close (&fx);
}

/* Two segments may have the same bytes, and those that mean nothing any.  */
static void
test_few_segments (void)
{
  static struct fixture fx;

  fixture_begin (&fx, false);
  fixture_segment (&fx, PT_LOAD, PF_R | PF_X, 0, FIXTURE_SIZE);
  fixture_segment (&fx, PT_NOTE, PF_R, 0, FIXTURE_SIZE);
  while (fx.segment_count < FIXTURE_MAX)
    fixture_segment (&fx, PT_NULL, PF_R, 0, FIXTURE_SIZE);
  unit_result (fixture_open (&fx) == SFM_OK,
               "two segments that share bytes are read");
  fixture_close (&fx);
}

/* Numbers padded far beyond what they need.  */
static void
test_padding (void)
{
  uint8_t bytes[64];

  memset (bytes, 0x80, sizeof bytes);
  bytes[31] = 0;
  const struct sfm_cfi_section section = {
    .bytes = bytes, .size = sizeof bytes, .abi = SFM_ABI_AMD64_ENDIAN_LITTLE
  };
  uint64_t at = 0, addr = 1;
  unit_result (sfm_cfi_pointer (&section, &at, SFM_PE_ULEB128, &addr)
                   && addr == 0 && at == 32,
               "a padded number is read");
  bytes[31] = 0x80;
  bytes[63] = 0;
  at = 0;
  unit_result (!sfm_cfi_pointer (&section, &at, SFM_PE_ULEB128, &addr)
                   && at == 0,
               "one padded without end is not");
}

enum
{
  MANY = 60000, /* functions, and rows of each */
  ROW_SIZE = 4 + 1 + 1,
  FDE_SIZE = 20,
  HEADER_SIZE = 28,
  /* The longest row, for which a quick look wants to have room.  */
  ROW_MOST = 72
};

/* The size of a section that greedy_section makes of COUNT.  */
static size_t
greedy_size (uint32_t count)
{
  return HEADER_SIZE + (size_t) count * (FDE_SIZE + ROW_MOST);
}

/* A section of version 2 whose COUNT functions all have COUNT rows, the same
   ones, of which the FRE sub-section has only FRE_LEN bytes.  NULL: no
   memory.  */
static uint8_t *
greedy_section (uint32_t count, uint32_t fre_len)
{
  static const uint8_t start[8]
      = { 0xe2, 0xde, 2, 0, SFM_ABI_AMD64_ENDIAN_LITTLE, 0, 0xf8, 0 };
  uint8_t *section = calloc (1, greedy_size (count));

  if (section == NULL)
    return NULL;
  memcpy (section, start, sizeof start);
  elf_put32 (section + 8, count, false);
  elf_put32 (section + 16, fre_len, false);
  elf_put32 (section + 24, count * FDE_SIZE, false);
  for (uint32_t i = 0; i < count; i++)
    {
      uint8_t *fde = section + HEADER_SIZE + (size_t) i * FDE_SIZE;
      elf_put32 (fde, 0x10000000 + i * count, false);
      elf_put32 (fde + 4, count, false);
      elf_put32 (fde + 12, count, false);
      fde[16] = SFM_FRE_TYPE_ADDR4;
    }
  uint8_t *row = section + HEADER_SIZE + (size_t) count * FDE_SIZE;
  for (uint32_t i = 0; i < count; i++, row += ROW_SIZE)
    {
      elf_put32 (row, i, false);
      row[4] = 0x03;
      row[5] = (uint8_t) (8 + i % 100);
    }
  return section;
}

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  (void) data;
  (void) finding;
}

/* Check and merge a section of COUNT functions and FRE_LEN bytes of rows.  */
static void
test_greedy (uint32_t count, uint32_t fre_len, const char *name)
{
  const size_t size = greedy_size (count);
  uint8_t *section = greedy_section (count, fre_len);
  struct sfm_place *places = calloc (count, sizeof *places);
  struct sfm_merger *merger = NULL;
  struct sfm_piece piece;
  struct sfm_diag diag;

  bool good
      = section != NULL && places != NULL
        && sfm_check (section, size, NULL, take_finding, NULL, &diag) == SFM_OK
        && sfm_piece_open (section, size, 0, &piece, &diag) == SFM_OK
        && sfm_merger_new (NULL, &merger, &diag) == SFM_OK;
  for (size_t i = 0; good && i < count; i++)
    places[i] = (struct sfm_place){ .live = true, .addr = 0x1000 + count * i };
  good = good && sfm_merger_add (merger, &piece, places, 1, &diag) != SFM_OK;
  unit_result (good, name);
  sfm_merger_free (merger);
  free (places);
  free (section);
}

static void
test_behind (size_t count)
{
  test_greedy ((uint32_t) count, 1,
               "rows past the piece are not read for each function");
}

static void
test_shared_rows (size_t count)
{
  test_greedy ((uint32_t) count, (uint32_t) count * ROW_SIZE,
               "nor are rows that all functions share");
}

static const struct growth growths[] = {
  { "rows past the piece take no long time", 1000, test_behind },
  { "nor do rows that all functions share", 1000, test_shared_rows },
};

int
main (int argc, char **argv)
{
  if (growth_only (argc, argv, growths, sizeof growths / sizeof *growths))
    return unit_exit ();
  test_shared_sections ();
  test_shared_segments (false, PT_LOAD,
                        "segments that load the same bytes are refused");
  test_shared_segments (true, PT_LOAD, "so are big-endian ones");
  test_shared_segments (false, PT_DYNAMIC,
                        "so are dynamic sections of the same bytes");
  test_shared_segments (false, PT_NOTE, "and notes");
  test_few_segments ();
  test_padding ();
  test_behind (MANY);
  test_shared_rows (MANY);
  return unit_exit ();
}
