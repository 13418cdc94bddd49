/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-fde.c - function description entries of all versions and byte orders:
   each field, and what is refused, where, in which words.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "fde.h"
#include "result.h"

enum
{
  HEADER = 28,
  FRE_LEN = 64,
  COUNT = 3,
  MOST = HEADER + COUNT * 20 + FRE_LEN,

  AMD64 = SFM_ABI_AMD64_ENDIAN_LITTLE,
  ARM = SFM_ABI_AARCH64_ENDIAN_LITTLE,
  ARM_BIG = SFM_ABI_AARCH64_ENDIAN_BIG,
  S390X = SFM_ABI_S390X_ENDIAN_BIG
};

/* What the last entry of a section holds, and what reading it gives.  AT is
   the offset that the diagnostic has: from the entry, or from the attribute
   block if that is 100 or more.  */
static const struct entry
{
  uint8_t abi;
  uint8_t version;
  uint32_t off;
  uint8_t info;
  uint8_t info2;
  sfm_status status;
  unsigned at;
  const char *text;
} entries[] = {
  { AMD64, 1, 7, 0, 0, SFM_OK, 0, "" },
  { AMD64, 1, FRE_LEN, 1, 0, SFM_OK, 0, "" },
  { AMD64, 2, 7, 2, 0, SFM_OK, 0, "" },
  { AMD64, 2, 0, 0x10, 0, SFM_OK, 0, "" },
  { AMD64, 3, 7, 0x92, 0, SFM_OK, 0, "" },
  { AMD64, 3, FRE_LEN - 5, 0x80, 1, SFM_OK, 0, "" },
  { ARM, 2, 9, 0x20, 0, SFM_OK, 0, "" },
  { ARM, 3, 9, 0xa1, 0, SFM_OK, 0, "" },
  { ARM_BIG, 1, 9, 0x30, 0, SFM_OK, 0, "" },
  { ARM_BIG, 2, 9, 0x21, 0, SFM_OK, 0, "" },
  { ARM_BIG, 3, 9, 0xb2, 1, SFM_OK, 0, "" },
  { S390X, 2, 1, 0x11, 0, SFM_OK, 0, "" },
  { S390X, 3, 1, 0x81, 1, SFM_OK, 0, "" },

  { AMD64, 1, FRE_LEN + 1, 0, 0, SFM_ERR_CORRUPT, 8,
    "the rows begin at 0x41 of the FREs, which have 0x40 bytes" },
  { AMD64, 2, UINT32_MAX, 0, 0, SFM_ERR_CORRUPT, 8,
    "the rows begin at 0xffffffff of the FREs, which have 0x40 bytes" },
  { ARM_BIG, 3, FRE_LEN - 4, 0, 0, SFM_ERR_CORRUPT, 12,
    "the attribute block begins at 0x3c of the FREs, which have 0x40 bytes" },
  { AMD64, 1, 7, 3, 0, SFM_ERR_UNSUPP, 16,
    "the FRE type is 3, known are 0, 1 and 2" },
  { S390X, 2, 7, 15, 0, SFM_ERR_UNSUPP, 16,
    "the FRE type is 15, known are 0, 1 and 2" },
  { S390X, 3, 7, 3, 0, SFM_ERR_UNSUPP, 102,
    "the FRE type is 3, known are 0, 1 and 2" },
  { AMD64, 1, 7, 0x40, 0, SFM_ERR_UNSUPP, 16,
    "the function info is 0x40, version 1 leaves 0xc0 unused" },
  { AMD64, 2, 7, 0x80, 0, SFM_ERR_UNSUPP, 16,
    "the function info is 0x80, version 2 leaves 0xc0 unused" },
  { AMD64, 3, 7, 0x40, 0, SFM_ERR_UNSUPP, 102,
    "the function info is 0x40, version 3 leaves 0x40 unused" },
  { AMD64, 2, 7, 0x20, 0, SFM_ERR_CORRUPT, 16,
    "the function info is 0x20, whose pauth key only AArch64 has" },
  { S390X, 3, 7, 0x21, 0, SFM_ERR_CORRUPT, 102,
    "the function info is 0x21, whose pauth key only AArch64 has" },
  { AMD64, 3, 7, 0, 2, SFM_ERR_UNSUPP, 103,
    "the second function info is 0x02, known are FDE types 0 and 1" },
  { AMD64, 3, 7, 0, 0x21, SFM_ERR_UNSUPP, 103,
    "the second function info is 0x21, known are FDE types 0 and 1" },
};

/* A section whose last entry is E.  */
struct section
{
  uint8_t bytes[MOST];
  struct sfm_piece piece;
  uint8_t *fde;
  uint8_t *block; /* the attribute block, or NULL */
};

static void
make (struct section *s, const struct entry *e)
{
  const uint32_t stride = e->version == 1 ? 17 : e->version == 2 ? 20 : 16;
  const bool big = sfm_abi_big_endian (e->abi), v3 = e->version == 3;
  uint8_t *p = s->bytes;
  struct sfm_diag diag;

  memset (s, 0, sizeof *s);
  p[!big] = 0xde;
  p[big] = 0xe2;
  p[2] = e->version;
  p[4] = e->abi;
  elf_put32 (p + 8, COUNT, big);
  elf_put32 (p + 16, FRE_LEN, big);
  elf_put32 (p + 24, COUNT * stride, big);
  s->fde = p + HEADER + (COUNT - 1) * stride;
  if (v3)
    elf_put64 (s->fde, UINT64_C (0x8001020304050607), big);
  else
    elf_put32 (s->fde, 0x80010203, big);
  elf_put32 (s->fde + (v3 ? 8 : 4), 0x90a0b0c0, big);
  elf_put32 (s->fde + (v3 ? 12 : 8), e->off, big);
  uint8_t *fres = p + HEADER + COUNT * stride;
  if (!v3)
    {
      elf_put32 (s->fde + 12, 0x01020304, big);
      s->fde[16] = e->info;
      if (e->version == 2)
        s->fde[17] = 0x5a;
    }
  else if (e->off <= FRE_LEN - 5)
    {
      s->block = fres + e->off;
      elf_put16 (s->block, 0x0304, big);
      s->block[2] = e->info;
      s->block[3] = e->info2;
      s->block[4] = 0x5a;
    }
  if (sfm_piece_open (p, HEADER + COUNT * stride + FRE_LEN, 0, &s->piece,
                      &diag)
      != SFM_OK)
    exit (1);
}

/* Whether FDE is what E says, in S.  */
static bool
is_right (const struct section *s, const struct entry *e,
          const struct sfm_fde *fde)
{
  const bool v3 = e->version == 3;
  const uint64_t field = (uint64_t) (s->fde - s->bytes);
  const uint64_t block = s->piece.fres + e->off + (v3 ? FDE_ATTR_SIZE : 0);

  return fde->field == field && fde->size == 0x90a0b0c0
         && fde->fre_off == e->off && fde->rows == block
         && fde->start
                == (v3 ? (int64_t) (UINT64_C (0x8001020304050607) - 1) + 1
                       : INT64_C (0x80010203) - (INT64_C (1) << 32))
         && fde->num_fres == (v3 ? 0x0304 : 0x01020304) && fde->info == e->info
         && fde->info2 == e->info2
         && fde->rep_size == (e->version == 1 ? 0 : 0x5a)
         && fde->fre_type == e->info % 16
         && fde->mask == (e->info / 16 % 2 != 0)
         && fde->pauth_b == (e->info / 32 % 2 != 0)
         && fde->signal == (e->info >= 0x80) && fde->flex == (e->info2 == 1);
}

/* Read the entry of S by its two halves, as those do that have not all of its
   bytes.  */
static sfm_status
read_halves (const struct section *s, struct sfm_fde *fde,
             struct sfm_diag *diag)
{
  struct sfm_piece piece = s->piece;

  piece.bytes = NULL;
  const sfm_status status
      = sfm_fde_read_entry (&piece, COUNT - 1, s->fde, fde, diag);
  return status != SFM_OK ? status
                          : sfm_fde_read_block (&piece, s->block, fde, diag);
}

static bool
test (const struct entry *e)
{
  static struct section s;
  struct sfm_fde fde, halves;
  struct sfm_diag diag = { .offset = 0 }, other = { .offset = 0 };

  make (&s, e);
  const sfm_status status = sfm_fde_read (&s.piece, COUNT - 1, &fde, &diag);
  const uint64_t field = (uint64_t) (s.fde - s.bytes);
  const uint64_t at = status == SFM_OK ? 0
                      : e->at < 100    ? field + e->at
                                       : s.piece.fres + e->off + e->at - 100;
  bool good = status == e->status && diag.offset == at
              && (status != SFM_OK || is_right (&s, e, &fde))
              && (status == SFM_OK || strcmp (diag.text, e->text) == 0)
              && sfm_fde_read (&s.piece, COUNT - 1, &fde, NULL) == status;
  good = good && read_halves (&s, &halves, &other) == status
         && memcmp (&halves, &fde, sizeof fde) == 0
         && other.offset == diag.offset
         && (status == SFM_OK || strcmp (other.text, diag.text) == 0);
  if (!good)
    printf ("status %d, offset %u: %s\n", (int) status, (unsigned) diag.offset,
            diag.text);
  return good;
}

/* There are COUNT of them.  */
static void
test_number (void)
{
  static struct section s;
  struct sfm_fde fde = { .size = 1 };
  struct sfm_diag diag;

  make (&s, &entries[0]);
  unit_result (sfm_fde_read (&s.piece, COUNT, &fde, &diag) == SFM_ERR_USAGE
                   && diag.offset == 0 && fde.size == 0
                   && strcmp (diag.text, "FDE 3 is asked for, there are 3")
                          == 0
                   && sfm_fde_read (&s.piece, 0, &fde, &diag) == SFM_OK
                   && fde.field == HEADER,
               "fde: a number that is none");
}

/* Addresses, by either base.  */
static void
test_address (void)
{
  static const struct sfm_fde fde = { .field = 0x30, .start = -0x500 };

  unit_result (sfm_fde_address (&fde, 0x1000, SFM_START_BASE_FIELD) == 0xb30
                   && sfm_fde_address (&fde, 0x1000, SFM_START_BASE_SECTION)
                          == 0xb00,
               "fde: addresses");
}

int
main (void)
{
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    {
      const struct entry *e = &entries[i];
      unit_result_of (test (e),
                      "fde: ABI %u, version %u: 0x%x, 0x%02x, 0x%02x", e->abi,
                      e->version, (unsigned) e->off, e->info, e->info2);
    }
  test_number ();
  test_address ();
  return unit_exit ();
}
