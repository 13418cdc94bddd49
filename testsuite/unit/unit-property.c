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

#include "model.h"
#include "result.h"
#include "sfmerge-tool.h"

enum
{
  MAX_FUNCS = 14,
  SECTIONS = 3,
  ROUNDS = 2000,
  MUTATIONS = 24
};

/* One round: functions, and sections that describe them.  */
struct round
{
  struct gen gen;
  struct model model;
  struct gen_func funcs[MAX_FUNCS];
  struct model_section in[SECTIONS];
  uint64_t addr; /* of the output */
  bool repeats;  /* some functions are in several sections */
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
  "equal functions have equal digests",
  "verify and check see every change of meaning",
};

static bool failed[PROPERTIES];

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

static void
make_funcs (struct round *r)
{
  struct gen *g = &r->gen;
  uint64_t addr = gen_once_in (g, 4) ? UINT64_C (0xffffffff81000000)
                                     : UINT64_C (0x401000);
  bool flex = !gen_once_in (g, 3);

  r->addr = addr + 0x100000 + 8 * gen_below (g, 1000);
  r->model.count = 1 + gen_below (g, MAX_FUNCS);
  for (size_t i = 0; i < r->model.count; i++)
    {
      struct gen_func *f = &r->funcs[i];
      gen_func (g, &r->model.world, addr, gen_once_in (g, 20) ? 90000 : 400,
                flex, f);
      /* A copy of the one before, for sections to share its rows.  */
      if (i != 0 && gen_once_in (g, 4))
        {
          gen_func_free (f);
          *f = f[-1];
          f->addr = addr;
          f->rows = malloc ((f->row_count + 1U) * sizeof *f->rows);
          if (f->rows == NULL)
            exit (1);
          memcpy (f->rows, f[-1].rows, f->row_count * sizeof *f->rows);
        }
      addr += f->size + (gen_once_in (g, 2) ? 0 : gen_below (g, 100));
    }
  r->model.funcs = r->funcs;
}

static void
shuffle (struct gen *g, const struct gen_func **funcs, size_t count)
{
  for (size_t i = count; i > 1; i--)
    {
      size_t j = gen_below (g, (uint32_t) i);
      const struct gen_func *swap = funcs[i - 1];
      funcs[i - 1] = funcs[j];
      funcs[j] = swap;
    }
}

static void
make_sections (struct round *r)
{
  struct gen *g = &r->gen;
  const struct gen_func *chosen[SECTIONS][MAX_FUNCS];
  size_t counts[SECTIONS] = { 0 };
  uint8_t versions[SECTIONS];
  uint8_t lowest = r->model.world.abi == SFM_ABI_S390X_ENDIAN_BIG ? 2 : 1;

  for (size_t s = 0; s < SECTIONS; s++)
    versions[s] = (uint8_t) (lowest + gen_below (g, 4U - lowest));
  versions[gen_below (g, SECTIONS)] = 3; /* says everything */
  r->repeats = false;
  for (size_t i = 0; i < r->model.count; i++)
    {
      bool placed = false;
      size_t first = gen_below (g, SECTIONS);
      for (size_t k = 0; k < SECTIONS; k++)
        {
          size_t s = (first + k) % SECTIONS;
          if (!gen_can_say (&r->model.world, versions[s], &r->funcs[i])
              || (placed && !gen_once_in (g, 6)))
            continue;
          r->repeats |= placed;
          placed = true;
          chosen[s][counts[s]++] = &r->funcs[i];
        }
    }
  for (size_t s = 0; s < SECTIONS; s++)
    {
      struct gen_section section
          = { .funcs = chosen[s],
              .count = counts[s],
              .version = versions[s],
              .pcrel
              = versions[s] == 3 || (versions[s] == 2 && gen_once_in (g, 2)),
              .options = gen_below (g, 32),
              .addr = r->addr + 0x10000 * (s + 1) };
      if (!(section.options & GEN_SHARED) || gen_once_in (g, 2))
        shuffle (g, chosen[s], counts[s]);
      r->in[s].addr = section.addr;
      r->in[s].bytes
          = gen_encode (g, &r->model.world, &section, &r->in[s].size);
    }
}

static void
begin_round (struct round *r, uint64_t seed)
{
  memset (r, 0, sizeof *r);
  gen_seed (&r->gen, seed);
  gen_world (&r->gen, &r->model.world);
  r->model.reader = gen_once_in (&r->gen, 2) ? SFM_READER_STOPS : 0;
  make_funcs (r);
  make_sections (r);
}

static void
end_round (struct round *r)
{
  for (size_t i = 0; i < r->model.count; i++)
    gen_func_free (&r->funcs[i]);
  for (size_t s = 0; s < SECTIONS; s++)
    free (r->in[s].bytes);
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
  struct model_section back[SECTIONS];

  /* Of equal descriptions the first input's is written.  */
  if (r->repeats)
    return;
  for (size_t s = 0; s < SECTIONS; s++)
    back[s] = r->in[SECTIONS - 1 - s];
  expect_merge (r, back, SECTIONS, target, whole, COMMUTATIVE, seed,
                "backwards");
}

static void
test_round_trip (struct round *r, const struct model_section *v2,
                 uint64_t seed)
{
  struct gen_func left[MAX_FUNCS];
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

/* The digests of the functions of S, in the order of the model; 0 where S has
   none.  */
static bool
read_digests (const struct model *m, const struct model_section *s,
              uint64_t digests[MAX_FUNCS])
{
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_diag diag;

  memset (digests, 0, MAX_FUNCS * sizeof *digests);
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
          || sfm_fde_digest (&piece, &fde, f->rep_size, &digests[f - m->funcs],
                             &diag)
                 != SFM_OK)
        return false;
    }
  return true;
}

static void
test_digests (struct round *r, const struct model_section *out, uint64_t seed)
{
  uint64_t wanted[MAX_FUNCS], got[MAX_FUNCS];

  expect (read_digests (&r->model, out, wanted), DIGEST, seed, "output");
  for (size_t s = 0; s < SECTIONS; s++)
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
      = model_plan (&r->model, target, r->in, SECTIONS, r->addr);
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

  begin_round (&r, seed);
  for (size_t s = 0; s < SECTIONS; s++)
    expect (model_findings (&r.in[s], SFM_ERROR, !failed[INPUT]) == 0, INPUT,
            seed, "findings");
  test_target (&r, SFM_TO_V2, seed);
  test_target (&r, SFM_TO_V2_PCREL, seed);
  test_target (&r, SFM_TO_V3, seed);
  end_round (&r);
}

/* More rows than V3 can count.  */
static bool
test_split (uint32_t rows, uint32_t step, unsigned options)
{
  struct gen g;
  struct gen_func func;
  const struct gen_func *chosen = &func;
  struct model model = { .funcs = &func, .count = 1 };
  struct gen_section section = { .funcs = &chosen,
                                 .count = 1,
                                 .version = 2,
                                 .pcrel = true,
                                 .options = options,
                                 .addr = 0x600000 };
  struct model_section in = { .addr = 0x600000 }, out;
  const char *why = "merge";

  gen_seed (&g, rows);
  gen_world (&g, &model.world);
  gen_func_long (&g, &model.world, 0x401000, rows, step, &func);
  in.bytes = gen_encode (&g, &model.world, &section, &in.size);
  bool done = model_merge (&model, SFM_TO_V3, &in, 1, 0x500000, &out);
  bool pass = done && model_matches (&model, SFM_TO_V3, &out, &why)
              && model_findings (&out, SFM_WARNING, true) == 0;
  if (!pass)
    printf ("%" PRIu32 " rows: %s\n", rows, why);
  if (done)
    free (out.bytes);
  free (in.bytes);
  gen_func_free (&func);
  return pass;
}

int
main (int argc, char **argv)
{
  unsigned long rounds = argc > 1 ? strtoul (argv[1], NULL, 0) : ROUNDS;
  uint64_t first = argc > 2 ? strtoull (argv[2], NULL, 0) : 1;
  static const uint32_t counts[] = { 65535, 65536, 131070, 131071, 200001 };

  for (unsigned long i = 0; i < rounds; i++)
    test_round (first + i);
  for (unsigned i = 0; i < PROPERTIES; i++)
    unit_result_of (!failed[i], "property: %s", property_names[i]);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    for (unsigned noise = 0; noise < 2; noise++)
      unit_result_of (test_split (counts[i], 1 + noise, noise ? GEN_NOISE : 0),
                      "property: %" PRIu32 " rows%s", counts[i],
                      noise ? " and some that cover nothing" : "");
  return unit_exit ();
}
