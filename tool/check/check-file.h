/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-file.h - a file that is checked, and the forms that show it.  */

#ifndef TOOL_CHECK_FILE_H
#define TOOL_CHECK_FILE_H

#include "compare-inputs.h"
#include "cmd-check.h"
#include "coverage.h"
#include "outbuf.h"
#include "report.h"
#include "consumer-verdict.h"

/* A linked image, an object, or a member of an archive.  */
struct check_subject
{
  struct consumer_subject known;     /* its FOUND is this one's */
  uint64_t found[FIND_COUNT];        /* sums of the counts of findings */
  size_t of_severity[SFM_ERROR + 1]; /* findings, each as often as it was
                                        found */
  struct consumer_piece *pieces;
  size_t piece_capacity;
  const struct coverage *coverage;        /* NULL: not measured */
  const struct input_comparison *against; /* NULL: not asked for */
};

struct check;

/* How to show it: each subject is begun, then come its findings, in any order,
   then it is ended.  */
struct check_form
{
  void (*begin) (struct check *, const struct check_subject *);
  void (*finding) (struct check *, const struct finding *);
  /* The same for VERDICTS, of the consumers that the user asked for.  */
  void (*end) (struct check *, const struct check_subject *,
               const struct consumer_verdict *verdicts, size_t verdict_count);
  /* Of the file PATH nothing can be shown.  */
  void (*unreadable) (struct check *, const char *path);
};

struct check
{
  const struct check_options *options;
  const struct check_form *form;
  struct report *report;
  struct check_subject subject; /* at hand */
  bool any;                     /* a subject of the file was begun */
  bool bad;                     /* the user would call one of them bad */
  bool shown;                   /* something was shown before */
  bool nomem;                   /* the form ran out of memory */
  struct check_text *text;      /* state of check_text_form */
  struct outbuf out;
};

/* check-image.c and check-object.c: as file_visitor has them (file-visit.h),
   CHECK is a struct check.  */
sfm_status check_image (void *check, const char *path, const uint8_t *bytes,
                        size_t size) SFM_CHECKED;
sfm_status check_objects (void *check, const char *path, const uint8_t *bytes,
                          size_t size, bool archive) SFM_CHECKED;

/* check-against.c: find in AUDIT's image, as sfmerge link does, the functions
   of the inputs that the user named, and compare them with what the image
   says; report to FOUND.  Marks pieces of AUDIT->own as taken.  Statuses:
   those of map_read, inputs_read_all and placer_finish.  */
sfm_status check_against (const struct check *check, struct audit_image *audit,
                          struct input_comparison *against,
                          const struct finding_sink *found) SFM_CHECKED;

/* Begin and end the subject at hand, of which KNOWN is filled in but for the
   pieces.  */
void check_begin (struct check *check);
void check_end (struct check *check);

/* Take FINDING about the subject at hand; CHECK is a struct check.  */
void check_take (void *check, const struct finding *finding);

/* Add PIECE, at hand already, to those of the subject.  False: no memory,
   which was said.  */
bool check_add_piece (struct check *check, const struct sfm_piece *piece,
                      bool past_section_end) SFM_CHECKED;

/* "image", "object" or "module".  */
const char *check_kind_name (const struct check_subject *subject);

/* "error", "warning" or "note".  */
const char *check_severity_name (enum sfm_severity severity);

extern const struct check_form check_text_form;
extern const struct check_form check_json_form;

/* Release what check_text_form has.  */
void check_text_free (struct check *check);

#endif /* TOOL_CHECK_FILE_H */
