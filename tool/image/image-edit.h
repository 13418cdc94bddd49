/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-edit.h - one linked image and its merged section: the part that
   sfmerge link, repair and convert share.

   Open the image and read it (image_edit_read), describe it in a merger
   (image_edit_describe), then plan, make and verify the changed copy
   (image_edit_build), and write it (image_edit_write).  */

#ifndef TOOL_IMAGE_EDIT_H
#define TOOL_IMAGE_EDIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "consumers.h"
#include "describe.h"
#include "detached-file.h"
#include "diag.h"
#include "eh-frame.h"
#include "image-change.h"
#include "image-context.h"
#include "options.h"
#include "output-file.h"
#include "pieces.h"
#include "plt-code.h"
#include "report.h"
#include "sfmerge.h"

/* The options that sfmerge link, repair and convert share.

   Each row is defined once.  The table of a command lists the rows it has, in
   the order of its help, and passes the texts that differ as arguments.  */

/* Functions that take an option of struct common_options.  */
option_fn take_output, take_backup, take_to, take_for, take_consumers_list,
    take_fill, take_fatal_warnings;

#define COMMON(function, member)                                              \
  TAKEN (function, struct common_options, member)

/* clang-format off */
#define ROW_OUTPUT(text) { 'o', "output", "FILE", text, .take = take_output }
#define ROW_IN_PLACE(text) \
  { 'i', "in-place", NULL, text, COMMON (option_set, in_place) }
#define ROW_BACKUP \
  { 0, "backup", "[SUFFIX]", \
    "with -i, keep the old file, with SUFFIX (\"~\") at the\n" \
    "end of its name", .take = take_backup }
#define ROW_DRY_RUN(text) \
  { 'n', "dry-run", NULL, text, COMMON (option_set, dry_run) }
#define ROW_DETACHED \
  { 0, "detached", "FILE", \
    "change nothing, and write the .sframe of an image to\n" \
    "FILE, an ELF file with its build-id; if FILE is a\n" \
    "directory, to BUILDID.sframe in it", .take = take_output }
#define ROW_TO(text) \
  { 0, "to", "VERSION", text, .take = take_to, .words = target_names }
#define ROW_FOR \
  { 0, "for", "CONSUMER", "write what CONSUMER takes", .take = take_for }
#define ROW_LIST_CONSUMERS \
  { 0, "list-consumers", NULL, \
    "print the names that --for takes", .take = take_consumers_list }
#define SYMBOLS_TEXT \
  "use the symbols and call frame information of FILE,\n" \
  "an image's separate debug file, beside its own;\n" \
  "in a directory, of that with its build-id; auto:\n" \
  "in those of the system"
#define ROW_SYMBOLS(type, member, text) \
  { 0, "symbols", "FILE", text, TAKEN (option_text, type, member) }
#define ROW_SHARE_ROWS \
  { 0, "share-rows", "[WHEN]", \
    "let functions with equal rows share one copy: always,\n" \
    "never, or auto (the default), if the consumer can\n" \
    "read that", COMMON (option_word, image.share), \
    .words = when_words, .without = WHEN_ALWAYS }
#define ROW_COVER_NORETURN \
  { 0, "cover-noreturn", "[WHEN]", \
    "let functions that end in a call that does not return\n" \
    "cover its return address: always, never, or auto (the\n" \
    "default), if the consumer looks that up as it is", \
    COMMON (option_word, image.cover), \
    .words = when_words, .without = WHEN_ALWAYS }
#define ROW_GROW \
  { 0, "grow", "HOW", \
    "what may change to make room: none, slot, pages (the\n" \
    "default), large-pages or move-phdrs", \
    COMMON (option_word, image.phdr), \
    .words = grow_words }
#define ROW_PLT \
  { 0, "plt", "HOW", \
    "functions for the code that linkers make: auto (the\n" \
    "default), none, keep or require", \
    COMMON (option_word, image.plt), \
    .words = plt_words }
#define ROW_FILL \
  { 0, "fill", "[SOURCE]", \
    "describe what no .sframe describes: by eh_frame, the\n" \
    "call frame information of FILE itself; by gopclntab,\n" \
    "that and the table of Go programs; by code, these and\n" \
    "what instructions prove; or none", \
    .take = take_fill, .words = fill_words }
#define ROW_PARTIAL(text) \
  { 0, "partial", NULL, text, COMMON (option_set, partial) }
#define ROW_REQUIRE(type, text) \
  { 0, "require", NULL, text, TAKEN (option_set, type, require) }
#define ROW_FATAL_WARNINGS \
  { 0, "fatal-warnings", NULL, \
    "write nothing if there is any warning", .take = take_fatal_warnings }
#define ROW_NO_VERIFY \
  { 0, "no-verify", NULL, \
    "do not read the result back before writing it", \
    COMMON (option_clear, verify) }
#define ROW_FORCE(more) \
  { 0, "force", NULL, \
    "replace a file with several hard links, write a\n" \
    "file that carries a signature" more, COMMON (option_set, force) }
#define ROW_FSYNC \
  { 0, "fsync", NULL, \
    "wait until the output is on the disk; -i always does", \
    COMMON (option_set, fsync) }
/* clang-format on */

/* The words that --share-rows and --cover-noreturn, --grow, --plt and --fill
   take; NULL is the last.  */
extern const char *const when_words[];
extern const char *const grow_words[];
extern const char *const plt_words[];
extern const char *const fill_words[];

/* The first of these; the numbers of enum sfm_share and enum cover_mode.  */
enum when
{
  WHEN_AUTO,
  WHEN_NEVER,
  WHEN_ALWAYS
};

/* Whether functions that end in a call are described with the byte after it,
   if that is padding.  */
enum cover_mode
{
  COVER_AUTO, /* for a consumer that looks up return addresses as they are;
                 else only for functions described so already */
  COVER_NEVER,
  COVER_ALWAYS
};

/* What is made of the call frame information of a file.  */
enum fill_mode
{
  FILL_NONE,
  FILL_IMAGES, /* rows, in linked images that have SFrame data: the default */
  FILL_ALL,    /* rows, in every file: --fill */
  FILL_GO,     /* ... and those of the table of Go: the default of synth */
  FILL_CODE    /* ... and what instructions prove: --fill=code */
};

/* Options that concern linked images only.  */
struct image_options
{
  const char *symbols;   /* --symbols, or NULL */
  enum sfm_share share;  /* --share-rows */
  enum cover_mode cover; /* --cover-noreturn */
  enum phdr_mode phdr;   /* --grow */
  enum plt_mode plt;     /* --plt */
};

/* The parsed command line.  Nothing here is owned.  */
struct common_options
{
  const char *output; /* -o or --detached, or NULL */
  bool detached;      /* OUTPUT is that of --detached */
  bool in_dir;        /* ... and a directory for the files of many images */
  const char *backup; /* --backup, or NULL */
  bool in_place;
  bool fresh;             /* --overwrite, with IN_PLACE, */
  bool overwrite;         /* ... and the file can be written to */
  bool dry_run;           /* make and verify everything, but write nothing */
  bool targeted;          /* --to or --for was given */
  enum sfm_target target; /* of the last --to or --for */
  const struct consumer *consumer; /* of --for if it came after --to; else
                                      NULL */
  struct image_options image;
  enum fill_mode fill; /* --fill */
  bool eh_frame_hdr;   /* --eh-frame-hdr, of repair: the table alone */
  bool keep;           /* --keep, of synth */
  bool partial;
  bool verify; /* not --no-verify */
  bool force;
  bool fsync;
  bool require;
  bool json;
};

/* Set OPTIONS to the defaults.  */
void common_options_init (struct common_options *options);

/* Refuse combinations of options that cannot be used together, after all were
   parsed, and open standard input and output.  Returns OPTIONS_GO_ON or the
   exit status.  */
int common_options_check (const char *command, struct common_options *options);

/* Say on SINK that the file PATH is not changed, and WHY: that it is left as
   it is, or that the output is a copy.  */
void common_options_unchanged (const struct common_options *options,
                               const struct diag_sink *sink, const char *path,
                               const char *why);

/* How OPTIONS want the changed contents of the file LIKE to be written.  */
struct output_options
common_options_output (const struct common_options *options,
                       const struct file_bytes *like);

enum
{
  IMAGE_HELP = sizeof "--grow=large-pages --force"
};

/* One image.  Before image_edit_read, all members but OPTIONS, SINK, JUDGE,
   TRIAL, KEEP, and the first three of CONTEXT are zero.  */
struct image_edit
{
  const struct common_options *options;
  const struct diag_sink *sink;
  const struct consumer *judge; /* who must be able to use the result; NULL:
                                   nobody */
  bool trial; /* messages are not shown: HELP is set for any failure */
  bool keep;  /* leave a section that is right already, whatever the order of
                its rows */
  struct image_context context;
  struct byte_range whole;  /* a section that is replaced even if its bytes are
                               not pieces; empty: there is none */
  struct describe describe; /* what MERGER has, and how the rest is made */
  struct sfm_merger *merger;
  enum cover_mode cover;         /* which calls the plans cover */
  size_t call_at;                /* index of the next of them */
  uint8_t *content;              /* the merged section */
  struct detached_file detached; /* with --detached */
  char *detached_path;           /* its name, if it is made of the build-id */
  struct image_change change; /* the copy is NULL if it is not made yet, or not
                                 needed */
  struct rewrite_result result;
  struct consumer_verdict verdict; /* of JUDGE on the result */
  char help[IMAGE_HELP]; /* the options with which JUDGE could use the result,
                            if that was refused, or empty */
  const char *target;    /* where the copy goes; NULL: nowhere yet, */
  const int *target_fd;  /* ... unless this is not NULL: to this file */
  struct output_options how; /* with TARGET */
  struct output_ahead ahead; /* of the copy for either */
};

/* Read EDIT->context.image, which is open, and its debug file.  Statuses:
   those of image_context_read.  */
sfm_status image_edit_read (struct image_edit *edit) SFM_CHECKED;

/* Whether rows are made of call frame information, as the options say.
   INPUTS: inputs have SFrame data, even if the image has none.  */
bool image_edit_fills (const struct image_edit *edit, bool inputs);

/* Make EDIT->merger for OPTIONS, and describe the image in it.  PLACE_INPUTS
   gets DATA, as describe.h says.  Statuses: those of sfm_merger_new and
   describe_image.  */
sfm_status image_edit_describe (
    struct image_edit *edit, const struct sfm_options *options,
    sfm_status (*place_inputs) (void *data, struct describe *describe),
    void *data) SFM_CHECKED;

/* image-consumer.c: make the plans of EDIT->merger cover the return addresses
   of last calls as the options say.  This needs the index of EDIT->context;
   the plans do not.  Statuses: NOMEM.  */
sfm_status image_edit_cover (struct image_edit *edit) SFM_CHECKED;

/* image-detached.c: plan EDIT->merger for a detached file, and make this file
   once its content is there.  Statuses: those of detached_begin and
   sfm_merger_plan; of detached_write.  */
sfm_status image_detached_plan (struct image_edit *edit) SFM_CHECKED;
sfm_status image_detached_make (struct image_edit *edit) SFM_CHECKED;

/* Check that the detached file that was made may replace an existing file of
   its name.  *EQUAL: that one has the same contents already.  Otherwise,
   unless --force is given, it must be for the same code, and not made in this
   run for another image, TWIN, which may be NULL.  Statuses: UNSUPP; those of
   file_bytes_read and detached_same_code.  */
sfm_status image_detached_replaces (const struct image_edit *edit,
                                    const char *twin, bool *equal) SFM_CHECKED;

/* image-consumer.c: refuse a copy of version 2 in which nothing would tell
   what its starts are relative to.  Statuses: UNSUPP; those of
   image_open_bytes and image_context_read.  */
sfm_status image_start_base_check (const struct image_edit *edit) SFM_CHECKED;

/* Plan EDIT->merger for the best location, and make and verify the changed
   copy, unless the image's section already has the planned contents; or, with
   --detached, make the file for the section instead.  A result that
   EDIT->judge cannot use is refused; which options would help is then tried.
   Statuses: those of make_room, sfm_merger_write, rewrite_image, verify_image
   and image_consumer_judge.  */
sfm_status image_edit_build (struct image_edit *edit) SFM_CHECKED;

/* Makes the changed copy of an image with what PHDR allows to change.  */
typedef sfm_status image_edit_make (struct image_edit *edit,
                                    const struct phdr_options *phdr);

/* Find what helps EDIT's judge more than the options GIVEN, if MAKE makes the
   copy: the least of --grow, then the same with --force.  EDIT->help is empty
   if nothing does.  Statuses: NOMEM.  */
sfm_status image_edit_find_help (struct image_edit *edit,
                                 image_edit_make *make,
                                 const struct phdr_options *given) SFM_CHECKED;

/* image-eh-frame-hdr.c: make and verify a changed copy in which EDIT's image,
   which has .eh_frame, has a right .eh_frame_hdr, unless it has one already.
   Statuses: UNSUPP; those of make_room, rewrite_image, verify_image and
   audit_eh_frame.  */
sfm_status image_eh_frame_hdr_build (struct image_edit *edit) SFM_CHECKED;

/* Whether a changed copy or a detached file was made.  */
bool image_edit_changed (const struct image_edit *edit);

/* Report the losses, one line per reason, and what was done.  */
void image_edit_tell (const struct image_edit *edit);

/* The figures of the merged section as JSON; NULL: no memory.  */
json_t *image_edit_json (const struct image_edit *edit);

/* Write the SIZE bytes at DATA, the copy or another file, to EDIT's target.
   Statuses: those of output_write.  */
sfm_status image_edit_write (struct image_edit *edit, const uint8_t *data,
                             size_t size) SFM_CHECKED;

/* Release everything that EDIT holds, including IMAGE.  */
void image_edit_free (struct image_edit *edit);

/* Print a line about FILE for each nonzero element of COUNTS, which has
   SFM_LOSS_COUNT elements: functions that the engine left out.  */
void losses_say (const uint64_t *counts, const char *file,
                 const struct diag_sink *sink);

/* The losses as a JSON array; NULL: no memory.  */
json_t *losses_json (const uint64_t *counts);

/* Reports on what was made of .eh_frame.  */

/* Say on a terminal that PATH has FUNCTIONS in BYTES of .sframe now, or had
   them BEFORE; COUNTS are those of its call frame information.  */
void done_report (const struct report *report, const char *path, bool before,
                  uint64_t functions, uint64_t bytes,
                  const struct synth_counts *counts);

/* Report to SINK, by COUNTS, what the .eh_frame of the file PATH has and what
   part of it is not described; if PATH is NULL, the sums over several
   files.  */
void fill_report (const struct synth_counts *counts, const char *path,
                  const struct diag_sink *sink);

/* The same as JSON; NULL: no memory.  */
json_t *fill_json (const struct synth_counts *counts);

/* What the consumer of --for accepts of a merged section of an image.  */

/* The engine options for a merge to TARGET in EDIT's image.  */
struct sfm_options image_consumer_options (const struct image_edit *edit,
                                           enum sfm_target target);

/* Warn if CONSUMER, which may be NULL, reads nothing on the machine of the
   file PATH, which has the e_machine and byte order given.  */
void image_consumer_tell_machine (const struct consumer *consumer,
                                  uint16_t machine, bool big_endian,
                                  const char *path,
                                  const struct diag_sink *sink);

/* Check that the consumer finds EDIT's merged section, which is planned.
   UNSUPP: it does not find it, which is reported.  */
sfm_status image_consumer_check (const struct image_edit *edit) SFM_CHECKED;

/* Set EDIT->verdict to the judge's verdict on what EDIT has made, which is
   read back as check reads it; without a judge it is "usable".  Statuses:
   those of image_open_bytes, detached_attach and consumer_judge_image.  */
sfm_status image_consumer_judge (struct image_edit *edit) SFM_CHECKED;

/* Refuse to leave EDIT's image as it is if it has SFrame that the judge cannot
   use.  Statuses: UNSUPP, and those above.  */
sfm_status image_consumer_leave (struct image_edit *edit) SFM_CHECKED;

/* The version that an image keeps.  */

/* The versions of the pieces that are merged.  */
struct image_versions
{
  const struct image_piece *first; /* NULL: there is none */
  unsigned highest;
  unsigned lowest;
  size_t count; /* of pieces */
};

struct image_versions image_versions (const struct existing_sframe *existing);

/* The version to write for the pieces FOUND if the user gives none.  A single
   piece keeps version 2 or 3; several get version 3 if one has it.  For
   versions 1 and 2, the first piece tells which reader the image was made for:
   one for version 1, of which none is left, or one for version 2.  Starts that
   a linker relocated relative to their fields, as if version 2 had the PCREL
   flag, get the flag.  */
enum sfm_target image_versions_target (const struct image_versions *found);

#endif /* TOOL_IMAGE_EDIT_H */
