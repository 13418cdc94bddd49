/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-loaded.c - where the addresses of an image lie in its file.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>

#include "elf-image.h"
#include "result.h"

enum
{
  FILE_SIZE = 0x400
};

static uint8_t bytes[FILE_SIZE];
static struct image_segment segments[8];
static struct image image;

/* Add a segment of TYPE with SIZE bytes at OFFSET of the file.  */
static void
add (uint32_t type, uint64_t vaddr, uint64_t offset, uint64_t size)
{
  segments[image.segment_count++]
      = (struct image_segment){ .type = type,
                                .vaddr = vaddr,
                                .offset = offset,
                                .filesz = size,
                                .memsz = 2 * size };
}

static void
begin (void)
{
  free (image.loads);
  image = (struct image){ .memory = bytes,
                          .size = FILE_SIZE,
                          .segments = segments };
}

/* Order what was added.  False: no memory.  */
static bool
order (void)
{
  free (image.loads);
  return image_order_loads (&image);
}

/* Whether the byte at ADDR is that at OFFSET of the file.  */
static bool
is_at (uint64_t addr, uint64_t offset)
{
  return image_loaded (&image, addr, 1) == bytes + offset;
}

static void
test_order (void)
{
  begin ();
  unit_result (order () && image_load_of (&image, 0) == NULL, "no segment");
  add (PT_LOAD, 0x3000, 0x200, 0x80);
  add (PT_NOTE, 0x1000, 0x0, 0x400);
  add (PT_LOAD, 0x1000, 0x100, 0x80);
  add (PT_LOAD, 0x2000, 0x300, 0); /* .bss alone */
  unit_result (order () && image.load_count == 2, "segments with bytes");
  unit_result (is_at (0x1000, 0x100) && is_at (0x107f, 0x17f)
                   && is_at (0x3000, 0x200) && is_at (0x307f, 0x27f),
               "first and last bytes");
  unit_result (image_load_of (&image, 0xfff) == NULL
                   && image_load_of (&image, 0x1080) == NULL
                   && image_load_of (&image, 0x2000) == NULL
                   && image_load_of (&image, 0x3080) == NULL
                   && image_load_of (&image, UINT64_MAX) == NULL,
               "beside the bytes");
  unit_result (image_loaded (&image, 0x1000, 0x80) == bytes + 0x100
                   && image_loaded (&image, 0x1001, 0x80) == NULL
                   && image_loaded (&image, 0x1001, UINT64_MAX) == NULL,
               "as many bytes as there are");
}

/* Segments at the end of the address space, and such as begin alike.  */
static void
test_edges (void)
{
  begin ();
  add (PT_LOAD, UINT64_MAX - 0xf, 0x100, 0x10);
  add (PT_LOAD, 0x1000, 0x200, 0x20);
  add (PT_LOAD, 0x1000, 0x300, 0x10);
  unit_result (order () && is_at (UINT64_MAX, 0x10f), "the last byte of all");
  unit_result (is_at (0x1000, 0x300) && is_at (0x100f, 0x30f)
                   && image_load_of (&image, 0x1010) == NULL,
               "of two that begin alike, the last");
}

int
main (void)
{
  test_order ();
  test_edges ();
  free (image.loads);
  return unit_exit ();
}
