/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-floor.c - the minimal work of any merge of a link's objects.

   usage: bench-floor LIST IMAGE OUTPUT

   Maps each object named in LIST, adds up the bytes of its .sframe, and writes
   OUTPUT, a copy of IMAGE, from a mapping.  bench-commands.py times it and
   gives the time of sfmerge link as a multiple of it.  Prints the sum, so that
   the compiler cannot drop the reads.  */

#include "config.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "bench-sections.h"

/* Add up the .sframe bytes of the objects in LIST; *OBJECTS is the number of
   objects that have any.  */
static bool
sum_all (FILE *list, uint64_t *sum, uint64_t *objects)
{
  char path[PATH_MAX];

  while (bench_next_path (list, path, sizeof path))
    {
      struct bench_file file;
      const uint8_t *bytes;
      size_t size;
      if (!bench_file_map (path, &file))
        {
          perror (path);
          return false;
        }
      if (bench_file_sframe (&file, &bytes, &size))
        {
          ++*objects;
          for (size_t i = 0; i < size; i++)
            *sum += bytes[i];
        }
      bench_file_unmap (&file);
    }
  return true;
}

static bool
copy (const char *from, const char *to)
{
  struct bench_file image;
  size_t done = 0;

  if (!bench_file_map (from, &image))
    return false;
  int fd = open (to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0777);
  while (fd >= 0 && done < image.size)
    {
      ssize_t count = write (fd, image.bytes + done, image.size - done);
      if (count <= 0)
        break;
      done += (size_t) count;
    }
  bool good = fd >= 0 && close (fd) == 0 && done == image.size;
  bench_file_unmap (&image);
  return good;
}

int
main (int argc, char **argv)
{
  uint64_t sum = 0, objects = 0;

  if (argc != 4)
    {
      fprintf (stderr, "usage: bench-floor LIST IMAGE OUTPUT\n");
      return 2;
    }
  FILE *list = fopen (argv[1], "r");
  if (list == NULL)
    {
      perror (argv[1]);
      return 1;
    }
  bool good = sum_all (list, &sum, &objects);
  fclose (list);
  if (!good)
    return 1;
  if (!copy (argv[2], argv[3]))
    {
      perror ("bench-floor: copy");
      return 1;
    }
  printf ("%" PRIu64 " objects, sum %" PRIu64 "\n", objects, sum);
  return 0;
}
