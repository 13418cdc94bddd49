/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-engine.c - the cost of the engine alone, per function.

   usage: bench-engine [-n FUNCTIONS] [-p FUNCTIONS-A-PIECE]
            [-R ROWS-A-FUNCTION] [-r RUNS] [-t THREADS] [-V VERSION] [PASS]...
          bench-engine -f LIST [-r RUNS] [-t THREADS] [PASS]...

   The second form reads the sections of the objects named in the file LIST.

   Prints one line per pass, with the minimum and the median of RUNS runs.
   Only bench_measured is timed, and callgrind counts only it (bench-gate).  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench-functions.h"
#include "paged.h"
#include "sfmerge-tool.h"

struct pass;

/* One pass over one input.  */
struct bench
{
  const struct pass *pass;
  struct bench_input input;
  unsigned threads;
  struct sfm_merger *merger;
  uint8_t *out;
  size_t out_size;
  size_t out_room;
  size_t memory; /* allocated by the merger at present */
  size_t peak;
  struct sfm_cfi_section cfi; /* if the pass needs it */
  bool failed;
};

struct pass
{
  const char *name;
  void (*run) (struct bench *);
  bool shuffled;
  bool merged;  /* needs the output of a merge */
  bool counted; /* count memory, which takes time */
  bool has_cfi; /* needs call frame information */
  enum sfm_share share;
  enum sfm_target target;
};

/* The header of a counted memory block.  */
union block
{
  size_t size;
  max_align_t align;
};

static void *
counted_alloc (void *data, size_t size)
{
  struct bench *b = data;
  union block *block = malloc (sizeof *block + size);

  if (block == NULL)
    return NULL;
  block->size = size;
  b->memory += size;
  if (b->memory > b->peak)
    b->peak = b->memory;
  return block + 1;
}

static void
counted_release (void *data, void *pointer)
{
  struct bench *b = data;
  union block *block = pointer;

  if (block == NULL)
    return;
  block--;
  b->memory -= block->size;
  free (block);
}

/* Merge all pieces into OUT.  */
static void
run_merge (struct bench *b)
{
  struct sfm_options options = { .size = sizeof options,
                                 .target = b->pass->target,
                                 .share = b->pass->share,
                                 .alloc = large_pages_alloc,
                                 .release = large_pages_release,
                                 .threads = b->threads };
  struct sfm_diag diag;

  if (b->pass->counted)
    {
      options.alloc = counted_alloc;
      options.release = counted_release;
      options.alloc_data = b;
    }
  sfm_merger_free (b->merger);
  b->merger = NULL;
  sfm_status status = sfm_merger_new (&options, &b->merger, &diag);
  if (status == SFM_OK)
    status = sfm_merger_add_all (b->merger, b->input.inputs,
                                 b->input.piece_count, &diag);
  if (status == SFM_OK)
    status = sfm_merger_plan (b->merger, b->input.end, UINT64_MAX, &diag);
  b->out_size = status == SFM_OK ? sfm_merger_size (b->merger) : 0;
  if (status == SFM_OK && b->out_size <= b->out_room)
    status = sfm_merger_write (b->merger, b->out, b->out_size, &diag);
  b->failed |= status != SFM_OK || b->out_size > b->out_room;
}

static void
run_verify (struct bench *b)
{
  struct sfm_diag diag;

  b->failed
      |= sfm_merger_verify (b->merger, b->out, b->out_size, &diag) != SFM_OK;
}

static void
count_finding (void *data, const struct sfm_finding *finding)
{
  struct bench *b = data;

  b->failed |= finding->severity != SFM_NOTE;
}

static void
run_check (struct bench *b)
{
  struct sfm_check_options options
      = { .size = sizeof options, .section_addr = b->input.end };
  struct sfm_diag diag;

  b->failed
      |= sfm_check (b->out, b->out_size, &options, count_finding, b, &diag)
         != SFM_OK;
}

/* As many look-ups as there are functions, at random addresses.  */
static void
look_up (struct bench *b, bool chained)
{
  const uint64_t first = b->input.pieces[0].places[0].addr;
  const uint64_t span = b->input.end - first;
  struct sfm_section section;
  struct sfm_diag diag;
  uint64_t state = 1, found = 0;

  b->failed |= span >> 32 != 0
               || sfm_section_open (b->out, b->out_size, b->input.end,
                                    &section, &diag)
                      != SFM_OK;
  for (uint64_t i = 0; i < b->input.function_count && !b->failed; i++)
    {
      struct sfm_rules rules;

      state = state * UINT64_C (6364136223846793005) + 1;
      const sfm_status status = sfm_find_rules (
          &section, first + ((state >> 32) * span >> 32), NULL, &rules, &diag);
      if (status == SFM_OK)
        {
          found++;
          if (chained)
            state ^= (uint64_t) rules.cfa.offset;
        }
      b->failed |= status != SFM_OK && status != SFM_END;
    }
  /* Some addresses are between functions.  */
  b->failed |= found < b->input.function_count / 2;
}

static void
run_look_up (struct bench *b)
{
  look_up (b, false);
}

/* Each depends on the result of the one before it, as in a walk: the processor
   cannot begin it earlier.  */
static void
run_look_up_chain (struct bench *b)
{
  look_up (b, true);
}

/* Build the section of all FDEs.  */
static void
run_build (struct bench *b)
{
  const struct sfm_builder_options options
      = { .size = sizeof options,
          .abi = SFM_ABI_AMD64_ENDIAN_LITTLE,
          .target = SFM_TO_V3,
          .alloc = large_pages_alloc,
          .release = large_pages_release };
  struct sfm_cfi_fde fde = { .next = 0 };
  struct sfm_builder *builder;
  struct sfm_diag diag;
  uint32_t number = 0;

  sfm_status status = sfm_builder_new (&options, &builder, &diag);
  while (status == SFM_OK
         && (status = sfm_cfi_next (&b->cfi, fde.next, &fde, &diag)) == SFM_OK)
    status
        = sfm_builder_add_cfi (builder, &b->cfi, &fde, number++, NULL, &diag);
  b->failed |= status != SFM_END || number != b->input.function_count;
  b->out_size = b->failed ? 0 : sfm_builder_size (builder);
  b->failed |= b->out_size > b->out_room
               || sfm_builder_write (builder, b->input.end, b->out,
                                     b->out_size, &diag)
                      != SFM_OK;
  sfm_builder_free (builder);
}

/* Compare the section of run_build with the call frame information.  */
static void
run_prove (struct bench *b)
{
  struct sfm_digest_cache *rows = sfm_digest_cache_new (SIZE_MAX);
  struct sfm_digest_cache *programs = sfm_digest_cache_new (SIZE_MAX);
  struct sfm_cfi_fde cfi = { .next = 0 };
  struct sfm_piece piece;
  struct sfm_fde fde;
  struct sfm_diag diag;
  uint64_t said, meant;

  b->failed
      |= sfm_piece_open (b->out, b->out_size, 0, &piece, &diag) != SFM_OK;
  for (uint32_t i = 0; i < b->input.function_count && !b->failed; i++)
    b->failed
        |= sfm_cfi_next (&b->cfi, cfi.next, &cfi, &diag) != SFM_OK
           || sfm_cfi_digest (&b->cfi, &cfi, programs, &meant, &diag) != SFM_OK
           || sfm_fde_read (&piece, i, &fde, &diag) != SFM_OK
           || sfm_fde_digest (&piece, &fde, 0, rows, &said, &diag) != SFM_OK
           || said != meant;
  sfm_digest_cache_free (rows);
  sfm_digest_cache_free (programs);
}

/* clang-format off */
static const struct pass passes[] = {
  { "merge", run_merge, false, false, false, false, SFM_SHARE_NEVER,
    SFM_TO_V3 },
  { "merge-shuffled", run_merge, true, false, false, false, SFM_SHARE_NEVER,
    SFM_TO_V3 },
  { "merge-to-v2", run_merge, false, false, false, false, SFM_SHARE_NEVER,
    SFM_TO_V2_PCREL },
  { "compact", run_merge, false, false, false, false, SFM_SHARE_ALWAYS,
    SFM_TO_V3 },
  { "compact-shuffled", run_merge, true, false, false, false, SFM_SHARE_ALWAYS,
    SFM_TO_V3 },
  { "verify", run_verify, false, true, false, false, SFM_SHARE_NEVER,
    SFM_TO_V3 },
  { "check", run_check, false, true, false, false, SFM_SHARE_NEVER,
    SFM_TO_V3 },
  { "look-up", run_look_up, false, true, false, false, SFM_SHARE_NEVER,
    SFM_TO_V3 },
  { "look-up-chain", run_look_up_chain, false, true, false, false,
    SFM_SHARE_NEVER, SFM_TO_V3 },
  { "memory", run_merge, true, false, true, false, SFM_SHARE_NEVER,
    SFM_TO_V3 },
  { "build", run_build, .has_cfi = true },
  { "prove", run_prove, .has_cfi = true },
};
/* clang-format on */

enum
{
  PASS_COUNT = sizeof passes / sizeof passes[0],
  MAX_RUNS = 1000
};

/* The measured code.  Never inlined, so that callgrind finds it.  */
__attribute__ ((noinline)) void bench_measured (struct bench *b);

void
bench_measured (struct bench *b)
{
  b->pass->run (b);
}

static double
now (void)
{
  struct timespec ts;

  clock_gettime (CLOCK_MONOTONIC, &ts);
  return (double) ts.tv_sec * 1e9 + (double) ts.tv_nsec;
}

static int
by_value (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

struct settings
{
  const char *list; /* of object paths, or NULL */
  size_t functions;
  size_t each;
  size_t rows; /* per function; 0: as compilers generate them */
  size_t runs;
  size_t threads;
  uint8_t version;
};

/* Measure B's pass and print its line.  */
static void
measure (struct bench *b, const struct settings *set)
{
  static double times[MAX_RUNS];
  double count = (double) b->input.function_count;

  for (size_t i = 0; i < set->runs && !b->failed; i++)
    {
      double start = now ();
      bench_measured (b);
      times[i] = now () - start;
    }
  if (b->failed)
    return;
  if (b->pass->counted)
    {
      printf ("%-18s %8.1f bytes a function at the most\n", b->pass->name,
              (double) b->peak / count);
      return;
    }
  qsort (times, set->runs, sizeof *times, by_value);
  printf ("%-18s %8.1f ns a function (median %.1f); in %.1f bytes and %.2f "
          "rows, out %.1f bytes\n",
          b->pass->name, times[0] / count, times[set->runs / 2] / count,
          (double) b->input.byte_count / count,
          (double) b->input.row_count / count, (double) b->out_size / count);
}

/* Run PASS; false if it fails, which is reported.  */
static bool
run_pass (const struct pass *pass, const struct settings *set)
{
  const struct bench_shape shape
      = { .piece_count = (set->functions + set->each - 1) / set->each,
          .functions = set->each,
          .rows = set->rows,
          .version = set->version,
          .shuffled = pass->shuffled };
  struct bench b = { .pass = pass, .threads = (unsigned) set->threads };

  if (set->list != NULL ? !bench_input_read (set->list, &b.input)
                        : !bench_input_make (&shape, &b.input))
    {
      fprintf (stderr, "bench-engine: there is no input\n");
      return false;
    }
  /* Version 3 is the largest, and its FDEs have at most 32 bytes.  */
  b.out_room = (size_t) b.input.byte_count + 32 * b.input.function_count + 64;
  b.out = large_pages_alloc (NULL, b.out_room);
  b.failed = b.out == NULL;
  if (b.out != NULL)
    memset (b.out, 1, b.out_room); /* touch all pages before the measurement */
  if (pass->merged && !b.failed)
    run_merge (&b);
  if (pass->has_cfi && !b.failed)
    {
      b.failed = !bench_cfi_make (&b.input, &b.cfi);
      if (!b.failed && pass->run == run_prove)
        run_build (&b);
    }
  if (!b.failed)
    measure (&b, set);
  if (b.failed)
    fprintf (stderr, "bench-engine: %s failed\n", pass->name);
  sfm_merger_free (b.merger);
  large_pages_release (NULL, b.out);
  free ((void *) (uintptr_t) b.cfi.bytes);
  bench_input_free (&b.input);
  return !b.failed;
}

static size_t
number (const char *text, size_t most)
{
  char *end;
  unsigned long value = strtoul (text, &end, 10);

  return *text == '\0' || *end != '\0' || value == 0 || value > most ? 0
                                                                     : value;
}

int
main (int argc, char **argv)
{
  struct settings set = {
    .functions = 100000, .each = 100, .runs = 7, .threads = 1, .version = 3
  };
  bool good = true;
  int key;

  while ((key = getopt (argc, argv, "f:n:p:R:r:t:V:")) != -1)
    switch (key)
      {
      case 'f':
        set.list = optarg;
        break;
      case 'n':
        set.functions = number (optarg, 100000000);
        break;
      case 'p':
        set.each = number (optarg, 100000000);
        break;
      case 'R':
        set.rows = number (optarg, 1000000);
        good &= set.rows != 0;
        break;
      case 'r':
        set.runs = number (optarg, MAX_RUNS);
        break;
      case 't':
        set.threads = number (optarg, 16);
        break;
      case 'V':
        set.version = (uint8_t) number (optarg, 3);
        break;
      default:
        return 2;
      }
  if (!good || set.functions == 0 || set.each == 0 || set.runs == 0
      || set.threads == 0 || set.version == 0)
    {
      fprintf (stderr, "bench-engine: a number is wrong\n");
      return 2;
    }
  for (size_t i = 0; i < PASS_COUNT; i++)
    {
      bool wanted = optind == argc;
      for (int a = optind; a < argc; a++)
        wanted |= strcmp (argv[a], passes[i].name) == 0;
      if (wanted)
        good &= run_pass (&passes[i], &set);
    }
  return good ? 0 : 1;
}
