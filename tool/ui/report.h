/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   report.h - messages to the user: the only place that prints them.  */

#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "diag.h"
#include "pool.h"
#include "text.h"

/* Exit statuses.  For several files, the highest is used.  */
enum
{
  STATUS_DONE = 0,
  STATUS_FAILED = 1, /* findings, a refused loss, or a failure */
  STATUS_USAGE = 2   /* wrong usage, or an unreadable input */
};

enum
{
  REPORT_ERROR_SIZE = 256 /* longer ones are cut */
};

struct report
{
  struct diag_sink sink; /* to pass to bfdglue; prints, and counts below */
  bool quiet;            /* no notes */
  bool errors_only;      /* no warnings either */
  bool verbose;          /* details too */
  bool fatal_warnings;
  size_t warnings;
  size_t errors;
  char first_error[REPORT_ERROR_SIZE]; /* if there are any */
};

/* Initialise REPORT.  It must not be moved afterwards: its sink points to
   it.  */
void report_init (struct report *report);

/* Whether there was a warning and --fatal-warnings is set; if so, report that
   nothing is written for FILE.  */
bool report_refuse (const struct report *report, const char *file);

/* Pass each error, made printable, to FN before it is printed; NULL ends that.
   FILE and PLACE are NULL if the error has none.  */
void report_listen (void (*fn) (const char *file, const char *place,
                                const char *text));

/* From here on, hints about help mean the command NAME, which must stay valid;
   NULL: the whole program.  */
void report_command (const char *name);

/* Say what was made of PATH, if people read it: on a terminal, and unless
   REPORT is quiet.  */
void report_done (const struct report *report, const char *path,
                  const char *format, ...) DIAG_PRINTF (3, 4);

/* Report a wrong command line, and how to get help; returns STATUS_USAGE.  */
int report_usage (const char *format, ...) DIAG_PRINTF (1, 2);

/* Report an input of the command line that cannot be read; returns
   STATUS_USAGE.  */
int report_unread (const char *format, ...) DIAG_PRINTF (1, 2);

/* Close standard output.  Returns STATUS, or at least STATUS_FAILED if any
   output was lost, which is reported unless the reader closed the pipe
   (EPIPE).  */
int report_stdout (int status);

/* Remember for report_stdout that a write to standard output failed with
   ERROR, an errno; errno may change before report_stdout runs.  */
void report_stdout_lost (int error);

/* Flush standard output; remember a failure for report_stdout.  stdio itself
   keeps a flag, but not the reason.  */
void report_stdout_flush (void);

/* For a process whose streams are read by another one.  report_streams_fresh
   forgets errors from before the process owned the streams.
   report_streams_flush flushes both and returns the errno of the first failed
   write to either, or 0.  */
void report_streams_fresh (void);
int report_streams_flush (void);

/* The exit status for STATUS of reading an input: exhausted memory is a
   failure, any other error is a usage error.  */
int report_input_status (sfm_status status);

/* Color of what people read on terminals.  */

enum color
{
  COLOR_ERROR,   /* also a verdict: not valid, unusable */
  COLOR_WARNING, /* ... doubtful */
  COLOR_NOTE,
  COLOR_GOOD, /* a good verdict, and what is described */
  COLOR_PLACE /* the program and the file of a message */
};

enum color_when
{
  COLOR_AUTO, /* on a terminal that is not dumb, unless NO_COLOR is set */
  COLOR_ALWAYS,
  COLOR_NEVER
};

/* Decide, before the first output, which of standard output and standard error
   are colored; before that, neither is.  Processes that this one starts later
   follow the decision, whatever their streams are.  */
void color_decide (enum color_when when);

/* The text that begins COLOR on standard output, or on standard error if
   MESSAGE, and the text that ends it; "" if the stream is not colored.  */
const char *color_begin (enum color color, bool message);
const char *color_end (bool message);

/* Fast text to standard output.

   A dump of a million functions has seven million lines, and printf spends
   three quarters of its time parsing the same format again.  Here each line is
   built byte by byte in a buffer large enough for it.  */

enum
{
  OUTBUF_SIZE = 1 << 16,
  /* Bytes that may be appended after one call of outbuf_room.  The longest
     row: its start and three rules of at most 45 bytes.  */
  OUTBUF_LINE = 512,
  OUTBUF_PRINT = 1024 /* bytes of most lines, and a NUL */
};

struct outbuf
{
  size_t used;
  bool failed; /* a write failed; later output is discarded */
  char text[OUTBUF_SIZE];
};

/* Write out the contents of OUT.  */
void outbuf_flush (struct outbuf *out);

/* Append the SIZE bytes at TEXT; SIZE may exceed OUTBUF_SIZE.  */
void outbuf_write (struct outbuf *out, const char *text, size_t size);

/* Append TEXT, of any length.  */
void outbuf_text (struct outbuf *out, const char *text);

/* Append FORMAT..., cut off at OUTBUF_SIZE.  */
void outbuf_print (struct outbuf *out, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* PART of WHOLE in tenths of a percent, rounded down: 1000 only if they are
   equal; 0 if there is no WHOLE.  */
unsigned per_mille (uint64_t part, uint64_t whole);

/* Numbers as people read them; each text stays until eight more are made:
   "1,234"; VALUE of WHAT, "1 file" or "1,234 files"; SIZE with its unit,
   "1,234 bytes" or "14 KB", of 1024 bytes; PART of WHOLE, "12.3 %" or "100 %";
   PART of WHOLE with "less than 0.1 %" instead of 0 if PART is not 0.  */
const char *number_count (uint64_t value);
const char *number_counted (uint64_t value, const char *what);
const char *number_bytes (uint64_t size);
const char *number_percent (uint64_t part, uint64_t whole);
const char *number_share (uint64_t part, uint64_t whole);

/* Append NAME, which comes from a file, made printable.  */
void outbuf_name (struct outbuf *out, const char *name);

/* NAME, made printable; the text stays until four more are made.  */
const char *shown_name (const char *name);

/* Append TEXT in COLOR, if standard output is colored.  */
void outbuf_color (struct outbuf *out, enum color color, const char *text);

/* Return a pointer to at least OUTBUF_LINE free bytes.  Pass the end of what
   is written there to outbuf_done.  */
static inline char *
outbuf_room (struct outbuf *out)
{
  if (OUTBUF_SIZE - out->used < OUTBUF_LINE)
    outbuf_flush (out);
  return out->text + out->used;
}

static inline void
outbuf_done (struct outbuf *out, const char *end)
{
  out->used = (size_t) (end - out->text);
}

/* What the JSON documents of all commands have in common.

   Each is an object that begins with the schema and the version of the program
   and ends with the errors that belong to none of its files and with the exit
   status.  A command that fails before its document begins gets one of these
   members alone.  */

/* Forget what an earlier command left.  If a document is WANTED, keep the
   errors that are reported from now on.  */
void document_prepare (bool wanted);

/* Write the first members; those of the caller follow, each after a comma.  */
void document_begin (void);

/* Write the last members, if the document was begun.  If it was not, but is
   wanted and STATUS is a failure, write a whole document.  */
void document_end (int status);

/* The errors from here on are those of one file, which a process of its own
   may read.  */
void document_file (void);

/* Whether there were errors since document_file.  */
bool document_failed (void);

/* Remove the errors since document_file, an array, from those that
   document_end writes.  NULL: there are none.  */
json_t *document_failures (void);

/* document_failures, and append them to OUT as a member, after a comma, if
   there are any.  */
void document_put_failures (struct outbuf *out);

/* Members of JSON objects, written as they are produced.

   KEY is all the text before the value: ',"name":', or '{"name":' for the
   first member of an object.  */

/* Append KEY and TEXT, which is valid JSON.  */
void outbuf_json (struct outbuf *out, const char *key, const char *text);

void outbuf_json_number (struct outbuf *out, const char *key, int64_t value);

/* outbuf_json_number for each of the COUNT NUMBERS.  */
struct json_number
{
  const char *key;
  uint64_t value;
};
void outbuf_json_numbers (struct outbuf *out,
                          const struct json_number *numbers, size_t count);

void outbuf_json_bool (struct outbuf *out, const char *key, bool value);

/* Addresses are strings: most JSON readers hold numbers as doubles, which lose
   low bits above 2^53.  */
void outbuf_json_addr (struct outbuf *out, const char *key, uint64_t value);

/* NAME comes from a file; it is made printable UTF-8.  NULL is written as
   null.  */
void outbuf_json_name (struct outbuf *out, const char *key, const char *name);

/* outbuf_json_name for SYMBOL, the name of a function or NULL, and for its
   name in the source if DEMANGLER, which may be NULL, knows another one.  */
struct demangler;
void outbuf_json_symbol (struct outbuf *out, const char *key,
                         const char *symbol, struct demangler *demangler);

/* Names of files as words of a shell's command line.  */

/* Append NAME, quoted where a shell needs that.  Nothing of it reaches a
   terminal as a control character.  */
void outbuf_shell (struct outbuf *out, const char *name);

/* A JSON value as text.  */

/* Convert VALUE to text and release it.  Returns NUL-terminated text of *SIZE
   bytes, not counting the NUL, for the caller to free; NULL: no memory.  VALUE
   may be NULL, the result of a failed allocation.

   Not json_dumps: if its buffer cannot grow while it writes an object's key,
   jansson 2.14 drops the bytes and reports success.  */
char *json_text (json_t *value, size_t flags, size_t *size);

/* Append VALUE to *LIST, or make it the member KEY of *OBJECT.  If that fails,
   for lack of memory or because VALUE is NULL, the list or object is released
   and becomes NULL.  */
void json_append (json_t **list, json_t *value);
void json_add (json_t **object, const char *key, json_t *value);

/* Where other files are that those of a command line may name.  */

/* Directories and files.  All zero: there are none.  */
struct readable
{
  const char **at; /* the paths */
  size_t count;
  size_t capacity;
  struct pool pool;
};

/* Add the directory that each of the COUNT FILES is, or is in: a thin archive
   names files beside it.  False: no memory.  */
bool readable_add (struct readable *readable, char *const *files,
                   size_t count);

/* Add where SYMBOLS, the argument of --symbols or NULL, is, or where it is
   searched for.  False: no memory.  */
bool readable_symbols (struct readable *readable, const char *symbols);

void readable_free (struct readable *readable);

/* A progress line on the terminal.  */

struct progress
{
  const char *verb; /* such as "checked" */
  size_t count;     /* of all files */
  const char *unit; /* what is counted, such as "objects"; NULL: files */
  size_t failed;    /* of those that are done */
  bool on;
  bool visible; /* the line is on the terminal */
  struct timespec last;
};

/* Initialise PROGRESS for COUNT files or, if UNIT is not NULL, an unknown
   number of UNIT; VERB, a participle, describes a finished one.  Progress is
   shown only for more than one file, if stderr is a terminal, and not if
   QUIET; nor if stdout, which is USED, is a terminal, as the lines would
   mix.  */
void progress_begin (struct progress *progress, const char *verb, size_t count,
                     const char *unit, bool used, bool quiet);

/* Show that DONE files are done, the last of which is PATH, at most ten times
   a second.  Count it as failed if FAILED.  */
void progress_show (struct progress *progress, size_t done, const char *path,
                    bool failed);

/* Erase the line, before any other output.  */
void progress_clear (struct progress *progress);

/* progress_clear for whichever line is on the terminal.  Each message calls
   it.  */
void progress_clear_shown (void);

/* The line on the terminal, if there is one, belongs to another process.  */
void progress_forget (void);

#endif /* TOOL_REPORT_H */
