/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   common-options.h - the options that sfmerge link, repair and convert share.

   Each row is defined once.  The table of a command lists the rows it has, in
   the order of its help, and passes the texts that differ as arguments.  */

#ifndef TOOL_COMMON_OPTIONS_H
#define TOOL_COMMON_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "consumers.h"
#include "phdr-plan.h"
#include "plt-code.h"
#include "options.h"
#include "output-file.h"
#include "report.h"
#include "diag.h"
#include "sfmerge.h"

enum
{
  OPTION_TO = OPTION_LONG_OWN,
  OPTION_DETACHED,
  OPTION_FOR,
  OPTION_LIST_CONSUMERS,
  OPTION_SYMBOLS,
  OPTION_SHARE_ROWS,
  OPTION_COVER_NORETURN,
  OPTION_GROW,
  OPTION_PLT,
  OPTION_FILL,
  OPTION_PARTIAL,
  OPTION_REQUIRE,
  OPTION_FATAL_WARNINGS,
  OPTION_NO_VERIFY,
  OPTION_FORCE,
  OPTION_FSYNC,
  OPTION_JSON,
  OPTION_OWN /* a command's own keys without a letter start here */
};

/* clang-format off */
#define ROW_OUTPUT(text) { 'o', "output", "FILE", text }
#define ROW_IN_PLACE(text) { 'i', "in-place", NULL, text }
#define ROW_DRY_RUN(text) { 'n', "dry-run", NULL, text }
#define ROW_DETACHED \
  { OPTION_DETACHED, "detached", "FILE", \
    "change nothing, and write the .sframe of an image to\n" \
    "FILE, an ELF file with its build-id; if FILE is a\n" \
    "directory, to BUILDID.sframe in it" }
#define ROW_TO(text) { OPTION_TO, "to", "VERSION", text }
#define ROW_FOR \
  { OPTION_FOR, "for", "CONSUMER", "write what CONSUMER takes" }
#define ROW_LIST_CONSUMERS \
  { OPTION_LIST_CONSUMERS, "list-consumers", NULL, \
    "print the names that --for takes" }
#define ROW_SYMBOLS(text) { OPTION_SYMBOLS, "symbols", "FILE", text }
#define ROW_SHARE_ROWS \
  { OPTION_SHARE_ROWS, "share-rows", "[WHEN]", \
    "let functions with equal rows share one copy: always,\n" \
    "never, or auto (the default), if the consumer can\n" \
    "read that" }
#define ROW_COVER_NORETURN \
  { OPTION_COVER_NORETURN, "cover-noreturn", "[WHEN]", \
    "let functions that end in a call that does not return\n" \
    "cover its return address: always, never, or auto (the\n" \
    "default), if the consumer looks that up as it is" }
#define ROW_GROW \
  { OPTION_GROW, "grow", "HOW", \
    "what may change to make room: none, slot, pages (the\n" \
    "default), large-pages or move-phdrs" }
#define ROW_PLT \
  { OPTION_PLT, "plt", "HOW", \
    "functions for the code that linkers make: auto (the\n" \
    "default), none, keep or require" }
#define ROW_FILL \
  { OPTION_FILL, "fill", "[SOURCE]", \
    "describe what no .sframe describes: by eh_frame, the\n" \
    "call frame information of FILE itself, or none" }
#define ROW_PARTIAL(text) { OPTION_PARTIAL, "partial", NULL, text }
#define ROW_REQUIRE(text) { OPTION_REQUIRE, "require", NULL, text }
#define ROW_FATAL_WARNINGS \
  { OPTION_FATAL_WARNINGS, "fatal-warnings", NULL, \
    "write nothing if there is any warning" }
#define ROW_NO_VERIFY \
  { OPTION_NO_VERIFY, "no-verify", NULL, \
    "do not read the result back before writing it" }
#define ROW_FORCE(more) \
  { OPTION_FORCE, "force", NULL, \
    "replace a file with several hard links, write a\n" \
    "file that carries a signature" more }
#define ROW_FSYNC \
  { OPTION_FSYNC, "fsync", NULL, \
    "wait until the output is on the disk; -i always does" }
#define ROW_JSON(text) { OPTION_JSON, "json", NULL, text }
/* clang-format on */

/* The words that --share-rows and --cover-noreturn, --grow and --fill take;
   NULL is the last.  */
extern const char *const when_words[];
extern const char *const grow_words[];
extern const char *const fill_words[];

/* Whether functions that end in a call are described with the byte after it,
   if that is padding.  */
enum cover_mode
{
  COVER_AUTO, /* for a consumer that looks up return addresses as they are;
                 else those that are described so already */
  COVER_NEVER,
  COVER_ALWAYS
};

/* What is made of the call frame information of a file.  */
enum fill_mode
{
  FILL_NONE,
  FILL_IMAGES, /* rows, in linked images that have SFrame data: the default */
  FILL_ALL     /* rows, in every file: --fill, and always in synth */
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
  bool in_place;
  bool dry_run;           /* make and verify everything, but write nothing */
  bool targeted;          /* --to or --for was given */
  enum sfm_target target; /* of the last --to or --for */
  const struct consumer *consumer; /* of --for if it came after --to; else
                                      NULL */
  struct image_options image;
  enum fill_mode fill; /* --fill */
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

/* Handle option KEY of COMMAND, whose argument is in optarg: put it into
   OPTIONS, or into REPORT if it is about messages.  Returns OPTIONS_GO_ON, or
   the status to exit with if the option is done or wrong, which is then
   reported.  */
int common_options_take (const char *command, int key,
                         struct common_options *options,
                         struct report *report);

/* Refuse combinations of options that cannot be used together, after all were
   parsed, and open standard input and output.  Returns as above.  */
int common_options_check (const char *command, struct common_options *options);

/* The sharing of rows for an image of this byte order: AUTO becomes ALWAYS if
   the consumer can read shared rows, else NEVER.  */
enum sfm_share common_options_share (const struct common_options *options,
                                     bool big_endian);

/* The mode of --cover-noreturn: AUTO becomes ALWAYS for a consumer that looks
   up return addresses as they are.  */
enum cover_mode common_options_cover (const struct common_options *options);

/* Say on SINK that the file PATH is not changed, and WHY: that it is left as
   it is, or that the output is a copy.  */
void common_options_unchanged (const struct common_options *options,
                               const struct diag_sink *sink, const char *path,
                               const char *why);

/* How OPTIONS want the changed contents of the file LIKE to be written.  */
struct output_options
common_options_output (const struct common_options *options,
                       const struct file_bytes *like);

#endif /* TOOL_COMMON_OPTIONS_H */
