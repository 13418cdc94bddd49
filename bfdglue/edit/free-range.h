/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-range.h - the free bytes after a section, and what limits them.  */

#ifndef BFDGLUE_FREE_RANGE_H
#define BFDGLUE_FREE_RANGE_H

#include "free-space.h"

/* [OFFSET, USED_END) is in use; [USED_END, END) is free as far as is known.
   These are file offsets; ADDR is the address of OFFSET.  */
struct free_range
{
  uint64_t offset;
  uint64_t addr;
  uint64_t used_end;
  uint64_t end;
};

/* End RANGE before the first header, segment or section that follows section
   IDX of IMAGE, except sections of SFrame data, which are emptied.  LOAD is
   the index of the PT_LOAD that holds IDX.  CORRUPT: something overlaps the
   used bytes.  */
sfm_status range_exclude_occupied (struct free_range *range,
                                   const struct image *image, uint32_t idx,
                                   uint32_t load,
                                   const struct diag_sink *sink) SFM_CHECKED;

/* True if the value of dynamic tag TAG is an address.  */
bool tag_has_address (uint64_t tag);

/* End RANGE before the first free byte that a symbol, a dynamic tag or the
   entry point of IMAGE refers to.  If a symbol table cannot be read, end it at
   the used bytes and warn.  */
void range_exclude_referenced (struct free_range *range,
                               const struct image *image,
                               const struct diag_sink *sink);

/* Offset of the first byte of IMAGE in [AT, END) that is neither zero nor in
   one of the COUNT PIECES, or END.  PIECES are in file order.  */
uint64_t free_space_find_content (const struct image *image, uint64_t at,
                                  uint64_t end,
                                  const struct byte_range *pieces,
                                  size_t count);

/* CORRUPT, with a message, if the used bytes of SPACE, a section, contain such
   a byte.  */
sfm_status free_space_check_content (const struct image *image,
                                     const struct free_space *space,
                                     const struct byte_range *pieces,
                                     size_t count,
                                     const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_FREE_RANGE_H */
