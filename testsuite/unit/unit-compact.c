/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-compact.c - compact plans, on generated sections.

   Arguments: the number of rounds and the first seed.  A round that fails
   prints its seed.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "result.h"

enum
{
  MAX_FUNCS = 14,
  ROUNDS = 1500,
  MUTATIONS = 16,
  ADDR = 0x700000
};

/* The properties, each a line of the result.  */
enum property
{
  MEANING,
  CLEAN,
  SIZE,
  LEAST,
  AGAIN,
  BACK,
  TAMPER,
  PROPERTIES
};

static const char *const property_names[PROPERTIES] = {
  "every rule of every function survives",
  "outputs have no errors or warnings",
  "the numbers add up, and none is larger than the plain section",
  "no row repeats another, no type is too wide, no block is there twice",
  "compacting again changes nothing",
  "the plain plan comes back",
  "verify and check see every change of meaning",
};

static bool failed[PROPERTIES];

static void
expect (bool holds, enum property property, uint64_t seed, const char *what)
{
  if (!holds && !failed[property])
    printf ("seed %" PRIu64 ": %s: %s\n", seed, property_names[property],
            what);
  failed[property] |= !holds;
}

/* Functions, of which some are alike, into FUNCS and M.  */
static void
make_funcs (struct gen *g, struct model *m, struct gen_func *funcs)
{
  uint64_t addr = 0x401000;
  bool flex = gen_once_in (g, 2);

  m->funcs = funcs;
  m->count = 1 + gen_below (g, MAX_FUNCS);
  for (size_t i = 0; i < m->count; i++)
    {
      struct gen_func *f = &funcs[i];
      gen_func (g, &m->world, addr, gen_once_in (g, 20) ? 90000 : 400, flex,
                f);
      if (i != 0 && gen_once_in (g, 2))
        {
          const struct gen_func *like = &funcs[gen_below (g, (uint32_t) i)];
          gen_func_free (f);
          *f = *like;
          f->addr = addr;
          f->rows = malloc ((f->row_count + 1U) * sizeof *f->rows);
          if (f->rows == NULL)
            exit (1);
          memcpy (f->rows, like->rows, f->row_count * sizeof *f->rows);
        }
      addr += f->size;
    }
}

/* A section of some version, and in SAID what of M it can say.  */
static struct model_section
make_section (struct gen *g, const struct model *m, struct gen_func *said,
              size_t *count)
{
  const struct gen_func *chosen[MAX_FUNCS];
  uint8_t lowest = m->world.abi == SFM_ABI_S390X_ENDIAN_BIG ? 2 : 1;
  struct gen_section s
      = { .funcs = chosen,
          .version = (uint8_t) (3 - gen_below (g, 4U - lowest)),

          .options = gen_below (g, 32),
          .addr = ADDR };
  struct model_section out = { .addr = ADDR };

  s.pcrel = s.version > 1;

  for (size_t i = 0; i < m->count; i++)
    if (gen_can_say (&m->world, s.version, &m->funcs[i]))
      {
        said[s.count] = m->funcs[i];
        chosen[s.count] = &said[s.count];
        s.count++;
      }
  *count = s.count;
  out.bytes = gen_encode (g, &m->world, &s, &out.size);
  return out;
}

/* Plan MERGER anew with SHARE, and write it.  */
static bool
plan_again (struct sfm_merger *merger, enum sfm_share share, uint64_t room,
            struct model_section *out)
{
  struct sfm_diag diag;

  return sfm_merger_set_share (merger, share, &diag) == SFM_OK
         && sfm_merger_plan (merger, ADDR, room, &diag) == SFM_OK
         && model_write (merger, ADDR, out);
}

static bool
same_bytes (const struct model_section *a, const struct model_section *b)
{
  return a->size == b->size && memcmp (a->bytes, b->bytes, a->size) == 0;
}

/* Whether no two rows of FDE in a row say the same, and its FRE type is the
   smallest for what it could have.  */
static bool
rows_least (const struct sfm_piece *piece, const struct sfm_fde *fde)
{
  uint32_t limit = fde->mask ? fde->rep_size : fde->size;
  struct sfm_rules rules[2];
  struct sfm_rows walk;
  struct sfm_row row;
  struct sfm_diag diag;
  unsigned count = 0;

  if (fde->fre_type != 0 && (limit - 1) >> (fde->fre_type * 8U) == 0)
    return false;
  sfm_rows_begin (piece, fde, &walk);
  for (; sfm_rows_next (&walk, &row, &diag) == SFM_OK; count++)
    {
      if (sfm_row_rules (piece, fde, &row, &rules[count % 2], &diag) != SFM_OK)
        return false;
      gen_canonical (&rules[count % 2]);
      if (count != 0 && sfm_rules_equal (&rules[0], &rules[1]))
        return false;
    }
  return true;
}

struct block
{
  const uint8_t *bytes;
  uint64_t size;
  uint8_t fre_type;
};

/* The bytes of FDE's block, which with version 3 begins with the attribute
   block.  */
static struct block
block_of (const struct sfm_piece *piece, const struct sfm_fde *fde)
{
  uint64_t begin = fde->rows - (piece->version == 3 ? 5 : 0);
  struct sfm_rows walk;
  struct sfm_row row;
  struct sfm_diag diag;

  sfm_rows_begin (piece, fde, &walk);
  while (sfm_rows_next (&walk, &row, &diag) == SFM_OK)
    ;
  return (struct block){ .bytes = piece->bytes + begin,
                         .size = walk.next - begin,
                         .fre_type = fde->fre_type };
}

/* Whether nothing in S could be shorter.  */
static bool
is_least (const struct model_section *s)
{
  struct block blocks[MAX_FUNCS];
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_diag diag;

  if (sfm_piece_open (s->bytes, s->size, 0, &piece, &diag) != SFM_OK
      || piece.num_fdes > MAX_FUNCS)
    return false;
  for (uint32_t i = 0; i < piece.num_fdes; i++)
    {
      if (sfm_fde_read (&piece, i, &fde, &diag) != SFM_OK
          || !rows_least (&piece, &fde))
        return false;
      blocks[i] = block_of (&piece, &fde);
      for (uint32_t j = 0; j < i; j++)
        if (blocks[i].fre_type == blocks[j].fre_type
            && blocks[i].size == blocks[j].size
            && blocks[i].bytes != blocks[j].bytes
            && memcmp (blocks[i].bytes, blocks[j].bytes, blocks[i].size) == 0)
          return false;
    }
  return true;
}

/* Change bytes of OUT, which MERGER wrote, and see who notices.  */
static void
test_tamper (struct gen *g, const struct model *m, enum sfm_target target,
             const struct sfm_merger *merger, struct model_section *out,
             uint64_t seed)
{
  struct sfm_diag diag;

  for (unsigned i = 0; i < MUTATIONS; i++)
    {
      size_t at = gen_below (g, (uint32_t) out->size);
      uint8_t keep = out->bytes[at];
      out->bytes[at] ^= (uint8_t) (1 + gen_below (g, 255));
      bool noticed
          = sfm_merger_verify (merger, out->bytes, out->size, &diag) != SFM_OK
            || model_findings (out, SFM_ERROR, false) != 0;
      expect (noticed || model_matches (m, target, out, NULL), TAMPER, seed,
              "a changed byte");
      out->bytes[at] = keep;
    }
}

static void
test_numbers (const struct sfm_merger *merger,
              const struct model_section *plain,
              const struct model_section *out, uint64_t rows, uint64_t seed)
{
  struct sfm_stats stats = { .size = sizeof stats };

  sfm_merger_stats (merger, &stats);
  expect (out->size <= plain->size, SIZE, seed, "larger");
  expect (stats.saved_bytes == plain->size - out->size, SIZE, seed, "bytes");
  expect (stats.out_rows + stats.repeated_rows == rows, SIZE, seed, "rows");
  expect (stats.sharing_functions < stats.out_functions
              || stats.out_functions == 0,
          SIZE, seed, "functions");
}

static void
test_target (struct gen *g, const struct model *m, enum sfm_target target,
             const struct model_section *in, uint64_t seed)
{
  struct sfm_merger *merger = model_plan (m, target, in, 1, ADDR);
  struct model_section plain, out, again;
  struct sfm_stats stats = { .size = sizeof stats };
  const char *why = "merge";

  if (merger == NULL || !model_write (merger, ADDR, &plain))
    exit (1);
  sfm_merger_stats (merger, &stats);
  bool done = plan_again (merger, SFM_SHARE_ALWAYS, UINT64_MAX, &out);
  expect (done && model_matches (m, target, &out, &why), MEANING, seed, why);
  if (done)
    {
      expect (model_findings (&out, SFM_WARNING, !failed[CLEAN]) == 0, CLEAN,
              seed, "findings");
      test_numbers (merger, &plain, &out, stats.out_rows, seed);
      expect (is_least (&out), LEAST, seed, "not the least");
      test_tamper (g, m, target, merger, &out, seed);
      struct sfm_merger *second = model_plan (m, target, &out, 1, ADDR);
      if (second != NULL
          && plan_again (second, SFM_SHARE_ALWAYS, UINT64_MAX, &again))
        {
          expect (same_bytes (&again, &out), AGAIN, seed, "other bytes");
          free (again.bytes);
        }
      else
        expect (false, AGAIN, seed, "merge");
      sfm_merger_free (second);
      free (out.bytes);
    }
  if (plan_again (merger, SFM_SHARE_AUTO, UINT64_MAX, &again))
    {
      expect (same_bytes (&again, &plain), BACK, seed, "other bytes");
      free (again.bytes);
    }
  else
    expect (false, BACK, seed, "merge");
  free (plain.bytes);
  sfm_merger_free (merger);
}

static void
test_round (uint64_t seed)
{
  static const enum sfm_target targets[]
      = { SFM_TO_V2, SFM_TO_V2_PCREL, SFM_TO_V3 };
  struct gen_func funcs[MAX_FUNCS], said[MAX_FUNCS];
  struct model m = { .count = 0 };
  struct gen g;

  gen_seed (&g, seed);
  gen_world (&g, &m.world);
  m.reader = gen_once_in (&g, 2) ? SFM_READER_STOPS : 0;
  make_funcs (&g, &m, funcs);
  struct model of_version
      = { .world = m.world, .funcs = said, .reader = m.reader };
  struct model_section in = make_section (&g, &m, said, &of_version.count);
  for (unsigned i = 0; i < 3; i++)
    test_target (&g, &of_version, targets[i], &in, seed);
  for (size_t i = 0; i < m.count; i++)
    gen_func_free (&funcs[i]);
  free (in.bytes);
}

int
main (int argc, char **argv)
{
  unsigned long rounds = argc > 1 ? strtoul (argv[1], NULL, 0) : ROUNDS;
  uint64_t first = argc > 2 ? strtoull (argv[2], NULL, 0) : 1;

  for (unsigned long i = 0; i < rounds; i++)
    test_round (first + i);
  for (unsigned i = 0; i < PROPERTIES; i++)
    unit_result_of (!failed[i], "compact: %s", property_names[i]);
  return unit_exit ();
}
