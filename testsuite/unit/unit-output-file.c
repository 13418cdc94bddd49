/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-output-file.c - an output appears as the file that its name leads to,
   with the rights that it should have.  */

#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "fixture-files.h"
#include "fixture-image.h"
#include "output-file.h"
#include "result.h"

static const struct output_options plain;

static void
test_rights (void)
{
  umask (027);
  bool passed = fixture_put ("new", "1", &plain) == SFM_OK
                && fixture_holds ("new", "1") && fixture_mode ("new") == 0640;
  unit_result (fixture_clean () && passed, "a new file by the umask");
  umask (022);

  fixture_make ("old", "0", 04751);
  bool labels = setxattr ("old", "user.test", "v", 1, 0) == 0;
  struct file_bytes old;
  struct output_options like = { .like = &old, .fsync = true };
  char value[4];
  passed = file_bytes_read ("old", &old, &fixture_sink) == SFM_OK
           && fixture_put ("new", "1", &like) == SFM_OK
           && fixture_holds ("new", "1") && fixture_mode ("new") == 04751
           && fixture_warnings == 0
           && (!labels || getxattr ("new", "user.test", value, 4) == 1);
  file_bytes_close (&old);
  unit_result (fixture_clean () && passed,
               "mode and attributes of another file");

  /* Only root can make a file that is not theirs, and see that it was not.  */
  fixture_make ("old", "0", 04755);
  if (geteuid () == 0 && chmod (".", 0777) == 0
      && file_bytes_read ("old", &old, &fixture_sink) == SFM_OK
      && seteuid (65534) == 0)
    {
      passed = fixture_put ("new", "1", &like) == SFM_OK
               && fixture_warnings == 1 && fixture_mode ("new") == 0755;
      if (seteuid (0) != 0)
        passed = false;
      file_bytes_close (&old);
      unit_result (passed, "set-id bits dropped with the owner");
    }
  fixture_clean ();
}

static void
test_links (void)
{
  struct stat st;

  fixture_make ("old", "0", 0600);
  bool passed = mkdir ("sub", 0755) == 0 && symlink ("../old", "sub/b") == 0
                && symlink ("sub/b", "a") == 0
                && fixture_put_over ("a", "1", plain) == SFM_OK
                && fixture_holds ("old", "1") && lstat ("a", &st) == 0
                && S_ISLNK (st.st_mode);
  unlink ("sub/b");
  unit_result (fixture_clean () && passed, "symbolic links are followed");

  passed = symlink ("later", "a") == 0
           && fixture_put ("a", "1", &plain) == SFM_OK
           && fixture_holds ("later", "1");
  unit_result (fixture_clean () && passed,
               "also to a file that is not there yet");

  passed = symlink ("b", "a") == 0 && symlink ("a", "b") == 0
           && fixture_put ("a", "1", &plain) == SFM_ERR_IO
           && fixture_errors == 1;
  unit_result (fixture_clean () && passed, "a circle of links is an error");

  fixture_make ("old", "0", 0600);
  passed = link ("old", "twin") == 0
           && fixture_put_over ("old", "1", plain) == SFM_ERR_USAGE
           && fixture_holds ("old", "0") && fixture_errors == 1;
  const struct output_options force = { .force = true };
  passed = passed && fixture_put_over ("old", "1", force) == SFM_OK
           && fixture_holds ("old", "1") && fixture_holds ("twin", "0");
  unit_result (fixture_clean () && passed, "a file of two names, in place");
}

static void
test_special (void)
{
  const struct output_options in_place = { .in_place = true };
  struct stat st;

  bool passed = fixture_put ("/dev/null", "1", &plain) == SFM_OK
                && stat ("/dev/null", &st) == 0 && S_ISCHR (st.st_mode);
  unit_result (passed, "a device is written to");

  passed = mkfifo ("pipe", 0600) == 0
           && fixture_put ("pipe", "1", &in_place) == SFM_ERR_USAGE;
  int reader = open ("pipe", O_RDONLY | O_NONBLOCK);
  char value[4];
  passed = passed && reader >= 0 && fixture_put ("pipe", "1", &plain) == SFM_OK
           && read (reader, value, 4) == 1 && value[0] == '1'
           && stat ("pipe", &st) == 0 && S_ISFIFO (st.st_mode);
  close (reader);
  unit_result (fixture_clean () && passed,
               "a pipe is written to, but not in place");

  passed = mkdir ("sub", 0755) == 0
           && fixture_put ("sub", "1", &plain) == SFM_ERR_USAGE
           && fixture_put ("sub/", "1", &plain) == SFM_ERR_USAGE
           && fixture_put ("none/", "1", &plain) == SFM_ERR_USAGE
           && fixture_put ("none/x", "1", &plain) == SFM_ERR_IO
           && fixture_put ("", "1", &plain) != SFM_OK;
  unit_result (fixture_clean () && passed, "what is no file is refused");

  char name[256];
  memset (name, 'n', 255);
  name[255] = '\0';
  passed
      = fixture_put (name, "1", &plain) == SFM_OK && fixture_holds (name, "1");
  unit_result (fixture_clean () && passed,
               "a name of the longest possible size");
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
  unit_result (fixture_clean () && passed, "holes");
}

/* An output that is written ahead appears by output_ahead_write alone, and one
   that cannot be is written, or refused, in the usual way.  */
static void
test_ahead (void)
{
  static uint8_t data[THREADS_WORTH_BYTES + 1], other[4] = "abc";
  struct output_ahead ahead;
  struct stat st;

  memset (data, 'x', sizeof data);
  output_ahead_begin (&ahead, "new", data, sizeof data, &plain);
  bool passed = stat ("new", &st) != 0;
  output_ahead_drop (&ahead);
  passed = passed && stat ("new", &st) != 0;
  unit_result (fixture_clean () && passed, "written ahead for nothing");

  output_ahead_begin (&ahead, "new", data, sizeof data, &plain);
  passed = output_ahead_write (&ahead, "new", data, sizeof data, &plain,
                               &fixture_sink)
               == SFM_OK
           && stat ("new", &st) == 0 && st.st_size == (off_t) sizeof data;
  output_ahead_begin (&ahead, "new", data, sizeof data, &plain);
  passed
      = passed
        && output_ahead_write (&ahead, "new", other, 3, &plain, &fixture_sink)
               == SFM_OK
        && fixture_holds ("new", "abc");
  unit_result (fixture_clean () && passed, "written ahead, then other data");

  fixture_errors = 0;
  output_ahead_begin (&ahead, "none/x", data, sizeof data, &plain);
  passed = fixture_errors == 0
           && output_ahead_write (&ahead, "none/x", data, sizeof data, &plain,
                                  &fixture_sink)
                  == SFM_ERR_IO
           && fixture_errors == 1;
  unit_result (fixture_clean () && passed, "ahead to where nothing can be");
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
      = (output_check_sealed ("x", -1, data, size, false, &fixture_sink)
             == SFM_ERR_USAGE
         && fixture_errors == 1
         && output_check_sealed ("x", -1, data, size, true, &fixture_sink)
                == SFM_OK
         && fixture_warnings == 1
         && output_check_sealed ("x", -1, data, size - 1, false, &fixture_sink)
                == SFM_OK);
  unit_result (passed, "an appended signature");
}

int
main (void)
{
  if (!fixture_enter ())
    return 1;
  test_rights ();
  test_links ();
  test_special ();
  test_sparse ();
  test_ahead ();
  test_sealed ();
  fixture_leave ();
  return unit_exit ();
}
