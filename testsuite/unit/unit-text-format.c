/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-text-format.c - the engine's own printf, against the C library's.  */

#include "config.h"

#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "result.h"

enum
{
  ROOM = 64
};

static const char *name;

/* Format by both, into SIZE bytes.  */
static void __attribute__ ((format (printf, 2, 3)))
compare (size_t size, const char *format, ...)
{
  char own[ROOM + 1], theirs[ROOM + 1];
  va_list ap;

  memset (own, '#', sizeof own);
  memset (theirs, '#', sizeof theirs);
  va_start (ap, format);
  sfm_text_print (own, size, format, ap);
  va_end (ap);
  va_start (ap, format);
  vsnprintf (theirs, size, format, ap);
  va_end (ap);
  const bool same = strcmp (own, theirs) == 0 && own[size] == '#';
  if (!same)
    printf ("\"%s\", not \"%s\"\n", own, theirs);
  unit_result_of (same, "%s: %s", name, format);
}

static void
test_numbers (void)
{
  name = "numbers";
  compare (ROOM, "%d %d %d %d", 0, 1, -1, INT_MIN);
  compare (ROOM, "%u %x %i", 4294967295U, 0xabcdefU, -12);
  compare (ROOM, "%02x %02x %04x %04x", 0U, 0xabU, 0xdee2U, 0xfU);
  compare (ROOM, "%5d|%05d|%1d|%5x", -42, -42, 1234, 0xfU);
  compare (ROOM, "%" PRIu32 " %" PRId32 " 0x%" PRIx32, UINT32_MAX, INT32_MIN,
           UINT32_MAX);
  compare (ROOM, "%" PRIu64 " %" PRId64 " 0x%" PRIx64, UINT64_MAX, INT64_MIN,
           UINT64_MAX);
  compare (ROOM, "%zu %zx %jd %td", (size_t) -1, (size_t) 77, (intmax_t) -5,
           (ptrdiff_t) -6);
  compare (ROOM, "%lu %llu %ld %lld", 1UL, 18446744073709551615ULL, -3L,
           -9223372036854775807LL);
}

static void
test_strings (void)
{
  name = "strings";
  compare (ROOM, "%s, %s", "one", "");
  compare (ROOM, "%3s|%3s|%3s|%3s|%3s", "", "a", "ab", "abc", "abcd");
  compare (ROOM, "%8s|%2s", "right", "long");
  compare (ROOM, "%12s|%20d", "right", 7);
  compare (ROOM, "%c%c 100%%", 'a', 'b');
  compare (ROOM, "nothing%s", " to convert");
}

static void
test_room (void)
{
  name = "little room";
  compare (1, "%s", "text");
  compare (4, "%s", "text");
  compare (5, "%s", "text");
  compare (6, "%d and more", 1234567);
  compare (6, "0x%08x", 0x1234U);
}

int
main (void)
{
  test_numbers ();
  test_strings ();
  test_room ();
  return unit_exit ();
}
