/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sparse.h - bytes of whole files, of which long runs of zeros take neither
   memory nor room on the disk.  */

#ifndef BFDGLUE_SPARSE_H
#define BFDGLUE_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
  /* A page-sized hole would make every output a sparse file; one of this size
     is only in images that were sparse.  */
  SPARSE_HOLE_SIZE = 1 << 20
};

/* SIZE zeros, not 0 of them, for sparse_free; NULL if there is no memory.
   Those that are never written to take none.  */
uint8_t *sparse_alloc (size_t size);

/* Release BYTES, SIZE of them.  NULL is allowed.  */
void sparse_free (const uint8_t *bytes, size_t size);

/* Whether the SPARSE_HOLE_SIZE bytes at DATA are zeros.  */
bool sparse_is_hole (const uint8_t *data);

/* Copy the SIZE bytes at FROM to TO, which has zeros, without writing to its
   holes.  */
void sparse_copy (uint8_t *to, const uint8_t *from, size_t size);

#endif /* BFDGLUE_SPARSE_H */
