/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   replay.c - runs a fuzz target without a fuzzer.

   With FILEs: each of them.  With "--mutants FILE...": each, and mutants of
   it, always the same.  With "--seeds DIR FILE...": writes the built-in
   seeds and what is in the FILEs there, for a fuzzer to begin with; with
   "--inputs DIR FILE...", only what is in the FILEs.  Else: the seeds and
   mutants of them.

   A FILE whose name ends in ".hex" holds many inputs: hexadecimal bytes,
   "0*N" for N bytes of zero, an empty line after each input, and lines that
   begin with "#", which say nothing.  So inputs in the tree are text, and can
   be read.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "generate.h"
#include "mutate.h"
#include "result.h"
#include "seeds.h"

enum
{
  MUTANTS = 60,        /* of each seed */
  CORPUS_MUTANTS = 12, /* of each input in a file */
  MUTANT_ROOM = 256,   /* how much a mutant may be longer */
  HEX_ZEROS = 1 << 20  /* bytes of one "0*N" */
};

#define HEX_SUFFIX ".hex"

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

/* Run the SIZE bytes at BYTES, called NAME, and COUNT mutants of them by the
   random numbers that begin with SEED.  */
static void
run_mutants (const char *name, const uint8_t *bytes, size_t size,
             uint32_t count, uint64_t seed)
{
  size_t room = size + MUTANT_ROOM;
  uint8_t *mutant = malloc (room);
  struct gen g;
  char text[300];

  if (mutant == NULL)
    exit (1);
  gen_seed (&g, seed);
  for (uint32_t i = 0; i <= count; i++)
    {
      snprintf (text, sizeof text, "%s, mutant %" PRIu32, name, i);
      input_name = text;
      memcpy (mutant, bytes, size);
      run (mutant, i == 0 ? size : mutate (&g, mutant, size, room));
    }
  free (mutant);
}

static void
run_seed (uint32_t number)
{
  size_t size;
  uint8_t *seed = seed_make (number, &size);
  char name[64];

  snprintf (name, sizeof name, "seed %" PRIu32, number);
  run_mutants (name, seed, size, MUTANTS, number + 1000);
  free (seed);
}

/* What is done with an input; NAME is its own.  */
typedef void take_input (const char *name, const uint8_t *bytes, size_t size);

static const char *seed_dir;
static size_t input_count;

static void
write_input (const char *name, const uint8_t *bytes, size_t size)
{
  char path[4096];
  int length = snprintf (path, sizeof path, "%s/%s", seed_dir, name);

  if (length < 0 || (size_t) length >= sizeof path)
    exit (2);
  FILE *file = fopen (path, "wb");
  if (file == NULL || fwrite (bytes, 1, size, file) != size
      || fclose (file) != 0)
    {
      perror (path);
      exit (2);
    }
}

static void
run_input (const char *name, const uint8_t *bytes, size_t size)
{
  input_name = name;
  input_count++;
  run (bytes, size);
}

static void
mutate_input (const char *name, const uint8_t *bytes, size_t size)
{
  input_count++;
  run_mutants (name, bytes, size, CORPUS_MUTANTS, input_count);
}

static void
write_seeds (void)
{
  for (uint32_t i = 0; i < SEED_COUNT; i++)
    {
      size_t size;
      uint8_t *seed = seed_make (i, &size);
      char name[64];

      snprintf (name, sizeof name, "seed-%" PRIu32, i);
      write_input (name, seed, size);
      free (seed);
    }
}

/* The SIZE bytes of the file at PATH, to be freed, and one of zero.  */
static uint8_t *
read_file (const char *path, size_t *size)
{
  FILE *file = fopen (path, "rb");
  uint8_t *bytes = NULL;
  size_t capacity = 0, got;

  if (file == NULL)
    {
      perror (path);
      exit (2);
    }
  *size = 0;
  do
    {
      if (*size == capacity)
        {
          capacity = 2 * capacity + 4096;
          bytes = realloc (bytes, capacity);
          if (bytes == NULL)
            exit (1);
        }
      got = fread (bytes + *size, 1, capacity - *size, file);
      *size += got;
    }
  while (got != 0);
  bytes[*size] = 0;
  fclose (file);
  return bytes;
}

static int
hex_digit (char c)
{
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                : -1;
}

/* An input that is read from text.  */
struct input
{
  uint8_t *bytes;
  size_t size, capacity;
};

/* Add BYTE COUNT times to INPUT.  */
static void
input_put (struct input *input, uint8_t byte, size_t count)
{
  if (count > input->capacity - input->size)
    {
      input->capacity = 2 * input->capacity + count;
      input->bytes = realloc (input->bytes, input->capacity);
      if (input->bytes == NULL)
        exit (1);
    }
  memset (input->bytes + input->size, byte, count);
  input->size += count;
}

/* Add what the LENGTH characters at WORD stand for to INPUT.  */
static void
input_word (struct input *input, const char *word, size_t length)
{
  if (length > 2 && word[0] == '0' && word[1] == '*')
    {
      unsigned long count = strtoul (word + 2, NULL, 10);
      if (count == 0 || count > HEX_ZEROS)
        exit (2);
      input_put (input, 0, count);
      return;
    }
  if (length % 2 != 0)
    exit (2);
  for (size_t i = 0; i < length; i += 2)
    {
      int high = hex_digit (word[i]), low = hex_digit (word[i + 1]);
      if (high < 0 || low < 0)
        exit (2);
      input_put (input, (uint8_t) (high << 4 | low), 1);
    }
}

/* Take each input in TEXT.  BASE is the file's name.  */
static void
take_hex (const char *base, const char *text, take_input *take)
{
  struct input input = { .bytes = NULL };
  char name[256];
  unsigned number = 0;

  for (size_t length; *text != '\0'; text += length + (text[length] == '\n'))
    {
      length = strcspn (text, "\n");
      if (length != 0 && text[0] != '#')
        for (const char *at = text; at < text + length; at++)
          {
            size_t word = strcspn (at, " \n");
            input_word (&input, at, word);
            at += word;
          }
      const char *next = text + length + (text[length] == '\n');
      if ((length == 0 || *next == '\0') && input.size != 0)
        {
          snprintf (name, sizeof name, "%s-%u", base, number++);
          take (name, input.bytes, input.size);
          input.size = 0;
        }
    }
  free (input.bytes);
}

/* Take what is in the file at PATH.  */
static void
take_file (const char *path, take_input *take)
{
  size_t size, length = strlen (path), suffix = strlen (HEX_SUFFIX);
  uint8_t *bytes = read_file (path, &size);
  const char *slash = strrchr (path, '/');
  const char *base = slash == NULL ? path : slash + 1;

  if (length >= suffix && strcmp (path + length - suffix, HEX_SUFFIX) == 0)
    take_hex (base, (const char *) bytes, take);
  else
    take (base, bytes, size);
  free (bytes);
}

int
main (int argc, char **argv)
{
  bool seeds = argc >= 3 && strcmp (argv[1], "--seeds") == 0;

  if (seeds || (argc >= 3 && strcmp (argv[1], "--inputs") == 0))
    {
      seed_dir = argv[2];
      if (seeds)
        write_seeds ();
      for (int i = 3; i < argc; i++)
        take_file (argv[i], write_input);
      return 0;
    }
  bool mutants = argc >= 2 && strcmp (argv[1], "--mutants") == 0;
  for (int i = 1 + mutants; i < argc; i++)
    take_file (argv[i], mutants ? mutate_input : run_input);
  if (argc == 1)
    for (uint32_t i = 0; i < SEED_COUNT; i++)
      run_seed (i);
  if (argc == 1)
    unit_result_of (!failed, "%s: %d mutants of %d seeds", fuzz_name,
                    SEED_COUNT * MUTANTS, SEED_COUNT);
  else
    unit_result_of (!failed && input_count != 0, "%s: inputs of the corpus%s",
                    fuzz_name, mutants ? " and mutants of them" : "");
  return unit_exit ();
}
