/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-run.h - one FILE of sfmerge repair, sfmerge convert, sfmerge synth
   and sfmerge strip.

   The kind of a FILE is found by its contents, and there is one function per
   kind to make the new contents.  Archives and compressed files contain files
   of other kinds.  */

#ifndef TOOL_REPAIR_RUN_H
#define TOOL_REPAIR_RUN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "archive.h"
#include "file-bytes.h"
#include "file-list.h"
#include "image-edit.h"
#include "relobj.h"
#include "repair-limits.h"
#include "sfmerge.h"

/* The parsed command line.  Strings are those of ARGV; of EXCLUDES the array
   is owned.  */
struct repair_options
{
  struct common_options common; /* first, for its rows of the tables; unless
                                   TARGETED, FILE keeps its version */
  bool split;                   /* not of repair */
  bool images;                  /* process only the images that RECURSE
                                   finds */
  bool recurse;
  struct excludes excludes;
  bool strip;    /* remove SFrame; few of the other options are used */
  unsigned jobs; /* or OPTIONS_JOBS_UNSET */
  char **files;
  int file_count; /* at least 1; 1 with -o */
};

/* What became of a FILE.  */
enum repair_outcome
{
  REPAIR_CHANGED, /* or would be, with --dry-run */
  REPAIR_UNCHANGED,
  REPAIR_NOTHING, /* it has nothing to describe */
  REPAIR_REFUSED,
  REPAIR_UNREAD,
  REPAIR_OUTCOMES
};

/* The result for one FILE.  */
struct repair_result
{
  enum repair_outcome outcome;
  uint64_t functions; /* of .sframe in the end */
  uint64_t bytes;     /* of .sframe in the end */
  struct synth_counts synth;
  bool filled;                   /* workers_output () has the new file, */
  bool patch;                    /* ... as a patch (output_patch), */
  uint64_t size;                 /* ... of so many bytes */
  char error[REPORT_ERROR_SIZE]; /* if it is REFUSED or UNREAD, the first */
};

struct repair_run
{
  const struct repair_options *options;
  struct report *report;
  const struct consumer *judge; /* who must be able to use the result; NULL:
                                   nobody */
  bool trial;                   /* see image-edit.h */
  const char *path;
  const struct file_entry *entry; /* of PATH */
  const char *twin; /* an image with its build-id, for which the detached file
                       was made in this run; or NULL */
  const struct file_bytes *file; /* as read */
  enum file_kind kind;           /* of the file, or of the contents of a packed
                                    one */
  struct relobj_result counts;   /* sums over the members */
  uint64_t objects;              /* objects or images with .sframe */
  uint64_t rewritten;            /* of these, how many changed */
  enum consumer_grade grade;     /* the worst that JUDGE has given them */
  struct image_edit image;       /* if the file is one, */
  int output;                    /* ... and where it goes: workers_output () */
  struct repair_result *result;  /* what became of the file */
  bool packed;                   /* the file is a gzip file */
  bool reported;                 /* repair_tell was called */
  bool refused;                  /* the failure is not an unreadable file */
};

/* repair-file.c: repair the file ENTRY and set *RESULT.  TWIN: an image with
   its build-id that was done before, or NULL.  With --json a line about it is
   printed, after a comma unless it is the FIRST.  Returns the exit status.  */
int repair_file (const struct repair_options *options, struct report *report,
                 const struct file_entry *entry, const char *twin, bool first,
                 struct repair_result *result);

/* repair-file.c: write the output of ENTRY, RESULT->size bytes of FROM, which
   another process has made from INPUT while its identity was ID.  Statuses:
   those of output_write_filled.  */
sfm_status repair_commit (const struct repair_options *options,
                          const struct file_entry *entry, int input,
                          const struct file_id *id, int from,
                          const struct repair_result *result,
                          const struct diag_sink *sink) SFM_CHECKED;

/* repair-file.c: how the output of ENTRY, which was read as LIKE, is to be
   written, and where: *PATH.  */
struct output_options repair_output_how (const struct repair_options *options,
                                         const struct file_entry *entry,
                                         const struct file_bytes *like,
                                         const char **path);

/* repair-files.c: repair all files of OPTIONS; returns the exit status.  */
int repair_files (const struct repair_options *options, struct report *report);

/* Make the new contents of the SIZE bytes at BYTES, called NAME in messages:
   *OUT, *OUT_SIZE bytes to be released by repair_release.  *OUT is NULL
   before, and stays so if nothing changes.  */
typedef sfm_status repair_fn (struct repair_run *run, const char *name,
                              const uint8_t *bytes, size_t size, uint8_t **out,
                              size_t *out_size);

/* repair-content.c: repair contents by RUN->kind; those of a gzip file are
   unpacked and repacked.  */
repair_fn repair_content;

/* repair-content.c: the pages whose bytes are at OUT, those of the copy of
   RUN's image or of its file; NULL: OUT is not in pages, all its bytes are
   there.  */
struct paged *repair_pages (const struct repair_run *run, const uint8_t *out);

/* repair-content.c: release OUT, which is from malloc unless it is the copy of
   RUN's image, or a detached file, which RUN owns.  */
void repair_release (const struct repair_run *run, uint8_t *out);

/* repair-object.c, repair-image.c: one kind each.  */
repair_fn repair_object;
repair_fn repair_archive;
repair_fn repair_image;

/* repair-object.c: refuse IMAGE, for the reason WHY, if it is a detached file.
   In a walk it is only skipped: set *DETACHED.  Statuses: UNSUPP.  */
sfm_status repair_detached (struct repair_run *run, const struct image *image,
                            const char *why, bool *detached) SFM_CHECKED;

/* repair-object.c: remove SFrame from an object or an image of any machine.
   What is removed is added to the sections and bytes of RUN's counts.  */
repair_fn repair_strip;

/* repair-object.c: refuse the SIZE bytes at BYTES, an object or an archive
   called NAME, as it would be after the run, if the consumer of --for cannot
   use what it has.  Statuses: UNSUPP, and those of inputs_read_source.  */
sfm_status repair_judge (struct repair_run *run, const char *name,
                         const uint8_t *bytes, size_t size) SFM_CHECKED;

/* repair-totals.c: report what was found and done.  Called before anything is
   written; repeated calls do nothing.  */
void repair_tell (struct repair_run *run);

/* repair_tell as JSON, for the whole file; NULL: no memory.  STATE is
   "unchanged", "rewritten" or "failed".  */
json_t *repair_json (const struct repair_run *run, const char *state);

/* The sums over all files of sfmerge repair -r.  */

/* Why files failed.  */
struct totals_reason
{
  char text[REPORT_ERROR_SIZE]; /* the message, without its numbers */
  uint64_t files;
};

struct repair_totals
{
  uint64_t outcomes[REPAIR_OUTCOMES]; /* files of each */
  uint64_t functions;
  uint64_t bytes;
  struct synth_counts synth;
  struct totals_reason reasons[TOTALS_REASONS];
  size_t reason_count;
  uint64_t other_reasons; /* files with other reasons */
};

/* Add RESULT to TOTALS.  */
void totals_add (struct repair_totals *totals,
                 const struct repair_result *result);

/* Report TOTALS, and what the walk that made LIST skipped.  */
void totals_tell (const struct repair_totals *totals,
                  const struct repair_options *options,
                  const struct file_list *list, const struct diag_sink *sink);

/* The same as JSON; NULL: no memory.  */
json_t *totals_json (const struct repair_totals *totals,
                     const struct repair_options *options,
                     const struct file_list *list);

/* What a command would do to a file.  */

/* The result.  */
struct repair_tried
{
  bool works;                /* the command succeeds, and finds .sframe */
  bool nothing;              /* it succeeds, and finds nothing to do */
  enum consumer_grade grade; /* of the result; of objects the worst */
  char help[IMAGE_HELP];     /* if it fails, the options with which it would
                                succeed, or empty */
};

/* Do to FILE, which was read from PATH, what sfmerge repair, convert or synth
   does with OPTIONS, but in memory and silently, and have JUDGE judge the
   result.  Statuses: NOMEM; IO, with errno set; both without a message.  */
sfm_status repair_try (const struct common_options *options,
                       const struct consumer *judge, const char *path,
                       const struct file_bytes *file,
                       struct repair_tried *tried) SFM_CHECKED;

#endif /* TOOL_REPAIR_RUN_H */
