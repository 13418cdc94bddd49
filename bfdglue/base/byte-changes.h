/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   byte-changes.h - the byte ranges that a rewrite changes.

   Code that changes a copy of a file, or knows what may change in it, adds the
   ranges here.  Verification (verify-image.c, relobj-verify-rest.c) then
   requires every other byte to equal the input's.  */

#ifndef BFDGLUE_BYTE_CHANGES_H
#define BFDGLUE_BYTE_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "byte-range.h"

/* A list of ranges; all zero is the empty list.  */
struct byte_changes
{
  struct byte_range *ranges;
  size_t count;
  size_t capacity;
  bool failed; /* out of memory: a range was not added */
};

/* Add [START, END) to CHANGES, which may be NULL.  An empty range is ignored;
   out of memory sets CHANGES->failed.  */
void byte_changes_add (struct byte_changes *changes, uint64_t start,
                       uint64_t end);

/* Sort CHANGES, which byte_changes_compare and byte_changes_meet need.  */
void byte_changes_sort (struct byte_changes *changes);

/* Compare [START, END) of the bytes at COPY with the SIZE bytes at BYTES that
   they were copied from.  Bytes past SIZE are compared with zero.  Return the
   offset of the first byte that differs and is not in CHANGES, or UINT64_MAX
   if there is none.  */
uint64_t byte_changes_compare (const struct byte_changes *changes,
                               const uint8_t *bytes, size_t size,
                               const uint8_t *copy, uint64_t start,
                               uint64_t end);

/* True if [START, END) overlaps CHANGES.  */
bool byte_changes_meet (const struct byte_changes *changes, uint64_t start,
                        uint64_t end);

void byte_changes_free (struct byte_changes *changes);

#endif /* BFDGLUE_BYTE_CHANGES_H */
