/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-cleanup.c - a temporary file that no signal leaves behind.

   O_TMPFILE would need no cleaning, but linkat cannot replace a file, and not
   every file system has it.  The handler removes the file, puts back what was
   there before and raises the signal again, so that the process ends as it
   would have, or the previous handler runs.  A signal that was ignored stays
   ignored (nohup).  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "output-cleanup.h"

static const int deadly[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ };

enum
{
  DEADLY_COUNT = sizeof deadly / sizeof deadly[0],
  /* 64 random bits meet an existing name about never; a folder where every
     name seems to exist is broken.  */
  ATTEMPTS = 16
};

/* Written only while the signals above are blocked.  */
static struct
{
  bool armed;
  int folder;
  char name[CLEANUP_NAME_SIZE];
  struct sigaction previous[DEADLY_COUNT];
} pending;

static void
remove_pending (int number)
{
  int saved_errno = errno;

  unlinkat (pending.folder, pending.name, 0);
  for (size_t i = 0; i < DEADLY_COUNT; i++)
    if (deadly[i] == number)
      sigaction (number, &pending.previous[i], NULL);
  /* Delivered when this handler returns.  */
  raise (number);
  errno = saved_errno;
}

static void
block (sigset_t *previous)
{
  sigset_t set;

  sigemptyset (&set);
  for (size_t i = 0; i < DEADLY_COUNT; i++)
    sigaddset (&set, deadly[i]);
  pthread_sigmask (SIG_BLOCK, &set, previous);
}

static void
arm (int folder, const char *name)
{
  struct sigaction action = { .sa_handler = remove_pending };

  pending.folder = folder;
  memcpy (pending.name, name, CLEANUP_NAME_SIZE);
  pending.armed = true;
  /* One handler must not interrupt another.  */
  sigemptyset (&action.sa_mask);
  for (size_t i = 0; i < DEADLY_COUNT; i++)
    sigaddset (&action.sa_mask, deadly[i]);
  for (size_t i = 0; i < DEADLY_COUNT; i++)
    {
      sigaction (deadly[i], NULL, &pending.previous[i]);
      if (pending.previous[i].sa_handler != SIG_IGN)
        sigaction (deadly[i], &action, NULL);
    }
}

int
cleanup_create (int folder, unsigned mode, char *name)
{
  sigset_t previous;
  int fd = -1;

  /* No signal between the file's birth and the handler's.  */
  block (&previous);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++)
    {
      uint64_t number;
      if (getrandom (&number, sizeof number, 0) != (ssize_t) sizeof number)
        break;
      snprintf (name, CLEANUP_NAME_SIZE, ".sfmerge-%016" PRIx64, number);
      fd = openat (folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      if (fd >= 0 || errno != EEXIST)
        break;
    }
  if (fd >= 0)
    arm (folder, name);
  int saved_errno = errno;
  pthread_sigmask (SIG_SETMASK, &previous, NULL);
  errno = saved_errno;
  return fd;
}

void
cleanup_disarm (void)
{
  sigset_t previous;

  block (&previous);
  if (pending.armed)
    for (size_t i = 0; i < DEADLY_COUNT; i++)
      if (pending.previous[i].sa_handler != SIG_IGN)
        sigaction (deadly[i], &pending.previous[i], NULL);
  pending.armed = false;
  pthread_sigmask (SIG_SETMASK, &previous, NULL);
}
