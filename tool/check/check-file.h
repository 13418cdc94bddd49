/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-file.h - a file that is checked, and the forms of output.  */

#ifndef TOOL_CHECK_FILE_H
#define TOOL_CHECK_FILE_H

#include "compare-inputs.h"
#include "check-advice.h"
#include "check-detail.h"
#include "check-totals.h"
#include "cmd-check.h"
#include "coverage.h"
#include "demangler.h"
#include "outbuf.h"
#include "report.h"
#include "synth-counts.h"
#include "consumer-file.h"

enum
{
  CHECK_DESCRIBED_TEXT = 64 /* bytes for check_described_text */
};

/* How much of an image is described.  */
struct check_described
{
  bool functions; /* of those of .eh_frame; else, if that has none, of the
                     bytes of code */
  uint64_t part;
  uint64_t whole; /* 0: nothing could be described, or it was not measured */
  bool low;       /* less than --min-coverage asks for */
  bool little;    /* less than half of the functions of .eh_frame, though there
                     is .sframe */
};

/* A linked image, an object, or a member of an archive.  */
struct check_subject
{
  struct consumer_subject known;     /* its FOUND is the array below */
  uint64_t found[FIND_COUNT];        /* for each id, the sum of the counts */
  size_t of_severity[SFM_ERROR + 1]; /* number of findings */
  struct consumer_pieces pieces;
  const struct coverage *coverage;        /* NULL: not measured */
  struct check_described described;       /* by COVERAGE */
  const struct synth_counts *fill;        /* what synth would add; NULL:
                                             nothing, or not asked for */
  const struct input_comparison *against; /* NULL: not asked for */
};

struct check;

/* A form of output.  For each subject BEGIN is called, then FINDING for each
   finding, in any order of severity, then END.  */
struct check_form
{
  void (*begin) (struct check *, const struct check_subject *);
  void (*finding) (struct check *, const struct finding *);
  bool advises; /* it shows which commands help */
  /* VERDICTS are those of the consumers that the user asked for.  */
  void (*end) (struct check *, const struct check_subject *,
               const struct consumer_verdict *verdicts, size_t verdict_count);
  /* Called instead for a file PATH without a subject.  */
  void (*unreadable) (struct check *, const char *path);
  /* Called instead for a file PATH that is not read, as it is WHY.  */
  void (*passed) (struct check *, const char *path, const char *why);
  /* Called after the subjects of PATH, and unreadable.  */
  void (*done) (struct check *, const char *path);
};

struct check
{
  const struct check_options *options;
  const struct check_form *form;
  struct report *report;
  const char *path;             /* of the current file */
  const struct file_tree *tree; /* in which PATH is, or NULL */
  struct check_subject subject; /* the current one */
  bool any;                     /* a subject of the file was begun */
  bool bad;                     /* a subject fails by the user's options */
  bool with;                    /* ... has .sframe, or should have */
  bool invalid;                 /* ... has errors in what is known */
  bool shown;                   /* there is output before the next subject */
  bool passing;                 /* a file without .sframe is only counted */
  bool nomem;                   /* the form ran out of memory */
  sfm_status advised;           /* of trying what is advised, reported */
  struct check_result *result;  /* of the current file */
  enum consumer_grade worst;    /* ... of the consumers asked for */
  struct check_detail *detail;  /* of the current file; NULL: no report */
  struct check_advice *advice;  /* of the current file */
  struct demangler *demangler;  /* NULL: names stay as in the symbol table */
  struct check_text *text;      /* state of check_text_form */
  struct outbuf out;
};

/* check-image.c, check-object.c: check a linked image, or an object or
   archive.  Callbacks of struct file_visitor (file-visit.h); CHECK is a struct
   check.  */
sfm_status check_image (void *check,
                        const struct file_source *source) SFM_CHECKED;
sfm_status check_objects (void *check, const struct file_source *source,
                          bool archive) SFM_CHECKED;

/* check-foreign.c: check IMAGE, an image or an object that SFrame has no ABI
   for; CHECK is a struct check.  A foreign_fn.  */
sfm_status check_foreign (void *check, const struct image *image) SFM_CHECKED;

/* check-against.c: find the functions of the inputs of --against in AUDIT's
   image, as sfmerge link does, compare them with its .sframe, and fill in
   AGAINST.  Findings go to FOUND.  Statuses: those of map_read,
   inputs_read_all and placer_finish.  */
sfm_status check_against (const struct check *check,
                          const struct image_context *audit,
                          struct input_comparison *against,
                          const struct finding_sink *found) SFM_CHECKED;

/* Begin and end CHECK->subject.  Before check_begin, the caller fills in its
   KNOWN except for the pieces; check_begin clears the findings.  check_end
   judges and shows it.  */
void check_begin (struct check *check);
void check_end (struct check *check);

/* Count and show FINDING about the current subject; CHECK is a struct
   check.  */
void check_take (void *check, const struct finding *finding);

/* Let the current subject have its pieces, which were LISTED; false: there was
   no memory, which is said.  */
sfm_status check_pieces (struct check *check, bool listed) SFM_CHECKED;

/* Whether all errors of the current subject are that something is not
   known.  */
bool check_is_later (const struct check_subject *subject);

/* check-described.c: fill in what is described of CHECK's subject.  */
void check_describe (struct check *check);

/* Put "12.3 % of the functions of .eh_frame" into TEXT of SIZE bytes, rounded
   down.  */
void check_described_text (const struct check_described *described, char *text,
                           size_t size);

/* PART of WHOLE in tenths of a percent, rounded down: 1000 only if they are
   equal.  */
unsigned check_per_mille (uint64_t part, uint64_t whole);

/* Whether SUBJECT has no pieces and no finding worse than a note.  */
bool check_is_without (const struct check_subject *subject);

/* "image", "object" or "module".  */
const char *check_kind_name (const struct check_subject *subject);

/* "error", "warning" or "note".  */
const char *check_severity_name (enum sfm_severity severity);

extern const struct check_form check_text_form;
extern const struct check_form check_json_form;
extern const struct check_form check_brief_form;
extern const struct check_form check_silent_form;

/* check-brief.c: the line before those of check_brief_form.  */
void check_brief_head (struct check *check);

/* Release CHECK->text.  */
void check_text_free (struct check *check);

#endif /* TOOL_CHECK_FILE_H */
