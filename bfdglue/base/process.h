/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   process.h - processes and threads: run a program in place of this one, fork
   for work that may crash, and share work.  */

#ifndef BFDGLUE_PROCESS_H
#define BFDGLUE_PROCESS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base-limits.h"
#include "diag.h"

/* How a child ended: by its exit status, or by SIGNAL if that is not 0.  */
struct child_end
{
  int status;
  int signal;
};

/* What a child writes to standard error or, with OUTPUT, to standard output,
   if it is caught.  All zero is empty; the caller frees BYTES.  */
struct child_errors
{
  char *bytes; /* SIZE of them, and a 0 */
  size_t size;
  size_t capacity;
  bool output;
};

/* From here on, pass signals that would end this program to the child, and let
   it end first.  */
void child_signals (void);

/* The last signal received, or 0.  */
int child_signal (void);

/* Run PATH, or the program of PATH's name in PATH if it has no slash, with
   ARGV and wait for it.  With ERRORS, its standard error or output is kept
   there instead of shown.  If a signal came before, nothing is run, and END
   says so.  On failure, which is reported, END has a status that is not 0; a
   program that is not there, or cannot be executed, ends with 127 or 126.
   Statuses: IO, NOMEM.  */
sfm_status child_run (const char *path, char **argv,
                      struct child_errors *errors, struct child_end *end,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Execute PATH with ARGV in this process.  Returns only if that fails, which
   is reported: the exit status.  */
int child_become (const char *path, char **argv, const struct diag_sink *sink);

/* End as END says: raise its signal, or return its exit status.  */
int child_end_as (const struct child_end *end);

/* A child process for work that damaged files may crash.  */

/* Fork.  The result is that of fork, and so is errno.  The child takes no
   signal that is meant for its parent, and ends when that does; it has to end
   by _exit, as the atexit handlers and the streams are its parent's.  */
pid_t child_fork (void);

/* Wait for the end of PID, whatever signals come.  The result and *STATUS are
   those of waitpid.  */
pid_t child_wait (pid_t pid, int *status);

/* The signals that would end a process before it has removed its temporary
   files.  */

enum
{
  DEADLY_SIGNALS_MAX = 16
};

/* All signals whose default action is to end the process, except those that
   cannot be caught, those that report an error in the program itself, which no
   handler can be expected to handle, and the real-time ones, which mean
   something only to programs that agreed on it.  */
extern const int deadly_signals[];
extern const size_t deadly_signal_count;

/* Whether NUMBER, one of them, tells most programs that have a handler for it
   that something happened, such as the end of an interval, and not that they
   are to end.  */
bool deadly_signal_is_event (int number);

/* Block the deadly signals in this thread, and set *PREVIOUS to the signal
   mask for deadly_signals_release, which keeps errno.  */
void deadly_signals_hold (sigset_t *previous);
void deadly_signals_release (const sigset_t *previous);

/* What a process that reads untrusted bytes may still do.  */

struct sandbox
{
  const int *kept; /* descriptors that stay open */
  size_t kept_count;
  bool streams; /* so do 1 and 2, which lead nowhere otherwise; 0 does */
  const char *const *readable; /* files and directories, below which files may
                                  be opened to read */
  size_t readable_count;
  uint64_t memory;  /* bytes of address space beyond what there is */
  unsigned seconds; /* of processor time */
};

/* Give up what a process that only reads files does not need: descriptors,
   capabilities, privileges, writing, connecting, starting programs.  What the
   kernel does not have is left out.  False with errno set: there was no memory
   or no descriptor for it, so the process must not read the files in
   question.  */
bool sandbox_enter (const struct sandbox *box) SFM_CHECKED;

/* Let the process have MEMORY more bytes of address space and SECONDS of
   processor time, unless its limits are lower, and leave no core.  */
void sandbox_limits (uint64_t memory, unsigned seconds);

/* Whether a sanitizer looks at the process when it ends, which it cannot in a
   sandbox.  */
extern const bool sandbox_is_watched;

/* Whether the kernel has Landlock, and filters of system calls that are known
   here.  */
bool sandbox_has_landlock (void);
bool sandbox_has_filter (void);

/* Work done in parallel.

   libbfd and the sink of messages belong to the calling thread.  A task in
   another thread reports to a queue (diag.h).  */

/* A task that was begun; it must not be moved.  */
struct threads_task
{
  void (*run) (void *data);
  void *data;
  bool apart; /* in THREAD; else threads_end runs it */
  pthread_t thread;
};

/* The number of processors that this process may use, at least 1.  */
unsigned threads_processors (void);

/* Make threads_processors return 1 from here on: this is one of several
   processes that share the work.  */
void threads_alone (void);

/* Begin RUN with DATA in a thread of its own, if WORTH, there is a second
   processor, and the system grants a thread.  threads_end must be called; if
   TASK is not apart, it may be forgotten instead.  */
void threads_begin (struct threads_task *task, bool worth,
                    void (*run) (void *data), void *data);

/* Wait for TASK, or run it now if it is not apart.  */
void threads_end (struct threads_task *task);

/* Call RUN for consecutive parts of [0, COUNT), numbered below
   THREADS_PARTS_MAX, and return when all are done.  From some ten thousand
   elements on they run in parallel.  Their number depends on the machine; the
   result must not.  */
void threads_parts (size_t count,
                    void (*run) (void *data, unsigned part, size_t from,
                                 size_t to),
                    void *data);

/* The number of links that used the linker wrapper, as the size of the file
   that this environment variable names.  */

#define LINK_COUNT "SFMERGE_LINKS"

/* Add LINKS to the file PATH, unless that is NULL.  Failures are ignored: what
   is lost here is a warning.  */
void link_count_add (const char *path, uint64_t links);

#endif /* BFDGLUE_PROCESS_H */
