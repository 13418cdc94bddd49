/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-find-window.c - which bytes of another process are read, and when.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "find/find-window.h"
#include "result.h"

enum
{
  ADDR = 0x10000, /* of the section */
  FROM = 40,      /* the bytes that may be read */
  TO = 10000
};

/* What was read last.  */
struct reader
{
  uint64_t addr;
  size_t size;
  unsigned reads;
  size_t most; /* bytes of a read; 0: any number */
};

static bool
read_bytes (void *data, uint64_t addr, void *buffer, size_t size)
{
  struct reader *r = data;
  uint8_t *p = buffer;

  r->addr = addr;
  r->size = size;
  r->reads++;
  for (size_t i = 0; i < size; i++)
    p[i] = (uint8_t) ((addr + i) * 7);
  return r->most == 0 || size <= r->most;
}

/* What is wanted, and what must be read for that.  */
static const struct
{
  uint64_t at;
  size_t need;
  bool before;
  uint64_t from, to;
} rows[] = {
  /* All after it, and half of them before it.  */
  { 5000, 20, false, 5000, 5512 },
  { 5000, 20, true, 5000 - 246, 5000 - 246 + 512 },
  { 5000, 16, true, 5000 - 248, 5000 - 248 + 512 },
  { 5000, 512, true, 5000, 5512 },
  /* Near the beginning.  */
  { FROM, 20, false, FROM, FROM + 512 },
  { FROM, 20, true, FROM, FROM + 512 },
  { FROM + 245, 20, true, FROM, FROM + 512 },
  { FROM + 247, 20, true, FROM + 1, FROM + 513 },
  /* Near the end.  */
  { TO - 20, 20, false, TO - 20, TO },
  { TO - 20, 20, true, TO - 266, TO },
  { TO - 512, 20, false, TO - 512, TO },
  { TO - 513, 20, false, TO - 513, TO - 1 },
};

static const struct window_range range = { FROM, TO };

/* Whether W has NEED bytes at AT, and R read COUNT times for that.  */
static bool
has (struct window *w, struct reader *r, uint64_t at, size_t need, bool before,
     unsigned count)
{
  const unsigned reads = r->reads;
  struct sfm_diag diag;
  const uint8_t *p;

  if (window_get (w, true, at, need, range, before, &p, &diag) != SFM_OK)
    return false;
  for (size_t i = 0; i < need; i++)
    if (p[i] != (uint8_t) ((ADDR + at + i) * 7))
      return false;
  return r->reads - reads == count;
}

static void
test_ranges (void)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      struct reader r = { .size = 0 };
      const struct sfm_section section
          = { .addr = ADDR, .read = read_bytes, .data = &r };
      const uint64_t size = rows[i].to - rows[i].from;
      struct window w;

      window_open (&w, &section);
      const bool good
          = has (&w, &r, rows[i].at, rows[i].need, rows[i].before, 1)
            && r.addr == ADDR + rows[i].from && r.size == size
            && w.from == rows[i].from
            && w.to == rows[i].to
            /* What was read is not read again, up to both ends.  */
            && has (&w, &r, w.from, 1, false, 0)
            && has (&w, &r, w.to - 1, 1, false, 0)
            && has (&w, &r, w.from, (size_t) size, false, 0)
            && has (&w, &r, rows[i].at, rows[i].need, true, 0);
      unit_result_of (good, "window: %u bytes at %u%s",
                      (unsigned) rows[i].need, (unsigned) rows[i].at,
                      rows[i].before ? ", and before" : "");
      if (!good)
        printf ("read [%u, %u)\n", (unsigned) w.from, (unsigned) w.to);
    }
}

/* What is not wholly there is read.  */
static void
test_outside (void)
{
  static const struct
  {
    int64_t off; /* from the first byte that is there */
    size_t need;
  } others[] = { { -1, 1 }, { -1, 2 }, { 511, 2 }, { 512, 1 }, { 600, 1 } };
  bool good = true;

  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    {
      struct reader r = { .size = 0 };
      const struct sfm_section section
          = { .addr = ADDR, .read = read_bytes, .data = &r };
      struct window w;

      window_open (&w, &section);
      good = good && has (&w, &r, 5000, 20, false, 1)
             && has (&w, &r, (uint64_t) (5000 + others[i].off), others[i].need,
                     false, 1);
    }
  unit_result (good, "window: what is not there yet");
}

/* If the bytes beside cannot be read, those that are needed may.  */
static void
test_missing (void)
{
  struct reader r = { .most = 20 };
  const struct sfm_section section
      = { .addr = ADDR, .read = read_bytes, .data = &r };
  struct sfm_diag diag;
  struct window w;
  const uint8_t *p;

  window_open (&w, &section);
  unit_result (has (&w, &r, 5000, 20, true, 2) && r.addr == ADDR + 5000
                   && r.size == 20 && w.from == 5000 && w.to == 5020,
               "window: the needed bytes alone");
  unit_result (
      window_get (&w, true, 6000, 21, range, false, &p, &diag) == SFM_ERR_IO
          && diag.offset == 6000
          && strcmp (diag.text, "21 bytes at address 0x11770 cannot be read")
                 == 0
          && w.from == 5000 && w.to == 5020,
      "window: bytes that cannot be read");
}

int
main (void)
{
  test_ranges ();
  test_outside ();
  test_missing ();
  return unit_exit ();
}
