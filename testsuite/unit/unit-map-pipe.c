/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-map-pipe.c - a link map that comes through a pipe, not all at once.

   Who waits for the pipe calls poll, which is replaced here and writes what
   comes next: so it is known that the pipe was empty.  */

#include "config.h"

/* <poll.h> would define the checked poll inline, for what clang takes the one
   below.  */
#undef _FORTIFY_SOURCE

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture-image.h"
#include "link-map.h"
#include "result.h"

#define FIFO "unit-map-pipe.tmp"

static const char text[] = "Memory map\n\nLOAD a.o\n\n.text 0x401000 0x20\n"
                           " .text          0x401000       0x20 a.o\n"
                           "OUTPUT(image elf64-x86-64)\n";

/* The writing end, and how much of TEXT has gone into it.  */
static int feed;
static size_t fed;

/* In place of the C library's.  TEXT comes in two parts, the second with its
   end.  */
int
poll (struct pollfd *fds, nfds_t count, int timeout)
{
  const size_t size = strlen (text);
  const size_t part = fed == 0 ? size / 2 : size - fed;

  if (count != 1 || timeout >= 0
      || write (feed, text + fed, part) != (ssize_t) part)
    return -1;
  fed += part;
  if (fed == size)
    close (feed);
  fds[0].revents = POLLIN;
  return 1;
}

int
main (void)
{
  struct link_map *map = NULL;

  /* One with a name: /dev/fd needs /proc.  */
  const int made = mkfifo (FIFO, 0600);
  const int end = open (FIFO, O_RDONLY | O_NONBLOCK);
  feed = open (FIFO, O_WRONLY);
  if (made != 0 || end < 0 || feed < 0)
    {
      unit_result (false, "a pipe is made");
      return unit_exit ();
    }
  sfm_status status = map_read (FIFO, &map, &fixture_sink);
  unit_result (status == SFM_OK && map != NULL && fed == strlen (text),
               "a pipe that is empty at times is read to its end");
  map_free (map);
  close (end);
  remove (FIFO);
  return unit_exit ();
}
