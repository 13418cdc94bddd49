/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-reader.c - the cost of an object in the reader of inputs.

   usage: bench-reader FILE...

   Prints the nanoseconds per object; callgrind counts bench_measured.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "input.h"
#include "diag.h"

struct bench
{
  char **files;
  int file_count;
  uint64_t objects;
  uint64_t functions;
  bool failed;
};

static void
print (void *data, enum diag_severity kind, const char *file,
       const char *place, const char *text)
{
  (void) data;
  if (kind == DIAG_ERROR)
    fprintf (stderr, "bench-reader: %s%s%s\n", file, place, text);
}

static const struct diag_sink sink = { .fn = print };

static sfm_status
take (void *data, const struct input_object *object)
{
  struct bench *b = data;
  struct sfm_diag diag;

  b->objects++;
  for (size_t i = 0; i < object->sframe_count; i++)
    {
      struct sfm_piece piece;
      sfm_status status = sfm_piece_open (
          object->sframes[i].bytes, object->sframes[i].size, 0, &piece, &diag);
      if (status != SFM_OK)
        return status;
      b->functions += piece.num_fdes;
    }
  return SFM_OK;
}

/* The measured code.  Never inlined, so that callgrind finds it.  */
__attribute__ ((noinline)) void bench_measured (struct bench *b);

void
bench_measured (struct bench *b)
{
  struct inputs *inputs = inputs_new (INPUT_READER_LIBBFD, &sink);

  b->failed = inputs == NULL;
  if (!b->failed)
    b->failed
        = inputs_read_all (inputs, b->files, (size_t) b->file_count, take, b)
          != SFM_OK;
  inputs_free (inputs);
}

int
main (int argc, char **argv)
{
  struct bench b = { .files = argv + 1, .file_count = argc - 1 };
  struct timespec start, end;

  clock_gettime (CLOCK_MONOTONIC, &start);
  bench_measured (&b);
  clock_gettime (CLOCK_MONOTONIC, &end);
  if (b.failed || b.objects == 0)
    {
      fprintf (stderr, "bench-reader: nothing read\n");
      return 1;
    }
  double spent = (double) (end.tv_sec - start.tv_sec) * 1e9
                 + (double) (end.tv_nsec - start.tv_nsec);
  printf ("reader             %8.0f ns an object; %" PRIu64
          " objects, %" PRIu64 " functions\n",
          spent / (double) b.objects, b.objects, b.functions);
  return 0;
}
