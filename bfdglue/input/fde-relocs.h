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
  uint64_t *first_fde; /* for each piece: the number of its first FDE, counted
                          over all pieces */
  size_t piece_count;
  size_t fde_count;   /* of all pieces */
  uint32_t *reloc_of; /* for each FDE, in the order of the pieces: index into
                         sframe->relocs, or FDE_RELOC_NONE if the function was
                         discarded */
  bool by_order;      /* paired by order, not by offset */
};

/* Whether a header of SFRAME, after others that are sound, has a version,
   flags or an ABI that the engine does not know.  WHAT says which.  */
bool sframe_is_later (const struct input_sframe *sframe,
                      struct sfm_diag *what);

/* Read the pieces of SFRAME, a section of OBJECT, and pair its relocations
   with their FDEs: by offset if every live one is at the start field of an FDE
   of its own, else by order if there are as many as FDEs (ld -r of GNU ld 2.44
   and earlier; doc/internals.md, section 9), else it is an error.  FDE_RELOCS
   lives as long as POOL.  Statuses: NOMEM, LIMIT, CORRUPT, TRUNC, UNSUPP.  */
sfm_status fde_relocs_pair (const struct input_object *object,
                            const struct input_sframe *sframe,
                            struct pool *pool, struct fde_relocs *fde_relocs,
                            const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_FDE_RELOCS_H */
