/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   replay.c - runs a fuzz target without a fuzzer.

   With FILEs: each of them.  With "--seeds FOLDER": writes the built-in seeds
   there, to begin a corpus with.  Else: the seeds and mutants of them, always
   the same.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "generate.h"

enum
{
  SEEDS = 64,
  MUTANTS = 60, /* of each seed */
  FUNCS = 6
};

static const char *input_name;
static bool failed;

void
fuzz_broken (const char *what)
{
  if (!failed)
    printf ("%s: %s: not so: %s\n", fuzz_name, input_name, what);
  failed = true;
}

/* Run the target on a copy of the bytes of its own, so that a sanitizer sees
   the first byte too far.  */
static void
run (const uint8_t *bytes, size_t size)
{
  uint8_t *copy = malloc (size == 0 ? 1 : size);

  if (copy == NULL)
    exit (1);
  if (size != 0)
    memcpy (copy, bytes, size);
  LLVMFuzzerTestOneInput (copy, size);
  free (copy);
}

/* Seed number NUMBER: a byte of choices, then a section of one piece or two,
   of any ABI and version.  */
static uint8_t *
make_seed (uint32_t number, size_t *size)
{
  struct gen g;
  struct gen_world world;
  struct gen_func funcs[FUNCS];
  const struct gen_func *chosen[FUNCS];
  struct gen_section section = { .funcs = chosen, .addr = 0x400000 };
  uint64_t addr = 0x401000;
  uint8_t *all = calloc (1, 1);

  gen_seed (&g, number);
  gen_world (&g, &world);
  section.version = (uint8_t) (1 + number % 3);
  section.pcrel = section.version == 3 || (number & 0x4) != 0;
  if (section.version == 1)
    section.pcrel = false;
  for (size_t i = 0; i < FUNCS; i++)
    {
      gen_func (&g, &world, addr, 60, number & 0x8, &funcs[i]);
      if (gen_can_say (&world, section.version, &funcs[i]))
        chosen[section.count++] = &funcs[i];
      addr += funcs[i].size;
    }
  *size = 1;
  for (uint32_t piece = 0; piece < 1 + number % 2; piece++)
    {
      size_t more;
      section.options = gen_below (&g, 16);
      section.addr += *size - 1;
      uint8_t *bytes = gen_encode (&g, &world, &section, &more);
      size_t aligned = (*size - 1 + 7) / 8 * 8 + 1;
      all = realloc (all, aligned + more);
      if (all == NULL)
        exit (1);
      memset (all + *size, 0, aligned - *size);
      memcpy (all + aligned, bytes, more);
      *size = aligned + more;
      free (bytes);
    }
  if (all == NULL)
    exit (1);
  all[0] = (uint8_t) gen_next (&g);
  for (size_t i = 0; i < FUNCS; i++)
    gen_func_free (&funcs[i]);
  return all;
}

/* Change some of the SIZE bytes at BYTES, or how many count.  */
static size_t
mutate (struct gen *g, uint8_t *bytes, size_t size)
{
  static const uint8_t values[] = { 0, 1, 0x7f, 0x80, 0xff };

  for (uint32_t i = 1 + gen_below (g, 4); i != 0 && size != 0; i--)
    {
      /* Half of the changes in the header and the first FDEs.  */
      size_t near = size < 80 ? size : 80;
      size_t at = gen_below (g, (uint32_t) (gen_once_in (g, 2) ? near : size));
      switch (gen_below (g, 6))
        {
        case 0:
          bytes[at] = values[gen_below (g, sizeof values)];
          break;
        case 1:
          bytes[at] = (uint8_t) gen_next (g);
          break;
        case 2:
          bytes[at] = bytes[gen_below (g, (uint32_t) size)];
          break;
        case 3:
          if (gen_once_in (g, 4))
            size = at;
          break;
        default:
          bytes[at] ^= (uint8_t) (1U << gen_below (g, 8));
          break;
        }
    }
  return size;
}

static void
run_mutants (uint32_t number)
{
  size_t size;
  uint8_t *seed = make_seed (number, &size);
  uint8_t *mutant = malloc (size);
  struct gen g;
  char name[64];

  if (mutant == NULL)
    exit (1);
  gen_seed (&g, number + 1000);
  for (uint32_t i = 0; i <= MUTANTS; i++)
    {
      snprintf (name, sizeof name, "seed %" PRIu32 ", mutant %" PRIu32, number,
                i);
      input_name = name;
      memcpy (mutant, seed, size);
      run (mutant, i == 0 ? size : mutate (&g, mutant, size));
    }
  free (mutant);
  free (seed);
}

static int
write_seeds (const char *folder)
{
  for (uint32_t i = 0; i < SEEDS; i++)
    {
      size_t size;
      uint8_t *seed = make_seed (i, &size);
      char name[4096];

      snprintf (name, sizeof name, "%s/seed-%" PRIu32, folder, i);
      FILE *file = fopen (name, "wb");
      if (file == NULL || fwrite (seed, 1, size, file) != size
          || fclose (file) != 0)
        {
          perror (name);
          return 2;
        }
      free (seed);
    }
  return 0;
}

static bool
run_file (const char *name)
{
  FILE *file = fopen (name, "rb");
  uint8_t *bytes = NULL;
  size_t size = 0, capacity = 0;

  if (file == NULL)
    {
      perror (name);
      return false;
    }
  for (;;)
    {
      if (size == capacity)
        {
          capacity = 2 * capacity + 4096;
          bytes = realloc (bytes, capacity);
          if (bytes == NULL)
            exit (1);
        }
      size_t got = fread (bytes + size, 1, capacity - size, file);
      if (got == 0)
        break;
      size += got;
    }
  fclose (file);
  input_name = name;
  run (bytes, size);
  free (bytes);
  return true;
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--seeds") == 0)
    return write_seeds (argv[2]);
  for (int i = 1; i < argc; i++)
    if (!run_file (argv[i]))
      return 2;
  if (argc == 1)
    for (uint32_t i = 0; i < SEEDS; i++)
      run_mutants (i);
  if (argc == 1)
    printf ("%s: %s: %d mutants of %d seeds\n", failed ? "FAIL" : "PASS",
            fuzz_name, SEEDS * MUTANTS, SEEDS);
  else
    printf ("%s: %s: %d files\n", failed ? "FAIL" : "PASS", fuzz_name,
            argc - 1);
  return failed ? 1 : 0;
}
