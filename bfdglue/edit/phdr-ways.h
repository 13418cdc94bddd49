/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-ways.h - the parts of phdr-plan.c: spare program headers, the bytes
   after the table, and a new segment.  */

#ifndef BFDGLUE_PHDR_WAYS_H
#define BFDGLUE_PHDR_WAYS_H

#include "image-change.h"
#include "image-symbol.h"
#include "phdr-plan.h"

enum
{
  SFRAME_ALIGN = 8
};

/* phdr-reuse.c: choose the entries of IMAGE's program header table that become
   PT_GNU_SFRAME and, with WANT_LOAD, a PT_LOAD above all others.  PHDR
   receives their indices and the number of entries to add.  SPARE: dispensable
   entries may be replaced; else all that is missing is added.  */
void phdr_reuse_choose (const struct image *image, bool want_load, bool spare,
                        struct phdr_plan *phdr);

/* phdr-displace.c: find the bytes that must move so that the program header
   table of IMAGE can grow in place by COUNT entries, and set PHDR->displaced.
   The bytes of PHDR->old are free.  False, with the reason in PHDR, if
   something there cannot move, or must not by OPTIONS.  */
bool displace_find (const struct image *image,
                    const struct phdr_options *options, uint32_t count,
                    struct phdr_plan *phdr);

enum
{
  SECTION_TAGS = 3
};

/* The sections that DT_HASH, DT_GNU_HASH and DT_SYMTAB lead to, by number; 0:
   there is none.  */
struct section_tags
{
  uint32_t idx[SECTION_TAGS];
};

/* section-tags.c: find them in IMAGE.  */
void section_tags_find (const struct image *image, struct section_tags *tags);

/* True if section IDX is one of TAGS.  */
bool section_tags_have (const struct section_tags *tags, uint32_t idx);

/* The section of IMAGE that a dynamic tag TAG with VALUE leads to, if it is
   one of TAGS; else 0.  */
uint32_t section_tag_leads_to (const struct image *image,
                               const struct section_tags *tags, uint64_t tag,
                               uint64_t value);

/* Add DELTA to these tags for sections in [START, END) of CHANGE's image.  */
void section_tags_move (struct image_change *change, uint64_t start,
                        uint64_t end, uint64_t delta);

/* address-users.c: true if only symbols and tags that can follow refer to
   addresses in [START, END) of IMAGE; else the reason is in PHDR.  */
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

/* phdr-plan.c: undo all decisions in PHDR, for IMAGE, but keep WHY and
   WANTED.  */
void phdr_give_up (const struct image *image, struct phdr_plan *phdr);

/* phdr-plan.c: true if the program headers of IMAGE may be changed at all;
   else the reason is in PHDR.  */
bool phdr_may_change (const struct image *image, struct phdr_plan *phdr);

/* phdr-plan.c: put PHDR's displaced bytes into SPACE after its first USED
   bytes, aligned.  False if they do not fit.  */
bool displace_into (const struct free_space *space, uint64_t used,
                    struct phdr_plan *phdr);

/* phdr-plan.c: put them into the free end of some segment of IMAGE, outside
   SPACE.  False, with the reason in PHDR, if they fit nowhere.  */
bool displace_into_tail (const struct image *image,
                         const struct free_space *space,
                         struct phdr_plan *phdr, const struct diag_sink *sink);

/* phdr-plan.c: plan a new segment that leaves the program header table where
   it is.  False, with the reason in PHDR, if that is impossible.  */
bool phdr_choose_in_place (const struct image *image,
                           const struct phdr_options *options,
                           struct phdr_plan *phdr);

/* phdr-plan.c: plan one that starts with the table, if OPTIONS allow that.  */
bool phdr_move_table (const struct image *image,
                      const struct phdr_options *options,
                      struct phdr_plan *phdr);

/* phdr-new-load.c: true if IMAGE may get another segment; else the reason is
   in PHDR.  */
bool segment_allowed (const struct image *image,
                      const struct phdr_options *options,
                      struct phdr_plan *phdr);

/* Place PHDR's new segment above all addresses of IMAGE.  False, with the
   reason in PHDR, if that is impossible.  */
bool segment_place (const struct image *image, struct phdr_plan *phdr);

/* phdr-new-load.c: the end of the file with PHDR's new segment, which has its
   size.  Sets the size of what is inserted.  */
uint64_t segment_file_end (const struct image *image, struct phdr_plan *phdr);

#endif /* BFDGLUE_PHDR_WAYS_H */
