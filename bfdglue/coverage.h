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
  uint64_t size;    /* bytes */
  uint64_t covered; /* ... that at least one function of .sframe has */
  uint64_t twice;   /* ... that more than one has */
};

/* A function without rows.  */
struct coverage_gap
{
  uint64_t addr;
  uint64_t size;
  const char *name; /* of a symbol; NULL: none */
};

struct coverage
{
  struct coverage_section *sections; /* by address */
  size_t section_count;
  uint64_t size; /* sums over the sections */
  uint64_t covered;
  uint64_t twice;
  /* The functions that could be covered: those of .eh_frame, or the symbols'
     if it has none.  */
  bool by_symbols;
  size_t functions;
  size_t functions_covered; /* ... whose every byte is */
  uint64_t function_bytes;  /* of all of them */
  uint64_t function_bytes_covered;
  struct coverage_gap *gaps; /* those not covered whole, the largest first;
                                equal ones by address */
  size_t gap_count;
};

/* Measure AUDIT by the live functions of all its believed pieces that are not
   buried, PLT functions included, as they stand in the file.  Statuses:
   NOMEM.  */
sfm_status coverage_measure (const struct audit_image *audit,
                             struct coverage *coverage,
                             const struct say *sink) SFM_CHECKED;

void coverage_free (struct coverage *coverage);

#endif /* BFDGLUE_COVERAGE_H */
