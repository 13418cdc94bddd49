/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-file-tree.c - a file of a tree is opened over no link and no mount, by
   the kernel's call and without it.  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file-tree.h"
#include "fixture-files.h"
#include "result.h"

enum
{
  READ = O_RDONLY | O_CLOEXEC,
  LIST = READ | O_DIRECTORY,
  UNABLE = 77
};

/* A path, and the errno that opening it with FLAGS gives; 0: it opens.  */
struct way
{
  const char *path;
  int flags;
  int error;
};

static const struct way ways[] = {
  { "root/a/b/file", READ, 0 },
  { "root/a/b", LIST, 0 },
  { "root", LIST, 0 },
  { "root/none", READ, ENOENT },
  { "root/a/none/file", READ, ENOENT },
  { "root/a/b/file", LIST, ENOTDIR },
  { "root/a/b/file/file", READ, ENOTDIR },
  { "root/a/link/file", READ, ELOOP },
  { "root/a/out/file", READ, ELOOP },
  { "root/out/a/file", READ, ELOOP },
  { "root/a/file-link", READ, ELOOP },
  { "root/a/link", LIST, ELOOP },
  { "root/a/out", LIST, ELOOP },
  { "root/a/link", READ, ELOOP },
};

/* Let the kernel have no openat2 for this process.  */
static bool
forget_call (void)
{
#ifdef SYS_openat2
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = { .len = 4, .filter = filter };
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
         && prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return true;
#endif
}

/* The number of descriptors that are open.  */
static unsigned
open_count (void)
{
  unsigned count = 0;

  for (int fd = 0; fd < 64; fd++)
    count += fcntl (fd, F_GETFD) >= 0;
  return count;
}

/* Whether opening WAY in TREE, and the directory that it is in, goes as it
   should.  */
static bool
goes (const struct file_tree *tree, const struct way *way)
{
  const unsigned before = open_count ();
  int fd = tree_open_path (tree, way->path, way->flags);
  const int error = fd < 0 ? errno : 0;
  char path[64];
  bool good = error == way->error;

  if (fd >= 0)
    close (fd);
  /* In a directory that is reached over a link, nothing is.  */
  snprintf (path, sizeof path, "%s/x", way->path);
  fd = tree_open_parent (tree, path, READ);
  const int above = fd < 0 ? errno : 0;
  if (fd >= 0)
    close (fd);
  if (way->error == ELOOP || (way->error == 0 && way->flags == LIST))
    good = good && above == (way->error != 0 ? ELOOP : 0);
  good = good && open_count () == before;
  if (!good)
    printf ("note: %s, %#x: %s, above: %s\n", way->path, (unsigned) way->flags,
            strerror (error), strerror (above));
  return good;
}

static bool
make_all (void)
{
  static const char *const dirs[]
      = { "root", "root/a", "root/a/b", "root/m", "outside", "outside/a" };
  bool good = true;

  for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
    good = mkdir (dirs[i], 0755) == 0 && good;
  fixture_make ("root/a/b/file", "inside", 0644);
  fixture_make ("outside/file", "outside", 0644);
  fixture_make ("outside/a/file", "outside", 0644);
  return symlink ("b", "root/a/link") == 0
         && symlink ("../../outside", "root/a/out") == 0
         && symlink ("../outside", "root/out") == 0
         && symlink ("b/file", "root/a/file-link") == 0
         && symlink ("root", "way") == 0 && good;
}

static void
remove_all (void)
{
  static const char *const names[]
      = { "root/a/b/file", "outside/file", "outside/a/file",   "root/a/link",
          "root/a/out",    "root/out",     "root/a/file-link", "way",
          "root/a/b",      "root/a",       "root/m",           "root",
          "outside/a",     "outside" };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    remove (names[i]);
}

/* All ways in the tree ROOT, which rests first if RESTED.  */
static bool
go_all (const char *root, bool rested)
{
  struct file_tree tree = { .path = root };
  bool good = tree_open (&tree);

  if (rested)
    tree_rest (&tree);
  for (size_t i = 0; good && i < sizeof ways / sizeof *ways; i++)
    {
      char path[64];
      struct way way = ways[i];
      snprintf (path, sizeof path, "%s%s", root, way.path + strlen ("root"));
      way.path = path;
      good = goes (&tree, &way);
    }
  tree_rest (&tree);
  return good;
}

/* A path that is too long for the kernel is that here.  */
static bool
is_too_long (void)
{
  struct file_tree tree = { .path = "root" };
  static char path[2 * PATH_MAX] = "root";

  for (size_t at = 4; at + 2 < sizeof path; at += 2)
    memcpy (path + at, "/.", 3);
  bool good = tree_open (&tree) && tree_open_path (&tree, path, LIST) < 0
              && errno == ENAMETOOLONG;
  tree_rest (&tree);
  return good;
}

/* A tree that rests is not mixed up with another one that has its name.  */
static bool
is_told_apart (void)
{
  struct file_tree tree = { .path = "root" };
  bool good = tree_open (&tree);

  tree_rest (&tree);
  good = good && rename ("root", "kept") == 0
         && symlink ("outside", "root") == 0
         && tree_open_path (&tree, "root/file", READ) < 0 && errno == ESTALE;
  unlink ("root");
  return rename ("kept", "root") == 0 && good;
}

/* Nothing is opened that is mounted below.  */
static int
test_mounts (void)
{
  static const struct way over[] = { { "root/m", LIST, EXDEV },
                                     { "root/m/file", READ, EXDEV },
                                     { "root/m/c/file", READ, EXDEV } };
  struct file_tree tree = { .path = "root" };

  if (geteuid () != 0 || unshare (CLONE_NEWNS) != 0
      || mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0
      || mount ("none", "root/m", "tmpfs", 0, NULL) != 0)
    return UNABLE;
  bool good = mkdir ("root/m/c", 0755) == 0 && tree_open (&tree);
  fixture_make ("root/m/file", "outside", 0644);
  fixture_make ("root/m/c/file", "outside", 0644);
  for (size_t i = 0; i < sizeof over / sizeof *over; i++)
    good = goes (&tree, &over[i]) && good;
  tree_rest (&tree);
  return umount ("root/m") == 0 && good ? 0 : 1;
}

/* In a child, without the kernel's call if OLD: the exit status of BODY.  */
static int
in_child (int (*body) (void), bool old)
{
  int status = 0;
  pid_t child = fork ();

  if (child == 0)
    _exit (old && !forget_call () ? UNABLE : body ());
  waitpid (child, &status, 0);
  return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
}

static int
test_links (void)
{
  bool good = go_all ("root", false);

  good = go_all ("root//", true) && good;
  good = go_all ("way", true) && good;
  good = is_too_long () && good;
  return is_told_apart () && good ? 0 : 1;
}

static void
report (int status, const char *name)
{
  if (status == UNABLE)
    unit_skip (name);
  else
    unit_result (status == 0, name);
}

int
main (void)
{
  if (!fixture_enter ())
    return 1;
  unit_result (make_all (), "the files are there");
  report (in_child (test_links, false), "links are not followed");
  report (in_child (test_links, true), "nor without the kernel's call");
  report (in_child (test_mounts, false), "mounts are not entered");
  report (in_child (test_mounts, true), "nor without the kernel's call");
  remove_all ();
  fixture_leave ();
  return unit_exit ();
}
