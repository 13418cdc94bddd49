/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-said.c - what the engine's calls say of what they do not take, word by
   word: headers, options, mergers and builders.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "engine.h"
#include "fixture-builder.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  AT = 8, /* where the piece begins */
  MOST = 256
};

static struct sfm_diag diag;

/* Whether the last call gave STATUS and said TEXT of OFFSET.  */
static void
said (const char *name, sfm_status got, sfm_status status, uint64_t offset,
      const char *text)
{
  const bool good = got == status && diag.status == status
                    && diag.offset == offset && strcmp (diag.text, text) == 0;

  unit_result_of (good, "said: %s", name);
  if (!good)
    printf ("status %d, offset %u: %s\n", (int) got, (unsigned) diag.offset,
            diag.text);
  diag = (struct sfm_diag){ .offset = 99 };
}

/* Two functions of version 3, or of VERSION, after AT zeros.  */
static size_t
make (uint8_t *p, uint8_t version)
{
  const uint32_t stride = version == 1 ? 17 : version == 2 ? 20 : 16;
  const uint32_t attr = version == 3 ? 5 : 0;
  uint8_t *h = p + AT, *fde = h + 28;

  memset (p, 0, MOST);
  memcpy (h, "\xe2\xde", 2);
  h[2] = version;
  h[4] = SFM_ABI_AMD64_ENDIAN_LITTLE;
  h[6] = 0xf8;
  elf_put32 (h + 8, 2, false);
  elf_put32 (h + 12, 2, false);
  elf_put32 (h + 16, 2 * (attr + 3), false);
  elf_put32 (h + 24, 2 * stride, false);
  for (uint32_t i = 0; i < 2; i++)
    {
      uint8_t *f = fde + i * stride, *rows = fde + 2 * stride + i * (attr + 3);
      elf_put32 (f + (version == 3 ? 8 : 4), 16, false);
      elf_put32 (f + (version == 3 ? 12 : 8), i * (attr + 3), false);
      if (version != 3)
        elf_put32 (f + 12, 1, false);
      else
        rows[0] = 1;
      memcpy (rows + attr, "\0\3\10", 3);
    }
  return AT + 28 + 2 * (stride + attr + 3);
}

/* A byte of the header of a piece of 84 bytes that is another one.  */
static const struct
{
  uint8_t at, byte;
  sfm_status status;
  uint8_t offset; /* from the header on */
  const char *text;
} headers[] = {
  { 0, 0xe3, SFM_ERR_CORRUPT, 0, "the magic number is 0xdee3, not 0xdee2" },
  { 2, 4, SFM_ERR_UNSUPP, 2, "sfp_version is 4, known are 1, 2 and 3" },
  { 2, 0, SFM_ERR_UNSUPP, 2, "sfp_version is 0, known are 1, 2 and 3" },
  { 3, 2, SFM_ERR_UNSUPP, 3, "the flags are 0x2, version 3 knows 0x5" },
  { 4, 0, SFM_ERR_UNSUPP, 4,
    "sfh_abi_arch is 0, which version 3 does not define" },
  { 4, 5, SFM_ERR_UNSUPP, 4,
    "sfh_abi_arch is 5, which version 3 does not define" },
  { 4, 1, SFM_ERR_CORRUPT, 4,
    "sfh_abi_arch is 1 (AARCH64 big-endian), but the header is "
    "little-endian" },
  { 7, 49, SFM_ERR_CORRUPT, 7,
    "sfh_auxhdr_len is 49, but 48 bytes follow the header" },
  { 8, 4, SFM_ERR_CORRUPT, 8,
    "4 FDEs end at 0x64, but the section ends at 0x54" },
  { 16, 17, SFM_ERR_CORRUPT, 16,
    "the FREs end at 0x55, but the section ends at 0x54" },
  { 20, 1, SFM_ERR_CORRUPT, 20,
    "the FDEs [0x25, 0x45) and the FREs [0x44, 0x54) overlap" },
  { 24, 31, SFM_ERR_CORRUPT, 20,
    "the FDEs [0x24, 0x44) and the FREs [0x43, 0x53) overlap" },
};

static void
test_headers (void)
{
  uint8_t bytes[MOST];
  const size_t size = make (bytes, 3);
  struct sfm_piece piece;
  char name[64];

  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    {
      uint8_t *p = &bytes[AT + headers[i].at];
      const uint8_t old = *p;
      *p = headers[i].byte;
      snprintf (name, sizeof name, "byte %u is %u", headers[i].at,
                headers[i].byte);
      said (name, sfm_piece_open (bytes, size, AT, &piece, &diag),
            headers[i].status, AT + headers[i].offset, headers[i].text);
      *p = old;
    }
  said ("a header that is cut",
        sfm_piece_open (bytes, AT + 27, AT, &piece, &diag), SFM_ERR_TRUNC, AT,
        "the header needs 28 bytes, but 27 are left");
  said ("a header at the end", sfm_piece_open (bytes, AT, AT, &piece, &diag),
        SFM_ERR_TRUNC, AT, "the header needs 28 bytes, but 0 are left");
  said ("a header beyond it",
        sfm_piece_open (bytes, AT, AT + 1, &piece, &diag), SFM_ERR_TRUNC,
        AT + 1, "the header needs 28 bytes, but 0 are left");
  bytes[AT - 3] = 7;
  said ("what is no padding",
        sfm_piece_next (bytes, size, AT - 4, &piece, &diag), SFM_ERR_CORRUPT,
        AT - 3, "a piece ends here, but the byte after it is 0x07");
  bytes[AT - 3] = 0;
  unit_result (sfm_piece_next (bytes, size, AT - 4, &piece, &diag) == SFM_OK
                   && piece.offset == AT && piece.fdes == 0x24
                   && piece.fres == 0x44 && piece.end == 0x54,
               "said: nothing of a piece that is right");
}

static void
test_options (void)
{
  struct sfm_options o = SFM_OPTIONS_INIT;
  struct sfm_merger *m;

  o.size = 12;
  said ("options of an odd size", sfm_merger_new (&o, &m, &diag),
        SFM_ERR_USAGE, 0,
        "the size of the options is 12, not a positive multiple of 8");
  o = (struct sfm_options) SFM_OPTIONS_INIT;
  o.reader = 0x40;
  said ("an unknown reader", sfm_merger_new (&o, &m, &diag), SFM_ERR_UNSUPP, 0,
        "the bits 0x40 of the reader are not all among the known 0x1f");
  o.reader = 0;
  o.release = (void (*) (void *, void *)) (uintptr_t) 1;
  said ("half an allocator", sfm_merger_new (&o, &m, &diag), SFM_ERR_USAGE, 0,
        "alloc and release must be given together");
  o.release = NULL;
  o.target = (enum sfm_target) 3;
  said ("an unknown target", sfm_merger_new (&o, &m, &diag), SFM_ERR_USAGE, 0,
        "no target 3");
  o.target = SFM_TO_V3;
  o.text_start = 0x2000;
  o.text_end = 0x1fff;
  said ("code that ends before it begins", sfm_merger_new (&o, &m, &diag),
        SFM_ERR_USAGE, 0,
        "the code ends at 0x1fff, below 0x2000 where it begins");
  o.text_end = 0x2000;
  o.share = (enum sfm_share) 3;
  said ("an unknown way to share", sfm_merger_new (&o, &m, &diag),
        SFM_ERR_USAGE, 0, "no way 3 to share rows");
  o.share = SFM_SHARE_NEVER;
  if (sfm_merger_new (&o, &m, &diag) != SFM_OK)
    exit (1);
  said ("another one", sfm_merger_set_share (m, (enum sfm_share) 3, &diag),
        SFM_ERR_USAGE, 0, "no way 3 to share rows");
  said ("what was never to be shared",
        sfm_merger_set_share (m, SFM_SHARE_ALWAYS, &diag), SFM_ERR_USAGE, 0,
        "the merger was made never to share rows");
  unit_result (sfm_merger_set_share (m, SFM_SHARE_NEVER, &diag) == SFM_OK,
               "said: nothing of what is so already");
  said ("a plan of nothing", sfm_merger_plan (m, 0, UINT64_MAX, &diag),
        SFM_ERR_USAGE, 0, "nothing was added");
  said ("a merger and itself", sfm_merger_join (m, m, &diag), SFM_ERR_USAGE, 0,
        "a merger cannot be joined to itself");
  sfm_merger_free (m);
}

/* A merger of at most FUNCTIONS and BYTES, 0 being any number.  */
static struct sfm_merger *
merger_of (uint64_t functions, uint64_t bytes)
{
  struct sfm_options o = SFM_OPTIONS_INIT;
  struct sfm_merger *m;

  o.max_functions = functions;
  o.max_bytes = bytes;
  if (sfm_merger_new (&o, &m, &diag) != SFM_OK)
    exit (1);
  return m;
}

static void
test_pieces (void)
{
  uint8_t bytes[MOST], other[MOST], out[MOST];
  const size_t size = make (bytes, 3);
  struct sfm_place places[2]
      = { { .addr = 0x1000, .live = true }, { .addr = 0x2000 } };
  struct sfm_merger *m = merger_of (0, 0);
  struct sfm_piece piece, bad;

  make (other, 3);
  if (sfm_piece_open (bytes, size, AT, &piece, &diag) != SFM_OK
      || sfm_merger_add (m, &piece, places, 5, &diag) != SFM_OK)
    exit (1);
  other[AT + 4] = SFM_ABI_AARCH64_ENDIAN_LITTLE;
  sfm_status status = sfm_piece_open (other, size, AT, &bad, &diag);
  if (status == SFM_OK)
    status = sfm_merger_add (m, &bad, places, 6, &diag);
  unit_result (diag.input == 6, "said: which input it is");
  said ("another ABI", status, SFM_ERR_MIXED, AT + 4,
        "sfh_abi_arch is 2 (AARCH64), but 3 (AMD64) in the first input");
  make (other, 3);
  other[AT + 5] = 1;
  status = sfm_piece_open (other, size, AT, &bad, &diag);
  if (status == SFM_OK)
    status = sfm_merger_add (m, &bad, places, 6, &diag);
  said ("a fixed FP", status, SFM_ERR_CORRUPT, AT + 5,
        "sfh_cfa_fixed_fp_offset is 1, but AMD64 has 0");
  other[AT + 5] = 0;
  other[AT + 6] = 0xf0;
  status = sfm_piece_open (other, size, AT, &bad, &diag);
  if (status == SFM_OK)
    status = sfm_merger_add (m, &bad, places, 6, &diag);
  said ("another fixed RA", status, SFM_ERR_CORRUPT, AT + 6,
        "sfh_cfa_fixed_ra_offset is -16, but AMD64 has -8");
  places[1].live = true;
  said ("a function that was not live", sfm_merger_move (m, 0, places, &diag),
        SFM_ERR_USAGE, 0x34,
        "function 1 is live, but was not when it was added");
  said ("a piece that is none", sfm_merger_move (m, 1, places, &diag),
        SFM_ERR_USAGE, 0, "no piece 1: 1 were added");
  if (sfm_merger_plan (m, 0x5000, UINT64_MAX, &diag) != SFM_OK)
    exit (1);
  said ("a small buffer", sfm_merger_write (m, out, 51, &diag), SFM_ERR_USAGE,
        0, "the buffer has 51 bytes, the plan needs 52");
  places[0].reserved[0] = 3;
  said ("a reserved byte", sfm_merger_add (m, &piece, places, 7, &diag),
        SFM_ERR_UNSUPP, 0,
        "reserved byte 0 of a place of the piece is 0x03, this library knows "
        "only 0");
  sfm_merger_free (m);
}

/* A piece is moved alone.  */
static void
test_moved (void)
{
  uint8_t bytes[MOST], out[MOST];
  const size_t size = make (bytes, 3);
  struct sfm_piece piece;
  bool good = sfm_piece_open (bytes, size, AT, &piece, &diag) == SFM_OK;

  for (uint32_t which = 0; which < 2; which++)
    {
      struct sfm_place places[2] = { { .addr = 0x1000, .live = true },
                                     { .addr = 0x2000, .live = true } };
      struct sfm_merger *m = merger_of (0, 0);
      good = good && sfm_merger_add (m, &piece, places, 0, &diag) == SFM_OK;
      places[0].addr = 0x3000;
      places[1].addr = 0x4000;
      good = good && sfm_merger_add (m, &piece, places, 1, &diag) == SFM_OK;
      places[0].addr = 0x5000;
      places[1].addr = 0x6000;
      good = good && sfm_merger_move (m, which, places, &diag) == SFM_OK
             && sfm_merger_plan (m, 0x8000, UINT64_MAX, &diag) == SFM_OK
             && sfm_merger_size (m) == 28 + 4 * (16 + 5 + 3)
             && sfm_merger_write (m, out, sizeof out, &diag) == SFM_OK;
      for (uint32_t i = 0; i < 4 && good; i++)
        {
          struct sfm_origin origin;
          /* The moved ones are the last.  */
          good = sfm_merger_origin (m, i, &origin)
                 && origin.input == (i < 2 ? 1 - which : which)
                 && origin.fde == i % 2;
        }
      sfm_merger_free (m);
    }
  unit_result (good, "said: nothing of pieces that are moved");
}

/* Limits that are too low.  */
static void
test_limits (void)
{
  uint8_t bytes[MOST];
  const size_t size = make (bytes, 3);
  struct sfm_place places[2]
      = { { .addr = 0x1000, .live = true }, { .addr = 0x2000, .live = true } };
  struct sfm_merger *m;
  struct sfm_piece piece;

  if (sfm_piece_open (bytes, size, AT, &piece, &diag) != SFM_OK)
    exit (1);
  m = merger_of (1, 0);
  said ("too many functions", sfm_merger_add (m, &piece, places, 7, &diag),
        SFM_ERR_LIMIT, AT + 8, "there are more than 1 functions");
  sfm_merger_free (m);
  m = merger_of (0, 51);
  if (sfm_merger_add (m, &piece, places, 7, &diag) != SFM_OK)
    exit (1);
  places[1].live = false;
  if (sfm_merger_move (m, 0, places, &diag) != SFM_OK)
    exit (1);
  unit_result (sfm_merger_bound (m) == 52,
               "said: the bound without what is not live");
  said ("too many bytes", sfm_merger_plan (m, 0x5000, UINT64_MAX, &diag),
        SFM_ERR_LIMIT, 0,
        "the merged section would have 52 bytes and 1 rows, the limit is 51");
  sfm_merger_free (m);
}

/* Version 1 does not say how large blocks are: the caller does.  */
static void
test_blocks (void)
{
  uint8_t bytes[MOST];
  const size_t size = make (bytes, 1);
  struct sfm_place places[2]
      = { { .addr = 0x1000, .live = true },
          { .addr = 0x2000, .live = true, .rep_size = 8 } };
  struct sfm_merger *m = merger_of (0, 0);
  struct sfm_piece piece;

  bytes[AT + 28 + 17 + 16] = 0x10;
  if (sfm_piece_open (bytes, size, AT, &piece, &diag) != SFM_OK
      || sfm_merger_add (m, &piece, places, 5, &diag) != SFM_OK)
    exit (1);
  places[0].rep_size = 4;
  places[1].rep_size = 16;
  said ("blocks of another size", sfm_merger_move (m, 0, places, &diag),
        SFM_ERR_USAGE, AT + 28 + 17,
        "the block size of function 1 is 16, but was 8 when it was added");
  places[1].rep_size = 8;
  unit_result (sfm_merger_move (m, 0, places, &diag) == SFM_OK,
               "said: nothing of the same");
  places[1].rep_size = 16;
  places[1].live = false;
  unit_result (sfm_merger_move (m, 0, places, &diag) == SFM_OK,
               "said: nothing of one that is not live");
  sfm_merger_free (m);
}

/* Adds the function with the COUNT ROWS to B.  */
static sfm_status
build (struct sfm_builder *b, uint64_t addr, uint32_t size,
       const struct sfm_rules_at *rows, size_t count)
{
  const struct sfm_function f = { .addr = addr, .size = size };

  return sfm_builder_add (b, &f, rows, count, 0, NULL, &diag);
}

static void
test_builders (void)
{
  struct sfm_builder_options o = builder_options ();
  struct sfm_rules_at rows[2] = { builder_rows[0], builder_rows[1] };
  uint8_t bytes[MOST];

  o.max_functions = 1;
  struct sfm_builder *b = builder_new (&o);
  said ("no rows", build (b, 0x1000, 16, rows, 0), SFM_ERR_USAGE, 0,
        "the function at 0x1000 has no rows");
  rows[1].rules.cfa.kind = 4;
  said ("an unknown rule of the CFA", build (b, 0x1000, 16, rows, 2),
        SFM_ERR_USAGE, 0,
        "row 1 of the function at 0x1000 has rules of kinds 4, 3 and 0, the "
        "last known is 3");
  rows[1] = builder_rows[1];
  rows[1].rules.ra.kind = 5;
  said ("an unknown rule of RA", build (b, 0x1000, 16, rows, 2), SFM_ERR_USAGE,
        0,
        "row 1 of the function at 0x1000 has rules of kinds 2, 5 and 0, the "
        "last known is 3");
  rows[1] = builder_rows[1];
  rows[1].rules.fp.kind = 4;
  said ("an unknown rule", build (b, 0x1000, 16, rows, 2), SFM_ERR_USAGE, 0,
        "row 1 of the function at 0x1000 has rules of kinds 2, 3 and 4, the "
        "last known is 3");
  rows[1] = builder_rows[1];
  rows[1].offset = 16;
  said ("a row at the end", build (b, 0x1000, 16, rows, 2), SFM_ERR_USAGE, 0,
        "row 1 of the function at 0x1000 is at 0x10, the function ends at "
        "0x10");
  rows[1].offset = 1;
  said ("a function that wraps", build (b, UINT64_MAX - 14, 16, rows, 2),
        SFM_ERR_CORRUPT, 0,
        "the function at 0xfffffffffffffff1 of size 0x10 wraps the address "
        "space");
  if (build (b, 0x1000, 16, rows, 2) != SFM_OK)
    exit (1);
  said ("one function more", build (b, 0x2000, 16, rows, 2), SFM_ERR_LIMIT, 0,
        "with the function at 0x2000 there are more than 1 FDEs");
  said ("none to remove", sfm_builder_remove (b, 0x1001, &diag), SFM_ERR_USAGE,
        0, "no function begins at 0x1001");
  said ("a small section", sfm_builder_write (b, 0, bytes, 54, &diag),
        SFM_ERR_USAGE, 0, "the section has 55 bytes, the buffer 54");
  sfm_builder_free (b);
  o.max_functions = 0;
  o.relocatable = true;
  b = builder_new (&o);
  said ("what is relocatable", sfm_builder_remove (b, 0x1000, &diag),
        SFM_ERR_USAGE, 0, "nothing can be removed from relocatable output");
  sfm_builder_free (b);
}

/* Numbers that have no name: one past the last, and the highest.  */
static void
test_names (void)
{
  static const unsigned more[] = { 0, UINT32_MAX / 2 };

  for (size_t i = 0; i < 2; i++)
    {
      const unsigned id = SFM_FIND_COUNT + more[i];
      const unsigned problem = SFM_CFI_PROBLEM_COUNT + more[i];
      unit_result_of (
          strcmp (sfm_finding_name ((enum sfm_finding_id) id),
                  "unknown finding")
                  == 0
              && strcmp (sfm_cfi_problem_word ((enum sfm_cfi_problem) problem),
                         "unknown")
                     == 0
              && strcmp (sfm_cfi_problem_text ((enum sfm_cfi_problem) problem),
                         "an unknown problem")
                     == 0,
          "said: what has no name, %zu", i);
    }
}

int
main (void)
{
  unit_result (output_limit (0, 3) == 3 && output_limit (2, 3) == 2
                   && output_limit (3, 3) == 3 && output_limit (4, 3) == 3,
               "said: limits that are given");
  diag.offset = 99;
  test_headers ();
  test_options ();
  test_pieces ();
  test_moved ();
  test_limits ();
  test_blocks ();
  test_builders ();
  test_names ();
  return unit_exit ();
}
