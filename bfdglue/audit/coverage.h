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
  uint64_t size;    /* bytes, without those that an earlier section has */
  uint64_t covered; /* ... in at least one function of .sframe */
  uint64_t twice;   /* ... in more than one */
};

/* A function without rows, or with rows for some of its bytes.  */
struct coverage_gap
{
  uint64_t addr;
  uint64_t size;
  uint64_t uncovered; /* bytes without rows */
  const char *name;   /* of a symbol or a PLT section; NULL: unknown */
};

/* Owns SECTIONS and GAPS; names are the image's.  All sizes are in bytes.  */
struct coverage
{
  struct coverage_section *sections; /* by address */
  size_t section_count;
  uint64_t size; /* sums over the sections */
  uint64_t covered;
  uint64_t twice;
  uint64_t readable; /* bytes of COVERED that a consumer gets right if it reads
                        only the first header and takes starts as the flags
                        say */
  /* The functions that could be covered: those of .eh_frame, including PLT
     code, or the symbols if .eh_frame has none.  Of several at one address
     only the largest counts.  */
  bool by_symbols;
  size_t functions;
  size_t functions_covered; /* ... with every byte covered */
  uint64_t function_bytes;  /* in at least one of them */
  uint64_t function_bytes_covered;
  /* Functions with uncovered bytes, most of them first, then by address.  */
  struct coverage_gap *gaps;
  size_t gap_count;
};

/* Measure AUDIT by the visible functions of all pieces (pieces-visible.h).
   Starts are relative to what is right for each piece, whatever its flags
   say.  AUDIT must outlive COVERAGE.  Statuses: NOMEM, which leaves nothing
   to free.  */
sfm_status coverage_measure (const struct image_context *audit,
                             struct coverage *coverage,
                             const struct diag_sink *sink) SFM_CHECKED;

/* audit-missing.c: report the functions of CONTEXT, which audit_read filled
   in, that lack rows by COVERAGE.  */
void audit_missing (const struct image_context *context,
                    const struct coverage *coverage,
                    const struct finding_sink *found);

void coverage_free (struct coverage *coverage);

#endif /* BFDGLUE_COVERAGE_H */
