/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sandbox-limits.c - how much memory and time a process that reads untrusted
   bytes may take.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "paged.h"
#include "poison.h"
#include "process.h"

#ifdef POISON_MEMORY
const bool sandbox_is_watched = true;

/* AddressSanitizer reserves terabytes.  */
static void
limit_memory (uint64_t more)
{
  (void) more;
}
#else
const bool sandbox_is_watched = false;

/* The bytes of address space that the process has, to the next MiB, where
   nothing but the kernel's refusal tells: the lowest limit under which it gets
   a page more.  LIMIT is the one that it has.  */
static uint64_t
address_space_tried (struct rlimit limit)
{
  uint64_t low = 0, high = UINT64_C (1) << 47;

  if (limit.rlim_max < high)
    high = limit.rlim_max;
  while (high - low > UINT64_C (1) << 20)
    {
      limit.rlim_cur = (rlim_t) (low + (high - low) / 2);
      setrlimit (RLIMIT_AS, &limit);
      const uint8_t *page = sparse_alloc (1);
      *(page == NULL ? &low : &high) = limit.rlim_cur;
      sparse_free (page, 1);
    }
  return high;
}

/* The bytes of address space that the process has.  LIMIT is the one that it
   has.  */
static uint64_t
address_space (const struct rlimit *limit)
{
  uint64_t pages = 0;
  FILE *file = fopen ("/proc/self/statm", "re");

  if (file != NULL)
    {
      if (fscanf (file, "%" SCNu64, &pages) != 1)
        pages = 0;
      fclose (file);
    }
  return pages != 0 ? pages * (uint64_t) sysconf (_SC_PAGESIZE)
                    : address_space_tried (*limit);
}

/* Allow the process MORE bytes, unless its limit is lower.  */
static void
limit_memory (uint64_t more)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_AS, &limit) != 0)
    return;
  const rlim_t most = (rlim_t) (address_space (&limit) + more);
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > most)
    limit.rlim_cur = most;
  setrlimit (RLIMIT_AS, &limit);
}
#endif

/* Let the process have SECONDS of processor time.  */
static void
limit_time (unsigned seconds)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_CPU, &limit) != 0)
    return;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > seconds)
    limit.rlim_cur = seconds;
  setrlimit (RLIMIT_CPU, &limit);
}

void
sandbox_limits (uint64_t memory, unsigned seconds)
{
  static const struct rlimit none;

  limit_memory (memory);
  setrlimit (RLIMIT_CORE, &none);
  limit_time (seconds);
}
