/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-starts.h - the address and name of each function of a dumped
   section.  */

#ifndef TOOL_DUMP_STARTS_H
#define TOOL_DUMP_STARTS_H

#include "dump-start-base.h"
#include "object-names.h"
#include "fde-relocs.h"
#include "pool.h"

struct by_offset;

struct dump_starts
{
  /* For an image: the start base of the current piece.  */
  enum sfm_start_base start_base;
  /* For an object: FDE_RELOCS if PAIRED, else COMPLAINT, the reason, and
     BY_OFFSET, the relocations sorted by offset.  */
  struct pool pool;
  struct object_names names;
  bool paired;
  struct fde_relocs fde_relocs;
  size_t fde_base; /* number of FDEs before the current piece */
  size_t fde_next; /* ... and after it */
  char complaint[256];
  struct by_offset *by_offset;
};

/* Prepare for SECTION, which must outlive STARTS.  That relocations cannot be
   paired is no failure: starts_complain says so.  starts_end is due in any
   case.  Statuses: NOMEM, which was not said.  */
sfm_status starts_begin (struct dump_starts *starts,
                         const struct dump_section *section) SFM_CHECKED;

/* Prepare for PIECE, the next one of SECTION.  FIRST: it is the first.
   Statuses: NOMEM, which was said.  */
sfm_status starts_piece (struct dump_starts *starts,
                         const struct dump_section *section,
                         const struct sfm_piece *piece, bool first,
                         const struct diag_sink *sink) SFM_CHECKED;

/* Fill in the address or relocation of FUNCTION, a function of the current
   piece, and its name.  */
void starts_find (const struct dump_starts *starts,
                  const struct dump_section *section,
                  struct dump_function *function);

/* If the relocations could not be paired, say why on SINK.  Returns the number
   of errors, 0 or 1.  */
size_t starts_complain (const struct dump_starts *starts,
                        const struct dump_section *section,
                        const struct diag_sink *sink);

void starts_end (struct dump_starts *starts);

#endif /* TOOL_DUMP_STARTS_H */
