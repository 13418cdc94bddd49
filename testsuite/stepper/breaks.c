/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   breaks.c - breakpoints at the rows that are judged, each of which stops the
   process once.  */

#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ptrace.h>

#include "breaks.h"
#include "libraries.h"

enum
{
  BREAKPOINT = 0xcc /* int3 */
};

struct break_at
{
  uint64_t addr;
  uint8_t byte; /* what was there */
  bool begun;   /* BYTE is known */
  bool active;  /* it is there */
};

static struct break_at *breaks; /* by address */
static size_t break_count, break_capacity;
static unsigned libraries_done;

/* Put BYTE at ADDR, where *OLD was.  */
static bool
replace (pid_t tid, uint64_t addr, uint8_t byte, uint8_t *old)
{
  void *at = (void *) (uintptr_t) addr;

  errno = 0;
  const long word = ptrace (PTRACE_PEEKTEXT, tid, at, NULL);
  if (errno != 0)
    return false;
  *old = (uint8_t) word;
  return ptrace (PTRACE_POKETEXT, tid, at, (word & ~0xffL) | byte) == 0;
}

static int
compare (const void *a, const void *b)
{
  const struct break_at *x = a, *y = b;

  return (x->addr > y->addr) - (x->addr < y->addr);
}

static struct break_at *
find_break (uint64_t addr)
{
  const struct break_at key = { .addr = addr };

  return break_count == 0
             ? NULL
             : bsearch (&key, breaks, break_count, sizeof key, compare);
}

static void
add_break (uint64_t addr)
{
  if (break_count == break_capacity)
    {
      const size_t more = break_capacity * 2 + 1024;
      struct break_at *grown = realloc (breaks, more * sizeof *grown);
      if (grown == NULL)
        return;
      breaks = grown;
      break_capacity = more;
    }
  breaks[break_count++] = (struct break_at){ .addr = addr };
}

/* Add a breakpoint for each row of the function FOUND of LIBRARY.  */
static void
add_rows (const struct library *library, const struct sfm_found *found)
{
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_diag diag;

  sfm_rows_begin (&library->section.piece, &found->fde, &rows);
  while (sfm_rows_next (&rows, &row, &diag) == SFM_OK)
    add_break (found->addr + row.start);
}

/* Remove those that are there twice, so that no byte is taken for what was
   there before it.  */
static void
sort_breaks (void)
{
  size_t kept = 0;

  qsort (breaks, break_count, sizeof *breaks, compare);
  for (size_t i = 0; i < break_count; i++)
    if (kept == 0 || breaks[kept - 1].addr != breaks[i].addr)
      breaks[kept++] = breaks[i];
  break_count = kept;
}

void
breaks_insert (pid_t tid)
{
  const struct library *library;
  const size_t before = break_count;
  struct sfm_found found;

  for (; (library = library_number (libraries_done)) != NULL; libraries_done++)
    for (uint32_t i = 0; i < library->section.piece.num_fdes; i++)
      if (library_judged_fde (library, i, &found))
        add_rows (library, &found);
  if (break_count == before)
    return;
  sort_breaks ();
  for (size_t i = 0; i < break_count; i++)
    if (!breaks[i].begun)
      breaks[i].active = breaks[i].begun
          = replace (tid, breaks[i].addr, BREAKPOINT, &breaks[i].byte);
}

bool
breaks_lift (pid_t tid, uint64_t addr)
{
  struct break_at *b = find_break (addr);
  uint8_t now;

  if (b == NULL || !b->active)
    return false;
  b->active = false;
  /* The dynamic linker may have mapped something else since.  */
  if (replace (tid, addr, b->byte, &now) && now != BREAKPOINT)
    replace (tid, addr, now, &now);
  return true;
}

bool
breaks_known (uint64_t addr)
{
  return find_break (addr) != NULL;
}

void
breaks_drop (pid_t tid, uint64_t addr)
{
  struct break_at *b = find_break (addr);

  if (b != NULL)
    b->active = replace (tid, addr, BREAKPOINT, &b->byte);
}
