/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sandbox.c - what a process that reads untrusted bytes may still do.

   Code that reads bytes that nobody has checked may be made to run code of its
   input.  The process keeps the right to open files for reading, but it can
   tell nobody what is in them: it has no descriptor to write to, may create
   nothing, start nothing, signal nobody outside and connect to nothing by
   TCP.  Landlock needs no privilege.  A seccomp filter would
   bound system calls too, but which ones the C library makes changes with its
   versions.  */

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "sandbox.h"
#include "sparse.h"

enum
{
  DESCRIPTORS_MAX = 4096 /* this program never has so many */
};

#if defined __SANITIZE_ADDRESS__
#define TAKES_ADDRESS_SPACE 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define TAKES_ADDRESS_SPACE 1
#endif
#endif

#ifndef TAKES_ADDRESS_SPACE
/* The bytes of address space that the process has, to the next MiB, where
   nothing but the kernel's refusal tells: the lowest limit under which it gets
   a page more.  LIMIT is the one that it has.  */
static uint64_t
address_space_tried (struct rlimit limit)
{
  uint64_t low = 0, high = UINT64_C (1) << 47;

  if (limit.rlim_max < high)
    high = limit.rlim_max;
  while (high - low > UINT64_C (1) << 20)
    {
      limit.rlim_cur = (rlim_t) (low + (high - low) / 2);
      setrlimit (RLIMIT_AS, &limit);
      const uint8_t *page = sparse_alloc (1);
      *(page == NULL ? &low : &high) = limit.rlim_cur;
      sparse_free (page, 1);
    }
  return high;
}

/* The bytes of address space that the process has, or 0.  LIMIT is the one
   that it has.  */
static uint64_t
address_space (const struct rlimit *limit)
{
  uint64_t pages = 0;
  FILE *file = fopen ("/proc/self/statm", "re");

  if (file == NULL)
    return address_space_tried (*limit);
  if (fscanf (file, "%" SCNu64, &pages) != 1)
    pages = 0;
  fclose (file);
  return pages * (uint64_t) sysconf (_SC_PAGESIZE);
}

/* Allow the process MORE bytes, unless its limit is lower.  */
static void
limit_memory (uint64_t more)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_AS, &limit) != 0)
    return;
  const uint64_t has = address_space (&limit);
  if (has == 0)
    return;
  const rlim_t most = (rlim_t) (has + more);
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > most)
    limit.rlim_cur = most;
  setrlimit (RLIMIT_AS, &limit);
}
#else
/* AddressSanitizer reserves terabytes.  */
static void
limit_memory (uint64_t more)
{
  (void) more;
}
#endif

/* Close FD if a program that this one starts would not get it.  */
static void
close_ours (int fd)
{
  const int flags = fcntl (fd, F_GETFD);

  if (flags >= 0 && (flags & FD_CLOEXEC) != 0)
    close (fd);
}

/* Close what this program has open, which a program that it starts would not
   get, except KEPT and INPUT.  What the user left open stays: an input may be
   called /dev/fd/3.  */
static void
close_own (int kept, int input)
{
  DIR *dir = opendir ("/proc/self/fd");
  const struct dirent *entry;

  while (dir != NULL && (entry = readdir (dir)) != NULL)
    {
      const int fd = (int) strtol (entry->d_name, NULL, 10);
      if (fd > STDERR_FILENO && fd != kept && fd != input && fd != dirfd (dir))
        close_ours (fd);
    }
  if (dir != NULL)
    closedir (dir);
  /* Without /proc.  A descriptor that stays would keep the other end of KEPT
     open, so that the process never learns that nobody listens.  */
  for (int fd = STDERR_FILENO + 1; dir == NULL && fd < DESCRIPTORS_MAX; fd++)
    if (fd != kept && fd != input)
      close_ours (fd);
}

/* Let descriptors 1 and 2 lead nowhere.  */
static void
silence (void)
{
  const int fd = open ("/dev/null", O_WRONLY | O_CLOEXEC);

  for (int i = STDOUT_FILENO; i <= STDERR_FILENO; i++)
    if (fd < 0 || dup2 (fd, i) < 0)
      close (i);
  if (fd > STDERR_FILENO)
    close (fd);
}

#if defined __linux__ && defined SYS_landlock_create_ruleset
/* The interface of Landlock by version (the kernel's documentation,
   userspace-api/landlock): Debian 12's header ends with version 2.  */
struct ruleset
{
  uint64_t files;
  uint64_t network; /* since version 4 */
  uint64_t scoped;  /* since version 6 */
};

struct __attribute__ ((packed)) path_rule
{
  uint64_t allowed;
  int32_t parent;
};

enum
{
  GET_VERSION = 1,
  RULE_PATH = 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3
};

/* All rights to files of VERSION: 13 at first, then renaming to other
   directories, truncating and ioctl.  */
static uint64_t
file_rights (long version)
{
  unsigned count = 13;

  count += version >= 2;
  count += version >= 3;
  count += version >= 5;
  return (UINT64_C (1) << count) - 1;
}

/* Allow reading files, and nothing else that Landlock knows.  A directory may
   be opened, or an input that is one would be called forbidden.  */
static void
landlock (void)
{
  const long version
      = syscall (SYS_landlock_create_ruleset, NULL, 0, GET_VERSION);
  struct ruleset rules = { .files = file_rights (version),
                           .network = version >= 4 ? 3 : 0,
                           .scoped = version >= 6 ? 3 : 0 };
  struct path_rule reading = { .allowed = READ_FILE | READ_DIR };
  size_t size = sizeof rules.files;

  if (version < 1)
    return;
  if (version >= 4)
    size = version >= 6 ? sizeof rules : 2 * sizeof rules.files;
  const int set = (int) syscall (SYS_landlock_create_ruleset, &rules, size, 0);
  reading.parent = open ("/", O_PATH | O_CLOEXEC);
  if (set >= 0 && reading.parent >= 0
      && syscall (SYS_landlock_add_rule, set, RULE_PATH, &reading, 0) == 0)
    syscall (SYS_landlock_restrict_self, set, 0);
  if (reading.parent >= 0)
    close (reading.parent);
  if (set >= 0)
    close (set);
}
#else
static void
landlock (void)
{
}
#endif

/* Let the process have SECONDS of processor time.  */
static void
limit_time (unsigned seconds)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_CPU, &limit) != 0)
    return;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > seconds)
    limit.rlim_cur = seconds;
  setrlimit (RLIMIT_CPU, &limit);
}

void
sandbox_enter (int kept, int input, uint64_t memory, unsigned seconds)
{
  static const struct rlimit none;

  limit_memory (memory);
  close_own (kept, input);
  silence ();
  setrlimit (RLIMIT_CORE, &none);
  setrlimit (RLIMIT_NPROC, &none);
  limit_time (seconds);
#ifdef __linux__
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
  landlock ();
}
