/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   report.c - messages to the user: the only place that prints them.  */

#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report.h"

enum
{
  /* The longest path, with each byte escaped to four.  */
  NAME_MAX_SIZE = 4 * 4096 + 1,
  TEXT_MAX_SIZE = 4 * 1024 + 1
};

/* errno of the first failed write to each stream, or 0.  */
static int stdout_error;
static int stderr_error;

/* The command that runs, for the hint about help; NULL: none yet.  */
static const char *command_name;

/* Called for each error, unless it is NULL.  */
static void (*listener) (const char *file, const char *place,
                         const char *text);

/* Color of what people read on terminals.

   The colors are gcc's, so that a build with both looks like one.  NO_COLOR
   counts if it is set and not empty (no-color.org); the option overrides it,
   as it was given for this very command.  JSON never has color.  */

/* Whether standard output and standard error are colored.  */
static bool colored[2];

/* Whether FD is a terminal whose user does not object to color.  */
static bool
wants_color (int fd)
{
  const char *no_color = getenv ("NO_COLOR");
  const char *term = getenv ("TERM");

  return (no_color == NULL || no_color[0] == '\0') && term != NULL
         && strcmp (term, "dumb") != 0 && isatty (fd);
}

void
color_decide (enum color_when when)
{
  colored[0] = when == COLOR_ALWAYS
               || (when == COLOR_AUTO && wants_color (STDOUT_FILENO));
  colored[1] = when == COLOR_ALWAYS
               || (when == COLOR_AUTO && wants_color (STDERR_FILENO));
}

const char *
color_begin (enum color color, bool message)
{
  static const char *const codes[] = { [COLOR_ERROR] = "\033[01;31m",
                                       [COLOR_WARNING] = "\033[01;35m",
                                       [COLOR_NOTE] = "\033[01;36m",
                                       [COLOR_GOOD] = "\033[32m",
                                       [COLOR_PLACE] = "\033[01m" };

  return colored[message] ? codes[color] : "";
}

const char *
color_end (bool message)
{
  return colored[message] ? "\033[m" : "";
}

/* The diag sink: print a message and count it.  */
static void
receive (void *data, enum diag_severity kind, const char *file,
         const char *place, const char *text)
{
  struct report *report = data;
  char name[NAME_MAX_SIZE], where[TEXT_MAX_SIZE], what[TEXT_MAX_SIZE];

  if (kind == DIAG_ERROR)
    {
      if (report->errors++ == 0)
        snprintf (report->first_error, sizeof report->first_error, "%s", text);
    }
  else if (kind == DIAG_WARNING)
    {
      report->warnings++;
      if (report->errors_only)
        return;
    }
  else if (kind == DIAG_NOTE ? report->quiet : !report->verbose)
    return;

  if (file != NULL)
    printable (file, name, sizeof name);
  printable (place, where, sizeof where);
  printable (text, what, sizeof what);
  if (kind == DIAG_ERROR && listener != NULL)
    listener (file != NULL ? name : NULL, place[0] != '\0' ? where : NULL,
              what);
  progress_clear_shown ();
  /* Earlier output to stdout must precede the message.  */
  report_stdout_flush ();
  int written = fprintf (
      stderr, "%ssfmerge: %s%s%s%s%s%s%s%s\n",
      color_begin (kind == DIAG_ERROR ? COLOR_ERROR : COLOR_PLACE, true),
      file == NULL    ? ""
      : *file == '\0' ? "''"
                      : name,
      where, file == NULL && place[0] == '\0' ? "" : ": ", color_end (true),
      kind == DIAG_WARNING ? color_begin (COLOR_WARNING, true)
      : kind == DIAG_NOTE  ? color_begin (COLOR_NOTE, true)
                           : "",
      kind == DIAG_WARNING ? "warning: "
      : kind == DIAG_NOTE  ? "note: "
                           : "",
      kind == DIAG_WARNING || kind == DIAG_NOTE ? color_end (true) : "", what);
  if (written < 0 && stderr_error == 0)
    stderr_error = errno;
}

void
report_init (struct report *report)
{
  *report = (struct report){ .sink = { .fn = receive, .terse = true } };
  report->sink.data = report;
}

bool
report_refuse (const struct report *report, const char *file)
{
  bool fatal = report->fatal_warnings && report->warnings > 0;

  if (fatal)
    diag (&report->sink, DIAG_ERROR, file,
          "nothing is written, as warnings are fatal");
  return fatal;
}

void
report_done (const struct report *report, const char *path, const char *format,
             ...)
{
  char name[NAME_MAX_SIZE], text[TEXT_MAX_SIZE];
  va_list ap;

  if (report->quiet || !isatty (STDERR_FILENO))
    return;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  progress_clear_shown ();
  report_stdout_flush ();
  fprintf (stderr, "%s: %s\n", printable (path, name, sizeof name), text);
}

void
report_listen (void (*fn) (const char *file, const char *place,
                           const char *text))
{
  listener = fn;
}

void
report_command (const char *name)
{
  command_name = name;
}

static void complain (const char *format, va_list ap) DIAG_PRINTF (1, 0);

/* Report FORMAT..., which is about no file.  */
static void
complain (const char *format, va_list ap)
{
  char text[TEXT_MAX_SIZE], safe[TEXT_MAX_SIZE];

  vsnprintf (text, sizeof text, format, ap);
  printable (text, safe, sizeof safe);
  if (listener != NULL)
    listener (NULL, NULL, safe);
  fprintf (stderr, "%ssfmerge: %s%s\n", color_begin (COLOR_ERROR, true),
           color_end (true), safe);
}

int
report_usage (const char *format, ...)
{
  va_list ap;

  va_start (ap, format);
  complain (format, ap);
  va_end (ap);
  fprintf (stderr, "Try 'sfmerge help%s%s' for more information.\n",
           command_name != NULL ? " " : "",
           command_name != NULL ? command_name : "");
  return STATUS_USAGE;
}

int
report_unread (const char *format, ...)
{
  va_list ap;

  va_start (ap, format);
  complain (format, ap);
  va_end (ap);
  return STATUS_USAGE;
}

void
report_stdout_lost (int error)
{
  if (stdout_error == 0)
    stdout_error = error;
}

void
report_stdout_flush (void)
{
  if (fflush (stdout) != 0)
    report_stdout_lost (errno);
}

void
report_streams_fresh (void)
{
  clearerr (stdout);
  clearerr (stderr);
  progress_forget ();
  stdout_error = stderr_error = 0;
}

int
report_streams_flush (void)
{
  report_stdout_flush ();
  /* For writes by libraries, stdio keeps an error flag but no errno.  */
  if (stdout_error == 0 && ferror (stdout))
    stdout_error = EIO;
  if (stderr_error == 0 && ferror (stderr))
    stderr_error = EIO;
  return stdout_error != 0 ? stdout_error : stderr_error;
}

int
report_stdout (int status)
{
  bool lost = ferror (stdout) != 0 || stdout_error != 0;

  /* Not fflush: some file systems report a full disk only on close.  */
  if (fclose (stdout) != 0)
    {
      report_stdout_lost (errno);
      lost = true;
    }
  if (!lost)
    return status;
  if (stdout_error != EPIPE)
    fprintf (stderr, "sfmerge: cannot write standard output%s%s\n",
             stdout_error != 0 ? ": " : "",
             stdout_error != 0 ? strerror (stdout_error) : "");
  return status > STATUS_FAILED ? status : STATUS_FAILED;
}

int
report_input_status (sfm_status status)
{
  if (status == SFM_OK || status == SFM_END)
    return STATUS_DONE;
  return status == SFM_ERR_NOMEM ? STATUS_FAILED : STATUS_USAGE;
}
