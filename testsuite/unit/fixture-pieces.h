/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-pieces.h - images that describe their own functions, and what else
   tells of these.

   An image has .sframe at OWNED_SFRAME, as large as the pieces that a test
   adds, and .text at OWNED_CODE.  The test fills in the function index.  */

#ifndef TESTSUITE_FIXTURE_PIECES_H
#define TESTSUITE_FIXTURE_PIECES_H

#include <elf.h>

#include "pieces.h"

enum
{
  OWNED_SFRAME = 0x1000,
  OWNED_ROOM = 0x400000, /* for pieces */
  OWNED_CODE = 0x800000,
  OWNED_CODE_SIZE = 0x400000,
  OWNED_MAX = 12, /* sections and segments */

  /* Section and segment numbers.  */
  OWNED_SEC_SFRAME = 1,
  OWNED_SEC_TEXT = 2,
  OWNED_SEG_READ = 0,
  OWNED_SEG_CODE = 1
};

/* A function of a piece.  START_0: its start field is 0.  REPEATS: it is
   blocks of 16 bytes that repeat, in a piece of version 3.  */
struct owned_function
{
  uint64_t addr;
  uint32_t size;
  bool start_0;
  bool repeats;
};

struct owned
{
  uint8_t *bytes;
  struct image_section sections[OWNED_MAX];
  struct image_segment segments[OWNED_MAX];
  struct image image;
  struct function_index index;
  struct existing_sframe existing;
  size_t sframe_size;
  uint64_t linked_at; /* where .sframe was when its starts were written */
  bool failed;        /* no memory */
};

void owned_begin (struct owned *o);
void owned_end (struct owned *o);

/* Add a section or segment.  */
struct image_section *owned_section (struct owned *o, const char *name,
                                     uint64_t flags, uint64_t addr,
                                     uint64_t size);
struct image_segment *owned_segment (struct owned *o, uint32_t type,
                                     uint64_t addr, uint64_t size);

/* Add a piece of VERSION 2 or 3 with FLAGS that describes COUNT FUNCTIONS,
   field-relative if it is of version 3 or not SORTED.  */
void owned_piece (struct owned *o, uint8_t version, uint8_t flags,
                  const struct owned_function *functions, size_t count);

/* Add an FDE of .eh_frame, or a symbol.  */
void owned_frame (struct owned *o, uint64_t addr, uint64_t size);
void owned_symbol (struct owned *o, const char *name, uint64_t addr,
                   uint64_t size);

/* Read the next function at *TEXT, "ADDRESS+SIZE[MARK] ...", in hexadecimal
   from the start of the code, to F, and its mark, which is no digit, or 0, to
   *MARK.  False: there is none.  */
bool owned_next (const char **text, struct owned_function *f, char *mark);

/* Read the image's code and its own pieces.  */
bool owned_read (struct owned *o);

#endif /* TESTSUITE_FIXTURE_PIECES_H */
