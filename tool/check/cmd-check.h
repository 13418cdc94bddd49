/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-check.h - sfmerge check: its options, a file that is checked, and the
   forms of output.  */

#ifndef TOOL_CMD_CHECK_H
#define TOOL_CMD_CHECK_H

#include "audit.h"
#include "consumers.h"
#include "demangle.h"
#include "eh-frame.h"
#include "file-bytes.h"
#include "file-list.h"
#include "finding.h"
#include "options.h"
#include "report.h"
#include "sfmerge.h"

struct check;

enum
{
  CHECK_ALL_PARTS = 100000 /* 100 percent */
};

/* A percentage, and what the user called it.  */
struct check_percent
{
  unsigned parts; /* thousandths of a percent, up to CHECK_ALL_PARTS */
  const char *text;
};

/* The command line.  Strings are those of ARGV; the arrays of AGAINST and
   EXCLUDES are owned.  */
struct check_options
{
  char **argv; /* the command line, for the report */
  int argc;
  char **files;
  size_t file_count;
  struct consumer_list consumers;    /* --for */
  LIST (char *) against;             /* --against */
  const char *map;                   /* --from-map, or NULL */
  const char *symbols;               /* --symbols, or NULL */
  const char *detached;              /* --detached, or NULL */
  enum sfm_severity fail_on;         /* --fail-on */
  struct check_percent min_coverage; /* --min-coverage, else no parts */
  unsigned jobs;                     /* --jobs */
  bool no_rows;                      /* --no-rows */
  bool prove;                        /* --prove */
  bool eh_frame; /* --eh-frame, or a consumer that was named reads it */
  bool recurse;
  struct excludes excludes;
  bool demangle;
  bool require;
  bool json;
  bool brief;       /* a line for each file */
  const char *html; /* --html, or NULL */
};

/* The names of severities, which --fail-on takes, by enum sfm_severity, and
   NULL.  */
extern const char *const check_severities[];

extern const struct option_spec check_option_specs[];

/* Read the command line of COMMAND, whose options are check_option_specs, into
   OPTIONS.  Returns OPTIONS_GO_ON or the exit status.  check_options_free is
   due in any case.  */
int check_options_parse (int argc, char **argv, const struct command *command,
                         struct check_options *options, struct report *report);
void check_options_free (struct check_options *options);

/* What sfmerge check found out about a file, in numbers, and the sums over all
   files.  */

/* What became of a file.  */
enum check_outcome
{
  CHECK_UNREAD,
  CHECK_VALID, /* it has .sframe without an error */
  CHECK_INVALID,
  CHECK_LATER,   /* it has .sframe that this program does not know */
  CHECK_NONE,    /* it has no .sframe */
  CHECK_FOREIGN, /* it cannot have SFrame */
  CHECK_PACKED,  /* it is compressed in a way that is not read */
  CHECK_OUTCOMES
};

/* A file, or the sum over the members of an archive.  */
struct check_result
{
  enum check_outcome outcome;
  bool failed;      /* it makes the exit status 1 or 2 */
  bool low;         /* as in struct check_described */
  bool little;      /* as in struct check_described */
  uint8_t versions; /* bits 1 << version of the pieces' versions */
  uint64_t of_severity[SFM_ERROR + 1]; /* numbers of findings */
  uint64_t described;                  /* functions in .sframe */
  uint64_t part;  /* of an image, as in struct check_described */
  uint64_t whole; /* of an image, as in struct check_described */
  /* As in struct coverage; 0 without .sframe, or if it is no image.  */
  uint64_t functions;
  uint64_t functions_covered;
  /* As above, but for all images.  */
  uint64_t code;
  uint64_t code_covered;
  /* Whether a consumer was asked about its .sframe, and the worst grade.  */
  bool judged[CONSUMER_COUNT];
  enum consumer_grade grades[CONSUMER_COUNT];
};

enum
{
  CHECK_GRADES = CONSUMER_UNUSABLE + 1
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
  uint64_t judged[CONSUMER_COUNT][CHECK_GRADES]; /* files with .sframe */
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

/* How many files were to be read, and how many have .sframe.  */
uint64_t check_totals_files (const struct check_totals *totals);
uint64_t check_totals_with (const struct check_totals *totals);

/* Append TOTALS over LIST to CHECK's output as text, or as a member of a JSON
   object.  NAMED: files without .sframe were named.  */
void check_totals_text (const struct check_totals *totals,
                        const struct file_list *list, bool named,
                        struct check *check);
void check_totals_json (const struct check_totals *totals,
                        const struct file_list *list, struct outbuf *out);

/* What a report shows of a file, besides its numbers.

   It has a fixed size, because it is in memory that the process which checks
   the file shares with the one that writes the report.  */

enum
{
  /* Findings of one kind, and bytes of all findings, that are shown of a file;
     the others are counted.  A file with all kinds has about 60 of them.  */
  DETAIL_KIND = 3,
  DETAIL_TEXT = 8192,

  /* Functions without rows that are kept of a file, the largest, and bytes of
     their names.  One file may have all of a report's.  */
  DETAIL_GAPS = 50,
  DETAIL_NAME = 240,

  DETAIL_PLACE = 96, /* bytes of a place in a section */
  DETAIL_WHY = 160   /* of why a consumer cannot use the file */
};

struct detail_gap
{
  char name[DETAIL_NAME]; /* cut off; "": unknown */
  uint64_t addr;
  uint64_t uncovered;
};

struct check_detail
{
  char error[REPORT_ERROR_SIZE];        /* why the file was not read, or "" */
  char why[CONSUMER_COUNT][DETAIL_WHY]; /* why the consumer cannot use the
                                           file, or "" */
  uint8_t shown[FIND_COUNT];            /* findings of each kind */
  uint64_t more;                        /* findings that are not in TEXT */
  size_t used;                          /* of TEXT */
  char text[DETAIL_TEXT]; /* errors and warnings, each with a NUL after it:
                             "error: NAME: TEXT" */
  size_t gap_count;
  struct detail_gap gaps[DETAIL_GAPS]; /* largest first */
};

/* The result of check_against, in functions of the inputs.  */
struct input_comparison
{
  size_t functions;  /* all: GONE, UNPLACED, and one for each LIVE address */
  size_t live;       /* addresses of the image where one is */
  size_t same;       /* ... that the image describes with the same rules */
  size_t missing;    /* ... that it does not describe */
  size_t different;  /* ... that it describes with other rules */
  size_t gone;       /* not in the image: discarded, folded, not extracted,
                       rewritten, dead, empty, a copy of a live one */
  size_t unplaced;   /* of unknown address */
  size_t wrong_rows; /* ... of these: .eh_frame has other rules for their
                        code */
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
  size_t of_eh_frame; /* ... worse than a note, that are about .eh_frame */
  struct consumer_pieces pieces;
  const struct coverage *coverage;        /* NULL: not measured */
  struct check_described described;       /* by COVERAGE */
  const struct synth_counts *fill;        /* what synth would add; NULL:
                                             nothing, or not asked for */
  const struct input_comparison *against; /* NULL: not asked for */
};

/* A form of output.  For each subject BEGIN is called, then FINDING for each
   finding, in any order of severity, then END.  What is NULL is not
   called.  */
struct check_form
{
  void (*begin) (struct check *, const struct check_subject *);
  void (*finding) (struct check *, const struct finding *);
  bool advises; /* it shows which commands help */
  /* VERDICTS are those of the consumers that the user asked for.  */
  void (*end) (struct check *, const struct check_subject *,
               const struct consumer_verdict *verdicts, size_t verdict_count);
  /* Called instead for a file PATH that is not read, for the reason WHY.  */
  void (*passed) (struct check *, const char *path, const char *why);
  /* Called after the subjects of PATH, or if there are none.  */
  void (*done) (struct check *, const char *path);
};

struct check
{
  const struct check_options *options;
  const struct check_form *form;
  struct report *report;
  const char *path;             /* of the current file */
  const struct file_tree *tree; /* in which PATH is, or NULL */
  struct finding_sink found;    /* check_take with this */
  struct check_subject subject; /* the current one */
  bool any;                     /* a subject of the file was begun */
  bool bad;                     /* a subject fails by the user's options */
  bool with;                    /* ... has .sframe, or should have */
  bool invalid;                 /* ... has errors in what is known */
  bool shown;                   /* there is output before the next subject */
  bool passing;                 /* a file without .sframe is only counted */
  bool counting;                /* a file with nothing wrong is only counted */
  bool nomem;                   /* the form ran out of memory */
  sfm_status advised;           /* of trying what is advised; was reported */
  struct check_result *result;  /* of the current file */
  enum consumer_grade worst;    /* ... of the consumers asked for */
  struct check_detail *detail;  /* of the current file; NULL: no report */
  struct check_advice *advice;  /* what was tried with the current file; NULL:
                                   nothing yet */
  struct demangler *demangler;  /* NULL: names stay as in the symbol table */
  struct check_text *text;      /* state of check_text_form */
  struct outbuf out;
};

/* check-image.c, check-object.c: check a linked image, or an object or
   archive.  Callbacks of struct file_visitor (file-list.h); CHECK is a struct
   check.  */
sfm_status check_image (void *check,
                        const struct file_source *source) SFM_CHECKED;
sfm_status check_objects (void *check, const struct file_source *source,
                          bool archive) SFM_CHECKED;

/* check-object.c: check IMAGE, an image or an object that SFrame has no ABI
   for; CHECK is a struct check.  A foreign_fn.  */
sfm_status check_foreign (void *check, const struct image *image) SFM_CHECKED;

/* check-against.c: find the functions of the inputs of --against in AUDIT's
   image, as sfmerge link does, compare them with its .sframe, by their rules
   at every address, not by their rows, and fill in RESULT.  Findings go to
   SINK: FIND_MISSING and FIND_DIFFERENT for each address, FIND_UNPLACED once
   for all functions that were not found, and FIND_ROWS_CONTRADICT for each
   that is refuted.  Statuses: those of map_read, inputs_read_all and
   placer_finish.  */
sfm_status check_against (const struct check *check,
                          const struct image_context *audit,
                          struct input_comparison *result,
                          const struct finding_sink *sink) SFM_CHECKED;

/* Begin and end CHECK->subject.  Before check_begin, the caller fills in its
   KNOWN except for the pieces; check_begin clears the findings.  check_end
   judges and shows it.  */
void check_begin (struct check *check);
void check_end (struct check *check);

/* Release CHECK->advice, for the next file.  */
void check_advice_free (struct check *check);

/* Count and show FINDING about the current subject; CHECK is a struct
   check.  */
void check_take (void *check, const struct finding *finding);

/* Like check_take for a FINDING that only verdicts use: count, do not show
   it.  */
void check_count (void *check, const struct finding *finding);

/* Let KNOWN of the current subject refer to its pieces.  If these were not
   LISTED, there was no memory, which is reported.  */
sfm_status check_pieces (struct check *check, bool listed) SFM_CHECKED;

/* Whether all errors of SUBJECT are that something is not known.  */
bool check_is_later (const struct check_subject *subject);

/* check-described.c: fill in what is described of CHECK's subject.  */
void check_describe (struct check *check);

/* Whether SUBJECT has no pieces and no finding worse than a note.  */
bool check_is_without (const struct check_subject *subject);

extern const struct check_form check_text_form;
extern const struct check_form check_json_form;
extern const struct check_form check_brief_form;
extern const struct check_form check_silent_form;

/* Release CHECK->text.  */
void check_text_free (struct check *check);

/* Functions that the check-text*.c files share.  */

enum
{
  CHECK_SYMBOL_MAX = 256 /* bytes of a function's name in a line */
};

/* What to put after the text of PERCENT.  */
static inline const char *
check_percent_sign (const struct check_percent *percent)
{
  return strchr (percent->text, '%') == NULL ? " %" : "";
}

/* Append how much of SUBJECT is described and what the rest is, to the line
   about it; the lines about COVERAGE; and the line about the comparison
   AGAINST.  */
void check_put_described (struct check *check,
                          const struct check_subject *subject);
void check_put_coverage (struct check *check, const struct coverage *coverage);

/* Append the line about what synth would make.  */
void check_put_fill (struct check *check, const struct synth_counts *fill);
void check_put_against (struct check *check,
                        const struct input_comparison *against);

#endif /* TOOL_CMD_CHECK_H */
