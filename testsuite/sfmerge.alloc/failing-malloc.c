/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   failing-malloc.c - a library to preload: makes allocations fail.

   FAIL_PROGRAM names the only program to be disturbed, if it is set.
   With FAIL_AT=N in the environment the Nth allocation of each process fails,
   with FAIL_FROM=N that one and all after it.  A failure leaves a line in the
   file that FAIL_MARK names, so that who counts N up knows when to stop:
   "libbfd" if it was libbfd's, else "own".  That file is mapped at the first
   allocation: a process in a sandbox can neither open nor keep it.  */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* glibc's own names, so that none of this allocates.  */
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t count, size_t size);
extern void *__libc_realloc (void *pointer, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

/* What FAIL_MARK has: lines, empty at first.  */
enum
{
  MARK_OWN = 0,
  MARK_LIBBFD = 4,
  MARK_SIZE = 12
};
static char *marks;
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

/* Whether this program is the one to disturb.  */
static int
is_chosen (void)
{
  const char *program = getenv ("FAIL_PROGRAM");
  const char *own = (const char *) getauxval (AT_EXECFN);
  struct stat wanted, st;

  return program == NULL
         || (own != NULL && stat (own, &st) == 0
             && stat (program, &wanted) == 0 && st.st_dev == wanted.st_dev
             && st.st_ino == wanted.st_ino);
}

/* Leave the mark of a failure of CALLER.  */
static void
leave_mark (void *caller)
{
  Dl_info info;
  const int libbfd = dladdr (caller, &info) != 0 && info.dli_fname != NULL
                     && strstr (info.dli_fname, "libbfd") != NULL;

  if (marks != NULL && libbfd)
    memcpy (marks + MARK_LIBBFD, "libbfd\n", 7);
  else if (marks != NULL)
    memcpy (marks + MARK_OWN, "own\n", 4);
}

/* Map the file NAME.  */
static void
map_marks (const char *name)
{
  const int fd = open (name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  struct stat st;

  if (fd < 0 || fstat (fd, &st) != 0
      || (st.st_size == 0
          && write (fd, "\n\n\n\n\n\n\n\n\n\n\n\n", MARK_SIZE) != MARK_SIZE))
    abort ();
  void *at = mmap (NULL, MARK_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (at == MAP_FAILED)
    abort ();
  marks = at;
  close (fd);
}

static int
fails (void *caller)
{
  /* The environment is there from the beginning of the process, but the
     first allocations come before constructors run.  */
  if (!ready)
    {
      if (is_chosen ())
        {
          fail_at = number ("FAIL_AT");
          fail_from = number ("FAIL_FROM");
        }
      if (getenv ("FAIL_MARK") != NULL)
        map_marks (getenv ("FAIL_MARK"));
      ready = 1;
    }
  unsigned long n = __atomic_add_fetch (&count, 1, __ATOMIC_RELAXED);
  if (n != fail_at && (fail_from == 0 || n < fail_from))
    return 0;
  leave_mark (caller);
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
