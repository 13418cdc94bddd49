/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-digest-cases.c - what a function's digest depends on, and functions
   that are the same, at the end of what can be read.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cfi-writer.h"
#include "elf-abi.h"
#include "find-piece.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  HEADER = 28,
  MASK = 0x10, /* of the info byte */
  MOST = 512,  /* bytes of rows */
  MANY = 20000
};

/* A function, and its rows.  */
struct function
{
  uint8_t version;
  uint8_t info;
  uint8_t rep_size; /* not in version 1 */
  uint32_t count;   /* of the rows that it says it has */
  uint32_t off;     /* of the rows */
  const uint8_t *rows;
  uint32_t size; /* of ROWS */
};

/* A section of one function, in a cage.  */
struct one
{
  struct find_cage cage;
  struct sfm_piece piece;
  struct sfm_fde fde;
};

static struct sfm_diag diag;

/* Make O of F, so that no byte after its rows can be read.  */
static void
make (struct one *o, const struct function *f)
{
  const uint32_t stride = f->version == 1 ? 17 : f->version == 2 ? 20 : 16;
  const uint32_t attr = f->version == 3 ? 5 : 0;
  const size_t size = HEADER + stride + attr + f->size;

  if (o->cage.begin == NULL)
    o->cage = find_cage ();
  uint8_t *p = o->cage.begin + o->cage.size - size, *fde = p + HEADER;
  uint8_t *block = fde + stride;
  memset (p, 0, size);
  memcpy (p, "\xe2\xde", 2);
  p[2] = f->version;
  p[4] = SFM_ABI_AMD64_ENDIAN_LITTLE;
  p[6] = 0xf8;
  elf_put32 (p + 8, 1, false);
  elf_put32 (p + 12, f->count, false);
  elf_put32 (p + 16, attr + f->size, false);
  elf_put32 (p + 24, stride, false);
  elf_put32 (fde + (f->version == 3 ? 8 : 4), 0x100, false);
  elf_put32 (fde + (f->version == 3 ? 12 : 8), f->off, false);
  if (f->version == 3)
    {
      block[0] = (uint8_t) f->count;
      block[1] = (uint8_t) (f->count >> 8);
      block[2] = f->info;
      block[4] = f->rep_size;
    }
  else
    {
      elf_put32 (fde + 12, f->count, false);
      fde[16] = f->info;
      if (f->version == 2)
        fde[17] = f->rep_size;
    }
  if (f->size != 0)
    memcpy (block + attr, f->rows, f->size);
  if (sfm_piece_open (p, size, 0, &o->piece, &diag) != SFM_OK
      || sfm_fde_read (&o->piece, 0, &o->fde, &diag) != SFM_OK)
    exit (1);
}

static uint64_t
digest_of (const struct function *f, uint8_t rep_size,
           struct sfm_digest_cache *cache)
{
  static struct one o;
  uint64_t digest;

  make (&o, f);
  if (sfm_fde_digest (&o.piece, &o.fde, rep_size, cache, &digest, &diag)
      != SFM_OK)
    exit (1);
  return digest;
}

/* A block's size matters where rows are those of blocks, and that which the
   section says matters more.  */
static void
test_blocks (void)
{
  static const uint8_t rows[] = { 0, 3, 8, 4, 3, 16 };
#define ROWS .count = 2, .rows = rows, .size = sizeof rows
  const struct function v1
      = { .version = 1, .info = MASK, ROWS },
      v2 = { .version = 2, .info = MASK, .rep_size = 16, ROWS },
      v3 = { .version = 3, .info = MASK, .rep_size = 16, ROWS },
      none = { .version = 2, ROWS };
  const uint64_t wanted = digest_of (&v1, 16, NULL);

  unit_result (digest_of (&v2, 0, NULL) == wanted
                   && digest_of (&v2, 8, NULL) == wanted
                   && digest_of (&v3, 0, NULL) == wanted
                   && digest_of (&v3, 32, NULL) == wanted,
               "digest: the section says how large blocks are");
  unit_result (digest_of (&v1, 8, NULL) != wanted
                   && digest_of (&v1, 32, NULL) != wanted
                   && digest_of (&none, 16, NULL) != wanted,
               "digest: blocks of other sizes differ");
  unit_result (digest_of (&none, 16, NULL) == digest_of (&none, 0, NULL),
               "digest: of no blocks");
}

/* Rows of any size, more than a cache keeps and fewer, have the digest that
   they have without one.  */
static void
test_cache (void)
{
  struct sfm_digest_cache *cache = sfm_digest_cache_new (1);
  uint8_t rows[MOST];
  bool good = cache != NULL;

  for (uint32_t i = 0; i < MANY && good; i++)
    {
      const uint32_t count = 1 + i % (MOST / 3 - 1);
      const struct function f
          = { .version = 3, .count = count, .rows = rows, .size = 3 * count };
      for (uint32_t row = 0; row < count; row++)
        {
          rows[3 * row] = (uint8_t) row;
          rows[3 * row + 1] = 3;
          rows[3 * row + 2] = (uint8_t) (8 + row % 2 * 8);
        }
      rows[2] = (uint8_t) (i / 256);
      rows[3 * count - 1] = (uint8_t) i;
      const uint64_t wanted = digest_of (&f, 0, NULL);
      good = digest_of (&f, 0, cache) == wanted
             && digest_of (&f, 0, cache) == wanted;
    }
  sfm_digest_cache_free (cache);
  unit_result (good, "digest: of rows of any size, with a cache");
}

/* Starts of two bytes and of four, none of which is 0 but for one byte.  */
static void
test_starts (void)
{
  static const uint8_t narrow[] = { 0, 5, 3, 8, 4, 7, 3, 16 };
  static const uint8_t wide[] = { 0, 5, 0, 0, 3, 8, 4, 7, 0, 0, 3, 16 };
  static struct one x, y;
  uint64_t one, two;
  const struct function f = { .version = 2,
                              .info = SFM_FRE_TYPE_ADDR2,
                              .count = 2,
                              .rows = narrow,
                              .size = sizeof narrow },
                        g = { .version = 2,
                              .info = SFM_FRE_TYPE_ADDR4,
                              .count = 2,
                              .rows = wide,
                              .size = sizeof wide };

  make (&x, &f);
  make (&y, &g);
  x.fde.size = y.fde.size = 0x1000;
  unit_result (
      sfm_fde_digest (&x.piece, &x.fde, 0, NULL, &one, &diag) == SFM_OK
          && sfm_fde_digest (&y.piece, &y.fde, 0, NULL, &two, &diag) == SFM_OK
          && one == two,
      "digest: starts of any width");
}

/* Bytes that are no row, even if those that it would take are there.  */
static void
test_no_rows (void)
{
  static const struct
  {
    uint8_t info;
    sfm_status status;
  } infos[] = { { 0x03, SFM_OK },          { 0x63, SFM_ERR_CORRUPT },
                { 0x23, SFM_OK },          { 0x05, SFM_OK },
                { 0x07, SFM_ERR_CORRUPT }, { 0x83, SFM_ERR_CORRUPT },
                { 0x00, SFM_OK } };
  struct sfm_digest_cache *cache = sfm_digest_cache_new (1);
  bool good = cache != NULL;

  for (size_t i = 0; i < sizeof infos / sizeof *infos && good; i++)
    for (uint8_t version = 1; version <= 3 && good; version++)
      {
        static struct one o;
        const uint8_t rows[MOST] = { 0, infos[i].info };
        const struct function f = {
          .version = version, .count = 1, .rows = rows, .size = sizeof rows
        };
        uint64_t one, two;
        make (&o, &f);
        good = sfm_fde_digest (&o.piece, &o.fde, 0, NULL, &one, &diag)
                   == infos[i].status
               && sfm_fde_digest (&o.piece, &o.fde, 0, cache, &two, &diag)
                      == infos[i].status
               && (infos[i].status != SFM_OK || one == two)
               && sfm_fde_same (&o.piece, &o.fde, &o.piece, 0)
                      == (infos[i].info != 0x63);
      }
  sfm_digest_cache_free (cache);
  unit_result (good, "digest: of bytes that are no row");
}

/* Rows out of order, in either way to read them.  */
static void
test_order (void)
{
  static const uint8_t rows[] = { 0, 3, 8, 4, 3, 16, 2, 3, 24 };
  bool good = true;

  for (uint8_t version = 2; version <= 3; version++)
    for (unsigned mask = 0; mask < 2; mask++)
      {
        static struct one o;
        const struct function f = { .version = version,
                                    .info = mask != 0 ? (uint8_t) MASK : 0,
                                    .rep_size = mask != 0 ? 16 : 0,
                                    .count = 3,
                                    .rows = rows,
                                    .size = sizeof rows };
        uint64_t digest;
        make (&o, &f);
        good = good
               && sfm_fde_digest (&o.piece, &o.fde, 0, NULL, &digest, &diag)
                      == SFM_ERR_CORRUPT
               && diag.offset == o.fde.rows + 6
               && strcmp (diag.text, "the row starts at 0x2, the one before "
                                     "it at 0x4")
                      == 0;
      }
  unit_result (good, "digest: rows out of order");
}

/* Rows that cannot be read are not compared, whether blocks repeat or not.  */
static void
test_compared (void)
{
  static const uint8_t rows[] = { 0, 3, 8, 4, 0x63, 16 };
  const struct cfi_form form = cfi_usual (SFM_ABI_AMD64_ENDIAN_LITTLE);
  struct cfi_writer w = { .bytes = NULL };
  struct sfm_cfi_difference difference;
  struct sfm_cfi_fde cfi;
  bool good = true;

  cfi_begin (&w, SFM_ABI_AMD64_ENDIAN_LITTLE);
  cfi_cie (&w, &form);
  cfi_fde (&w, 0x1000, 0x100, (struct cfi_bytes){ NULL, 0 });
  for (uint8_t version = 2; version <= 3; version++)
    for (unsigned mask = 0; mask < 2; mask++)
      {
        static struct one o;
        const struct function f = { .version = version,
                                    .info = mask != 0 ? (uint8_t) MASK : 0,
                                    .rep_size = mask != 0 ? 16 : 0,
                                    ROWS };
        make (&o, &f);
        good = good && cfi_read (&w, 0, &cfi, &diag) == SFM_OK
               && sfm_cfi_compare (&o.piece, &o.fde, 0x1000, 0, &w.section,
                                   &cfi, &difference, &diag)
                      == SFM_ERR_CORRUPT;
      }
  cfi_free (&w);
  unit_result (good, "digest: rows that cannot be compared");
}

/* Rows that others begin with, before and after these: what a cache has of
   the one is not taken for the other.  */
static void
test_prefixes (void)
{
  static const uint8_t rows[]
      = { 0,  3, 8, 1,  3, 16, 2,  3, 24, 3,  3, 32, 4, 3,
          40, 5, 3, 48, 6, 3,  56, 7, 3,  64, 8, 3,  72 };
  const uint32_t most = sizeof rows / 3;
  struct sfm_digest_cache *cache = sfm_digest_cache_new (1);
  bool good = cache != NULL;

  for (uint32_t i = 0; i < most * most && good; i++)
    for (uint32_t turn = 0; turn < 2; turn++)
      {
        const uint32_t count = 1 + (turn == 0 ? i % most : i / most);
        const struct function f = {
          .version = 2, .count = count, .rows = rows, .size = 3 * count
        };
        good = good && digest_of (&f, 0, cache) == digest_of (&f, 0, NULL);
      }
  sfm_digest_cache_free (cache);
  unit_result (good, "digest: of rows that others begin with, with a cache");
}

/* Whether the functions A and B, which are made, are the same; neither is
   read past its end.  */
static bool
same (const struct function *a, const struct function *b)
{
  static struct one x, y;

  make (&x, a);
  make (&y, b);
  return sfm_fde_same (&x.piece, &x.fde, &y.piece, 0)
         && !sfm_fde_same (&x.piece, &x.fde, &y.piece, 1);
}

static void
test_same (void)
{
  /* Rows without words, which go on for ever.  */
  static const uint8_t zeros[64] = { 0 };
  static const uint8_t rows[] = { 0, 3, 8, 4, 3, 16 };
  bool good = true;

  for (uint8_t version = 1; version <= 3; version++)
    {
      const struct function usual = { .version = version, ROWS };
      const struct function empty
          = { .version = version, .rows = rows, .size = sizeof rows };
      struct function at_end = empty;
      struct function cut = { .version = version,
                              .count = sizeof rows,
                              .rows = zeros,
                              .size = sizeof rows };
      struct function one_less = usual;
      one_less.size -= 1;
      good = good && same (&usual, &usual) && same (&empty, &empty)
             && !same (&usual, &empty) && !same (&usual, &one_less)
             && !same (&one_less, &usual) && !same (&cut, &cut);
      /* The attributes of version 3 are before the rows.  */
      at_end.off = version == 3 ? 0 : sizeof rows;
      good = good && same (&empty, &at_end) && same (&at_end, &empty)
             && same (&at_end, &at_end);
      cut.count = sizeof rows / 2;
      good = good && same (&cut, &cut);
      cut.count = 60000;
      good = good && !same (&cut, &cut);
    }
  unit_result (good, "digest: functions that are the same, or cut");
}

int
main (void)
{
  unit_last_said (diag.text);
  test_blocks ();
  test_cache ();
  test_starts ();
  test_no_rows ();
  test_order ();
  test_compared ();
  test_prefixes ();
  test_same ();
  return unit_exit ();
}
