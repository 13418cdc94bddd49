/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-output-faults.c - an output appears whole or not at all, whoever
   interrupts, and whatever others do to the file meanwhile.  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture-files.h"
#include "fixture-image.h"
#include "output-file.h"
#include "process.h"
#include "result.h"

static const struct output_options plain;

/* In a child with a limit of 4 KiB for files, and SIGXFSZ ignored or not,
   write more than that to NAME, OVER what is there or not; the child's wait
   status.  */
static int
write_too_much (const char *name, bool over, bool ignore)
{
  pid_t child = fork ();
  if (child == 0)
    {
      static char data[10000];
      struct rlimit limit = { .rlim_cur = 4096, .rlim_max = 4096 };
      memset (data, 'x', sizeof data - 1);
      signal (SIGXFSZ, ignore ? SIG_IGN : SIG_DFL);
      if (setrlimit (RLIMIT_FSIZE, &limit) != 0)
        _exit (99);
      _exit ((int) (over ? fixture_put_over (name, data, plain)
                         : fixture_put (name, data, &plain)));
    }
  int status = 0;
  waitpid (child, &status, 0);
  return status;
}

static void
test_failure (void)
{
  fixture_make ("old", "0", 0600);
  int status = write_too_much ("old", true, true);
  bool passed = WIFEXITED (status) && WEXITSTATUS (status) == SFM_ERR_IO
                && fixture_holds ("old", "0");
  unit_result (fixture_clean () && passed, "a failed write leaves nothing");

  fixture_make ("old", "0", 0600);
  status = write_too_much ("old", true, false);
  passed = (WIFSIGNALED (status) && WTERMSIG (status) == SIGXFSZ
            && fixture_holds ("old", "0"));
  unit_result (fixture_clean () && passed, "nor does a signal while writing");

  /* The kernel has made an empty file where the link leads to by then.  */
  passed = true;
  for (unsigned i = 0; i < 2; i++)
    {
      passed = symlink ("later", "a") == 0 && passed;
      status = write_too_much ("a", false, i == 0);
      passed = passed && WIFSIGNALED (status) == (i == 1)
               && access ("later", F_OK) != 0 && fixture_clean ();
    }
  unit_result (passed, "nor does a new file that a link leads to");
}

static volatile sig_atomic_t caught;

static void
catch_signal (int number)
{
  caught = number;
}

/* In a child, create temporary files and raise SIGNAL, whose action was
   ACTION; the wait status.  0: it went on, the signal was given back, and the
   files were still there if KEPT says so.  */
static int
raise_while_pending (int number, void (*action) (int), bool kept)
{
  pid_t child = fork ();
  if (child == 0)
    {
      char name[CLEANUP_NAME_SIZE], other[CLEANUP_NAME_SIZE];
      struct sigaction now;
      signal (number, action);
      caught = 0;
      int dir = open (".", O_RDONLY | O_DIRECTORY);
      if (cleanup_create (dir, 0600, name) < 0
          || cleanup_create (dir, 0600, other) < 0)
        _exit (98);
      raise (number);
      bool there = access (name, F_OK) == 0;
      bool both = there == (access (other, F_OK) == 0);
      cleanup_forget (dir, name);
      cleanup_forget (dir, other);
      unlink (name);
      unlink (other);
      sigaction (number, NULL, &now);
      bool good = (now.sa_handler == action && there == kept && both
                   && caught == (action == SIG_IGN ? 0 : number));
      _exit (good ? 0 : 97);
    }
  int status = 0;
  waitpid (child, &status, 0);
  return status;
}

static void
test_signals (void)
{
  static const int events[]
      = { SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGPOLL };
  struct rlimit none = { 0 };
  bool passed = deadly_signal_count > 10;

  setrlimit (RLIMIT_CORE, &none);
  for (size_t i = 0; i < deadly_signal_count; i++)
    {
      int status = raise_while_pending (deadly_signals[i], SIG_DFL, false);
      passed = (passed && WIFSIGNALED (status)
                && WTERMSIG (status) == deadly_signals[i]);
    }
  unit_result (fixture_clean () && passed, "a deadly signal leaves nothing");
  passed = raise_while_pending (SIGHUP, SIG_IGN, true) == 0;
  unit_result (fixture_clean () && passed, "an ignored signal stays ignored");
  passed = raise_while_pending (SIGTERM, catch_signal, false) == 0;
  unit_result (fixture_clean () && passed, "a handler of the caller's runs");
  passed = true;
  for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
    passed
        = raise_while_pending (events[i], catch_signal, true) == 0 && passed;
  unit_result (fixture_clean () && passed,
               "a handler for events leaves the files alone");
}

/* A file that was changed or replaced since it was read is left alone.  */
static void
test_races (void)
{
  static const char *const changes[]
      = { "a new file", "new content", "new permissions", "no file" };
  bool passed = true;

  for (unsigned i = 0; i < 2 * sizeof changes / sizeof *changes; i++)
    {
      const unsigned change = i / 2;
      struct file_bytes old;
      struct output_options options = { .like = &old, .in_place = i % 2 == 0 };
      fixture_make ("old", "0", 0640);
      bool good = file_bytes_read ("old", &old, &fixture_sink) == SFM_OK;
      if (change == 0)
        {
          fixture_make ("other", "2", 0640);
          good = good && rename ("other", "old") == 0;
        }
      else if (change == 1)
        good = good && truncate ("old", 0) == 0;
      else if (change == 2)
        good = good && chmod ("old", 0600) == 0;
      else
        good = good && unlink ("old") == 0;
      /* A new file at the path that -o names is none that was read.  */
      const bool kept = options.in_place || change == 1 || change == 2;
      const sfm_status status = fixture_put ("old", "1", &options);
      good = good && (status == SFM_ERR_USAGE) == kept
             && fixture_holds ("old", "1") == !kept
             && fixture_errors == (kept ? 1 : 0);
      if (!good)
        printf ("note: %s: status %d, %s\n", changes[change], (int) status,
                fixture_said);
      passed = passed && good;
      file_bytes_close (&old);
      passed = fixture_clean () && passed;
    }
  unit_result (passed, "a file that was changed since it was read");

  /* Owner, mode and attributes are those of the file that was read, whatever
     its path leads to by now.  */
  struct file_bytes old;
  struct output_options like = { .like = &old };
  fixture_make ("old", "0", 0600);
  fixture_make ("precious", "0", 04755);
  passed = file_bytes_read ("old", &old, &fixture_sink) == SFM_OK
           && symlink ("precious", "link") == 0 && rename ("link", "old") == 0
           && fixture_put ("new", "1", &like) == SFM_OK
           && fixture_mode ("new") == 0600 && fixture_holds ("new", "1");
  file_bytes_close (&old);
  unit_result (fixture_clean () && passed, "rights of the file that was read");
}

/* What the kernel does not follow is not followed.  */
static void
test_foreign_links (void)
{
  static const char name[] = "another user's link in a sticky directory";
  char value = '0';
  int fd = open ("/proc/sys/fs/protected_symlinks", O_RDONLY);
  bool protected = fd >= 0 && read (fd, &value, 1) == 1 && value == '1';

  if (fd >= 0)
    close (fd);
  if (geteuid () != 0 || !protected)
    {
      unit_skip (name);
      return;
    }
  fixture_make ("victim", "0", 0600);
  bool passed = mkdir ("sticky", 0755) == 0 && chmod ("sticky", 01777) == 0;
  static const char *const links[] = { "../victim", "../later" };
  for (size_t i = 0; i < 2; i++)
    {
      passed = passed && symlink (links[i], "sticky/prog") == 0
               && lchown ("sticky/prog", 65534, 65534) == 0
               && fixture_put ("sticky/prog", "1", &plain) == SFM_ERR_IO
               && fixture_errors == 1 && fixture_holds ("victim", "0")
               && access ("later", F_OK) != 0;
      unlink ("sticky/prog");
    }
  unit_result (fixture_clean () && passed, name);
}

static bool litter_was_seen;

/* A reader of messages that looks for temporary files.  */
static void
look_around (void *data, enum diag_severity kind, const char *file,
             const char *place, const char *text)
{
  litter_was_seen |= fixture_litter ();
  fixture_sink.fn (data, kind, file, place, text);
}

static void
test_messages (void)
{
  const struct diag_sink sink = { .fn = look_around };
  struct file_bytes old;
  struct output_options like = { .like = &old };

  fixture_make ("old", "0", 04755);
  /* Only somebody who is not the owner is warned of anything.  */
  bool passed = file_bytes_read ("old", &old, &fixture_sink) == SFM_OK;
  if (geteuid () == 0 && chmod (".", 0777) == 0 && seteuid (65534) == 0)
    {
      fixture_warnings = 0;
      passed = passed
               && output_write ("new", (const uint8_t *) "1", 1, &like, &sink)
                      == SFM_OK
               && fixture_warnings == 1 && !litter_was_seen;
      if (seteuid (0) != 0)
        passed = false;
      unit_result (passed, "messages wait for temporary files");
    }
  file_bytes_close (&old);
  fixture_clean ();
}

/* Add NAME to SET, to hold TEXT.  */
static bool
add (struct output_set *set, const char *name, const char *text)
{
  struct target target;

  return target_open (name, NULL, &plain, &target, &fixture_sink) == SFM_OK
         && output_set_add (set, &target, (const uint8_t *) text,
                            strlen (text), &plain)
                == SFM_OK;
}

/* Put the name of the temporary file that holds TEXT into NAME.  */
static bool
find_temporary (const char *text, char name[static CLEANUP_NAME_SIZE])
{
  DIR *here = opendir (".");
  struct dirent *entry;
  bool found = false;

  while (here != NULL && !found && (entry = readdir (here)) != NULL)
    if (strncmp (entry->d_name, ".sfmerge-", 9) == 0
        && fixture_holds (entry->d_name, text))
      {
        snprintf (name, CLEANUP_NAME_SIZE, "%.*s", CLEANUP_NAME_SIZE - 1,
                  entry->d_name);
        found = true;
      }
  if (here != NULL)
    closedir (here);
  return found;
}

static void
test_set (void)
{
  struct output_set set;
  struct stat before, after;
  char name[CLEANUP_NAME_SIZE];

  fixture_make ("a", "0", 0600);
  fixture_make ("b", "0", 0600);
  output_set_begin (&set, &fixture_sink);
  bool passed = add (&set, "a", "1") && add (&set, "b", "2")
                && add (&set, "c", "3") && fixture_holds ("a", "0")
                && output_set_commit (&set) == SFM_OK;
  passed = output_set_end (&set) == SFM_OK && passed && !fixture_litter ()
           && fixture_holds ("a", "1") && fixture_holds ("b", "2")
           && fixture_holds ("c", "3");
  unit_result (fixture_clean () && passed, "three files at once");

  /* The last cannot be renamed, as it is gone.  */
  fixture_make ("a", "0", 0640);
  fixture_make ("b", "0", 0600);
  fixture_make ("c", "0", 0600);
  passed = stat ("a", &before) == 0;
  output_set_begin (&set, &fixture_sink);
  passed = add (&set, "a", "1") && add (&set, "b", "2")
           && add (&set, "c", "last") && passed;
  passed = find_temporary ("last", name) && unlink (name) == 0 && passed;
  passed = output_set_commit (&set) == SFM_ERR_IO && passed;
  passed = output_set_end (&set) == SFM_OK && passed && !fixture_litter ()
           && fixture_holds ("a", "0") && fixture_holds ("b", "0")
           && fixture_holds ("c", "0") && stat ("a", &after) == 0
           && before.st_ino == after.st_ino && fixture_mode ("a") == 0640;
  unit_result (fixture_clean () && passed, "three files or none");
}

/* Let "b" become another name of what SET writes for "a".  */
static sfm_status
add_second (struct output_set *set)
{
  struct target target;
  sfm_status status = target_open ("b", NULL, &plain, &target, &fixture_sink);

  if (status == SFM_OK)
    return output_set_add_name (set, &target, &plain);
  target_close (&target);
  return status;
}

/* Write "1" to "a" and "b", two names of a file, while somebody else puts a
   file of theirs under the temporary name: the written file is renamed then,
   or gone if GONE.  The last message must have both inodes.  */
static bool
exchange_temporary (bool gone)
{
  struct output_set set;
  struct stat written, evil, a, b;
  char name[CLEANUP_NAME_SIZE], second[CLEANUP_NAME_SIZE];
  char inodes[2][24];

  fixture_make ("a", "0", 0640);
  fixture_make ("evil", "evil", 0640);
  bool good = link ("a", "b") == 0;
  output_set_begin (&set, &fixture_sink);
  good = add (&set, "a", "1") && good && find_temporary ("1", name)
         && stat (name, &written) == 0 && stat ("evil", &evil) == 0
         && (gone || rename (name, "aside") == 0)
         && rename ("evil", name) == 0;
  sfm_status status = add_second (&set);
  /* Where it can be linked, it is what was written.  */
  good = good
         && (status == SFM_OK ? !gone && find_temporary ("1", second)
                              : status == SFM_ERR_IO);
  if (status == SFM_OK)
    status = output_set_commit (&set);
  good = output_set_end (&set) == SFM_OK && good && status == SFM_ERR_IO
         && fixture_holds ("a", "0") && stat ("a", &a) == 0
         && stat ("b", &b) == 0 && a.st_ino == b.st_ino && !fixture_litter ();
  snprintf (inodes[0], sizeof inodes[0], "inode %ju",
            (uintmax_t) written.st_ino);
  snprintf (inodes[1], sizeof inodes[1], "inode %ju", (uintmax_t) evil.st_ino);
  good = good && strstr (fixture_said, inodes[0]) != NULL
         && strstr (fixture_said, inodes[1]) != NULL;
  if (!good)
    printf ("note: status %d, %s\n", (int) status, fixture_said);
  return fixture_clean () && good;
}

/* The same in a child that cannot link a descriptor: without /proc and
   privileges.  The exit status: 0, or 77 if that cannot be.  */
static int
exchange_without_proc (void)
{
  pid_t child = fork ();
  if (child == 0)
    {
      if (geteuid () != 0 || unshare (CLONE_NEWNS) != 0
          || mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0
          || mount ("none", "/proc", "tmpfs", 0, NULL) != 0
          || chown (".", 65534, 65534) != 0 || setgid (65534) != 0
          || setuid (65534) != 0)
        _exit (77);
      _exit (exchange_temporary (false) ? 0 : 1);
    }
  int status = 0;
  waitpid (child, &status, 0);
  return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
}

static void
test_exchanged (void)
{
  unit_result (exchange_temporary (false),
               "another file has the name of the temporary file");
  unit_result (exchange_temporary (true), "and that is gone");
  const int status = exchange_without_proc ();
  if (status == 77)
    unit_skip ("the same without /proc");
  else
    unit_result (fixture_clean () && status == 0, "the same without /proc");
}

int
main (void)
{
  if (!fixture_enter ())
    return 1;
  test_failure ();
  test_signals ();
  test_races ();
  test_foreign_links ();
  test_messages ();
  test_set ();
  test_exchanged ();
  fixture_leave ();
  return unit_exit ();
}
