/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   byte-changes.h - the list of bytes that a rewrite means to change.

   Whoever changes a copy of an image says so here, and the last look before
   the output replaces anything finds every other byte as it was.  */

#ifndef BFDGLUE_BYTE_CHANGES_H
#define BFDGLUE_BYTE_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes [START, END) of the file.  */
struct byte_change
{
  uint64_t start;
  uint64_t end;
};

/* All zero is an empty list.  */
struct byte_changes
{
  struct byte_change *runs;
  size_t count;
  size_t capacity;
  bool failed; /* there was no memory for one of them */
};

/* Bytes [START, END) are to change.  CHANGES may be NULL.  */
void byte_changes_add (struct byte_changes *changes, uint64_t start,
                       uint64_t end);

/* Compare the COPY_SIZE bytes at COPY with the SIZE bytes at BYTES, from which
   they were made; bytes that the copy has more count as having been zero.
   The offset of the first byte that differs and is not in CHANGES, which are
   sorted by this, or UINT64_MAX.  */
uint64_t byte_changes_compare (struct byte_changes *changes,
                               const uint8_t *bytes, size_t size,
                               const uint8_t *copy, size_t copy_size);

/* True if a byte of [START, END) is in CHANGES, which byte_changes_compare has
   sorted.  */
bool byte_changes_meet (const struct byte_changes *changes, uint64_t start,
                        uint64_t end);

void byte_changes_free (struct byte_changes *changes);

#endif /* BFDGLUE_BYTE_CHANGES_H */
