/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   coverage.h - how much of an image's code its .sframe describes.  */

#ifndef BFDGLUE_COVERAGE_H
#define BFDGLUE_COVERAGE_H

#include "audit.h"

/* One executable section, or segment where there are no section headers.  */
struct coverage_section
{
  const char *name; /* or NULL */
  uint64_t addr;
  uint64_t size;    /* bytes; none of which a section before it has, too */
  uint64_t covered; /* ... that at least one function of .sframe has */
  uint64_t twice;   /* ... that more than one has */
};

/* A function that is not covered whole.  */
struct coverage_gap
{
  uint64_t addr;
  uint64_t size;
  uint64_t uncovered; /* bytes of these */
  const char *name;   /* of a symbol, or of a section of linker-made code;
                         NULL: none */
};

struct coverage
{
  struct coverage_section *sections; /* by address */
  size_t section_count;
  uint64_t size; /* sums over the sections */
  uint64_t covered;
  uint64_t twice;
  uint64_t readable; /* bytes of COVERED that a reader gets right which knows
                        one header, the first, and takes its starts as the
                        flags say */
  /* The functions that could be covered: those of .eh_frame, linker-made ones
     too, or those of the symbols if it has none.  Of several at one address
     the largest.  */
  bool by_symbols;
  size_t functions;
  size_t functions_covered; /* ... whose every byte is */
  uint64_t function_bytes;  /* that at least one of them has */
  uint64_t function_bytes_covered;
  struct coverage_gap *gaps; /* those with most uncovered bytes first; equal
                                ones by address */
  size_t gap_count;
};

/* Measure AUDIT by the functions of its pieces as they stand in the file
   (pieces-visible.h): in all pieces of the section, under the rule that is
   right for each, whatever its flags say.  Statuses: NOMEM.  */
sfm_status coverage_measure (const struct audit_image *audit,
                             struct coverage *coverage,
                             const struct diag_sink *sink) SFM_CHECKED;

void coverage_free (struct coverage *coverage);

#endif /* BFDGLUE_COVERAGE_H */
