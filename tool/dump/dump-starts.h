/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-starts.h - where the functions of a dumped section are.  */

#ifndef TOOL_DUMP_STARTS_H
#define TOOL_DUMP_STARTS_H

#include "dump-anchor.h"
#include "dump-names.h"
#include "fde-relocs.h"
#include "pool.h"

struct by_offset;

struct dump_starts
{
  /* Of an image: of the piece at hand.  */
  enum sfm_start_base start_base;
  /* Of an object: PAIRING, or if it failed the reason and the relocations
     ordered by offset.  */
  struct pool pool;
  struct dump_names names;
  bool paired;
  struct fde_relocs fde_relocs;
  size_t fde_base; /* FDEs of the pieces before the one at hand */
  size_t fde_next;
  char complaint[256];
  struct by_offset *by_offset;
};

/* Prepare for SECTION.  NOMEM only; relocations that do not pair are kept
   for starts_complain.  */
sfm_status starts_begin (struct dump_starts *starts,
                         const struct dump_section *section) SFM_CHECKED;

/* Prepare for PIECE of SECTION, the first of it if FIRST; pieces come in their
   order.  NOMEM only, and said so.  */
sfm_status starts_piece (struct dump_starts *starts,
                         const struct dump_section *section,
                         const struct sfm_piece *piece, bool first,
                         const struct diag_sink *sink) SFM_CHECKED;

/* Fill in where FUNCTION is, and its name.  */
void starts_find (const struct dump_starts *starts,
                  const struct dump_section *section,
                  struct dump_function *function);

/* Say on SINK why the relocations did not pair, if so; returns the number of
   errors.  */
size_t starts_complain (const struct dump_starts *starts,
                        const struct dump_section *section,
                        const struct diag_sink *sink);

void starts_end (struct dump_starts *starts);

#endif /* TOOL_DUMP_STARTS_H */
