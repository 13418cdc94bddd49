/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workdir.c - an empty directory for a fuzz target, and its output.

   Some functions of the C library are defined here in its place.  A command
   that cannot fork does its jobs itself, where coverage is counted; one that
   root runs would confine the process, which is nobody's here; the number
   of threads does not depend on the machine, and the names of temporary files
   are not random, so that two runs are the same.  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <getopt.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "report.h"
#include "workdir.h"

enum
{
  /* No file of a test is larger.  */
  FILE_SIZE_LIMIT = 32 << 20
};

#define PREFIX "sfmfuzz-"

/* Descriptors: the directory to go back to, the workdir, its directory d, what
   is printed, and the streams of the fuzzer.  */
static int home_fd = -1, box_fd, dir_fd, out_fd, err_fd, old_out, old_err;
static char box_path[4096];
static pid_t owner;
static unsigned processors = 1;

/* Of the sanitizers, if there is one: where reports go.  */
void __sanitizer_set_report_fd (void *fd) __attribute__ ((weak));

pid_t
fork (void)
{
  errno = EAGAIN;
  return -1;
}

uid_t
geteuid (void)
{
  return 65534;
}

int
sched_getaffinity (pid_t pid, size_t size, cpu_set_t *set)
{
  (void) pid;
  CPU_ZERO_S (size, set);
  for (unsigned i = 0; i < processors; i++)
    CPU_SET_S (i, size, set);
  return 0;
}

ssize_t
getrandom (void *bytes, size_t size, unsigned flags)
{
  static uint8_t next;

  (void) flags;
  memset (bytes, next++, size);
  return (ssize_t) size;
}

static void
die (const char *what)
{
  perror (what);
  _exit (1);
}

/* Remove the files of the directory FD.  True if none was a temporary one.  */
static bool
empty_dir (int fd)
{
  bool clean = true;
  DIR *dir = fdopendir (dup (fd));
  struct dirent *entry;

  if (dir == NULL)
    die ("fdopendir");
  rewinddir (dir);
  while ((entry = readdir (dir)) != NULL)
    {
      if (strncmp (entry->d_name, ".sfmerge-", 9) == 0)
        clean = false;
      if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0
          && strcmp (entry->d_name, "d") != 0)
        unlinkat (fd, entry->d_name, 0);
    }
  closedir (dir);
  return clean;
}

static int
remove_entry (const char *path, const struct stat *st, int type,
              struct FTW *place)
{
  (void) st;
  (void) type;
  (void) place;
  remove (path);
  return 0;
}

/* Remove the workdir at PATH.  */
static void
remove_box (const char *path)
{
  nftw (path, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void
remove_own (void)
{
  if (getpid () == owner)
    remove_box (box_path);
}

/* Open the workdir at PATH and lock it.  Its descriptor, or -1 if a process
   has locked it or it is gone.  */
static int
lock_box (const char *path)
{
  int fd = open (path, O_DIRECTORY | O_RDONLY | O_CLOEXEC);

  if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

/* Remove the workdirs in PLACE that no process has locked: a killed target
   leaves its own.  Process numbers do not tell, as they are used again.  */
static void
remove_stale (const char *place)
{
  DIR *dir = opendir (place);
  struct dirent *entry;
  char path[sizeof box_path];

  while (dir != NULL && (entry = readdir (dir)) != NULL)
    {
      if (strncmp (entry->d_name, PREFIX, strlen (PREFIX)) != 0
          || snprintf (path, sizeof path, "%s/%s", place, entry->d_name)
                 >= (int) sizeof path)
        continue;
      int fd = lock_box (path);
      if (fd >= 0)
        {
          remove_box (path);
          close (fd);
        }
    }
  if (dir != NULL)
    closedir (dir);
}

/* Make the workdir in PLACE.  Another process that begins may take it for a
   stale one before it is locked; then it is made anew.  */
static void
make_box (const char *place)
{
  do
    {
      if (snprintf (box_path, sizeof box_path, "%s/" PREFIX "XXXXXX", place)
              >= (int) sizeof box_path
          || mkdtemp (box_path) == NULL)
        die (box_path);
      box_fd = lock_box (box_path);
      if (box_fd >= 0 && mkdirat (box_fd, "d", 0700) == 0)
        return;
    }
  while (errno == EWOULDBLOCK || errno == ENOENT);
  die (box_path);
}

static void
begin (void)
{
  const char *place = getenv ("TMPDIR");
  struct rlimit limit = { FILE_SIZE_LIMIT, FILE_SIZE_LIMIT };

  if (place == NULL)
    place = access ("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  remove_stale (place);
  make_box (place);
  owner = getpid ();
  atexit (remove_own);
  home_fd = open (".", O_DIRECTORY | O_RDONLY | O_CLOEXEC);
  dir_fd = openat (box_fd, "d", O_DIRECTORY | O_RDONLY | O_CLOEXEC);
  out_fd = memfd_create ("stdout", MFD_CLOEXEC);
  err_fd = memfd_create ("stderr", MFD_CLOEXEC);
  old_out = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  old_err = fcntl (STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (home_fd < 0 || dir_fd < 0 || out_fd < 0 || err_fd < 0 || old_out < 0
      || old_err < 0)
    die (box_path);
  if (__sanitizer_set_report_fd != NULL)
    __sanitizer_set_report_fd ((void *) (intptr_t) old_err);
  /* A write beyond the limit fails instead of ending the process.  */
  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &limit);
}

void
workdir_enter (void)
{
  if (home_fd < 0)
    begin ();
  if (fchdir (box_fd) != 0)
    die (box_path);
}

bool
workdir_leave (void)
{
  bool clean = empty_dir (dir_fd);

  clean &= empty_dir (box_fd);
  if (fchdir (home_fd) != 0)
    die ("fchdir");
  return clean;
}

void
workdir_put (const char *name, const void *bytes, size_t size)
{
  int fd = open (name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

  if (fd < 0 || write (fd, bytes, size) != (ssize_t) size || close (fd) != 0)
    die (name);
}

/* All that can be read from FD from its beginning, and a NUL.  */
static uint8_t *
read_all (int fd, size_t *size)
{
  struct stat st;

  *size = fstat (fd, &st) == 0 ? (size_t) st.st_size : 0;
  uint8_t *bytes = malloc (*size + 1);
  if (bytes == NULL || pread (fd, bytes, *size, 0) != (ssize_t) *size)
    die ("pread");
  bytes[*size] = 0;
  return bytes;
}

uint8_t *
workdir_get (const char *name, size_t *size)
{
  int fd = open (name, O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    return NULL;
  uint8_t *bytes = read_all (fd, size);
  close (fd);
  return bytes;
}

/* Write the SIZE bytes at BYTES to NAME, packed by gzip.  */
static void
put_gzip (const char *name, const uint8_t *bytes, size_t size)
{
  z_stream stream = { 0 };
  uint8_t *packed = malloc (size + size / 8 + 256);

  /* 15: the window; 16: with the header of gzip.  */
  if (packed == NULL
      || deflateInit2 (&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY)
             != Z_OK)
    die (name);
  stream.next_in = (uint8_t *) (uintptr_t) bytes;
  stream.avail_in = (unsigned) size;
  stream.next_out = packed;
  stream.avail_out = (unsigned) (size + size / 8 + 256);
  deflate (&stream, Z_FINISH);
  workdir_put (name, packed, stream.total_out);
  deflateEnd (&stream);
  free (packed);
}

void
workdir_put_script (const struct script *script)
{
  char name[SCRIPT_NAME];

  for (size_t i = 0; i < script->file_count; i++)
    {
      const struct script_file *file = &script->files[i];
      script_name (script, i, name);
      if ((file->flags & SCRIPT_GZIP) != 0)
        put_gzip (name, file->bytes, file->size);
      else
        workdir_put (name, file->bytes, file->size);
    }
}

static void
each_in (int fd, const char *prefix, void (*fn) (void *, const char *),
         void *data)
{
  DIR *dir = fdopendir (dup (fd));
  struct dirent *entry;
  struct stat st;
  char name[512];

  if (dir == NULL)
    die ("fdopendir");
  rewinddir (dir);
  while ((entry = readdir (dir)) != NULL)
    if (fstatat (fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0
        && S_ISREG (st.st_mode))
      {
        snprintf (name, sizeof name, "%s%s", prefix, entry->d_name);
        fn (data, name);
      }
  closedir (dir);
}

void
workdir_each (void (*fn) (void *data, const char *name), void *data)
{
  each_in (box_fd, "", fn, data);
  each_in (dir_fd, "d/", fn, data);
}

/* Forget what getopt_long remembers of a command line that it did not read to
   its end.  */
static void
reset_getopt (void)
{
  static char name[] = "sfmerge";
  char *argv[] = { name, NULL };
  const struct option none = { NULL, 0, NULL, 0 };

  optind = 0;
  getopt_long (1, argv, "", &none, NULL);
}

/* Take what was written to FD, which is empty then.  */
static char *
take (int fd, size_t *size)
{
  char *text = (char *) read_all (fd, size);

  if (ftruncate (fd, 0) != 0 || lseek (fd, 0, SEEK_SET) != 0)
    die ("ftruncate");
  return text;
}

int
workdir_run (int (*run) (int argc, char **argv), int argc, char **argv,
             unsigned threads, struct workdir_output *output)
{
  reset_getopt ();
  /* What threads find first is not the same in each run.  */
  processors = getenv ("FUZZ_ONE_THREAD") != NULL ? 1 : threads;
  fflush (NULL);
  if (dup2 (out_fd, STDOUT_FILENO) < 0 || dup2 (err_fd, STDERR_FILENO) < 0)
    die ("dup2");
  report_streams_fresh ();
  color_decide (COLOR_AUTO);
  int status = run (argc, argv);
  fflush (stdout);
  fflush (stderr);
  if (dup2 (old_out, STDOUT_FILENO) < 0 || dup2 (old_err, STDERR_FILENO) < 0)
    _exit (1);
  output->out = take (out_fd, &output->out_size);
  output->err = take (err_fd, &output->err_size);
  return status;
}

void
workdir_forget (struct workdir_output *output)
{
  free (output->out);
  free (output->err);
  *output = (struct workdir_output){ .out = NULL };
}
