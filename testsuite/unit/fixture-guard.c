/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-guard.c - an allocator that shows each access past an array.  */

#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fixture-guard.h"

enum
{
  MOST = 1024, /* that there may be at a time */
  ALIGN = 8,   /* of any type that the engine has */
  FILL = 0xa5
};

/* What is given, and the pages that it is in, the last of which cannot be
   touched.  */
static struct guarded
{
  uint8_t *given;
  uint8_t *pages;
  size_t size;
} all[MOST];

static struct guarded *
find (const uint8_t *given)
{
  for (size_t i = 0; i < MOST; i++)
    if (all[i].given == given)
      return &all[i];
  abort ();
}

void *
guard_alloc (void *data, size_t size)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);

  (void) data;
  if (size > SIZE_MAX / 2)
    return NULL;
  const size_t room = (size + ALIGN - 1) / ALIGN * ALIGN;
  const size_t used = (room + page - 1) / page * page;
  uint8_t *p = mmap (NULL, used + page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    return NULL;
  if (mprotect (p + used, page, PROT_NONE) != 0)
    abort ();
  struct guarded *g = find (NULL);
  *g = (struct guarded){ p + used - room, p, used + page };
  memset (g->given, FILL, room < page ? room : page);
  return g->given;
}

void
guard_release (void *data, void *pointer)
{
  struct guarded *g = find (pointer);

  (void) data;
  munmap (g->pages, g->size);
  g->given = NULL;
}
