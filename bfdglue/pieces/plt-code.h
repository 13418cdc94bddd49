/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-code.h - functions for the code that linkers generate in an image (PLTs,
   veneers, thunks), and a check of the existing ones.

   No input describes that code.  GNU ld describes some of it, partly wrongly;
   other linkers describe none.  So the existing functions are compared with
   the code: right ones stay, others are replaced.  Below, PLT code includes
   stubs, that is veneers and thunks.  */

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

/* How to treat functions of PLT code.  */
enum plt_mode
{
  PLT_AUTO,   /* correct them as far as there is room */
  PLT_NONE,   /* leave them out */
  PLT_KEEP,   /* keep the existing ones */
  PLT_REQUIRE /* correct them; all must fit */
};

/* A run of PLT code, and a piece that describes it.  */
struct plt_area
{
  uint64_t addr;
  uint64_t size;
  const uint8_t *bytes;
  const char *name; /* of its section, or "" */
  bool stubs;       /* veneers or thunks, not a PLT */
  struct sfm_piece piece;
  struct sfm_place *places; /* one per FDE */
};

/* Addresses of words or of code.  */
struct addresses
{
  uint64_t *at;
  size_t count;
  size_t capacity;
};

struct plt_code
{
  const struct function_index *index; /* of the image */
  struct plt_area *areas;             /* by address */
  size_t area_count;
  size_t area_capacity;
  uint64_t covered;         /* bytes of the areas that have a rule */
  uint64_t unknown;         /* bytes of the areas that have none */
  size_t kept;              /* existing functions that are right */
  size_t replaced;          /* existing functions that are not */
  size_t unrecognised_code; /* existing functions whose code is not recognised,
                               which stay */
  size_t dropped;           /* existing functions left out on demand */
  size_t made;              /* new functions */
  bool merged;              /* plt_code_add gave the areas to the merger */
  struct pool pool;
};

/* Find the PLT code of INDEX's image and, unless MODE is PLT_NONE, describe it
   in PLT.  The caller releases PLT with plt_code_free in any case.  Statuses:
   NOMEM, LIMIT.  */
sfm_status plt_code_read (const struct function_index *index,
                          enum plt_mode mode, struct plt_code *plt,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Decide by MODE which functions stay: of EXISTING, whose places change, and
   of PLT.  A detail names each function of EXISTING that PLT replaces.
   Statuses: NOMEM.  */
sfm_status plt_code_decide (struct existing_sframe *existing,
                            enum plt_mode mode, struct plt_code *plt,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Give the new functions to MERGER.  If its functions are of another ABI,
   report that and leave the new ones out; with PLT_REQUIRE this is MIXED.
   Statuses: NOMEM, LIMIT, MIXED.  */
sfm_status plt_code_add (struct plt_code *plt, enum plt_mode mode,
                         struct sfm_merger *merger,
                         const struct diag_sink *sink) SFM_CHECKED;

void plt_code_free (struct plt_code *plt);

/* plt-stubs.c: add AREA, which has no piece yet, to PLT.  Statuses: NOMEM.  */
sfm_status plt_code_add_area (struct plt_code *plt,
                              const struct plt_area *area,
                              const struct diag_sink *sink) SFM_CHECKED;

/* plt-code.c: the index of the first of PLT's sorted areas that ends after
   ADDR, or AREA_COUNT.  */
size_t plt_code_area_from (const struct plt_code *plt, uint64_t addr);

/* plt-stubs.c: append ADDR to ADDRS; false: no memory.  Sort ADDRS.  The
   caller frees ADDRS->at.  */
bool addresses_add (struct addresses *addrs, uint64_t addr);
void addresses_sort (struct addresses *addrs);

/* plt-find.c: add the PLT code that no section name shows.  On entry the areas
   are sorted.  Statuses: NOMEM.  */
sfm_status plt_code_find (struct plt_code *plt,
                          const struct diag_sink *sink) SFM_CHECKED;

/* plt-stubs.c: if the image of INDEX has no section headers, add the addresses
   of its entries for indirect functions to ADDRS.  Statuses: NOMEM.  */
sfm_status plt_code_ifunc (const struct function_index *index,
                           struct addresses *addrs,
                           const struct diag_sink *sink) SFM_CHECKED;

/* plt-stubs.c: add the stubs that the image's symbols name.  On entry the
   areas are sorted.  Statuses: NOMEM.  */
sfm_status plt_code_stubs (struct plt_code *plt,
                           const struct diag_sink *sink) SFM_CHECKED;

/* plt-existing.c: compare the functions of EXISTING with those of PLT.
   Statuses: NOMEM.  */
sfm_status plt_code_existing (struct existing_sframe *existing,
                              struct plt_code *plt,
                              const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_PLT_CODE_H */
