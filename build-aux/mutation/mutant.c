/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   mutant.c - read once which mutant is to live.

   MUTANT is its number.  MUTANT_REACHED names a file of MUTANT_LIMIT bytes; it
   is mapped, so that children count, too, and processes that end without exit
   or that may open no file.  */

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mutant.h"

static unsigned char nowhere[MUTANT_LIMIT];

int mutant_chosen;
unsigned char *mutant_reached = nowhere;

__attribute__ ((constructor (101))) static void
mutant_choose (void)
{
  const char *number = getenv ("MUTANT");
  const char *path = getenv ("MUTANT_REACHED");
  int fd = path ? open (path, O_RDWR | O_CLOEXEC) : -1;

  if (number)
    mutant_chosen = (int) strtol (number, NULL, 10);
  if (fd < 0)
    return;
  void *map
      = mmap (NULL, MUTANT_LIMIT, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map != MAP_FAILED)
    mutant_reached = map;
  close (fd);
}
