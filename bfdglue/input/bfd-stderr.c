/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-stderr.c - turn what BFD prints into notes.

   BFD has bfd_set_error_handler, but messages that 2.40 makes inside
   bfd_check_format bypass the handler and go to stderr, and those that a
   handler gets have conversions (%pB) that only BFD can print.  So BFD prints
   as usual, but to a stream of ours that takes the place of stderr while the
   reader works; the GNU C library documents stderr as a variable for that.
   The alternative, dup2 on descriptor 2, costs three system calls an object
   and catches the messages of other threads too.

   With other C libraries a handler drops the messages; what bypasses it is
   printed.  */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "bfd-internal.h"

/* The prefix of BFD's messages.  */
#define PROGRAM "libbfd"

#ifdef __GLIBC__
static ssize_t
keep (void *cookie, const char *bytes, size_t size)
{
  struct libbfd_stderr *libbfd_stderr = cookie;

  size_t room = STDERR_TEXT - libbfd_stderr->size;
  size_t part = size < room ? size : room;
  memcpy (libbfd_stderr->text + libbfd_stderr->size, bytes, part);
  libbfd_stderr->size += part;

  /* BFD ends the process after this message.  */
  if (memmem (bytes, size, "internal error", 14) != NULL)
    {
      if (libbfd_stderr->watch != NULL)
        libbfd_stderr->watch->dying (libbfd_stderr->watch->data, bytes, size);
      else
        {
          ssize_t written = write (STDERR_FILENO, bytes, size);
          (void) written;
        }
    }
  return (ssize_t) size;
}

static FILE *
open_stream (struct libbfd_stderr *libbfd_stderr)
{
  const cookie_io_functions_t functions = { .write = keep };

  return fopencookie (libbfd_stderr, "w", functions);
}

/* Let STREAM be stderr; return what was.  */
static FILE *
swap (FILE *stream)
{
  FILE *old = stderr;

  stderr = stream;
  return old;
}
#else
static void
drop (const char *format, va_list ap)
{
  (void) format;
  (void) ap;
}

static FILE *
open_stream (struct libbfd_stderr *libbfd_stderr)
{
  (void) libbfd_stderr;
  bfd_set_error_handler (drop);
  /* Nothing is written to it.  */
  return fopen ("/dev/null", "w");
}

static FILE *
swap (FILE *stream)
{
  return stream;
}
#endif

bool
stderr_open (struct libbfd_stderr *libbfd_stderr)
{
  bfd_set_error_program_name (PROGRAM);
  libbfd_stderr->stream = open_stream (libbfd_stderr);
  return libbfd_stderr->stream != NULL;
}

void
stderr_close (struct libbfd_stderr *libbfd_stderr)
{
  fclose (libbfd_stderr->stream);
}

void
stderr_hold (struct libbfd_stderr *libbfd_stderr)
{
  libbfd_stderr->user = swap (libbfd_stderr->stream);
}

void
stderr_release (struct libbfd_stderr *libbfd_stderr)
{
  swap (libbfd_stderr->user);
}

/* True if the line of SIZE bytes at LINE, in TEXT, is a repetition: BFD
   repeats itself for each target that it tries.  */
static bool
is_repeated (const char *text, const char *line, size_t size)
{
  const char *at = text;

  while (at < line)
    {
      const char *end = memchr (at, '\n', (size_t) (line - at));
      if (end == NULL)
        return false;
      if ((size_t) (end - at) == size && memcmp (at, line, size) == 0)
        return true;
      at = end + 1;
    }
  return false;
}

void
stderr_report (struct libbfd_stderr *libbfd_stderr,
               const struct diag_sink *sink, const char *file)
{
  fflush (libbfd_stderr->stream);
  const char *at = libbfd_stderr->text;
  const char *end = at + libbfd_stderr->size;
  unsigned reported = 0;
  while (at < end)
    {
      const char *stop = memchr (at, '\n', (size_t) (end - at));
      if (stop == NULL)
        stop = end;
      size_t size = (size_t) (stop - at);
      if (size != 0 && !is_repeated (libbfd_stderr->text, at, size))
        {
          if (reported == STDERR_LINES)
            {
              diag (sink, DIAG_NOTE, file, PROGRAM " said more");
              break;
            }
          diag (sink, DIAG_NOTE, file, "%.*s", (int) size, at);
          reported++;
        }
      at = stop + 1;
    }
  libbfd_stderr->size = 0;
}
