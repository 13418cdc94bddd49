/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-output-file.c - an output appears whole or not at all, as the file that
   its name leads to, with the rights that it should have.

   Works in a folder of its own, which it removes.  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "fixture-image.h"
#include "output-cleanup.h"
#include "output-file.h"

static const struct output_options plain = { .like = NULL };
static const struct output_options in_place
    = { .like = "old", .in_place = true };

/* Make the file NAME with TEXT and mode MODE.  */
static void
make (const char *name, const char *text, mode_t mode)
{
  unlink (name);
  FILE *file = fopen (name, "w");
  if (file == NULL)
    return;
  fputs (text, file);
  fclose (file);
  chmod (name, mode);
}

/* True if the file NAME holds TEXT.  */
static bool
holds (const char *name, const char *text)
{
  char buffer[64] = "";
  FILE *file = fopen (name, "r");
  if (file == NULL)
    return false;
  size_t size = fread (buffer, 1, sizeof buffer - 1, file);
  fclose (file);
  return size == strlen (text) && memcmp (buffer, text, size) == 0;
}

static sfm_status
put (const char *name, const char *text, const struct output_options *options)
{
  fixture_errors = 0;
  fixture_warnings = 0;
  return output_write (name, (const uint8_t *) text, strlen (text), options,
                       &fixture_sink);
}

/* Remove everything in the folder; true if no temporary file was there.  */
static bool
clean (void)
{
  bool tidy = true;
  DIR *folder = opendir (".");
  struct dirent *entry;

  while (folder != NULL && (entry = readdir (folder)) != NULL)
    {
      if (strcmp (entry->d_name, ".") == 0
          || strcmp (entry->d_name, "..") == 0)
        continue;
      if (strncmp (entry->d_name, ".sfmerge-", 9) == 0)
        tidy = false;
      if (unlink (entry->d_name) != 0)
        rmdir (entry->d_name);
    }
  if (folder != NULL)
    closedir (folder);
  return tidy;
}

static mode_t
mode_of (const char *name)
{
  struct stat st;
  return stat (name, &st) == 0 ? st.st_mode & 07777 : 0;
}

static void
test_rights (void)
{
  umask (027);
  bool passed = put ("new", "1", &plain) == SFM_OK && holds ("new", "1")
                && mode_of ("new") == 0640;
  fixture_result (clean () && passed, "a new file by the umask");
  umask (022);

  make ("old", "0", 04751);
  bool labels = setxattr ("old", "user.test", "v", 1, 0) == 0;
  struct output_options like = { .like = "old", .fsync = true };
  char value[4];
  passed = put ("new", "1", &like) == SFM_OK && holds ("new", "1")
           && mode_of ("new") == 04751 && fixture_warnings == 0
           && (!labels || getxattr ("new", "user.test", value, 4) == 1);
  fixture_result (clean () && passed, "mode and attributes of another file");

  /* Only root can make a file that is not theirs, and see that it was not.  */
  make ("old", "0", 04755);
  if (geteuid () == 0 && chmod (".", 0777) == 0 && seteuid (65534) == 0)
    {
      passed = put ("new", "1", &like) == SFM_OK && fixture_warnings == 1
               && mode_of ("new") == 0755;
      if (seteuid (0) != 0)
        passed = false;
      fixture_result (passed, "set-id bits dropped with the owner");
    }
  clean ();
}

static void
test_links (void)
{
  struct stat st;

  make ("old", "0", 0600);
  bool passed = mkdir ("sub", 0755) == 0 && symlink ("../old", "sub/b") == 0
                && symlink ("sub/b", "a") == 0
                && put ("a", "1", &in_place) == SFM_OK && holds ("old", "1")
                && lstat ("a", &st) == 0 && S_ISLNK (st.st_mode);
  unlink ("sub/b");
  fixture_result (clean () && passed, "symbolic links are followed");

  passed = symlink ("later", "a") == 0 && put ("a", "1", &plain) == SFM_OK
           && holds ("later", "1");
  fixture_result (clean () && passed, "also to a file that is not there yet");

  passed = symlink ("b", "a") == 0 && symlink ("a", "b") == 0
           && put ("a", "1", &plain) == SFM_ERR_IO && fixture_errors == 1;
  fixture_result (clean () && passed, "a circle of links is an error");

  make ("old", "0", 0600);
  passed = link ("old", "twin") == 0
           && put ("old", "1", &in_place) == SFM_ERR_USAGE
           && holds ("old", "0") && fixture_errors == 1;
  struct output_options force = in_place;
  force.force = true;
  passed = passed && put ("old", "1", &force) == SFM_OK && holds ("old", "1")
           && holds ("twin", "0");
  fixture_result (clean () && passed, "a file of two names, in place");
}

static void
test_special (void)
{
  struct stat st;

  bool passed = put ("/dev/null", "1", &plain) == SFM_OK
                && stat ("/dev/null", &st) == 0 && S_ISCHR (st.st_mode);
  fixture_result (passed, "a device is written to");

  passed = mkfifo ("pipe", 0600) == 0
           && put ("pipe", "1", &in_place) == SFM_ERR_USAGE;
  int reader = open ("pipe", O_RDONLY | O_NONBLOCK);
  char value[4];
  passed = passed && reader >= 0 && put ("pipe", "1", &plain) == SFM_OK
           && read (reader, value, 4) == 1 && value[0] == '1'
           && stat ("pipe", &st) == 0 && S_ISFIFO (st.st_mode);
  close (reader);
  fixture_result (clean () && passed,
                  "a pipe is written to, but not in place");

  passed = mkdir ("sub", 0755) == 0
           && put ("sub", "1", &plain) == SFM_ERR_USAGE
           && put ("sub/", "1", &plain) == SFM_ERR_USAGE
           && put ("none/", "1", &plain) == SFM_ERR_USAGE
           && put ("none/x", "1", &plain) == SFM_ERR_IO
           && put ("", "1", &plain) != SFM_OK;
  fixture_result (clean () && passed, "what is no file is refused");

  char name[256];
  memset (name, 'n', 255);
  name[255] = '\0';
  passed = put (name, "1", &plain) == SFM_OK && holds (name, "1");
  fixture_result (clean () && passed, "a name of the longest possible size");
}

/* A file with data, a hole, data and a hole, as it should be.  */
static void
test_sparse (void)
{
  enum
  {
    MIB = 1 << 20
  };
  size_t size = 5 * MIB + 3;
  uint8_t *data = calloc (2, size);
  if (data == NULL)
    return;
  data[MIB + 7] = 1;
  data[3 * MIB] = 2;
  bool passed = true;
  for (size_t end = 4 * MIB; end <= size; end += MIB + 3)
    {
      passed = passed
               && output_write ("new", data, end, &plain, &fixture_sink)
                      == SFM_OK;
      FILE *file = fopen ("new", "r");
      size_t got = file == NULL ? 0 : fread (data + size, 1, size, file);
      if (file != NULL)
        fclose (file);
      passed = passed && got == end && memcmp (data, data + size, end) == 0;
    }
  free (data);
  fixture_result (clean () && passed, "holes");
}

/* In a child with a limit of 4 KiB for files, and SIGXFSZ ignored or not,
   write more than that over "old"; the child's wait status.  */
static int
write_too_much (bool ignore)
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
      _exit ((int) put ("old", data, &in_place));
    }
  int status = 0;
  waitpid (child, &status, 0);
  return status;
}

static void
test_failure (void)
{
  make ("old", "0", 0600);
  int status = write_too_much (true);
  bool passed = WIFEXITED (status) && WEXITSTATUS (status) == SFM_ERR_IO
                && holds ("old", "0");
  fixture_result (clean () && passed, "a failed write leaves nothing");

  make ("old", "0", 0600);
  status = write_too_much (false);
  passed = (WIFSIGNALED (status) && WTERMSIG (status) == SIGXFSZ
            && holds ("old", "0"));
  fixture_result (clean () && passed, "nor does a signal while writing");
}

static volatile sig_atomic_t caught;

static void
catch_signal (int number)
{
  caught = number;
}

/* In a child, create a temporary file and raise SIGNAL, whose action was
   ACTION; the wait status.  0: it went on, the signal was given back, and the
   file was there as long as it should.  */
static int
raise_while_pending (int number, void (*action) (int))
{
  pid_t child = fork ();
  if (child == 0)
    {
      char name[CLEANUP_NAME_SIZE];
      struct sigaction now;
      signal (number, action);
      caught = 0;
      int folder = open (".", O_RDONLY | O_DIRECTORY);
      if (cleanup_create (folder, 0600, name) < 0)
        _exit (98);
      raise (number);
      bool there = access (name, F_OK) == 0;
      cleanup_disarm ();
      if (there)
        unlink (name);
      sigaction (number, NULL, &now);
      bool good = (now.sa_handler == action && there == (action == SIG_IGN)
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
  static const int numbers[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
  struct rlimit none = { 0 };
  bool passed = true;

  setrlimit (RLIMIT_CORE, &none);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    {
      int status = raise_while_pending (numbers[i], SIG_DFL);
      passed = (passed && WIFSIGNALED (status)
                && WTERMSIG (status) == numbers[i]);
    }
  fixture_result (clean () && passed, "a deadly signal leaves nothing");
  passed = raise_while_pending (SIGHUP, SIG_IGN) == 0;
  fixture_result (clean () && passed, "an ignored signal stays ignored");
  passed = raise_while_pending (SIGTERM, catch_signal) == 0;
  fixture_result (clean () && passed, "a handler of the caller's runs");
}

static void
test_sealed (void)
{
  static const char text[] = "ELF...~Module signature appended~\n";
  const uint8_t *data = (const uint8_t *) text;
  size_t size = sizeof text - 1;

  fixture_errors = 0;
  fixture_warnings = 0;
  bool passed
      = (output_check_sealed ("x", data, size, false, &fixture_sink)
             == SFM_ERR_USAGE
         && fixture_errors == 1
         && output_check_sealed ("x", data, size, true, &fixture_sink)
                == SFM_OK
         && fixture_warnings == 1
         && output_check_sealed ("x", data, size - 1, false, &fixture_sink)
                == SFM_OK);
  fixture_result (passed, "an appended signature");
}

int
main (void)
{
  char folder[] = "output-XXXXXX";

  if (mkdtemp (folder) == NULL || chdir (folder) != 0)
    {
      printf ("FAIL: no folder to work in: %s\n", strerror (errno));
      return 1;
    }
  fflush (stdout);
  setvbuf (stdout, NULL, _IOLBF, 0);
  test_rights ();
  test_links ();
  test_special ();
  test_sparse ();
  test_failure ();
  test_signals ();
  test_sealed ();
  if (chdir ("..") != 0 || rmdir (folder) != 0)
    fixture_result (false, "the folder is empty again");
  return fixture_exit ();
}
