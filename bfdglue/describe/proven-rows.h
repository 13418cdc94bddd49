/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proven-rows.h - a piece of functions whose rows are proven, byte by
   byte.  */

#ifndef BFDGLUE_PROVEN_ROWS_H
#define BFDGLUE_PROVEN_ROWS_H

#include "describe.h"
#include "prove.h"
#include "sorted.h"

/* A function that was given to the builder.  */
struct proven_function
{
  uint64_t addr;
  bool signal;
};

/* A piece that is being made, and its current function.  */
struct proven_rows
{
  struct describe *d;
  struct address_ranges known; /* what something else describes */
  struct sfm_builder *builder;
  struct proven_function *functions; /* by the builder's numbers */
  size_t function_count;
  size_t function_capacity;
  uint64_t bytes; /* of all of them */
  /* The current function: the part of ENTRY in [START, END).  */
  uint64_t start, end;
  uint64_t entry;
  bool signal; /* its caller was interrupted; set before the function
                  begins */
  struct sfm_rules_at *rows;
  size_t row_count;
  size_t row_capacity;
};

/* The table of Go of D's image, or NULL if there is none that is to be
   used.  */
const struct go_table *proven_rows_go (const struct describe *d);

/* Unless D->proven is set, find out what instructions prove, and set it.  If
   they cannot be decoded, report that and leave it NULL.  Statuses: NOMEM,
   LIMIT.  */
sfm_status proven_rows_prove (struct describe *d) SFM_CHECKED;

/* Begin R, which is all zero but for D.  The caller releases R with
   proven_rows_free in any case.  Statuses: NOMEM.  */
sfm_status proven_rows_begin (struct proven_rows *r) SFM_CHECKED;

/* Add [FROM, TO) of the code of number ENTRY, where RULES hold; NULL means
   those of a frame at which the stack ends.  Calls are in order of address.
   Code of one entry, with only padding between, is one function; rules that
   SFrame cannot express end it.  Statuses: NOMEM, LIMIT.  */
sfm_status proven_rows_take (struct proven_rows *r, uint64_t entry,
                             const struct sfm_rules *rules, uint64_t from,
                             uint64_t to) SFM_CHECKED;

/* Give the current function, if any, to the builder, and add it to
   R->d->described, which is then unsorted.  Statuses: NOMEM, LIMIT.  */
sfm_status proven_rows_end (struct proven_rows *r) SFM_CHECKED;

/* Make the piece MADE of R's functions, read it back, and let HOLDS judge
   whether RULES are proven in [FROM, TO).  Statuses: NOMEM, LIMIT,
   CORRUPT.  */
sfm_status proven_rows_make (struct proven_rows *r,
                             bool (*holds) (void *data, uint64_t from,
                                            uint64_t to,
                                            const struct sfm_rules *rules),
                             void *data, struct made_piece *made) SFM_CHECKED;

void proven_rows_free (struct proven_rows *r);

#endif /* BFDGLUE_PROVEN_ROWS_H */
