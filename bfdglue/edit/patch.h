/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   patch.h - change a copy of an image and list what changes.  */

#ifndef BFDGLUE_PATCH_H
#define BFDGLUE_PATCH_H

#include "byte-changes.h"
#include "elf-image.h"
#include "free-space.h"

struct patch
{
  uint8_t *copy;
  bool big_endian;
  struct byte_changes *changes; /* may be NULL */
};

/* Write VALUE at OFFSET.  */
void patch_u16 (const struct patch *patch, uint64_t offset, uint16_t value);
void patch_u32 (const struct patch *patch, uint64_t offset, uint32_t value);
void patch_u64 (const struct patch *patch, uint64_t offset, uint64_t value);

/* Add DELTA to the 64-bit number at OFFSET.  */
void patch_add (const struct patch *patch, uint64_t offset, uint64_t delta);

/* Write the SIZE bytes at BYTES to OFFSET.  */
void patch_bytes (const struct patch *patch, uint64_t offset,
                  const void *bytes, uint64_t size);

/* Write zeros to [START, END), which may be empty.  */
void patch_zero (const struct patch *patch, uint64_t start, uint64_t end);

/* In SPACE, zero the owned bytes and those of the COUNT ranges at CLEAR.  */
void patch_clear (const struct patch *patch, const struct free_space *space,
                  const struct byte_range *clear, size_t count);

/* Write the read-only SEGMENT, which occupies its memory only with its bytes
   of the file, to the program header at OFFSET.  */
void patch_segment (const struct patch *patch, uint64_t offset,
                    const struct image_segment *segment, uint64_t paddr);

/* Set the size of the segment whose program header is at OFFSET.  */
void patch_segment_size (const struct patch *patch, uint64_t offset,
                         uint64_t size);

#endif /* BFDGLUE_PATCH_H */
