/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diag.h - messages to the user, without printing.

   The command line passes a sink down; nothing below tool/ knows where the
   text goes.  A function of bfdglue/ that takes a sink and returns anything
   but SFM_OK or SFM_END has reported the reason, once; its caller does not
   report it again.  */

#ifndef BFDGLUE_DIAG_H
#define BFDGLUE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

#include "pool.h"
#include "sfmerge.h"

enum diag_severity
{
  DIAG_ERROR,
  DIAG_WARNING, /* something is lost or doubtful */
  DIAG_NOTE,    /* worth knowing */
  DIAG_DETAIL   /* only for -v */
};

struct diag_sink
{
  /* FILE names the file ("lib.a(m.o)" for a member) and may be NULL; PLACE
     ("(.sframe+0x24)") continues it and may be empty; TEXT is one sentence,
     lower case, without a full stop.  */
  void (*fn) (void *data, enum diag_severity kind, const char *file,
              const char *place, const char *text);
  void *data;
  bool terse; /* details are not wanted, and need no text */
};

/* Discards messages, for a caller that reports the failure itself.  */
extern const struct diag_sink diag_silent;

#define DIAG_PRINTF(f, a) __attribute__ ((format (printf, f, a)))

/* Report FORMAT... about FILE, which may be NULL, or about byte OFFSET of
   SECTION of FILE if SECTION is not NULL.  */
void diag_at (const struct diag_sink *sink, enum diag_severity kind,
              const char *file, const char *section, uint64_t offset,
              const char *format, ...) DIAG_PRINTF (6, 7);

/* Report a format and its arguments about FILE.  */
#define diag(sink, kind, file, ...)                                           \
  diag_at (sink, kind, file, NULL, 0, __VA_ARGS__)

/* Report an error about FILE, or about byte OFFSET of SECTION of FILE; the
   value is STATUS.  */
#define diag_fail(sink, status, file, ...)                                    \
  (diag (sink, DIAG_ERROR, file, __VA_ARGS__), status)
#define diag_fail_at(sink, status, file, section, offset, ...)                \
  (diag_at (sink, DIAG_ERROR, file, section, offset, __VA_ARGS__), status)

/* Report DIAG, an error of the engine about SECTION of FILE, and return its
   status.  */
sfm_status diag_engine (const struct diag_sink *sink, enum diag_severity kind,
                        const char *file, const char *section,
                        const struct sfm_diag *diag);

/* What messages say of SFrame that the engine does not know.  */
#define LATER_TEXT "it may be of a later version than this program knows"

/* Report that DOING something with FILE failed for the reason in errno, and
   return SFM_ERR_IO; for ENOMEM the same as diag_nomem.  */
sfm_status diag_errno (const struct diag_sink *sink, const char *file,
                       const char *doing);

/* Report that memory is exhausted, and return SFM_ERR_NOMEM.  */
sfm_status diag_nomem (const struct diag_sink *sink, const char *file);

/* Return from the calling function unless EXPR is SFM_OK.  */
#define TRY(expr)                                                             \
  do                                                                          \
    {                                                                         \
      sfm_status try_status = (expr);                                         \
      if (try_status != SFM_OK)                                               \
        return try_status;                                                    \
    }                                                                         \
  while (0)

/* Messages kept until their turn comes.

   Work done in a thread reports to a queue; its messages come out where they
   would without threads.  */

struct diag_message;

struct diag_queue
{
  struct diag_sink sink; /* adds to the queue */
  struct diag_message *at;
  size_t count;
  size_t capacity;
  struct pool pool;
  bool lost; /* a message was dropped for lack of memory */
};

/* Make QUEUE empty.  It must not be moved, as its sink points to it.  */
void diag_queue_begin (struct diag_queue *queue);

/* Pass the messages to SINK in their order, and empty QUEUE.  NOMEM: some were
   dropped, which is reported.  */
sfm_status diag_queue_flush (struct diag_queue *queue,
                             const struct diag_sink *sink);

/* Formatted strings, and lists of strings, such as arguments of programs.  */

/* Format a string in POOL; NULL: no memory.  */
char *text_format (struct pool *pool, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* A template for mkostemp or mkdtemp, whose name begins with NAME, in the
   directory TMPDIR, or in /tmp if that cannot be written to, as compilers do;
   in POOL.  NULL: no memory.  */
char *temporary_template (struct pool *pool, const char *name);

/* A list that only grows; all zero is an empty list.  FAILED: memory ran out,
   or a NULL was added, the result of another failed function.  It is checked
   once, at the end.  */
struct text_list
{
  char **at;
  size_t count;
  size_t capacity;
  bool failed;
};

void text_list_add (struct text_list *list, const char *text);

/* Add the NULL that execv needs; returns the items, or NULL if the list
   failed.  */
char **text_list_end (struct text_list *list);

/* Free the array, but not the strings.  */
void text_list_free (struct text_list *list);

#endif /* BFDGLUE_DIAG_H */
