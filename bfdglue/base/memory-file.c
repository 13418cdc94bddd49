/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   memory-file.c - nameless files in memory, of which copies are mapped.

   A second copy of an image, in memory of its own, cost more than everything
   else that a link does with it: 0.3 s for 158 MB where memory comes from a
   hypervisor.  Shared pages save that.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "memory-file.h"

/* Whether a file may have SIZE bytes.  The limit holds for these files too,
   and the kernel sends a signal if one goes beyond it.  */
static bool
is_allowed (size_t size)
{
  struct rlimit limit;

  return getrlimit (RLIMIT_FSIZE, &limit) == 0 && size <= limit.rlim_cur;
}

int
memory_file_new (size_t size)
{
#ifdef MFD_CLOEXEC
  if (!is_allowed (size))
    return 0;
  int first = memfd_create ("sfmerge", MFD_CLOEXEC);
  /* Standard input may be closed.  */
  int fd = first == 0 ? fcntl (first, F_DUPFD_CLOEXEC, 1) : first;
  if (first == 0)
    close (first);
  if (fd > 0 && ftruncate (fd, (off_t) size) == 0)
    return fd;
  memory_file_close (fd);
#else
  (void) size;
#endif
  return 0;
}

bool
memory_file_put (int fd, const uint8_t *bytes, size_t size, size_t at)
{
  while (size != 0)
    {
      ssize_t put = pwrite (fd, bytes, size, (off_t) at);
      if (put < 0 && errno == EINTR)
        continue;
      if (put <= 0)
        return false;
      bytes += put;
      size -= (size_t) put;
      at += (size_t) put;
    }
  return true;
}

/* SIZE bytes of FD, mapped for WAY.  */
static uint8_t *
map (int fd, size_t size, int way)
{
  void *bytes = mmap (NULL, size, PROT_READ | PROT_WRITE, way, fd, 0);

  return bytes == MAP_FAILED ? NULL : bytes;
}

uint8_t *
memory_file_bytes (int fd, size_t size)
{
  return map (fd, size, MAP_SHARED);
}

uint8_t *
memory_file_copy (int fd, size_t size)
{
  /* Pages beyond the end of the file could not be touched.  */
  if (lseek (fd, 0, SEEK_END) < (off_t) size
      && (!is_allowed (size) || ftruncate (fd, (off_t) size) != 0))
    return NULL;
  return map (fd, size, MAP_PRIVATE);
}

void
memory_file_close (int fd)
{
  if (fd > 0)
    close (fd);
}
