/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-packed-section.c - compressed sections, and damaged ones.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "eh-frame.h"
#include "result.h"

enum
{
  HEADER = 24,
  PLAIN_SIZE = 1000,
  PACKED_MAX = 2000
};

static uint8_t plain[PLAIN_SIZE];
static uint8_t packed[PACKED_MAX];
static size_t packed_size;
static uint64_t limit = PLAIN_SIZE; /* of what may come out */

static void
put (size_t at, uint64_t value, unsigned size, bool big)
{
  for (unsigned i = 0; i < size; i++)
    packed[at + i] = (uint8_t) (value >> 8 * (big ? size - 1 - i : i));
}

/* Make PACKED a section of TYPE that promises SIZE bytes.  */
static void
pack (uint32_t type, uint64_t size, bool big)
{
  uLongf room = PACKED_MAX - HEADER;

  memset (packed, 0, sizeof packed);
  put (0, type, 4, big);
  put (8, size, 8, big);
  put (16, 8, 8, big);
  if (compress (packed + HEADER, &room, plain, PLAIN_SIZE) != Z_OK)
    abort ();
  packed_size = HEADER + room;
}

/* Whether SIZE bytes of PACKED unpack to PLAIN, or to nothing if not OK.  The
   bytes are at the end of a block of their own, so that sanitizers see a read
   beyond them.  */
static bool
reads (size_t size, bool big, bool ok)
{
  uint8_t *copy = malloc (size + 1), *out;
  size_t out_size = 0;
  uint64_t left = limit;

  if (copy == NULL)
    abort ();
  memcpy (copy + 1, packed, size);
  const sfm_status status
      = packed_section_read ("file", ".debug_frame", big, copy + 1, size,
                             &left, &out, &out_size, &diag_silent);
  const bool good
      = status == SFM_OK && (out != NULL) == ok
        && (!ok
            || (out_size == PLAIN_SIZE && left == limit - PLAIN_SIZE
                && memcmp (out, plain, out_size) == 0));
  free (out);
  free (copy);
  return good;
}

int
main (void)
{
  bool good = true;

  for (size_t i = 0; i < PLAIN_SIZE; i++)
    plain[i] = (uint8_t) (i * i >> 3);
  for (unsigned big = 0; big < 2; big++)
    {
      pack (ELFCOMPRESS_ZLIB, PLAIN_SIZE, big);
      good &= reads (packed_size, big, true)
              && reads (packed_size, !big, false);
    }
  unit_result (good, "a section is unpacked in its byte order");

  pack (ELFCOMPRESS_ZLIB, PLAIN_SIZE, false);
  good = true;
  for (size_t size = 0; size < packed_size; size++)
    good &= reads (size, false, false);
  unit_result (good, "one that is cut off is not");

  good = true;
  for (size_t at = HEADER; at < packed_size; at++)
    {
      pack (ELFCOMPRESS_ZLIB, PLAIN_SIZE, false);
      packed[at] ^= 0x55;
      good &= reads (packed_size, false, false);
    }
  unit_result (good, "one with a wrong byte is not");

  pack (ELFCOMPRESS_ZLIB, PLAIN_SIZE - 1, false);
  good = reads (packed_size, false, false);
  pack (ELFCOMPRESS_ZLIB, PLAIN_SIZE + 1, false);
  good &= reads (packed_size, false, false);
  pack (ELFCOMPRESS_ZLIB, UINT64_MAX, false);
  good &= reads (packed_size, false, false);
  unit_result (good, "one that promises another size is not");

  pack (2, PLAIN_SIZE, false);
  unit_result (reads (packed_size, false, false),
               "one of another type is not");

  pack (ELFCOMPRESS_ZLIB, PLAIN_SIZE, false);
  limit = PLAIN_SIZE - 1;
  good = reads (packed_size, false, false);
  limit = PLAIN_SIZE + 1;
  good &= reads (packed_size, false, true);
  unit_result (good, "one that is larger than what is left is not");
  return unit_exit ();
}
