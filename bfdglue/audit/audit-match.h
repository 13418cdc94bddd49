/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-match.h - start fields and the relocations that should fill them.  */

#ifndef BFDGLUE_AUDIT_MATCH_H
#define BFDGLUE_AUDIT_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "finding.h"

/* A start field, and what is known of its function.  */
struct match_field
{
  uint64_t at;   /* section offset, or address in an image */
  uint64_t addr; /* of the function, in an image */
  uint32_t size;
  uint32_t piece;
  uint32_t fde;
  bool known;       /* ADDR is */
  bool related;     /* a live relocation is there; filled in */
  bool none;        /* one is there that says nothing; filled in */
  uint32_t section; /* what the relocation names; filled in */
  uint64_t value;
  bool told; /* that this is wrong */
};

struct match_reloc
{
  uint64_t at;
  uint64_t value;   /* S + A */
  uint32_t section; /* number of the section of S; 0 in an image */
  bool none;
};

struct match
{
  const char *name; /* of the section */
  uint32_t number;  /* ... if there are several, or 0 */
  uint64_t base;    /* of its offsets in AT */
  struct match_field *fields;
  size_t field_count;
  struct match_reloc *relocs; /* in the order of the file */
  size_t reloc_count;
};

/* Pair the relocations of MATCH with the fields, which are sorted by AT, and
   tell of each live relocation that is at no field, or at one that has
   another.  */
void match_pair (struct match *match, const struct finding_sink *found);

/* Sort the fields of MATCH.  */
void match_sort (struct match *match);

/* Where F is.  */
struct finding match_place (const struct match *match,
                            const struct match_field *f);

/* Tell of each field of MATCH, which is paired, without a live
   relocation.  */
void match_tell_missing (const struct match *match,
                         const struct finding_sink *found);

#endif /* BFDGLUE_AUDIT_MATCH_H */
