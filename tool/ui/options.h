/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   options.h - command lines: one table per command drives both its parser and
   its help.

   Every command has --color, -h, --help and -V, --version besides its
   table.  */

#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "pool.h"
#include "sfmerge.h"

enum
{
  OPTION_TABLE_SIZE = 64,
  OPTION_NAME_SIZE = 64,
  OPTION_HELP = 'h',
  OPTION_VERSION = 'V',
  OPTION_LONG_ONLY = 256 /* getopt's keys from here on have no letter */
};

/* The number of jobs if --jobs is not given.  */
#define OPTIONS_JOBS_UNSET UINT_MAX

struct report;
struct option_use;

/* Do what a given option says.  Returns OPTIONS_GO_ON, or the status to exit
   with.  */
typedef int option_fn (const struct option_use *use);

struct option_spec
{
  char letter;      /* 0: it has none */
  const char *name; /* long name; NULL ends the table */
  const char *arg;  /* name of the argument in help, "[NAME]" if it is
                       optional, or NULL */
  const char *text; /* help; '\n' starts another line */
  option_fn *take;
  size_t at;                /* for TAKE: a member of the command's options */
  const char *const *words; /* that the argument may be, or NULL */
  unsigned without;         /* number of the word if there is no argument */
};

struct option_use
{
  const char *command; /* its name */
  const struct option_spec *spec;
  char *arg;     /* NULL: it has none */
  void *options; /* of the command */
  struct report *report;
};

/* The member of the command's options that USE is about.  */
void *option_member (const struct option_use *use);

/* The end of a row: the function that takes the option, and the MEMBER of TYPE
   that it sets.  option_word sets an enum to the number of the word.  */
#define TAKEN(function, type, member)                                         \
  .take = function, .at = offsetof (type, member)
option_fn option_set, option_clear; /* a bool */
option_fn option_text;              /* a const char * */
option_fn option_word;
option_fn option_jobs; /* an unsigned */
option_fn option_demangle;
option_fn option_quiet, option_verbose; /* of REPORT */

/* Rows that several commands have.  They set the member of TYPE that has the
   name of the option.  */
/* clang-format off */
#define ROW_QUIET { 'q', "quiet", NULL, "no notes", .take = option_quiet }
#define ROW_QUIET_ANSWER \
  { 'q', "quiet", NULL, \
    "print nothing but errors that stop the work; the exit\n" \
    "status is the answer", .take = option_quiet }
#define ROW_VERBOSE(text) \
  { 'v', "verbose", NULL, text, .take = option_verbose }
#define ROW_RECURSIVE(type, text) \
  { 'r', "recursive", NULL, text, TAKEN (option_set, type, recurse) }
#define ROW_EXCLUDE(type) \
  { 0, "exclude", "PATTERN", \
    "with -r, skip files and directories with a name\n" \
    "that matches or, if PATTERN has a slash, a path", \
    TAKEN (excludes_take, type, excludes) }
#define ROW_DEMANGLE(type) \
  { 'C', "demangle", NULL, \
    "show the names of C++ and Rust functions as in their\n" \
    "source (the default on terminals)", \
    TAKEN (option_demangle, type, demangle) }
#define ROW_JOBS(type, text) \
  { 'j', "jobs", "N", text, TAKEN (option_jobs, type, jobs) }
#define ROW_JSON(type, text) \
  { 0, "json", NULL, text, TAKEN (option_set, type, json) }
#define ROW_END { .name = NULL }
/* clang-format on */

struct command
{
  const char *name;
  int (*run) (int argc, char **argv, const struct command *command);
  const char *usage; /* after "Usage: sfmerge NAME "; '\n' starts another
                        form */
  const char *summary;
  const char *about;    /* paragraph for the help of this command */
  const char *examples; /* lines of the help; NULL: there are none, and its
                           options are not in groups */
  const struct option_spec *options;
  bool verbatim; /* the operands are another program's command line: options
                    end at the first operand, and no @FILE is replaced */
};

/* All of them; each is defined where its work is done.  */
extern const struct command check_command, convert_command, crt_command,
    diff_command, dump_command, link_command, repair_command, reserve_command,
    run_command, strip_command, synth_command;

/* Result of functions that handle an option, if the command should go on.  Any
   other result is the status to exit with.  */
enum
{
  OPTIONS_GO_ON = -1
};

/* Return the value of EXPR, unless the command should go on.  */
#define GO_ON(expr)                                                           \
  do                                                                          \
    {                                                                         \
      const int go_on_status = (expr);                                        \
      if (go_on_status != OPTIONS_GO_ON)                                      \
        return go_on_status;                                                  \
    }                                                                         \
  while (0)

struct option_walk
{
  const struct command *command;
  int argc;
  char **argv;
  struct option_use use;
  struct option longs[OPTION_TABLE_SIZE + 4];
  char letters[2 * OPTION_TABLE_SIZE + 5];
  bool given[OPTION_TABLE_SIZE + 4]; /* by the number in LONGS */
  const char *args[OPTION_TABLE_SIZE + 4];
};

/* Read the command line of COMMAND into OPTIONS, and options about messages
   into REPORT.  Returns OPTIONS_GO_ON, with optind at the operands, or the
   status to exit with after help or an error, which is reported.  */
int options_parse (int argc, char **argv, const struct command *command,
                   void *options, struct report *report);

/* options_parse one option at a time: WALK->use is the option that was taken;
   its spec is NULL at the end.  */
void options_begin (struct option_walk *walk, int argc, char **argv,
                    const struct command *command, void *options,
                    struct report *report);
int options_next (struct option_walk *walk);

/* Whether the option NAME of COMMAND is given, even if the command line is
   wrong.  */
bool options_given (const struct command *command, const char *name, int argc,
                    char **argv);

/* The name of the option KEY in messages, "-o" or "--name", made in NAME, of
   OPTION_NAME_SIZE bytes; NULL: there is none.  */
const char *options_name (const struct option_walk *walk, int key, char *name);

/* Report the option ARG, which getopt_long refused because its argument is
   MISSING, or for the reason in optopt.  Returns STATUS_USAGE.  */
int options_bad (const struct option_walk *walk, bool missing,
                 const char *arg);

/* Find TEXT, the argument of --OPTION of COMMAND, in WORDS, which end with
   NULL, and set *NUMBER.  Returns OPTIONS_GO_ON or the exit status.  */
int options_word (const char *command, const char *option, const char *text,
                  const char *const *words, unsigned *number);

/* Report that TEXT is none of the WORDS; returns the exit status.  */
int options_bad_word (const char *command, const char *option,
                      const char *text, const char *const *words);

/* What --color takes, and NULL.  */
extern const char *const color_words[];

/* Print the help of COMMAND to standard output.  */
void options_help (const struct command *command);

/* Parse TEXT, a number in decimal, octal or hexadecimal as in C, with an
   optional suffix K, M or G (powers of 1024), into *SIZE.  False if it is
   malformed or does not fit.  */
bool options_size (const char *text, uint64_t *size);

/* Whether names are shown as in their source: if that is ASKED for, or the
   output is text, not JSON, on a terminal.  */
bool options_demangles (bool asked, bool json);

/* How many files to process at a time: JOBS, where 0 means as many as there
   are processors, and OPTIONS_JOBS_UNSET means the same if RECURSE, else
   1.  */
unsigned options_jobs_count (unsigned jobs, bool recurse);

/* Arguments from response files: @FILE.  */

/* Replace each argument @FILE among the *ARGC arguments at *ARGV by the
   arguments in FILE: separated by white space, with the quotes and backslashes
   of GCC, and with nested @FILE.  If FILE does not exist, the argument is
   kept, as in all GNU tools.  The new array is in POOL and ends with NULL.
   Statuses: NOMEM, IO, LIMIT (nested too deep, or too large).  */
sfm_status response_expand (int *argc, char ***argv, struct pool *pool,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Split TEXT as if it were a response file: *COUNT arguments at *ARGS, in
   POOL, with a NULL at the end.  Statuses: as above.  */
sfm_status response_split (const char *text, int *count, char ***args,
                           struct pool *pool,
                           const struct diag_sink *sink) SFM_CHECKED;

/* The known word that a mistyped one was meant to be.  */

enum
{
  SUGGEST_SIZE = 32 /* longer words are not near any other */
};

struct suggest
{
  const char *text; /* what was typed */
  size_t size;
  const char *best; /* NULL: no name is near */
  size_t distance;  /* of BEST, or more than is allowed */
};

/* Begin the search for a word near the SIZE bytes at TEXT, which must stay
   while SUGGEST is used.  */
void suggest_begin (struct suggest *suggest, const char *text, size_t size);

/* Consider NAME, which must stay as long.  Of equally near names the first one
   offered is the best.  */
void suggest_offer (struct suggest *suggest, const char *name);

/* "; did you mean '...'?" with LEAD and the best name in the quotes, made in
   TEXT, or OTHERWISE if no name is near.  */
const char *suggest_text (const struct suggest *suggest, const char *lead,
                          const char *otherwise, char text[2 * SUGGEST_SIZE]);

/* What --version prints.  */

/* Print the version and the licence to standard output; if VERBOSE also what
   confines workers on this system.  */
void version_print (bool verbose);

/* "-" for standard input and output.

   A file called "-" is "./-".  */

/* Replace each "-" among the COUNT elements of ARGS, which may be NULL, by the
   name of a file with the contents of standard input.  If WHY_NOT is not NULL,
   such as "replaced (-i)", "-" is refused because it cannot be that.  Returns
   OPTIONS_GO_ON, or the exit status after an error, which is reported for
   COMMAND.  */
int standard_inputs (const char *command, char **args, size_t count,
                     const char *why_not);

/* standard_inputs for the one argument *ARG.  */
int standard_input (const char *command, const char **arg,
                    const char *why_not);

/* If *OUTPUT is "-", make it standard output; refuse a terminal.  WHY_NOT is
   as above.  */
int standard_output (const char *command, const char **output,
                     const char *why_not);

#endif /* TOOL_OPTIONS_H */
