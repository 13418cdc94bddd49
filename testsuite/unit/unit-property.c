/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-property.c - what must hold of every merge, on generated sections.

   Arguments: the number of rounds and the first seed.  A round that fails
   prints its seed.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result.h"
#include "round.h"
#include "sfmerge-tool.h"

enum
{
  ROUNDS = 2000,
  MUTATIONS = 24
};

/* The properties, each a line of the result.  */
enum property
{
  INPUT,
  MEANING,
  CLEAN,
  COUNTS,
  IDENTITY,
  ASSOCIATIVE,
  COMMUTATIVE,
  ROUND_TRIP,
  MOVED,
  DIGEST,
  TAMPER,
  PROPERTIES
};

static const char *const property_names[PROPERTIES] = {
  "valid inputs have no errors",
  "every rule of every function survives",
  "outputs have no errors or warnings",
  "functions are merged or counted as lost",
  "merging an output is the identity",
  "merging is associative",
  "the order of inputs does not matter",
  "to version 2 and back nothing changes",
  "a plan that is moved is the plan for that place",
  "equal functions have equal digests",
  "verify and check see every change of meaning",
};

static bool failed[PROPERTIES];
static struct sfm_digest_cache *cache; /* for all rounds */

static void
expect (bool holds, enum property property, uint64_t seed, const char *what)
{
  if (holds)
    return;
  if (!failed[property])
    printf ("seed %" PRIu64 ": %s: %s\n", seed, property_names[property],
            what);
  failed[property] = true;
}

static bool
same_bytes (const struct model_section *a, const struct model_section *b)
{
  return a->size == b->size && memcmp (a->bytes, b->bytes, a->size) == 0;
}

/* Merge the COUNT sections at IN and expect the bytes of WANTED.  */
static void
expect_merge (struct round *r, const struct model_section *in, size_t count,
              enum sfm_target target, const struct model_section *wanted,
              enum property property, uint64_t seed, const char *what)
{
  struct model_section out;
  bool done = model_merge (&r->model, target, in, count, r->addr, &out);

  expect (done && same_bytes (&out, wanted), property, seed, what);
  if (done)
    free (out.bytes);
}

/* (a b) c and a (b c) are a b c.  */
static void
test_associative (struct round *r, const struct model_section *whole,
                  uint64_t seed)
{
  struct model_section pair[2];

  if (model_merge (&r->model, SFM_TO_V3, r->in, 2, r->addr, &pair[0]))
    {
      pair[1] = r->in[2];
      expect_merge (r, pair, 2, SFM_TO_V3, whole, ASSOCIATIVE, seed, "left");
      free (pair[0].bytes);
    }
  else
    expect (false, ASSOCIATIVE, seed, "left pair");
  if (model_merge (&r->model, SFM_TO_V3, r->in + 1, 2, r->addr, &pair[1]))
    {
      pair[0] = r->in[0];
      expect_merge (r, pair, 2, SFM_TO_V3, whole, ASSOCIATIVE, seed, "right");
      free (pair[1].bytes);
    }
  else
    expect (false, ASSOCIATIVE, seed, "right pair");
}

static void
test_commutative (struct round *r, enum sfm_target target,
                  const struct model_section *whole, uint64_t seed)
{
  struct model_section back[ROUND_SECTIONS];

  /* Of equal descriptions the first input's is written.  */
  if (r->repeats)
    return;
  for (size_t s = 0; s < ROUND_SECTIONS; s++)
    back[s] = r->in[ROUND_SECTIONS - 1 - s];
  expect_merge (r, back, ROUND_SECTIONS, target, whole, COMMUTATIVE, seed,
                "backwards");
}

static void
test_round_trip (struct round *r, const struct model_section *v2,
                 uint64_t seed)
{
  struct gen_func left[ROUND_FUNCS];
  struct model model = { .world = r->model.world, .funcs = left };
  struct model_section v3;
  const char *why = "merge";

  for (size_t i = 0; i < r->model.count; i++)
    if (model_fits (&r->model, SFM_TO_V2_PCREL, &r->funcs[i]))
      left[model.count++] = r->funcs[i];
  bool done = model_merge (&model, SFM_TO_V3, v2, 1, r->addr, &v3);
  expect (done && model_matches (&model, SFM_TO_V3, &v3, &why), ROUND_TRIP,
          seed, why);
  if (done)
    free (v3.bytes);
}

/* Change bytes of OUT, which MERGER wrote, and see who notices.  */
static void
test_tamper (struct round *r, enum sfm_target target,
             const struct sfm_merger *merger, struct model_section *out,
             uint64_t seed)
{
  struct sfm_diag diag;

  for (unsigned i = 0; i < MUTATIONS; i++)
    {
      size_t at = gen_below (&r->gen, (uint32_t) out->size);
      uint8_t keep = out->bytes[at];
      uint32_t flip = gen_once_in (&r->gen, 2) ? 1U << gen_below (&r->gen, 8)
                                               : 1 + gen_below (&r->gen, 255);
      out->bytes[at] = (uint8_t) (keep ^ flip);
      bool noticed
          = sfm_merger_verify (merger, out->bytes, out->size, &diag) != SFM_OK
            || model_findings (out, SFM_ERROR, false) != 0;
      const char *why = NULL;
      if (!noticed && !model_matches (&r->model, target, out, &why))
        {
          char text[80];
          snprintf (text, sizeof text, "byte 0x%zx from 0x%02x to 0x%02x: %s",
                    at, keep, out->bytes[at], why);
          expect (false, TAMPER, seed, text);
        }
      out->bytes[at] = keep;
    }
}

/* A plan for FROM, and then for the place of WANTED.  */
static void
expect_moved (struct round *r, enum sfm_target target, uint64_t from,
              const struct model_section *wanted, uint64_t seed)
{
  struct sfm_merger *m
      = model_plan (&r->model, target, r->in, ROUND_SECTIONS, from);
  struct model_section moved = { .size = 0 };
  struct sfm_diag diag;

  bool good
      = m != NULL
        && sfm_merger_plan (m, wanted->addr, wanted->size - seed % 3, &diag)
               == SFM_OK
        && model_write (m, wanted->addr, &moved);
  expect (good && same_bytes (&moved, wanted), MOVED, seed, "the bytes");
  free (moved.bytes);
  sfm_merger_free (m);
}

/* From the place of OUT to others, from which functions may be out of reach,
   and back.  */
static void
test_moved (struct round *r, enum sfm_target target,
            const struct model_section *out, uint64_t seed)
{
  /* The functions begin at a round address.  */
  static const uint64_t away[]
      = { 8, UINT64_C (0x7ffff000), UINT64_C (1) << 31, UINT64_C (1) << 40 };
  const uint64_t distance = away[seed % 4] + seed % 5 * 16;
  const uint64_t base = r->model.funcs[0].addr;
  const uint64_t other = seed % 8 < 4 ? base + distance : base - distance;
  struct model_section there;

  expect_moved (r, target, other, out, seed);
  if (!model_merge (&r->model, target, r->in, ROUND_SECTIONS, other, &there))
    return;
  expect_moved (r, target, out->addr, &there, seed);
  free (there.bytes);
}

/* Set *DIGEST to FDE's, if the cache of all rounds has the same, also of a
   shorter function with the same rows.  */
static bool
digests_agree (const struct sfm_piece *piece, const struct sfm_fde *fde,
               uint8_t rep_size, uint64_t *digest)
{
  struct sfm_fde shorter = *fde;
  uint64_t again, one, two;
  struct sfm_diag diag;

  if (!fde->mask)
    shorter.size /= 2;
  return sfm_fde_digest (piece, fde, rep_size, NULL, digest, &diag) == SFM_OK
         && sfm_fde_digest (piece, fde, rep_size, cache, &again, &diag)
                == SFM_OK
         && again == *digest
         && sfm_fde_digest (piece, &shorter, rep_size, NULL, &one, &diag)
                == SFM_OK
         && sfm_fde_digest (piece, &shorter, rep_size, cache, &two, &diag)
                == SFM_OK
         && one == two;
}

/* The digests of the functions of S, in the order of the model; 0 where S has
   none.  */
static bool
read_digests (const struct model *m, const struct model_section *s,
              uint64_t digests[ROUND_FUNCS])
{
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_diag diag;

  memset (digests, 0, ROUND_FUNCS * sizeof *digests);
  if (sfm_piece_open (s->bytes, s->size, 0, &piece, &diag) != SFM_OK)
    return false;
  for (uint32_t i = 0; i < piece.num_fdes; i++)
    {
      if (sfm_fde_read (&piece, i, &fde, &diag) != SFM_OK)
        return false;
      enum sfm_start_base start_base = piece.flags & SFM_F_FDE_FUNC_START_PCREL
                                           ? SFM_START_BASE_FIELD
                                           : SFM_START_BASE_SECTION;
      const struct gen_func *f
          = model_find (m, sfm_fde_address (&fde, s->addr, start_base));
      if (f == NULL
          || !digests_agree (&piece, &fde, f->rep_size,
                             &digests[f - m->funcs]))
        return false;
    }
  return true;
}

static void
test_digests (struct round *r, const struct model_section *out, uint64_t seed)
{
  uint64_t wanted[ROUND_FUNCS], got[ROUND_FUNCS];

  expect (read_digests (&r->model, out, wanted), DIGEST, seed, "output");
  for (size_t s = 0; s < ROUND_SECTIONS; s++)
    {
      expect (read_digests (&r->model, &r->in[s], got), DIGEST, seed, "input");
      for (size_t i = 0; i < r->model.count; i++)
        expect (got[i] == 0 || got[i] == wanted[i], DIGEST, seed,
                "input and output differ");
    }
}

/* Every function that went in came out or is counted.  */
static void
test_counts (struct round *r, enum sfm_target target,
             const struct sfm_merger *merger, uint64_t seed)
{
  struct sfm_stats stats = { .size = sizeof stats };
  uint64_t losses[SFM_LOSS_COUNT];
  uint64_t fit = 0, gone = 0;

  sfm_merger_stats (merger, &stats);
  sfm_merger_losses (merger, losses, SFM_LOSS_COUNT);
  for (size_t i = 0; i < r->model.count; i++)
    fit += model_fits (&r->model, target, &r->funcs[i]);
  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    if (i != SFM_LOSS_SPLIT && i != SFM_LOSS_ROWS
        && i != SFM_LOSS_OVERLAP_KEPT)
      gone += losses[i];
  expect (stats.out_functions == fit, COUNTS, seed, "functions written");
  expect (stats.functions == stats.out_functions + gone, COUNTS, seed,
          "functions lost");
  expect (losses[SFM_LOSS_AMBIGUOUS] == 0, COUNTS, seed, "ambiguous");
}

static void
test_target (struct round *r, enum sfm_target target, uint64_t seed)
{
  struct sfm_merger *merger
      = model_plan (&r->model, target, r->in, ROUND_SECTIONS, r->addr);
  struct model_section out = { 0 };
  const char *why = "merge";

  bool done = merger != NULL && model_write (merger, r->addr, &out);
  expect (done && model_matches (&r->model, target, &out, &why), MEANING, seed,
          why);
  if (done)
    {
      expect (model_findings (&out, SFM_WARNING, !failed[CLEAN]) == 0, CLEAN,
              seed, "findings");
      test_counts (r, target, merger, seed);
      test_tamper (r, target, merger, &out, seed);
      expect_merge (r, &out, 1, target, &out, IDENTITY, seed, "itself");
      test_commutative (r, target, &out, seed);
      test_moved (r, target, &out, seed);
      if (target == SFM_TO_V3)
        {
          test_associative (r, &out, seed);
          test_digests (r, &out, seed);
        }
      else
        test_round_trip (r, &out, seed);
      free (out.bytes);
    }
  sfm_merger_free (merger);
}

static void
test_round (uint64_t seed)
{
  struct round r;

  round_begin (&r, seed);
  for (size_t s = 0; s < ROUND_SECTIONS; s++)
    expect (model_findings (&r.in[s], SFM_ERROR, !failed[INPUT]) == 0, INPUT,
            seed, "findings");
  test_target (&r, SFM_TO_V2, seed);
  test_target (&r, SFM_TO_V2_PCREL, seed);
  test_target (&r, SFM_TO_V3, seed);
  round_end (&r);
}

int
main (int argc, char **argv)
{
  unsigned long rounds = argc > 1 ? strtoul (argv[1], NULL, 0) : ROUNDS;
  uint64_t first = argc > 2 ? strtoull (argv[2], NULL, 0) : 1;

  cache = sfm_digest_cache_new (1);
  for (unsigned long i = 0; i < rounds; i++)
    test_round (first + i);
  sfm_digest_cache_free (cache);
  for (unsigned i = 0; i < PROPERTIES; i++)
    unit_result_of (!failed[i], "property: %s", property_names[i]);
  return unit_exit ();
}
