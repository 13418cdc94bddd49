/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff.h - sfmerge diff and its options.  */

#ifndef TOOL_DIFF_H
#define TOOL_DIFF_H

#include "audit.h"
#include "demangle.h"
#include "file-bytes.h"
#include "file-list.h"
#include "image-context.h"
#include "input.h"
#include "options.h"
#include "pieces.h"
#include "pool.h"
#include "report.h"

/* What --fail-on can name; bits.  */
enum
{
  DIFF_FAIL_LOST = 1,
  DIFF_FAIL_COVERAGE = 2,
  DIFF_FAIL_CHANGED = 4,
  DIFF_FAIL_ANY = 8
};

/* The command line.  Strings are those of ARGV; the array of EXCLUDES is
   owned.  */
struct diff_options
{
  char *old;
  char *now;
  unsigned fail_on;
  unsigned jobs;
  bool recurse;
  struct excludes excludes;
  bool demangle;
  bool brief;
  bool json;
};

extern const struct option_spec diff_option_specs[];

/* Read the command line of COMMAND, whose options are diff_option_specs, into
   OPTIONS, whose excludes are to be freed in any case.  Returns OPTIONS_GO_ON
   or the exit status.  */
int diff_options_parse (int argc, char **argv, const struct command *command,
                        struct diff_options *options, struct report *report);

/* One of the two files that are compared, and its functions.  */

#define DIFF_NONE SIZE_MAX

/* A function that is described.  */
struct diff_function
{
  const char *name;    /* NULL: there is no symbol */
  const char *source;  /* the STT_FILE group in which it is local, or NULL */
  const char *section; /* NULL: it is not known */
  uint64_t offset;     /* in SECTION, or the address if that is not known */
  uint64_t addr;       /* in an image */
  uint64_t digest;     /* of its rules (sfm_fde_digest) */
  size_t twin;         /* number in the other unit, or DIFF_NONE */
  uint32_t size;
  uint32_t piece;
  uint32_t fde;
};

/* A part of something, such as of its functions.  WHOLE is 0 if it is not
   known.  */
struct diff_part
{
  uint64_t part;
  uint64_t whole;
};

/* What is known of a unit.  */
enum diff_state
{
  UNIT_READ,
  UNIT_BARE,  /* it has no .sframe, and was not read: its code is unknown */
  UNIT_ABSENT /* it does not exist */
};

/* An image, an object, a member of an archive, or a detached file.  */
struct diff_unit
{
  const char *name;                    /* for messages */
  const char *member;                  /* NULL: it is not a member */
  const struct image_context *context; /* NULL: an object */
  enum diff_state state;
  bool detached;
  LIST (struct sfm_piece) pieces;
  /* Those of images are sorted by address, one at each address.  */
  LIST (struct diff_function) functions;
  uint64_t size;             /* bytes of its sections */
  struct diff_part frames;   /* functions of .eh_frame with rows */
  struct diff_part code;     /* bytes of code with rows */
  struct diff_part readable; /* of an image's bytes with rows, those whose rows
                                are found by a consumer that reads one header
                                and takes starts as the flags say */
  struct string_set names;   /* of an object's symbols */
};

/* A file.  */
struct diff_file
{
  const char *path;
  struct file_source source; /* of PATH, perhaps open */

  const struct diag_sink *sink;
  bool image;   /* UNITS has one, an image or a detached file */
  bool archive; /* UNITS has the members with .sframe */
  struct diff_unit *units;
  size_t count;
  size_t capacity;
  struct string_set members;    /* names of all members */
  struct image_context context; /* of an image */
  struct inputs *inputs;
  struct pool pool;
};

/* Read ENTRY, input K of a job, into FILE.  diff_file_free is due in any case.
   Statuses: those of file_visit, audit_read, inputs_read_source and
   fde_relocs_pair.  */
sfm_status diff_file_read (struct diff_file *file,
                           const struct file_entry *entry, unsigned k,
                           const struct diag_sink *sink) SFM_CHECKED;
void diff_file_free (struct diff_file *file);

/* diff-file.c: whether UNIT has the code of FUNCTION, which is of another
   unit, described or not.  If FUNCTION has no name, an image has it if a
   function begins at the same place; an object is assumed to have it.  */
bool diff_unit_has (const struct diff_unit *unit,
                    const struct diff_function *function);

/* Whether FILE, an archive, has a member called NAME, with .sframe or not.  */
bool diff_file_has (const struct diff_file *file, const char *name);

/* For the readers below: add a unit to FILE.  NULL: no memory, which was
   reported.  */
struct diff_unit *diff_file_add (struct diff_file *file, const char *name,
                                 const char *member) SFM_CHECKED;

/* diff-file.c: set *KEPT to SOURCE, with a copy of the bytes that it was
   unpacked to, which are released when a callback returns.  Statuses:
   NOMEM.  */
sfm_status diff_file_keep (struct diff_file *file,
                           const struct file_source *source,
                           struct file_source *kept) SFM_CHECKED;

/* diff-file.c: read an image or a detached file.  A callback of struct
   file_visitor (file-list.h); FILE is a struct diff_file.  */
sfm_status diff_image (void *file,
                       const struct file_source *source) SFM_CHECKED;

/* The differences between two files.  */

/* Kinds of functions that differ.  */
enum diff_class
{
  DIFF_LOST, /* the old unit describes it; the new one has it and does not */
  DIFF_CHANGED, /* both describe it, but differently */
  DIFF_GAINED, /* the new unit describes it; the old one has it and does not */
  DIFF_GONE,   /* only the old unit has it, and describes it */
  DIFF_NEW,    /* only the new one */
  DIFF_CLASSES
};

/* A function that differs: in the old unit, in the new one or in both.  */
struct diff_item
{
  const struct diff_function *old;
  const struct diff_function *now;
};

struct diff_list
{
  struct diff_item *at; /* the largest first, then by name and place */
  size_t count;
  size_t capacity;
};

/* How two units, or all pairs of units of two files, differ.  */
struct diff_totals
{
  size_t counts[DIFF_CLASSES]; /* of functions */
  size_t same;
  bool coverage_lower;
  bool form_differs; /* versions, flags or the number of pieces */
};

/* Two units.  */
struct diff_pair
{
  const struct diff_unit *old;
  const struct diff_unit *now;
  bool by_address; /* functions were matched by address; else by name, and */
  size_t by_place; /* ... this many of them by section and offset */
  struct diff_list lists[DIFF_CLASSES];
  size_t alike; /* changed functions whose size is the same */
  struct diff_totals totals;
};

/* The forms of the output of sfmerge diff.  */

struct diff_output;

/* Two files.  */
struct diff_files
{
  const struct file_entry *old; /* NULL: there is only NOW */
  const struct file_entry *now;
  const char *name; /* of both, relative to their directories; or NOW */
};

/* A form.  For each two files BEGIN is called, PAIR for each two units, and
   END; or ALONE for a file that only one directory has; or UNREAD instead of
   END.  BEGIN and UNREAD may be NULL.  */
struct diff_form
{
  void (*begin) (struct diff_output *, const struct diff_files *);
  void (*pair) (struct diff_output *, const struct diff_pair *);
  void (*end) (struct diff_output *, const struct diff_files *,
               const struct diff_totals *, bool worse);
  void (*alone) (struct diff_output *, const struct diff_files *);
  void (*unread) (struct diff_output *, const struct diff_files *);
};

struct diff_output
{
  const struct diff_form *form;
  const struct diff_files *files; /* the current ones */
  const struct diff_options *options;
  const struct report *report;
  bool shown;  /* JSON: there is an element before the next one */
  bool inside; /* ... and a unit of the current files */
  struct demangler *demangler; /* NULL: names stay as in the symbol table */
  struct outbuf out;
};

/* Compare OLD with NOW, which were read, show each pair of units in OUTPUT, in
   the order of the names of members, and add up TOTALS.  Statuses: UNSUPP
   (files of different kinds), NOMEM.  */
sfm_status diff_compare (const struct diff_file *old,
                         const struct diff_file *now,
                         struct diff_output *output,
                         struct diff_totals *totals,
                         const struct diag_sink *sink) SFM_CHECKED;

extern const struct diff_form diff_text_form;
extern const struct diff_form diff_json_form;

/* A word for CLASS: "lost", "changed", "gained", "gone" or "new".  */
const char *diff_class_name (enum diff_class class);

/* Whether TOTALS have no difference.  */
bool diff_is_same (const struct diff_totals *totals);

/* The files of two directories, matched by name.  */

struct diff_dirs
{
  struct file_list old;
  struct file_list now;
  struct file_entry named[2];     /* OLD and NOW themselves, without RECURSE */
  LIST (struct diff_files) pairs; /* by name */
};

/* List the files that OPTIONS name: OLD and NOW or, with RECURSE, the files
   below these directories, where two with the same relative path are a pair.
   diff_dirs_free is due in any case.  Returns an exit status: a directory that
   cannot be read is reported, and the rest is still listed.  */
int diff_dirs_read (const struct diff_options *options, struct diff_dirs *dirs,
                    const struct diag_sink *sink);
void diff_dirs_free (struct diff_dirs *dirs);

/* Find the first byte, among those that both functions of ITEM, of PAIR's
   units, have, at which their rules differ.  False: there is none.  */
bool diff_rows_find (const struct diff_pair *pair,
                     const struct diff_item *item,
                     struct rows_difference *rows);

#endif /* TOOL_DIFF_H */
