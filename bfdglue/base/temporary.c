/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   temporary.c - names of temporary files.  */

#include "config.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "diag.h"
#include "paged.h"

/* Whether a file may have SIZE bytes.  The limit holds for these files too,
   and the kernel sends a signal if one goes beyond it.  */
static bool
is_allowed (size_t size)
{
  struct rlimit limit;

  return getrlimit (RLIMIT_FSIZE, &limit) == 0 && size <= limit.rlim_cur;
}

int
memory_file_new (size_t size)
{
#ifdef MFD_CLOEXEC
  if (!is_allowed (size))
    return 0;
  int first = memfd_create ("sfmerge", MFD_CLOEXEC);
  /* Standard input may be closed.  */
  int fd = first == 0 ? fcntl (first, F_DUPFD_CLOEXEC, 1) : first;
  if (first == 0)
    close (first);
  if (fd > 0 && ftruncate (fd, (off_t) size) == 0)
    return fd;
  memory_file_close (fd);
#else
  (void) size;
#endif
  return 0;
}

void
memory_file_close (int fd)
{
  if (fd > 0)
    close (fd);
}

char *
temporary_template (struct pool *pool, const char *name)
{
  const char *where = getenv ("TMPDIR");

  if (where == NULL || access (where, W_OK | X_OK) != 0)
    where = "/tmp";
  return text_format (pool, "%s/%s-XXXXXX", where, name);
}
