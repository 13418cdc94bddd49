/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-displace.h - the bytes behind the program headers, and who names them,
   for phdr-plan.c.  */

#ifndef BFDGLUE_PHDR_DISPLACE_H
#define BFDGLUE_PHDR_DISPLACE_H

#include "elf-image.h"
#include "phdr-plan.h"

/* Find the bytes that must move to let the table of program headers of IMAGE
   grow by COUNT entries where it is, and put them into PHDR.  What lies in
   PHDR->old is given up anyway.  False, with the reason in PHDR, if they may
   not.  */
bool displace_find (const struct image *image, uint32_t count,
                    struct phdr_plan *phdr);

/* True if nothing but symbols that can follow it names an address of
   [START, END) of IMAGE; else the reason is in PHDR.  */
bool range_is_unreferenced (const struct image *image, uint64_t start,
                            uint64_t end, struct phdr_plan *phdr);

/* The same of symbols alone.  */
bool displace_symbols_follow (const struct image *image, uint64_t start,
                              uint64_t end, struct phdr_plan *phdr);

/* How a symbol of section TABLE of IMAGE, the ELF_SYM_SIZE bytes at SYM,
   stands to the addresses [START, END).  */
enum displace_symbol
{
  SYMBOL_ELSEWHERE,
  SYMBOL_FOLLOWS, /* nobody uses it but as a label of what moves */
  SYMBOL_BLOCKS
};
enum displace_symbol displace_symbol (const struct image *image,
                                      const struct image_section *table,
                                      const uint8_t *sym, uint64_t start,
                                      uint64_t end);

#endif /* BFDGLUE_PHDR_DISPLACE_H */
