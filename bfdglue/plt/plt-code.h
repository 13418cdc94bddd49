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
  IMAGE_PLT_ENTRY_MAX = 48 /* bytes of the longest entry */
};

/* What becomes of functions of linker-made code.  */
enum image_plt_mode
{
  IMAGE_PLT_AUTO,    /* make them right, as far as there is room */
  IMAGE_PLT_NONE,    /* leave them out */
  IMAGE_PLT_KEEP,    /* keep what is there */
  IMAGE_PLT_REQUIRE, /* make them right; all must fit */
  IMAGE_PLT_MODES
};

/* A run of linker-made code, and a piece that describes it.  */
struct image_plt_area
{
  uint64_t addr;
  uint64_t size;
  const uint8_t *bytes;
  const char *name; /* of its section, or "" */
  bool stubs;       /* not a PLT: stubs to far code */
  struct sfm_piece piece;
  struct sfm_place *places; /* of each FDE */
};

struct image_plt
{
  struct image_plt_area *areas; /* by address */
  size_t area_count;
  size_t area_capacity;
  uint64_t covered; /* bytes of the areas that have a rule */
  uint64_t unknown; /* bytes that have none */
  size_t kept;      /* the image's own functions that are right */
  size_t replaced;  /* ... that are not */
  size_t strange;   /* ... of code that is not recognised, which stay */
  size_t dropped;   /* ... that are left out on demand */
  size_t made;      /* functions that are new */
  bool merged;      /* image_plt_add gave them to the merger */
  struct pool pool;
};

/* The name of MODE, as users write it.  */
const char *image_plt_mode_name (enum image_plt_mode mode);

/* Find IMAGE's linker-made code, describe it, and decide which functions of
   OWN, whose places are changed, stay.  Each that does not is a detail.
   EVIDENCE is IMAGE's.  Statuses: NOMEM, LIMIT.  */
sfm_status image_plt_read (const struct image *image, const struct code *code,
                           const struct evidence *evidence, struct own *own,
                           enum image_plt_mode mode, struct image_plt *plt,
                           const struct say *sink) SFM_CHECKED;

/* Give the new functions to MERGER.  If those that are there already are of
   another ABI, that is said and they are left out, which is MIXED for MODE
   IMAGE_PLT_REQUIRE.  Statuses: NOMEM, LIMIT, MIXED.  */
sfm_status image_plt_add (const struct image *image, struct image_plt *plt,
                          enum image_plt_mode mode, struct sfm_merger *merger,
                          const struct say *sink) SFM_CHECKED;

void image_plt_free (struct image_plt *plt);

/* plt-areas.c: add AREA, whose piece is yet to be made, to PLT.
   Statuses: NOMEM.  */
sfm_status image_plt_add_area (const struct image *image,
                               const struct image_plt_area *area,
                               struct image_plt *plt,
                               const struct say *sink) SFM_CHECKED;

/* plt-areas.c: put the areas of PLT in the order of their addresses.  */
void image_plt_sort_areas (struct image_plt *plt);

/* plt-areas.c: whether ADDR is in one of the areas of PLT, which are in
   order.  */
bool image_plt_in_area (const struct image_plt *plt, uint64_t addr);

/* Compare two addresses, for qsort and bsearch.  */
static inline int
image_plt_compare_addrs (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* plt-find.c: add the areas of IMAGE that no section's name tells of.
   On entry areas are in the order of their addresses.  Statuses: NOMEM.  */
sfm_status image_plt_find (const struct image *image, const struct code *code,
                           struct image_plt *plt,
                           const struct say *sink) SFM_CHECKED;

/* plt-ifunc.c: add the addresses of IMAGE's entries for indirect
   functions, if it has no section headers, to *ADDRS, which has *COUNT of such
   and is the caller's to free.  Statuses: NOMEM.  */
sfm_status image_plt_indirect (const struct image *image,
                               const struct code *code, uint64_t **addrs,
                               size_t *count,
                               const struct say *sink) SFM_CHECKED;

/* plt-stubs.c: add the stubs that IMAGE's symbols tell of.  On entry
   areas are in the order of their addresses.  Statuses: NOMEM.  */
sfm_status image_plt_stubs (const struct image *image, const struct code *code,
                            const struct evidence *evidence,
                            struct image_plt *plt,
                            const struct say *sink) SFM_CHECKED;

/* plt-existing.c: compare the functions of OWN with those of PLT.
   Statuses: NOMEM.  */
sfm_status image_plt_judge (const struct image *image, struct own *own,
                            struct image_plt *plt,
                            const struct say *sink) SFM_CHECKED;

#endif /* BFDGLUE_PLT_CODE_H */
