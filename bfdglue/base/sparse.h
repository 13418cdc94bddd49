/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sparse.h - buffers for whole files, whose long runs of zeros take no memory
   and no disk space.  */

#ifndef BFDGLUE_SPARSE_H
#define BFDGLUE_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base-limits.h"

/* SIZE bytes of zeros, for sparse_free; SIZE is not 0.  Pages that are never
   written to take no memory.  NULL: no memory.  */
uint8_t *sparse_alloc (size_t size);

/* Release the SIZE bytes at BYTES, which may be NULL.  */
void sparse_free (const uint8_t *bytes, size_t size);

/* Whether the SPARSE_HOLE_SIZE bytes at DATA are all zero.  */
bool sparse_is_hole (const uint8_t *data);

#endif /* BFDGLUE_SPARSE_H */
