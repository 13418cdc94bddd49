/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-verify-merge.c - the first byte of a function for which its output has
   other rules than its input.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-builder.h"
#include "result.h"

enum
{
  ROWS = 3,
  ROW_SIZE = 3 /* start, info byte and the CFA's offset */
};

/* The output's rows, of three bytes each at 0, 4 and 8, with one byte
   changed.  */
static const struct
{
  const char *name;
  uint8_t row, byte, value;
  const char *at; /* NULL: the rules are the same */
} changes[] = {
  { "nothing", 0, 0, 0, NULL },
  { "a row that begins later", 1, 0, 6, "+0x4" },
  { "a row that begins earlier", 1, 0, 2, "+0x2" },
  { "the last one, later", 2, 0, 9, "+0x8" },
  { "the last one, earlier", 2, 0, 7, "+0x7" },
  { "the last one, which says no more", 2, 2, 16, "+0x8" },
  { "the first one", 0, 2, 24, "+0x0" },
  { "the second one", 1, 2, 8, "+0x4" },
  { "the base of the second one", 1, 1, 2, "+0x4" },
  { "the last one at the end", 2, 0, 16, "+0x8" },
  { "rows out of order", 1, 0, 9, "" },
};

/* The same where the input's last row says no more than the one before.  */
static const struct
{
  uint8_t value; /* of the last CFA's offset in the output */
  const char *at;
} repeated[] = { { 16, NULL }, { 8, "+0x8" } };

/* A section of one function with rows at 0, 4 and 8, the last with LAST as the
   offset of its CFA.  */
static uint8_t *
make_section (int64_t last, size_t *size)
{
  const struct sfm_builder_options options = builder_options ();
  const struct sfm_function f = builder_function (BUILDER_TEXT);
  struct sfm_rules_at rows[ROWS];
  struct sfm_builder *b = builder_new (&options);

  for (uint32_t i = 0; i < ROWS; i++)
    {
      rows[i] = builder_rows[0];
      rows[i].offset = 4 * i;
      rows[i].rules.cfa.offset = 8 * (1 + (int64_t) i);
    }
  if (sfm_builder_add (b, &f, rows, ROWS, 0, NULL, &builder_diag) != SFM_OK)
    exit (1);
  uint8_t *bytes = builder_section (b, size);
  bytes[*size - 1] = (uint8_t) last;
  sfm_builder_free (b);
  return bytes;
}

/* Whether the output of SECTION, with BYTE of ROW set to VALUE, first differs
   AT.  */
static bool
differs (uint8_t *section, size_t size, unsigned row, unsigned byte,
         uint8_t value, const char *at)
{
  const struct sfm_options options = SFM_OPTIONS_INIT;
  const struct sfm_place place
      = { .addr = BUILDER_TEXT, .live = true, .rank = SFM_RANK_INPUT };
  struct sfm_merger *m;
  struct sfm_piece piece;
  uint8_t out[128];

  if (sfm_merger_new (&options, &m, &builder_diag) != SFM_OK
      || sfm_piece_open (section, size, 0, &piece, &builder_diag) != SFM_OK
      || sfm_merger_add (m, &piece, &place, 0, &builder_diag) != SFM_OK
      || sfm_merger_plan (m, BUILDER_SECTION, UINT64_MAX, &builder_diag)
             != SFM_OK
      || sfm_merger_write (m, out, sizeof out, &builder_diag) != SFM_OK)
    exit (1);
  const size_t end = sfm_merger_size (m);
  if (row != 0 || byte != 0)
    out[end - (ROWS - row) * ROW_SIZE + byte] = value;
  const sfm_status status = sfm_merger_verify (m, out, end, &builder_diag);
  sfm_merger_free (m);
  const char *said = at == NULL ? NULL : strstr (builder_diag.text, at);
  const bool good = at == NULL
                        ? status == SFM_OK
                        : status == SFM_ERR_CORRUPT && said != NULL
                              && (*at == '\0' || strcmp (said, at) == 0);
  if (!good)
    printf ("status %d: %s\n", (int) status, builder_diag.text);
  return good;
}

int
main (void)
{
  size_t size;
  uint8_t *section = make_section (24, &size);

  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    unit_result_of (differs (section, size, changes[i].row, changes[i].byte,
                             changes[i].value, changes[i].at),
                    "verify: %s", changes[i].name);
  free (section);
  section = make_section (16, &size);
  for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++)
    unit_result_of (
        differs (section, size, 2, 2, repeated[i].value, repeated[i].at),
        "verify: a row that says no more, and %u", repeated[i].value);
  free (section);
  return unit_exit ();
}
