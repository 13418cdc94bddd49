/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-digest.c - the digests of a piece's functions do not depend on whether
   those of another section are known, which has the same functions, merged
   with others or damaged; nor on a cache.

   Arguments: the number of rounds and the first seed.  A round that fails
   prints its seed.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "pieces.h"
#include "result.h"

enum
{
  ROUNDS = 400,
  FUNCTIONS = 24, /* of a piece */
  PIECES = 3,
  FLIPS = 40,    /* of bytes of the merged section, in each round */
  ALIKE = 30000, /* functions of two machines that look the same */
  SECTION_ADDR = 0x1000
};

struct round
{
  struct gen gen;
  struct gen_world world;
  uint8_t version;
  uint8_t *bytes[PIECES];
  struct sfm_piece pieces[PIECES];
  struct sfm_place places[PIECES][FUNCTIONS];
  uint8_t *merged;
  size_t size;
};

/* How often known digests were used.  */
static size_t known_used;

static void
open_piece (const uint8_t *bytes, size_t size, struct sfm_piece *piece)
{
  struct sfm_diag diag;

  if (sfm_piece_next (bytes, size, 0, piece, &diag) != SFM_OK)
    {
      printf ("%s\n", diag.text);
      exit (1);
    }
}

/* Make piece NUMBER of R, with functions from *ADDR on.  */
static void
make_piece (struct round *r, size_t number, uint64_t *addr)
{
  struct gen_func funcs[FUNCTIONS];
  const struct gen_func *list[FUNCTIONS];
  struct gen_section section
      = { .funcs = list,
          .version = r->version,
          .pcrel = r->version == 3,
          .options = gen_below (&r->gen, 4) == 0 ? gen_below (&r->gen, 32) : 0,
          .addr = SECTION_ADDR };
  size_t size;

  for (size_t i = 0; i < FUNCTIONS; i++)
    {
      struct gen_func *f = &funcs[section.count];
      gen_func (&r->gen, &r->world, *addr, 300, gen_once_in (&r->gen, 8), f);
      *addr += f->size;
      if (!gen_can_say (&r->world, section.version, f))
        {
          gen_func_free (f);
          continue;
        }
      r->places[number][section.count]
          = (struct sfm_place){ .addr = f->addr,
                                .live = !gen_once_in (&r->gen, 9),
                                .rep_size = f->rep_size };
      list[section.count++] = f;
    }
  r->bytes[number] = gen_encode (&r->gen, &r->world, &section, &size);
  open_piece (r->bytes[number], size, &r->pieces[number]);
  for (size_t i = 0; i < section.count; i++)
    gen_func_free (&funcs[i]);
}

/* Merge the pieces of R.  */
static void
merge (struct round *r)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_merger *merger;
  struct sfm_diag diag;

  options.target = r->version == 3 ? SFM_TO_V3 : SFM_TO_V2;
  options.share
      = gen_once_in (&r->gen, 2) ? SFM_SHARE_ALWAYS : SFM_SHARE_NEVER;
  if (sfm_merger_new (&options, &merger, &diag) != SFM_OK)
    exit (1);
  for (size_t i = 0; i < PIECES; i++)
    if (sfm_merger_add (merger, &r->pieces[i], r->places[i], 0, &diag)
        != SFM_OK)
      exit (1);
  if (sfm_merger_plan (merger, SECTION_ADDR, UINT64_MAX, &diag) != SFM_OK)
    exit (1);
  r->size = sfm_merger_size (merger);
  r->merged = malloc (r->size);
  if (r->merged == NULL
      || sfm_merger_write (merger, r->merged, r->size, &diag) != SFM_OK)
    exit (1);
  sfm_merger_free (merger);
}

/* Whether the digests of the pieces of R are the same with those of its merged
   section known, which may be damaged.  */
static bool
same_digests (struct round *r)
{
  uint64_t digests[PIECES * FUNCTIONS + 1], without[FUNCTIONS],
      with[FUNCTIONS];
  struct digest_known known;
  struct sfm_piece merged;
  struct sfm_diag diag;
  bool same = true;

  if (sfm_piece_next (r->merged, r->size, 0, &merged, &diag) != SFM_OK
      || merged.num_fdes > PIECES * FUNCTIONS
      || digest_piece (&merged, NULL, NULL, digests, NULL, &diag) != SFM_OK)
    return true;
  known = (struct digest_known){ .piece = &merged, .digests = digests };
  for (size_t i = 0; i < PIECES && same; i++)
    {
      const uint32_t count = r->pieces[i].num_fdes, next = known.next;
      if (digest_piece (&r->pieces[i], r->places[i], NULL, without, NULL,
                        &diag)
              != SFM_OK
          || digest_piece (&r->pieces[i], r->places[i], &known, with, NULL,
                           &diag)
                 != SFM_OK)
        exit (1);
      same = memcmp (with, without, count * sizeof *with) == 0;
      known_used += known.next - next;
    }
  return same;
}

static void
run_round (uint64_t seed, bool *merged, bool *damaged)
{
  struct round r = { .merged = NULL };
  uint64_t addr = 0x400000;

  gen_seed (&r.gen, seed);
  gen_world (&r.gen, &r.world);
  r.version = (uint8_t) (2 + gen_below (&r.gen, 2));
  for (size_t i = 0; i < PIECES; i++)
    make_piece (&r, i, &addr);
  merge (&r);
  bool good = same_digests (&r);
  *merged &= good;
  for (size_t i = 0; i < FLIPS && good && r.size != 0; i++)
    {
      uint8_t *at = &r.merged[gen_below (&r.gen, (uint32_t) r.size)];
      const uint8_t bit = (uint8_t) (1U << gen_below (&r.gen, 8));
      *at ^= bit;
      good = same_digests (&r);
      *damaged &= good;
      *at ^= bit;
    }
  if (!good)
    printf ("seed %" PRIu64 "\n", seed);
  for (size_t i = 0; i < PIECES; i++)
    free (r.bytes[i]);
  free (r.merged);
}

/* The digest of the one function of the SIZE BYTES, with CACHE.  */
static uint64_t
digest_one (const uint8_t *bytes, size_t size, struct sfm_digest_cache *cache)
{
  struct sfm_piece piece;
  struct sfm_diag diag;
  struct sfm_fde fde;
  uint64_t digest;

  open_piece (bytes, size, &piece);
  if (sfm_fde_read (&piece, 0, &fde, &diag) != SFM_OK
      || sfm_fde_digest (&piece, &fde, 0, cache, &digest, &diag) != SFM_OK)
    exit (1);
  return digest;
}

/* Whether a row is not taken for one that another machine has in the same
   bytes, where FP is in the place of RA: of so many, some have one slot for
   both.  */
static bool
same_machines (void)
{
  uint8_t bytes[] = {
    0xe2, 0xde, 3, 4, 0,    0,    0, 0, 1, 0, 0, 0, /* magic ... num_fdes */
    1,    0,    0, 0, 11,   0,    0, 0,             /* num_fres, fre_len */
    0,    0,    0, 0, 16,   0,    0, 0,             /* fdeoff, freoff */
    0,    0,    0, 0, 0,    0,    0, 0, 9, 0, 0, 0, /* start, size */
    0,    0,    0, 0, 1,    0,    0, 0, 0,          /* rows, their block */
    0,    0x25, 0, 0, 0xf0, 0xff, /* 16 bits: CFA, FP or RA */
  };
  uint8_t *machine = bytes + 4, *row = bytes + sizeof bytes - 6;
  struct sfm_digest_cache *cache = sfm_digest_cache_new (ALIKE);
  bool same = cache != NULL;

  for (unsigned i = 0; i < 2 * ALIKE && same; i++)
    {
      machine[0] = i % 2 == 0 ? SFM_ABI_AMD64_ENDIAN_LITTLE
                              : SFM_ABI_AARCH64_ENDIAN_LITTLE;
      machine[2] = i % 2 == 0 ? 0xf8 : 0;
      row[2] = (uint8_t) (i / 2);
      row[3] = (uint8_t) (i / 2 >> 8);
      same = digest_one (bytes, sizeof bytes, cache)
             == digest_one (bytes, sizeof bytes, NULL);
    }
  sfm_digest_cache_free (cache);
  return same;
}

int
main (int argc, char **argv)
{
  const uint64_t rounds = argc > 1 ? strtoull (argv[1], NULL, 0) : ROUNDS;
  const uint64_t seed = argc > 2 ? strtoull (argv[2], NULL, 0) : 1;
  bool merged = true, damaged = true;

  for (uint64_t i = 0; i < rounds; i++)
    run_round (seed + i, &merged, &damaged);
  unit_result (merged, "digests of merged functions may be taken over");
  unit_result (damaged, "those of other functions are not");
  unit_result (known_used > rounds * FUNCTIONS, "most are taken over");
  unit_result (same_machines (), "machines: a cache has them apart");
  return unit_exit ();
}
