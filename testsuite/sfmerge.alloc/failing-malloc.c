/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   failing-malloc.c - a library to preload: makes allocations fail.

   With FAIL_AT=N in the environment the Nth allocation of the process fails,
   with FAIL_FROM=N that one and all behind it.  A failure creates the file
   that FAIL_MARK names, so that who counts N up knows when to stop.  If it
   was libbfd's, FAIL_MARK.bfd is created too: bfd_check_format_matches of
   2.40 frees a hash table that it could not make, and dies.  */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* glibc's own names, so that none of this allocates.  */
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t count, size_t size);
extern void *__libc_realloc (void *pointer, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

static unsigned long count;
static unsigned long fail_at;
static unsigned long fail_from;
static int ready;

static unsigned long
number (const char *name)
{
  const char *text = getenv (name);

  return text == NULL ? 0 : strtoul (text, NULL, 10);
}

static void
make (const char *path)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  if (fd >= 0)
    close (fd);
}

/* Leave the marks of a failure of CALLER.  */
static void
leave_marks (void *caller)
{
  const char *mark = getenv ("FAIL_MARK");
  char path[4096];
  Dl_info info;

  if (mark == NULL)
    return;
  make (mark);
  snprintf (path, sizeof path, "%s.bfd", mark);
  if (dladdr (caller, &info) != 0 && info.dli_fname != NULL
      && strstr (info.dli_fname, "libbfd") != NULL)
    make (path);
}

static int
fails (void *caller)
{
  /* The environment is there from the beginning of the process, but the
     first allocations come before constructors run.  */
  if (!ready)
    {
      fail_at = number ("FAIL_AT");
      fail_from = number ("FAIL_FROM");
      ready = 1;
    }
  unsigned long n = __atomic_add_fetch (&count, 1, __ATOMIC_RELAXED);
  if (n != fail_at && (fail_from == 0 || n < fail_from))
    return 0;
  leave_marks (caller);
  errno = ENOMEM;
  return 1;
}

void *
malloc (size_t size)
{
  return fails (__builtin_return_address (0)) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  return fails (__builtin_return_address (0)) ? NULL : __libc_calloc (n, size);
}

void *
realloc (void *pointer, size_t size)
{
  return fails (__builtin_return_address (0)) ? NULL
                                              : __libc_realloc (pointer, size);
}

void *
reallocarray (void *pointer, size_t n, size_t size)
{
  if (size != 0 && n > (size_t) -1 / size)
    {
      errno = ENOMEM;
      return NULL;
    }
  return fails (__builtin_return_address (0))
             ? NULL
             : __libc_realloc (pointer, n * size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return fails (__builtin_return_address (0))
             ? NULL
             : __libc_memalign (alignment, size);
}

int
posix_memalign (void **pointer, size_t alignment, size_t size)
{
  if (fails (__builtin_return_address (0)))
    return ENOMEM;
  *pointer = __libc_memalign (alignment, size);
  return *pointer == NULL ? ENOMEM : 0;
}
