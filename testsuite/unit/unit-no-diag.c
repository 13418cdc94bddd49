/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-no-diag.c - calls without a diagnostic have the statuses that they have
   with one: of sections and call frame information with each byte spoiled, and
   of wrong options.  */

#include "config.h"

#include <string.h>

#include "result.h"
#include "sfmerge-tool.h"

enum
{
  SECTION_SIZE = 256,
  STATUSES = 16
};

/* What the calls of one round returned.  */
struct round
{
  sfm_status got[64];
  size_t count;
};

/* How often a round had each status.  */
static unsigned seen[STATUSES];

static sfm_status
keep (struct round *r, sfm_status status)
{
  if (r->count < sizeof r->got / sizeof *r->got)
    r->got[r->count++] = status;
  return status;
}

static void
ignore (void *data, const struct sfm_finding *finding)
{
  (void) data;
  (void) finding;
}

/* Read the functions of PIECE and their rows.  */
static void
read_all (struct round *r, const struct sfm_piece *piece,
          struct sfm_diag *diag)
{
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_rules rules;
  uint64_t digest;

  keep (r, sfm_piece_check_fixed (piece, diag));
  for (uint32_t i = 0; i <= piece->num_fdes && i < 4; i++)
    {
      if (keep (r, sfm_fde_read (piece, i, &fde, diag)) != SFM_OK)
        continue;
      keep (r, sfm_fde_digest (piece, &fde, 0, NULL, &digest, diag));
      sfm_rows_begin (piece, &fde, &rows);
      while (keep (r, sfm_rows_next (&rows, &row, diag)) == SFM_OK)
        keep (r, sfm_row_rules (piece, &fde, &row, &rules, diag));
    }
}

/* Merge PIECE into each target.  */
static void
merge_all (struct round *r, const struct sfm_piece *piece,
           struct sfm_diag *diag)
{
  struct sfm_place places[8]
      = { { .addr = 0x1000, .live = true }, { .addr = 0x2000, .live = true } };
  uint8_t out[2 * SECTION_SIZE];

  if (piece->num_fdes > 8)
    return;
  for (int target = SFM_TO_V2; target <= SFM_TO_V3; target++)
    {
      struct sfm_options options = SFM_OPTIONS_INIT;
      struct sfm_merger *m;
      options.target = (enum sfm_target) target;
      if (keep (r, sfm_merger_new (&options, &m, diag)) != SFM_OK)
        continue;
      keep (r, sfm_merger_plan (m, 0, UINT64_MAX, diag));
      keep (r, sfm_merger_move (m, 0, places, diag));
      if (keep (r, sfm_merger_add (m, piece, places, 7, diag)) == SFM_OK)
        keep (r, sfm_merger_plan (m, 0x8000, UINT64_MAX, diag));
      keep (r, sfm_merger_write (m, out, 1, diag));
      keep (r, sfm_merger_write (m, out, sizeof out, diag));
      out[40] ^= 1;
      keep (r, sfm_merger_verify (m, out, sfm_merger_size (m), diag));
      places[1].reserved[0] = 1;
      keep (r, sfm_merger_move (m, 0, places, diag));
      places[1].reserved[0] = 0;
      keep (r, sfm_merger_join (m, m, diag));
      sfm_merger_free (m);
    }
}

/* Call what reads the section BYTES.  */
static void
call_readers (struct round *r, const uint8_t bytes[SECTION_SIZE], size_t size,
              struct sfm_diag *diag)
{
  struct sfm_piece piece;
  struct sfm_section section;
  struct sfm_rules rules;

  keep (r, sfm_piece_scan (bytes, size, 0, &piece, diag));
  keep (r, sfm_check (bytes, size, NULL, ignore, NULL, diag));
  keep (r, sfm_check (NULL, size, NULL, ignore, NULL, diag));
  if (keep (r, sfm_section_open (bytes, size, 0, &section, diag)) == SFM_OK)
    for (uint64_t pc = 0xfff; pc < 0x1040; pc += 13)
      keep (r, sfm_find_rules (&section, pc, NULL, &rules, diag));
  if (keep (r, sfm_piece_next (bytes, size, 0, &piece, diag)) != SFM_OK)
    return;
  read_all (r, &piece, diag);
  merge_all (r, &piece, diag);
}

/* Call what builds sections, of the call frame information BYTES too.  */
static void
call_builders (struct round *r, const uint8_t *bytes, size_t size,
               struct sfm_diag *diag)
{
  struct sfm_builder_options options
      = SFM_BUILDER_OPTIONS_INIT (SFM_ABI_AMD64_ENDIAN_LITTLE);
  const struct sfm_rules_at rows[] = {
    { 0, { { SFM_RULE_VALUE, 7, 8 }, { SFM_RULE_SAME, 0, 0 }, { 0 }, false } },
    { 40, { { SFM_RULE_SAME, 0, 0 }, { SFM_RULE_SAME, 0, 0 }, { 0 }, false } }
  };
  const struct sfm_function function = { .addr = 0x500000000, .size = 64 };
  const struct sfm_cfi_section section
      = { .bytes = bytes, .size = size, .abi = options.abi };
  struct sfm_cfi_fde fde = { 0 };
  struct sfm_builder *b;
  uint64_t digest;
  uint8_t out[SECTION_SIZE];

  options.target = SFM_TO_V2;
  if (keep (r, sfm_builder_new (&options, &b, diag)) != SFM_OK)
    return;
  keep (r, sfm_builder_add (b, &function, rows, 2, 5, NULL, diag));
  keep (r, sfm_builder_add (b, &function, rows, 0, 5, NULL, diag));
  keep (r, sfm_builder_remove (b, 1, diag));
  keep (r, sfm_builder_write (b, 0, out, 1, diag));
  if (keep (r, sfm_cfi_next (&section, 0, &fde, diag)) == SFM_OK)
    {
      keep (r, sfm_cfi_digest (&section, &fde, NULL, &digest, diag));
      fde.start = 0x500000000;
      keep (r, sfm_builder_add_cfi (b, &section, &fde, 6, NULL, diag));
      keep (r, sfm_builder_add_cfi (b, &section, &fde, 6, NULL, diag));
    }
  keep (r, sfm_builder_write (b, 0, out, sizeof out, diag));
  sfm_builder_free (b);
}

/* Wrong options.  */
static void
call_with_options (struct round *r, struct sfm_diag *diag)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_check_options check = { .size = 1 };
  struct sfm_builder_options builder = SFM_BUILDER_OPTIONS_INIT (99);
  struct sfm_plt_code code = { .abi = 99 };
  struct sfm_plt_found found;
  struct sfm_merger *m;
  struct sfm_builder *b;

  options.reader = 0x8000;
  keep (r, sfm_merger_new (&options, &m, diag));
  options.size = 3;
  keep (r, sfm_merger_new (&options, &m, diag));
  keep (r, sfm_builder_new (&builder, &b, diag));
  keep (r, sfm_check ("", 0, &check, ignore, NULL, diag));
  keep (r, sfm_plt_measure (&code, &found, diag));
}

/* Whether CALLS on the SIZE bytes at BYTES does the same without a diagnostic,
   which has the status with one.  */
static bool
same_without (void (*calls) (struct round *r, const uint8_t *bytes,
                             size_t size, struct sfm_diag *diag),
              const uint8_t *bytes, size_t size)
{
  struct round with = { .count = 0 }, without = { .count = 0 };
  struct sfm_diag diag;

  calls (&with, bytes, size, &diag);
  calls (&without, bytes, size, NULL);
  for (size_t i = 0; i < with.count; i++)
    seen[with.got[i]]++;
  return with.count == without.count
         && memcmp (with.got, without.got, with.count * sizeof *with.got) == 0;
}

/* The same with each bit of BYTES changed alone.  */
static bool
same_spoiled (void (*calls) (struct round *r, const uint8_t *bytes,
                             size_t size, struct sfm_diag *diag),
              uint8_t *bytes, size_t size)
{
  bool same = same_without (calls, bytes, size)
              && same_without (calls, bytes, size / 2);

  for (size_t bit = 0; bit < size * 8; bit++)
    {
      bytes[bit / 8] ^= (uint8_t) (1U << bit % 8);
      same &= same_without (calls, bytes, size);
      bytes[bit / 8] ^= (uint8_t) (1U << bit % 8);
    }
  return same;
}

int
main (void)
{
  /* clang-format off */
  /* V3: one function at 0x1000 of 0x20 bytes, with two rows.  */
  static uint8_t section[] = {
    0xe2, 0xde, 3, 5, SFM_ABI_AMD64_ENDIAN_LITTLE, 0, 0xf8, 0,
    1, 0, 0, 0, 2, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0,
    0xe4, 0x0f, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0, 0,
    2, 0, 0, 0, 0,
    0, 0x03, 8, 1, 0x03, 16,
  };
  /* A CIE with DW_CFA_def_cfa and DW_CFA_offset, and an FDE.  */
  static uint8_t frames[] = {
    0x14, 0, 0, 0, 0, 0, 0, 0, 1, 'z', 'R', 0, 1, 0x78, 0x10, 1, 0x1b,
    0x0c, 7, 8, 0x90, 1, 0, 0,
    0x14, 0, 0, 0, 0x1c, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0,
    0x41, 0x0e, 16, 0x86, 2, 0, 0,
  };
  /* clang-format on */
  struct round with = { .count = 0 }, without = { .count = 0 };
  struct sfm_diag diag;

  unit_result (same_spoiled (call_readers, section, sizeof section),
               "spoiled sections");
  unit_result (same_spoiled (call_builders, frames, sizeof frames),
               "spoiled call frame information");
  call_with_options (&with, &diag);
  call_with_options (&without, NULL);
  unit_result (
      with.count == without.count
          && memcmp (with.got, without.got, with.count * sizeof *with.got)
                 == 0,
      "wrong options");
  unit_result (seen[SFM_OK] != 0 && seen[SFM_END] != 0
                   && seen[SFM_ERR_USAGE] != 0 && seen[SFM_ERR_TRUNC] != 0
                   && seen[SFM_ERR_CORRUPT] != 0 && seen[SFM_ERR_UNSUPP] != 0
                   && seen[SFM_ERR_LIMIT] != 0,
               "the calls have failed in every way");
  return unit_exit ();
}
