/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-edit-checks.c - what no right plan asks for is refused: zeros inside
   something or too many of them, and room that is not in the file.  */

#include "config.h"

#include <string.h>

#include "edit-internal.h"
#include "fixture-bend.h"
#include "result.h"

static struct fixture fx;

/* Zeros, and the image with them.  */

enum
{
  AT = 0x1800,
  ZEROS = 0x1000,
  BEFORE = 6, /* sections without bytes */
  AFTER = 7
};

/* An image, zeros in it, and what is wrong with the image that has them then:
   the offset of section or segment IDX, or one less of them, or one byte more.
   RIGHT: nothing is.  */
static const struct
{
  const char *name, *bend;
  uint64_t at, zeros;
  char what;
  uint32_t idx;
  uint64_t offset;
  bool right;
} shifts[] = {
  { "nothing", "", AT, ZEROS, '-', 0, 0, true },
  { "a section", "", AT, ZEROS, 's', 0, 0, false },
  { "a segment", "", AT, ZEROS, 'p', 0, 0, false },
  { "the size", "", AT, ZEROS, 'z', 0, 0, false },
  { "before, without bytes", "", AT, ZEROS, 'S', BEFORE, 0x2700, false },
  { "before, a little", "", AT, ZEROS, 'S', BEFORE, 0x1708, false },
  { "after, without bytes", "", AT, ZEROS, 'S', AFTER, 0x2900, true },
  { "after, and moved", "", AT, ZEROS, 'S', AFTER, 0x3900, true },
  { "after, a little", "", AT, ZEROS, 'S', AFTER, 0x2908, false },
  { "there, without bytes", "S7.offset=1800", AT, ZEROS, 'S', AFTER, 0x1800,
    true },
  { "just before", "S7.offset=17ff", AT, ZEROS, 'S', AFTER, 0x27ff, false },
  { "before, with bytes", "", AT, ZEROS, 'S', SEC_SFRAME, 0x2000, false },
  { "after, with bytes", "", AT, ZEROS, 'S', SEC_TEXT, 0x2000, false },
  { "a segment before", "", AT, ZEROS, 'P', SEG_SFRAME, 0x2000, false },
  { "a segment after", "", AT, ZEROS, 'P', SEG_CODE, 0x2000, false },
  { "inside a section", "", 0x3008, ZEROS, '-', 0, 0, false },
  { "at its end", "S6.offset=3100 S6.size=10 S7.offset=3100", 0x3110, ZEROS,
    '-', 0, 0, true },
  { "inside a segment", "P3.offset=3100 P3.filesz=20 P3.memsz=20", 0x3108,
    ZEROS, '-', 0, 0, false },
  { "half a page", "", AT, 0x800, '-', 0, 0, false },
  { "half a page, no alignment", "P1.align=0", AT, 0x800, '-', 0, 0, true },
  { "half a page, not loaded",
    "P1.align=8 P3.offset=2900 P3.filesz=20 P3.memsz=20 P3.align=1000", AT,
    0x800, '-', 0, 0, true },
  { "headers in another order",
    "T0.0=900 T1.0=200 P0.filesz=1800 S6.offset=2000", AT, ZEROS, '-', 0, 0,
    true },
};

static void
spoil (struct image *image, char what, uint32_t idx, uint64_t offset)
{
  switch (what)
    {
    case 's':
      image->section_count--;
      break;
    case 'p':
      image->segment_count--;
      break;
    case 'z':
      image->size++;
      break;
    case 'S':
      image->sections[idx].offset = offset;
      break;
    case 'P':
      image->segments[idx].offset = offset;
      break;
    default:
      break;
    }
}

/* Case I; the bytes of the offsets are right.  */
static bool
shift_judged (size_t i, bool big_endian)
{
  const struct insertion zeros = { 0, shifts[i].at, shifts[i].zeros };
  struct image shifted = { 0 };

  fixture_begin (&fx, big_endian);
  bool passed
      = fixture_bend (&fx, "S6.offset=1700 S6.size=0 S7.offset=2900 S7.size=0")
        && fixture_bend (&fx, shifts[i].bend) && fixture_open (&fx) == SFM_OK
        && insertion_apply (&fx.image, &zeros, &shifted, &fixture_sink)
               == SFM_OK;
  if (passed)
    {
      spoil (&shifted, shifts[i].what, shifts[i].idx, shifts[i].offset);
      passed = (insertion_verify (&fx.image, &zeros, &shifted, &fixture_sink)
                == SFM_OK)
               == shifts[i].right;
    }
  image_close (&shifted);
  fixture_close (&fx);
  return passed;
}

/* An image of SIZE bytes, which is not read, and ZEROS in it.  */
static sfm_status
apply_sizes (size_t size, uint64_t zeros)
{
  const struct insertion insertion = { 0, AT, zeros };
  struct image image, shifted;

  fixture_begin (&fx, false);
  if (fixture_open (&fx) != SFM_OK)
    return SFM_OK;
  image = fx.image;
  image.size = size;
  sfm_status status
      = insertion_apply (&image, &insertion, &shifted, &fixture_sink);
  fixture_close (&fx);
  return status;
}

static void
test_sizes (void)
{
  unit_result (apply_sizes (FIXTURE_SIZE, SIZE_MAX / 4 + 1) == SFM_ERR_LIMIT,
               "too many zeros");
  unit_result (apply_sizes (SIZE_MAX / 4 + 1, ZEROS) == SFM_ERR_LIMIT,
               "too large a file");
}

/* Room.  */

static const struct
{
  const char *name;
  struct free_space space;
  bool right;
} rooms[] = {
  { "all of the file",
    { .section = SEC_SFRAME, .offset = 0x1000, .size = 0x5000 },
    true },
  { "a byte more",
    { .section = SEC_SFRAME, .offset = 0x1000, .size = 0x5001 },
    false },
  { "at its end", { .section = 0, .offset = 0x6000, .segment = 1 }, true },
  { "after its end", { .section = 0, .offset = 0x6001, .segment = 1 }, false },
  { "of what is owned",
    { .section = SEC_SFRAME, .offset = 0x1000, .size = 0x100, .owned = 0x100 },
    true },
  { "less than is owned",
    { .section = SEC_SFRAME, .offset = 0x1000, .size = 0x100, .owned = 0x101 },
    false },
  { "of what is used",
    { .section = SEC_SFRAME,
      .offset = 0x1000,
      .size = 0x100,
      .owned = 0x80,
      .used = 0x80 },
    true },
  { "less than is used",
    { .section = SEC_SFRAME,
      .offset = 0x1000,
      .size = 0x100,
      .owned = 0x80,
      .used = 0x81 },
    false },
  { "in the last segment",
    { .section = SEC_SFRAME, .segment = 2, .offset = 0x1000 },
    true },
  { "in none",
    { .section = SEC_SFRAME, .segment = 3, .offset = 0x1000 },
    false },
  { "at the start of its segment",
    { .section = SEC_SFRAME, .segment = 1, .offset = 0x2000 },
    true },
  { "before its segment",
    { .section = SEC_SFRAME, .segment = 1, .offset = 0x1fff },
    false },
  { "of the last section",
    { .section = SEC_SYMBOLS, .offset = 0x1000, .size = 8 },
    true },
  { "of none", { .section = 6, .offset = 0x1000, .size = 8 }, false },
};

static bool
room_judged (size_t i, bool big_endian)
{
  struct image_change change = { .image = &fx.image,
                                 .sink = &fixture_sink,
                                 .content = fx.bytes,
                                 .space = rooms[i].space };
  struct rewrite_result result;

  fixture_begin (&fx, big_endian);
  /* No other section of the name would have to be emptied.  */
  fx.sections[SEC_SFRAME].sh_name = 0;
  if (fixture_open (&fx) != SFM_OK
      || image_copy (&fx.image, 0, 0, FIXTURE_SIZE, &change.copy,
                     &fixture_sink)
             != SFM_OK)
    return false;
  const sfm_status status = rewrite_image (&change, &fx.image, &result);
  paged_free (change.copy);
  fixture_close (&fx);
  return status == (rooms[i].right ? SFM_OK : SFM_ERR_USAGE)
         && (rooms[i].right
             || strstr (fixture_said, "is not in the file") != NULL);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++)
    unit_result_of (shift_judged (i, false) && shift_judged (i, true),
                    "zeros: %s", shifts[i].name);
  test_sizes ();
  for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
    unit_result_of (room_judged (i, false) && room_judged (i, true),
                    "room: %s", rooms[i].name);
  return unit_exit ();
}
