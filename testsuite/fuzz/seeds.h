/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   seeds.h - well-formed inputs of fuzz targets.  */

#ifndef SEEDS_H
#define SEEDS_H

#include <stddef.h>
#include <stdint.h>

enum
{
  SEEDS_SFRAME = 64,
  SEEDS_CFI = 48,
  SEED_COUNT = SEEDS_SFRAME + SEEDS_CFI
};

/* Make seed number NUMBER, below SEED_COUNT: SFrame as fuzz-merge.c takes it,
   then call frame information as fuzz-cfi.c takes it.  Bytes to be freed,
   *SIZE of them.  */
uint8_t *seed_make (uint32_t number, size_t *size);

#endif /* SEEDS_H */
