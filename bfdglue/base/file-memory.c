/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-memory.c - memory for large arrays and for whole files, whose long runs
   of zeros take no memory and no disk space.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "paged.h"

/* Memory for large arrays, on large pages if possible.

   Most systems give large pages only on request.  The engine accesses its
   arrays in random order, and each page is cleared and mapped when it is first
   touched: a merge of a million functions takes 62 ns each with pages of 4 KiB
   and 44 with pages of 2 MiB; of unsorted functions, 110 and 86.

   All other memory is on ordinary pages.  Where a virtual machine gives free
   memory back to its host, the first touch of a page of 2 MiB costs 3 ms a
   MiB, of small pages 0.5: with large pages for all lists and buffers, a link
   of a million functions took 1.26 to 1.60 s instead of 1.06 to 1.12, and as
   long in warm memory.  */

enum
{
  PAGE = 2 << 20
};

void
large_pages_advise (void *pointer, size_t size)
{
  /* Only a hint: a failure does no harm.  */
  if (size >= LARGE_PAGES_SIZE)
    (void) madvise (pointer, size, MADV_HUGEPAGE);
}

void *
large_pages_alloc (void *data, size_t size)
{
  (void) data;
  if (size < LARGE_PAGES_SIZE || size > SIZE_MAX - PAGE)
    return malloc (size);
  size_t whole = (size + PAGE - 1) / PAGE * PAGE;
  void *pointer = aligned_alloc (PAGE, whole);
  if (pointer != NULL)
    large_pages_advise (pointer, whole);
  return pointer;
}

void
large_pages_release (void *data, void *pointer)
{
  (void) data;
  free (pointer);
}

void
close_quietly (int fd)
{
  const int error = errno;

  close (fd);
  errno = error;
}

/* Whether a file may have SIZE bytes; if not, errno is set.  The limit holds
   for these files too, and the kernel sends a signal if one goes beyond
   it.  */
static bool
is_allowed (size_t size)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_FSIZE, &limit) != 0)
    return false;
  errno = EFBIG;
  return size <= limit.rlim_cur;
}

int
memory_file_new (size_t size)
{
  if (!is_allowed (size))
    return 0;
  int fd = memfd_create ("sfmerge", MFD_CLOEXEC);
  /* Standard streams may be closed.  */
  if (fd >= 0 && fd <= STDERR_FILENO)
    {
      const int first = fd;
      fd = fcntl (first, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
      close_quietly (first);
    }
  if (fd >= 0 && ftruncate (fd, (off_t) size) == 0)
    return fd;
  memory_file_close (fd);
  return 0;
}

void
memory_file_close (int fd)
{
  if (fd > 0)
    close_quietly (fd);
}

uint8_t *
sparse_alloc (size_t size)
{
  /* Not calloc, which touches reused memory to clear it.  */
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void
sparse_free (const uint8_t *bytes, size_t size)
{
  if (bytes != NULL)
    munmap ((void *) (uintptr_t) bytes, size);
}

bool
sparse_is_hole (const uint8_t *data)
{
  return data[0] == 0 && memcmp (data, data + 1, SPARSE_HOLE_SIZE - 1) == 0;
}
