/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   finding.h - findings: errors, warnings and notes about the .sframe of a
   file.

   The engine's checker finds errors in the bytes of a section (SFM_FINDINGS).
   FINDINGS adds those that only the file around the section shows.  Both share
   one range of numbers.  */

#ifndef BFDGLUE_FINDING_H
#define BFDGLUE_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"

/* X (ID, NAME, SEVERITY).  The names are stable.  */
/* clang-format off */
#define FINDINGS(X)                                                           \
  /* The section and the segment.  */                                         \
  X (FIND_NO_SECTION,       "no-section",             SFM_NOTE)               \
  X (FIND_NOBITS,           "section-nobits",         SFM_NOTE)               \
  X (FIND_SECTION_TYPE,     "section-type",           SFM_WARNING)            \
  X (FIND_SECTION_FLAGS,    "section-flags",          SFM_ERROR)              \
  X (FIND_SECTION_ACCESS,   "section-access",         SFM_WARNING)            \
  X (FIND_SEVERAL_SECTIONS, "several-sections",       SFM_ERROR)              \
  X (FIND_SEGMENT_MISSING,  "segment-missing",        SFM_WARNING)            \
  X (FIND_SEGMENT_SHORT,    "segment-short",          SFM_ERROR)              \
  X (FIND_SEGMENT_LONG,     "segment-long",           SFM_WARNING)            \
  X (FIND_SEGMENT_STALE,    "segment-stale",          SFM_ERROR)              \
  X (FIND_NO_HEADERS,       "no-section-headers",     SFM_NOTE)               \
  /* Its pieces.  */                                                          \
  X (FIND_BURIED,           "buried-pieces",          SFM_WARNING)            \
  X (FIND_VERSIONS,         "versions-mixed",         SFM_ERROR)              \
  X (FIND_FLAGS_MIXED,      "flags-mixed",            SFM_ERROR)              \
  X (FIND_PADDING,          "padding-between-pieces", SFM_NOTE)               \
  X (FIND_UNUSED,           "unused-bytes",           SFM_NOTE)               \
  X (FIND_DAMAGED,          "damaged-bytes",          SFM_ERROR)              \
  X (FIND_ADDRESS_RULE,     "wrong-address-rule",     SFM_ERROR)              \
  X (FIND_UNBELIEVED,       "addresses-unknown",      SFM_ERROR)              \
  X (FIND_CLOBBERED,        "clobbered",              SFM_ERROR)              \
  X (FIND_PLT_ONLY,         "plt-only",               SFM_ERROR)              \
  X (FIND_NOTHING,          "describes-nothing",      SFM_ERROR)              \
  /* Its functions.  */                                                       \
  X (FIND_DEAD,             "dead-function",          SFM_WARNING)            \
  X (FIND_NOT_CODE,         "function-not-code",      SFM_ERROR)              \
  X (FIND_UNKNOWN,          "function-unknown",       SFM_WARNING)            \
  X (FIND_CONTRADICTED,     "function-contradicted",  SFM_ERROR)              \
  X (FIND_ROWS_CONTRADICT,  "rows-contradict",        SFM_ERROR)              \
  X (FIND_ROWS_UNJUDGED,    "rows-unjudged",          SFM_ERROR)              \
  X (FIND_MARKS,            "marks-contradict",       SFM_ERROR)              \
  X (FIND_ROWS_REFUTED,     "rows-refuted",           SFM_ERROR)              \
  X (FIND_ROWS_OUTERMOST,   "rows-not-outermost",     SFM_WARNING)            \
  X (FIND_LACKING,          "functions-left-out",     SFM_NOTE)               \
  X (FIND_LAST_CALLS,       "last-calls",             SFM_NOTE)               \
  X (FIND_PLT_UNCOVERED,    "plt-uncovered",          SFM_WARNING)            \
  X (FIND_PLT_ROWS,         "plt-wrong-rows",         SFM_ERROR)              \
  /* Its relocations.  */                                                     \
  X (FIND_RELOC_OFFSET,     "relocation-offset",      SFM_ERROR)              \
  X (FIND_RELOC_TARGET,     "relocation-target",      SFM_ERROR)              \
  X (FIND_RELOC_ACROSS,     "relocation-across",      SFM_WARNING)            \
  X (FIND_RELOC_NONE,       "relocation-none",        SFM_WARNING)            \
  X (FIND_RELOC_MISSING,    "relocation-missing",     SFM_WARNING)            \
  /* .eh_frame, and .eh_frame_hdr.  */                                        \
  X (FIND_EH_DAMAGED,       "eh-frame-damaged",       SFM_ERROR)              \
  X (FIND_EH_OVERLAP,       "eh-frame-overlap",       SFM_WARNING)            \
  X (FIND_EH_HDR_MISSING,   "eh-frame-hdr-missing",   SFM_WARNING)            \
  X (FIND_EH_HDR_DAMAGED,   "eh-frame-hdr-damaged",   SFM_ERROR)              \
  X (FIND_EH_HDR_ENCODING,  "eh-frame-hdr-encoding",  SFM_WARNING)            \
  X (FIND_EH_HDR_SEGMENT,   "eh-frame-hdr-segment",   SFM_ERROR)              \
  X (FIND_EH_HDR_POINTER,   "eh-frame-hdr-pointer",   SFM_ERROR)              \
  X (FIND_EH_HDR_ORDER,     "eh-frame-hdr-order",     SFM_ERROR)              \
  X (FIND_EH_HDR_LACKS,     "eh-frame-hdr-lacks",     SFM_ERROR)              \
  X (FIND_EH_HDR_WRONG,     "eh-frame-hdr-wrong",     SFM_ERROR)              \
  X (FIND_FRAME_REFUTED,    "eh-frame-refuted",       SFM_WARNING)            \
  X (FIND_EH_RECORDS,       "eh-frame-records",       SFM_NOTE)               \
  /* Its code.  */                                                            \
  X (FIND_CODE_PROVEN,      "code-proven",            SFM_NOTE)               \
  X (FIND_FUNCTION_UNDECIDED, "function-undecided",   SFM_NOTE)               \
  X (FIND_CODE_UNDECIDED,   "code-undecided",         SFM_NOTE)               \
  /* What the inputs have.  */                                                \
  X (FIND_MISSING,          "function-missing",       SFM_ERROR)              \
  X (FIND_DIFFERENT,        "function-different",     SFM_ERROR)              \
  X (FIND_UNPLACED,         "functions-unplaced",     SFM_WARNING)
/* clang-format on */

enum finding_id
{
  FIND_BEFORE_FIRST = SFM_FIND_COUNT - 1,
#define FINDING_X(id, name, severity) id,
  FINDINGS (FINDING_X)
#undef FINDING_X
      FIND_COUNT /* of SFM_FINDINGS and FINDINGS */
};

struct audit_window;

/* One finding.  Its strings are valid until the callback returns.  */
struct finding
{
  unsigned id; /* SFM_FIND_* or FIND_* */
  enum sfm_severity severity;
  const char *section; /* its name; NULL: not about a section */
  uint32_t number;     /* index of its header if the file has several SFrame
                          sections, or 0 */
  uint32_t piece;      /* number in the section, or SFM_NO_INDEX */
  uint32_t fde;        /* number in the piece, or SFM_NO_INDEX */
  uint32_t row;        /* number in the FDE, or SFM_NO_INDEX */
  const char *symbol;  /* of the function concerned; NULL: unknown */
  const struct audit_window *window; /* to look up SYMBOL; NULL: no need */
  uint64_t offset;                   /* in SECTION */
  uint64_t count;   /* of the functions, pieces or bytes concerned; 1 for
                          a single place */
  const char *text; /* one sentence, lower case, no full stop */
};

/* A receiver of findings.  */
struct finding_sink
{
  void (*fn) (void *data, const struct finding *finding);
  void *data;
};

/* A finding about the whole of SECTION, which may be NULL.  */
static inline struct finding
finding_place (const char *section, uint32_t number)
{
  return (struct finding){ .section = section,
                           .number = number,
                           .piece = SFM_NO_INDEX,
                           .fde = SFM_NO_INDEX,
                           .row = SFM_NO_INDEX,
                           .count = 1 };
}

/* Whether ID, below FIND_COUNT, is about .eh_frame and not about SFrame.  */
static inline bool
finding_is_of_eh_frame (unsigned id)
{
  return id >= FIND_EH_DAMAGED && id <= FIND_EH_RECORDS;
}

/* Whether ID is about the table in .eh_frame_hdr.  */
static inline bool
finding_is_of_table (unsigned id)
{
  return id >= FIND_EH_HDR_MISSING && id <= FIND_EH_HDR_WRONG;
}

/* The name and the severity of ID, below FIND_COUNT.  */
const char *finding_name (unsigned id);
enum sfm_severity finding_severity (unsigned id);

/* Report a finding ID with the text FORMAT..., cut off at 511 bytes.  PLACE
   supplies all else; a symbol is looked up only now, as most places that are
   looked at have no finding.  */
void finding_report (const struct finding_sink *sink, unsigned id,
                     const struct finding *place, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

#endif /* BFDGLUE_FINDING_H */
