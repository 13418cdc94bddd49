/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-range.h - the bytes that free-space.c may take, and what cuts them
   short.  */

#ifndef BFDGLUE_FREE_RANGE_H
#define BFDGLUE_FREE_RANGE_H

#include "elf-image.h"

/* [OFFSET, USED_END) is what is there now, [USED_END, END) the free bytes
   behind it as far as is known; file offsets.  ADDR is the address of
   OFFSET.  */
struct free_range
{
  uint64_t offset;
  uint64_t addr;
  uint64_t used_end;
  uint64_t end;
};

/* Something lies in [START, STOP) of the file: cut RANGE before it.  False if
   it lies in the used bytes, which no cut can mend.  */
bool range_exclude (struct free_range *range, uint64_t start, uint64_t stop);

/* The same by addresses.  */
bool range_exclude_addr (struct free_range *range, uint64_t start,
                         uint64_t stop);

/* free-range-mapped.c: cut RANGE before everything that lies behind the bytes
   of section EXISTING of IMAGE, which PT_LOAD number LOAD holds.  CORRUPT: it
   lies in the used bytes.  */
sfm_status range_exclude_occupied (struct free_range *range,
                                   const struct image *image,
                                   uint32_t existing, uint32_t load,
                                   const struct diag_sink *sink) SFM_CHECKED;

/* Cut RANGE before the first free byte that a dynamic tag or the entry point
   of IMAGE names.  */
void range_exclude_tagged (struct free_range *range,
                           const struct image *image);

/* True if a symbol with type TYPE defined in section SHNDX, as it is in the
   symbol, stands for an address in the image.  */
bool range_symbol_counts (unsigned type, unsigned shndx);

/* Cut RANGE before the first free byte that a symbol, a dynamic tag or the
   entry point of IMAGE names.  */
void range_exclude_referenced (struct free_range *range,
                               const struct image *image,
                               const struct diag_sink *sink);

#endif /* BFDGLUE_FREE_RANGE_H */
