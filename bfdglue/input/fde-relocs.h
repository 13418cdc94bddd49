/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fde-relocs.h - which relocation of a .sframe section belongs to which
   FDE.  */

#ifndef BFDGLUE_FDE_RELOCS_H
#define BFDGLUE_FDE_RELOCS_H

#include "input.h"
#include "pool.h"

#define FDE_RELOC_NONE UINT32_MAX

/* The pieces of one input section, and the relocation of each FDE.  */
struct fde_relocs
{
  struct sfm_piece *pieces;
  size_t *first_fde; /* of each piece: its first FDE, counted over all */
  size_t piece_count;
  size_t fde_count;   /* of all pieces */
  uint32_t *reloc_of; /* for each FDE, the pieces one after the other: index
                          into sframe->relocs, or FDE_RELOC_NONE: the function
                          is dead */
  bool by_order;      /* paired by order, not by offset */
};

/* Read the pieces of SFRAME, a section of OBJECT, and pair its relocations:
   by offset if every live one hits the start field of an FDE of its own,
   else all by order if their number is that of the FDEs (GNU ld <= 2.44 -r,
   doc/internals.md, section 9), else it is an error.  Memory is from POOL.
   Statuses: NOMEM, CORRUPT, TRUNC, UNSUPP.  */
sfm_status fde_relocs_pair (const struct input_object *object,
                            const struct input_sframe *sframe,
                            struct pool *pool, struct fde_relocs *fde_relocs,
                            const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_FDE_RELOCS_H */
