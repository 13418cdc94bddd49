/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-heads.c - the minimal work of any search for ELF files.

   usage: bench-heads DIR...

   Reads the first 64 bytes of each regular file below each DIR, as large as
   the header of an ELF file.  bench-walk.py gives the time of sfmerge check -r
   as a multiple of it.  Prints how many files there are, and how many begin as
   ELF files do.  */

#include "config.h"

#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint64_t files, elf_files;

static int
read_head (const char *path, const struct stat *st, int kind,
           struct FTW *place)
{
  char head[64];

  (void) place;
  if (kind != FTW_F || !S_ISREG (st->st_mode))
    return 0;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0)
    return 0;
  ssize_t count = read (fd, head, sizeof head);
  files++;
  elf_files += count >= 4 && memcmp (head, "\177ELF", 4) == 0;
  close (fd);
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc < 2)
    {
      fprintf (stderr, "usage: bench-heads DIR...\n");
      return 2;
    }
  for (int i = 1; i < argc; i++)
    if (nftw (argv[i], read_head, 64, FTW_PHYS) != 0)
      {
        perror (argv[i]);
        return 1;
      }
  printf ("%" PRIu64 " files, %" PRIu64 " ELF files\n", files, elf_files);
  return 0;
}
