/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-displace.h - find the bytes after the program headers and the
   references to them, for phdr-plan.c.  */

#ifndef BFDGLUE_PHDR_DISPLACE_H
#define BFDGLUE_PHDR_DISPLACE_H

#include "image-symbol.h"
#include "phdr-plan.h"

/* Find the bytes that must move so that the program header table of IMAGE can
   grow in place by COUNT entries, and set PHDR->displaced.  The bytes of
   PHDR->old are free.  False, with the reason in PHDR, if something there
   cannot move.  */
bool displace_find (const struct image *image, uint32_t count,
                    struct phdr_plan *phdr);

/* True if only symbols that can follow refer to addresses in [START, END) of
   IMAGE; else the reason is in PHDR.  */
bool range_is_unreferenced (const struct image *image, uint64_t start,
                            uint64_t end, struct phdr_plan *phdr);

/* The same, but only symbols are examined.  */
bool displace_symbols_follow (const struct image *image, uint64_t start,
                              uint64_t end, struct phdr_plan *phdr);

/* How SYMBOL relates to the addresses [START, END).  */
enum displace_symbol
{
  SYMBOL_ELSEWHERE,
  SYMBOL_FOLLOWS, /* only a label of the bytes: it moves with them */
  SYMBOL_BLOCKS
};
enum displace_symbol displace_symbol (const struct image_symbol *symbol,
                                      uint64_t start, uint64_t end);

#endif /* BFDGLUE_PHDR_DISPLACE_H */
