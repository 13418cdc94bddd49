/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-check-marks.c - what is remembered while a section is read: which of
   its bytes are in use, and that there were too few.  */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "bytes.h"
#include "elf-abi.h"
#include "engine.h"
#include "result.h"
#include "sfmerge.h"

/* What was found: how much, and a sum of what and where.  */
struct heard
{
  size_t count;
  size_t overlaps;
  size_t bounds;
  uint64_t sum;
};

/* What the last finding of an end past a bound says.  */
static char bounds_text[sizeof ((struct sfm_finding *) NULL)->text];

static void
hear (void *data, const struct sfm_finding *f)
{
  struct heard *h = data;

  if (f->id == SFM_FIND_BOUNDS)
    memcpy (bounds_text, f->text, sizeof bounds_text);
  h->count++;
  h->overlaps += f->id == SFM_FIND_FRE_OVERLAP;
  h->bounds += f->id == SFM_FIND_BOUNDS;
  h->sum = hash_mix (h->sum, (uint64_t) f->id << 32 | f->fde);
  h->sum = hash_mix (h->sum, f->offset << 32 | f->row);
}

/* A function whose rows begin inside of those of another, of as many bytes as
   a word of the map of bytes has bits, and a few more or less, wherever: all
   of them are marked.  A third is after these, so that there is a map.  */
static void
test_marked (void)
{
  enum
  {
    FRES = 28 + 3 * 20,
    SIZE_FIRST = 60,
    SIZE_END = 70,
    FRE_LEN = 64 + SIZE_END + 3,
    AFTER = 2048 /* zeros; without them no rows are checked quickly */
  };
  struct sfm_check_options options
      = { .size = sizeof options, .object = true };
  struct sfm_diag diag;
  bool pass = true;

  for (uint32_t i = 0; i < 64 * (SIZE_END - SIZE_FIRST) && pass; i++)
    {
      const uint32_t at = i % 64, size = SIZE_FIRST + i / 64;
      const uint32_t large = size % 3, count = (size - 4 * large) / 3 + large;
      const uint32_t offsets[] = { at + size, at, at + 3 * (count / 2) };
      uint8_t bytes[FRES + FRE_LEN + AFTER]
          = { 0xe2, 0xde, 2, 4, 3, 0, 0xf8, 0, 3 };
      struct heard plain = { 0 }, quick = { 0 };
      uint8_t *row = bytes + FRES + at;

      elf_put32 (bytes + 12, 2 + count, false);
      bytes[16] = FRE_LEN;
      bytes[24] = 3 * 20;
      for (uint32_t j = 0; j < 3; j++)
        {
          elf_put32 (bytes + 28 + j * 20 + 4, 64, false);
          elf_put32 (bytes + 28 + j * 20 + 8, offsets[j], false);
          elf_put32 (bytes + 28 + j * 20 + 12, j == 1 ? count : 1, false);
        }
      for (uint32_t j = 0; j < count; j++)
        {
          const bool wide = j >= count - large;
          memcpy (row, wide ? "\0\x23\x10\1" : "\0\3\x10", wide ? 4 : 3);
          *row = (uint8_t) j;
          row += wide ? 4 : 3;
        }
      memcpy (row, "\0\3\x10", 3);
      pass = sfm_plain_check (bytes, sizeof bytes, &options, hear, &plain,
                              &diag)
                 == SFM_OK
             && sfm_check (bytes, sizeof bytes, &options, hear, &quick, &diag)
                    == SFM_OK
             && plain.overlaps == 1
             && memcmp (&plain, &quick, sizeof plain) == 0;
      if (!pass)
        printf ("%u bytes at %u: %zu and %zu findings\n", size, at,
                plain.count, quick.count);
    }
  unit_result (pass, "all rows of a function are marked");
}

/* Two functions with the same rows, wherever in the map: the second shares
   them.  Before them comes another, after a gap, which makes the map.  */
static void
test_shared (void)
{
  enum
  {
    FRES = 28 + 3 * 20,
    FRE_LEN = 200
  };
  bool pass = true;

  for (uint32_t at = 4; at + 3 <= FRE_LEN && pass; at++)
    {
      uint8_t bytes[FRES + FRE_LEN]
          = { 0xe2, 0xde, 2, 4, 3, 0, 0xf8, 0, 3, 0, 0, 0, 3 };
      const struct sfm_check_options options
          = { .size = sizeof options, .object = true };
      struct heard h = { 0 };
      struct sfm_diag diag;

      bytes[16] = FRE_LEN;
      bytes[24] = 3 * 20;
      for (uint32_t j = 0; j < 3; j++)
        {
          const uint32_t off = j == 0 ? 1 : at;
          elf_put32 (bytes + 28 + j * 20 + 4, 64, false);
          elf_put32 (bytes + 28 + j * 20 + 8, off, false);
          elf_put32 (bytes + 28 + j * 20 + 12, 1, false);
          memcpy (bytes + FRES + off, "\0\3\x10", 3);
        }
      /* The others are the shared rows and the bytes that nobody uses.  */
      pass = sfm_plain_check (bytes, sizeof bytes, &options, hear, &h, &diag)
                 == SFM_OK
             && h.overlaps == 0 && h.count == 2;
      if (!pass)
        printf ("at %u: %zu findings\n", at, h.count);
    }
  unit_result (pass, "rows are shared wherever they are");
}

/* Write rows of SIZE bytes, of three bytes and of four, to P; returns their
   number.  */
static uint32_t
put_rows (uint8_t *p, uint32_t size)
{
  const uint32_t large = size % 3, count = (size - 4 * large) / 3 + large;

  for (uint32_t i = 0; i < count; i++)
    {
      const bool wide = i >= count - large;
      memcpy (p, wide ? "\0\x23\x10\1" : "\0\3\x10", wide ? 4 : 3);
      *p = (uint8_t) i;
      p += wide ? 4 : 3;
    }
  return count;
}

/* Where the one byte is, between two functions, that neither uses.  */
static uint64_t unused_at;

static void
hear_unused (void *data, const struct sfm_finding *f)
{
  ++*(size_t *) data;
  if (f->id == SFM_FIND_FRE_UNUSED)
    unused_at = f->offset;
}

static void
test_unused (void)
{
  enum
  {
    FRES = 28 + 2 * 20,
    FRE_LEN = 400
  };
  bool good = true;

  for (uint32_t at = 8; at < FRE_LEN - 8 && good; at++)
    {
      uint8_t bytes[FRES + FRE_LEN] = { 0xe2, 0xde, 2, 4, 3, 0, 0xf8, 0, 2 };
      const struct sfm_check_options options
          = { .size = sizeof options, .object = true };
      const uint32_t offsets[] = { at + 1, 0 },
                     sizes[] = { FRE_LEN - at - 1, at };
      struct sfm_diag diag;
      uint32_t rows = 0;
      size_t count = 0;

      elf_put32 (bytes + 16, FRE_LEN, false);
      bytes[24] = 2 * 20;
      for (uint32_t j = 0; j < 2; j++)
        {
          uint8_t *fde = bytes + 28 + j * 20;
          const uint32_t own = put_rows (bytes + FRES + offsets[j], sizes[j]);
          elf_put32 (fde + 4, 256, false);
          elf_put32 (fde + 8, offsets[j], false);
          elf_put32 (fde + 12, own, false);
          rows += own;
        }
      elf_put32 (bytes + 12, rows, false);
      good = sfm_check (bytes, sizeof bytes, &options, hear_unused, &count,
                        &diag)
                 == SFM_OK
             && count == 1 && unused_at == FRES + at;
      if (!good)
        printf ("byte %u: %zu findings\n", at, count);
    }
  unit_result (good, "the first byte that no function uses");
}

/* Numbers that mean something in the other byte order, too: 257 rows, a size
   of 0x10100, and starts that only rise in one of them.  */
static void
test_orders (void)
{
  enum
  {
    FRES = 28 + 16,
    COUNT = 0x101,
    ROW = 6,
    AFTER = 32768 /* zeros; without them no rows are checked quickly */
  };
  static uint8_t bytes[FRES + 5 + COUNT * ROW + AFTER];
  bool good = true;

  for (unsigned i = 0; i < 4; i++)
    {
      const bool big = i % 2 != 0, rising = i / 2 != 0;
      const struct sfm_check_options options
          = { .size = sizeof options, .object = true };
      struct heard plain = { 0 }, quick = { 0 };
      struct sfm_diag diag;

      memset (bytes, 0, sizeof bytes);
      elf_put16 (bytes, SFM_MAGIC, big);
      bytes[2] = 3;
      bytes[3] = SFM_F_FDE_FUNC_START_PCREL;
      bytes[4]
          = big ? SFM_ABI_AARCH64_ENDIAN_BIG : SFM_ABI_AARCH64_ENDIAN_LITTLE;
      elf_put32 (bytes + 8, 1, big);
      elf_put32 (bytes + 12, COUNT, big);
      elf_put32 (bytes + 16, 5 + COUNT * ROW, big);
      elf_put32 (bytes + 24, 16, big);
      elf_put32 (bytes + 28 + 8, 0x10100, big);
      elf_put16 (bytes + FRES, COUNT, big);
      bytes[FRES + 2] = SFM_FRE_TYPE_ADDR4;
      for (uint32_t row = 0; row < COUNT; row++)
        {
          uint8_t *p = bytes + FRES + 5 + row * ROW;
          elf_put32 (p, row, big == rising);
          memcpy (p + 4, "\3\10", 2);
        }
      good = good
             && sfm_plain_check (bytes, sizeof bytes, &options, hear, &plain,
                                 &diag)
                    == SFM_OK
             && sfm_check (bytes, sizeof bytes, &options, hear, &quick, &diag)
                    == SFM_OK
             && (plain.count == 0) == rising
             && memcmp (&plain, &quick, sizeof plain) == 0;
    }
  unit_result (good, "starts that rise in one byte order");
}

/* A piece after another may have as many bytes as 32 bits can count.  Only the
   pages of the headers are ever in memory.  */
static void
test_large (void)
{
  enum
  {
    FIRST = 32
  };
  static const uint8_t header[28] = { 0xe2, 0xde, 3, 4, 3, 0, 0xf8 };
  const size_t size = FIRST + (size_t) UINT32_MAX;
  const struct sfm_check_options options = { .size = sizeof options };
  struct heard h[2] = { { 0 } };
  struct sfm_diag diag;
  bool pass = true;

  uint8_t *bytes = mmap (NULL, size + 1, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes == MAP_FAILED)
    {
      unit_skip ("the largest piece");
      return;
    }
  memcpy (bytes, header, sizeof header);
  memcpy (bytes + FIRST, header, sizeof header);
  for (uint32_t more = 0; more < 2; more++)
    {
      elf_put32 (bytes + FIRST + 16, UINT32_MAX - sizeof header + more, false);
      pass &= sfm_check (bytes, size + more, &options, hear, &h[more], &diag)
              == SFM_OK;
    }
  unit_result (pass && h[0].bounds == 0 && h[1].bounds == 1
                   && strstr (bounds_text, ": 0x100000000 against 0xffffffff"),
               "the largest piece, and one of a byte more");
  munmap (bytes, size + 1);
}

/* What was not there once is not found later, however little is asked for.  */
static void
test_cursor (void)
{
  static const uint8_t bytes[] = { 1, 2, 3 };
  struct cursor c = { .bytes = bytes, .size = sizeof bytes };

  unit_result (cursor_u8 (&c) == 1 && cursor_u32 (&c) == 0 && c.failed
                   && cursor_u8 (&c) == 0 && c.failed,
               "a cursor remembers that it failed");
}

int
main (void)
{
  test_marked ();
  test_shared ();
  test_unused ();
  test_orders ();
  test_large ();
  test_cursor ();
  return unit_exit ();
}
