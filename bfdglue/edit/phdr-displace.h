/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-displace.h - find the bytes after the program headers and the
   references to them, for phdr-plan.c.  */

#ifndef BFDGLUE_PHDR_DISPLACE_H
#define BFDGLUE_PHDR_DISPLACE_H

#include "elf-image.h"
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

/* How a symbol of section TABLE of IMAGE, the ELF_SYM_SIZE bytes at SYM,
   relates to the addresses [START, END).  */
enum displace_symbol
{
  SYMBOL_ELSEWHERE,
  SYMBOL_FOLLOWS, /* only a label of the bytes: it moves with them */
  SYMBOL_BLOCKS
};
enum displace_symbol displace_symbol (const struct image *image,
                                      const struct image_section *table,
                                      const uint8_t *sym, uint64_t start,
                                      uint64_t end);

#endif /* BFDGLUE_PHDR_DISPLACE_H */
