/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-find.c - look-ups at the edges of functions, rows and blocks, in all
   versions and both byte orders, in memory and in another process.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "find-piece.h"
#include "result.h"

enum
{
  MASK = 0x10,
  SIGNAL = 0x80,
  ADDR2 = 1,
  ADDR4 = 2,
  FLEX = 1
};

/* A row of one word that says SP + N.  */
#define ROW(start, n) start "\3" n
/* Bytes that no row has.  */
#define UNUSED_16 "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
#define UNUSED_64 UNUSED_16 UNUSED_16 UNUSED_16 UNUSED_16
#define OLD 1 /* not in version 3 */
#define NEW 2 /* in version 3 only */

/* What is looked up, and what is found.  */
struct question
{
  uint64_t addr;
  sfm_status status;
  uint32_t idx;
  int64_t cfa; /* offset of the CFA */
};

struct scene
{
  const char *name;
  unsigned versions; /* OLD, NEW or 0 */
  struct find_func funcs[6];
  struct question questions[12];
};

static const struct scene scenes[] = {
  { "functions and gaps",
    0,
    { { 0x1000, 16, 0, 0, 0,
        FIND_ROWS (2, ROW ("\0", "\10") ROW ("\4", "\20")) },
      { 0x1010, 1, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\30")) },
      { 0x1020, 8, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\40")) } },
    { { 0, SFM_END, 0, 0 },
      { 0xfff, SFM_END, 0, 0 },
      { 0x1000, SFM_OK, 0, 8 },
      { 0x1003, SFM_OK, 0, 8 },
      { 0x1004, SFM_OK, 0, 16 },
      { 0x100f, SFM_OK, 0, 16 },
      { 0x1010, SFM_OK, 1, 24 },
      { 0x1011, SFM_END, 0, 0 },
      { 0x101f, SFM_END, 0, 0 },
      { 0x1020, SFM_OK, 2, 32 },
      { 0x1027, SFM_OK, 2, 32 },
      { 0x1028, SFM_END, 0, 0 } } },
  { "far away",
    0,
    { { 0x1000, 16, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\10")) } },
    { { UINT64_MAX, SFM_END, 0, 0 },
      { UINT64_C (0x100001000), SFM_END, 0, 0 },
      { UINT64_C (0xffffffff00001000), SFM_END, 0, 0 },
      { 0x100f, SFM_OK, 0, 8 } } },
  { "the first row is late",
    0,
    { { 0x1000, 16, 0, 0, 0, FIND_ROWS (1, ROW ("\4", "\10")) } },
    { { 0x1000, SFM_END, 0, 0 },
      { 0x1003, SFM_END, 0, 0 },
      { 0x1004, SFM_OK, 0, 8 } } },
  { "no rows",
    0,
    { { 0x1000, 16, 0, 0, 0, FIND_ROWS (0, "") } },
    { { 0x1000, SFM_END, 0, 0 }, { 0x100f, SFM_END, 0, 0 } } },
  { "equal starts",
    0,
    { { 0x1000, 16, 0, 0, 0,
        FIND_ROWS (3,
                   ROW ("\0", "\10") ROW ("\4", "\20") ROW ("\4", "\30")) } },
    { { 0x1003, SFM_OK, 0, 8 },
      { 0x1004, SFM_OK, 0, 24 },
      { 0x100f, SFM_OK, 0, 24 } } },
  { "rows past the end",
    0,
    { { 0x1000, 16, 0, 0, 0,
        FIND_ROWS (2, ROW ("\0", "\10") ROW ("\20", "\20")) } },
    { { 0x100f, SFM_OK, 0, 8 }, { 0x1010, SFM_END, 0, 0 } } },
  { "rows that fall",
    0,
    { { 0x1000, 16, 0, 0, 0,
        FIND_ROWS (3,
                   ROW ("\0", "\10") ROW ("\10", "\20") ROW ("\4", "\30")) } },
    { { 0x1000, SFM_OK, 0, 8 },
      { 0x1004, SFM_OK, 0, 8 },
      { 0x1008, SFM_ERR_CORRUPT, 0, 0 } } },
  { "starts of 2 bytes",
    0,
    { { 0x1000, 0x1000, ADDR2, 0, 0,
        FIND_ROWS (2, ROW ("\0\0", "\10") ROW ("\4\4", "\20")) } },
    { { 0x1403, SFM_OK, 0, 8 },
      { 0x1404, SFM_OK, 0, 16 },
      { 0x1fff, SFM_OK, 0, 16 } } },
  { "starts of 4 bytes",
    0,
    { { 0x1000, 0x10000000, ADDR4, 0, 0,
        FIND_ROWS (2, ROW ("\0\0\0\0", "\10") ROW ("\1\2\2\1", "\20")) } },
    { { 0x1000 + 0x1020200, SFM_OK, 0, 8 },
      { 0x1000 + 0x1020201, SFM_OK, 0, 16 },
      { 0x10000fff, SFM_OK, 0, 16 },
      { 0x10001000, SFM_END, 0, 0 } } },
  { "blocks",
    0,
    { { 0x1000, 42, MASK, 0, 16,
        FIND_ROWS (3, ROW ("\0", "\10") ROW ("\13", "\20")
                          ROW ("\20", "\30")) } },
    { { 0x100a, SFM_OK, 0, 8 },
      { 0x100b, SFM_OK, 0, 16 },
      { 0x100f, SFM_OK, 0, 16 },
      { 0x1010, SFM_OK, 0, 8 },
      { 0x101b, SFM_OK, 0, 16 },
      { 0x1029, SFM_OK, 0, 8 },
      { 0x102a, SFM_END, 0, 0 } } },
  { "blocks of no size",
    0,
    { { 0x1000, 42, MASK, 0, 0, FIND_ROWS (1, ROW ("\0", "\10")) } },
    { { 0x1000, SFM_ERR_CORRUPT, 0, 0 }, { 0xfff, SFM_END, 0, 0 } } },
  { "a function without bytes in another",
    0,
    { { 0x1000, 16, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\10")) },
      { 0x1008, 0, 0, 0, 0, FIND_ROWS (0, "") },
      { 0x1008, 0, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\20")) },
      { 0x1020, 0, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\30")) } },
    { { 0x1007, SFM_OK, 0, 8 },
      { 0x1008, SFM_OK, 0, 8 },
      { 0x100f, SFM_OK, 0, 8 },
      { 0x1010, SFM_END, 0, 0 },
      { 0x1020, SFM_END, 0, 0 } } },
  { "functions at one address",
    0,
    { { 0x1000, 32, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\10")) },
      { 0x1000, 16, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\20")) },
      { 0x1000, 16, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\20")) },
      { 0x1100, 8, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\10")) } },
    { { 0x1000, SFM_OK, 2, 16 },
      { 0x100f, SFM_OK, 2, 16 },
      { 0x1010, SFM_OK, 0, 8 },
      { 0x1020, SFM_END, 0, 0 } } },
  { "a function in the range of one before the last",
    0,
    { { 0x1000, 32, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\10")) },
      { 0x1008, 8, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\20")) } },
    { { 0x1008, SFM_OK, 1, 16 }, { 0x1010, SFM_END, 0, 0 } } },
  { "parts of a function",
    NEW,
    { { 0x1000, 16, 0, 0, 0,
        FIND_ROWS (2, ROW ("\0", "\10") ROW ("\4", "\20")) },
      { 0x1010, 16, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\30")) } },
    { { 0x100f, SFM_OK, 0, 16 }, { 0x1010, SFM_OK, 1, 24 } } },
  { "FLEX",
    NEW,
    { { 0x1000, 16, 0, FLEX, 0, FIND_ROWS (1, "\0\4\x39\20") } },
    { { 0x1000, SFM_OK, 0, 16 } } },
  { "an FDE type that nobody knows",
    NEW,
    { { 0x1000, 16, 0, 2, 0, FIND_ROWS (1, ROW ("\0", "\10")) } },
    { { 0x1000, SFM_ERR_UNSUPP, 0, 0 }, { 0x1010, SFM_END, 0, 0 } } },
  { "a row of size code 3",
    0,
    { { 0x1000, 16, 0, 0, 0, FIND_ROWS (2, ROW ("\0", "\10") "\4\x63\20") } },
    { { 0x1000, SFM_ERR_CORRUPT, 0, 0 } } },
  { "a row of size code 3 before others",
    0,
    { { 0x1000, 16, 0, 0, 0,
        FIND_ROWS (2, ROW ("\0", "\10") "\4\x63" UNUSED_64 UNUSED_64 UNUSED_64
                          UNUSED_64 UNUSED_64) } },
    { { 0x1000, SFM_ERR_CORRUPT, 0, 0 } } },
  { "a row of one byte",
    0,
    { { 0x1000, 16, 0, 0, 0, FIND_ROWS (2, ROW ("\0", "\10") "\4") } },
    { { 0x1000, SFM_ERR_CORRUPT, 0, 0 } } },
  { "a row that is cut",
    0,
    { { 0x1000, 16, 0, 0, 0, FIND_ROWS (2, ROW ("\0", "\10") "\4\3") } },
    { { 0x1000, SFM_ERR_CORRUPT, 0, 0 } } },
  { "a row that is not there",
    0,
    { { 0x1000, 16, 0, 0, 0, FIND_ROWS (2, ROW ("\0", "\10")) } },
    { { 0x1000, SFM_ERR_CORRUPT, 0, 0 } } },
  { "too many words",
    0,
    { { 0x1000, 16, 0, 0, 0,
        FIND_ROWS (2, ROW ("\0", "\10") "\4\x11\1\1\1\1\1\1\1\1") } },
    { { 0x1003, SFM_OK, 0, 8 }, { 0x1004, SFM_ERR_CORRUPT, 0, 0 } } },
};

/* Whether RESULT is the answer to Q.  */
static bool
right (const struct find_form *form, const struct scene *scene,
       const struct question *q, const struct find_result *result)
{
  sfm_status wanted = q->status;

  /* Version 1 does not say how large blocks are.  */
  if (form->version == 1 && (scene->funcs[0].info & MASK) && wanted != SFM_END)
    wanted = SFM_ERR_UNSUPP;
  if (result->status == wanted
      && (wanted != SFM_OK
          || (result->found.idx == q->idx
              && result->found.addr == scene->funcs[q->idx].addr
              && result->found.fde.size == scene->funcs[q->idx].size
              && result->rules.cfa.kind == SFM_RULE_VALUE
              && result->rules.cfa.offset == q->cfa))
      && (wanted <= SFM_END
          || (result->diag.status == wanted && result->diag.text[0] != '\0')))
    return true;
  printf ("%s, %s: 0x%" PRIx64 ": status %d, FDE %" PRIu32 ", offset %" PRId64
          ": %s\n",
          form->name, scene->name, q->addr, result->status, result->found.idx,
          result->rules.cfa.offset, result->diag.text);
  return false;
}

/* sfm_find_fde finds the function of RESULT.  */
static bool
same_fde (const struct sfm_section *section, const struct question *q,
          const struct find_result *result)
{
  struct sfm_found found;
  struct sfm_diag diag;

  return result->status != SFM_OK
         || (sfm_find_fde (section, q->addr, &found, &diag) == SFM_OK
             && found.idx == result->found.idx);
}

/* All QUESTIONS of SCENE.  */
static bool
ask (const struct find_form *form, const struct scene *scene,
     const struct sfm_section *section, const struct sfm_section *remote)
{
  bool good = true;

  for (size_t i = 0; i < sizeof scene->questions / sizeof *scene->questions;
       i++)
    {
      const struct question *q = &scene->questions[i];
      struct find_result here, there;

      if (i != 0 && q->addr == 0)
        break;
      find_rules (section, q->addr, &here);
      find_rules (remote, q->addr, &there);
      good &= right (form, scene, q, &here) && same_fde (section, q, &here);
      if (!find_same (&here, &there))
        {
          printf ("%s, %s: 0x%" PRIx64 ": remote: status %d, %s\n", form->name,
                  scene->name, q->addr, there.status, there.diag.text);
          good = false;
        }
    }
  return good;
}

static bool
play (const struct find_form *form, const struct scene *scene,
      const struct find_cage *cage)
{
  uint8_t room[FIND_ROOM];
  size_t count = 0;
  struct sfm_section section, remote;
  struct sfm_diag diag;

  while (count < 6 && scene->funcs[count].addr != 0)
    count++;
  const size_t size = find_write (form, scene->funcs, count, room);
  uint8_t *bytes = cage->begin + cage->size - size;
  struct find_remote data
      = { .bytes = bytes, .size = size, .addr = FIND_ADDR };
  memcpy (bytes, room, size);
  if (sfm_section_open (bytes, data.size, FIND_ADDR, &section, &diag) != SFM_OK
      || sfm_section_open_remote (FIND_ADDR, data.size, find_read, &data,
                                  &remote, &diag)
             != SFM_OK)
    {
      printf ("%s, %s: %s\n", form->name, scene->name, diag.text);
      return false;
    }
  return ask (form, scene, &section, &remote) && !data.outside && !data.large
         && remote.piece.bytes == NULL;
}

static void
test_scenes (void)
{
  const struct find_cage cage = find_cage ();

  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    {
      bool good = true;

      for (size_t f = 0; f < find_form_count; f++)
        if (!(scenes[i].versions & (find_forms[f].version == 3 ? OLD : NEW)))
          good &= play (&find_forms[f], &scenes[i], &cage);
      unit_result (good, scenes[i].name);
    }
}

/* What only some sections have.  */
static const struct find_func one[] = {
  { 0x1000, 16, SIGNAL, 0, 0, FIND_ROWS (2, ROW ("\0", "\10") "\4\0") },
};

static void
test_signal (void)
{
  uint8_t bytes[FIND_ROOM];
  struct sfm_section section;
  struct find_result result;
  struct sfm_diag diag;
  const size_t size = find_write (&find_forms[6], one, 1, bytes);

  const bool open
      = sfm_section_open (bytes, size, FIND_ADDR, &section, &diag) == SFM_OK;
  if (open)
    find_rules (&section, 0x1000, &result);
  unit_result (open && result.status == SFM_OK && result.found.fde.signal,
               "a signal frame");
  if (open)
    find_rules (&section, 0x1004, &result);
  unit_result (open && result.status == SFM_OK
                   && result.rules.ra.kind == SFM_RULE_UNDEFINED,
               "the outermost frame");
}

/* The start base is the caller's to change.  */
static void
test_start_base (void)
{
  static const struct find_func plain[]
      = { { 0x1000, 16, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\10")) },
          { 0x1010, 16, 0, 0, 0, FIND_ROWS (1, ROW ("\0", "\20")) } };
  uint8_t bytes[FIND_ROOM];
  struct sfm_section section;
  struct find_result result;
  struct sfm_diag diag;
  const size_t size = find_write (&find_forms[2], plain, 2, bytes);
  bool good
      = sfm_section_open (bytes, size, FIND_ADDR, &section, &diag) == SFM_OK
        && section.start_base == SFM_START_BASE_SECTION;

  section.start_base = SFM_START_BASE_FIELD;
  find_rules (&section, 0x1000 + SFM_HEADER_SIZE - 1, &result);
  good &= result.status == SFM_END;
  find_rules (&section, 0x1000 + SFM_HEADER_SIZE, &result);
  good &= result.status == SFM_OK && result.found.idx == 0;
  find_rules (&section, 0x1010 + SFM_HEADER_SIZE + 20, &result);
  good &= result.status == SFM_OK && result.found.idx == 1;
  unit_result (good, "another start base");
}

static void
expect_open (const uint8_t *bytes, size_t size, sfm_status wanted,
             const char *name)
{
  struct find_remote data
      = { .bytes = bytes, .size = size, .addr = FIND_ADDR };
  struct sfm_section section;
  struct sfm_diag diag;
  const sfm_status here
      = sfm_section_open (bytes, size, FIND_ADDR, &section, &diag);
  const sfm_status there = sfm_section_open_remote (FIND_ADDR, size, find_read,
                                                    &data, &section, &diag);

  if (here != wanted || there != wanted)
    printf ("%s: statuses %d and %d\n", name, here, there);
  unit_result (here == wanted && there == wanted && !data.outside, name);
}

static void
test_open (void)
{
  uint8_t bytes[FIND_ROOM];
  const size_t size = find_write (&find_forms[6], one, 1, bytes);
  struct sfm_section section;
  struct sfm_diag diag;
  struct sfm_found found;

  expect_open (bytes, size, SFM_OK, "open");
  expect_open (bytes, size - 1, SFM_ERR_CORRUPT, "open: a byte is missing");
  expect_open (bytes, SFM_HEADER_SIZE - 1, SFM_ERR_TRUNC,
               "open: the header is cut");
  expect_open (bytes, 0, SFM_ERR_TRUNC, "open: nothing");
  bytes[3] &= (uint8_t) ~SFM_F_FDE_SORTED;
  expect_open (bytes, size, SFM_ERR_UNSUPP, "open: not sorted");
  bytes[2] = 4;
  expect_open (bytes, size, SFM_ERR_UNSUPP, "open: another version");

  const size_t empty = find_write (&find_forms[6], one, 0, bytes);
  expect_open (bytes, empty, SFM_OK, "open: no functions");
  unit_result (
      sfm_section_open (bytes, empty, FIND_ADDR, &section, &diag) == SFM_OK
          && sfm_find_fde (&section, 0x1000, &found, &diag) == SFM_END,
      "no functions");
}

int
main (void)
{
  test_scenes ();
  test_signal ();
  test_start_base ();
  test_open ();
  return unit_exit ();
}
