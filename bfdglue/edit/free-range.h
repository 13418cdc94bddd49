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
struct span
{
  uint64_t offset;
  uint64_t addr;
  uint64_t used_end;
  uint64_t end;
};

/* Something lies in [START, STOP) of the file: cut SPAN before it.  False if
   it lies in the used bytes, which no cut can mend.  */
bool span_cut (struct span *span, uint64_t start, uint64_t stop);

/* The same by addresses.  */
bool span_cut_addr (struct span *span, uint64_t start, uint64_t stop);

/* free-range-mapped.c: cut SPAN before everything that lies behind the bytes
   of section OWN of IMAGE, which PT_LOAD number LOAD holds.  CORRUPT: it lies
   in the used bytes.  */
sfm_status span_cut_lying (struct span *span, const struct image *image,
                           uint32_t own, uint32_t load,
                           const struct say *sink) SFM_CHECKED;

/* Cut SPAN before the first free byte that a dynamic tag or the entry point of
   IMAGE names.  */
void span_cut_tagged (struct span *span, const struct image *image);

/* True if a symbol with type TYPE defined in section SHNDX, as it is in the
   symbol, stands for an address in the image.  */
bool span_symbol_counts (unsigned type, unsigned shndx);

/* Cut SPAN before the first free byte that a symbol, a dynamic tag or the
   entry point of IMAGE names.  */
void span_cut_named (struct span *span, const struct image *image,
                     const struct say *sink);

#endif /* BFDGLUE_FREE_RANGE_H */
