/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-code.h - functions for an image's linker-made code, and what the image
   itself says about it.

   No input describes that code.  GNU ld describes some of it, partly wrongly;
   other linkers nothing.  So the image's own functions there are compared with
   the code: those that are right stay, others make way for new ones.  */

#ifndef BFDGLUE_PLT_CODE_H
#define BFDGLUE_PLT_CODE_H

#include "code-ranges.h"
#include "elf-image.h"
#include "function-index.h"
#include "pieces.h"
#include "pool.h"

enum
{
  PLT_ENTRY_MAX = 48 /* bytes of the longest entry */
};

/* What becomes of functions of linker-made code.  */
enum plt_mode
{
  PLT_AUTO,    /* make them right, as far as there is room */
  PLT_NONE,    /* leave them out */
  PLT_KEEP,    /* keep what is there */
  PLT_REQUIRE, /* make them right; all must fit */
  PLT_MODES
};

/* A run of linker-made code, and a piece that describes it.  */
struct plt_area
{
  uint64_t addr;
  uint64_t size;
  const uint8_t *bytes;
  const char *name; /* of its section, or "" */
  bool stubs;       /* not a PLT: stubs to far code */
  struct sfm_piece piece;
  struct sfm_place *places; /* of each FDE */
};

struct plt_code
{
  struct plt_area *areas; /* by address */
  size_t area_count;
  size_t area_capacity;
  uint64_t covered; /* bytes of the areas that have a rule */
  uint64_t unknown; /* bytes that have none */
  size_t kept;      /* the image's own functions that are right */
  size_t replaced;  /* ... that are not */
  size_t
      unrecognised_code; /* ... of code that is not recognised, which stay */
  size_t dropped;        /* ... that are left out on demand */
  size_t made;           /* functions that are new */
  bool merged;           /* plt_code_add gave them to the merger */
  struct pool pool;
};

/* The name of MODE, as users write it.  */
const char *plt_mode_name (enum plt_mode mode);

/* Find IMAGE's linker-made code, describe it, and decide which functions of
   EXISTING, whose places are changed, stay.  Each that does not is a detail.
   INDEX is IMAGE's.  Statuses: NOMEM, LIMIT.  */
sfm_status plt_code_read (const struct image *image,
                          const struct code_ranges *code,
                          const struct function_index *index,
                          struct existing_sframe *existing, enum plt_mode mode,
                          struct plt_code *plt,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Give the new functions to MERGER.  If those that are there already are of
   another ABI, that is said and they are left out, which is MIXED for MODE
   PLT_REQUIRE.  Statuses: NOMEM, LIMIT, MIXED.  */
sfm_status plt_code_add (const struct image *image, struct plt_code *plt,
                         enum plt_mode mode, struct sfm_merger *merger,
                         const struct diag_sink *sink) SFM_CHECKED;

void plt_code_free (struct plt_code *plt);

/* plt-areas.c: add AREA, whose piece is yet to be made, to PLT.
   Statuses: NOMEM.  */
sfm_status plt_code_add_area (const struct image *image,
                              const struct plt_area *area,
                              struct plt_code *plt,
                              const struct diag_sink *sink) SFM_CHECKED;

/* plt-areas.c: put the areas of PLT in the order of their addresses.  */
void plt_code_sort_areas (struct plt_code *plt);

/* plt-areas.c: whether ADDR is in one of the areas of PLT, which are in
   order.  */
bool plt_code_in_area (const struct plt_code *plt, uint64_t addr);

/* Compare two addresses, for qsort and bsearch.  */
static inline int
plt_code_compare_addrs (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* plt-find.c: add the areas of IMAGE that no section's name tells of.
   On entry areas are in the order of their addresses.  Statuses: NOMEM.  */
sfm_status plt_code_find (const struct image *image,
                          const struct code_ranges *code, struct plt_code *plt,
                          const struct diag_sink *sink) SFM_CHECKED;

/* plt-ifunc.c: add the addresses of IMAGE's entries for indirect
   functions, if it has no section headers, to *ADDRS, which has *COUNT of such
   and is the caller's to free.  Statuses: NOMEM.  */
sfm_status plt_code_ifunc (const struct image *image,
                           const struct code_ranges *code, uint64_t **addrs,
                           size_t *count,
                           const struct diag_sink *sink) SFM_CHECKED;

/* plt-stubs.c: add the stubs that IMAGE's symbols tell of.  On entry
   areas are in the order of their addresses.  Statuses: NOMEM.  */
sfm_status plt_code_stubs (const struct image *image,
                           const struct code_ranges *code,
                           const struct function_index *index,
                           struct plt_code *plt,
                           const struct diag_sink *sink) SFM_CHECKED;

/* plt-existing.c: compare the functions of EXISTING with those of PLT.
   Statuses: NOMEM.  */
sfm_status plt_code_existing (const struct image *image,
                              struct existing_sframe *existing,
                              struct plt_code *plt,
                              const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_PLT_CODE_H */
