/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sparse.c - buffers for whole files, whose long runs of zeros take no memory
   and no disk space.  */

#include "config.h"

#include <string.h>
#include <sys/mman.h>

#include "paged.h"

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
