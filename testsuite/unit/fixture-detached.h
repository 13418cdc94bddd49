/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-detached.h - an image with code, and the section that describes it
   in a file of its own.

   A fixture-image.h with other code, a build-id at DETACHED_ID and a PT_LOAD
   more, which has no bytes in the file.  */

#ifndef TESTSUITE_FIXTURE_DETACHED_H
#define TESTSUITE_FIXTURE_DETACHED_H

#include "detached-file.h"
#include "fixture-image.h"

enum
{
  DETACHED_CODE = FIXTURE_BASE + 0x2000,
  DETACHED_CODE_SIZE = 0x1000, /* of the segment */
  DETACHED_BASE = 0x410000,    /* of the file, after the last segment */
  DETACHED_ID = FIXTURE_DYNAMIC,
  DETACHED_FUNCTIONS = 4, /* at most */
  DETACHED_FDE = 20,
  DETACHED_FLAGS = 0x12345, /* of the image's ELF header */
  SEG_EMPTY = 3
};

/* Bytes of the code.  */
struct detached_range
{
  uint32_t at, size;
};

/* What an image is, and what its section describes.  */
struct detached_shape
{
  const char *name;
  bool big;
  bool fixed;
  bool headless;    /* no section headers */
  uint32_t id_size; /* 0: no build-id */
  uint8_t flags;    /* of the section */
  struct detached_range functions[DETACHED_FUNCTIONS];
};

extern struct fixture detached_image;
extern struct detached_file detached;
extern uint8_t detached_content[];

/* Open the image of SHAPE.  */
bool detached_open (const struct detached_shape *shape);

/* Put the section of SHAPE, for ADDR, to detached_content; its size.  */
size_t detached_describe (const struct detached_shape *shape, uint64_t addr);

/* Open the image, and write the file.  */
bool detached_make (const struct detached_shape *shape);
void detached_end (void);

/* What the note of a file says that describes the COUNT RANGES of code.  */
struct code_note detached_checksum (const struct detached_range *ranges,
                                    size_t count);

#endif /* TESTSUITE_FIXTURE_DETACHED_H */
