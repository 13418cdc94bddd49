/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   demangler.c - demangle names in a process of its own.

   What a name costs is not bounded by its length: a part may stand for two of
   the part before it, each of which stands for two of the one before that.  So
   libiberty works where time and memory are bounded.  One process serves a
   whole command, and its processor time is bounded once, not for each name.
   If it ends, the names from there on stay as they are.

   A question is a size and a name, an answer a size and a text; a size of 0
   means that the name is not mangled.  A round trip takes about 10 us, and
   names that are certainly not mangled are not asked about.  */

#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "demangle.h"
#include "input-limits.h"
#include "process.h"

struct demangler
{
  const struct diag_sink *sink;
  bool lost; /* the process ended, or could not be started */
  pid_t pid; /* 0: it was not started */
  int fd;    /* this end of the sockets, if PID is not 0 */
  char text[DEMANGLED_MAX + 1];
};

sfm_status
demangler_new (struct demangler **made, const struct diag_sink *sink)
{
  struct demangler *demangler = malloc (sizeof *demangler);

  *made = demangler;
  if (demangler == NULL)
    return diag_nomem (sink, NULL);
  demangler->sink = sink;
  demangler->lost = false;
  demangler->pid = 0;
  return SFM_OK;
}

/* Take SIZE bytes, or, if SENDS, send them.  False: nobody is at the other
   end.  */
static bool
move_all (int fd, void *bytes, size_t size, bool sends)
{
  char *p = bytes;

  while (size != 0)
    {
      const ssize_t moved
          = sends ? send (fd, p, size, MSG_NOSIGNAL) : recv (fd, p, size, 0);
      if (moved < 0 && errno == EINTR)
        continue;
      if (moved <= 0)
        return false;
      p += moved;
      size -= (size_t) moved;
    }
  return true;
}

/* Send TEXT of SIZE bytes after its size.  */
static bool
send_text (int fd, const char *text, uint32_t size)
{
  return move_all (fd, &size, sizeof size, true)
         && move_all (fd, (char *) (uintptr_t) text, size, true);
}

/* Take a text into BUFFER, which has room for DEMANGLED_MAX bytes and a NUL,
   and set *SIZE to its size.  */
static bool
take_text (int fd, char *buffer, uint32_t *size)
{
  if (!move_all (fd, size, sizeof *size, false) || *size > DEMANGLED_MAX
      || !move_all (fd, buffer, *size, false))
    return false;
  buffer[*size] = '\0';
  return true;
}

/* Answer the questions that come from FD, until there are no more.  BUFFER is
   as for take_text.  */
static void
serve (int fd, char *buffer)
{
  uint32_t size;

  while (take_text (fd, buffer, &size))
    {
      char *name = demangle (buffer);
      const size_t length = name == NULL ? 0 : strlen (name);
      const bool fits = length <= DEMANGLED_MAX;
      const bool sent = fits && length != 0
                            ? send_text (fd, name, (uint32_t) length)
                            : send_text (fd, "", 0);
      free (name);
      if (!sent)
        return;
    }
}

/* Report that names stay mangled, because of WHY.  */
static void
lose (struct demangler *demangler, const char *why)
{
  demangler->lost = true;
  diag (demangler->sink, DIAG_WARNING, NULL,
        "names from here on are not demangled: %s", why);
}

/* Start the process.  */
static bool
start (struct demangler *demangler)
{
  int fds[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    {
      lose (demangler, strerror (errno));
      return false;
    }
  const pid_t pid = child_fork ();
  if (pid == 0)
    {
      const struct sandbox box = { .kept = &fds[1],
                                   .kept_count = 1,
                                   .memory = DEMANGLER_MEMORY,
                                   .seconds = DEMANGLER_SECONDS };
      if (sandbox_enter (&box))
        serve (fds[1], demangler->text);
      _exit (0);
    }
  const int error = errno;
  close (fds[1]);
  if (pid < 0)
    {
      close (fds[0]);
      lose (demangler, strerror (error));
      return false;
    }
  demangler->fd = fds[0];
  demangler->pid = pid;
  return true;
}

/* End the process.  */
static void
stop (struct demangler *demangler)
{
  int status;

  close (demangler->fd);
  (void) child_wait (demangler->pid, &status);
  demangler->pid = 0;
}

/* Whether NAME may be mangled, by its first bytes: "_Z" of C++ and of Rust's
   older scheme, "_R" of Rust's newer one, or "_GLOBAL_" before either.  */
static bool
may_be_mangled (const char *name)
{
  while (*name == '.' || *name == '$')
    name++;
  return name[0] == '_'
         && (name[1] == 'Z' || name[1] == 'R'
             || strncmp (name, "_GLOBAL_", 8) == 0);
}

/* The name in the source of the function whose symbol is NAME, valid until the
   next call; NULL if NAME is not mangled or cannot be demangled.  */
static const char *
find_name (struct demangler *demangler, const char *name)
{
  const size_t length = strlen (name);
  uint32_t size;

  if (!may_be_mangled (name) || length > DEMANGLED_MAX)
    return NULL;
  if (demangler->lost || (demangler->pid == 0 && !start (demangler)))
    return NULL;
  if (!send_text (demangler->fd, name, (uint32_t) length)
      || !take_text (demangler->fd, demangler->text, &size))
    {
      stop (demangler);
      lose (demangler, "the process that does it has ended");
      return NULL;
    }
  return size != 0 ? demangler->text : NULL;
}

const char *
demangler_show (struct demangler *demangler, const char *name)
{
  const char *plain = demangler != NULL ? find_name (demangler, name) : NULL;

  return plain != NULL ? plain : name;
}

void
demangler_free (struct demangler *demangler)
{
  if (demangler == NULL)
    return;
  if (demangler->pid != 0)
    stop (demangler);
  free (demangler);
}
