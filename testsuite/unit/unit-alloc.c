/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-alloc.c - memory that runs out at any point.

   Each scenario runs with 0, 1, 2, ... allocations allowed, until one run
   needs no more: every other must end in SFM_ERR_NOMEM, give all back, and
   leave objects that can still be freed.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "result.h"

enum
{
  MAX_RUNS = 10000
};

/* What the allocator did.  */
struct meter
{
  size_t left; /* allocations that still succeed */
  size_t live;
  size_t bytes;
};

/* Sizes are kept in front, so that what is released is known.  */
union header
{
  size_t size;
  long double align;
};

static void *
meter_alloc (void *data, size_t size)
{
  struct meter *m = data;

  if (m->left == 0 || size > SIZE_MAX - sizeof (union header))
    return NULL;
  union header *h = malloc (sizeof *h + size);
  if (h == NULL)
    exit (1);
  m->left--;
  m->live++;
  m->bytes += size;
  h->size = size;
  return h + 1;
}

static void
meter_release (void *data, void *pointer)
{
  struct meter *m = data;
  union header *h = (union header *) pointer - 1;

  m->live--;
  m->bytes -= h->size;
  free (h);
}

/* Functions, and a section that describes them.  */
struct scenario
{
  const char *name;
  enum sfm_target target;
  uint8_t abi;
  uint8_t version;
  size_t funcs;
  uint32_t rows;    /* 0: a few */
  unsigned options; /* GEN_* */
  bool shared;
  bool compact; /* two compact plans follow the plain one */
};

static const struct scenario scenarios[] = {
  { "plain", SFM_TO_V3, 3, 2, 200, 0, 0, false, false },
  { "one function", SFM_TO_V2, 3, 2, 1, 0, 0, false, false },
  { "shared rows", SFM_TO_V2_PCREL, 2, 2, 300, 0, GEN_SHARED, true, false },
  { "rows to clean", SFM_TO_V2, 1, 3, 100, 0, GEN_NOISE | GEN_GAPS, false,
    false },
  { "to FLEX", SFM_TO_V3, 4, 2, 100, 0, GEN_WIDE, false, false },
  { "from FLEX", SFM_TO_V2_PCREL, 4, 3, 100, 0, GEN_WIDE, false, false },
  { "a function to split", SFM_TO_V3, 3, 2, 1, 66000, 0, false, false },
  { "shared rows, compact", SFM_TO_V3, 2, 3, 300, 0, GEN_SHARED, true, true },
  { "rows to clean, compact", SFM_TO_V3, 4, 2, 100, 0, GEN_NOISE | GEN_REPEAT,
    false, true },
  { "a function to split, compact", SFM_TO_V3, 3, 2, 1, 66000, 0, false,
    true },
};

enum
{
  SCENARIOS = sizeof scenarios / sizeof *scenarios,
  MAX_FUNCS = 300
};

static void
make_funcs (struct gen *g, const struct scenario *s,
            const struct gen_world *world, struct gen_func *funcs)
{
  uint64_t addr = 0x401000;

  for (size_t i = 0; i < s->funcs; i++)
    {
      if (s->shared && i != 0)
        {
          funcs[i] = funcs[0];
          funcs[i].addr = addr;
        }
      else if (s->rows != 0)
        gen_func_long (g, world, addr, s->rows, 1, &funcs[i]);
      else
        gen_func (g, world, addr, 200, false, &funcs[i]);
      addr += funcs[i].size;
    }
}

/* The section of S.  Functions come backwards, so that they must be sorted;
   those that S cannot say are left out.  */
static uint8_t *
make_section (const struct scenario *s, size_t *size, uint32_t *count)
{
  struct gen g;
  struct gen_world world
      = { .abi = s->abi, .fixed_ra = (int8_t) sfm_abi_fixed_ra (s->abi) };
  static struct gen_func funcs[MAX_FUNCS];
  const struct gen_func *chosen[MAX_FUNCS];
  struct gen_section section = { .funcs = chosen,
                                 .version = s->version,
                                 .pcrel = true,
                                 .options = s->options,
                                 .addr = 0x800000 };

  gen_seed (&g, 1);
  make_funcs (&g, s, &world, funcs);
  for (size_t i = s->funcs; i-- != 0;)
    if (gen_can_say (&world, s->version, &funcs[i]))
      chosen[section.count++] = &funcs[i];
  *count = (uint32_t) section.count;
  uint8_t *bytes = gen_encode (&g, &world, &section, size);
  for (size_t i = 0; i < (s->shared ? 1 : s->funcs); i++)
    gen_func_free (&funcs[i]);
  return bytes;
}

static void
ignore (void *data, const struct sfm_finding *finding)
{
  (void) data;
  (void) finding;
}

/* Add the one piece of BYTES to MERGER, three times at different places, the
   last time as copies of the second.  */
static sfm_status
add_all (struct sfm_merger *merger, const uint8_t *bytes, size_t size,
         struct sfm_diag *diag)
{
  struct sfm_piece piece;
  sfm_status status = sfm_piece_open (bytes, size, 0, &piece, diag);
  struct sfm_place *places = calloc (piece.num_fdes + 1U, sizeof *places);

  if (places == NULL)
    exit (1);
  for (uint32_t round = 0; round < 3 && status == SFM_OK; round++)
    {
      for (uint32_t i = 0; i < piece.num_fdes && status == SFM_OK; i++)
        {
          struct sfm_fde fde;
          status = sfm_fde_read (&piece, i, &fde, diag);
          places[i] = (struct sfm_place){
            .addr = sfm_fde_address (&fde, 0x800000, SFM_START_BASE_FIELD)
                    + (round == 0 ? 0x200000U : 0U),
            .live = true,
            .rank = SFM_RANK_INPUT
          };
        }
      if (status != SFM_OK)
        break;
      status = sfm_merger_add (merger, &piece, places, 4240 + round, diag);
      if (status != SFM_OK && diag->input != 4240 + round)
        unit_result_of (false, "the input that failed is %u",
                        (unsigned) diag->input);
    }
  free (places);
  return status;
}

/* Everything that the library does with memory, through METER.  */
static sfm_status
run (const struct scenario *s, const uint8_t *bytes, size_t size,
     struct meter *meter, uint64_t *functions, struct sfm_diag *diag)
{
  struct sfm_options options = SFM_OPTIONS_INIT;
  struct sfm_check_options check = { .size = sizeof check,
                                     .section_addr = 0x700000,
                                     .start_base = SFM_START_BASE_SECTION,
                                     .alloc = meter_alloc,
                                     .release = meter_release,
                                     .alloc_data = meter };
  struct sfm_merger *merger;
  struct sfm_stats stats = { .size = sizeof stats };
  uint8_t *out = NULL;

  options.target = s->target;
  options.reader = SFM_READER_STOPS;
  options.alloc = meter_alloc;
  options.release = meter_release;
  options.alloc_data = meter;
  sfm_status status = sfm_merger_new (&options, &merger, diag);
  if (status == SFM_OK)
    status = add_all (merger, bytes, size, diag);
  if (status == SFM_OK)
    status = sfm_merger_plan (merger, 0x700000, UINT64_MAX, diag);
  if (status == SFM_OK && s->compact)
    status = sfm_merger_set_share (merger, SFM_SHARE_ALWAYS, diag);
  for (unsigned i = 0; i < 2 && status == SFM_OK && s->compact; i++)
    status = sfm_merger_plan (merger, 0x700000, UINT64_MAX, diag);
  size_t out_size = status == SFM_OK ? sfm_merger_size (merger) : 0;
  if (status == SFM_OK)
    {
      out = malloc (out_size);
      if (out == NULL)
        exit (1);
      status = sfm_merger_write (merger, out, out_size, diag);
    }
  if (status == SFM_OK)
    status = sfm_merger_verify (merger, out, out_size, diag);
  if (status == SFM_OK)
    status = sfm_check (out, out_size, &check, ignore, NULL, diag);
  if (status == SFM_OK)
    {
      sfm_merger_stats (merger, &stats);
      status = sfm_check (bytes, size, &check, ignore, NULL, diag);
    }
  *functions = stats.out_functions;
  sfm_merger_free (merger);
  free (out);
  return status;
}

static bool
test (const struct scenario *s)
{
  size_t size;
  uint32_t count;
  uint8_t *bytes = make_section (s, &size, &count);
  bool pass = count != 0;
  sfm_status status = SFM_ERR_NOMEM;
  size_t runs = 0;
  uint64_t functions = 0;

  for (; status == SFM_ERR_NOMEM && runs < MAX_RUNS; runs++)
    {
      struct meter meter = { .left = runs };
      struct sfm_diag diag = { .status = SFM_OK };

      status = run (s, bytes, size, &meter, &functions, &diag);
      if (meter.live != 0 || meter.bytes != 0
          || (status != SFM_OK
              && (status != SFM_ERR_NOMEM || diag.status != SFM_ERR_NOMEM)))
        {
          printf ("%s: %zu allocations: status %d (%s), %zu not released\n",
                  s->name, runs, (int) status, diag.text, meter.live);
          pass = false;
        }
    }
  free (bytes);
  /* At least the merger, its functions, its keys and the checker's map.  */
  return pass && status == SFM_OK && runs > 5 && functions >= 2 * count;
}

int
main (void)
{
  for (size_t i = 0; i < SCENARIOS; i++)
    unit_result_of (test (&scenarios[i]), "alloc: %s", scenarios[i].name);
  return unit_exit ();
}
