/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-ways.c - the ways through a merge that must give the same result: plain
   or quick records, pieces one by one or all at once, in one thread or
   several, with other plans before or none.

   Arguments: the number of rounds and the first seed.  A round that fails
   prints its seed.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "generate.h"
#include "result.h"

enum
{
  ROUNDS = 12,
  KINDS = 4,          /* sections that pieces are copies of */
  MAX_FUNCTIONS = 64, /* in each */
  PIECES = 1500,      /* enough for four threads */
  SECTION_ADDR = 0x1000
};

/* A section and how it can be placed.  */
struct kind
{
  uint8_t *bytes;
  size_t size;
  struct sfm_piece piece;
  uint8_t rep_sizes[MAX_FUNCTIONS];
};

struct round
{
  struct gen gen;
  struct gen_world world;
  struct kind kinds[KINDS];
  struct sfm_input inputs[PIECES];
  size_t count;
  uint64_t seed;
};

static void
make_kind (struct round *r, struct kind *kind)
{
  struct gen *g = &r->gen;
  struct gen_func funcs[MAX_FUNCTIONS];
  const struct gen_func *list[MAX_FUNCTIONS];
  struct gen_section section
      = { .funcs = list,
          .version = (uint8_t) (1 + gen_below (g, 3)),
          .options = gen_once_in (g, 2) ? 0 : gen_below (g, 32) };
  struct sfm_diag diag;
  uint64_t addr = SECTION_ADDR;
  size_t wanted = 1 + gen_below (g, MAX_FUNCTIONS);

  if (r->world.abi == SFM_ABI_S390X_ENDIAN_BIG && section.version == 1)
    section.version = 2;
  section.pcrel
      = section.version == 3 || (section.version == 2 && gen_once_in (g, 2));
  for (size_t i = 0; i < wanted; i++)
    {
      struct gen_func *f = &funcs[section.count];
      gen_func (g, &r->world, addr, 300, gen_once_in (g, 8), f);
      addr += f->size;
      if (!gen_can_say (&r->world, section.version, f))
        {
          gen_func_free (f);
          continue;
        }
      kind->rep_sizes[section.count] = f->rep_size;
      list[section.count++] = f;
    }
  kind->bytes = gen_encode (g, &r->world, &section, &kind->size);
  if (sfm_piece_next (kind->bytes, kind->size, 0, &kind->piece, &diag)
      != SFM_OK)
    {
      printf ("seed %" PRIu64 ": %s\n", r->seed, diag.text);
      exit (1);
    }
  for (size_t i = 0; i < section.count; i++)
    gen_func_free (&funcs[i]);
}

/* Places for KIND's functions, somewhere.  Some are dead, some optional, some
   meet or overlap others.  */
static struct sfm_place *
make_places (struct round *r, const struct kind *kind)
{
  struct gen *g = &r->gen;
  struct sfm_place *places
      = calloc (kind->piece.num_fdes + 1U, sizeof *places);
  uint64_t addr = 0x400000 + (uint64_t) gen_below (g, 1U << 24) * 16;

  if (places == NULL)
    exit (1);
  for (uint32_t i = 0; i < kind->piece.num_fdes; i++, addr += 304)
    places[i] = (struct sfm_place){
      .addr = gen_once_in (g, 200) ? addr + 8 : addr,
      .live = !gen_once_in (g, 9),
      .optional = gen_once_in (g, 30),
      .rank = gen_once_in (g, 5) ? SFM_RANK_IMAGE : SFM_RANK_INPUT,
      .evidence = (uint8_t) gen_below (g, 4),
      .rep_size = kind->rep_sizes[i],
    };
  return places;
}

static void
make_round (struct round *r, uint64_t seed)
{
  memset (r, 0, sizeof *r);
  r->seed = seed;
  gen_seed (&r->gen, seed);
  gen_world (&r->gen, &r->world);
  for (size_t i = 0; i < KINDS; i++)
    make_kind (r, &r->kinds[i]);
  for (size_t i = 0; i < PIECES; i++)
    {
      const struct kind *kind = &r->kinds[gen_below (&r->gen, KINDS)];
      r->inputs[r->count++]
          = (struct sfm_input){ .piece = &kind->piece,
                                .places = make_places (r, kind),
                                .number = (uint32_t) (i * 3) };
    }
}

static void
free_round (struct round *r)
{
  for (size_t i = 0; i < KINDS; i++)
    free (r->kinds[i].bytes);
  for (size_t i = 0; i < r->count; i++)
    free ((void *) (uintptr_t) r->inputs[i].places);
}

/* What a merge came to.  */
struct outcome
{
  sfm_status status;
  uint8_t *bytes;
  size_t size;
  struct sfm_stats stats;
  uint64_t losses[SFM_LOSS_COUNT];
};

/* What MERGER's last plan came to, into OUT.  */
static void
count (const struct sfm_merger *merger, struct outcome *out)
{
  out->stats.size = sizeof out->stats;
  sfm_merger_stats (merger, &out->stats);
  sfm_merger_losses (merger, out->losses, SFM_LOSS_COUNT);
}

static bool
same_counts (const struct outcome *a, const struct outcome *b)
{
  return memcmp (&a->stats, &b->stats, sizeof a->stats) == 0
         && memcmp (a->losses, b->losses, sizeof a->losses) == 0;
}

/* How to merge.  */
struct way
{
  const char *name;
  bool plain;
  bool together;
  bool replanned; /* plans come before, with a part of the pieces and all */
  unsigned threads;
};

/* Add the inputs of R to MERGER.  */
static sfm_status
add (struct sfm_merger *merger, const struct round *r, const struct way *way,
     struct sfm_diag *diag)
{
  sfm_status status = SFM_OK;

  if (way->together)
    status = sfm_merger_add_all (merger, r->inputs, r->count, diag);
  for (size_t i = 0; i < r->count && status == SFM_OK; i++)
    {
      if (!way->together)
        status
            = sfm_merger_add (merger, r->inputs[i].piece, r->inputs[i].places,
                              r->inputs[i].number, diag);
      if (way->replanned && i % 400 == 7 && status == SFM_OK)
        status = sfm_merger_plan (merger, 0x200000, UINT64_MAX, diag);
    }
  return status;
}

/* Merge the inputs of R with OPTIONS in WAY.  */
static void
merge (const struct round *r, const struct sfm_options *options,
       const struct way *way, struct outcome *out)
{
  struct sfm_merger *merger;
  struct sfm_diag diag;

  memset (out, 0, sizeof *out);
  sfm_status status = sfm_merger_new (options, &merger, &diag);
  if (way->plain && status == SFM_OK)
    sfm_plain_merger (merger);
  if (status == SFM_OK)
    status = add (merger, r, way, &diag);
  if (status == SFM_OK)
    status = sfm_merger_plan (merger, SECTION_ADDR, UINT64_MAX, &diag);
  if (status == SFM_OK)
    {
      out->size = sfm_merger_size (merger);
      out->bytes = malloc (out->size);
      if (out->bytes == NULL)
        exit (1);
      status = sfm_merger_write (merger, out->bytes, out->size, &diag);
      count (merger, out);
    }
  if (status == SFM_OK)
    status = sfm_merger_verify (merger, out->bytes, out->size, &diag);
  out->status = status;
  if (status != SFM_OK)
    printf ("seed %" PRIu64 ": %s\n", r->seed, diag.text);
  sfm_merger_free (merger);
}

static bool
same_outcome (const struct outcome *a, const struct outcome *b)
{
  return a->status == SFM_OK && b->status == SFM_OK && a->size == b->size
         && memcmp (a->bytes, b->bytes, a->size) == 0 && same_counts (a, b);
}

/* The ways, of which the first is the plainest.  */
static const struct way ways[] = {
  { "plain records, one by one", true, false, false, 1 },
  { "quick records are the plain ones", false, false, false, 1 },
  { "pieces can be added all at once", false, true, false, 1 },
  { "two threads do what one does", false, true, false, 2 },
  { "so do five, with plain records", true, true, false, 5 },
  { "so do too many", false, true, false, 100 },
  { "earlier plans with fewer pieces do not matter", false, false, true, 1 },
  { "nor do those with all, nor plain records", true, true, true, 1 },
};

enum
{
  WAYS = sizeof ways / sizeof ways[0]
};

/* Compare all ways of one round; clear HOLDS where one differs.  */
static void
compare_ways (const struct round *r, enum sfm_target target,
              enum sfm_share share, bool *holds)
{
  struct outcome first, other;

  for (size_t i = 0; i < WAYS; i++)
    {
      struct sfm_options options = SFM_OPTIONS_INIT;
      options.target = target;
      options.share = share;
      options.threads = ways[i].threads;
      merge (r, &options, &ways[i], i == 0 ? &first : &other);
      if (i == 0)
        {
          holds[0] &= first.status == SFM_OK;
          continue;
        }
      if (!same_outcome (&first, &other) && holds[i])
        {
          printf ("seed %" PRIu64 ", target %d: not %s\n", r->seed,
                  (int) target, ways[i].name);
          holds[i] = false;
        }
      free (other.bytes);
    }
  free (first.bytes);
}

/* A piece that cannot be added takes all that come with it along, and is
   named.  */
static bool
refused_whole (void)
{
  struct round r;
  struct sfm_merger *merger;
  struct sfm_diag diag;
  struct outcome first, second = { 0 };
  struct sfm_options options = SFM_OPTIONS_INIT;

  make_round (&r, 1);
  struct sfm_piece other = *r.inputs[7].piece;
  other.fixed_ra = (int8_t) (other.fixed_ra - 1);
  const struct sfm_piece *right = r.inputs[7].piece;
  r.inputs[7].piece = &other;
  bool good = sfm_merger_new (NULL, &merger, &diag) == SFM_OK
              && sfm_merger_add_all (merger, r.inputs, 7, &diag) == SFM_OK
              && sfm_merger_add_all (merger, r.inputs + 7, r.count - 7, &diag)
                     == SFM_ERR_CORRUPT
              && diag.input == 21;
  r.inputs[7].piece = right;
  good
      = good
        && sfm_merger_add_all (merger, r.inputs + 7, r.count - 7, &diag)
               == SFM_OK
        && sfm_merger_plan (merger, SECTION_ADDR, UINT64_MAX, &diag) == SFM_OK;
  merge (&r, &options, &ways[2], &first);
  count (merger, &second);
  good = good && same_counts (&first, &second);
  free (first.bytes);
  sfm_merger_free (merger);
  free_round (&r);
  return good;
}

int
main (int argc, char **argv)
{
  uint64_t rounds = argc > 1 ? strtoull (argv[1], NULL, 10) : ROUNDS;
  uint64_t seed = argc > 2 ? strtoull (argv[2], NULL, 10) : 1;
  static struct round r;
  bool holds[WAYS];

  memset (holds, true, sizeof holds);
  for (uint64_t i = 0; i < rounds; i++)
    {
      make_round (&r, seed + i);
      compare_ways (&r, (enum sfm_target) (i % 3),
                    i % 2 == 1 ? SFM_SHARE_ALWAYS : SFM_SHARE_NEVER, holds);
      free_round (&r);
    }
  for (size_t i = 0; i < WAYS; i++)
    unit_result (holds[i], ways[i].name);
  unit_result (refused_whole (), "one piece refused, none of them added");
  return unit_exit ();
}
