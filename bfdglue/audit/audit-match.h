/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-match.h - start fields and the relocations that should fill them.  */

#ifndef BFDGLUE_AUDIT_MATCH_H
#define BFDGLUE_AUDIT_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "finding.h"

/* A start field and its function.  */
struct match_field
{
  uint64_t at;   /* section offset, or address in an image */
  uint64_t addr; /* of the function, in an image; valid if KNOWN */
  uint32_t size;
  uint32_t piece;
  uint32_t fde;
  bool known;
  /* Set by match_pair: */
  bool has_reloc;   /* a live relocation is at AT */
  bool none;        /* a relocation of type NONE is at AT */
  uint32_t section; /* that the live relocation names */
  uint64_t value;   /* ... and its S + A */
  /* Set by targets_check: an error in the relocation was reported.  */
  bool reported;
};

struct match_reloc
{
  uint64_t at;
  uint64_t value;   /* S + A */
  uint32_t section; /* index of the section of S; 0 in an image */
  bool none;        /* of type NONE */
};

/* The fields and relocations of one section.  The owner frees the arrays.  */
struct match
{
  const char *name; /* of the section */
  uint32_t number;  /* index of its header if there are several, or 0 */
  uint64_t base;    /* the section's start, as AT counts */
  struct match_field *fields;
  size_t field_count;
  struct match_reloc *relocs; /* in the order of the file */
  size_t reloc_count;
};

/* Pair the relocations of MATCH with its sorted fields.  Report each live
   relocation that is at no field, or at a field that has one already.  */
void match_pair (struct match *match, const struct finding_sink *found);

/* Sort the fields of MATCH by AT.  */
void match_sort (struct match *match);

/* The place of F, for findings.  */
struct finding match_place (const struct match *match,
                            const struct match_field *f);

/* Report each field of MATCH without a live relocation.  match_pair comes
   first.  */
void match_report_missing (const struct match *match,
                           const struct finding_sink *found);

#endif /* BFDGLUE_AUDIT_MATCH_H */
