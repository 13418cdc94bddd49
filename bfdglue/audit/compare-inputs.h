/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   compare-inputs.h - compare the .sframe of an image with that of the objects
   it was linked from.  */

#ifndef BFDGLUE_COMPARE_INPUTS_H
#define BFDGLUE_COMPARE_INPUTS_H

#include "audit.h"
#include "input.h"
#include "pieces.h"
#include "pool.h"

/* The result, in functions of the inputs.  */
struct input_comparison
{
  size_t functions;  /* all: GONE, UNPLACED, and one for each of LIVE */
  size_t live;       /* addresses of the image where one is */
  size_t same;       /* ... that the image describes with the same rules */
  size_t missing;    /* ... that it does not describe */
  size_t different;  /* ... that it describes with other rules */
  size_t gone;       /* not in the image: discarded, folded, not extracted,
                       rewritten, dead, empty, a copy of a live one */
  size_t unplaced;   /* of unknown address */
  size_t wrong_rows; /* ... of these: .eh_frame has other rules for their
                        code */
};

/* A callback that returns the file name of input number INPUT and sets
   *SECTION to the name of its section.  */
struct comparison_names
{
  const char *(*name) (const void *data, uint32_t input, const char **section);
  const void *data;
};

struct comparison;

/* Begin to compare AUDIT's image with its inputs.  AUDIT must outlive the
   comparison.  NULL: no memory.  */
struct comparison *comparison_begin (const struct image_context *audit);
void comparison_end (struct comparison *comparison);

/* Keep FOUND, a function of an input; COMPARISON is a struct comparison.  The
   same function may be passed more than once.  False: no memory.  */
bool comparison_keep (void *comparison, const struct found_function *found);

/* Compare the kept functions with the visible functions of the image
   (pieces.h), by their rules at every address, not by their rows.  The
   caller sets RESULT's functions, unplaced and wrong_rows; the rest is filled
   in.  Report FIND_MISSING and FIND_DIFFERENT for each address, and
   FIND_UNPLACED once for all functions that were not found, and
   FIND_ROWS_CONTRADICT for each that is refuted.  */
void comparison_compare (struct comparison *comparison,
                         const struct comparison_names *names,
                         struct input_comparison *result,
                         const struct finding_sink *sink);

/* Functions of inputs whose rows the image's call frame information
   contradicts.  */

/* All zero: none.  */
struct refuted_functions
{
  struct found_function *all;
  size_t count;
  size_t capacity;
  struct pool pool; /* their pieces */
};

/* Compare a function of an input with the parts into which a merge has split
   it.  */

/* Keep F's piece if F has more rows than version 3 can count, as a copy with
   memory from POOL; else set it to NULL.  False: no memory.  */
bool comparison_keep_long (struct found_function *f, struct pool *pool);

/* Whether adjacent functions of LIST, of the pieces of EXISTING, together
   describe F by the same rules at every address.  False if F has no piece.  */
bool split_same (const struct found_function *f,
                 const struct existing_sframe *existing,
                 const struct function_list *list);

#endif /* BFDGLUE_COMPARE_INPUTS_H */
