/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-stderr.c - what BFD would print becomes notes.

   BFD has bfd_set_error_handler, but the messages that 2.40 makes inside
   bfd_check_format go to stderr past it, and those that a handler does get
   have conversions (%pB) that only BFD can print.  So BFD prints as it
   likes, into a stream of ours that takes the place of stderr while BFD is
   at work; the GNU C library documents stderr as a variable for that.  The
   other ways lose: dup2 on descriptor 2 costs three calls of the system an
   object and takes the messages of other threads along.

   Elsewhere a handler drops the messages; what BFD prints past it, it
   prints.  */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "bfd-internal.h"

/* What BFD's messages begin with.  */
#define PROGRAM "libbfd"

/* The lines of one object that are worth a note each; a damaged file can
   make thousands.  */
enum
{
  CHATTER_LINES = 4
};

#ifdef __GLIBC__

static ssize_t
keep (void *cookie, const char *bytes, size_t size)
{
  struct chatter *chatter = cookie;

  size_t room = CHATTER_TEXT - chatter->size;
  size_t part = size < room ? size : room;
  memcpy (chatter->text + chatter->size, bytes, part);
  chatter->size += part;

  /* After this message BFD ends the process.  */
  if (memmem (bytes, size, "internal error", 14) != NULL)
    {
      ssize_t written = write (STDERR_FILENO, bytes, size);
      (void) written;
    }
  return (ssize_t) size;
}

bool
chatter_open (struct chatter *chatter)
{
  const cookie_io_functions_t functions = { .write = keep };

  bfd_set_error_program_name (PROGRAM);
  chatter->size = 0;
  chatter->stream = fopencookie (chatter, "w", functions);
  return chatter->stream != NULL;
}

void
chatter_close (struct chatter *chatter)
{
  if (chatter->stream != NULL)
    fclose (chatter->stream);
}

void
chatter_hold (struct chatter *chatter)
{
  chatter->user = stderr;
  stderr = chatter->stream;
}

void
chatter_release (struct chatter *chatter)
{
  fflush (chatter->stream);
  stderr = chatter->user;
}

#else

static void
drop (const char *format, va_list ap)
{
  (void) format;
  (void) ap;
}

bool
chatter_open (struct chatter *chatter)
{
  bfd_set_error_program_name (PROGRAM);
  bfd_set_error_handler (drop);
  chatter->size = 0;
  chatter->stream = NULL;
  return true;
}

void
chatter_close (struct chatter *chatter)
{
  (void) chatter;
}

void
chatter_hold (struct chatter *chatter)
{
  (void) chatter;
}

void
chatter_release (struct chatter *chatter)
{
  (void) chatter;
}

#endif

/* True if the SIZE bytes at LINE, in TEXT, are also one of the lines before:
   BFD repeats itself for each target that it tries.  */
static bool
said_before (const char *text, const char *line, size_t size)
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
chatter_say (struct chatter *chatter, const struct say *sink, const char *file)
{
  const char *at = chatter->text;
  const char *end = at + chatter->size;
  unsigned said = 0;

  while (at < end)
    {
      const char *stop = memchr (at, '\n', (size_t) (end - at));
      if (stop == NULL)
        stop = end;
      size_t size = (size_t) (stop - at);
      if (size != 0 && !said_before (chatter->text, at, size))
        {
          if (said == CHATTER_LINES)
            {
              say (sink, SAY_NOTE, file, PROGRAM " said more");
              break;
            }
          say (sink, SAY_NOTE, file, "%.*s", (int) size, at);
          said++;
        }
      at = stop + 1;
    }
  chatter->size = 0;
}
