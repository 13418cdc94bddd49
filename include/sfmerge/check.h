/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check.h - the rules of the format.  */

#ifndef SFMERGE_CHECK_H
#define SFMERGE_CHECK_H

#include "read.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sfm_severity
{
  SFM_NOTE,    /* worth knowing */
  SFM_WARNING, /* legal but harmful or unusual */
  SFM_ERROR    /* a consumer reads wrong data or faults */
};

/* Findings.  The names are stable, and new findings are added at the end.
   Section 8 of doc/internals.md of the sources has the rules behind them; the
   files check-*.c say more.  X (ID, NAME, SEVERITY).  */
/* clang-format off */
#define SFM_FINDINGS(X)                                                       \
  X (SFM_FIND_EMPTY,         "empty-section",        SFM_NOTE)                \
  X (SFM_FIND_TRUNCATED,     "truncated",            SFM_ERROR)               \
  X (SFM_FIND_MAGIC,         "bad-magic",            SFM_ERROR)               \
  X (SFM_FIND_VERSION,       "bad-version",          SFM_ERROR)               \
  X (SFM_FIND_FLAGS,         "bad-flags",            SFM_ERROR)               \
  X (SFM_FIND_ABI,           "bad-abi",              SFM_ERROR)               \
  X (SFM_FIND_BOUNDS,        "out-of-bounds",        SFM_ERROR)               \
  X (SFM_FIND_TILING,        "not-packed",           SFM_WARNING)             \
  X (SFM_FIND_AUX,           "auxiliary-header",     SFM_WARNING)             \
  X (SFM_FIND_TAIL,          "tail-not-zero",        SFM_WARNING)             \
  X (SFM_FIND_PIECES,        "several-pieces",       SFM_ERROR)               \
  X (SFM_FIND_FRE_COUNT,     "fre-count",            SFM_ERROR)               \
  X (SFM_FIND_FRE_SHARED,    "fre-shared",           SFM_NOTE)                \
  X (SFM_FIND_FRE_OVERLAP,   "fre-overlap",          SFM_ERROR)               \
  X (SFM_FIND_FRE_UNUSED,    "fre-unused",           SFM_WARNING)             \
  X (SFM_FIND_FDE_INFO,      "fde-info",             SFM_ERROR)               \
  X (SFM_FIND_FDE_ABI_BITS,  "fde-abi-bits",         SFM_ERROR)               \
  X (SFM_FIND_FDE_ZERO_SIZE, "fde-zero-size",        SFM_WARNING)             \
  X (SFM_FIND_FDE_ROWLESS,   "fde-no-rows",          SFM_NOTE)                \
  X (SFM_FIND_FDE_WRAPS,     "fde-wraps",            SFM_ERROR)               \
  X (SFM_FIND_REP_SIZE,      "rep-size",             SFM_ERROR)               \
  X (SFM_FIND_REP_UNUSED,    "rep-size-unused",      SFM_NOTE)                \
  X (SFM_FIND_FIRST_ROW,     "first-row-not-0",      SFM_WARNING)             \
  X (SFM_FIND_ROW_ORDER,     "row-order",            SFM_ERROR)               \
  X (SFM_FIND_ROW_EQUAL,     "row-equal-start",      SFM_WARNING)             \
  X (SFM_FIND_ROW_PAST_END,  "row-past-end",         SFM_WARNING)             \
  X (SFM_FIND_ROW_BEYOND,    "row-beyond-end",       SFM_WARNING)             \
  X (SFM_FIND_FRE_TYPE,      "fre-type-narrow",      SFM_NOTE)                \
  X (SFM_FIND_ROW_SIZE_CODE, "row-size-code",        SFM_ERROR)               \
  X (SFM_FIND_ROW_COUNT,     "row-word-count",       SFM_ERROR)               \
  X (SFM_FIND_ROW_UNDEFINED, "row-undefined-info",   SFM_NOTE)                \
  X (SFM_FIND_ROW_FLEX,      "row-flex-control",     SFM_ERROR)               \
  X (SFM_FIND_ROW_S390X,     "row-s390x-slot",       SFM_ERROR)               \
  X (SFM_FIND_UNSORTED,      "not-sorted",           SFM_ERROR)               \
  X (SFM_FIND_NOT_FLAGGED,   "sorted-flag-clear",    SFM_WARNING)             \
  X (SFM_FIND_OVERLAP,       "functions-overlap",    SFM_ERROR)               \
  X (SFM_FIND_DUPLICATE,     "functions-duplicate",  SFM_WARNING)             \
  X (SFM_FIND_MIXED,         "pieces-mixed",         SFM_ERROR)               \
  X (SFM_FIND_NOT_PCREL,     "v3-not-pcrel",         SFM_WARNING)             \
  X (SFM_FIND_FIXED,         "fixed-offset",         SFM_ERROR)               \
  X (SFM_FIND_SORTED_OBJECT, "sorted-in-object",     SFM_NOTE)                \
  X (SFM_FIND_SHARED_OBJECT, "fre-shared-in-object", SFM_ERROR)               \
  X (SFM_FIND_FLEX_ABI,      "fde-flex-abi",         SFM_WARNING)             \
  X (SFM_FIND_ROWLESS_OLD,   "fde-no-rows-old",      SFM_WARNING)             \
  X (SFM_FIND_FLEX_BASE,     "row-flex-base",        SFM_NOTE)
/* clang-format on */

enum sfm_finding_id
{
#define SFM_X(id, name, severity) id,
  SFM_FINDINGS (SFM_X)
#undef SFM_X
      SFM_FIND_COUNT
};

/* The stable name of ID, in static memory, never NULL.  */
const char *sfm_finding_name (enum sfm_finding_id id);

#define SFM_NO_INDEX UINT32_MAX

struct sfm_finding
{
  enum sfm_finding_id id;
  enum sfm_severity severity;
  uint32_t piece;  /* number of the piece in the section */
  uint32_t fde;    /* number of the FDE in the piece, or SFM_NO_INDEX */
  uint32_t row;    /* number of the row in the FDE, or SFM_NO_INDEX */
  uint64_t offset; /* section offset */
  char text[160];
};

struct sfm_check_options
{
  size_t size;           /* sizeof (struct sfm_check_options); zero in any
                            other member means the default */
  uint64_t section_addr; /* address of the section in its image */
  bool object;           /* relocatable: addresses are unknown, and the rules
                            about them are not checked */
  /* Start base of a V1 or V2 piece without the PCREL flag at the start of the
     section.  Such a piece later in the section is always relative to the
     field, as only linkers that do not know SFrame concatenate
     (doc/internals.md of the sources, section 9).  */
  enum sfm_start_base start_base;
  /* The allocator, as in struct sfm_options.  */
  void *(*alloc) (void *data, size_t size);
  void (*release) (void *data, void *pointer);
  void *alloc_data;
};

/* Check the SIZE bytes at BYTES and call FOUND with DATA for each finding:
   piece by piece the header, the functions with their rows, and the piece as a
   whole; functions that overlap come last.  The finding is valid during the
   call only.  OPTIONS may be NULL: an image's section at address 0.  Statuses:
   SFM_OK (the check ran to its end, whatever it found), NOMEM, USAGE,
   UNSUPP.  */
sfm_status sfm_check (const void *bytes, size_t size,
                      const struct sfm_check_options *options,
                      void (*found) (void *data,
                                     const struct sfm_finding *finding),
                      void *data, struct sfm_diag *diag) SFM_CHECKED;

#ifdef __cplusplus
}
#endif

#endif /* SFMERGE_CHECK_H */
