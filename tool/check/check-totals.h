/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-totals.h - what sfmerge check found out about a file, in numbers, and
   the sums over all files.  */

#ifndef TOOL_CHECK_TOTALS_H
#define TOOL_CHECK_TOTALS_H

#include "file-list.h"
#include "outbuf.h"
#include "sfmerge.h"

/* What became of a file.  */
enum check_outcome
{
  CHECK_UNREAD,
  CHECK_VALID, /* it has .sframe without an error */
  CHECK_INVALID,
  CHECK_LATER,   /* it has .sframe that this program does not know */
  CHECK_NONE,    /* it has no .sframe */
  CHECK_FOREIGN, /* it cannot have SFrame */
  CHECK_PACKED,  /* it is compressed so that it is not read */
  CHECK_OUTCOMES
};

/* A file, or the sum over the members of an archive.  */
struct check_result
{
  enum check_outcome outcome;
  bool failed;      /* it makes the exit status 1 or 2 */
  bool low;         /* it is described.low (check-file.h), */
  bool little;      /* ... or described.little */
  uint8_t versions; /* bits 1 << version of the pieces' versions */
  uint64_t of_severity[SFM_ERROR + 1]; /* numbers of findings */
  uint64_t described;                  /* functions in .sframe */
  uint64_t part;  /* what is described, of an image; as in struct */
  uint64_t whole; /* ... check_described */
  /* As in struct coverage; 0 without .sframe, or if it is no image.  */
  uint64_t functions;
  uint64_t functions_covered;
  /* The same, but of all images.  */
  uint64_t code;
  uint64_t code_covered;
};

struct check_totals
{
  uint64_t outcomes[CHECK_OUTCOMES];
  uint64_t failed; /* of the files that were read */
  uint64_t low;
  uint64_t little;
  uint64_t described;
  uint64_t functions;
  uint64_t functions_covered;
  uint64_t code;
  uint64_t code_covered;
};

/* Whether a file with OUTCOME has .sframe.  */
static inline bool
check_has_sframe (enum check_outcome outcome)
{
  return outcome == CHECK_VALID || outcome == CHECK_INVALID
         || outcome == CHECK_LATER;
}

/* Add RESULT to TOTALS.  */
void check_totals_add (struct check_totals *totals,
                       const struct check_result *result);

/* How the sums are told.  */
struct check_totals_how
{
  bool named;   /* files without .sframe were named, */
  bool verbose; /* ... and those that cannot have SFrame */
  bool min;     /* there is --min-coverage */
};

/* Append TOTALS over LIST to OUT as text, or as a member of a JSON object.  */
void check_totals_text (const struct check_totals *totals,
                        const struct file_list *list,
                        const struct check_totals_how *how,
                        struct outbuf *out);
void check_totals_json (const struct check_totals *totals,
                        const struct file_list *list, struct outbuf *out);

#endif /* TOOL_CHECK_TOTALS_H */
