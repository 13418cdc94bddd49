/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-at.h - dump --at: the functions and rows that are found for addresses.

   The output is that of a whole dump, with nothing but these functions and
   rows.  */

#ifndef TOOL_DUMP_AT_H
#define TOOL_DUMP_AT_H

#include "dump-start-base.h"
#include "dump-wanted.h"
#include "dump-walk.h"

/* Look up what DUMP wants in IMAGE, as a stack walker does, and show it.
   KNOWN is of the image.  What is not found is an error that is said and
   counted in DUMP.  Statuses: NOMEM, which was said.  */
sfm_status dump_at_image (struct dump *dump, const struct image *image,
                          struct dump_start_base *known) SFM_CHECKED;

/* What an object file or archive had of an argument of --at.  */
struct dump_at_seen
{
  bool named;     /* there is a function of the name, or the address */
  bool described; /* ... and an FDE of it */
};

/* Show what DUMP wants of OBJECT, and note in SEEN, an element for each
   argument, what there was.  No reader looks functions up in an object; the
   FDE is the first that covers the place, by its relocation.  Statuses: NOMEM,
   which was said.  */
sfm_status dump_at_object (struct dump *dump,
                           const struct input_object *object,
                           struct dump_at_seen *seen) SFM_CHECKED;

/* Say, of arguments for which SEEN of FILE has nothing, that they were not
   found, and count the errors in DUMP.  */
void dump_at_complain (struct dump *dump, const char *file,
                       const struct dump_at_seen *seen);

/* Set *ROW to the last of FDE's rows that begins at or before OFFSET in the
   function.  Statuses: END (there is none), those of sfm_rows_next, and those
   of sfm_find_rules for functions of PC type MASK.  */
sfm_status dump_at_row (const struct sfm_piece *piece,
                        const struct sfm_fde *fde, uint64_t offset,
                        struct sfm_row *row,
                        struct sfm_diag *diag) SFM_CHECKED;

/* Show FUNCTION with the row at its AT_OFFSET, and RULES, those that hold
   there.  A STATUS that is not OK says why there are no rules: END, or with
   DIAG.  */
void dump_at_show (struct dump *dump, const struct dump_function *function,
                   const struct sfm_rules *rules, sfm_status status,
                   const struct sfm_diag *diag);

#endif /* TOOL_DUMP_AT_H */
